//! JSON: text that JSON_OBJECT and JSON_ARRAY put in as it is.

use super::check_text;
use super::document::Json;
use crate::kernel::{Function, Text, unary_text};
use crate::signature::accept;
use diag::{Error, Result};
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{MAX_LENGTH, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "JSON",
    aliases: &[],
    definition: "JSON",
    signatures: &["JSON(text)"],
    summary: "A JSON text as a value of JSON_OBJECT or JSON_ARRAY, which put it in as JSON and not as a string. It cannot be called elsewhere.",
    examples: &[Example { expression: "JSON_OBJECT('k' VALUE JSON('{\"z\":1}'))", result: "{\"k\":{\"z\":1}}" }],
};

pub(super) fn json() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    check_text("JSON", arguments, 0..1)?;
    let signature = accept(&arguments[..1], &[TypeKind::Varchar(MAX_LENGTH)], TypeKind::Varchar(MAX_LENGTH));
    Ok(Signature { result: signature.result.with_nullable(true), ..signature })
}

/// Blank text is NULL.
fn kernel(_: &CallSite) -> Result<Box<dyn Kernel>> {
    unary_text::<Text>(|text, out| {
        if text.trim().is_empty() {
            return Ok(false);
        }
        let json = Json::parse(text.trim()).map_err(|error| Error::data(format!("the argument of JSON is not JSON: {error}")))?;
        json.write(out);
        Ok(true)
    })
}
