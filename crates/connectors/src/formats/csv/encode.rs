//! Writes CSV as Jackson does for Flink.

use super::options::CsvOptions;
use crate::formats::base64_text;
use crate::formats::column::{Column, columns};
use crate::formats::decode::Encoder;
use crate::formats::number_text::{DecimalForm, write_decimal, write_double, write_float};
use crate::formats::temporal::{write_date, write_time, write_timestamp};
use arrow::array::RecordBatch;
use diag::Result;
use std::sync::Arc;
use table::types::Field;

/// Longer texts are quoted without a look at them.
const CHECKED_LENGTH: usize = 24;

pub(super) struct CsvEncoder {
    fields: Vec<Field>,
    options: Arc<CsvOptions>,
    /// Characters up to this one make quotes necessary.
    last_special: u32,
    /// The text of one value.
    value: Vec<u8>,
}

impl CsvEncoder {
    pub(super) fn new(fields: &[Field], options: Arc<CsvOptions>) -> Self {
        let special = [Some(options.delimiter), options.quote, Some('\r')];
        let last_special = special.into_iter().flatten().map(u32::from).max().unwrap_or_default();
        CsvEncoder { fields: fields.to_vec(), options, last_special, value: vec![] }
    }
}

impl Encoder for CsvEncoder {
    fn encode(&mut self, rows: &RecordBatch, out: &mut Vec<u8>) -> Result<()> {
        let columns = columns(rows, &self.fields)?;
        for row in 0..rows.num_rows() {
            for (i, column) in columns.iter().enumerate() {
                if i > 0 {
                    push_char(out, self.options.delimiter);
                }
                self.cell(out, column, row);
            }
            out.push(b'\n');
        }
        Ok(())
    }
}

impl CsvEncoder {
    fn cell(&mut self, out: &mut Vec<u8>, column: &Column, row: usize) {
        if column.is_null(row) {
            out.extend_from_slice(self.options.null_literal.as_deref().unwrap_or_default().as_bytes());
            return;
        }
        match column {
            Column::String(array) => self.text(out, array.value(row)),
            Column::Bytes(_) | Column::Date(_) | Column::Time(_) | Column::Timestamp { .. } | Column::List(..) | Column::Row(..) => {
                let mut value = std::mem::take(&mut self.value);
                value.clear();
                self.plain(&mut value, column, row);
                self.text(out, &String::from_utf8_lossy(&value));
                self.value = value;
            }
            _ => self.plain(out, column, row),
        }
    }

    /// Writes a text, in quotes if it needs them.
    fn text(&self, out: &mut Vec<u8>, text: &str) {
        let Some(quote) = self.options.quote.filter(|_| self.needs_quotes(text)) else {
            out.extend_from_slice(text.as_bytes());
            return;
        };
        push_char(out, quote);
        for c in text.chars() {
            if c == quote || Some(c) == self.options.escape {
                push_char(out, c);
            }
            push_char(out, c);
        }
        push_char(out, quote);
    }

    fn needs_quotes(&self, text: &str) -> bool {
        // Lengths count UTF-16 units.
        let is_long = text.len() > CHECKED_LENGTH && text.encode_utf16().count() > CHECKED_LENGTH;
        let is_special = |c: char| u32::from(c) <= self.last_special || c == '\\' || Some(c) == self.options.escape;
        is_long || text.chars().any(is_special)
    }

    /// Writes a value without quotes.
    fn plain(&self, out: &mut Vec<u8>, column: &Column, row: usize) {
        match column {
            Column::Null => {}
            Column::Boolean(array) => out.extend_from_slice(if array.value(row) { b"true" } else { b"false" }),
            Column::TinyInt(array) => push_int(out, array.value(row)),
            Column::SmallInt(array) => push_int(out, array.value(row)),
            Column::Int(array) | Column::IntervalMonths(array) => push_int(out, array.value(row)),
            Column::BigInt(array) | Column::IntervalMillis(array) => push_int(out, array.value(row)),
            Column::Float(array) => write_float(out, array.value(row)),
            Column::Double(array) => write_double(out, array.value(row)),
            Column::Decimal(array, scale) => write_decimal(out, array.value(row), *scale, self.decimal_form()),
            Column::String(array) => out.extend_from_slice(array.value(row).as_bytes()),
            Column::Bytes(array) => base64_text::encode(array.value(row), out),
            Column::Date(array) => write_date(out, i64::from(array.value(row))),
            Column::Time(array) => write_time(out, i64::from(array.value(row)) * 1_000_000),
            Column::Timestamp { values, unit, is_local, .. } => {
                write_timestamp(out, i128::from(values[row]) * i128::from(*unit), b' ');
                if *is_local {
                    out.push(b'Z');
                }
            }
            Column::List(list, values) => {
                let offsets = list.value_offsets();
                let range = offsets[row] as usize..offsets[row + 1] as usize;
                self.parts(out, range.map(|i| (values.as_ref(), i)));
            }
            Column::Row(_, columns) => self.parts(out, columns.iter().map(|column| (column, row))),
            // The format refuses tables with maps.
            Column::Map(..) => {}
        }
    }

    fn parts<'a>(&self, out: &mut Vec<u8>, parts: impl Iterator<Item = (&'a Column, usize)>) {
        for (i, (column, row)) in parts.enumerate() {
            if i > 0 {
                out.extend_from_slice(self.options.element_delimiter.as_bytes());
            }
            match column.is_null(row) {
                true => out.extend_from_slice(self.options.null_literal.as_deref().unwrap_or_default().as_bytes()),
                false => self.plain(out, column, row),
            }
        }
    }

    fn decimal_form(&self) -> DecimalForm {
        if self.options.scientific_decimals { DecimalForm::Stripped } else { DecimalForm::StrippedPlain }
    }
}

fn push_int(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn push_char(out: &mut Vec<u8>, c: char) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}
