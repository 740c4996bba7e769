//! `value IN (list)`

use super::comparison::{Comparison, any_of, comparable, compare_columns, number_of_text};
use crate::kernel::{Args, Function, Read, Text, rows};
use crate::signature::accept;
use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, BooleanArray};
use arrow::datatypes::{
    Date32Type, Decimal128Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType,
};
use diag::Result;
use std::collections::HashSet;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Columnar, Example, FunctionDoc, Kernel, Signature};
use table::types::{LogicalType, TypeKind, common_type};
use table::value::{Value, values_to_array};

pub(super) static IN: Function = Function::new(
    &FunctionDoc {
        name: "IN",
        aliases: &[],
        definition: "in",
        signatures: &["value IN (value, ...)"],
        summary: "TRUE when the list has the value; NULL when it has not but a NULL.",
        examples: &[Example { expression: "3 IN (1, 2, CAST(NULL AS INT))", result: "NULL" }],
    },
    resolve,
    kernel,
)
.infallible();

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    let Some((value, list)) = arguments.split_first().filter(|(_, list)| !list.is_empty()) else {
        return Err(CallError::new("'IN' takes a value and a list"));
    };
    if arguments.iter().any(|argument| argument.data_type.is_unknown()) {
        return Ok(accept(arguments, &[], TypeKind::Boolean));
    }
    let mut common = value.data_type.clone();
    for (i, item) in list.iter().enumerate() {
        common = meet(&common, &item.data_type).ok_or_else(|| mixed(i + 1))?;
        comparable(true, "IN", arguments, &common, &common).map_err(|_| mixed(i + 1))?;
    }
    Ok(accept(arguments, &vec![common.kind; arguments.len()], TypeKind::Boolean))
}

/// The type in which a value is compared with an item: text beside a number or a date is read as one.
fn meet(left: &LogicalType, right: &LogicalType) -> Option<LogicalType> {
    let reads_text = |kind: &TypeKind| kind.is_numeric() || kind.is_datetime() || *kind == TypeKind::Boolean;
    match (&left.kind, &right.kind) {
        (l, r) if l.is_character() && reads_text(r) => Some(LogicalType::new(number_of_text(r))),
        (l, r) if r.is_character() && reads_text(l) => Some(LogicalType::new(number_of_text(l))),
        _ => common_type(left, right),
    }
}

fn mixed(argument: usize) -> CallError {
    CallError::new("the values of 'IN' are of types that cannot be compared")
        .at(argument)
        .with_flink("Values passed to IN operator must have compatible types")
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let data_type = call.arguments.first().map(|a| a.data_type.clone()).unwrap_or_else(LogicalType::boolean);
    let literals: Option<Vec<&Value>> = call.arguments.iter().skip(1).map(|argument| argument.literal.as_ref()).collect();
    if let Some(set) = literals.map(|literals| Set::of(&literals, &data_type)).transpose()?.flatten() {
        return Ok(rows(move |args| set.contains(args)));
    }
    Ok(rows(move |args| compare_each(args, &data_type.kind)))
}

/// One comparison for each item.
fn compare_each(args: &Args<'_>, kind: &TypeKind) -> Result<ArrayRef> {
    let types = [kind.clone(), kind.clone()];
    let value = Columnar::Array(args.array(0)?);
    let mut found = BooleanArray::from(vec![false; args.rows()]);
    for i in 1..args.len() {
        let equal = compare_columns(Comparison::Equal, &value, &Columnar::Array(args.array(i)?), &types, args.rows())?;
        found = any_of(found, &equal)?;
    }
    Ok(Arc::new(found))
}

/// The items of a constant list.
struct Set {
    items: Items,
    has_null: bool,
}

enum Items {
    Int8(HashSet<i8>),
    Int16(HashSet<i16>),
    Int32(HashSet<i32>),
    Int64(HashSet<i64>),
    Date(HashSet<i32>),
    Time(HashSet<i32>),
    Millis(HashSet<i64>),
    Micros(HashSet<i64>),
    Nanos(HashSet<i64>),
    Decimal(HashSet<i128>),
    Text(HashSet<Box<str>>),
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IN list")
    }
}

impl Set {
    /// `None` for types that are not hashed: floats and collections.
    fn of(literals: &[&Value], data_type: &LogicalType) -> Result<Option<Set>> {
        let array = values_to_array(literals, data_type)?;
        let items = match &data_type.kind {
            TypeKind::TinyInt => Items::Int8(collect::<Int8Type>(&array)),
            TypeKind::SmallInt => Items::Int16(collect::<Int16Type>(&array)),
            TypeKind::Int | TypeKind::IntervalYearMonth => Items::Int32(collect::<Int32Type>(&array)),
            TypeKind::BigInt | TypeKind::IntervalDayTime => Items::Int64(collect::<Int64Type>(&array)),
            TypeKind::Date => Items::Date(collect::<Date32Type>(&array)),
            TypeKind::Time { .. } => Items::Time(collect::<Time32MillisecondType>(&array)),
            TypeKind::Timestamp { precision, .. } | TypeKind::TimestampLtz { precision, .. } => match precision {
                0..=3 => Items::Millis(collect::<TimestampMillisecondType>(&array)),
                4..=6 => Items::Micros(collect::<TimestampMicrosecondType>(&array)),
                _ => Items::Nanos(collect::<TimestampNanosecondType>(&array)),
            },
            TypeKind::Decimal { .. } => Items::Decimal(collect::<Decimal128Type>(&array)),
            TypeKind::Char(_) | TypeKind::Varchar(_) => Items::Text(array.as_string_view().iter().flatten().map(Box::from).collect()),
            _ => return Ok(None),
        };
        Ok(Some(Set { items, has_null: array.null_count() > 0 }))
    }

    fn contains(&self, args: &Args<'_>) -> Result<ArrayRef> {
        match &self.items {
            Items::Int8(set) => self.look_up::<Int8Type>(args, |v| set.contains(&v)),
            Items::Int16(set) => self.look_up::<Int16Type>(args, |v| set.contains(&v)),
            Items::Int32(set) => self.look_up::<Int32Type>(args, |v| set.contains(&v)),
            Items::Int64(set) => self.look_up::<Int64Type>(args, |v| set.contains(&v)),
            Items::Date(set) => self.look_up::<Date32Type>(args, |v| set.contains(&v)),
            Items::Time(set) => self.look_up::<Time32MillisecondType>(args, |v| set.contains(&v)),
            Items::Millis(set) => self.look_up::<TimestampMillisecondType>(args, |v| set.contains(&v)),
            Items::Micros(set) => self.look_up::<TimestampMicrosecondType>(args, |v| set.contains(&v)),
            Items::Nanos(set) => self.look_up::<TimestampNanosecondType>(args, |v| set.contains(&v)),
            Items::Decimal(set) => self.look_up::<Decimal128Type>(args, |v| set.contains(&v)),
            Items::Text(set) => self.look_up::<Text>(args, |v| set.contains(v)),
        }
    }

    fn look_up<R: Read>(&self, args: &Args<'_>, contains: impl for<'a> Fn(R::Item<'a>) -> bool) -> Result<ArrayRef> {
        let values = args.column::<R>(0)?;
        let answers = (0..args.rows()).map(|row| match values.get(row).map(&contains) {
            Some(true) => Some(true),
            Some(false) if !self.has_null => Some(false),
            _ => None,
        });
        Ok(Arc::new(answers.collect::<BooleanArray>()))
    }
}

fn collect<T: ArrowPrimitiveType<Native: Eq + Hash>>(array: &ArrayRef) -> HashSet<T::Native> {
    array.as_primitive::<T>().iter().flatten().collect()
}
