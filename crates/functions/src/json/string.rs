//! JSON_STRING.

use super::writer::{JsonWriter, without_json};
use crate::kernel::{Function, rows};
use crate::signature::accept_as_is;
use crate::string::wrong_argument;
use arrow::array::{Array, ArrayRef};
use arrow::datatypes::DataType;
use diag::Result;
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Columnar, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};

static DOC: FunctionDoc = FunctionDoc {
    name: "JSON_STRING",
    aliases: &[],
    definition: "JSON_STRING",
    signatures: &["JSON_STRING(value)"],
    summary: "A value as JSON text: rows and maps are objects with sorted keys, bytes are in base 64, timestamps in ISO 8601; NULL is NULL.",
    examples: &[
        Example { expression: "JSON_STRING('abc')", result: "\"abc\"" },
        Example { expression: "JSON_STRING(ARRAY[1, 2])", result: "[1,2]" },
    ],
};

pub(super) fn json_string() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    let [value] = arguments else {
        return Err(CallError::new(format!("function 'JSON_STRING' takes 1 argument, not {}", arguments.len())));
    };
    if let Some(unfit) = without_json(&value.data_type) {
        let is_nested = *unfit.data_type != value.data_type;
        let error = wrong_argument("JSON_STRING", 0, unfit.data_type, "of a type that JSON can hold", "CHARACTER_STRING");
        return Err(if is_nested { error.with_flink(unfit.flink()) } else { error });
    }
    Ok(accept_as_is(arguments, LogicalType::string().with_nullable(value.data_type.nullable)))
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let writer = JsonWriter::new(&call.arguments[0].data_type);
    Ok(rows(move |args| {
        let value = Cell::open(args.at(0)?);
        args.build_text(|row, out| {
            if value.is_null(row) {
                return Ok(false);
            }
            value.write(&writer, row, out).map(|()| true)
        })
    }))
}

/// An argument of any type, read by row.
pub(super) struct Cell<'a> {
    array: &'a ArrayRef,
    is_scalar: bool,
}

impl<'a> Cell<'a> {
    pub(super) fn open(column: &'a Columnar) -> Self {
        Cell { array: column.array(), is_scalar: column.is_scalar() }
    }

    pub(super) fn is_null(&self, row: usize) -> bool {
        *self.array.data_type() == DataType::Null || self.array.is_null(self.place(row))
    }

    pub(super) fn write(&self, writer: &JsonWriter, row: usize, out: &mut String) -> Result<()> {
        writer.write(self.array, self.place(row), out)
    }

    fn place(&self, row: usize) -> usize {
        if self.is_scalar { 0 } else { row }
    }
}
