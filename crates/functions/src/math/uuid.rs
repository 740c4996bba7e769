//! UUID.

use crate::kernel::{Function, every_row};
use crate::signature::{Forms, accept_as_is};
use ::uuid::Builder;
use std::fmt::Write;
use std::sync::Arc;
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
        |call| {
            let clock = Arc::clone(&call.context.clock);
            let next = move || {
                let bits = u128::from(clock.chance()) << 64 | u128::from(clock.chance());
                Builder::from_random_bytes(bits.to_be_bytes()).into_uuid()
            };
            Ok(every_row(move |args| args.build_text(|_, out| Ok(write!(out, "{}", next()).is_ok()))))
        },
    )
    .non_deterministic()
    .infallible()
    .definition()
}
