//! CARDINALITY, ELEMENT and the MAP_* functions.

use crate::kernel::{Args, Function, rows};
use crate::row_codec::{RowCodec, internal};
use crate::signature::{Family, Forms, accept_as_is, any_nullable};
use arrow::array::{Array, ArrayRef, AsArray, Int32Array, ListArray, MapArray, StructArray, UInt32Array};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::compute::{concat, take};
use arrow::datatypes::DataType;
use diag::{Error, Result};
use std::collections::HashMap;
use std::sync::Arc;
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{Field, TypeKind, arrow_type, common_type_of};

static CARDINALITY: FunctionDoc = FunctionDoc {
    name: "CARDINALITY",
    aliases: &[],
    definition: "cardinality",
    signatures: &["CARDINALITY(array)", "CARDINALITY(map)", "CARDINALITY(multiset)"],
    summary: "The number of elements of an array, or of entries of a map.",
    examples: &[
        Example { expression: "CARDINALITY(ARRAY[1, 2])", result: "2" },
        Example { expression: "CARDINALITY(MAP['a', 1])", result: "1" },
    ],
};

static ELEMENT: FunctionDoc = FunctionDoc {
    name: "ELEMENT",
    aliases: &[],
    definition: "element",
    signatures: &["ELEMENT(array)"],
    summary: "The only element of an array; NULL for an empty array, and an error for more than one element.",
    examples: &[Example { expression: "ELEMENT(ARRAY[1])", result: "1" }],
};

static KEYS: FunctionDoc = FunctionDoc {
    name: "MAP_KEYS",
    aliases: &[],
    definition: "MAP_KEYS",
    signatures: &["MAP_KEYS(map)"],
    summary: "The keys of a map.",
    examples: &[Example { expression: "MAP_KEYS(MAP['a', 1, 'b', 2])", result: "[a, b]" }],
};

static VALUES: FunctionDoc = FunctionDoc {
    name: "MAP_VALUES",
    aliases: &[],
    definition: "MAP_VALUES",
    signatures: &["MAP_VALUES(map)"],
    summary: "The values of a map.",
    examples: &[Example { expression: "MAP_VALUES(MAP['a', 1, 'b', 2])", result: "[1, 2]" }],
};

static ENTRIES: FunctionDoc = FunctionDoc {
    name: "MAP_ENTRIES",
    aliases: &[],
    definition: "MAP_ENTRIES",
    signatures: &["MAP_ENTRIES(map)"],
    summary: "The entries of a map as rows of key and value.",
    examples: &[Example { expression: "MAP_ENTRIES(MAP['a', 1])", result: "[(a, 1)]" }],
};

static FROM_ARRAYS: FunctionDoc = FunctionDoc {
    name: "MAP_FROM_ARRAYS",
    aliases: &[],
    definition: "MAP_FROM_ARRAYS",
    signatures: &["MAP_FROM_ARRAYS(keys, values)"],
    summary: "A map from two arrays of the same length; of equal keys the last holds.",
    examples: &[Example { expression: "MAP_FROM_ARRAYS(ARRAY['a', 'b'], ARRAY[1, 2])", result: "{a=1, b=2}" }],
};

static UNION: FunctionDoc = FunctionDoc {
    name: "MAP_UNION",
    aliases: &[],
    definition: "MAP_UNION",
    signatures: &["MAP_UNION(map, ...)"],
    summary: "A map with the entries of all maps; of equal keys that of the last map holds. NULL when one of the maps is.",
    examples: &[Example { expression: "MAP_UNION(MAP['a', 1], MAP['a', 2, 'b', 3])", result: "{a=2, b=3}" }],
};

pub(super) fn cardinality() -> FunctionDefinition {
    Function::new(
        &CARDINALITY,
        |arguments| {
            Forms { name: "CARDINALITY", forms: &[&[Family::Any]] }.check(arguments)?;
            let kind = &arguments[0].data_type.kind;
            if !matches!(kind, TypeKind::Array(_) | TypeKind::Map(..) | TypeKind::Multiset(_) | TypeKind::Null | TypeKind::Unknown) {
                let forms = ["CARDINALITY(<MULTISET>)", "CARDINALITY(<ARRAY>)", "CARDINALITY(<MAP>)"].map(str::to_owned);
                let given = format!("CARDINALITY(<{}>)", arguments[0].data_type.validator_text());
                return Err(crate::signature::refuse("CARDINALITY", &given, &forms, arguments, Some(0)));
            }
            Ok(accept_as_is(arguments, LogicalType::int().with_nullable(arguments[0].data_type.nullable)))
        },
        |_| {
            Ok(rows(|args| {
                let array = args.array(0)?;
                let length = |row: usize| match array.data_type() {
                    DataType::List(_) => array.as_list::<i32>().value_length(row),
                    _ => array.as_map().value_length(row),
                };
                Ok(Arc::new(Int32Array::from_iter((0..args.rows()).map(|row| array.is_valid(row).then(|| length(row))))))
            }))
        },
    )
    .infallible()
    .definition()
}

pub(super) fn element() -> FunctionDefinition {
    Function::new(
        &ELEMENT,
        |arguments| {
            Forms { name: "ELEMENT", forms: &[&[Family::Array]] }.check(arguments)?;
            let data_type = &arguments[0].data_type;
            let result = match &data_type.kind {
                TypeKind::Array(element) => (**element).clone().or_nullable(data_type.nullable),
                _ => data_type.clone(),
            };
            Ok(accept_as_is(arguments, result))
        },
        |_| {
            Ok(rows(|args| {
                let array = args.array(0)?;
                let lists = array.as_list::<i32>();
                if (0..lists.len()).any(|row| lists.is_valid(row) && lists.value_length(row) > 1) {
                    return Err(Error::data("ELEMENT takes an array of one element: Array has more than one element."));
                }
                let place = |row: usize| (lists.is_valid(row) && lists.value_length(row) == 1).then(|| lists.value_offsets()[row] as u32);
                take(lists.values(), &UInt32Array::from_iter((0..lists.len()).map(place)), None).map_err(internal)
            }))
        },
    )
    .definition()
}

pub(super) fn keys() -> FunctionDefinition {
    Function::new(&KEYS, |arguments| of_map("MAP_KEYS", arguments, |key, _| key.clone()), |call| parts(call, |map| map.keys().clone()))
        .infallible()
        .definition()
}

pub(super) fn values() -> FunctionDefinition {
    Function::new(
        &VALUES,
        |arguments| of_map("MAP_VALUES", arguments, |_, value| value.clone()),
        |call| parts(call, |map| map.values().clone()),
    )
    .infallible()
    .definition()
}

pub(super) fn entries() -> FunctionDefinition {
    Function::new(
        &ENTRIES,
        |arguments| {
            of_map("MAP_ENTRIES", arguments, |key, value| {
                LogicalType::new(TypeKind::Row(vec![Field::new("key", key.clone()), Field::new("value", value.clone())]))
            })
        },
        |call| parts(call, |map| Arc::new(map.entries().clone())),
    )
    .infallible()
    .definition()
}

fn of_map(
    name: &'static str,
    arguments: &[Argument],
    element: impl FnOnce(&LogicalType, &LogicalType) -> LogicalType,
) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Map]] }.check(arguments)?;
    let map = &arguments[0].data_type;
    let result = match &map.kind {
        TypeKind::Map(key, value) => LogicalType::array(element(key, value)).with_nullable(map.nullable),
        _ => map.clone(),
    };
    Ok(accept_as_is(arguments, result))
}

/// An array of what each entry of a map has.
fn parts(call: &CallSite, part: fn(&MapArray) -> ArrayRef) -> Result<Box<dyn Kernel>> {
    let DataType::List(field) = arrow_type(&call.result) else { return Err(Error::internal(format!("{} is no array", call.result))) };
    Ok(rows(move |args| {
        let array = args.array(0)?;
        let map = array.as_map();
        let list = ListArray::try_new(field.clone(), map.offsets().clone(), part(map), map.nulls().cloned());
        Ok(Arc::new(list.map_err(internal)?) as ArrayRef)
    }))
}

pub(super) fn from_arrays() -> FunctionDefinition {
    Function::new(
        &FROM_ARRAYS,
        |arguments| {
            Forms { name: "MAP_FROM_ARRAYS", forms: &[&[Family::Array, Family::Array]] }.check(arguments)?;
            let element = |argument: &Argument| match &argument.data_type.kind {
                TypeKind::Array(element) => (**element).clone(),
                kind => LogicalType::new(kind.clone()),
            };
            let map = LogicalType::map(element(&arguments[0]), element(&arguments[1]));
            Ok(accept_as_is(arguments, map.with_nullable(any_nullable(arguments))))
        },
        |call| {
            let result = call.result.clone();
            Ok(rows(move |args| {
                let (keys, values) = (args.array(0)?, args.array(1)?);
                let (keys, values) = (keys.as_list::<i32>(), values.as_list::<i32>());
                let mut pairs = Vec::with_capacity(args.rows());
                for row in 0..args.rows() {
                    pairs.push(if keys.is_null(row) || values.is_null(row) { None } else { Some(zipped(keys, values, row)?) });
                }
                map_of(&result, keys.values(), values.values(), pairs)
            }))
        },
    )
    .definition()
}

/// Places of keys and of values.
fn zipped(keys: &ListArray, values: &ListArray, row: usize) -> Result<Vec<(usize, usize)>> {
    let (length, other) = (keys.value_length(row), values.value_length(row));
    if length != other {
        return Err(Error::data(format!(
            "Invalid function MAP_FROM_ARRAYS call:\nThe length of the keys array {length} is not equal to the length of the values array {other}"
        )));
    }
    let (key, value) = (keys.value_offsets()[row] as usize, values.value_offsets()[row] as usize);
    Ok((0..length as usize).map(|i| (key + i, value + i)).collect())
}

pub(super) fn union() -> FunctionDefinition {
    Function::new(&UNION, resolve_union, |call| {
        let result = call.result.clone();
        Ok(rows(move |args| united(args, &result)))
    })
    .infallible()
    .definition()
}

fn resolve_union(arguments: &[Argument]) -> Result<Signature, CallError> {
    let forms = Forms { name: "MAP_UNION", forms: &[&[Family::Map]] };
    if arguments.is_empty() {
        forms.check(arguments)?;
    }
    if let Some(wrong) = arguments.iter().position(|argument| !Family::Map.accepts(&argument.data_type)) {
        return Err(forms.refusal(arguments).at(wrong));
    }
    let common = common_type_of(arguments.iter().map(|argument| &argument.data_type))
        .ok_or_else(|| CallError::new("the maps of 'MAP_UNION' have no common type").with_flink("Invalid input arguments."))?;
    let types = arguments.iter().map(|argument| common.clone().with_nullable(argument.data_type.nullable)).collect();
    Ok(Signature { arguments: types, result: common.with_nullable(any_nullable(arguments)) })
}

fn united(args: &Args<'_>, result: &LogicalType) -> Result<ArrayRef> {
    let maps: Vec<ArrayRef> = (0..args.len()).map(|i| args.array(i)).collect::<Result<_>>()?;
    let maps: Vec<&MapArray> = maps.iter().map(|map| map.as_map()).collect();
    let all = |part: fn(&MapArray) -> &ArrayRef| {
        concat(&maps.iter().map(|map| part(map).as_ref()).collect::<Vec<&dyn Array>>()).map_err(internal)
    };
    let (keys, values) = (all(MapArray::keys)?, all(MapArray::values)?);
    let pairs = (0..args.rows()).map(|row| {
        let (mut places, mut base) = (Vec::new(), 0);
        for map in &maps {
            if map.is_null(row) {
                return None;
            }
            let offsets = map.value_offsets();
            places.extend((offsets[row] as usize..offsets[row + 1] as usize).map(|i| (base + i, base + i)));
            base += map.keys().len();
        }
        Some(places)
    });
    map_of(result, &keys, &values, pairs.collect())
}

/// Maps from places of keys and of values; of equal keys the last value holds, at the place of the first.
fn map_of(result: &LogicalType, keys: &ArrayRef, values: &ArrayRef, pairs: Vec<Option<Vec<(usize, usize)>>>) -> Result<ArrayRef> {
    let (TypeKind::Map(key, _), DataType::Map(entries, sorted)) = (&result.kind, arrow_type(result)) else {
        return Err(Error::internal(format!("{result} is no map")));
    };
    let DataType::Struct(fields) = entries.data_type() else { return Err(Error::internal("a map without entries")) };
    let encoded = RowCodec::new([&**key])?.encode(std::slice::from_ref(keys))?;
    let (mut chosen, mut lengths): (Vec<(u32, u32)>, Vec<usize>) = (Vec::new(), Vec::with_capacity(pairs.len()));
    for pairs in &pairs {
        let start = chosen.len();
        let mut known = HashMap::new();
        for &(key, value) in pairs.iter().flatten() {
            let place = *known.entry(encoded.row(key)).or_insert(chosen.len());
            match chosen.get_mut(place) {
                Some(pair) => pair.1 = value as u32,
                None => chosen.push((key as u32, value as u32)),
            }
        }
        lengths.push(chosen.len() - start);
    }
    let column = |array: &ArrayRef, places: UInt32Array| take(array, &places, None).map_err(internal);
    let columns = vec![
        column(keys, chosen.iter().map(|pair| pair.0).collect::<Vec<_>>().into())?,
        column(values, chosen.iter().map(|pair| pair.1).collect::<Vec<_>>().into())?,
    ];
    let rows = StructArray::try_new(fields.clone(), columns, None).map_err(internal)?;
    let valid = NullBuffer::from_iter(pairs.iter().map(Option::is_some));
    let map = MapArray::try_new(entries.clone(), OffsetBuffer::from_lengths(lengths), rows, Some(valid), sorted);
    Ok(Arc::new(map.map_err(internal)?))
}
