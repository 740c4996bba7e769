//! PARSE_JSON and TRY_PARSE_JSON: text to VARIANT.

use super::check_text;
use super::document::{Duplicates, Json};
use crate::kernel::{Bool, Function, Text, rows};
use crate::signature::{Family, any_nullable};
use diag::{Error, Result};
use std::borrow::Cow;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::text::write_double;
use table::types::MAX_PRECISION;
use table::{LogicalType, TypeKind};

static PARSE_DOC: FunctionDoc = FunctionDoc {
    name: "PARSE_JSON",
    aliases: &[],
    definition: "PARSE_JSON",
    signatures: &["PARSE_JSON(text [, allow_duplicate_keys])"],
    summary: "The value of a JSON text as a VARIANT. Other text is an error, and so is a key that comes twice, unless they are allowed and the \
              last one counts.",
    examples: &[Example { expression: "PARSE_JSON('{\"a\":1,\"b\":[1,\"x\"]}')", result: "{\"a\":1,\"b\":[1,\"x\"]}" }],
};

static TRY_DOC: FunctionDoc = FunctionDoc {
    name: "TRY_PARSE_JSON",
    aliases: &[],
    definition: "TRY_PARSE_JSON",
    signatures: &["TRY_PARSE_JSON(text [, allow_duplicate_keys])"],
    summary: "Like PARSE_JSON, with NULL in place of an error.",
    examples: &[Example { expression: "TRY_PARSE_JSON('{bad')", result: "<NULL>" }],
};

pub(super) fn parse_json() -> FunctionDefinition {
    let resolve = |arguments: &[Argument]| resolve("PARSE_JSON", arguments, any_nullable(arguments));
    Function::new(&PARSE_DOC, resolve, |_| kernel(false)).definition()
}

pub(super) fn try_parse_json() -> FunctionDefinition {
    Function::new(&TRY_DOC, |arguments| resolve("TRY_PARSE_JSON", arguments, true), |_: &CallSite| kernel(true)).infallible().definition()
}

fn resolve(name: &str, arguments: &[Argument], nullable: bool) -> Result<Signature, CallError> {
    let invalid = |error: CallError| error.with_flink("Invalid input arguments.");
    check_text(name, arguments, 0..1).map_err(invalid)?;
    if arguments.len() > 2 || arguments.get(1).is_some_and(|allow| !Family::Boolean.accepts(&allow.data_type)) {
        return Err(invalid(CallError::new(format!("'{name}' takes a text and a BOOLEAN")).at(1)));
    }
    let kinds = [LogicalType::string(), LogicalType::boolean()];
    let types = arguments.iter().zip(kinds).map(|(argument, to)| to.with_nullable(argument.data_type.nullable));
    Ok(Signature { arguments: types.collect(), result: LogicalType::new(TypeKind::Variant).with_nullable(nullable) })
}

fn kernel(is_try: bool) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| {
        let (texts, allowed) = (args.column::<Text>(0)?, args.optional::<Bool>(1)?);
        args.build_text(|row, out| {
            let Some(text) = texts.get(row) else { return Ok(false) };
            let allow = allowed.as_ref().and_then(|allowed| allowed.get(row)).unwrap_or(false);
            match Json::parse_written(text, if allow { Duplicates::LastCounts } else { Duplicates::Refuse }) {
                Ok(value) => {
                    variant(value).write(out);
                    Ok(true)
                }
                Err(_) if is_try => Ok(false),
                Err(error) => Err(Error::data(format!("PARSE_JSON: the text is not JSON: {error}"))),
            }
        })
    }))
}

/// The value with its numbers as a VARIANT has them.
fn variant(value: Json<'_>) -> Json<'_> {
    match value {
        Json::Number(number) => Json::Number(variant_number(number)),
        Json::Array(elements) => Json::Array(elements.into_iter().map(variant).collect()),
        Json::Object(entries) => Json::Object(entries.into_iter().map(|(key, value)| (key, variant(value))).collect()),
        other => other,
    }
}

/// BIGINT, else DECIMAL without zeros at the end of its fraction, else DOUBLE.
fn variant_number(number: Cow<'_, str>) -> Cow<'_, str> {
    if let Ok(integer) = number.parse::<i64>() {
        return Cow::Owned(integer.to_string());
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    let precision = whole.trim_start_matches('-').trim_start_matches('0').len() + fraction.len();
    if !number.contains(['e', 'E']) && precision <= usize::from(MAX_PRECISION) {
        let text = if fraction.is_empty() { &number } else { number.trim_end_matches('0').trim_end_matches('.') };
        return Cow::Owned(if text == "-0" { "0".to_owned() } else { text.to_owned() });
    }
    let mut text = String::new();
    write_double(&mut text, number.parse().unwrap_or(f64::INFINITY));
    Cow::Owned(text)
}
