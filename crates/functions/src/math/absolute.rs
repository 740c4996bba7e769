//! ABS and SIGN: the result has the type of the argument.

use crate::kernel::{Function, unary};
use crate::signature::{Family, Forms, accept_as_is};
use arrow::datatypes::{ArrowPrimitiveType, DataType, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use table::function::{CallSite, Example, FunctionDefinition, FunctionDoc, Kernel};
use table::types::arrow_type;

static ABS_DOC: FunctionDoc = FunctionDoc {
    name: "ABS",
    aliases: &[],
    definition: "abs",
    signatures: &["ABS(number)"],
    summary: "The absolute value. The least number of an integer type has none and stays negative.",
    examples: &[Example { expression: "ABS(-3)", result: "3" }, Example { expression: "ABS(CAST(-3.5 AS DECIMAL(5, 2)))", result: "3.50" }],
};

static SIGN_DOC: FunctionDoc = FunctionDoc {
    name: "SIGN",
    aliases: &[],
    definition: "sign",
    signatures: &["SIGN(number)"],
    summary: "1 for a positive number, -1 for a negative one, else 0.",
    examples: &[Example { expression: "SIGN(-5)", result: "-1" }, Example { expression: "SIGN(-5.5)", result: "-1.0" }],
};

pub(super) fn abs() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "ABS", forms: &[&[Family::Numeric]] };
    Function::new(
        &ABS_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept_as_is(arguments, arguments[0].data_type.clone()))
        },
        |call| match arrow_type(&call.result) {
            DataType::Int8 => same::<Int8Type>(call, i8::wrapping_abs),
            DataType::Int16 => same::<Int16Type>(call, i16::wrapping_abs),
            DataType::Int32 => same::<Int32Type>(call, i32::wrapping_abs),
            DataType::Int64 => same::<Int64Type>(call, i64::wrapping_abs),
            DataType::Float32 => same::<Float32Type>(call, f32::abs),
            DataType::Float64 => same::<Float64Type>(call, f64::abs),
            DataType::Decimal128(..) => same::<Decimal128Type>(call, i128::wrapping_abs),
            other => Err(Error::internal(format!("ABS of {other}"))),
        },
    )
    .infallible()
    .definition()
}

pub(super) fn sign() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "SIGN", forms: &[&[Family::Numeric]] };
    Function::new(
        &SIGN_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept_as_is(arguments, arguments[0].data_type.clone()))
        },
        |call| match arrow_type(&call.result) {
            DataType::Int8 => same::<Int8Type>(call, i8::signum),
            DataType::Int16 => same::<Int16Type>(call, i16::signum),
            DataType::Int32 => same::<Int32Type>(call, i32::signum),
            DataType::Int64 => same::<Int64Type>(call, i64::signum),
            // Zero and NaN are their own sign.
            DataType::Float32 => same::<Float32Type>(call, |x| if x == 0.0 { x } else { x.signum() }),
            DataType::Float64 => same::<Float64Type>(call, |x| if x == 0.0 { x } else { x.signum() }),
            DataType::Decimal128(precision, scale) => {
                let one = 10i128.pow(u32::from(scale.unsigned_abs()));
                let has_one = precision > scale.unsigned_abs();
                unary::<Decimal128Type, Decimal128Type>(call, move |x| Ok((x == 0 || has_one).then(|| x.signum() * one)))
            }
            other => Err(Error::internal(format!("SIGN of {other}"))),
        },
    )
    .infallible()
    .definition()
}

fn same<T: ArrowPrimitiveType>(call: &CallSite, function: fn(T::Native) -> T::Native) -> Result<Box<dyn Kernel>> {
    unary::<T, T>(call, move |x| Ok(Some(function(x))))
}
