//! Casts among numbers, BOOLEAN and intervals: integers wrap, floats saturate, a DECIMAL that does not fit is NULL.

use super::ArrayCast;
use arrow::array::{ArrayRef, ArrowPrimitiveType, AsArray, BooleanArray, Decimal128Array, PrimitiveArray};
use arrow::datatypes::{Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use std::sync::Arc;
use table::text::parse::parse_decimal;
use table::text::write_double;
use table::types::TypeKind;

/// The cast between two of these types; `None` when there is none.
pub(super) fn prepare(from: &TypeKind, to: &TypeKind) -> Option<ArrayCast> {
    match from {
        TypeKind::TinyInt => from_integer::<Int8Type>(to),
        TypeKind::SmallInt => from_integer::<Int16Type>(to),
        TypeKind::Int | TypeKind::IntervalYearMonth => from_integer::<Int32Type>(to),
        TypeKind::BigInt | TypeKind::IntervalDayTime => from_integer::<Int64Type>(to),
        TypeKind::Float => from_float::<Float32Type>(to),
        TypeKind::Double => from_float::<Float64Type>(to),
        TypeKind::Decimal { scale, .. } => from_decimal(*scale, to),
        TypeKind::Boolean => from_boolean(to),
        _ => None,
    }
}

fn from_integer<A: ArrowPrimitiveType<Native: Into<i64>>>(to: &TypeKind) -> Option<ArrayCast> {
    Some(match to {
        TypeKind::TinyInt => each::<A, Int8Type>(|v| v.into() as i8),
        TypeKind::SmallInt => each::<A, Int16Type>(|v| v.into() as i16),
        TypeKind::Int | TypeKind::IntervalYearMonth => each::<A, Int32Type>(|v| v.into() as i32),
        TypeKind::BigInt | TypeKind::IntervalDayTime => each::<A, Int64Type>(Into::into),
        TypeKind::Float => each::<A, Float32Type>(|v| v.into() as f32),
        TypeKind::Double => each::<A, Float64Type>(|v| v.into() as f64),
        TypeKind::Boolean => each_boolean::<A>(|v| v.into() != 0),
        TypeKind::Decimal { precision, scale } => {
            let (limit, factor) = (power(*precision), power(*scale));
            each_decimal::<A>(*precision, *scale, move |v| i128::from(v.into()).checked_mul(factor).and_then(|v| fits(v, limit)))
        }
        _ => return None,
    })
}

fn from_float<A: ArrowPrimitiveType<Native: Into<f64>>>(to: &TypeKind) -> Option<ArrayCast> {
    Some(match to {
        // Java narrows to INT first, which saturates, and then wraps.
        TypeKind::TinyInt => each::<A, Int8Type>(|v| v.into() as i32 as i8),
        TypeKind::SmallInt => each::<A, Int16Type>(|v| v.into() as i32 as i16),
        TypeKind::Int => each::<A, Int32Type>(|v| v.into() as i32),
        TypeKind::BigInt => each::<A, Int64Type>(|v| v.into() as i64),
        TypeKind::Float => each::<A, Float32Type>(|v| v.into() as f32),
        TypeKind::Double => each::<A, Float64Type>(Into::into),
        TypeKind::Boolean => each_boolean::<A>(|v| v.into() != 0.0),
        TypeKind::Decimal { precision, scale } => {
            let (precision, scale) = (*precision, *scale);
            Box::new(move |array| float_to_decimal(array.as_primitive::<A>(), precision, scale))
        }
        _ => return None,
    })
}

/// A float becomes the DECIMAL of its text: 1.005 is 1.01 with two digits, though it is a little less.
fn float_to_decimal<A: ArrowPrimitiveType<Native: Into<f64>>>(array: &PrimitiveArray<A>, precision: u8, scale: u8) -> Result<ArrayRef> {
    let mut text = String::new();
    let mut one = |value: f64| {
        text.clear();
        write_double(&mut text, value);
        if !value.is_finite() {
            let letter = if value.is_nan() { 'N' } else { 'I' };
            let why = "is neither a decimal digit number, decimal point, nor \"e\" notation exponential mark.";
            return Err(Error::data(format!("Character {letter} {why}")));
        }
        Ok(parse_decimal(&text, precision, scale).ok())
    };
    let values: Vec<Option<i128>> = array.iter().map(|v| v.map_or(Ok(None), |v| one(v.into()))).collect::<Result<_>>()?;
    decimals(Decimal128Array::from(values), precision, scale)
}

fn from_decimal(scale: u8, to: &TypeKind) -> Option<ArrayCast> {
    let divisor = power(scale);
    Some(match to {
        TypeKind::TinyInt => each::<Decimal128Type, Int8Type>(move |v| (v / divisor) as i8),
        TypeKind::SmallInt => each::<Decimal128Type, Int16Type>(move |v| (v / divisor) as i16),
        TypeKind::Int => each::<Decimal128Type, Int32Type>(move |v| (v / divisor) as i32),
        TypeKind::BigInt => each::<Decimal128Type, Int64Type>(move |v| (v / divisor) as i64),
        TypeKind::Float => each::<Decimal128Type, Float32Type>(move |v| decimal_to_float(v, scale)),
        TypeKind::Double => each::<Decimal128Type, Float64Type>(move |v| decimal_to_double(v, scale)),
        TypeKind::Boolean => each_boolean::<Decimal128Type>(|v| v != 0),
        TypeKind::Decimal { precision, scale: target } => {
            let (limit, target) = (power(*precision), *target);
            each_decimal::<Decimal128Type>(*precision, target, move |v| rescale(v, scale, target).and_then(|v| fits(v, limit)))
        }
        _ => return None,
    })
}

/// The nearest DOUBLE of a DECIMAL.
pub(crate) fn decimal_to_double(unscaled: i128, scale: u8) -> f64 {
    // Both operands are exact, so the quotient is the nearest.
    if unscaled.unsigned_abs() < 1 << 53 && scale <= 22 {
        return unscaled as f64 / 10f64.powi(i32::from(scale));
    }
    format!("{unscaled}e-{scale}").parse().unwrap_or(f64::NAN)
}

fn decimal_to_float(unscaled: i128, scale: u8) -> f32 {
    if unscaled.unsigned_abs() < 1 << 24 && scale <= 10 {
        return unscaled as f32 / 10f32.powi(i32::from(scale));
    }
    format!("{unscaled}e-{scale}").parse().unwrap_or(f32::NAN)
}

/// Another number of fraction digits, rounded half up; `None` when it overflows 128 bits.
pub(crate) fn rescale(unscaled: i128, from: u8, to: u8) -> Option<i128> {
    if to >= from {
        return unscaled.checked_mul(power(to - from));
    }
    let divisor = power(from - to);
    let (quotient, rest) = (unscaled / divisor, unscaled % divisor);
    let up = rest.unsigned_abs() >= divisor.unsigned_abs() / 2;
    Some(if up { quotient + unscaled.signum() } else { quotient })
}

fn from_boolean(to: &TypeKind) -> Option<ArrayCast> {
    Some(match to {
        TypeKind::TinyInt => from_bits::<Int8Type>(1),
        TypeKind::SmallInt => from_bits::<Int16Type>(1),
        TypeKind::Int => from_bits::<Int32Type>(1),
        TypeKind::BigInt => from_bits::<Int64Type>(1),
        TypeKind::Float => from_bits::<Float32Type>(1.0),
        TypeKind::Double => from_bits::<Float64Type>(1.0),
        TypeKind::Decimal { precision, scale } => {
            let (precision, scale) = (*precision, *scale);
            let one = fits(power(scale), power(precision));
            Box::new(move |array| {
                let values = array.as_boolean().iter().map(|v| v.and_then(|v| if v { one } else { Some(0) }));
                decimals(values.collect::<Decimal128Array>(), precision, scale)
            })
        }
        _ => return None,
    })
}

fn from_bits<B: ArrowPrimitiveType>(one: B::Native) -> ArrayCast {
    Box::new(move |array| {
        let values = array.as_boolean().iter().map(|v| v.map(|v| if v { one } else { B::default_value() }));
        Ok(Arc::new(values.collect::<PrimitiveArray<B>>()))
    })
}

fn each<A: ArrowPrimitiveType, B: ArrowPrimitiveType>(convert: impl Fn(A::Native) -> B::Native + Send + Sync + 'static) -> ArrayCast {
    Box::new(move |array| Ok(Arc::new(array.as_primitive::<A>().unary::<_, B>(&convert))))
}

fn each_boolean<A: ArrowPrimitiveType>(convert: impl Fn(A::Native) -> bool + Send + Sync + 'static) -> ArrayCast {
    Box::new(move |array| Ok(Arc::new(BooleanArray::from_unary(array.as_primitive::<A>(), &convert))))
}

fn each_decimal<A: ArrowPrimitiveType>(
    precision: u8,
    scale: u8,
    convert: impl Fn(A::Native) -> Option<i128> + Send + Sync + 'static,
) -> ArrayCast {
    Box::new(move |array| {
        let unscaled: Decimal128Array = array.as_primitive::<A>().unary_opt::<_, Decimal128Type>(&convert);
        decimals(unscaled, precision, scale)
    })
}

fn decimals(unscaled: Decimal128Array, precision: u8, scale: u8) -> Result<ArrayRef> {
    let array = unscaled.with_precision_and_scale(precision, scale as i8);
    Ok(Arc::new(array.map_err(|e| Error::internal(e.to_string()))?))
}

/// The value when it is within the precision whose power of ten `limit` is.
pub(crate) fn fits(unscaled: i128, limit: i128) -> Option<i128> {
    (unscaled.unsigned_abs() < limit.unsigned_abs()).then_some(unscaled)
}

pub(crate) fn power(digits: u8) -> i128 {
    10i128.pow(u32::from(digits))
}
