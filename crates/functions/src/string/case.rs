//! UPPER, LOWER and INITCAP. A text of limited length keeps its limit.

use super::signature;
use crate::kernel::{Function, Text, unary_text};
use crate::signature::{Family, Forms};
use diag::Result;
use table::TypeKind;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::MAX_LENGTH;

static UPPER_DOC: FunctionDoc = FunctionDoc {
    name: "UPPER",
    aliases: &[],
    definition: "upper",
    signatures: &["UPPER(text)"],
    summary: "The text in upper case, cut to the length of its type.",
    examples: &[Example { expression: "UPPER('abc')", result: "ABC" }, Example { expression: "UPPER('straße')", result: "STRASS" }],
};

static LOWER_DOC: FunctionDoc = FunctionDoc {
    name: "LOWER",
    aliases: &[],
    definition: "lower",
    signatures: &["LOWER(text)"],
    summary: "The text in lower case, cut to the length of its type.",
    examples: &[Example { expression: "LOWER('ABC')", result: "abc" }],
};

static INITCAP_DOC: FunctionDoc = FunctionDoc {
    name: "INITCAP",
    aliases: &[],
    definition: "initCap",
    signatures: &["INITCAP(text)"],
    summary: "Each word with an upper-case first letter and lower-case others. Words are made of the letters A to Z and digits; other \
              letters stay as they are.",
    examples: &[Example { expression: "INITCAP('hello wORLD')", result: "Hello World" }],
};

pub(super) fn upper() -> FunctionDefinition {
    Function::new(&UPPER_DOC, |arguments| resolve("UPPER", arguments), |call| kernel(call, |text, out| out.push_str(&text.to_uppercase())))
        .infallible()
        .definition()
}

pub(super) fn lower() -> FunctionDefinition {
    Function::new(&LOWER_DOC, |arguments| resolve("LOWER", arguments), |call| kernel(call, |text, out| out.push_str(&text.to_lowercase())))
        .infallible()
        .definition()
}

pub(super) fn initcap() -> FunctionDefinition {
    Function::new(&INITCAP_DOC, |arguments| resolve("INITCAP", arguments), |call| kernel(call, capitalize)).infallible().definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Character]] }.check(arguments)?;
    let mut signature = signature(arguments, &[Family::Character], super::STRING);
    signature.result.kind = signature.arguments[0].kind.clone();
    Ok(signature)
}

fn kernel(call: &CallSite, function: fn(&str, &mut String)) -> Result<Box<dyn Kernel>> {
    let limit = match call.result.kind {
        TypeKind::Char(length) | TypeKind::Varchar(length) if length < MAX_LENGTH => Some(length as usize),
        _ => None,
    };
    unary_text::<Text>(move |text, out| {
        function(text, out);
        if let Some((end, _)) = limit.and_then(|limit| out.char_indices().nth(limit)) {
            out.truncate(end);
        }
        Ok(true)
    })
}

fn capitalize(text: &str, out: &mut String) {
    let mut in_word = false;
    for c in text.chars() {
        out.push(if in_word { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() });
        in_word = c.is_ascii_alphanumeric();
    }
}
