//! `a % b`

use super::decimal::{self, DecimalOperator};
use super::divide::checked;
use super::numeric::{self, not_runnable};
use crate::kernel::{Function, binary};
use crate::signature::{Family, Forms};
use arrow::datatypes::{Int8Type, Int16Type, Int32Type, Int64Type};
use diag::Result;
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::TypeKind;
use table::types::decimal::remainder_type;

pub(super) static REMAINDER: Function = Function::new(
    &FunctionDoc {
        name: "%",
        aliases: &[],
        definition: "mod",
        signatures: &["number % number"],
        summary: "The remainder of a division, with the sign of the dividend; of integers it has the type of the divisor.",
        examples: &[Example { expression: "-7 % 3", result: "-1" }],
    },
    resolve,
    kernel,
);

const FORMS: Forms = Forms { name: "%", forms: &[&[Family::ExactNumeric, Family::ExactNumeric]] };

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    FORMS.check(arguments)?;
    let mut signature = numeric::resolve(&FORMS, arguments, remainder_type)?.ok_or_else(|| FORMS.refusal(arguments))?;
    if signature.result.kind.is_integer() && arguments[1].data_type.kind.is_integer() {
        signature.result.kind = arguments[1].data_type.kind.clone();
    }
    Ok(signature)
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    if matches!(call.result.kind, TypeKind::Decimal { .. }) {
        return decimal::kernel(call, DecimalOperator::Remainder);
    }
    match (&call.arguments[0].data_type.kind, &call.result.kind) {
        (TypeKind::TinyInt, _) => binary::<Int8Type, Int8Type, Int8Type>(call, |a, b| checked(b != 0, || a.wrapping_rem(b))),
        (TypeKind::SmallInt, TypeKind::TinyInt) => narrow::<Int16Type, Int8Type>(call, |v| v as i8),
        (TypeKind::SmallInt, _) => narrow::<Int16Type, Int16Type>(call, |v| v as i16),
        (TypeKind::Int, TypeKind::TinyInt) => narrow::<Int32Type, Int8Type>(call, |v| v as i8),
        (TypeKind::Int, TypeKind::SmallInt) => narrow::<Int32Type, Int16Type>(call, |v| v as i16),
        (TypeKind::Int, _) => narrow::<Int32Type, Int32Type>(call, |v| v as i32),
        (TypeKind::BigInt, TypeKind::TinyInt) => narrow::<Int64Type, Int8Type>(call, |v| v as i8),
        (TypeKind::BigInt, TypeKind::SmallInt) => narrow::<Int64Type, Int16Type>(call, |v| v as i16),
        (TypeKind::BigInt, TypeKind::Int) => narrow::<Int64Type, Int32Type>(call, |v| v as i32),
        (TypeKind::BigInt, _) => narrow::<Int64Type, Int64Type>(call, |v| v),
        _ => Err(not_runnable(call)),
    }
}

/// A remainder is smaller than its divisor, so it fits the divisor's type.
fn narrow<A, B>(call: &CallSite, convert: fn(i64) -> B::Native) -> Result<Box<dyn Kernel>>
where
    A: arrow::datatypes::ArrowPrimitiveType<Native: Into<i64>>,
    B: arrow::datatypes::ArrowPrimitiveType,
{
    binary::<A, A, B>(call, move |a, b| {
        let (a, b): (i64, i64) = (a.into(), b.into());
        checked(b != 0, || convert(a.wrapping_rem(b)))
    })
}
