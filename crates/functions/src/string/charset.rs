//! ENCODE and DECODE.

use super::{STRING, signature};
use crate::kernel::{Bytes, Function, Text, binary, binary_text};
use crate::signature::{Family, Forms};
use diag::{Error, Result};
use std::borrow::Cow;
use table::function::{Example, FunctionDefinition, FunctionDoc};
use table::types::{MAX_LENGTH, TypeKind};

static ENCODE_DOC: FunctionDoc = FunctionDoc {
    name: "ENCODE",
    aliases: &[],
    definition: "encode",
    signatures: &["ENCODE(text, charset)"],
    summary: "The bytes of a text in a charset: US-ASCII, ISO-8859-1, UTF-8, UTF-16, UTF-16BE or UTF-16LE.",
    examples: &[Example { expression: "ENCODE('é', 'UTF-16BE')", result: "x'00e9'" }],
};

static DECODE_DOC: FunctionDoc = FunctionDoc {
    name: "DECODE",
    aliases: &[],
    definition: "decode",
    signatures: &["DECODE(bytes, charset)"],
    summary: "The text that bytes mean in a charset: US-ASCII, ISO-8859-1, UTF-8, UTF-16, UTF-16BE or UTF-16LE.",
    examples: &[Example { expression: "DECODE(ENCODE('a', 'UTF-8'), 'UTF-8')", result: "a" }],
};

pub(super) fn encode() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "ENCODE", forms: &[&[Family::Character, Family::Character]] };
    Function::new(
        &ENCODE_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Family::Character, Family::Character], TypeKind::Varbinary(MAX_LENGTH)))
        },
        |call| binary::<Text, Text, Bytes>(call, |text, name| Ok(Some(Cow::Owned(Charset::named(name)?.encode(text))))),
    )
    .definition()
}

pub(super) fn decode() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "DECODE", forms: &[&[Family::Binary, Family::Character]] };
    Function::new(
        &DECODE_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Family::Binary, Family::Character], STRING))
        },
        |_| {
            binary_text::<Bytes, Text>(|bytes, name, out| {
                Charset::named(name)?.decode(bytes, out);
                Ok(true)
            })
        },
    )
    .definition()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Charset {
    Ascii,
    Latin1,
    Utf8,
    /// Big-endian with a byte order mark.
    Utf16,
    Utf16Be,
    Utf16Le,
}

impl Charset {
    fn named(name: &str) -> Result<Charset> {
        Ok(match name.to_ascii_uppercase().as_str() {
            "US-ASCII" | "ASCII" | "ASCII7" | "ISO646-US" => Charset::Ascii,
            "ISO-8859-1" | "ISO8859-1" | "ISO8859_1" | "ISO_8859-1" | "LATIN1" | "L1" => Charset::Latin1,
            "UTF-8" | "UTF8" => Charset::Utf8,
            "UTF-16" | "UTF16" | "UTF_16" => Charset::Utf16,
            "UTF-16BE" | "UTF_16BE" | "UNICODEBIGUNMARKED" => Charset::Utf16Be,
            "UTF-16LE" | "UTF_16LE" | "UNICODELITTLEUNMARKED" => Charset::Utf16Le,
            _ => return Err(Error::data(format!("there is no charset '{name}': UnsupportedEncodingException: {name}"))),
        })
    }

    /// A character that the charset lacks becomes a question mark.
    fn encode(self, text: &str) -> Vec<u8> {
        let up_to = |last: char| text.chars().map(|c| if c <= last { c as u32 as u8 } else { b'?' }).collect();
        match self {
            Charset::Ascii => up_to('\u{7F}'),
            Charset::Latin1 => up_to('\u{FF}'),
            Charset::Utf8 => text.as_bytes().to_vec(),
            Charset::Utf16 if text.is_empty() => Vec::new(),
            Charset::Utf16 => [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect(),
            Charset::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Charset::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        }
    }

    /// Bytes without a meaning become the replacement character.
    fn decode(self, bytes: &[u8], out: &mut String) {
        match self {
            Charset::Ascii => {
                out.extend(bytes.iter().map(|&byte| if byte.is_ascii() { char::from(byte) } else { char::REPLACEMENT_CHARACTER }))
            }
            Charset::Latin1 => out.extend(bytes.iter().map(|&byte| char::from(byte))),
            Charset::Utf8 => out.push_str(&String::from_utf8_lossy(bytes)),
            Charset::Utf16 => match bytes {
                [0xFE, 0xFF, rest @ ..] => units(rest, u16::from_be_bytes, out),
                [0xFF, 0xFE, rest @ ..] => units(rest, u16::from_le_bytes, out),
                _ => units(bytes, u16::from_be_bytes, out),
            },
            Charset::Utf16Be => units(bytes, u16::from_be_bytes, out),
            Charset::Utf16Le => units(bytes, u16::from_le_bytes, out),
        }
    }
}

fn units(bytes: &[u8], unit: fn([u8; 2]) -> u16, out: &mut String) {
    let pairs = bytes.chunks_exact(2);
    let half = !pairs.remainder().is_empty();
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    out.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
    out.extend(half.then_some(char::REPLACEMENT_CHARACTER));
}
