//! Values of Arrow arrays as JSON text.
//!
//! Keys are sorted. Numbers are written as Java's decimals, bytes in base 64, timestamps in ISO 8601.

use super::document::{by_utf16, java_decimal, write_quoted};
use crate::kernel::{Moment, Read};
use arrow::array::{Array, ArrayRef, AsArray};
use arrow::datatypes::{Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use diag::{Error, Result};
use std::fmt::Write;
use table::text::{write_decimal, write_double, write_timestamp};
use table::types::{LogicalType, TypeKind};
use table::value::Timestamp;

/// Writes the values of one column.
#[derive(Debug)]
pub(crate) struct JsonWriter {
    form: Form,
}

#[derive(Debug)]
enum Form {
    Null,
    Boolean,
    TinyInt,
    SmallInt,
    Int,
    BigInt,
    Float,
    Double,
    Decimal {
        scale: u8,
    },
    Text,
    /// Text that is JSON.
    Json,
    Bytes,
    Timestamp {
        zone: &'static str,
    },
    Array(Box<JsonWriter>),
    Map(Box<JsonWriter>),
    /// In the order of their names: each with its place.
    Row(Vec<(String, usize, JsonWriter)>),
}

/// A type without a JSON form: the first one in a type, and whether it is the key of a map.
pub(crate) struct NoJson<'t> {
    pub(crate) data_type: &'t LogicalType,
    is_key: bool,
}

impl NoJson<'_> {
    /// What Flink prints when it finds this.
    pub(crate) fn flink(&self) -> String {
        let name = if self.data_type.nullable { self.data_type.kind.to_string() } else { format!("{} NOT NULL", self.data_type.kind) };
        match self.is_key {
            true => format!("Type '{name}' is not supported for JSON conversion. The key type must be a character string."),
            false => format!("Type '{name}' is not scalar or cannot be converted into JSON."),
        }
    }
}

/// Finds a type that cannot be written.
pub(crate) fn without_json(data_type: &LogicalType) -> Option<NoJson<'_>> {
    match &data_type.kind {
        TypeKind::Array(element) => without_json(element),
        TypeKind::Map(key, _) | TypeKind::Multiset(key) if !key.kind.is_character() => Some(NoJson { data_type: key, is_key: true }),
        TypeKind::Map(_, value) => without_json(value),
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => fields.iter().find_map(|field| without_json(&field.data_type)),
        kind if is_scalar(kind) => None,
        _ => Some(NoJson { data_type, is_key: false }),
    }
}

fn is_scalar(kind: &TypeKind) -> bool {
    let other = matches!(kind, TypeKind::Boolean | TypeKind::Multiset(_) | TypeKind::Variant | TypeKind::Null | TypeKind::Unknown);
    other || kind.is_character() || kind.is_binary() || kind.is_numeric() || kind.is_timestamp()
}

impl JsonWriter {
    /// A writer for values of a type that has a JSON form.
    pub(crate) fn new(data_type: &LogicalType) -> Self {
        let boxed = |data_type: &LogicalType| Box::new(JsonWriter::new(data_type));
        let form = match &data_type.kind {
            TypeKind::Boolean => Form::Boolean,
            TypeKind::TinyInt => Form::TinyInt,
            TypeKind::SmallInt => Form::SmallInt,
            TypeKind::Int => Form::Int,
            TypeKind::BigInt => Form::BigInt,
            TypeKind::Float => Form::Float,
            TypeKind::Double => Form::Double,
            TypeKind::Decimal { scale, .. } => Form::Decimal { scale: *scale },
            TypeKind::Char(_) | TypeKind::Varchar(_) => Form::Text,
            TypeKind::Variant => Form::Json,
            TypeKind::Binary(_) | TypeKind::Varbinary(_) => Form::Bytes,
            TypeKind::Timestamp { .. } => Form::Timestamp { zone: "" },
            TypeKind::TimestampLtz { .. } => Form::Timestamp { zone: "Z" },
            TypeKind::Array(element) => Form::Array(boxed(element)),
            TypeKind::Multiset(_) => Form::Map(boxed(&LogicalType::int())),
            TypeKind::Map(_, value) => Form::Map(boxed(value)),
            TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
                let writers = fields.iter().enumerate().map(|(i, field)| (field.name.clone(), i, JsonWriter::new(&field.data_type)));
                let mut writers: Vec<_> = writers.collect();
                writers.sort_by(|(a, ..), (b, ..)| by_utf16(a, b));
                Form::Row(writers)
            }
            _ => Form::Null,
        };
        JsonWriter { form }
    }

    /// A writer for text that is JSON.
    pub(crate) fn verbatim() -> Self {
        JsonWriter { form: Form::Json }
    }

    /// Appends a value; NULL is `null`.
    pub(crate) fn write(&self, array: &ArrayRef, row: usize, out: &mut String) -> Result<()> {
        if array.is_null(row) {
            out.push_str("null");
            return Ok(());
        }
        match &self.form {
            Form::Null => out.push_str("null"),
            Form::Boolean => out.push_str(if array.as_boolean().value(row) { "true" } else { "false" }),
            Form::TinyInt => push(out, array.as_primitive::<Int8Type>().value(row)),
            Form::SmallInt => push(out, array.as_primitive::<Int16Type>().value(row)),
            Form::Int => push(out, array.as_primitive::<Int32Type>().value(row)),
            Form::BigInt => push(out, array.as_primitive::<Int64Type>().value(row)),
            Form::Float => write_number(out, f64::from(array.as_primitive::<Float32Type>().value(row)))?,
            Form::Double => write_number(out, array.as_primitive::<Float64Type>().value(row))?,
            Form::Decimal { scale } => {
                let mut text = String::new();
                write_decimal(&mut text, array.as_primitive::<Decimal128Type>().value(row), *scale);
                out.push_str(&if *scale > 0 { java_decimal(&text) } else { text.into() });
            }
            Form::Text => write_quoted(out, array.as_string_view().value(row)),
            Form::Json => out.push_str(array.as_string_view().value(row)),
            Form::Bytes => {
                out.push('"');
                STANDARD.encode_string(array.as_binary_view().value(row), out);
                out.push('"');
            }
            Form::Timestamp { zone } => write_moment(out, array, row, zone)?,
            Form::Array(element) => return element.write_array(array, row, out),
            Form::Map(value) => return value.write_map(array, row, out),
            Form::Row(fields) => return write_row(fields, array, row, out),
        }
        Ok(())
    }

    fn write_array(&self, array: &ArrayRef, row: usize, out: &mut String) -> Result<()> {
        let list = array.as_list::<i32>();
        let offsets = list.value_offsets();
        out.push('[');
        for (i, at) in (offsets[row]..offsets[row + 1]).enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            self.write(list.values(), at as usize, out)?;
        }
        out.push(']');
        Ok(())
    }

    fn write_map(&self, array: &ArrayRef, row: usize, out: &mut String) -> Result<()> {
        let map = array.as_map();
        let keys = map.keys().as_string_view();
        let offsets = map.value_offsets();
        let mut entries: Vec<usize> = (offsets[row] as usize..offsets[row + 1] as usize).collect();
        entries.sort_by(|a, b| by_utf16(keys.value(*a), keys.value(*b)));
        out.push('{');
        for (i, at) in entries.into_iter().enumerate() {
            out.push_str(if i > 0 { "," } else { "" });
            write_quoted(out, keys.value(at));
            out.push(':');
            self.write(map.values(), at, out)?;
        }
        out.push('}');
        Ok(())
    }
}

fn write_row(fields: &[(String, usize, JsonWriter)], array: &ArrayRef, row: usize, out: &mut String) -> Result<()> {
    let columns = array.as_struct().columns();
    out.push('{');
    for (i, (name, place, writer)) in fields.iter().enumerate() {
        out.push_str(if i > 0 { "," } else { "" });
        write_quoted(out, name);
        out.push(':');
        writer.write(&columns[*place], row, out)?;
    }
    out.push('}');
    Ok(())
}

fn push(out: &mut String, integer: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(integer));
}

fn write_number(out: &mut String, value: f64) -> Result<()> {
    if !value.is_finite() {
        return Err(Error::data("NaN and the infinities have no JSON form"));
    }
    let mut text = String::new();
    write_double(&mut text, value);
    out.push_str(&java_decimal(&text));
    Ok(())
}

/// Seconds are always written, their fraction without zeros at its end.
fn write_moment(out: &mut String, array: &ArrayRef, row: usize, zone: &str) -> Result<()> {
    let Timestamp { millis, nanos } = Moment::value(Moment::open(array)?, row);
    let mut text = String::new();
    write_timestamp(&mut text, millis, nanos, 9);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (date, time) = text.split_once(' ').unwrap_or((text, ""));
    // Writing to a string does not fail.
    let _ = write!(out, "\"{date}T{time}{zone}\"");
    Ok(())
}
