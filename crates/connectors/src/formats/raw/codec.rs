//! Reads and writes raw values, one on a line.

use super::charset::Charset;
use crate::formats::bad_record::{bad_cell, failure};
use crate::formats::column::Column;
use crate::formats::column::columns;
use crate::formats::decode::{Block, Decoder, Encoder, FormatContext};
use arrow::array::builder::{BinaryViewBuilder, PrimitiveBuilder, StringViewBuilder};
use arrow::array::{ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions};
use arrow::datatypes::ArrowPrimitiveType;
use arrow::datatypes::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, SchemaRef};
use diag::{Error, Result};
use memchr::memchr;
use std::ops::Range;
use std::sync::Arc;
use table::changelog::Batch;
use table::types::TypeKind;

/// How values are laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) charset: Charset,
    pub(super) is_little: bool,
}

pub(super) struct RawDecoder {
    pub(super) context: Arc<FormatContext>,
    pub(super) layout: Layout,
    pub(super) schema: SchemaRef,
}

impl Decoder for RawDecoder {
    fn decode(&mut self, block: &mut Block<'_>, max_rows: usize) -> Result<Batch> {
        let mut lines = vec![];
        while lines.len() < max_rows {
            let Some(line) = next_line(block) else { break };
            lines.push(line);
        }
        let arrays = match self.schema.fields().is_empty() {
            true => vec![],
            false => vec![self.column(block, &lines)?],
        };
        let options = RecordBatchOptions::new().with_row_count(Some(lines.len()));
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
            .map_err(|e| Error::internal("a raw batch does not fit its schema").with_source(e))?;
        Ok(Batch::inserts(rows))
    }
}

/// The next line without its line feed.
fn next_line(block: &mut Block<'_>) -> Option<Range<usize>> {
    let start = block.position;
    if start >= block.bytes.len() {
        return None;
    }
    let end = match memchr(b'\n', &block.bytes[start..]) {
        Some(length) => start + length,
        None if block.is_last => block.bytes.len(),
        None => return None,
    };
    block.position = (end + 1).min(block.bytes.len());
    Some(start..end)
}

impl RawDecoder {
    fn column(&self, block: &mut Block<'_>, lines: &[Range<usize>]) -> Result<ArrayRef> {
        let bytes = block.bytes.clone();
        let little = self.layout.is_little;
        let values = lines.iter().map(|line| &bytes[line.clone()]);
        let found: Option<ArrayRef> = match &self.context.columns[0].data_type.kind {
            TypeKind::Char(_) | TypeKind::Varchar(_) => {
                let mut builder = StringViewBuilder::new();
                // Text files of other systems end their lines with a carriage return, which is no part of the text.
                values.for_each(|value| builder.append_value(self.layout.charset.decode(value.strip_suffix(b"\r").unwrap_or(value))));
                Some(Arc::new(builder.finish()))
            }
            TypeKind::Binary(_) | TypeKind::Varbinary(_) => {
                let mut builder = BinaryViewBuilder::new();
                values.for_each(|value| builder.append_value(value));
                Some(Arc::new(builder.finish()))
            }
            TypeKind::Boolean => {
                let flags: Option<Vec<bool>> = values.map(|value| <[u8; 1]>::try_from(value).ok().map(|[flag]| flag != 0)).collect();
                flags.map(|flags| Arc::new(BooleanArray::from(flags)) as ArrayRef)
            }
            TypeKind::TinyInt => numbers::<Int8Type, 1>(values, little, i8::from_be_bytes),
            TypeKind::SmallInt => numbers::<Int16Type, 2>(values, little, i16::from_be_bytes),
            TypeKind::Int => numbers::<Int32Type, 4>(values, little, i32::from_be_bytes),
            TypeKind::BigInt => numbers::<Int64Type, 8>(values, little, i64::from_be_bytes),
            TypeKind::Float => numbers::<Float32Type, 4>(values, little, f32::from_be_bytes),
            _ => numbers::<Float64Type, 8>(values, little, f64::from_be_bytes),
        };
        match found {
            Some(array) => Ok(array),
            None => Err(self.wrong_length(block, lines)),
        }
    }

    fn wrong_length(&self, block: &mut Block<'_>, lines: &[Range<usize>]) -> Error {
        let field = &self.context.columns[0];
        let size = size_of(&field.data_type.kind);
        let line = lines.iter().find(|line| line.len() != size).cloned().unwrap_or_default();
        let text = String::from_utf8_lossy(&block.bytes[line.clone()]).into_owned();
        let place = block.place.data_place(block.bytes, line.clone(), line.clone(), vec![]);
        let note = format!("A raw {} has {size} bytes; this record has {}.", field.data_type, line.len());
        failure(bad_cell(&self.context, &field.name, &field.data_type, &text, place).with_note(note))
    }
}

fn size_of(kind: &TypeKind) -> usize {
    match kind {
        TypeKind::Boolean | TypeKind::TinyInt => 1,
        TypeKind::SmallInt => 2,
        TypeKind::Int | TypeKind::Float => 4,
        _ => 8,
    }
}

/// Values of a fixed number of bytes; `None` when one has another number.
fn numbers<'a, T: ArrowPrimitiveType, const N: usize>(
    values: impl Iterator<Item = &'a [u8]>,
    is_little: bool,
    read: fn([u8; N]) -> T::Native,
) -> Option<ArrayRef> {
    let mut builder = PrimitiveBuilder::<T>::new();
    for value in values {
        let mut bytes = <[u8; N]>::try_from(value).ok()?;
        if is_little {
            bytes.reverse();
        }
        builder.append_value(read(bytes));
    }
    Some(Arc::new(builder.finish()))
}

pub(super) struct RawEncoder {
    pub(super) context: Arc<FormatContext>,
    pub(super) layout: Layout,
}

impl Encoder for RawEncoder {
    fn encode(&mut self, rows: &RecordBatch, out: &mut Vec<u8>) -> Result<()> {
        let columns = columns(rows, &self.context.columns)?;
        let Some(column) = columns.first() else { return Ok(()) };
        for row in 0..rows.num_rows() {
            if column.is_null(row) {
                let name = &self.context.columns[0].name;
                return Err(Error::data(format!(
                    "the raw format has no form for NULL in column '{name}' of table '{}'",
                    self.context.table
                )));
            }
            self.value(out, column, row);
            out.push(b'\n');
        }
        Ok(())
    }
}

impl RawEncoder {
    fn value(&self, out: &mut Vec<u8>, column: &Column, row: usize) {
        match column {
            Column::String(array) => self.layout.charset.encode(array.value(row), out),
            Column::Bytes(array) => out.extend_from_slice(array.value(row)),
            Column::Boolean(array) => out.push(u8::from(array.value(row))),
            Column::TinyInt(array) => self.number(out, array.value(row).to_be_bytes()),
            Column::SmallInt(array) => self.number(out, array.value(row).to_be_bytes()),
            Column::Int(array) => self.number(out, array.value(row).to_be_bytes()),
            Column::BigInt(array) => self.number(out, array.value(row).to_be_bytes()),
            Column::Float(array) => self.number(out, array.value(row).to_be_bytes()),
            Column::Double(array) => self.number(out, array.value(row).to_be_bytes()),
            // The format refuses tables with other types.
            _ => {}
        }
    }

    fn number<const N: usize>(&self, out: &mut Vec<u8>, mut bytes: [u8; N]) {
        if self.layout.is_little {
            bytes.reverse();
        }
        out.extend(bytes);
    }
}
