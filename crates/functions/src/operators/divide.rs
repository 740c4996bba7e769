//! `a / b`

use super::decimal::{self, DecimalOperator};
use super::numeric::{self, NUMBERS, not_runnable, zip};
use crate::kernel::{Function, binary, rows};
use crate::signature::{Family, Forms};
use arrow::datatypes::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::TypeKind;
use table::types::decimal::quotient_type;
use table::value::Value;

pub(super) static DIVIDE: Function = Function::new(
    &FunctionDoc {
        name: "/",
        aliases: &[],
        definition: "divide",
        signatures: &["number / number"],
        summary: "Divides. Of integers the quotient is whole, cut towards zero; dividing integers or DECIMALs by zero fails.",
        examples: &[Example { expression: "-7 / 2", result: "-3" }, Example { expression: "5.0 / 2", result: "2.500000000000" }],
    },
    resolve,
    kernel,
);

const FORMS: Forms = Forms { name: "/", forms: &[NUMBERS, &[Family::DatetimeInterval, Family::Numeric]] };

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    if let Some(signature) = numeric::resolve(&FORMS, arguments, quotient_type)? {
        return Ok(signature);
    }
    FORMS.check(arguments)?;
    let types: Vec<String> = arguments.iter().map(|a| a.data_type.to_string()).collect();
    Err(CallError::new("an interval cannot be divided").with_flink(format!(
        "Unsupported call: /({}) \nIf you think this function should be supported, you can create an issue and start a discussion for it.",
        types.join(", ")
    )))
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    // Flink computes a constant by itself, and there a zero divisor is a mistake even among floats.
    if let [Some(_), Some(divisor)] = [0, 1].map(|i| call.arguments.get(i).and_then(|argument| argument.literal.as_ref()))
        && is_zero(divisor)
    {
        return zero_kernel(call);
    }
    match call.result.kind {
        TypeKind::TinyInt => binary::<Int8Type, Int8Type, Int8Type>(call, |a, b| checked(b != 0, || a.wrapping_div(b))),
        TypeKind::SmallInt => binary::<Int16Type, Int16Type, Int16Type>(call, |a, b| checked(b != 0, || a.wrapping_div(b))),
        TypeKind::Int => binary::<Int32Type, Int32Type, Int32Type>(call, |a, b| checked(b != 0, || a.wrapping_div(b))),
        TypeKind::BigInt => binary::<Int64Type, Int64Type, Int64Type>(call, |a, b| checked(b != 0, || a.wrapping_div(b))),
        TypeKind::Float => Ok(rows(|args| zip::<Float32Type, Float32Type>(args, |a, b| a / b))),
        TypeKind::Double => Ok(rows(|args| zip::<Float64Type, Float64Type>(args, |a, b| a / b))),
        TypeKind::Decimal { .. } => decimal::kernel(call, DecimalOperator::Divide),
        _ => Err(not_runnable(call)),
    }
}

/// The result when the divisor is good; Java's words when it is zero.
pub(super) fn checked<T>(divisible: bool, value: impl FnOnce() -> T) -> Result<Option<T>> {
    if divisible { Ok(Some(value())) } else { Err(Error::data("/ by zero")) }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Int(v) => *v == 0,
        Value::Float(v) => *v == 0.0,
        Value::Double(v) => *v == 0.0,
        Value::Decimal(v) => *v == 0,
        _ => false,
    }
}

fn zero_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let target = table::types::arrow_type(&call.result);
    Ok(rows(move |args| {
        let dividend = args.at(0)?.array();
        if args.rows() > 0 && dividend.null_count() < dividend.len() {
            return Err(Error::data("Division by zero"));
        }
        Ok(arrow::array::new_null_array(&target, args.rows()))
    }))
}
