//! JSON_QUERY.

use super::document::Json;
use super::path::{Mode, Selected};
use super::{Paths, check_text, text_first, word};
use crate::kernel::{Function, Text, rows};
use arrow::array::{ArrayRef, ListBuilder, StringViewBuilder};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::arrow_field;
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "JSON_QUERY",
    aliases: &[],
    definition: "JSON_QUERY",
    signatures: &["JSON_QUERY(json, path [RETURNING {STRING | ARRAY<STRING>}] [{WITHOUT | WITH [CONDITIONAL | UNCONDITIONAL]} [ARRAY] \
                   WRAPPER] [{NULL | EMPTY ARRAY | EMPTY OBJECT | ERROR} ON EMPTY] [{NULL | EMPTY ARRAY | EMPTY OBJECT | ERROR} ON ERROR])"],
    summary: "The object or array at a path of a JSON text, as JSON text with sorted keys or as an array of texts. A wrapper makes an array of \
              other values (CONDITIONAL) or of all values. It is empty when a path in lax mode leads to no object or array; text that is \
              not JSON, and the same in strict mode, are errors. Both are NULL unless said otherwise.",
    examples: &[
        Example { expression: "JSON_QUERY('{\"a\":{\"b\":1}}', '$.a')", result: "{\"b\":1}" },
        Example { expression: "JSON_QUERY('{\"a\":1}', '$.a')", result: "<NULL>" },
        Example { expression: "JSON_QUERY('{\"a\":1}', '$.a' WITH WRAPPER)", result: "[1]" },
        Example { expression: "JSON_QUERY('{\"a\":[\"x\",\"y\"]}', '$.a' RETURNING ARRAY<STRING>)", result: "[x, y]" },
    ],
};

pub(super) fn json_query() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    check_text("JSON_QUERY", arguments, 0..2)?;
    let result = arguments.get(2).map_or_else(LogicalType::string, |returning| returning.data_type.clone().with_nullable(true));
    match &result.kind {
        TypeKind::Varchar(_) | TypeKind::Unknown => {}
        TypeKind::Array(element) if matches!(element.kind, TypeKind::Varchar(_)) => {
            let is_object = |place: usize| matches!(&arguments.get(place).map(|a| &a.literal), Some(Some(table::Value::String(word))) if word == "EMPTY OBJECT");
            if let Some(place) = [4, 5].into_iter().find(|place| is_object(*place)) {
                let clause = if place == 4 { "empty" } else { "error" };
                return Err(CallError::new(format!("EMPTY OBJECT ON {} does not fit an array that is returned", clause.to_uppercase()))
                    .at(place)
                    .with_help("Write EMPTY ARRAY.")
                    .with_flink(format!("Illegal on {clause} behavior 'EMPTY OBJECT' for return type: VARCHAR(2147483647) ARRAY")));
            }
        }
        kind => {
            let flink = match kind {
                TypeKind::Array(element) => {
                    let element = element.validator_text().to_uppercase();
                    format!(
                        "org.apache.flink.table.api.ValidationException: Unsupported array element type '{element}' for RETURNING ARRAY in \
                         JSON_QUERY()."
                    )
                }
                kind => format!("Unsupported type '{kind}' for RETURNING in JSON_VALUE()."),
            };
            return Err(CallError::new(format!("'JSON_QUERY' cannot return {kind}"))
                .at(2)
                .with_help("It returns STRING and ARRAY<STRING>.")
                .with_flink(flink));
        }
    }
    Ok(Signature { arguments: text_first(arguments, 2), result })
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let clauses = Clauses {
        wrapper: match word(call, 3, "WITHOUT") {
            "CONDITIONAL" => Wrapper::Conditional,
            "UNCONDITIONAL" => Wrapper::Unconditional,
            _ => Wrapper::Without,
        },
        on_empty: Behavior::of(word(call, 4, "NULL")),
        on_error: Behavior::of(word(call, 5, "NULL")),
        as_list: matches!(call.result.kind, TypeKind::Array(_)),
    };
    match &call.result.kind {
        TypeKind::Array(element) => {
            let element = element.as_ref().clone();
            Ok(rows(move |args| clauses.lists(args, &element)))
        }
        _ => Ok(rows(move |args| {
            let (inputs, paths) = (args.column::<Text>(0)?, Paths::open(args)?);
            args.build_text(|row, out| {
                let (Some(input), Some(path)) = (inputs.get(row), paths.get(row)) else { return Ok(false) };
                let document = Json::parse(input);
                let result = clauses.outcome(path.select(&document).map_err(|error| error.0), path.mode)?;
                result.write(out);
                Ok(!matches!(result, Outcome::Null))
            })
        })),
    }
}

#[derive(Clone, Copy)]
struct Clauses {
    wrapper: Wrapper,
    on_empty: Behavior,
    on_error: Behavior,
    as_list: bool,
}

#[derive(Clone, Copy)]
enum Wrapper {
    Without,
    Conditional,
    Unconditional,
}

#[derive(Clone, Copy)]
enum Behavior {
    Null,
    Error,
    EmptyArray,
    EmptyObject,
}

impl Behavior {
    fn of(word: &str) -> Self {
        match word {
            "ERROR" => Behavior::Error,
            "EMPTY ARRAY" => Behavior::EmptyArray,
            "EMPTY OBJECT" => Behavior::EmptyObject,
            _ => Behavior::Null,
        }
    }

    fn outcome<'j, 'a>(self, reason: &str) -> Result<Outcome<'j, 'a>> {
        match self {
            Behavior::Null => Ok(Outcome::Null),
            Behavior::EmptyArray => Ok(Outcome::EmptyArray),
            Behavior::EmptyObject => Ok(Outcome::EmptyObject),
            Behavior::Error => Err(Error::data(format!("JSON_QUERY: {reason}"))),
        }
    }
}

/// What becomes of a row.
enum Outcome<'j, 'a> {
    Value(Selected<'j, 'a>),
    /// An array with this as its only element.
    Wrapped(Selected<'j, 'a>),
    EmptyArray,
    EmptyObject,
    Null,
}

impl Clauses {
    fn outcome<'j, 'a>(self, selected: Result<Option<Selected<'j, 'a>>, String>, mode: Mode) -> Result<Outcome<'j, 'a>> {
        let selected = match selected {
            Ok(Some(selected)) => selected,
            Ok(None) => return self.on_empty.outcome("the result is empty"),
            Err(error) => return self.on_error.outcome(&error),
        };
        let wraps = match self.wrapper {
            Wrapper::Without => false,
            Wrapper::Conditional => !is_array(&selected),
            Wrapper::Unconditional => true,
        };
        if wraps {
            return Ok(Outcome::Wrapped(selected));
        }
        let text = |selected: &Selected<'_, '_>| {
            let mut text = String::new();
            selected.write(&mut text);
            text
        };
        match (selected.is_scalar(), mode) {
            (true, Mode::Lax) => self.on_empty.outcome("the result is empty"),
            (true, Mode::Strict) => {
                let reason = format!("the value in strict mode must be an object or an array, not '{}'", text(&selected));
                self.on_error.outcome(&reason)
            }
            (false, _) if self.as_list && !is_array(&selected) => self.on_error.outcome("the value is not an array"),
            (false, _) => Ok(Outcome::Value(selected)),
        }
    }

    fn lists(self, args: &crate::kernel::Args<'_>, element: &LogicalType) -> Result<ArrayRef> {
        let (inputs, paths) = (args.column::<Text>(0)?, Paths::open(args)?);
        let mut lists = ListBuilder::new(StringViewBuilder::new()).with_field(arrow_field("element", element));
        let mut text = String::new();
        let mut append = |lists: &mut ListBuilder<StringViewBuilder>, value: &Json<'_>| {
            text.clear();
            value.write_plain(&mut text);
            lists.values().append_option((*value != Json::Null).then_some(&text));
        };
        for row in 0..args.rows() {
            let (Some(input), Some(path)) = (inputs.get(row), paths.get(row)) else {
                lists.append_null();
                continue;
            };
            let document = Json::parse(input);
            match self.outcome(path.select(&document).map_err(|error| error.0), path.mode)? {
                Outcome::Value(Selected::Many(values)) => values.iter().for_each(|value| append(&mut lists, value)),
                Outcome::Value(Selected::One(value)) => {
                    if let Json::Array(elements) = value.as_ref() {
                        elements.iter().for_each(|value| append(&mut lists, value));
                    }
                }
                Outcome::Wrapped(Selected::One(value)) => append(&mut lists, &value),
                Outcome::Wrapped(Selected::Many(values)) => {
                    let array = Json::Array(values.into_iter().map(std::borrow::Cow::into_owned).collect());
                    append(&mut lists, &array);
                }
                Outcome::EmptyArray => {}
                Outcome::EmptyObject | Outcome::Null => {
                    lists.append_null();
                    continue;
                }
            }
            lists.append(true);
        }
        Ok(Arc::new(lists.finish()))
    }
}

impl Outcome<'_, '_> {
    fn write(&self, out: &mut String) {
        match self {
            Outcome::Value(selected) => selected.write(out),
            Outcome::Wrapped(selected) => {
                out.push('[');
                selected.write(out);
                out.push(']');
            }
            Outcome::EmptyArray => out.push_str("[]"),
            Outcome::EmptyObject => out.push_str("{}"),
            Outcome::Null => {}
        }
    }
}

fn is_array(selected: &Selected<'_, '_>) -> bool {
    match selected {
        Selected::One(value) => matches!(value.as_ref(), Json::Array(_)),
        Selected::Many(_) => true,
    }
}
