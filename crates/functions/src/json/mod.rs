//! JSON functions, and VARIANT, which is JSON text.
//!
//! The clauses of their syntax come as constants:
//!
//! | function | arguments |
//! |---|---|
//! | `JSON_EXISTS` | input, path \[, on error\] |
//! | `JSON_VALUE` | input, path \[, type, on empty, default, on error, default\] |
//! | `JSON_QUERY` | input, path \[, type, wrapper, on empty, on error\] |
//! | `JSON_OBJECT` | on null, kinds, key, value, ... |
//! | `JSON_ARRAY` | on null, kinds, value, ... |
//! | `JSON_OBJECTAGG` | key, value \[, on null, kind\] |
//! | `JSON_ARRAYAGG` | value \[, on null, kind\] |
//!
//! Behaviors are the words of the syntax: `NULL`, `ERROR`, `DEFAULT`, `TRUE`, `FALSE`, `UNKNOWN`, `EMPTY ARRAY`, `EMPTY OBJECT`; of NULL
//! values `NULL` and `ABSENT`; wrappers are `WITHOUT`, `CONDITIONAL` and `UNCONDITIONAL`. The type of RETURNING is that of a NULL. Kinds are
//! a letter for each value: `J` is JSON text that is put in as it is, `V` any other value.

pub(crate) mod document;
mod exists;
mod is_json;
mod object;
mod parse_json;
mod path;
mod query;
mod quote;
mod raw;
mod string;
mod value;
pub(crate) mod writer;

use crate::Entry;
use crate::kernel::{Args, Column, Text};
use crate::string::wrong_argument;
use diag::Result;
use path::PathSpec;
use std::cell::RefCell;
use std::rc::Rc;
use table::function::{Argument, CallError, CallSite};
use table::{LogicalType, Value};

pub(crate) static FUNCTIONS: &[Entry] = &[
    exists::json_exists,
    value::json_value,
    query::json_query,
    is_json::is_json_value,
    is_json::is_json_scalar,
    is_json::is_json_array,
    is_json::is_json_object,
    object::json_object,
    object::json_array,
    raw::json,
    string::json_string,
    quote::json_quote,
    quote::json_unquote,
    parse_json::parse_json,
    parse_json::try_parse_json,
];

/// Refuses an argument that is not text.
fn check_text(name: &str, arguments: &[Argument], places: std::ops::Range<usize>) -> Result<(), CallError> {
    for place in places {
        let Some(argument) = arguments.get(place) else {
            return Err(CallError::new(format!("'{name}' has too few arguments")));
        };
        let kind = &argument.data_type.kind;
        if !kind.is_character() && !matches!(kind, table::TypeKind::Null | table::TypeKind::Unknown) {
            return Err(wrong_argument(name, place, &argument.data_type, "text", "CHARACTER_STRING"));
        }
    }
    Ok(())
}

/// The types of the arguments, with text as STRING at the first places.
fn text_first(arguments: &[Argument], texts: usize) -> Vec<LogicalType> {
    let types = arguments.iter().enumerate().map(|(i, argument)| match i < texts {
        true => LogicalType::string().with_nullable(argument.data_type.nullable),
        false => argument.data_type.clone(),
    });
    types.collect()
}

/// The word of a clause, or what holds where it is left out.
fn word<'c>(call: &'c CallSite, place: usize, otherwise: &'c str) -> &'c str {
    match call.arguments.get(place).and_then(|argument| argument.literal.as_ref()) {
        Some(Value::String(word)) => word,
        _ => otherwise,
    }
}

/// The paths of the second argument; a path that comes several times in a row is compiled once.
struct Paths<'a> {
    column: Column<'a, Text>,
    last: RefCell<Option<(&'a str, Rc<PathSpec>)>>,
}

impl<'a> Paths<'a> {
    fn open(args: &Args<'a>) -> Result<Self> {
        Ok(Paths { column: args.column(1)?, last: RefCell::new(None) })
    }

    fn get(&self, row: usize) -> Option<Rc<PathSpec>> {
        let text = self.column.get(row)?;
        let mut last = self.last.borrow_mut();
        if let Some((same, path)) = &*last
            && *same == text
        {
            return Some(Rc::clone(path));
        }
        let path = Rc::new(PathSpec::parse(text));
        *last = Some((text, Rc::clone(&path)));
        Some(path)
    }
}
