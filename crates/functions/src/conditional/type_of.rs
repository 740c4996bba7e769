//! TYPEOF(value)

use crate::kernel::{Function, rows};
use crate::signature::accept_as_is;
use arrow::array::{ArrayRef, StringViewArray};
use diag::Error;
use std::sync::Arc;
use table::function::{CallError, Example, FunctionDoc};
use table::types::LogicalType;

pub(super) static TYPEOF: Function = Function::new(
    &FunctionDoc {
        name: "TYPEOF",
        aliases: &[],
        definition: "TYPEOF",
        signatures: &["TYPEOF(value [, force_serializable])"],
        summary: "The type of a value as text.",
        examples: &[Example { expression: "TYPEOF(1)", result: "INT NOT NULL" }],
    },
    |arguments| match arguments {
        [_] | [_, _] => Ok(accept_as_is(arguments, LogicalType::string())),
        _ => Err(CallError::new(format!("function 'TYPEOF' takes 1 to 2 arguments, not {}", arguments.len()))),
    },
    |call| {
        let argument = call.arguments.first().ok_or_else(|| Error::internal("TYPEOF takes an argument"))?;
        let text = argument.data_type.clone().without_time_attribute().to_string();
        Ok(rows(move |args| Ok(Arc::new(StringViewArray::from_iter_values(std::iter::repeat_n(&text, args.rows()))) as ArrayRef)))
    },
)
.infallible();
