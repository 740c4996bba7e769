//! `string LIKE pattern [ESCAPE character]`

use super::pattern::LikePattern;
use crate::kernel::{Args, Function, Text, rows};
use crate::signature::{Family, accept, refuse};
use arrow::array::{ArrayRef, BooleanArray};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::{MAX_LENGTH, TypeKind};
use table::value::Value;

pub(super) static LIKE: Function = Function::new(
    &FunctionDoc {
        name: "LIKE",
        aliases: &[],
        definition: "LIKE",
        signatures: &["string LIKE pattern [ESCAPE character]"],
        summary: "TRUE when the whole string has the form of the pattern: % is any text, _ one character. No character escapes by default.",
        examples: &[
            Example { expression: "'abc' LIKE 'a%'", result: "TRUE" },
            Example { expression: "'a_c' LIKE 'a!_c' ESCAPE '!'", result: "TRUE" },
        ],
    },
    |arguments| resolve("LIKE", arguments),
    kernel,
);

/// The signature of LIKE and SIMILAR TO.
pub(super) fn resolve(name: &str, arguments: &[Argument]) -> Result<Signature, CallError> {
    let wrong = arguments.iter().position(|argument| !Family::Character.accepts(&argument.data_type));
    if (2..=3).contains(&arguments.len()) && wrong.is_none() {
        return Ok(accept(arguments, &vec![TypeKind::Varchar(MAX_LENGTH); arguments.len()], TypeKind::Boolean));
    }
    let types: Vec<String> = arguments.iter().map(|a| format!("<{}>", a.data_type.validator_text().to_uppercase())).collect();
    let given = format!("{name}({})", types.join(", "));
    Err(refuse(name, &given, &[format!("{name}(<STRING>, <STRING>, <STRING>)")], arguments, wrong))
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    // Without a constant pattern it is compiled for each row, and then a line break ends what % and _ stand for.
    if let Some((pattern, escape)) = constant_pattern(call) {
        let pattern = LikePattern::compile(pattern, escape)?;
        return Ok(rows(move |args| match_all(args, &pattern)));
    }
    Ok(rows(match_each))
}

/// The pattern and the escape text, when both are constant.
pub(super) fn constant_pattern(call: &CallSite) -> Option<(&str, Option<&str>)> {
    let pattern = literal(call.arguments.get(1)?)?;
    match call.arguments.get(2) {
        None => Some((pattern, None)),
        Some(escape) => Some((pattern, Some(literal(escape)?))),
    }
}

fn literal(argument: &Argument) -> Option<&str> {
    if let Some(Value::String(text)) = &argument.literal { Some(text) } else { None }
}

fn match_all(args: &Args<'_>, pattern: &LikePattern) -> Result<ArrayRef> {
    let texts = args.column::<Text>(0)?;
    Ok(Arc::new((0..args.rows()).map(|row| texts.get(row).map(|text| pattern.matches(text))).collect::<BooleanArray>()))
}

fn match_each(args: &Args<'_>) -> Result<ArrayRef> {
    let (texts, patterns) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
    let escapes = args.optional::<Text>(2)?;
    let one = |row: usize| -> Result<Option<bool>, Error> {
        let escape = match &escapes {
            None => None,
            Some(escapes) => match escapes.get(row) {
                None => return Ok(None),
                escape => escape,
            },
        };
        match (texts.get(row), patterns.get(row)) {
            (Some(text), Some(pattern)) => Ok(Some(LikePattern::compile(pattern, escape)?.matches(text))),
            _ => Ok(None),
        }
    };
    Ok(Arc::new((0..args.rows()).map(one).collect::<Result<BooleanArray>>()?))
}
