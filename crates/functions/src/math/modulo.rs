//! MOD: the rest of a division, with the sign of the dividend.

use crate::kernel::{Function, binary};
use crate::signature::{Family, Forms, any_nullable};
use arrow::datatypes::{DataType, Decimal128Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::arrow_type;
use table::types::decimal::remainder_type;
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "MOD",
    aliases: &[],
    definition: "mod",
    signatures: &["MOD(dividend, divisor)"],
    summary: "The rest of a division of integers or DECIMAL numbers, with the sign of the dividend. A divisor of 0 is an error.",
    examples: &[Example { expression: "MOD(-7, 3)", result: "-1" }, Example { expression: "MOD(5.5, 2)", result: "1.5" }],
};

const FORMS: Forms = Forms { name: "MOD", forms: &[&[Family::ExactNumeric, Family::ExactNumeric]] };

pub(super) fn modulo() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).definition()
}

/// Integers give the type of the divisor, DECIMAL numbers the digits that a rest can have.
fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    FORMS.check(arguments)?;
    let (left, right) = (&arguments[0].data_type, &arguments[1].data_type);
    let nullable = any_nullable(arguments);
    let (kind, result) = match (left.kind.as_decimal(), right.kind.as_decimal()) {
        (Some((p1, s1)), Some((p2, s2))) if !(left.kind.is_integer() && right.kind.is_integer()) => {
            let scale = s1.max(s2);
            let wide = |p: u8, s: u8| TypeKind::Decimal { precision: (p - s + scale).min(38), scale };
            let arguments = vec![
                LogicalType::new(wide(p1, s1)).with_nullable(left.nullable),
                LogicalType::new(wide(p2, s2)).with_nullable(right.nullable),
            ];
            let result = remainder_type((p1, s1), (p2, s2));
            return Ok(Signature { arguments, result: LogicalType::new(result).with_nullable(nullable) });
        }
        _ => (TypeKind::BigInt, if right.kind.is_integer() { right.kind.clone() } else { TypeKind::BigInt }),
    };
    let arguments = arguments.iter().map(|a| LogicalType::new(kind.clone()).with_nullable(a.data_type.nullable)).collect();
    Ok(Signature { arguments, result: LogicalType::new(result).with_nullable(nullable) })
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    match arrow_type(&call.result) {
        DataType::Int8 => binary::<Int64Type, Int64Type, Int8Type>(call, |x, y| Ok(Some(rest(x, y)? as i8))),
        DataType::Int16 => binary::<Int64Type, Int64Type, Int16Type>(call, |x, y| Ok(Some(rest(x, y)? as i16))),
        DataType::Int32 => binary::<Int64Type, Int64Type, Int32Type>(call, |x, y| Ok(Some(rest(x, y)? as i32))),
        DataType::Int64 => binary::<Int64Type, Int64Type, Int64Type>(call, |x, y| Ok(Some(rest(x, y)?))),
        DataType::Decimal128(precision, _) => binary::<Decimal128Type, Decimal128Type, Decimal128Type>(call, move |x, y| {
            let rest = x.checked_rem(y).ok_or_else(by_zero)?;
            Ok((rest.abs() < 10i128.pow(u32::from(precision))).then_some(rest))
        }),
        other => Err(Error::internal(format!("MOD gives {other}"))),
    }
}

fn rest(dividend: i64, divisor: i64) -> Result<i64> {
    if divisor == 0 { Err(by_zero()) } else { Ok(dividend.wrapping_rem(divisor)) }
}

fn by_zero() -> Error {
    Error::data("division by zero: / by zero")
}
