//! INET_ATON and INET_NTOA.

use super::{nullable_signature, wrong_argument};
use crate::kernel::{Function, Text, unary, unary_text};
use crate::signature::{Family, Forms};
use arrow::datatypes::Int64Type;
use std::fmt::Write;
use std::net::Ipv4Addr;
use table::function::{Example, FunctionDefinition, FunctionDoc};
use table::{LogicalType, TypeKind};

static ATON_DOC: FunctionDoc = FunctionDoc {
    name: "INET_ATON",
    aliases: &[],
    definition: "INET_ATON",
    signatures: &["INET_ATON(address)"],
    summary: "The number of an IPv4 address. In an address of fewer than four parts the last part is the last byte. NULL for other texts.",
    examples: &[
        Example { expression: "INET_ATON('127.0.0.1')", result: "2130706433" },
        Example { expression: "INET_ATON('127.1')", result: "2130706433" },
    ],
};

static NTOA_DOC: FunctionDoc = FunctionDoc {
    name: "INET_NTOA",
    aliases: &[],
    definition: "INET_NTOA",
    signatures: &["INET_NTOA(number)"],
    summary: "The IPv4 address of a number; NULL for a number that has none.",
    examples: &[Example { expression: "INET_NTOA(2130706433)", result: "127.0.0.1" }],
};

pub(super) fn inet_aton() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "INET_ATON", forms: &[&[Family::Character]] };
    Function::new(
        &ATON_DOC,
        |arguments| {
            FORMS.check(arguments).map_err(|error| match arguments {
                [argument] => wrong_argument("INET_ATON", 0, &argument.data_type, "text", "CHARACTER_STRING"),
                _ => error,
            })?;
            Ok(nullable_signature(arguments, &[Family::Character], LogicalType::bigint()))
        },
        |call| unary::<Text, Int64Type>(call, |text| Ok(number_of(text))),
    )
    .infallible()
    .definition()
}

/// All parts are bytes; those before the last are the first of the address.
fn number_of(text: &str) -> Option<i64> {
    let parts: Vec<u8> = text
        .split('.')
        .map(|part| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten())
        .collect::<Option<_>>()?;
    let (last, first) = parts.split_last()?;
    if first.len() > 3 {
        return None;
    }
    let high = first.iter().enumerate().map(|(i, &part)| i64::from(part) << (24 - 8 * i)).sum::<i64>();
    Some(high + i64::from(*last))
}

pub(super) fn inet_ntoa() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "INET_NTOA", forms: &[&[Family::Integer]] };
    Function::new(
        &NTOA_DOC,
        |arguments| {
            FORMS.check(arguments).map_err(|error| match arguments {
                [argument] => wrong_argument("INET_NTOA", 0, &argument.data_type, "an integer", "INTEGER_NUMERIC"),
                _ => error,
            })?;
            let mut signature = nullable_signature(arguments, &[Family::Integer], LogicalType::string());
            signature.arguments[0].kind = TypeKind::BigInt;
            Ok(signature)
        },
        |_| {
            unary_text::<Int64Type>(|number, out| {
                let Ok(number) = u32::try_from(number) else { return Ok(false) };
                Ok(write!(out, "{}", Ipv4Addr::from(number)).is_ok())
            })
        },
    )
    .infallible()
    .definition()
}
