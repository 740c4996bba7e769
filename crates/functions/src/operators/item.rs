//! `array[i]`, `map[key]`, `row[i]`, `variant['key']` and `row.field`.

use super::comparison::{Comparison, compare_columns, internal};
use crate::json::document::Json;
use crate::kernel::{Args, Function, Text, rows};
use crate::signature::{accept, accept_as_is};
use arrow::array::{Array, ArrayRef, AsArray, UInt32Array};
use arrow::compute::take;
use arrow::datatypes::Int32Type;
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Columnar, Example, FunctionDoc, Kernel, Signature};
use table::types::{Cast, Field, LogicalType, MAX_LENGTH, TypeKind, cast_kind};
use table::value::Value;

pub(super) static ITEM: Function = Function::new(
    &FunctionDoc {
        name: "ITEM",
        aliases: &[],
        definition: "at",
        signatures: &["array[index]", "map[key]", "row[index]", "variant[key]"],
        summary: "The element at an index that counts from 1, or the value of a key; NULL when there is none.",
        examples: &[Example { expression: "ARRAY[1, 2][1]", result: "1" }, Example { expression: "MAP['a', 1]['a']", result: "1" }],
    },
    resolve,
    kernel,
);

pub(super) static FIELD: Function = Function::new(
    &FunctionDoc {
        name: "FIELD",
        aliases: &[],
        definition: "get",
        signatures: &["row.field"],
        summary: "The value of a field of a row.",
        examples: &[Example { expression: "CAST(ROW(1, 'x') AS ROW<f INT, g STRING>).g", result: "x" }],
    },
    resolve_field,
    field_kernel,
)
.infallible();

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    let [container, index] = arguments else { return Err(refusal(arguments)) };
    if container.data_type.is_unknown() || index.data_type.is_unknown() {
        return Ok(accept(arguments, &[], TypeKind::Unknown));
    }
    match &container.data_type.kind {
        TypeKind::Array(element) if matches!(index.data_type.kind, TypeKind::Null) || index.data_type.kind.is_integer() => {
            check_index(index)?;
            let result = element.as_ref().clone().with_nullable(true);
            Ok(take_with(arguments, TypeKind::Int, result))
        }
        TypeKind::Map(key, value) if index.data_type.kind == TypeKind::Null || is_key(&index.data_type, key) => {
            // Text keeps its type: cut to the length of the keys it could become one of them.
            let looked_up = if index.data_type.kind.is_character() { &index.data_type.kind } else { &key.kind };
            Ok(take_with(arguments, looked_up.clone(), value.as_ref().clone().with_nullable(true)))
        }
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => match field_of(fields, index) {
            Some(at) => Ok(accept_as_is(arguments, fields[at].data_type.clone().or_nullable(container.data_type.nullable))),
            None => Err(refusal(arguments)),
        },
        TypeKind::Variant if index.data_type.kind.is_integer() => {
            Ok(take_with(arguments, TypeKind::Int, LogicalType::new(TypeKind::Variant)))
        }
        TypeKind::Variant if index.data_type.kind.is_character() => {
            Ok(take_with(arguments, TypeKind::Varchar(MAX_LENGTH), LogicalType::new(TypeKind::Variant)))
        }
        _ => Err(refusal(arguments)),
    }
}

fn take_with(arguments: &[Argument], index: TypeKind, result: LogicalType) -> Signature {
    let index = LogicalType { kind: index, nullable: arguments[1].data_type.nullable };
    Signature { arguments: vec![arguments[0].data_type.clone(), index], result }
}

/// A key is looked up in the key's type; a number does not become text.
fn is_key(index: &LogicalType, key: &LogicalType) -> bool {
    let related = (index.kind.is_numeric() && key.kind.is_numeric()) || (index.kind.is_character() && key.kind.is_character());
    related || cast_kind(&index.kind, &key.kind) == Cast::Implicit
}

fn check_index(index: &Argument) -> Result<(), CallError> {
    match index.literal {
        Some(Value::Int(at)) if at < 1 => {
            let text = format!("Array element access needs an index starting at 1 but was {at}.");
            Err(CallError::new(format!("the index of an array starts at 1, not {at}")).at(1).with_flink(text))
        }
        _ if index.data_type.kind == TypeKind::BigInt => {
            let error = CallError::new("the index of an array is an INT, not a BIGINT").at(1);
            Err(error.with_help("CAST it to INT.").with_flink("Integer expression type expected."))
        }
        _ => Ok(()),
    }
}

fn field_of(fields: &[Field], index: &Argument) -> Option<usize> {
    match &index.literal {
        Some(Value::Int(at)) => usize::try_from(at - 1).ok().filter(|at| *at < fields.len()),
        Some(Value::String(name)) => fields.iter().position(|field| field.name == *name),
        _ => None,
    }
}

fn refusal(arguments: &[Argument]) -> CallError {
    let types: Vec<String> = arguments.iter().map(|a| format!("<{}>", a.data_type.validator_text().to_uppercase())).collect();
    let forms = "<ARRAY>[<INTEGER>]\n<MAP>[<ANY>]\n<ROW>[<CHARACTER>|<INTEGER>]\n<VARIANT>[<CHARACTER>|<INTEGER>]";
    let kinds: Vec<String> = arguments.iter().map(|a| a.data_type.kind.to_string()).collect();
    CallError::new(format!("no item is taken by {}", kinds.join(" and ")))
        .with_help("An ARRAY takes an INT, a MAP a key of its key type, a ROW the number or name of a field.")
        .with_flink(format!("Cannot apply 'ITEM' to arguments of type 'ITEM({})'. Supported form(s): {forms}", types.join(", ")))
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let [container, index] = call.arguments.as_slice() else { return Err(Error::internal("an item has a container and an index")) };
    match &container.data_type.kind {
        TypeKind::Array(_) => Ok(rows(array_item)),
        TypeKind::Map(key, _) => {
            let types = [key.kind.clone(), key.kind.clone()];
            Ok(rows(move |args| map_item(args, &types)))
        }
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
            let at = field_of(fields, index).ok_or_else(|| Error::internal("a field is not found"))?;
            Ok(rows(move |args| field_item(args, at)))
        }
        TypeKind::Variant if index.data_type.kind.is_character() => Ok(rows(|args| {
            let keys = args.column::<Text>(1)?;
            variant_item(args, |row, value| match value {
                Json::Object(_) => Ok(keys.get(row).and_then(|key| value.get(key))),
                _ => Err(Error::data("a text is the key of an object, and this VARIANT is none")),
            })
        })),
        TypeKind::Variant => Ok(rows(|args| {
            let indices = args.column::<Int32Type>(1)?;
            variant_item(args, |row, value| match value {
                Json::Array(elements) => {
                    Ok(indices.get(row).and_then(|index| usize::try_from(index - 1).ok()).and_then(|at| elements.get(at)))
                }
                _ => Err(Error::data("a number is the index of an array, and this VARIANT is none")),
            })
        })),
        kind => Err(Error::internal(format!("a {kind} has no items"))),
    }
}

fn array_item(args: &Args<'_>) -> Result<ArrayRef> {
    let arrays = args.array(0)?;
    let list = arrays.as_list::<i32>();
    let indices = args.column::<Int32Type>(1)?;
    let places = (0..args.rows()).map(|row| {
        let at = indices.get(row).filter(|at| *at >= 1 && list.is_valid(row))?;
        let place = list.value_offsets()[row] + at - 1;
        (at <= list.value_length(row)).then_some(place as u32)
    });
    take(list.values(), &places.collect::<UInt32Array>(), None).map_err(internal)
}

fn map_item(args: &Args<'_>, types: &[TypeKind; 2]) -> Result<ArrayRef> {
    let maps = args.array(0)?;
    let map = maps.as_map();
    let wanted = args.array(1)?;
    // The wanted key of each row, once for each entry of the row, to compare all keys at once.
    let row_of_entry: UInt32Array =
        (0..map.len()).flat_map(|row| std::iter::repeat_n(row as u32, map.value_length(row) as usize)).collect();
    let first = map.value_offsets().first().copied().unwrap_or(0) as usize;
    let keys = map.keys().slice(first, row_of_entry.len());
    let wanted = take(&wanted, &row_of_entry, None).map_err(internal)?;
    let equal = compare_columns(Comparison::Equal, &Columnar::Array(keys), &Columnar::Array(wanted), types, row_of_entry.len())?;
    let places = (0..args.rows()).map(|row| {
        let entries = map.value_offsets()[row] as usize..map.value_offsets()[row + 1] as usize;
        entries.rev().find(|entry| equal.is_valid(entry - first) && equal.value(entry - first) && map.is_valid(row)).map(|at| at as u32)
    });
    take(map.values(), &places.collect::<UInt32Array>(), None).map_err(internal)
}

fn variant_item<'a>(args: &Args<'a>, get: impl for<'j> Fn(usize, &'j Json<'a>) -> Result<Option<&'j Json<'a>>>) -> Result<ArrayRef> {
    let variants = args.column::<Text>(0)?;
    args.build_text(|row, out| {
        let Some(text) = variants.get(row) else { return Ok(false) };
        let value = Json::parse_variant(text).map_err(|error| Error::internal(format!("a VARIANT is not JSON: {error}")))?;
        let item = get(row, &value)?;
        if let Some(item) = item {
            item.write(out);
        }
        Ok(item.is_some())
    })
}

fn resolve_field(arguments: &[Argument]) -> Result<Signature, CallError> {
    let [row, name] = arguments else { return Err(CallError::new("a field has a row and a name")) };
    match &row.data_type.kind {
        TypeKind::Unknown => Ok(accept(arguments, &[], TypeKind::Unknown)),
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => match field_of(fields, name) {
            Some(at) => Ok(accept_as_is(arguments, fields[at].data_type.clone().or_nullable(row.data_type.nullable))),
            None => {
                let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
                Err(CallError::new("the row has no such field").at(1).with_help(format!("Its fields are {}.", names.join(", "))))
            }
        },
        kind => Err(CallError::new(format!("a {kind} has no fields")).at(0)),
    }
}

fn field_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let [row, name] = call.arguments.as_slice() else { return Err(Error::internal("a field has a row and a name")) };
    match &row.data_type.kind {
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
            let at = field_of(fields, name).ok_or_else(|| Error::internal("a field is not found"))?;
            Ok(rows(move |args| field_item(args, at)))
        }
        kind => Err(Error::internal(format!("a {kind} has no fields"))),
    }
}

/// A field is NULL where its row is.
fn field_item(args: &Args<'_>, at: usize) -> Result<ArrayRef> {
    let array = args.array(0)?;
    let row = array.as_struct();
    let column = row.column(at).clone();
    match row.nulls() {
        None => Ok(column),
        Some(nulls) => {
            let places = (0..row.len()).map(|row| nulls.is_valid(row).then_some(row as u32));
            take(&column, &places.collect::<UInt32Array>(), None).map_err(internal).map(|array| array as Arc<dyn Array>)
        }
    }
}
