//! What the tests of formats share: contexts, and rows as text.

use super::column::columns;
use super::decode::{Block, DecodingFormat, FormatContext};
use super::{Format, Place};
use crate::print::write_value;
use arrow::array::RecordBatch;
use arrow::buffer::Buffer;
use diag::{Diagnostic, Result, Span};
use options::{Checks, Layer, LayeredOptions, OptionGroup, Origin, Subject, resolve};
use std::sync::Arc;
use table::connector::ScanReport;
use table::types::{Field, LogicalType};
use table::zone::Zone;

/// A context for columns named `a`, `b`, `c` and so on.
pub(crate) fn context(format: &dyn Format, options: &[(&str, &str)], types: &[LogicalType]) -> FormatContext {
    let mut layered = LayeredOptions::new();
    for (key, value) in options {
        layered.set(format!("{}.{key}", format.identifier()), *value, Origin::nowhere(Layer::Definition));
    }
    let group = OptionGroup::format(format.identifier(), format.options());
    let subject = Subject { name: "table 't'", span: Span::none() };
    let (resolved, diagnostics) = resolve(subject, &layered, vec![group], Checks::Strict);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let names = (b'a'..=b'z').map(|name| char::from(name).to_string());
    FormatContext {
        table: "t".into(),
        span: Span::none(),
        options: resolved.under(&format!("{}.", format.identifier())),
        prefix: format!("{}.", format.identifier()),
        columns: names.zip(types).map(|(name, data_type)| Field::new(name, data_type.clone())).collect(),
        zone: Zone::UTC,
        report: Arc::new(ScanReport::default()),
    }
}

/// Decodes a whole text in batches of `max_rows` and shows each row as the print connector would.
pub(crate) fn decode_in(
    format: &dyn DecodingFormat,
    context: &FormatContext,
    text: &[u8],
    wanted: &[usize],
    max_rows: usize,
) -> Result<Vec<String>> {
    let mut decoder = format.decoder(wanted)?;
    let bytes = Buffer::from_slice_ref(text);
    let mut place = Place::of_message("f");
    let mut position = 0;
    let mut shown = vec![];
    let fields: Vec<Field> = wanted.iter().map(|column| context.columns[*column].clone()).collect();
    loop {
        let mut block = Block { bytes: &bytes, position, place: &mut place, is_last: true };
        let batch = decoder.decode(&mut block, max_rows)?;
        shown.extend(rows(&batch.rows, &fields)?);
        if block.position == position {
            assert_eq!(position, bytes.len(), "the whole text is read");
            return Ok(shown);
        }
        position = block.position;
    }
}

/// All columns of a text.
pub(crate) fn read(format: &dyn Format, options: &[(&str, &str)], types: &[LogicalType], text: &[u8]) -> Result<Vec<String>> {
    let context = context(format, options, types);
    let all: Vec<usize> = (0..types.len()).collect();
    decode_in(format.decoding(&context)?.as_ref(), &context, text, &all, 2)
}

/// The message of a text that cannot be read.
pub(crate) fn failure(format: &dyn Format, options: &[(&str, &str)], types: &[LogicalType], text: &[u8]) -> Diagnostic {
    let error = read(format, options, types, text).expect_err("the text is not readable");
    *error.diagnostic.expect("bad records are diagnostics")
}

/// Rows as text.
pub(crate) fn rows(rows: &RecordBatch, fields: &[Field]) -> Result<Vec<String>> {
    let columns = columns(rows, fields)?;
    let shown = (0..rows.num_rows()).map(|row| {
        let mut out = vec![];
        for (i, column) in columns.iter().enumerate() {
            out.extend_from_slice(if i > 0 { b" | " } else { b"" });
            write_value(&mut out, column, row);
        }
        String::from_utf8_lossy(&out).into_owned()
    });
    Ok(shown.collect())
}
