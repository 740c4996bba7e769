//! OBJECT_OF and OBJECT_UPDATE: values of structured types.

use crate::kernel::{Args, Function, rows};
use crate::signature::{Family, Forms, accept_as_is};
use arrow::array::{Array, ArrayRef, AsArray, StructArray};
use arrow::datatypes::DataType;
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{Field, LogicalType, TypeKind, arrow_type};
use table::value::Value;

pub(super) fn object_of() -> FunctionDefinition {
    static DOC: FunctionDoc = FunctionDoc {
        name: "OBJECT_OF",
        aliases: &[],
        definition: "OBJECT_OF",
        signatures: &["OBJECT_OF(class_name, [field, value]...)"],
        summary: "Makes a value of a structured type. The names of the class and of the fields are string literals.",
        examples: &[Example { expression: "OBJECT_OF('com.acme.User', 'name', 'Bob', 'age', 42)", result: "(name=Bob, age=42)" }],
    };
    Function::new(&DOC, resolve_of, of_kernel).infallible().definition()
}

pub(super) fn object_update() -> FunctionDefinition {
    static DOC: FunctionDoc = FunctionDoc {
        name: "OBJECT_UPDATE",
        aliases: &[],
        definition: "OBJECT_UPDATE",
        signatures: &["OBJECT_UPDATE(object, [field, value]...)"],
        summary: "The object with other values for some of its fields.",
        examples: &[Example { expression: "OBJECT_UPDATE(OBJECT_OF('com.acme.P', 'x', 1, 'y', 2), 'x', 5)", result: "(x=5, y=2)" }],
    };
    Function::new(&DOC, resolve_update, update_kernel).infallible().definition()
}

fn resolve_of(arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name: "OBJECT_OF", forms: &[&[Family::Character]] }.check(&arguments[..arguments.len().min(1)])?;
    check_pairs(arguments)?;
    let class = literal_text(arguments, 0)?.to_owned();
    let mut fields: Vec<Field> = Vec::new();
    for at in (1..arguments.len()).step_by(2) {
        let name = literal_text(arguments, at)?;
        if fields.iter().any(|field| field.name == name) {
            let error = CallError::new(format!("field '{name}' is given twice")).at(at);
            return Err(error.with_flink(format!("The field name '{name}' at position {} is repeated.", at + 1)));
        }
        fields.push(Field::new(name, arguments[at + 1].data_type.clone()));
    }
    let kind = TypeKind::Structured { class, fields };
    // Flink declares the object nullable, though it never is NULL.
    Ok(accept_as_is(arguments, LogicalType::new(kind)))
}

fn resolve_update(arguments: &[Argument]) -> Result<Signature, CallError> {
    check_pairs(arguments)?;
    let TypeKind::Structured { class, fields } = &arguments[0].data_type.kind else {
        let given = &arguments[0].data_type;
        let error =
            CallError::new(format!("'OBJECT_UPDATE' takes an object, not {}", given.kind)).at(0).with_help("OBJECT_OF makes objects.");
        return Err(error.with_flink(format!("The first argument must be a structured type, but was {given}.")));
    };
    let mut fields = fields.clone();
    for at in (1..arguments.len()).step_by(2) {
        let name = literal_text(arguments, at)?;
        let Some(found) = fields.iter().position(|field| field.name == name) else {
            let error = CallError::new(format!("the object has no field '{name}'")).at(at);
            let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            return Err(error.with_flink(format!(
                "The field name '{name}' at position {} is not part of the structured type attributes. Available attributes: [{}].",
                at + 1,
                names.join(", ")
            )));
        };
        fields[found].data_type = arguments[at + 1].data_type.clone();
    }
    let kind = TypeKind::Structured { class: class.clone(), fields };
    Ok(accept_as_is(arguments, LogicalType { kind, nullable: arguments[0].data_type.nullable }))
}

/// One argument, then names and values by turns.
fn check_pairs(arguments: &[Argument]) -> Result<(), CallError> {
    if arguments.len() % 2 == 1 {
        return Ok(());
    }
    Err(CallError::new("an object takes a name and a value for each field"))
}

fn literal_text(arguments: &[Argument], at: usize) -> Result<&str, CallError> {
    match &arguments[at].literal {
        Some(Value::String(text)) if arguments[at].data_type.kind.is_character() => Ok(text),
        _ => {
            let error = CallError::new("the names of a class and its fields are string literals").at(at);
            Err(match at {
                0 => error.with_flink("The first argument must be a non-nullable character string literal representing the class name."),
                _ => error,
            })
        }
    }
}

fn of_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let DataType::Struct(fields) = arrow_type(&call.result) else { return Err(Error::internal("OBJECT_OF gives no object")) };
    Ok(rows(move |args| {
        let columns = (2..args.len()).step_by(2).map(|i| args.array(i)).collect::<Result<Vec<_>>>()?;
        let object = StructArray::try_new_with_length(fields.clone(), columns, None, args.rows()).map_err(crate::row_codec::internal)?;
        Ok(Arc::new(object) as ArrayRef)
    }))
}

fn update_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let TypeKind::Structured { fields, .. } = &call.result.kind else { return Err(Error::internal("OBJECT_UPDATE gives no object")) };
    let mut given = vec![None; fields.len()];
    for at in (1..call.arguments.len()).step_by(2) {
        let name = literal_text(&call.arguments, at).map_err(|_| Error::internal("a field without a name"))?;
        if let Some(field) = fields.iter().position(|field| field.name == name) {
            given[field] = Some(at + 1);
        }
    }
    let target = arrow_type(&call.result);
    Ok(rows(move |args| updated(args, &given, &target)))
}

fn updated(args: &Args<'_>, given: &[Option<usize>], target: &DataType) -> Result<ArrayRef> {
    let DataType::Struct(fields) = target else { return Err(Error::internal("OBJECT_UPDATE gives no object")) };
    let object = args.array(0)?;
    let object = object.as_struct();
    let column = |(field, given): (usize, &Option<usize>)| match given {
        Some(argument) => args.array(*argument),
        None => Ok(Arc::clone(object.column(field))),
    };
    let columns = given.iter().enumerate().map(column).collect::<Result<Vec<_>>>()?;
    let updated = StructArray::try_new_with_length(fields.clone(), columns, object.nulls().cloned(), args.rows());
    Ok(Arc::new(updated.map_err(crate::row_codec::internal)?) as ArrayRef)
}
