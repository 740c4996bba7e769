//! TRIM, LTRIM, RTRIM and BTRIM: blanks, or any of a set of characters.

use super::{STRING, literal_text, signature, varying};
use crate::kernel::{Args, Function, Text, rows};
use crate::signature::{Family, Forms};
use diag::{Error, Result};
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};

static TRIM_DOC: FunctionDoc = FunctionDoc {
    name: "TRIM",
    aliases: &[],
    definition: "trim",
    signatures: &["TRIM(text)", "TRIM([BOTH | LEADING | TRAILING] [characters] FROM text)"],
    summary: "The text without blanks, or without any of the given characters, at both ends or one.",
    examples: &[
        Example { expression: "TRIM('  ab  ')", result: "ab" },
        Example { expression: "TRIM(BOTH 'xy' FROM 'xyabyx')", result: "ab" },
        Example { expression: "TRIM(LEADING 'x' FROM 'xxabxx')", result: "abxx" },
    ],
};

static LTRIM_DOC: FunctionDoc = FunctionDoc {
    name: "LTRIM",
    aliases: &[],
    definition: "ltrim",
    signatures: &["LTRIM(text [, characters])"],
    summary: "The text without blanks, or without any of the given characters, at its start.",
    examples: &[Example { expression: "LTRIM('xxab', 'x')", result: "ab" }],
};

static RTRIM_DOC: FunctionDoc = FunctionDoc {
    name: "RTRIM",
    aliases: &[],
    definition: "rtrim",
    signatures: &["RTRIM(text [, characters])"],
    summary: "The text without blanks, or without any of the given characters, at its end.",
    examples: &[Example { expression: "RTRIM('abxx', 'x')", result: "ab" }],
};

static BTRIM_DOC: FunctionDoc = FunctionDoc {
    name: "BTRIM",
    aliases: &[],
    definition: "BTRIM",
    signatures: &["BTRIM(text [, characters])"],
    summary: "The text without blanks, or without any of the given characters, at both ends.",
    examples: &[Example { expression: "BTRIM('xyabyx', 'xy')", result: "ab" }],
};

/// The ends to trim.
#[derive(Clone, Copy, Debug)]
enum Side {
    Both,
    Leading,
    Trailing,
}

const TRIM_REFUSAL: &str = "Cannot apply 'TRIM' to arguments of type 'TRIM([BOTH|LEADING|TRAILING] <SYMBOL> FROM <CHAR(1)>)'. Supported \
                            form(s): 'TRIM([BOTH|LEADING|TRAILING] <ANY> FROM <STRING>)'";

/// `TRIM(side characters FROM text)` comes as TRIM('side', characters, text).
pub(super) fn trim() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "TRIM", forms: &[&[Family::Character], &[Family::Character, Family::Character, Family::Character]] };
    Function::new(
        &TRIM_DOC,
        |arguments| {
            FORMS.check(arguments).map_err(|error| error.with_flink(TRIM_REFUSAL))?;
            let text = varying(&arguments[arguments.len() - 1].data_type);
            Ok(signature(arguments, &[Family::Character; 3], text))
        },
        |call| match call.arguments.len() {
            1 => Ok(rows(|args| trimmed(args, 0, None, Side::Both))),
            _ => {
                let side = match literal_text(call.arguments.first()) {
                    Some("LEADING") => Side::Leading,
                    Some("TRAILING") => Side::Trailing,
                    Some("BOTH") => Side::Both,
                    other => return Err(Error::internal(format!("TRIM on the side {other:?}"))),
                };
                Ok(rows(move |args| trimmed(args, 2, Some(1), side)))
            }
        },
    )
    .infallible()
    .definition()
}

pub(super) fn ltrim() -> FunctionDefinition {
    Function::new(&LTRIM_DOC, |arguments| resolve("LTRIM", arguments), |_| kernel(Side::Leading)).infallible().definition()
}

pub(super) fn rtrim() -> FunctionDefinition {
    Function::new(&RTRIM_DOC, |arguments| resolve("RTRIM", arguments), |_| kernel(Side::Trailing)).infallible().definition()
}

pub(super) fn btrim() -> FunctionDefinition {
    Function::new(
        &BTRIM_DOC,
        |arguments| {
            let mut signature = resolve("BTRIM", arguments).map_err(|error| error.with_flink("Invalid input arguments."))?;
            signature.result.kind = STRING;
            Ok(signature)
        },
        |_| kernel(Side::Both),
    )
    .infallible()
    .definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Character], &[Family::Character, Family::Character]] }.check(arguments)?;
    Ok(signature(arguments, &[Family::Character; 2], varying(&arguments[0].data_type)))
}

fn kernel(side: Side) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| trimmed(args, 0, (args.len() > 1).then_some(1), side)))
}

fn trimmed(args: &Args<'_>, text: usize, characters: Option<usize>, side: Side) -> Result<arrow::array::ArrayRef> {
    let text = args.column::<Text>(text)?;
    let characters = characters.map(|index| args.column::<Text>(index)).transpose()?;
    args.build_text(|row, out| {
        let set = characters.as_ref().map_or(Some(" "), |characters| characters.get(row));
        let (Some(text), Some(set)) = (text.get(row), set) else { return Ok(false) };
        let in_set = |c: char| set.contains(c);
        out.push_str(match side {
            Side::Both => text.trim_matches(in_set),
            Side::Leading => text.trim_start_matches(in_set),
            Side::Trailing => text.trim_end_matches(in_set),
        });
        Ok(true)
    })
}
