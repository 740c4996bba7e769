//! IS_ALPHA, IS_DIGIT and IS_DECIMAL: FALSE for NULL and for an empty text.

use crate::kernel::{Bool, Function, Text, rows};
use crate::signature::{Family, Forms, accept_as_is};
use arrow::array::{Array, BooleanArray};
use arrow::datatypes::DataType;
use diag::Result;
use fancy_regex::Regex;
use std::sync::{Arc, LazyLock};
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::{LogicalType, TypeKind};

static ALPHA_DOC: FunctionDoc = FunctionDoc {
    name: "IS_ALPHA",
    aliases: &[],
    definition: "IS_ALPHA",
    signatures: &["IS_ALPHA(text)"],
    summary: "Whether all characters are letters.",
    examples: &[Example { expression: "IS_ALPHA('abc')", result: "TRUE" }, Example { expression: "IS_ALPHA('a1')", result: "FALSE" }],
};

static DIGIT_DOC: FunctionDoc = FunctionDoc {
    name: "IS_DIGIT",
    aliases: &[],
    definition: "IS_DIGIT",
    signatures: &["IS_DIGIT(text)"],
    summary: "Whether all characters are digits.",
    examples: &[Example { expression: "IS_DIGIT('123')", result: "TRUE" }, Example { expression: "IS_DIGIT('-1')", result: "FALSE" }],
};

static DECIMAL_DOC: FunctionDoc = FunctionDoc {
    name: "IS_DECIMAL",
    aliases: &[],
    definition: "IS_DECIMAL",
    signatures: &["IS_DECIMAL(text)"],
    summary: "Whether the text is a number, also in scientific form.",
    examples: &[Example { expression: "IS_DECIMAL('1.5')", result: "TRUE" }, Example { expression: "IS_DECIMAL('abc')", result: "FALSE" }],
};

#[expect(clippy::unwrap_used, reason = "the patterns are constant and tested")]
static LETTERS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\A\p{L}+\z").unwrap());

#[expect(clippy::unwrap_used, reason = "the patterns are constant and tested")]
static DIGITS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\A\p{Nd}+\z").unwrap());

/// What `Double.parseDouble` takes.
#[expect(clippy::unwrap_used, reason = "the patterns are constant and tested")]
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\A[\x00-\x20]*[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?|0[xX](?:[0-9a-fA-F]+\.?|[0-9a-fA-F]*\.[0-9a-fA-F]+)[pP][+-]?[0-9]+[fFdD]?)[\x00-\x20]*\z",
    )
    .unwrap()
});

pub(super) fn is_alpha() -> FunctionDefinition {
    Function::new(&ALPHA_DOC, |arguments| resolve("IS_ALPHA", arguments), |call| kernel(call, &LETTERS, false)).infallible().definition()
}

pub(super) fn is_digit() -> FunctionDefinition {
    Function::new(&DIGIT_DOC, |arguments| resolve("IS_DIGIT", arguments), |call| kernel(call, &DIGITS, true)).infallible().definition()
}

pub(super) fn is_decimal() -> FunctionDefinition {
    Function::new(&DECIMAL_DOC, |arguments| resolve("IS_DECIMAL", arguments), |call| kernel(call, &NUMBER, true)).infallible().definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Any]] }.check(arguments)?;
    Ok(accept_as_is(arguments, LogicalType::not_null(TypeKind::Boolean)))
}

/// A number has digits and no letters; what is neither number nor text has none.
fn kernel(call: &CallSite, pattern: &'static LazyLock<Regex>, of_number: bool) -> Result<Box<dyn Kernel>> {
    let kind = &call.arguments[0].data_type.kind;
    if !kind.is_character() {
        let constant = of_number && kind.is_numeric();
        return Ok(rows(move |args| {
            let argument = args.array(0)?;
            let valid = (0..argument.len()).map(|row| Some(constant && argument.is_valid(row)));
            Ok(Arc::new(valid.collect::<BooleanArray>()))
        }));
    }
    Ok(rows(move |args| {
        let text = args.column::<Text>(0)?;
        args.build::<Bool>(&DataType::Boolean, |row| Ok(Some(text.get(row).is_some_and(|text| pattern.is_match(text).unwrap_or(false)))))
    }))
}
