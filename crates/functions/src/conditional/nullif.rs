//! NULLIF(value, other)

use crate::kernel::{Function, rows};
use crate::operators::{Comparison, Operands, comparable};
use crate::signature::accept_as_is;
use arrow::array::{Array, UInt32Array};
use diag::{Error, Result};
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};

pub(super) static NULLIF: Function = Function::new(
    &FunctionDoc {
        name: "NULLIF",
        aliases: &[],
        definition: "NULLIF",
        signatures: &["NULLIF(value, other)"],
        summary: "NULL when both are equal, else the first value.",
        examples: &[Example { expression: "NULLIF(1, 2)", result: "1" }],
    },
    resolve,
    kernel,
)
.infallible();

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    let [value, other] = arguments else {
        return Err(CallError::new(format!("function 'NULLIF' takes 2 arguments, not {}", arguments.len())));
    };
    comparable(true, "=", arguments, &value.data_type, &other.data_type)?;
    // The value keeps its type, so each side is cast for the comparison only.
    Ok(accept_as_is(arguments, value.data_type.clone().with_nullable(true)))
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let [value, other] = call.arguments.as_slice() else { return Err(Error::internal("NULLIF takes two arguments")) };
    let types = comparable(true, "=", &call.arguments, &value.data_type, &other.data_type).map_err(|e| Error::internal(e.message))?;
    let operands = Operands::prepare(types, &value.data_type, &other.data_type, &call.context)?;
    Ok(rows(move |args| {
        let equal = operands.compare(Comparison::Equal, args)?;
        let kept = (0..args.rows()).map(|row| (!(equal.is_valid(row) && equal.value(row))).then_some(row as u32));
        let places: UInt32Array = kept.collect();
        arrow::compute::take(&args.array(0)?, &places, None).map_err(|e| Error::internal(e.to_string()))
    }))
}
