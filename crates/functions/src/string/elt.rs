//! ELT.

use super::wrong_argument;
use crate::kernel::{Bytes, Column, Function, Read, Text, Write, rows};
use crate::signature::{Family, Forms};
use arrow::datatypes::Int64Type;
use diag::Result;
use std::borrow::Cow;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{TypeKind, arrow_type};
use table::{LogicalType, Value};

static DOC: FunctionDoc = FunctionDoc {
    name: "ELT",
    aliases: &[],
    definition: "ELT",
    signatures: &["ELT(index, text, ...)", "ELT(index, bytes, ...)"],
    summary: "One of the values, counted from 1; NULL when there is none at this index.",
    examples: &[Example { expression: "ELT(2, 'a', 'b')", result: "b" }, Example { expression: "ELT(9, 'a', 'b')", result: "<NULL>" }],
};

pub(super) fn elt() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).infallible().definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    const FORMS: Forms = Forms { name: "ELT", forms: &[&[Family::Integer, Family::String]] };
    let Some((index, values)) = arguments.split_first().filter(|(_, values)| !values.is_empty()) else {
        return Err(FORMS.check(&[]).err().unwrap_or_else(|| FORMS.refusal(arguments)));
    };
    if !Family::Integer.accepts(&index.data_type) {
        return Err(wrong_argument("ELT", 0, &index.data_type, "an integer", "INTEGER_NUMERIC")
            .with_flink("Index can only be an INTEGER NUMERIC type."));
    }
    if let Some(Value::Int(negative)) = index.literal.as_ref().filter(|index| matches!(index, Value::Int(n) if *n < 0)) {
        return Err(CallError::new(format!("the index of 'ELT' must not be negative, but is {negative}"))
            .at(0)
            .with_flink(format!("Index must be an integer starting from '0', but was '{negative}'.")));
    }
    let binary = values.iter().any(|value| value.data_type.kind.is_binary());
    let family = if binary { Family::Binary } else { Family::Character };
    if let Some(wrong) = values.iter().position(|value| !family.accepts(&value.data_type)) {
        return Err(wrong_argument("ELT", wrong + 1, &values[wrong].data_type, "like the others text or bytes", "CHARACTER_STRING"));
    }
    let result = LogicalType::new(widest(values, binary));
    let mut types = vec![LogicalType::bigint().with_nullable(index.data_type.nullable)];
    types.extend(values.iter().map(|value| result.clone().with_nullable(value.data_type.nullable)));
    Ok(Signature { arguments: types, result })
}

/// The common type: as long as the longest, and varying unless all are equally long.
fn widest(values: &[Argument], binary: bool) -> TypeKind {
    let lengths = || {
        values.iter().map(|value| match value.data_type.kind {
            TypeKind::Char(length) | TypeKind::Binary(length) => (length, true),
            TypeKind::Varchar(length) | TypeKind::Varbinary(length) => (length, false),
            _ => (1, false),
        })
    };
    let longest = lengths().map(|(length, _)| length).max().unwrap_or(1);
    match (lengths().all(|length| length == (longest, true)), binary) {
        (true, false) => TypeKind::Char(longest),
        (true, true) => TypeKind::Binary(longest),
        (false, false) => TypeKind::Varchar(longest),
        (false, true) => TypeKind::Varbinary(longest),
    }
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let result = arrow_type(&call.result);
    if call.result.kind.is_binary() {
        return Ok(rows(move |args| {
            let chosen = choose::<Bytes>(args)?;
            args.build::<Bytes>(&result, |row| Ok(chosen(row).map(Cow::Borrowed)))
        }));
    }
    Ok(rows(move |args| {
        let chosen = choose::<Text>(args)?;
        args.build::<Text>(&result, |row| Ok(chosen(row).map(Cow::Borrowed)))
    }))
}

fn choose<'a, R: Read + Write>(args: &crate::kernel::Args<'a>) -> Result<impl Fn(usize) -> Option<<R as Read>::Item<'a>>> {
    let index = args.column::<Int64Type>(0)?;
    let values: Vec<Column<'a, R>> = (1..args.len()).map(|i| args.column(i)).collect::<Result<_>>()?;
    Ok(move |row| {
        let index = index.get(row)?;
        values.get(usize::try_from(index.checked_sub(1)?).ok()?)?.get(row)
    })
}
