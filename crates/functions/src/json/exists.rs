//! JSON_EXISTS.

use super::document::Json;
use super::{Paths, check_text, text_first, word};
use crate::kernel::{Bool, Function, Text, rows};
use arrow::datatypes::DataType;
use diag::{Error, Result};
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};

static DOC: FunctionDoc = FunctionDoc {
    name: "JSON_EXISTS",
    aliases: &[],
    definition: "JSON_EXISTS",
    signatures: &["JSON_EXISTS(json, path [{TRUE | FALSE | UNKNOWN | ERROR} ON ERROR])"],
    summary: "Whether a JSON text has a value at a path. Text that is not JSON, and a path that leads nowhere in strict mode, are errors, \
              which are FALSE unless said otherwise.",
    examples: &[
        Example { expression: "JSON_EXISTS('{\"a\":true}', '$.a')", result: "TRUE" },
        Example { expression: "JSON_EXISTS('bad', '$.a')", result: "FALSE" },
    ],
};

pub(super) fn json_exists() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    check_text("JSON_EXISTS", arguments, 0..2)?;
    Ok(Signature { arguments: text_first(arguments, 2), result: LogicalType::boolean() })
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let on_error = word(call, 2, "FALSE").to_owned();
    Ok(rows(move |args| {
        let (inputs, paths) = (args.column::<Text>(0)?, Paths::open(args)?);
        args.build::<Bool>(&DataType::Boolean, |row| {
            let (Some(input), Some(path)) = (inputs.get(row), paths.get(row)) else { return Ok(None) };
            match path.select(&Json::parse(input)) {
                Ok(selected) => Ok(Some(selected.is_some())),
                Err(error) => match on_error.as_str() {
                    "TRUE" => Ok(Some(true)),
                    "UNKNOWN" => Ok(None),
                    "ERROR" => Err(Error::data(format!("JSON_EXISTS: {}", error.0))),
                    _ => Ok(Some(false)),
                },
            }
        })
    }))
}
