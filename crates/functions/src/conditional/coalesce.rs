//! COALESCE and IFNULL.

use crate::kernel::{Args, Function, rows};
use crate::operators::null_mask;
use crate::signature::accept;
use arrow::array::{Array, ArrayRef};
use arrow::compute::kernels::zip::zip;
use diag::{Error, Result};
use table::function::{Argument, CallError, Example, FunctionDoc, Signature};
use table::types::{TypeKind, common_argument_type};

pub(super) static COALESCE: Function = Function::new(
    &FunctionDoc {
        name: "COALESCE",
        aliases: &[],
        definition: "COALESCE",
        signatures: &["COALESCE(value, ...)"],
        summary: "The first value that is not NULL.",
        examples: &[Example { expression: "COALESCE(CAST(NULL AS INT), 2)", result: "2" }],
    },
    resolve,
    |_| Ok(rows(first_value)),
)
.infallible();

pub(super) static IFNULL: Function = Function::new(
    &FunctionDoc {
        name: "IFNULL",
        aliases: &[],
        definition: "IFNULL",
        signatures: &["IFNULL(value, replacement)"],
        summary: "The value, or the replacement when it is NULL.",
        examples: &[Example { expression: "IFNULL(CAST(NULL AS INT), 2)", result: "2" }],
    },
    |arguments| match arguments {
        [_, _] => resolve(arguments),
        _ => Err(CallError::new(format!("function 'IFNULL' takes 2 arguments, not {}", arguments.len()))),
    },
    |_| Ok(rows(first_value)),
)
.infallible();

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    if arguments.is_empty() {
        let flink = "No match found for function signature COALESCE().\nSupported signatures are:\nCOALESCE(<COMMON>, <COMMON>...)";
        return Err(CallError::new("function 'COALESCE' takes at least 1 argument, not 0").with_flink(flink));
    }
    let common = common_argument_type(arguments.iter().map(|argument| &argument.data_type));
    let common = common.ok_or_else(|| CallError::new("the arguments have no common type").with_flink("Invalid input arguments."))?;
    let mut signature = accept(arguments, &vec![common.kind.clone(); arguments.len()], common.kind);
    // One value that is never NULL makes the result so.
    signature.result.nullable = arguments.iter().all(|argument| argument.data_type.nullable || argument.data_type.kind == TypeKind::Null);
    Ok(signature)
}

fn first_value(args: &Args<'_>) -> Result<ArrayRef> {
    let mut found = args.array(0)?;
    for i in 1..args.len() {
        if found.null_count() == 0 && found.logical_null_count() == 0 {
            break;
        }
        found = zip(&null_mask(&found)?, &args.array(i)?, &found).map_err(|e| Error::internal(e.to_string()))?;
    }
    Ok(found)
}
