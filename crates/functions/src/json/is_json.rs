//! IS JSON [VALUE | SCALAR | ARRAY | OBJECT].

use super::document::Json;
use crate::kernel::{Bool, Function, Text, rows};
use crate::signature::{Family, accept_as_is, refuse};
use arrow::datatypes::DataType;
use diag::Result;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::{LogicalType, TypeKind};

macro_rules! test {
    ($static:ident, $name:literal, $signatures:expr, $summary:literal, $example:literal) => {
        static $static: FunctionDoc = FunctionDoc {
            name: $name,
            aliases: &[],
            definition: $name,
            signatures: $signatures,
            summary: $summary,
            examples: &[Example { expression: $example, result: "TRUE" }],
        };
    };
}

test!(
    VALUE,
    "IS JSON VALUE",
    &["text IS [NOT] JSON [VALUE]"],
    "Whether a text is JSON; FALSE for NULL. What follows after the first value does not count.",
    "'{\"a\":1}' IS JSON"
);
test!(
    SCALAR,
    "IS JSON SCALAR",
    &["text IS [NOT] JSON SCALAR"],
    "Whether a text is a JSON string, number, boolean or null.",
    "'1' IS JSON SCALAR"
);
test!(ARRAY, "IS JSON ARRAY", &["text IS [NOT] JSON ARRAY"], "Whether a text is a JSON array.", "'[1]' IS JSON ARRAY");
test!(OBJECT, "IS JSON OBJECT", &["text IS [NOT] JSON OBJECT"], "Whether a text is a JSON object.", "'{}' IS JSON OBJECT");

pub(super) fn is_json_value() -> FunctionDefinition {
    function(&VALUE, |arguments| resolve("IS JSON VALUE", arguments), |_| kernel(|_| true))
}

pub(super) fn is_json_scalar() -> FunctionDefinition {
    function(&SCALAR, |arguments| resolve("IS JSON SCALAR", arguments), |_| kernel(|value| value.is_scalar()))
}

pub(super) fn is_json_array() -> FunctionDefinition {
    function(&ARRAY, |arguments| resolve("IS JSON ARRAY", arguments), |_| kernel(|value| matches!(value, Json::Array(_))))
}

pub(super) fn is_json_object() -> FunctionDefinition {
    function(&OBJECT, |arguments| resolve("IS JSON OBJECT", arguments), |_| kernel(|value| matches!(value, Json::Object(_))))
}

fn function(
    doc: &'static FunctionDoc,
    resolve: fn(&[Argument]) -> Result<Signature, CallError>,
    kernel: fn(&CallSite) -> Result<Box<dyn Kernel>>,
) -> FunctionDefinition {
    Function::new(doc, resolve, kernel).infallible().definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    match arguments {
        [text] if Family::Character.accepts(&text.data_type) => Ok(accept_as_is(arguments, LogicalType::not_null(TypeKind::Boolean))),
        _ => {
            let types: Vec<String> = arguments.iter().map(|a| format!("<{}>", a.data_type.validator_text().to_uppercase())).collect();
            Err(refuse(name, &format!("{} {name}", types.join(", ")), &[format!("<CHARACTER> {name}")], arguments, Some(0)))
        }
    }
}

fn kernel(test: fn(&Json<'_>) -> bool) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| {
        let texts = args.column::<Text>(0)?;
        args.build::<Bool>(&DataType::Boolean, |row| {
            Ok(Some(texts.get(row).is_some_and(|text| Json::parse(text).is_ok_and(|value| test(&value)))))
        })
    }))
}
