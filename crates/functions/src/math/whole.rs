//! CEIL and FLOOR of numbers. A DECIMAL loses its scale.

use crate::kernel::{Function, unary};
use crate::signature::{Family, Forms, accept_as_is};
use arrow::datatypes::{DataType, Decimal128Type, Float32Type, Float64Type};
use diag::Result;
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Columnar, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{TypeKind, arrow_type};

static CEIL_DOC: FunctionDoc = FunctionDoc {
    name: "CEIL",
    aliases: &["CEILING"],
    definition: "ceil",
    signatures: &["CEIL(number)", "CEILING(number)"],
    summary: "The least whole number that is not less.",
    examples: &[Example { expression: "CEIL(1.2)", result: "2" }, Example { expression: "CEILING(-1.2)", result: "-1" }],
};

static FLOOR_DOC: FunctionDoc = FunctionDoc {
    name: "FLOOR",
    aliases: &[],
    definition: "floor",
    signatures: &["FLOOR(number)"],
    summary: "The greatest whole number that is not greater.",
    examples: &[Example { expression: "FLOOR(1.8)", result: "1" }, Example { expression: "FLOOR(-1.5)", result: "-2" }],
};

pub(super) fn ceil() -> FunctionDefinition {
    Function::new(&CEIL_DOC, |arguments| resolve("CEIL", arguments), |call| kernel(call, true)).infallible().definition()
}

pub(super) fn floor() -> FunctionDefinition {
    Function::new(&FLOOR_DOC, |arguments| resolve("FLOOR", arguments), |call| kernel(call, false)).infallible().definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Numeric]] }.check(arguments)?;
    let argument = arguments[0].data_type.clone();
    let result = match argument.kind {
        TypeKind::Decimal { precision, .. } => LogicalType::decimal(precision, 0).with_nullable(argument.nullable),
        _ => argument,
    };
    Ok(accept_as_is(arguments, result))
}

fn kernel(call: &CallSite, up: bool) -> Result<Box<dyn Kernel>> {
    match arrow_type(&call.arguments[0].data_type) {
        DataType::Float32 => unary::<Float32Type, Float32Type>(call, move |x| Ok(Some(if up { x.ceil() } else { x.floor() }))),
        DataType::Float64 => unary::<Float64Type, Float64Type>(call, move |x| Ok(Some(if up { x.ceil() } else { x.floor() }))),
        DataType::Decimal128(_, scale) => {
            let one = 10i128.pow(u32::from(scale.unsigned_abs()));
            unary::<Decimal128Type, Decimal128Type>(call, move |x| {
                let down = x.div_euclid(one);
                Ok(Some(if up && x.rem_euclid(one) > 0 { down + 1 } else { down }))
            })
        }
        _ => Ok(Box::new(Unchanged)),
    }
}

/// An integer is whole already.
#[derive(Debug)]
struct Unchanged;

impl Kernel for Unchanged {
    fn evaluate(&self, arguments: &[Columnar], _: usize) -> Result<Columnar> {
        Ok(arguments[0].clone())
    }
}
