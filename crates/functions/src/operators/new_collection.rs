//! ARRAY[...], MAP[...] and ROW(...).

use super::comparison::internal;
use crate::kernel::{Args, Function, rows};
use crate::signature::{accept, accept_as_is};
use arrow::array::{Array, ArrayRef, ListArray, MapArray, StructArray, make_comparator};
use arrow::buffer::OffsetBuffer;
use arrow::compute::{SortOptions, interleave};
use arrow::datatypes::DataType;
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::{Field, LogicalType, TypeKind, arrow_type, common_type_of};

pub(super) static ARRAY: Function = Function::new(
    &FunctionDoc {
        name: "ARRAY",
        aliases: &[],
        definition: "array",
        signatures: &["ARRAY[value, ...]"],
        summary: "Makes an array.",
        examples: &[Example { expression: "ARRAY[1, NULL, 3]", result: "[1, NULL, 3]" }],
    },
    resolve_array,
    array_kernel,
)
.infallible();

pub(super) static MAP: Function = Function::new(
    &FunctionDoc {
        name: "MAP",
        aliases: &[],
        definition: "map",
        signatures: &["MAP[key, value, ...]"],
        summary: "Makes a map. Of equal keys the last one holds.",
        examples: &[Example { expression: "MAP['a', 1, 'a', 2]", result: "{a=2}" }],
    },
    resolve_map,
    map_kernel,
)
.infallible();

pub(super) static ROW: Function = Function::new(
    &FunctionDoc {
        name: "ROW",
        aliases: &[],
        definition: "row",
        signatures: &["ROW(value, ...)"],
        summary: "Makes a row with the fields EXPR$0, EXPR$1 and so on.",
        examples: &[Example { expression: "ROW(1, 'a')", result: "(1, a)" }],
    },
    resolve_row,
    row_kernel,
)
.infallible();

fn no_arguments() -> CallError {
    CallError::new("at least one value is needed").with_flink("Require at least 1 argument")
}

fn common<'a>(types: impl IntoIterator<Item = &'a LogicalType>) -> Result<LogicalType, CallError> {
    let common = common_type_of(types).filter(|common| common.kind != TypeKind::Null);
    common.ok_or_else(|| CallError::new("the values have no common type").with_flink("Parameters must be of the same type"))
}

fn resolve_array(arguments: &[Argument]) -> Result<Signature, CallError> {
    if arguments.is_empty() {
        return Err(no_arguments());
    }
    let element = common(arguments.iter().map(|argument| &argument.data_type))?;
    let cast = accept(arguments, &vec![element.kind.clone(); arguments.len()], TypeKind::Null).arguments;
    Ok(Signature { arguments: cast, result: LogicalType::array(element).with_nullable(false) })
}

fn resolve_map(arguments: &[Argument]) -> Result<Signature, CallError> {
    if arguments.is_empty() {
        return Err(no_arguments());
    }
    if arguments.len() % 2 == 1 {
        return Err(CallError::new("a map needs a value for each key").with_flink("Map requires an even number of arguments"));
    }
    let key = common(arguments.iter().step_by(2).map(|argument| &argument.data_type))?;
    let value = common(arguments.iter().skip(1).step_by(2).map(|argument| &argument.data_type))?;
    let kinds: Vec<TypeKind> = (0..arguments.len()).map(|i| if i % 2 == 0 { key.kind.clone() } else { value.kind.clone() }).collect();
    let cast = accept(arguments, &kinds, TypeKind::Null).arguments;
    Ok(Signature { arguments: cast, result: LogicalType::map(key, value).with_nullable(false) })
}

fn resolve_row(arguments: &[Argument]) -> Result<Signature, CallError> {
    if let Some(null) = arguments.iter().position(|argument| argument.data_type.kind == TypeKind::Null) {
        let error = CallError::new("a NULL in a row has no type").at(null);
        return Err(error.with_help("Write CAST(NULL AS type).").with_flink("Illegal use of 'NULL'"));
    }
    let field = |(i, argument): (usize, &Argument)| Field::new(format!("EXPR${i}"), argument.data_type.clone());
    let fields = arguments.iter().enumerate().map(field).collect();
    Ok(accept_as_is(arguments, LogicalType::not_null(TypeKind::Row(fields))))
}

fn array_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let DataType::List(field) = arrow_type(&call.result) else { return Err(Error::internal("ARRAY gives no array")) };
    Ok(rows(move |args| {
        let columns = columns(args, 0, 1)?;
        let values = by_row(&columns, args.rows())?;
        let offsets = OffsetBuffer::from_repeated_length(columns.len(), args.rows());
        Ok(Arc::new(ListArray::try_new(field.clone(), offsets, values, None).map_err(internal)?) as ArrayRef)
    }))
}

fn map_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let target = arrow_type(&call.result);
    Ok(rows(move |args| new_map(args, &target)))
}

fn new_map(args: &Args<'_>, target: &DataType) -> Result<ArrayRef> {
    let DataType::Map(field, ordered) = target else { return Err(Error::internal("MAP gives no map")) };
    let DataType::Struct(fields) = field.data_type() else { return Err(Error::internal("MAP gives no entries")) };
    let (keys, values) = (columns(args, 0, 2)?, columns(args, 1, 2)?);
    let kept = entries_to_keep(&keys, args.rows())?;
    let offsets = OffsetBuffer::from_lengths(kept.iter().map(Vec::len));
    let key_places: Vec<(usize, usize)> = places(&kept, |(key, _)| *key);
    let value_places: Vec<(usize, usize)> = places(&kept, |(_, value)| *value);
    let key_array = gather(&keys, &key_places)?;
    let value_array = gather(&values, &value_places)?;
    let entries = StructArray::try_new(fields.clone(), vec![key_array, value_array], None).map_err(internal)?;
    Ok(Arc::new(MapArray::try_new(field.clone(), offsets, entries, None, *ordered).map_err(internal)?))
}

/// For each row the columns of keys and of their values; a repeated key keeps its place and takes the last value.
fn entries_to_keep(keys: &[ArrayRef], rows: usize) -> Result<Vec<Vec<(usize, usize)>>> {
    let mut same = Vec::with_capacity(keys.len());
    for left in keys {
        let row: Result<Vec<_>> = keys.iter().map(|right| make_comparator(left, right, SortOptions::default()).map_err(internal)).collect();
        same.push(row?);
    }
    let is_same = |a: usize, b: usize, row: usize| same[a][b](row, row).is_eq();
    let one = |row: usize| {
        let mut entries: Vec<(usize, usize)> = vec![];
        for column in 0..keys.len() {
            match entries.iter_mut().find(|(kept, _)| is_same(*kept, column, row)) {
                Some(entry) => entry.1 = column,
                None => entries.push((column, column)),
            }
        }
        entries
    };
    Ok((0..rows).map(one).collect())
}

fn places(kept: &[Vec<(usize, usize)>], column: impl Fn(&(usize, usize)) -> usize) -> Vec<(usize, usize)> {
    kept.iter()
        .enumerate()
        .flat_map(|(row, entries)| entries.iter().map(move |entry| (entry, row)))
        .map(|(entry, row)| (column(entry), row))
        .collect()
}

fn row_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let DataType::Struct(fields) = arrow_type(&call.result) else { return Err(Error::internal("ROW gives no row")) };
    Ok(rows(move |args| {
        let columns = columns(args, 0, 1)?;
        let array = StructArray::try_new_with_length(fields.clone(), columns, None, args.rows()).map_err(internal)?;
        Ok(Arc::new(array) as ArrayRef)
    }))
}

fn columns(args: &Args<'_>, first: usize, step: usize) -> Result<Vec<ArrayRef>> {
    (first..args.len()).step_by(step).map(|i| args.array(i)).collect()
}

/// The values of all columns, row after row.
fn by_row(columns: &[ArrayRef], rows: usize) -> Result<ArrayRef> {
    let places: Vec<(usize, usize)> = (0..rows).flat_map(|row| (0..columns.len()).map(move |column| (column, row))).collect();
    gather(columns, &places)
}

fn gather(columns: &[ArrayRef], places: &[(usize, usize)]) -> Result<ArrayRef> {
    let arrays: Vec<&dyn Array> = columns.iter().map(AsRef::as_ref).collect();
    interleave(&arrays, places).map_err(internal)
}
