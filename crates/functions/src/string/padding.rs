//! LPAD, RPAD and REPEAT.

use super::{STRING, signature};
use crate::kernel::{Function, Text, binary_text, ternary_text};
use crate::signature::{Family, Forms};
use arrow::datatypes::Int32Type;
use diag::{Error, Result};
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Signature};

static LPAD_DOC: FunctionDoc = FunctionDoc {
    name: "LPAD",
    aliases: &[],
    definition: "lpad",
    signatures: &["LPAD(text, length, padding)"],
    summary: "The text filled up at its start to a length, or cut to it. NULL for a negative length or an empty padding.",
    examples: &[Example { expression: "LPAD('hi', 4, '??')", result: "??hi" }, Example { expression: "LPAD('hi', 1, '??')", result: "h" }],
};

static RPAD_DOC: FunctionDoc = FunctionDoc {
    name: "RPAD",
    aliases: &[],
    definition: "rpad",
    signatures: &["RPAD(text, length, padding)"],
    summary: "The text filled up at its end to a length, or cut to it. NULL for a negative length or an empty padding.",
    examples: &[Example { expression: "RPAD('hi', 7, 'xyz')", result: "hixyzxy" }],
};

static REPEAT_DOC: FunctionDoc = FunctionDoc {
    name: "REPEAT",
    aliases: &[],
    definition: "repeat",
    signatures: &["REPEAT(text, times)"],
    summary: "The text several times in a row.",
    examples: &[Example { expression: "REPEAT('ab', 3)", result: "ababab" }],
};

/// No value of a type is longer.
const MAX_BYTES: usize = i32::MAX as usize;

pub(super) fn lpad() -> FunctionDefinition {
    Function::new(
        &LPAD_DOC,
        |arguments| resolve("LPAD", arguments),
        |_| {
            ternary_text::<Text, Int32Type, Text>(|text, length, padding, out| {
                let Some(missing) = missing(text, length, padding)? else { return Ok(false) };
                out.extend(padding.chars().cycle().take(missing));
                out.extend(text.chars().take(length as usize));
                Ok(true)
            })
        },
    )
    .definition()
}

pub(super) fn rpad() -> FunctionDefinition {
    Function::new(
        &RPAD_DOC,
        |arguments| resolve("RPAD", arguments),
        |_| {
            ternary_text::<Text, Int32Type, Text>(|text, length, padding, out| {
                let Some(missing) = missing(text, length, padding)? else { return Ok(false) };
                out.extend(text.chars().take(length as usize));
                out.extend(padding.chars().cycle().take(missing));
                Ok(true)
            })
        },
    )
    .definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Character, Family::Integer, Family::Character]] }.check(arguments)?;
    Ok(signature(arguments, &[Family::Character, Family::Integer, Family::Character], STRING))
}

/// How many characters are missing; `None` where the result is NULL.
fn missing(text: &str, length: i32, padding: &str) -> Result<Option<usize>> {
    let Some(length) = usize::try_from(length).ok().filter(|_| !padding.is_empty()) else { return Ok(None) };
    let missing = length.saturating_sub(text.chars().count());
    if missing.saturating_mul(padding.len()) > MAX_BYTES {
        return Err(Error::data(format!("a text cannot be padded to {length} characters")));
    }
    Ok(Some(missing))
}

pub(super) fn repeat() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "REPEAT", forms: &[&[Family::Character, Family::Integer]] };
    Function::new(
        &REPEAT_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Family::Character, Family::Integer], STRING))
        },
        |_| {
            binary_text::<Text, Int32Type>(|text, times, out| {
                let times = usize::try_from(times).unwrap_or(0);
                if text.len().saturating_mul(times) > MAX_BYTES {
                    return Err(Error::data(format!("a text cannot be repeated {times} times")));
                }
                (0..times).for_each(|_| out.push_str(text));
                Ok(true)
            })
        },
    )
    .definition()
}
