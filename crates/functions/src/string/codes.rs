//! ASCII and CHR.

use super::{nullable_signature, signature};
use crate::kernel::{Function, Text, unary, unary_text};
use crate::signature::{Family, Forms};
use arrow::datatypes::{Int32Type, Int64Type};
use table::function::{Example, FunctionDefinition, FunctionDoc};
use table::{LogicalType, TypeKind};

static ASCII_DOC: FunctionDoc = FunctionDoc {
    name: "ASCII",
    aliases: &[],
    definition: "ascii",
    signatures: &["ASCII(text)"],
    summary: "The first byte of a text in UTF-8, as a signed number; 0 for an empty text.",
    examples: &[Example { expression: "ASCII('abc')", result: "97" }, Example { expression: "ASCII('é')", result: "-61" }],
};

static CHR_DOC: FunctionDoc = FunctionDoc {
    name: "CHR",
    aliases: &[],
    definition: "chr",
    signatures: &["CHR(code)"],
    summary: "The character with a code from 0 to 255; of a larger code only the last 8 bits count. An empty text for a negative code.",
    examples: &[Example { expression: "CHR(97)", result: "a" }, Example { expression: "CHR(353)", result: "a" }],
};

pub(super) fn ascii() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "ASCII", forms: &[&[Family::Character]] };
    Function::new(
        &ASCII_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Family::Character], TypeKind::Int))
        },
        |call| unary::<Text, Int32Type>(call, |text| Ok(Some(text.bytes().next().map_or(0, |byte| i32::from(byte as i8))))),
    )
    .infallible()
    .definition()
}

pub(super) fn chr() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "CHR", forms: &[&[Family::Integer]] };
    Function::new(
        &CHR_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let mut signature = nullable_signature(arguments, &[Family::Integer], LogicalType::string());
            signature.arguments[0].kind = TypeKind::BigInt;
            Ok(signature)
        },
        |_| {
            unary_text::<Int64Type>(|code, out| {
                if code >= 0 {
                    out.push(char::from(code as u8));
                }
                Ok(true)
            })
        },
    )
    .infallible()
    .definition()
}
