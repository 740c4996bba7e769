//! GREATEST and LEAST.

use crate::kernel::{Args, Function, rows};
use crate::operators::null_mask;
use crate::signature::accept;
use arrow::array::{ArrayRef, BooleanArray};
use arrow::compute::kernels::{cmp, zip::zip};
use arrow::compute::nullif;
use arrow::error::ArrowError;
use diag::{Error, Result};
use table::function::{Argument, CallError, Example, FunctionDoc, Signature};
use table::types::{TypeKind, common_argument_type};

pub(super) static GREATEST: Function = Function::new(
    &FunctionDoc {
        name: "GREATEST",
        aliases: &[],
        definition: "GREATEST",
        signatures: &["GREATEST(value, ...)"],
        summary: "The largest value; NULL when one is NULL.",
        examples: &[Example { expression: "GREATEST(1, 3, 2)", result: "3" }],
    },
    |arguments| resolve("GREATEST", arguments),
    |_| Ok(rows(|args| best(args, |next, found| cmp::gt(&next, &found)))),
)
.infallible();

pub(super) static LEAST: Function = Function::new(
    &FunctionDoc {
        name: "LEAST",
        aliases: &[],
        definition: "LEAST",
        signatures: &["LEAST(value, ...)"],
        summary: "The smallest value; NULL when one is NULL.",
        examples: &[Example { expression: "LEAST('b', 'a')", result: "a" }],
    },
    |arguments| resolve("LEAST", arguments),
    |_| Ok(rows(|args| best(args, |next, found| cmp::lt(&next, &found)))),
)
.infallible();

fn resolve(name: &str, arguments: &[Argument]) -> Result<Signature, CallError> {
    if arguments.is_empty() {
        let flink = format!("No match found for function signature {name}().\nSupported signatures are:\n{name}(<COMPARABLE>...)");
        return Err(CallError::new(format!("function '{name}' takes at least 1 argument, not 0")).with_flink(flink));
    }
    if let Some(at) = arguments.iter().position(|argument| !has_order(&argument.data_type.kind)) {
        let data_type = &arguments[at].data_type;
        let error = CallError::new(format!("values of type {} have no order", data_type.kind)).at(at);
        return Err(error.with_flink(format!("Comparable type expected, but was '{data_type}'.")));
    }
    let common = common_argument_type(arguments.iter().map(|argument| &argument.data_type));
    // The common type of a date and a timestamp would lose the time.
    match common.filter(|common| arguments.iter().all(|a| a.data_type.kind.is_timestamp() <= common.kind.is_timestamp())) {
        Some(common) => Ok(accept(arguments, &vec![common.kind.clone(); arguments.len()], common.kind)),
        None => Err(incomparable(arguments)),
    }
}

fn has_order(kind: &TypeKind) -> bool {
    use TypeKind as K;
    !matches!(
        kind,
        K::Array(_)
            | K::Map(..)
            | K::Multiset(_)
            | K::Row(_)
            | K::Structured { .. }
            | K::Raw { .. }
            | K::Variant
            | K::Bitmap
            | K::Descriptor
    )
}

fn incomparable(arguments: &[Argument]) -> CallError {
    let first = &arguments[0].data_type;
    let other = arguments.iter().map(|a| &a.data_type).find(|t| common_argument_type([first, t]).is_none()).unwrap_or(first);
    CallError::new(format!("{} is not compared with {}", first.kind, other.kind)).with_flink(format!(
        "All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each other. Can not compare {first} with {other}"
    ))
}

/// Floats are in total order: NaN is the largest, -0.0 is below 0.0.
fn best(args: &Args<'_>, better: fn(ArrayRef, ArrayRef) -> Result<BooleanArray, ArrowError>) -> Result<ArrayRef> {
    let internal = |e: ArrowError| Error::internal(e.to_string());
    let mut found = args.array(0)?;
    let mut has_null = null_mask(&found)?;
    for i in 1..args.len() {
        let next = args.array(i)?;
        has_null = arrow::compute::or(&has_null, &null_mask(&next)?).map_err(internal)?;
        found = zip(&better(next.clone(), found.clone()).map_err(internal)?, &next, &found).map_err(internal)?;
    }
    if has_null.true_count() == 0 { Ok(found) } else { nullif(&found, &has_null).map_err(internal) }
}
