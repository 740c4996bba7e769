//! POSITION, INSTR, LOCATE, STARTSWITH and ENDSWITH.

use super::signature;
use crate::kernel::{Bool, Bytes, Function, Text, binary, rows};
use crate::signature::{Family, Forms};
use arrow::datatypes::{DataType, Int32Type};
use diag::{Error, Result};
use table::TypeKind;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};

static POSITION_DOC: FunctionDoc = FunctionDoc {
    name: "POSITION",
    aliases: &[],
    definition: "position",
    signatures: &["POSITION(part IN text [FROM start])"],
    summary: "Where a part first comes in a text, from 1; 0 when it does not.",
    examples: &[
        Example { expression: "POSITION('c' IN 'abc')", result: "3" },
        Example { expression: "POSITION('z' IN 'abc')", result: "0" },
    ],
};

static INSTR_DOC: FunctionDoc = FunctionDoc {
    name: "INSTR",
    aliases: &[],
    definition: "instr",
    signatures: &["INSTR(text, part [, start [, occurrence]])"],
    summary: "Where a part comes in a text, from 1; 0 when it does not. A negative start counts from the end and searches backward.",
    examples: &[Example { expression: "INSTR('hello', 'l')", result: "3" }, Example { expression: "INSTR('hello', 'l', -1)", result: "4" }],
};

static LOCATE_DOC: FunctionDoc = FunctionDoc {
    name: "LOCATE",
    aliases: &[],
    definition: "locate",
    signatures: &["LOCATE(part, text [, start])"],
    summary: "Where a part first comes in a text at or after a start, from 1; 0 when it does not.",
    examples: &[
        Example { expression: "LOCATE('l', 'hello')", result: "3" },
        Example { expression: "LOCATE('l', 'hello', 4)", result: "4" },
    ],
};

static STARTS_WITH_DOC: FunctionDoc = FunctionDoc {
    name: "STARTSWITH",
    aliases: &[],
    definition: "STARTSWITH",
    signatures: &["STARTSWITH(text, start)", "STARTSWITH(bytes, start)"],
    summary: "Whether a text (or bytes) begins with another.",
    examples: &[Example { expression: "STARTSWITH('abc', 'ab')", result: "TRUE" }],
};

static ENDS_WITH_DOC: FunctionDoc = FunctionDoc {
    name: "ENDSWITH",
    aliases: &[],
    definition: "ENDSWITH",
    signatures: &["ENDSWITH(text, end)", "ENDSWITH(bytes, end)"],
    summary: "Whether a text (or bytes) ends with another.",
    examples: &[Example { expression: "ENDSWITH('abc', 'bc')", result: "TRUE" }],
};

use Family::{Binary, Character, Integer};

pub(super) fn position() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "POSITION", forms: &[&[Character, Character], &[Character, Character, Integer]] };
    Function::new(&POSITION_DOC, |arguments| resolve(&FORMS, arguments), |_| Ok(located())).infallible().definition()
}

pub(super) fn locate() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "LOCATE", forms: &[&[Character, Character], &[Character, Character, Integer]] };
    Function::new(&LOCATE_DOC, |arguments| resolve(&FORMS, arguments), |_| Ok(located())).infallible().definition()
}

pub(super) fn instr() -> FunctionDefinition {
    const FORMS: Forms = Forms {
        name: "INSTR",
        forms: &[&[Character, Character], &[Character, Character, Integer], &[Character, Character, Integer, Integer]],
    };
    Function::new(&INSTR_DOC, |arguments| resolve(&FORMS, arguments), |_| Ok(found())).definition()
}

fn resolve(forms: &Forms, arguments: &[Argument]) -> Result<Signature, CallError> {
    forms.check(arguments)?;
    Ok(signature(arguments, &[Character, Character, Integer, Integer], TypeKind::Int))
}

/// The part comes first.
fn located() -> Box<dyn Kernel> {
    rows(|args| {
        let (part, text, start) = (args.column::<Text>(0)?, args.column::<Text>(1)?, args.optional::<Int32Type>(2)?);
        args.build::<Int32Type>(&DataType::Int32, |row| {
            let (Some(part), Some(text)) = (part.get(row), text.get(row)) else { return Ok(None) };
            match start.as_ref().map(|start| start.get(row)) {
                None => Ok(Some(locate_from(part, text, 1))),
                Some(start) => Ok(start.map(|start| locate_from(part, text, start))),
            }
        })
    })
}

fn locate_from(part: &str, text: &str, start: i32) -> i32 {
    if part.is_empty() {
        return 1;
    }
    let skipped = usize::try_from(start - 1).unwrap_or(0);
    let Some(from) = byte_at(text, skipped) else { return 0 };
    text[from..].find(part).map_or(0, |at| (text[..from + at].chars().count() + 1) as i32)
}

/// The byte where a character begins, or the end.
fn byte_at(text: &str, character: usize) -> Option<usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(character)
}

/// The text comes first.
fn found() -> Box<dyn Kernel> {
    rows(|args| {
        let (text, part) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
        let (start, occurrence) = (args.optional::<Int32Type>(2)?, args.optional::<Int32Type>(3)?);
        args.build::<Int32Type>(&DataType::Int32, |row| {
            let start = start.as_ref().map_or(Some(1), |start| start.get(row));
            let occurrence = occurrence.as_ref().map_or(Some(1), |occurrence| occurrence.get(row));
            match (text.get(row), part.get(row), start, occurrence) {
                (Some(text), Some(part), Some(start), Some(occurrence)) => find_nth(text, part, start, occurrence).map(Some),
                _ => Ok(None),
            }
        })
    })
}

fn find_nth(text: &str, part: &str, start: i32, occurrence: i32) -> Result<i32> {
    let Some(skipped) = usize::try_from(occurrence).ok().and_then(|n| n.checked_sub(1)) else {
        return Err(Error::data(format!("the occurrence that INSTR looks for is {occurrence}: nthAppearance must be positive!")));
    };
    let begins = |(at, _): &(usize, char)| text[*at..].starts_with(part);
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    if part.is_empty() {
        return Ok(i32::from(start != 0));
    }
    let length = characters.len() as i64;
    let found = match i64::from(start) {
        0 => None,
        start @ 1.. => (start - 1..length).filter(|&i| begins(&characters[i as usize])).nth(skipped),
        start => (0..=length + start).rev().filter(|&i| begins(&characters[i as usize])).nth(skipped),
    };
    Ok(found.map_or(0, |i| i as i32 + 1))
}

pub(super) fn starts_with() -> FunctionDefinition {
    Function::new(
        &STARTS_WITH_DOC,
        |arguments| resolve_affix("STARTSWITH", arguments),
        |call| affix(call, |text, part| text.starts_with(part)),
    )
    .infallible()
    .definition()
}

pub(super) fn ends_with() -> FunctionDefinition {
    Function::new(&ENDS_WITH_DOC, |arguments| resolve_affix("ENDSWITH", arguments), |call| affix(call, |text, part| text.ends_with(part)))
        .infallible()
        .definition()
}

fn resolve_affix(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    let forms = Forms { name, forms: &[&[Character, Character], &[Binary, Binary]] };
    forms.check(arguments).map_err(|error| error.with_flink("Invalid input arguments."))?;
    let binary = arguments.iter().any(|argument| argument.data_type.kind.is_binary());
    let family = if binary { Binary } else { Character };
    Ok(signature(arguments, &[family, family], TypeKind::Boolean))
}

fn affix(call: &CallSite, test: fn(&[u8], &[u8]) -> bool) -> Result<Box<dyn Kernel>> {
    if call.arguments[0].data_type.kind.is_binary() {
        return binary::<Bytes, Bytes, Bool>(call, move |bytes, part| Ok(Some(test(bytes, part))));
    }
    binary::<Text, Text, Bool>(call, move |text, part| Ok(Some(test(text.as_bytes(), part.as_bytes()))))
}
