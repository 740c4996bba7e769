//! CHAR_LENGTH.

use super::signature;
use crate::kernel::{Function, Text, unary};
use crate::signature::{Family, Forms};
use arrow::datatypes::Int32Type;
use table::TypeKind;
use table::function::{Example, FunctionDefinition, FunctionDoc};

static DOC: FunctionDoc = FunctionDoc {
    name: "CHAR_LENGTH",
    aliases: &["CHARACTER_LENGTH"],
    definition: "charLength",
    signatures: &["CHAR_LENGTH(text)", "CHARACTER_LENGTH(text)"],
    summary: "The number of characters.",
    examples: &[Example { expression: "CHAR_LENGTH('héllo')", result: "5" }, Example { expression: "CHAR_LENGTH('😀')", result: "1" }],
};

pub(super) fn char_length() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "CHAR_LENGTH", forms: &[&[Family::Character]] };
    Function::new(
        &DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(signature(arguments, &[Family::Character], TypeKind::Int))
        },
        |call| unary::<Text, Int32Type>(call, |text| Ok(Some(text.chars().count() as i32))),
    )
    .infallible()
    .definition()
}
