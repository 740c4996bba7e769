//! SUBSTRING, LEFT and RIGHT.

use super::{nullable_signature, varying};
use crate::kernel::{Function, Text, binary_text, rows};
use crate::signature::{Family, Forms};
use arrow::datatypes::Int32Type;
use table::LogicalType;
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};

static SUBSTRING_DOC: FunctionDoc = FunctionDoc {
    name: "SUBSTRING",
    aliases: &[],
    definition: "substring",
    signatures: &["SUBSTRING(text FROM start [FOR length])", "SUBSTRING(text, start [, length])"],
    summary: "The part of a text from a start on. A start of 0 is like 1, a negative one counts from the end; a start outside the text \
              gives an empty text, a negative length NULL.",
    examples: &[
        Example { expression: "SUBSTRING('hello' FROM 2 FOR 3)", result: "ell" },
        Example { expression: "SUBSTRING('hello', -3, 2)", result: "ll" },
    ],
};

static SUBSTR_DOC: FunctionDoc = FunctionDoc {
    name: "SUBSTR",
    aliases: &[],
    definition: "substr",
    signatures: &["SUBSTR(text, start [, length])"],
    summary: "The same as SUBSTRING.",
    examples: &[Example { expression: "SUBSTR('hello', 2, 2)", result: "el" }],
};

static LEFT_DOC: FunctionDoc = FunctionDoc {
    name: "LEFT",
    aliases: &[],
    definition: "left",
    signatures: &["LEFT(text, length)"],
    summary: "The first characters; an empty text for a length that is not positive.",
    examples: &[Example { expression: "LEFT('hello', 2)", result: "he" }],
};

static RIGHT_DOC: FunctionDoc = FunctionDoc {
    name: "RIGHT",
    aliases: &[],
    definition: "right",
    signatures: &["RIGHT(text, length)"],
    summary: "The last characters; an empty text for a length that is not positive.",
    examples: &[Example { expression: "RIGHT('hello', 2)", result: "lo" }],
};

use Family::{Character, Integer};

pub(super) fn substring() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "SUBSTRING", forms: &[&[Character, Integer], &[Character, Integer, Integer]] };
    Function::new(&SUBSTRING_DOC, |arguments| resolve(&FORMS, arguments), |_| Ok(cut())).infallible().definition()
}

pub(super) fn substr() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "SUBSTR", forms: &[&[Character, Integer], &[Character, Integer, Integer]] };
    Function::new(&SUBSTR_DOC, |arguments| resolve(&FORMS, arguments), |_| Ok(cut())).infallible().definition()
}

fn resolve(forms: &Forms, arguments: &[Argument]) -> Result<Signature, CallError> {
    forms.check(arguments)?;
    let result = LogicalType::new(varying(&arguments[0].data_type));
    Ok(nullable_signature(arguments, &[Character, Integer, Integer], result))
}

fn cut() -> Box<dyn Kernel> {
    rows(|args| {
        let (text, start, length) = (args.column::<Text>(0)?, args.column::<Int32Type>(1)?, args.optional::<Int32Type>(2)?);
        args.build_text(|row, out| {
            let length = length.as_ref().map_or(Some(i32::MAX), |length| length.get(row));
            let (Some(text), Some(start), Some(length)) = (text.get(row), start.get(row), length) else { return Ok(false) };
            let Ok(length) = usize::try_from(length) else { return Ok(false) };
            if let Some(skipped) = skipped(text, start) {
                out.push_str(characters(text, skipped, length));
            }
            Ok(true)
        })
    })
}

/// How many characters come before the part; `None` when it begins before the text.
fn skipped(text: &str, start: i32) -> Option<usize> {
    if start >= 0 {
        return Some((start - 1).max(0) as usize);
    }
    text.chars().count().checked_sub(start.unsigned_abs() as usize)
}

fn characters(text: &str, skipped: usize, length: usize) -> &str {
    if text.is_ascii() {
        let from = skipped.min(text.len());
        return &text[from..from.saturating_add(length).min(text.len())];
    }
    let mut places = text.char_indices().map(|(at, _)| at).skip(skipped);
    let Some(from) = places.next() else { return "" };
    let to = if length == 0 { from } else { places.nth(length - 1).unwrap_or(text.len()) };
    &text[from..to]
}

pub(super) fn left() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "LEFT", forms: &[&[Character, Integer]] };
    Function::new(
        &LEFT_DOC,
        |arguments| resolve(&FORMS, arguments),
        |_| {
            binary_text::<Text, Int32Type>(|text, length, out| {
                out.push_str(characters(text, 0, usize::try_from(length).unwrap_or(0)));
                Ok(true)
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn right() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "RIGHT", forms: &[&[Character, Integer]] };
    Function::new(
        &RIGHT_DOC,
        |arguments| resolve(&FORMS, arguments),
        |_| {
            binary_text::<Text, Int32Type>(|text, length, out| {
                let length = usize::try_from(length).unwrap_or(0);
                out.push_str(characters(text, text.chars().count().saturating_sub(length), length));
                Ok(true)
            })
        },
    )
    .infallible()
    .definition()
}
