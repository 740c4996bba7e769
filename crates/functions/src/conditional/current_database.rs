//! CURRENT_DATABASE()

use crate::kernel::{Function, rows};
use crate::signature::accept_as_is;
use arrow::array::{ArrayRef, StringViewArray};
use std::sync::Arc;
use table::function::{CallError, Example, FunctionDoc};
use table::types::LogicalType;

pub(super) static CURRENT_DATABASE: Function = Function::new(
    &FunctionDoc {
        name: "CURRENT_DATABASE",
        aliases: &[],
        definition: "currentDatabase",
        signatures: &["CURRENT_DATABASE()"],
        summary: "The name of the current database.",
        examples: &[Example { expression: "CURRENT_DATABASE()", result: "default_database" }],
    },
    |arguments| match arguments {
        [] => Ok(accept_as_is(arguments, LogicalType::string().with_nullable(false))),
        _ => Err(CallError::new("function 'CURRENT_DATABASE' takes no arguments")),
    },
    |call| {
        let name = call.context.current_database.clone();
        Ok(rows(move |args| Ok(Arc::new(StringViewArray::from_iter_values(std::iter::repeat_n(&*name, args.rows()))) as ArrayRef)))
    },
)
.infallible();
