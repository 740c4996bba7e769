//! TO_BASE64 and FROM_BASE64.

use super::{STRING, signature};
use crate::kernel::{Bytes, Function, Text, unary_text};
use crate::signature::{Family, Forms};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{DecodeError, Engine, alphabet};
use diag::{Error, Result};
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};

static TO_DOC: FunctionDoc = FunctionDoc {
    name: "TO_BASE64",
    aliases: &[],
    definition: "toBase64",
    signatures: &["TO_BASE64(text)", "TO_BASE64(bytes)"],
    summary: "The bytes, or those of a text in UTF-8, in base 64.",
    examples: &[Example { expression: "TO_BASE64('hello')", result: "aGVsbG8=" }],
};

static FROM_DOC: FunctionDoc = FunctionDoc {
    name: "FROM_BASE64",
    aliases: &[],
    definition: "fromBase64",
    signatures: &["FROM_BASE64(text)"],
    summary: "The text whose bytes in UTF-8 are given in base 64. Other characters are an error.",
    examples: &[Example { expression: "FROM_BASE64('aGVsbG8=')", result: "hello" }],
};

/// Padding may be left out, and surplus bits may be set.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent).with_decode_allow_trailing_bits(true),
);

pub(super) fn to_base64() -> FunctionDefinition {
    Function::new(
        &TO_DOC,
        |arguments| resolve("TO_BASE64", arguments),
        |call| {
            on_bytes(call, |bytes, out| {
                BASE64.encode_string(bytes, out);
                Ok(())
            })
        },
    )
    .infallible()
    .definition()
}

pub(super) fn from_base64() -> FunctionDefinition {
    Function::new(
        &FROM_DOC,
        |arguments| resolve("FROM_BASE64", arguments),
        |call| {
            on_bytes(call, |bytes, out| {
                let decoded = BASE64.decode(bytes).map_err(|error| Error::data(format!("no base 64: {}", reason(&error))))?;
                out.push_str(&String::from_utf8_lossy(&decoded));
                Ok(())
            })
        },
    )
    .definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::String]] }.check(arguments)?;
    Ok(signature(arguments, &[Family::String], STRING))
}

fn on_bytes(call: &CallSite, function: fn(&[u8], &mut String) -> Result<()>) -> Result<Box<dyn Kernel>> {
    if call.arguments[0].data_type.kind.is_binary() {
        return unary_text::<Bytes>(move |bytes, out| function(bytes, out).map(|()| true));
    }
    unary_text::<Text>(move |text, out| function(text.as_bytes(), out).map(|()| true))
}

/// In the words of Java's decoder.
fn reason(error: &DecodeError) -> String {
    match error {
        DecodeError::InvalidByte(_, byte) => format!("Illegal base64 character {byte:x}"),
        DecodeError::InvalidLength(_) | DecodeError::InvalidLastSymbol(..) => "Last unit does not have enough valid bits".to_owned(),
        DecodeError::InvalidPadding => "Input byte array has wrong 4-byte ending unit".to_owned(),
    }
}
