//! JSON_OBJECTAGG: a group's keys and values as a JSON object.

use super::definition::Aggregate;
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use super::json_arrayagg::{check_value, json_text, literal, text_list, writer};
use super::text_lists::{text_lists, texts_of};
use crate::json::document::{by_utf16, write_quoted};
use crate::json::writer::JsonWriter;
use crate::signature::{Family, refuse};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, StringViewArray};
use diag::{Error, Result};
use std::collections::BTreeMap;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Signature};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "JSON_OBJECTAGG",
    aliases: &[],
    definition: "JSON_OBJECTAGG_NULL_ON_NULL",
    signatures: &["JSON_OBJECTAGG([KEY] key VALUE value [{NULL | ABSENT} ON NULL])"],
    summary: "The keys and values as a JSON object, the keys sorted. NULL values are null, or left out with ABSENT ON NULL. A key that comes \
              twice is an error.",
    examples: &[Example {
        expression: "JSON_OBJECTAGG(KEY k VALUE v) FROM (VALUES ('b', 1), ('a', 2)) AS t(k, v)",
        result: "{\"a\":2,\"b\":1}",
    }],
};

pub(super) fn json_objectagg() -> FunctionDefinition {
    Aggregate { doc: &DOC, resolve, accumulator, state_types: |_| Ok(vec![text_list(); 4]), retracting: None, order_sensitive: false }
        .definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    check_value("JSON_OBJECTAGG", arguments, 1)?;
    if !Family::Character.accepts(&arguments[0].data_type) {
        const FLINK: &str = "JSON_OBJECTAGG_NULL_ON_NULL";
        let types: Vec<String> = arguments[..2].iter().map(|a| format!("<{}>", a.data_type.validator_text().to_uppercase())).collect();
        let given = format!("{FLINK}({})", types.join(", "));
        let error = refuse(FLINK, &given, &[format!("{FLINK}(<CHARACTER>, <ANY>)")], &arguments[..2], Some(0));
        let message = format!("a key of 'JSON_OBJECTAGG' must be text, not {}", arguments[0].data_type.kind);
        return Err(CallError { message, help: None, ..error });
    }
    let mut types: Vec<LogicalType> = arguments.iter().map(|argument| argument.data_type.clone()).collect();
    if types[0].kind.is_character() {
        types[0].kind = TypeKind::Varchar(table::types::MAX_LENGTH);
    }
    Ok(Signature { arguments: types, result: json_text() })
}

fn accumulator(call: &CallSite) -> Result<Box<dyn Accumulator>> {
    let value = call.arguments.get(1).ok_or_else(|| Error::internal("JSON_OBJECTAGG has a key and a value"))?;
    let with_nulls = literal(call, 2) != Some("ABSENT");
    Ok(Box::new(ObjectAccumulator { writer: writer(call, 3, &value.data_type), with_nulls, objects: Vec::new() }))
}

#[derive(Debug)]
struct ObjectAccumulator {
    writer: JsonWriter,
    with_nulls: bool,
    objects: Vec<Object>,
}

/// JSON texts by key.
#[derive(Clone, Debug, Default)]
struct Object {
    entries: BTreeMap<String, String>,
    /// Taken back before they came.
    retracted: BTreeMap<String, String>,
}

impl Object {
    fn add(&mut self, key: &str, value: String) -> Result<()> {
        if self.retracted.get(key) == Some(&value) {
            self.retracted.remove(key);
        } else if self.entries.insert(key.to_owned(), value).is_some() {
            return Err(Error::data(format!("key '{key}' comes twice in JSON_OBJECTAGG")));
        }
        Ok(())
    }

    fn take_back(&mut self, key: &str, value: String) {
        if self.entries.get(key) == Some(&value) {
            self.entries.remove(key);
        } else {
            self.retracted.insert(key.to_owned(), value);
        }
    }

    fn json(&self) -> String {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by(|(a, _), (b, _)| by_utf16(a, b));
        let mut out = String::from("{");
        for (i, (key, value)) in entries.into_iter().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            write_quoted(&mut out, key);
            out.push(':');
            out.push_str(value);
        }
        out.push('}');
        out
    }
}

impl ObjectAccumulator {
    fn visit(
        &mut self,
        arguments: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
        visit: impl Fn(&mut Object, &str, String) -> Result<()>,
    ) -> Result<()> {
        grow(&mut self.objects, group_count);
        let keys = arguments[0].as_string_view();
        let nulls = if self.with_nulls { None } else { arguments[1].logical_nulls() };
        let mut result = Ok(());
        for_each_row(groups, nulls.as_ref(), filter, |row, group| {
            let mut text = String::new();
            let visited = match keys.is_null(row) {
                true => Err(Error::data("a key of JSON_OBJECTAGG is NULL")),
                false => {
                    self.writer.write(&arguments[1], row, &mut text).and_then(|()| visit(&mut self.objects[group], keys.value(row), text))
                }
            };
            if let Err(error) = visited {
                result = Err(error);
            }
        });
        result
    }
}

impl Accumulator for ObjectAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.visit(arguments, groups, filter, group_count, Object::add)
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.objects, group_count);
        for (row, &group) in groups.iter().enumerate() {
            let object = &mut self.objects[group];
            for (key, value) in texts_of(&states[2], row).zip(texts_of(&states[3], row)) {
                object.take_back(key, value.to_owned());
            }
            for (key, value) in texts_of(&states[0], row).zip(texts_of(&states[1], row)) {
                object.add(key, value.to_owned())?;
            }
        }
        Ok(())
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.visit(arguments, groups, filter, group_count, |object, key, value| {
            object.take_back(key, value);
            Ok(())
        })
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.objects.len());
        Ok(Arc::new(StringViewArray::from_iter_values(self.objects[..count].iter().map(Object::json))))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let objects = &self.objects[..first(count, self.objects.len())];
        Ok(vec![
            text_lists(objects.iter().map(|object| object.entries.keys().map(String::as_str))),
            text_lists(objects.iter().map(|object| object.entries.values().map(String::as_str))),
            text_lists(objects.iter().map(|object| object.retracted.keys().map(String::as_str))),
            text_lists(objects.iter().map(|object| object.retracted.values().map(String::as_str))),
        ])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.objects, count);
    }

    fn size(&self) -> usize {
        let entry = |(key, value): (&String, &String)| key.capacity() + value.capacity() + 2 * size_of::<String>();
        let object = |object: &Object| object.entries.iter().chain(&object.retracted).map(entry).sum::<usize>();
        bytes_of(&self.objects) + self.objects.iter().map(object).sum::<usize>()
    }
}
