//! IS [NOT] NULL, TRUE, FALSE, UNKNOWN.

use super::comparison::internal;
use crate::kernel::{Bool, Function, rows};
use crate::signature::{Family, accept_as_is, refuse};
use arrow::array::{ArrayRef, BooleanArray};
use diag::Result;
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::{LogicalType, TypeKind};

macro_rules! test {
    ($static:ident, $name:literal, $definition:literal, $summary:literal, $example:literal, $result:literal, $resolve:expr, $kernel:expr) => {
        pub(super) static $static: Function = Function::new(
            &FunctionDoc {
                name: $name,
                aliases: &[],
                definition: $definition,
                signatures: &[concat!("value ", $name)],
                summary: $summary,
                examples: &[Example { expression: $example, result: $result }],
            },
            $resolve,
            $kernel,
        )
        .infallible();
    };
}

test!(IS_NULL, "IS NULL", "isNull", "TRUE when the value is NULL.", "'' IS NULL", "FALSE", resolve_null, |_| null_kernel(true));
test!(IS_NOT_NULL, "IS NOT NULL", "isNotNull", "TRUE when the value is not NULL.", "1 IS NOT NULL", "TRUE", resolve_null, |_| {
    null_kernel(false)
});
test!(
    IS_TRUE,
    "IS TRUE",
    "isTrue",
    "TRUE when the condition is TRUE.",
    "UNKNOWN IS TRUE",
    "FALSE",
    |arguments| resolve_truth("IS TRUE", arguments),
    |call| truth_kernel(call, |value| value == Some(true))
);
test!(
    IS_NOT_TRUE,
    "IS NOT TRUE",
    "isNotTrue",
    "TRUE when the condition is FALSE or NULL.",
    "UNKNOWN IS NOT TRUE",
    "TRUE",
    |arguments| resolve_truth("IS NOT TRUE", arguments),
    |call| truth_kernel(call, |value| value != Some(true))
);
test!(
    IS_FALSE,
    "IS FALSE",
    "isFalse",
    "TRUE when the condition is FALSE.",
    "FALSE IS FALSE",
    "TRUE",
    |arguments| resolve_truth("IS FALSE", arguments),
    |call| truth_kernel(call, |value| value == Some(false))
);
test!(
    IS_NOT_FALSE,
    "IS NOT FALSE",
    "isNotFalse",
    "TRUE when the condition is TRUE or NULL.",
    "UNKNOWN IS NOT FALSE",
    "TRUE",
    |arguments| resolve_truth("IS NOT FALSE", arguments),
    |call| truth_kernel(call, |value| value != Some(false))
);
test!(
    IS_UNKNOWN,
    "IS UNKNOWN",
    "isUnknown",
    "TRUE when the condition is NULL.",
    "UNKNOWN IS UNKNOWN",
    "TRUE",
    |arguments| resolve_truth("IS UNKNOWN", arguments),
    |call| truth_kernel(call, |value| value.is_none())
);
test!(
    IS_NOT_UNKNOWN,
    "IS NOT UNKNOWN",
    "isNotUnknown",
    "TRUE when the condition is TRUE or FALSE.",
    "TRUE IS NOT UNKNOWN",
    "TRUE",
    |arguments| resolve_truth("IS NOT UNKNOWN", arguments),
    |call| truth_kernel(call, |value| value.is_some())
);

const ANSWER: LogicalType = LogicalType::not_null(TypeKind::Boolean);

fn resolve_null(arguments: &[Argument]) -> Result<Signature, CallError> {
    match arguments {
        [_] => Ok(accept_as_is(arguments, ANSWER)),
        _ => Err(CallError::new(format!("'IS NULL' takes one value, not {}", arguments.len()))),
    }
}

fn resolve_truth(name: &str, arguments: &[Argument]) -> Result<Signature, CallError> {
    let [argument] = arguments else { return Err(CallError::new(format!("'{name}' takes one value, not {}", arguments.len()))) };
    if Family::Boolean.accepts(&argument.data_type) {
        let nullable = argument.data_type.nullable;
        return Ok(Signature { arguments: vec![LogicalType { kind: TypeKind::Boolean, nullable }], result: ANSWER });
    }
    let given = format!("<{}> {name}", argument.data_type.validator_text().to_uppercase());
    Err(refuse(name, &given, &[format!("<BOOLEAN> {name}")], arguments, Some(0)))
}

fn null_kernel(wanted: bool) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| {
        let array = args.array(0)?;
        let answer = if wanted { null_mask(&array)? } else { arrow::compute::is_not_null(&array).map_err(internal)? };
        Ok(Arc::new(answer) as ArrayRef)
    }))
}

/// TRUE where the array is NULL; never NULL itself.
pub(crate) fn null_mask(array: &ArrayRef) -> Result<BooleanArray> {
    arrow::compute::is_null(array).map_err(internal)
}

fn truth_kernel(_call: &CallSite, holds: fn(Option<bool>) -> bool) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| {
        let condition = args.column::<Bool>(0)?;
        Ok(Arc::new((0..args.rows()).map(|row| Some(holds(condition.get(row)))).collect::<BooleanArray>()))
    }))
}
