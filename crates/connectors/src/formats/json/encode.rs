//! Writes JSON as Flink does: one object on a line, its fields in the order of the columns.

use super::options::{JsonOptions, NullKey};
use super::render::write_string;
use crate::formats::base64_text;
use crate::formats::column::{Column, columns};
use crate::formats::decode::Encoder;
use crate::formats::number_text::{DecimalForm, write_decimal, write_double, write_float};
use crate::formats::temporal::{write_date, write_time, write_timestamp};
use arrow::array::RecordBatch;
use diag::{Error, Result};
use std::sync::Arc;
use table::types::{Field, LogicalType, TypeKind};

pub(super) struct JsonEncoder {
    fields: Vec<Field>,
    options: Arc<JsonOptions>,
}

impl JsonEncoder {
    pub(super) fn new(fields: &[Field], options: Arc<JsonOptions>) -> Self {
        JsonEncoder { fields: fields.to_vec(), options }
    }
}

impl Encoder for JsonEncoder {
    fn encode(&mut self, rows: &RecordBatch, out: &mut Vec<u8>) -> Result<()> {
        let columns = columns(rows, &self.fields)?;
        for row in 0..rows.num_rows() {
            self.object(out, &self.fields, &columns, row)?;
            out.push(b'\n');
        }
        Ok(())
    }
}

impl JsonEncoder {
    fn object(&self, out: &mut Vec<u8>, fields: &[Field], columns: &[Column], row: usize) -> Result<()> {
        out.push(b'{');
        let mut is_first = true;
        for (field, column) in fields.iter().zip(columns) {
            if self.options.ignore_null_fields && column.is_null(row) {
                continue;
            }
            if !is_first {
                out.push(b',');
            }
            is_first = false;
            write_string(out, field.name.as_bytes());
            out.push(b':');
            self.value(out, &field.data_type, column, row)?;
        }
        out.push(b'}');
        Ok(())
    }

    fn value(&self, out: &mut Vec<u8>, data_type: &LogicalType, column: &Column, row: usize) -> Result<()> {
        if column.is_null(row) {
            out.extend_from_slice(b"null");
            return Ok(());
        }
        match column {
            Column::Null => {}
            Column::Boolean(array) => out.extend_from_slice(if array.value(row) { b"true" } else { b"false" }),
            Column::TinyInt(array) => push_int(out, array.value(row)),
            Column::SmallInt(array) => push_int(out, array.value(row)),
            Column::Int(array) | Column::IntervalMonths(array) => push_int(out, array.value(row)),
            Column::BigInt(array) | Column::IntervalMillis(array) => push_int(out, array.value(row)),
            Column::Float(array) if array.value(row).is_finite() => write_float(out, array.value(row)),
            Column::Double(array) if array.value(row).is_finite() => write_double(out, array.value(row)),
            Column::Float(array) => quoted(out, |out| write_float(out, array.value(row))),
            Column::Double(array) => quoted(out, |out| write_double(out, array.value(row))),
            Column::Decimal(array, scale) => {
                let form = if self.options.plain_decimals { DecimalForm::Full } else { DecimalForm::Stripped };
                write_decimal(out, array.value(row), *scale, form);
            }
            Column::String(array) => write_string(out, array.value(row).as_bytes()),
            Column::Bytes(array) => quoted(out, |out| base64_text::encode(array.value(row), out)),
            Column::Date(array) => quoted(out, |out| write_date(out, i64::from(array.value(row)))),
            Column::Time(array) => quoted(out, |out| write_time(out, i64::from(array.value(row)) * 1_000_000)),
            Column::Timestamp { values, unit, is_local, .. } => quoted(out, |out| {
                let separator = if self.options.iso_timestamps { b'T' } else { b' ' };
                write_timestamp(out, i128::from(values[row]) * i128::from(*unit), separator);
                out.extend_from_slice(if *is_local { b"Z" } else { b"" });
            }),
            Column::List(list, values) => {
                let TypeKind::Array(element) = &data_type.kind else { return Err(misfit(data_type)) };
                let offsets = list.value_offsets();
                out.push(b'[');
                for i in offsets[row] as usize..offsets[row + 1] as usize {
                    if i > offsets[row] as usize {
                        out.push(b',');
                    }
                    self.value(out, element, values, i)?;
                }
                out.push(b']');
            }
            Column::Map(map, keys, values) => {
                let offsets = map.value_offsets();
                self.map(out, data_type, keys, values, offsets[row] as usize..offsets[row + 1] as usize)?;
            }
            Column::Row(_, columns) => {
                let (TypeKind::Row(fields) | TypeKind::Structured { fields, .. }) = &data_type.kind else { return Err(misfit(data_type)) };
                self.object(out, fields, columns, row)?;
            }
        }
        Ok(())
    }

    fn map(
        &self,
        out: &mut Vec<u8>,
        data_type: &LogicalType,
        keys: &Column,
        values: &Column,
        entries: std::ops::Range<usize>,
    ) -> Result<()> {
        let count = LogicalType::not_null(TypeKind::Int);
        let value_type = match &data_type.kind {
            TypeKind::Map(_, value) => value,
            _ => &count,
        };
        out.push(b'{');
        let mut is_first = true;
        for entry in entries {
            let key = match (keys.is_null(entry), &self.options.null_key, keys) {
                (false, _, Column::String(array)) => array.value(entry),
                (true, NullKey::Drop, _) => continue,
                (true, NullKey::Literal(literal), _) => literal.as_str(),
                (true, NullKey::Fail, _) => return Err(null_key()),
                _ => return Err(misfit(data_type)),
            };
            if !is_first {
                out.push(b',');
            }
            is_first = false;
            write_string(out, key.as_bytes());
            out.push(b':');
            self.value(out, value_type, values, entry)?;
        }
        out.push(b'}');
        Ok(())
    }
}

fn quoted(out: &mut Vec<u8>, write: impl Fn(&mut Vec<u8>)) {
    out.push(b'"');
    write(out);
    out.push(b'"');
}

fn push_int(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn null_key() -> Error {
    let message = "the json format cannot write a map with a NULL key; set 'json.map-null-key.mode' to 'DROP' or 'LITERAL'";
    Error::data(message)
}

fn misfit(data_type: &LogicalType) -> Error {
    Error::internal(format!("a column of type {data_type} holds other values"))
}
