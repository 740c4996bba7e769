//! BIN, HEX and UNHEX.

use crate::kernel::{Bytes, Function, Text, unary, unary_text};
use crate::signature::{Family, Forms, accept};
use arrow::datatypes::Int64Type;
use std::borrow::Cow;
use std::fmt::Write;
use table::function::{Example, FunctionDefinition, FunctionDoc};
use table::types::MAX_LENGTH;
use table::{LogicalType, TypeKind};

static BIN_DOC: FunctionDoc = FunctionDoc {
    name: "BIN",
    aliases: &[],
    definition: "bin",
    signatures: &["BIN(integer)"],
    summary: "The binary digits of an integer; a negative one as 64 bits.",
    examples: &[Example { expression: "BIN(12)", result: "1100" }],
};

static HEX_DOC: FunctionDoc = FunctionDoc {
    name: "HEX",
    aliases: &[],
    definition: "hex",
    signatures: &["HEX(integer)", "HEX(text)"],
    summary: "The hexadecimal digits of an integer, or of the bytes of a text in UTF-8, in upper case.",
    examples: &[Example { expression: "HEX(255)", result: "FF" }, Example { expression: "HEX('hello')", result: "68656C6C6F" }],
};

static UNHEX_DOC: FunctionDoc = FunctionDoc {
    name: "UNHEX",
    aliases: &[],
    definition: "UNHEX",
    signatures: &["UNHEX(text)"],
    summary: "The bytes that hexadecimal digits stand for; an odd number of digits gets a leading 0. NULL for other characters.",
    examples: &[
        Example { expression: "UNHEX('48656C6C6F')", result: "x'48656c6c6f'" },
        Example { expression: "UNHEX('ZZ')", result: "<NULL>" },
    ],
};

const STRING: TypeKind = TypeKind::Varchar(MAX_LENGTH);

pub(super) fn bin() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "BIN", forms: &[&[Family::Integer]] };
    Function::new(
        &BIN_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept(arguments, &[TypeKind::BigInt], STRING))
        },
        |_| unary_text::<Int64Type>(|x, out| Ok(write!(out, "{x:b}").is_ok())),
    )
    .infallible()
    .definition()
}

pub(super) fn hex() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "HEX", forms: &[&[Family::Integer], &[Family::Character]] };
    Function::new(
        &HEX_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let argument = if arguments[0].data_type.kind.is_character() { STRING } else { TypeKind::BigInt };
            Ok(accept(arguments, &[argument], STRING))
        },
        |call| match call.arguments[0].data_type.kind {
            TypeKind::BigInt => unary_text::<Int64Type>(|x, out| Ok(write!(out, "{x:X}").is_ok())),
            _ => unary_text::<Text>(|text, out| Ok(text.bytes().all(|byte| write!(out, "{byte:02X}").is_ok()))),
        },
    )
    .infallible()
    .definition()
}

pub(super) fn unhex() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "UNHEX", forms: &[&[Family::Character]] };
    Function::new(
        &UNHEX_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let mut signature = accept(arguments, &[STRING], TypeKind::Varbinary(MAX_LENGTH));
            signature.result = LogicalType::bytes();
            Ok(signature)
        },
        |call| unary::<Text, Bytes>(call, |text| Ok(bytes_of(text).map(Cow::Owned))),
    )
    .infallible()
    .definition()
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let (first, pairs) = digits.split_at(digits.len() % 2);
    Some(first.iter().copied().chain(pairs.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1])).collect())
}
