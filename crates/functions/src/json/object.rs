//! JSON_OBJECT and JSON_ARRAY.

use super::document::{by_utf16, write_quoted};
use super::string::Cell;
use super::word;
use super::writer::{JsonWriter, without_json};
use crate::kernel::{Args, Column, Function, Text, rows};
use diag::{Error, Result};
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::MAX_LENGTH;
use table::{LogicalType, TypeKind, Value};

static OBJECT_DOC: FunctionDoc = FunctionDoc {
    name: "JSON_OBJECT",
    aliases: &[],
    definition: "JSON_OBJECT",
    signatures: &[
        "JSON_OBJECT([[KEY] key VALUE value, ...] [{NULL | ABSENT} ON NULL])",
        "JSON_OBJECT([key: value, ...] [{NULL | ABSENT} ON NULL])",
    ],
    summary: "A JSON object of keys and values, the keys sorted. NULL values are null, or left out with ABSENT ON NULL. A value that is \
              itself a call of JSON_OBJECT, JSON_ARRAY or JSON is put in as JSON.",
    examples: &[
        Example { expression: "JSON_OBJECT('k' VALUE 1, KEY 'x' VALUE CAST(NULL AS STRING))", result: "{\"k\":1,\"x\":null}" },
        Example { expression: "JSON_OBJECT('k' VALUE JSON_OBJECT('a' VALUE 1))", result: "{\"k\":{\"a\":1}}" },
    ],
};

static ARRAY_DOC: FunctionDoc = FunctionDoc {
    name: "JSON_ARRAY",
    aliases: &[],
    definition: "JSON_ARRAY",
    signatures: &["JSON_ARRAY([value, ...] [{NULL | ABSENT} ON NULL])"],
    summary: "A JSON array of values. NULL values are left out, or null with NULL ON NULL. A value that is itself a call of JSON_OBJECT, \
              JSON_ARRAY or JSON is put in as JSON.",
    examples: &[
        Example { expression: "JSON_ARRAY(1, '2', CAST(NULL AS INT))", result: "[1,\"2\"]" },
        Example { expression: "JSON_ARRAY(CAST(NULL AS INT) NULL ON NULL)", result: "[null]" },
    ],
};

pub(super) fn json_object() -> FunctionDefinition {
    Function::new(&OBJECT_DOC, resolve_object, object_kernel).definition()
}

pub(super) fn json_array() -> FunctionDefinition {
    Function::new(&ARRAY_DOC, resolve_array, array_kernel).definition()
}

/// Arguments before the keys and values.
const CLAUSES: usize = 2;

fn resolve_object(arguments: &[Argument]) -> Result<Signature, CallError> {
    let mut types: Vec<LogicalType> = arguments.iter().map(|argument| argument.data_type.clone()).collect();
    for key in (CLAUSES..arguments.len()).step_by(2) {
        if !types[key].kind.is_character() && !types[key].is_unknown() {
            return Err(CallError::new(format!("a key of 'JSON_OBJECT' must be text, not {}", types[key].kind))
                .at(key)
                .with_flink("Expected a character type"));
        }
        if arguments[key].literal == Some(Value::Null) {
            return Err(CallError::new("a key of 'JSON_OBJECT' must not be NULL")
                .at(key)
                .with_flink("Argument to function 'JSON_OBJECT' must not be NULL"));
        }
        types[key].kind = TypeKind::Varchar(MAX_LENGTH);
        check_value("JSON_OBJECT", arguments, key + 1)?;
    }
    Ok(Signature { arguments: types, result: LogicalType::string().with_nullable(false) })
}

fn resolve_array(arguments: &[Argument]) -> Result<Signature, CallError> {
    (CLAUSES..arguments.len()).try_for_each(|value| check_value("JSON_ARRAY", arguments, value))?;
    let types = arguments.iter().map(|argument| argument.data_type.clone()).collect();
    Ok(Signature { arguments: types, result: LogicalType::string().with_nullable(false) })
}

fn check_value(name: &str, arguments: &[Argument], value: usize) -> Result<(), CallError> {
    let Some(unfit) = arguments.get(value).and_then(|argument| without_json(&argument.data_type)) else { return Ok(()) };
    Err(CallError::new(format!("'{name}' cannot write {} as JSON", unfit.data_type.kind))
        .at(value)
        .with_help("CAST it to STRING.")
        .with_flink(unfit.flink()))
}

/// How values are written, and whether NULL values are.
struct Values {
    writers: Vec<JsonWriter>,
    with_nulls: bool,
}

impl Values {
    fn of(call: &CallSite, places: impl Iterator<Item = usize>, on_null: &str) -> Self {
        let kinds = word(call, 1, "");
        let writer = |(i, place): (usize, usize)| match kinds.as_bytes().get(i) {
            Some(b'J') => JsonWriter::verbatim(),
            _ => JsonWriter::new(&call.arguments[place].data_type),
        };
        Values { writers: places.enumerate().map(writer).collect(), with_nulls: word(call, 0, on_null) == "NULL" }
    }
}

fn object_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let values = Values::of(call, (CLAUSES + 1..call.arguments.len()).step_by(2), "NULL");
    let literal_keys: Option<Vec<&str>> = (CLAUSES..call.arguments.len()).step_by(2).map(|key| literal(call, key)).collect();
    // Equal keys: the last one counts.
    let sorted = literal_keys.map(|keys| order(&keys));
    Ok(rows(move |args| {
        let keys: Vec<Column<'_, Text>> = (CLAUSES..args.len()).step_by(2).map(|key| args.column(key)).collect::<Result<_>>()?;
        let cells = cells(args, CLAUSES + 1, 2)?;
        args.build_text(|row, out| {
            let keys: Vec<&str> =
                keys.iter().map(|key| key.get(row)).collect::<Option<_>>().ok_or_else(|| Error::data("a key of JSON_OBJECT is NULL"))?;
            let ordered;
            let order: &[usize] = match &sorted {
                Some(sorted) => sorted,
                None => {
                    ordered = order(&keys);
                    &ordered
                }
            };
            out.push('{');
            for &i in order {
                if cells[i].is_null(row) && !values.with_nulls {
                    continue;
                }
                out.push_str(if out.len() > 1 { "," } else { "" });
                write_quoted(out, keys[i]);
                out.push(':');
                cells[i].write(&values.writers[i], row, out)?;
            }
            out.push('}');
            Ok(true)
        })
    }))
}

fn literal(call: &CallSite, place: usize) -> Option<&str> {
    match call.arguments[place].literal.as_ref()? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// The places of the keys in their order; of equal keys the last one's.
fn order(keys: &[&str]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..keys.len()).collect();
    places.sort_by(|&a, &b| by_utf16(keys[a], keys[b]).then(b.cmp(&a)));
    places.dedup_by(|later, first| keys[*later] == keys[*first]);
    places
}

fn array_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let values = Values::of(call, CLAUSES..call.arguments.len(), "ABSENT");
    Ok(rows(move |args| {
        let cells = cells(args, CLAUSES, 1)?;
        args.build_text(|row, out| {
            out.push('[');
            for (cell, writer) in cells.iter().zip(&values.writers) {
                if cell.is_null(row) && !values.with_nulls {
                    continue;
                }
                out.push_str(if out.len() > 1 { "," } else { "" });
                cell.write(writer, row, out)?;
            }
            out.push(']');
            Ok(true)
        })
    }))
}

fn cells<'a>(args: &Args<'a>, first: usize, step: usize) -> Result<Vec<Cell<'a>>> {
    (first..args.len()).step_by(step).map(|place| args.at(place).map(Cell::open)).collect()
}
