//! OVERLAY.

use super::signature;
use crate::kernel::{Function, Text, rows};
use crate::signature::{Family, Forms};
use arrow::datatypes::Int32Type;
use table::TypeKind;
use table::function::{Example, FunctionDefinition, FunctionDoc, Kernel};
use table::types::MAX_LENGTH;

static DOC: FunctionDoc = FunctionDoc {
    name: "OVERLAY",
    aliases: &[],
    definition: "overlay",
    signatures: &["OVERLAY(text PLACING replacement FROM start [FOR length])"],
    summary: "The text with a replacement laid over a stretch of it, as long as the replacement if no length is given. A start outside the \
              text changes nothing.",
    examples: &[
        Example { expression: "OVERLAY('Txxxxas' PLACING 'hom' FROM 2 FOR 4)", result: "Thomas" },
        Example { expression: "OVERLAY('abcde' PLACING 'XY' FROM 2)", result: "aXYde" },
    ],
};

use Family::{Character, Integer};

pub(super) fn overlay() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "OVERLAY", forms: &[&[Character, Character, Integer], &[Character, Character, Integer, Integer]] };
    Function::new(
        &DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let length = arguments[..2].iter().fold(0u32, |sum, argument| match argument.data_type.kind {
                TypeKind::Char(length) | TypeKind::Varchar(length) => sum.saturating_add(length),
                _ => MAX_LENGTH,
            });
            Ok(signature(arguments, &[Character, Character, Integer, Integer], TypeKind::Varchar(length.clamp(1, MAX_LENGTH))))
        },
        |_| Ok(overlaid()),
    )
    .infallible()
    .definition()
}

fn overlaid() -> Box<dyn Kernel> {
    rows(|args| {
        let (text, replacement) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
        let (start, length) = (args.column::<Int32Type>(2)?, args.optional::<Int32Type>(3)?);
        args.build_text(|row, out| {
            let (Some(text), Some(replacement), Some(start)) = (text.get(row), replacement.get(row), start.get(row)) else {
                return Ok(false);
            };
            let length = match length.as_ref().map(|length| length.get(row)) {
                None => replacement.chars().count() as i32,
                Some(Some(length)) => length,
                Some(None) => return Ok(false),
            };
            lay_over(text, replacement, start, length, out);
            Ok(true)
        })
    })
}

/// Without a positive length nothing of the text comes after the replacement.
fn lay_over(text: &str, replacement: &str, start: i32, length: i32, out: &mut String) {
    let before = match usize::try_from(start) {
        Ok(start) if start > 0 && start <= text.chars().count() => start - 1,
        _ => return out.push_str(text),
    };
    out.extend(text.chars().take(before));
    out.push_str(replacement);
    if let Some(length) = usize::try_from(length).ok().filter(|&length| length > 0) {
        out.extend(text.chars().skip(before.saturating_add(length)));
    }
}
