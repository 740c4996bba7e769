//! What `+ - * / %` share over numbers: the types and the loops.

use crate::kernel::{Args, rows};
use crate::operators::decimal::{self, DecimalOperator};
use crate::signature::{Family, Forms, accept};
use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, PrimitiveArray, new_null_array};
use arrow::compute::kernels::arity;
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Columnar, Kernel, Signature};
use table::types::{LogicalType, TypeKind, common_type};

/// `<NUMERIC> op <NUMERIC>`
pub(super) const NUMBERS: &[Family] = &[Family::Numeric, Family::Numeric];

/// The signature of an operator over two numbers; `None` when one of them is none.
pub(super) fn resolve(
    forms: &Forms,
    arguments: &[Argument],
    decimal_type: fn((u8, u8), (u8, u8)) -> TypeKind,
) -> Result<Option<Signature>, CallError> {
    let [left, right] = arguments else { return Err(forms.check(arguments).err().unwrap_or_else(|| forms.refusal(arguments))) };
    if left.data_type.is_unknown() || right.data_type.is_unknown() {
        return Ok(Some(accept(arguments, &[], TypeKind::Unknown)));
    }
    let (left, right) = match (&left.data_type.kind, &right.data_type.kind) {
        (TypeKind::Null, TypeKind::Null) => return Err(forms.refusal(arguments)),
        (TypeKind::Null, right) if right.is_numeric() => (right, right),
        (left, TypeKind::Null) if left.is_numeric() => (left, left),
        kinds => kinds,
    };
    if !left.is_numeric() || !right.is_numeric() {
        return Ok(None);
    }
    if let Some([a, b]) = decimal_operands(left, right) {
        return Ok(Some(accept(arguments, &[a, b].map(decimal_kind), decimal_type(a, b))));
    }
    let common = common_type(&LogicalType::new(left.clone()), &LogicalType::new(right.clone()));
    Ok(common.map(|common| accept(arguments, &[common.kind.clone(), common.kind.clone()], common.kind)))
}

/// The digits of two exact numbers of which one at least is a DECIMAL.
pub(super) fn decimal_operands(left: &TypeKind, right: &TypeKind) -> Option<[(u8, u8); 2]> {
    let both = [left.as_decimal()?, right.as_decimal()?];
    if left.is_integer() && right.is_integer() { None } else { Some(both) }
}

pub(super) fn decimal_kind((precision, scale): (u8, u8)) -> TypeKind {
    TypeKind::Decimal { precision, scale }
}

/// An operation on two numbers of one type.
pub(super) type Operation<T> = fn(T, T) -> T;

/// An operator over each kind of number; integers wrap around.
#[derive(Clone, Copy)]
pub(super) struct NumericOperator {
    pub tiny: Operation<i8>,
    pub small: Operation<i16>,
    pub int: Operation<i32>,
    pub big: Operation<i64>,
    pub float: Operation<f32>,
    pub double: Operation<f64>,
    pub decimal: DecimalOperator,
}

/// The evaluation of `+`, `-` or `*` of two numbers.
pub(super) fn kernel(call: &CallSite, operator: NumericOperator) -> Result<Box<dyn Kernel>> {
    use arrow::datatypes::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
    Ok(match call.result.kind {
        TypeKind::TinyInt => each::<Int8Type>(operator.tiny),
        TypeKind::SmallInt => each::<Int16Type>(operator.small),
        TypeKind::Int => each::<Int32Type>(operator.int),
        TypeKind::BigInt => each::<Int64Type>(operator.big),
        TypeKind::Float => each::<Float32Type>(operator.float),
        TypeKind::Double => each::<Float64Type>(operator.double),
        TypeKind::Decimal { .. } => return decimal::kernel(call, operator.decimal),
        _ => return Err(not_runnable(call)),
    })
}

pub(super) fn not_runnable(call: &CallSite) -> Error {
    Error::internal(format!("arithmetic has no values of type {}", call.result))
}

fn each<T: ArrowPrimitiveType>(operation: Operation<T::Native>) -> Box<dyn Kernel> {
    rows(move |args| zip::<T, T>(args, operation))
}

/// Computes every row, also under NULL: the operation must not fail.
pub(super) fn zip<A: ArrowPrimitiveType, R: ArrowPrimitiveType>(
    args: &Args<'_>,
    operation: impl Fn(A::Native, A::Native) -> R::Native,
) -> Result<ArrayRef> {
    let (left, right) = (args.at(0)?, args.at(1)?);
    let result: PrimitiveArray<R> = match (left, right) {
        (Columnar::Scalar(scalar), _) => match constant::<A>(scalar)? {
            None => return Ok(new_null_array(&R::DATA_TYPE, args.rows())),
            Some(constant) => primitive::<A>(right.array())?.unary(|value| operation(constant, value)),
        },
        (_, Columnar::Scalar(scalar)) => match constant::<A>(scalar)? {
            None => return Ok(new_null_array(&R::DATA_TYPE, args.rows())),
            Some(constant) => primitive::<A>(left.array())?.unary(|value| operation(value, constant)),
        },
        (Columnar::Array(left), Columnar::Array(right)) => {
            arity::binary(primitive::<A>(left)?, primitive::<A>(right)?, operation).map_err(|e| Error::internal(e.to_string()))?
        }
    };
    Ok(Arc::new(result))
}

fn primitive<A: ArrowPrimitiveType>(array: &ArrayRef) -> Result<&PrimitiveArray<A>> {
    array.as_primitive_opt::<A>().ok_or_else(|| Error::internal(format!("an operand came as {}", array.data_type())))
}

fn constant<A: ArrowPrimitiveType>(scalar: &ArrayRef) -> Result<Option<A::Native>> {
    let scalar = primitive::<A>(scalar)?;
    Ok(scalar.is_valid(0).then(|| scalar.value(0)))
}
