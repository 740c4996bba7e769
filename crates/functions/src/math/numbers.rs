//! PI and E.

use crate::kernel::{Function, rows};
use crate::signature::{Forms, accept_as_is};
use arrow::array::Float64Array;
use diag::Result;
use std::sync::Arc;
use table::function::{Argument, CallError, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::{LogicalType, TypeKind};

static PI_DOC: FunctionDoc = FunctionDoc {
    name: "PI",
    aliases: &[],
    definition: "pi",
    signatures: &["PI()", "PI"],
    summary: "The ratio of a circle's circumference to its diameter.",
    examples: &[Example { expression: "PI()", result: "3.141592653589793" }],
};

static E_DOC: FunctionDoc = FunctionDoc {
    name: "E",
    aliases: &[],
    definition: "e",
    signatures: &["E()"],
    summary: "Euler's number.",
    examples: &[Example { expression: "E()", result: "2.718281828459045" }],
};

pub(super) fn pi() -> FunctionDefinition {
    Function::new(&PI_DOC, |arguments| resolve("PI", arguments), |_| constant(std::f64::consts::PI)).infallible().definition()
}

pub(super) fn e() -> FunctionDefinition {
    Function::new(&E_DOC, |arguments| resolve("E", arguments), |_| constant(std::f64::consts::E)).infallible().definition()
}

fn resolve(name: &'static str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[]] }.check(arguments)?;
    Ok(accept_as_is(arguments, LogicalType::not_null(TypeKind::Double)))
}

fn constant(value: f64) -> Result<Box<dyn Kernel>> {
    Ok(rows(move |args| Ok(Arc::new(Float64Array::from_value(value, args.rows())))))
}
