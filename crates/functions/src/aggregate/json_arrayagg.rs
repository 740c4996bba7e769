//! JSON_ARRAYAGG: a group's values as a JSON array.

use super::definition::{Aggregate, first_type};
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use super::text_lists::{text_lists, texts_of};
use crate::json::writer::{JsonWriter, without_json};
use crate::signature::accept_as_is;
use arrow::array::{Array, ArrayRef, BooleanArray, StringViewArray};
use diag::Result;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Signature};
use table::{LogicalType, TypeKind, Value};

static DOC: FunctionDoc = FunctionDoc {
    name: "JSON_ARRAYAGG",
    aliases: &[],
    definition: "JSON_ARRAYAGG_ABSENT_ON_NULL",
    signatures: &["JSON_ARRAYAGG(value [{NULL | ABSENT} ON NULL])"],
    summary: "The values as a JSON array in the order in which they come. NULL values are left out, or null with NULL ON NULL.",
    examples: &[
        Example { expression: "JSON_ARRAYAGG(x) FROM (VALUES (1), (CAST(NULL AS INT))) AS t(x)", result: "[1]" },
        Example { expression: "JSON_ARRAYAGG(x NULL ON NULL) FROM (VALUES (1), (CAST(NULL AS INT))) AS t(x)", result: "[1,null]" },
    ],
};

pub(super) fn json_arrayagg() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve,
        accumulator: |call| {
            let with_nulls = literal(call, 1) == Some("NULL");
            Ok(Box::new(ArrayAccumulator { writer: writer(call, 2, &first_type(call)), with_nulls, lists: Vec::new() }))
        },
        state_types: |_| Ok(vec![text_list()]),
        retracting: None,
        order_sensitive: true,
    }
    .definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    check_value("JSON_ARRAYAGG", arguments, 0)?;
    Ok(accept_as_is(arguments, json_text()))
}

/// The type of aggregated JSON.
pub(super) fn json_text() -> LogicalType {
    LogicalType::not_null(TypeKind::Varchar(2_000))
}

pub(super) fn text_list() -> LogicalType {
    LogicalType::array(LogicalType::string().with_nullable(false))
}

/// Refuses a value that has no JSON form.
pub(super) fn check_value(name: &str, arguments: &[Argument], place: usize) -> Result<(), CallError> {
    let Some(value) = arguments.get(place) else { return Err(CallError::new(format!("'{name}' has too few arguments"))) };
    let Some(unfit) = without_json(&value.data_type) else { return Ok(()) };
    Err(CallError::new(format!("'{name}' cannot write {} as JSON", unfit.data_type.kind))
        .at(place)
        .with_help("CAST it to STRING.")
        .with_flink(unfit.flink()))
}

/// The text of a constant argument.
pub(super) fn literal(call: &CallSite, place: usize) -> Option<&str> {
    match call.arguments.get(place)?.literal.as_ref()? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// A writer for values of a type, or for JSON text when the argument at `kind` says so.
pub(super) fn writer(call: &CallSite, kind: usize, data_type: &LogicalType) -> JsonWriter {
    if literal(call, kind) == Some("J") { JsonWriter::verbatim() } else { JsonWriter::new(data_type) }
}

#[derive(Debug)]
struct ArrayAccumulator {
    writer: JsonWriter,
    with_nulls: bool,
    /// The JSON text of each value.
    lists: Vec<Vec<String>>,
}

impl ArrayAccumulator {
    fn visit(
        &mut self,
        values: &ArrayRef,
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
        visit: impl Fn(&mut Vec<String>, String),
    ) -> Result<()> {
        grow(&mut self.lists, group_count);
        let nulls = if self.with_nulls { None } else { values.logical_nulls() };
        let mut result = Ok(());
        for_each_row(groups, nulls.as_ref(), filter, |row, group| {
            let mut text = String::new();
            match self.writer.write(values, row, &mut text) {
                Ok(()) => visit(&mut self.lists[group], text),
                Err(error) => result = Err(error),
            }
        });
        result
    }
}

impl Accumulator for ArrayAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.visit(&arguments[0], groups, filter, group_count, Vec::push)
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.lists, group_count);
        for (row, &group) in groups.iter().enumerate() {
            self.lists[group].extend(texts_of(&states[0], row).map(str::to_owned));
        }
        Ok(())
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.visit(&arguments[0], groups, filter, group_count, |list, text| {
            if let Some(place) = list.iter().position(|value| *value == text) {
                list.remove(place);
            }
        })
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.lists.len());
        let texts = self.lists[..count].iter().map(|list| format!("[{}]", list.join(",")));
        Ok(Arc::new(StringViewArray::from_iter_values(texts)))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.lists.len());
        Ok(vec![text_lists(self.lists[..count].iter().map(|list| list.iter().map(String::as_str)))])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.lists, count);
    }

    fn size(&self) -> usize {
        let texts = |list: &Vec<String>| bytes_of(list) + list.iter().map(String::capacity).sum::<usize>();
        bytes_of(&self.lists) + self.lists.iter().map(texts).sum::<usize>()
    }
}
