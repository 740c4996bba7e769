//! ROUND and TRUNCATE to a number of decimals, half away from zero. Floating-point numbers are rounded as they are printed.

use crate::kernel::{Function, Read, Write, binary, unary};
use crate::signature::{Family, Forms, accept};
use arrow::datatypes::{DataType, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use table::Value;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::decimal::round_type;
use table::types::{TypeKind, arrow_type};

static ROUND_DOC: FunctionDoc = FunctionDoc {
    name: "ROUND",
    aliases: &[],
    definition: "round",
    signatures: &["ROUND(number [, decimals])"],
    summary: "The number rounded to some decimals (0 if not given), half away from zero; with fewer than 0 decimals to tens, hundreds and so on.",
    examples: &[
        Example { expression: "ROUND(2.567, 2)", result: "2.57" },
        Example { expression: "ROUND(-2.5)", result: "-3" },
        Example { expression: "ROUND(1234, -2)", result: "1200" },
    ],
};

static TRUNCATE_DOC: FunctionDoc = FunctionDoc {
    name: "TRUNCATE",
    aliases: &[],
    definition: "truncate",
    signatures: &["TRUNCATE(number [, decimals])"],
    summary: "The number cut after some decimals (0 if not given).",
    examples: &[
        Example { expression: "TRUNCATE(42.324, 2)", result: "42.32" },
        Example { expression: "TRUNCATE(1234, -2)", result: "1200" },
    ],
};

pub(super) fn round() -> FunctionDefinition {
    Function::new(&ROUND_DOC, |arguments| resolve("ROUND", arguments), |call| kernel(call, Mode::HalfUp)).infallible().definition()
}

pub(super) fn truncate() -> FunctionDefinition {
    Function::new(&TRUNCATE_DOC, |arguments| resolve("TRUNCATE", arguments), |call| kernel(call, Mode::Cut)).infallible().definition()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    HalfUp,
    Cut,
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Numeric, Family::Integer], &[Family::Numeric]] }.check(arguments)?;
    let number = &arguments[0].data_type.kind;
    let decimals = match arguments.get(1).map(|decimals| &decimals.literal) {
        None => Some(0),
        Some(Some(Value::Int(decimals))) => Some(*decimals),
        Some(_) => None,
    };
    Ok(accept(arguments, &[number.clone(), TypeKind::Int], result_kind(number, decimals)))
}

/// A DECIMAL keeps the decimals that are asked for, where they are known, and gains a digit for a carry.
fn result_kind(number: &TypeKind, decimals: Option<i64>) -> TypeKind {
    match (number, decimals) {
        (&TypeKind::Decimal { precision, scale }, Some(decimals)) => round_type((precision, scale), decimals.clamp(-100, 100) as i32),
        _ => number.clone(),
    }
}

fn kernel(call: &CallSite, mode: Mode) -> Result<Box<dyn Kernel>> {
    match arrow_type(&call.arguments[0].data_type) {
        DataType::Int8 => integer::<Int8Type>(call, mode, i128::from, |x| x as i8),
        DataType::Int16 => integer::<Int16Type>(call, mode, i128::from, |x| x as i16),
        DataType::Int32 => integer::<Int32Type>(call, mode, i128::from, |x| x as i32),
        DataType::Int64 => integer::<Int64Type>(call, mode, i128::from, |x| x as i64),
        DataType::Float32 => with_decimals::<Float32Type>(call, move |x, decimals| Some(float(f64::from(x), decimals, mode) as f32)),
        DataType::Float64 => with_decimals::<Float64Type>(call, move |x, decimals| Some(float(x, decimals, mode))),
        DataType::Decimal128(_, scale) => decimal(call, i32::from(scale), mode),
        other => Err(Error::internal(format!("rounding of {other}"))),
    }
}

/// A kernel for one argument or two.
fn with_decimals<T: Write + Read>(
    call: &CallSite,
    function: impl for<'a> Fn(<T as Read>::Item<'a>, i32) -> Option<<T as Write>::Item<'static>> + Send + Sync + 'static,
) -> Result<Box<dyn Kernel>> {
    match call.arguments.len() {
        1 => unary::<T, T>(call, move |x| Ok(function(x, 0))),
        _ => binary::<T, Int32Type, T>(call, move |x, decimals| Ok(function(x, decimals))),
    }
}

fn integer<T: arrow::datatypes::ArrowPrimitiveType>(
    call: &CallSite,
    mode: Mode,
    widen: fn(T::Native) -> i128,
    narrow: fn(i128) -> T::Native,
) -> Result<Box<dyn Kernel>> {
    with_decimals::<T>(call, move |x, decimals| Some(narrow(drop_digits(widen(x), decimals.saturating_neg(), mode))))
}

fn decimal(call: &CallSite, scale: i32, mode: Mode) -> Result<Box<dyn Kernel>> {
    let TypeKind::Decimal { precision, scale: result_scale } = call.result.kind else {
        return Err(Error::internal(format!("a rounded DECIMAL of type {}", call.result)));
    };
    let down = 10i128.pow((scale - i32::from(result_scale)).max(0) as u32);
    with_decimals::<Decimal128Type>(call, move |x, decimals| {
        let rounded = drop_digits(x, scale.saturating_sub(decimals), mode) / down;
        (rounded.abs() < 10i128.pow(u32::from(precision))).then_some(rounded)
    })
}

/// The number with its last digits made 0.
fn drop_digits(number: i128, count: i32, mode: Mode) -> i128 {
    if count <= 0 {
        return number;
    }
    let Some(unit) = 10i128.checked_pow(count as u32) else { return 0 };
    let rest = number % unit;
    let carry = if mode == Mode::HalfUp && rest.abs() >= unit - rest.abs() { rest.signum() } else { 0 };
    (number - rest).saturating_add(carry.saturating_mul(unit))
}

/// Rounds the shortest decimal form of a number.
fn float(number: f64, decimals: i32, mode: Mode) -> f64 {
    if !number.is_finite() || number == 0.0 {
        return number;
    }
    let (digits, exponent) = shortest(number);
    let surplus = -exponent - decimals;
    if surplus <= 0 {
        return number;
    }
    let rounded = drop_digits(digits, surplus, mode);
    // Powers up to 22 and integers below 2^53 are exact, and so is their quotient to the last bit.
    if (-22..=0).contains(&exponent) && rounded.unsigned_abs() < 1 << 53 {
        return rounded as f64 / 10f64.powi(-exponent);
    }
    format!("{rounded}e{exponent}").parse().unwrap_or(number)
}

/// The shortest digits that mean this number, and the power of ten of the last of them.
fn shortest(number: f64) -> (i128, i32) {
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(number);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = fraction.bytes().fold(whole.trim_start_matches('-').parse::<i128>().unwrap_or(0), |n, d| n * 10 + i128::from(d - b'0'));
    (if number < 0.0 { -digits } else { digits }, exponent - fraction.len() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::LogicalType;

    #[test]
    fn a_decimal_gains_a_digit_for_a_carry() {
        assert_eq!(result_kind(&LogicalType::decimal(4, 2).kind, Some(0)), LogicalType::decimal(3, 0).kind);
        assert_eq!(result_kind(&LogicalType::decimal(4, 2).kind, Some(1)), LogicalType::decimal(4, 1).kind);
        assert_eq!(result_kind(&LogicalType::decimal(6, 3).kind, Some(5)), LogicalType::decimal(6, 3).kind);
        assert_eq!(result_kind(&LogicalType::decimal(6, 3).kind, None), LogicalType::decimal(6, 3).kind);
    }

    #[test]
    fn floats_round_as_they_print() {
        assert_eq!(float(2.675, 2, Mode::HalfUp), 2.68);
        assert_eq!(float(1234.5, -2, Mode::HalfUp), 1200.0);
        assert_eq!(float(1e300, 2, Mode::HalfUp), 1e300);
        assert_eq!(float(-42.987, 1, Mode::Cut), -42.9);
        assert_eq!(float(0.29, 2, Mode::Cut), 0.29);
        assert!(float(f64::NAN, 2, Mode::HalfUp).is_nan());
    }
}
