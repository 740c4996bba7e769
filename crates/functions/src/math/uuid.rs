//! UUID.

use crate::kernel::{Function, every_row};
use crate::signature::{Forms, accept_as_is};
use std::fmt::Write;
use table::function::{Example, FunctionDefinition, FunctionDoc};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "UUID",
    aliases: &[],
    definition: "uuid",
    signatures: &["UUID()"],
    summary: "A random universally unique identifier (version 4), another one for each row.",
    examples: &[Example { expression: "CHAR_LENGTH(UUID())", result: "36" }],
};

pub(super) fn uuid() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "UUID", forms: &[&[]] };
    Function::new(
        &DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept_as_is(arguments, LogicalType::not_null(TypeKind::Char(36))))
        },
        |_| Ok(every_row(|args| args.build_text(|_, out| Ok(write!(out, "{}", ::uuid::Uuid::new_v4()).is_ok())))),
    )
    .non_deterministic()
    .infallible()
    .definition()
}
