//! Casts of ARRAY, MAP, MULTISET and ROW, element by element.
//!
//! When a cast may fail quietly, one bad element makes the whole collection NULL.

use super::{ArrayCast, Settings, no_cast, prepare as prepare_element};
use arrow::array::{Array, ArrayRef, AsArray, ListArray, MapArray, StructArray};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::datatypes::DataType;
use diag::{Error, Result};
use std::sync::Arc;
use table::types::{LogicalType, TypeKind, arrow_type};

pub(super) fn prepare(from: &LogicalType, to: &LogicalType, settings: Settings) -> Result<ArrayCast> {
    use TypeKind as K;
    let target = arrow_type(to);
    match (&from.kind, &to.kind) {
        (K::Array(a), K::Array(b)) => {
            let element = prepare_element(a, b, settings)?;
            Ok(Box::new(move |array| cast_list(array, &target, &element, settings.lenient)))
        }
        (K::Map(k1, v1), K::Map(k2, v2)) => {
            let (key, value) = (prepare_element(k1, k2, settings)?, prepare_element(v1, v2, settings)?);
            Ok(Box::new(move |array| cast_map(array, &target, &key, &value, settings.lenient)))
        }
        (K::Multiset(a), K::Multiset(b)) => {
            let key = prepare_element(a, b, settings)?;
            let count: ArrayCast = Box::new(|array| Ok(array.clone()));
            Ok(Box::new(move |array| cast_map(array, &target, &key, &count, settings.lenient)))
        }
        (K::Row(a) | K::Structured { fields: a, .. }, K::Row(b) | K::Structured { fields: b, .. }) if a.len() == b.len() => {
            let fields = a.iter().zip(b).map(|(a, b)| prepare_element(&a.data_type, &b.data_type, settings)).collect::<Result<Vec<_>>>()?;
            Ok(Box::new(move |array| cast_row(array, &target, &fields, settings.lenient)))
        }
        _ => Err(no_cast(from, to)),
    }
}

fn cast_list(array: &ArrayRef, target: &DataType, element: &ArrayCast, lenient: bool) -> Result<ArrayRef> {
    let list = array.as_list::<i32>();
    let DataType::List(field) = target else { return Err(unexpected(target)) };
    let values = element(list.values())?;
    let failed = |row: usize| any_failed(list.offsets(), row, list.values(), &values);
    let nulls = if lenient { without_failed(array, failed) } else { list.nulls().cloned() };
    Ok(Arc::new(ListArray::try_new(field.clone(), list.offsets().clone(), values, nulls).map_err(internal)?))
}

fn cast_map(array: &ArrayRef, target: &DataType, key: &ArrayCast, value: &ArrayCast, lenient: bool) -> Result<ArrayRef> {
    let map = array.as_map();
    let DataType::Map(field, ordered) = target else { return Err(unexpected(target)) };
    let DataType::Struct(fields) = field.data_type() else { return Err(unexpected(target)) };
    let (keys, values) = (key(map.keys())?, value(map.values())?);
    let failed = |row: usize| any_failed(map.offsets(), row, map.keys(), &keys) || any_failed(map.offsets(), row, map.values(), &values);
    let nulls = if lenient { without_failed(array, failed) } else { map.nulls().cloned() };
    let entries = StructArray::try_new(fields.clone(), vec![keys.clone(), values.clone()], None).map_err(internal)?;
    Ok(Arc::new(MapArray::try_new(field.clone(), map.offsets().clone(), entries, nulls, *ordered).map_err(internal)?))
}

fn cast_row(array: &ArrayRef, target: &DataType, fields: &[ArrayCast], lenient: bool) -> Result<ArrayRef> {
    let row = array.as_struct();
    let DataType::Struct(target_fields) = target else { return Err(unexpected(target)) };
    let columns = row.columns().iter().zip(fields).map(|(column, cast)| cast(column)).collect::<Result<Vec<_>>>()?;
    let failed = |at: usize| row.columns().iter().zip(&columns).any(|(before, after)| before.is_valid(at) && after.is_null(at));
    let nulls = if lenient { without_failed(array, failed) } else { row.nulls().cloned() };
    let array = StructArray::try_new_with_length(target_fields.clone(), columns.clone(), nulls, row.len()).map_err(internal)?;
    Ok(Arc::new(array))
}

/// Whether an element of a row was a value before and is NULL after.
fn any_failed(offsets: &OffsetBuffer<i32>, row: usize, before: &ArrayRef, after: &ArrayRef) -> bool {
    (offsets[row] as usize..offsets[row + 1] as usize).any(|at| before.is_valid(at) && after.is_null(at))
}

fn without_failed(array: &ArrayRef, failed: impl Fn(usize) -> bool) -> Option<NullBuffer> {
    Some(NullBuffer::from_iter((0..array.len()).map(|row| array.is_valid(row) && !failed(row))))
}

fn unexpected(target: &DataType) -> Error {
    Error::internal(format!("a collection is cast to {target}"))
}

fn internal(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}
