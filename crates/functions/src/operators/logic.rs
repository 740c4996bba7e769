//! AND, OR, NOT, where NULL is unknown.

use super::comparison::internal;
use crate::kernel::{Args, Function, rows};
use crate::signature::{Family, Forms, accept};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray};
use arrow::compute::{and_kleene, not, or_kleene};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, Example, FunctionDoc, Signature};
use table::types::TypeKind;

pub(super) static AND: Function = Function::new(
    &FunctionDoc {
        name: "AND",
        aliases: &[],
        definition: "and",
        signatures: &["condition AND condition"],
        summary: "TRUE when both are TRUE, FALSE when one is FALSE, else NULL.",
        examples: &[Example { expression: "UNKNOWN AND FALSE", result: "FALSE" }],
    },
    |arguments| resolve("AND", arguments),
    |_| Ok(rows(|args| fold(args, and_kleene))),
)
.infallible();

pub(super) static OR: Function = Function::new(
    &FunctionDoc {
        name: "OR",
        aliases: &[],
        definition: "or",
        signatures: &["condition OR condition"],
        summary: "TRUE when one is TRUE, FALSE when both are FALSE, else NULL.",
        examples: &[Example { expression: "UNKNOWN OR TRUE", result: "TRUE" }],
    },
    |arguments| resolve("OR", arguments),
    |_| Ok(rows(|args| fold(args, or_kleene))),
)
.infallible();

pub(super) static NOT: Function = Function::new(
    &FunctionDoc {
        name: "NOT",
        aliases: &[],
        definition: "not",
        signatures: &["NOT condition"],
        summary: "TRUE for FALSE, FALSE for TRUE, NULL for NULL.",
        examples: &[Example { expression: "NOT (1 = 2)", result: "TRUE" }],
    },
    |arguments| {
        const FORMS: Forms = Forms { name: "NOT", forms: &[&[Family::Boolean]] };
        FORMS.check(arguments)?;
        Ok(accept(arguments, &[TypeKind::Boolean], TypeKind::Boolean))
    },
    |_| Ok(rows(|args| Ok(Arc::new(not(boolean(&args.array(0)?)?).map_err(internal)?) as ArrayRef))),
)
.infallible();

/// Two conditions, or more of them where a chain was flattened.
fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    let forms = Forms { name, forms: &[&[Family::Boolean, Family::Boolean]] };
    if arguments.len() < 2 || arguments.iter().any(|argument| !Family::Boolean.accepts(&argument.data_type)) {
        forms.check(arguments)?;
        return Err(forms.refusal(arguments));
    }
    Ok(accept(arguments, &vec![TypeKind::Boolean; arguments.len()], TypeKind::Boolean))
}

type Combine = fn(&BooleanArray, &BooleanArray) -> Result<BooleanArray, arrow::error::ArrowError>;

fn fold(args: &Args<'_>, combine: Combine) -> Result<ArrayRef> {
    let mut found = boolean(&args.array(0)?)?.clone();
    for i in 1..args.len() {
        found = combine(&found, boolean(&args.array(i)?)?).map_err(internal)?;
    }
    Ok(Arc::new(found))
}

fn boolean(array: &ArrayRef) -> Result<&BooleanArray> {
    array.as_boolean_opt().ok_or_else(|| Error::internal(format!("a condition came as {}", array.data_type())))
}
