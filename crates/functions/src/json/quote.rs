//! JSON_QUOTE and JSON_UNQUOTE.

use super::check_text;
use super::document::Json;
use crate::kernel::{Function, Text, unary_text};
use crate::signature::accept;
use diag::Result;
use std::fmt::Write;
use table::TypeKind;
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::MAX_LENGTH;

static QUOTE_DOC: FunctionDoc = FunctionDoc {
    name: "JSON_QUOTE",
    aliases: &[],
    definition: "JSON_QUOTE",
    signatures: &["JSON_QUOTE(text)"],
    summary: "A text as a JSON string, with quotes, and with escapes for all but ASCII characters.",
    examples: &[Example { expression: "JSON_QUOTE('a\"b')", result: "\"a\\\"b\"" }],
};

static UNQUOTE_DOC: FunctionDoc = FunctionDoc {
    name: "JSON_UNQUOTE",
    aliases: &[],
    definition: "JSON_UNQUOTE",
    signatures: &["JSON_UNQUOTE(text)"],
    summary: "The content of a JSON string; another text stays as it is.",
    examples: &[
        Example { expression: "JSON_UNQUOTE('\"a\\\"b\"')", result: "a\"b" },
        Example { expression: "JSON_UNQUOTE('[1]')", result: "[1]" },
    ],
};

pub(super) fn json_quote() -> FunctionDefinition {
    Function::new(&QUOTE_DOC, |arguments| resolve("JSON_QUOTE", arguments), |_| on_text(quote)).infallible().definition()
}

pub(super) fn json_unquote() -> FunctionDefinition {
    Function::new(&UNQUOTE_DOC, |arguments| resolve("JSON_UNQUOTE", arguments), |_| on_text(unquote)).infallible().definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    check_text(name, arguments, 0..1)?;
    if arguments.len() > 1 {
        return Err(CallError::new(format!("function '{name}' takes 1 argument, not {}", arguments.len())));
    }
    Ok(accept(arguments, &[TypeKind::Varchar(MAX_LENGTH)], TypeKind::Varchar(MAX_LENGTH)))
}

fn on_text(write: fn(&str, &mut String)) -> Result<Box<dyn Kernel>> {
    unary_text::<Text>(move |text, out| {
        write(text, out);
        Ok(true)
    })
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '/' => out.push_str("\\/"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            ascii if ascii <= '\u{7f}' => out.push(ascii),
            other => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    // Writing to a string does not fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
}

/// Everything between the outer quotes counts, even where the string ends earlier.
fn unquote(text: &str, out: &mut String) {
    let is_quoted = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
    let inner = if is_quoted && Json::parse(text).is_ok() { &text[1..text.len() - 1] } else { return out.push_str(text) };
    let mut rest = inner;
    while let Some((quote, _)) = rest.match_indices('"').find(|(at, _)| !is_escaped(rest, *at)) {
        write_unescaped(&rest[..quote], out);
        out.push('"');
        rest = &rest[quote + 1..];
    }
    write_unescaped(rest, out);
}

fn is_escaped(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

fn write_unescaped(content: &str, out: &mut String) {
    match Json::parse(&format!("\"{content}\"")) {
        Ok(Json::String(text)) => out.push_str(&text),
        _ => out.push_str(content),
    }
}
