//! Reads CSV: records to columns, and messages about what cannot be read.

use super::convert::{Cells, Meaning};
use super::options::CsvOptions;
use super::scan::{Cell, Dropped, Fault, Records, Scanner};
use crate::formats::bad_record::{ALSO, bad_cell, bad_record, failure, with_article};
use crate::formats::decode::{Block, Decoder, FormatContext};
use crate::formats::number::java_trim;
use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::SchemaRef;
use diag::{Error, Result};
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{BadCell, RejectedRecord};
use table::types::{LogicalType, TypeKind};

pub(super) struct CsvDecoder {
    context: Arc<FormatContext>,
    options: Arc<CsvOptions>,
    scanner: Scanner,
    /// The columns to produce, by index in the record.
    columns: Vec<usize>,
    schema: SchemaRef,
    meaning: Meaning,
}

/// The place behind the line end at a place, if one is there.
fn behind_line_end(block: &[u8], at: usize) -> usize {
    match block.get(at..) {
        Some([b'\r', b'\n', ..]) => at + 2,
        Some([b'\r' | b'\n', ..]) => at + 1,
        _ => at,
    }
}

/// A cell that is not of its type.
struct Failure {
    row: usize,
    column: usize,
}

impl CsvDecoder {
    pub(super) fn new(context: Arc<FormatContext>, options: Arc<CsvOptions>, columns: &[usize]) -> Self {
        CsvDecoder {
            scanner: Scanner::new(options.dialect.clone(), context.columns.len(), columns),
            schema: context.schema_of(columns),
            columns: columns.to_vec(),
            meaning: Meaning {
                null_literal: options.null_literal.as_ref().map(|text| text.clone().into_bytes()),
                empty_as_null: options.empty_as_null,
                element_delimiter: options.element_delimiter.clone().into_bytes(),
                is_lenient: options.dialect.ignore_errors,
            },
            context,
            options,
        }
    }

    /// A record with fewer cells than columns fails when all columns are read. In Flink a missing cell is NULL when only some are.
    fn short_record(&self, records: &Records) -> Option<(u32, u32)> {
        let is_whole = self.columns.len() == self.context.columns.len();
        if self.options.dialect.ignore_errors || !is_whole { None } else { records.short.first().copied() }
    }
}

impl Decoder for CsvDecoder {
    fn decode(&mut self, block: &mut Block<'_>, max_rows: usize) -> Result<Batch> {
        if block.place.is_at_start() && block.position == 0 && block.bytes.starts_with(b"\xef\xbb\xbf") {
            block.position = 3;
        }
        let records = self.scanner.scan(block.bytes, block.position, max_rows, block.is_last);
        let (arrays, failed) = self.convert(block, &records);
        self.fail_on_first(block, &records, failed)?;
        self.report(block, &records);
        block.position = records.end;
        let options = RecordBatchOptions::new().with_row_count(Some(records.len()));
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
            .map_err(|e| Error::internal("a csv batch does not fit its schema").with_source(e))?;
        Ok(Batch::inserts(rows))
    }
}

impl CsvDecoder {
    /// Converts all columns, and finds the first cell that is not of its type unless such cells are ignored.
    fn convert(&self, block: &mut Block<'_>, records: &Records) -> (Vec<ArrayRef>, Option<Failure>) {
        let bytes = block.bytes;
        let range = block.position..records.end;
        let is_utf8 = std::str::from_utf8(&bytes[range]).is_ok() && std::str::from_utf8(&records.side).is_ok();
        let cells = Cells { block: bytes, records, meaning: &self.meaning, is_utf8 };
        let mut first: Option<Failure> = None;
        let mut arrays = Vec::with_capacity(self.columns.len());
        for (slot, &column) in self.columns.iter().enumerate() {
            let data_type = &self.context.columns[column].data_type;
            let found = &records.columns[slot];
            let array = cells.convert(found, data_type, &mut |row| {
                if self.options.dialect.ignore_errors {
                    self.report_null(block, records, row, column, found[row]);
                    return true;
                }
                if first.as_ref().is_none_or(|f| (row, column) < (f.row, f.column)) {
                    first = Some(Failure { row, column });
                }
                false
            });
            arrays.push(array);
        }
        (arrays, first)
    }

    /// Fails with the first thing that is wrong with the records, in their order.
    fn fail_on_first(&self, block: &mut Block<'_>, records: &Records, failed: Option<Failure>) -> Result<()> {
        let cell_row = failed.as_ref().map_or(usize::MAX, |failed| failed.row);
        match self.short_record(records) {
            Some((row, found)) if row as usize <= cell_row => {
                let start = records.starts[row as usize] as usize;
                let end = self.scanner.record_end(block.bytes, start);
                return Err(self.faulty(block, &Dropped { start, at: end, end, why: Fault::TooFew { found: found as usize } }));
            }
            _ => {}
        }
        if let Some(failed) = failed {
            return Err(self.bad_cell(block, records, &failed));
        }
        match &records.broken {
            Some(broken) => Err(self.faulty(block, broken)),
            None => Ok(()),
        }
    }

    fn bad_cell(&self, block: &mut Block<'_>, records: &Records, failed: &Failure) -> Error {
        let field = &self.context.columns[failed.column];
        let start = records.starts[failed.row] as usize;
        let (from, to) = self.scanner.locate(block.bytes, start, failed.column);
        let end = self.scanner.record_end(block.bytes, start);
        let text = self.cell_text(records, block.bytes, failed.row, failed.column);
        let also = self.also_bad(block, behind_line_end(block.bytes, end), failed.column);
        let place = block.place.data_place(block.bytes, start..end, from..to, also);
        let is_header = place.line == 1 && text.trim().eq_ignore_ascii_case(&field.name);
        let mut diagnostic = bad_cell(&self.context, &field.name, &field.data_type, &text, place);
        for help in self.helps(&text, &field.data_type, is_header) {
            diagnostic = diagnostic.with_help(help);
        }
        if let Some(flink) = flink_text(&text, &field.data_type) {
            diagnostic = diagnostic.with_flink(flink);
        }
        failure(diagnostic)
    }

    fn cell_text(&self, records: &Records, block: &[u8], row: usize, column: usize) -> String {
        let slot = self.columns.iter().position(|c| *c == column).unwrap_or_default();
        String::from_utf8_lossy(records.text(block, records.columns[slot][row])).into_owned()
    }

    /// The lines of further records in the block whose cell in this column is not of its type either.
    fn also_bad(&self, block: &mut Block<'_>, from: usize, column: usize) -> Vec<u64> {
        let mut dialect = self.options.dialect.clone();
        dialect.ignore_errors = true;
        let scanner = Scanner::new(dialect, self.context.columns.len(), &[column]);
        let records = scanner.scan(block.bytes, from, usize::MAX, block.is_last);
        let cells = Cells { block: block.bytes, records: &records, meaning: &self.meaning, is_utf8: false };
        let mut rows = vec![];
        cells.convert(&records.columns[0], &self.context.columns[column].data_type, &mut |row| {
            rows.push(row);
            rows.len() < ALSO
        });
        rows.into_iter().map(|row| block.place.line(block.bytes, records.starts[row] as usize)).collect()
    }

    fn helps(&self, text: &str, data_type: &LogicalType, is_header: bool) -> Vec<String> {
        let prefix = &self.context.prefix;
        let mut helps = vec![];
        if is_header {
            return self.helps_for_header().to_vec();
        }
        if text.is_empty() {
            helps.push(format!("Empty means NULL: /*+ OPTIONS('{prefix}null-literal'='') */"));
        } else if text.trim() != text && matches!(data_type.kind, TypeKind::Decimal { .. } | TypeKind::Date | TypeKind::Time { .. }) {
            helps.push(format!("Blanks around cells can be taken away: '{prefix}trim-spaces'='true'"));
        }
        helps.push(format!("Any bad cell becomes NULL: '{prefix}ignore-parse-errors'='true'"));
        helps
    }

    /// Flink's csv format has no option that skips a line.
    fn helps_for_header(&self) -> [String; 2] {
        let prefix = &self.context.prefix;
        let text = self.context.columns.iter().find(|column| matches!(column.data_type.kind, TypeKind::Varchar(_) | TypeKind::Char(_)));
        let filter = match (text, self.context.columns.first()) {
            (Some(column), _) => format!("WHERE {0} IS DISTINCT FROM '{0}'", column.name),
            (None, Some(column)) => format!("WHERE {} IS NOT NULL", column.name),
            (None, None) => String::new(),
        };
        [
            format!(
                "The first line looks like a header, which no option of the format skips: take it out of the file, or put '#' before it and \
                 set '{prefix}allow-comments'='true'."
            ),
            format!(
                "To leave the file as it is, make the header a row of NULLs and filter it: '{prefix}ignore-parse-errors'='true' and {filter}."
            ),
        ]
    }

    fn faulty(&self, block: &mut Block<'_>, dropped: &Dropped) -> Error {
        let expected = self.context.columns.len();
        let (what, flink) = self.describe(&dropped.why, expected);
        let mark = dropped.at..dropped.end.max(dropped.at);
        let place = block.place.data_place(block.bytes, dropped.start..dropped.end, mark, vec![]);
        let is_blank = dropped.start == dropped.end;
        let mut diagnostic = bad_record(&self.context, &what, place);
        for help in self.helps_for(&dropped.why, is_blank) {
            diagnostic = diagnostic.with_help(help);
        }
        failure(diagnostic.with_flink(flink))
    }

    /// What is wrong with a record, and how Flink says it.
    fn describe(&self, why: &Fault, expected: usize) -> (String, String) {
        const READ: &str = "org.apache.flink.shaded.jackson2.com.fasterxml.jackson.dataformat.csv.CsvReadException";
        const PARSE: &str = "org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParseException";
        match why {
            Fault::TooMany { text } => (
                format!("record has more than {expected} cells"),
                format!(
                    "{READ}: Too many entries: expected at most {expected} (value #{expected} ({} chars) \"{text}\")",
                    text.chars().count()
                ),
            ),
            Fault::TooFew { found } if self.options.dialect.fail_on_missing => (
                format!("record has {found} cells instead of {expected}"),
                format!("{READ}: Not enough column values: expected {expected}, found {found}"),
            ),
            Fault::TooFew { found } => (
                format!("record has {found} {} instead of {expected}", if *found == 1 { "cell" } else { "cells" }),
                format!("java.lang.RuntimeException: Row length mismatch. {expected} fields expected but was {found}."),
            ),
            Fault::AfterQuote { found } => (
                format!("'{found}' follows a closing quote"),
                format!(
                    "{PARSE}: Unexpected character ('{found}' (code {})): Expected column separator character ('{}' (code {})) or end-of-line",
                    u32::from(*found),
                    self.options.delimiter,
                    u32::from(self.options.delimiter)
                ),
            ),
            Fault::OpenQuote => ("a quoted cell has no closing quote".into(), format!("{PARSE}: Missing closing quote for value")),
        }
    }

    fn helps_for(&self, why: &Fault, is_blank: bool) -> Vec<String> {
        let prefix = &self.context.prefix;
        let drop = |what: &str| format!("{what}: '{prefix}ignore-parse-errors'='true'");
        match why {
            Fault::TooFew { .. } if is_blank => vec![
                format!("Blank lines are skipped together with comments: '{prefix}allow-comments'='true'"),
                drop("Missing cells become NULL"),
            ],
            Fault::TooFew { .. } => vec![drop("Missing cells become NULL")],
            Fault::TooMany { .. } => vec![
                format!("Cells behind the last column are ignored: '{prefix}ignore-trailing-unmappable'='true'"),
                drop("Such records are left out"),
            ],
            Fault::AfterQuote { .. } | Fault::OpenQuote => vec![
                format!("Quotes that are part of the text: '{prefix}disable-quote-character'='true'"),
                drop("Such records are left out"),
            ],
        }
    }

    /// Counts what was ignored.
    fn report(&self, block: &mut Block<'_>, records: &Records) {
        for (_, dropped) in &records.dropped {
            let (reason, _) = self.describe(&dropped.why, self.context.columns.len());
            let text = String::from_utf8_lossy(&block.bytes[dropped.start..dropped.end]).into_owned();
            let place = block.place.text(block.bytes, dropped.start, None);
            self.context.report.dropped(&self.context.table, RejectedRecord { place, reason, text });
        }
        for (row, found) in &records.short {
            self.report_missing(block, records, *row as usize, *found as usize);
        }
    }

    fn report_missing(&self, block: &mut Block<'_>, records: &Records, row: usize, found: usize) {
        let start = records.starts[row] as usize;
        for column in self.columns.iter().filter(|column| **column >= found) {
            let place = block.place.text(block.bytes, start, None);
            let name = &self.context.columns[*column].name;
            self.context.report.nulled(&self.context.table, name, BadCell { place, text: String::new() });
        }
        self.reject(block, start, &format!("record has {found} cells instead of {}", self.context.columns.len()));
    }

    fn report_null(&self, block: &mut Block<'_>, records: &Records, row: usize, column: usize, cell: Cell) {
        let start = records.starts[row] as usize;
        let field = &self.context.columns[column];
        let text = String::from_utf8_lossy(records.text(block.bytes, cell)).into_owned();
        let (from, _) = self.scanner.locate(block.bytes, start, column);
        let place = block.place.text(block.bytes, start, Some(from));
        self.context.report.nulled(&self.context.table, &field.name, BadCell { place, text: text.clone() });
        let reason = format!("'{text}' is not {} for column '{}'", with_article(&field.data_type), field.name);
        self.reject(block, start, &reason);
    }

    fn reject(&self, block: &mut Block<'_>, start: usize, reason: &str) {
        if self.context.report.keeps_rejects() {
            let end = self.scanner.record_end(block.bytes, start);
            let text = String::from_utf8_lossy(&block.bytes[start..end]).into_owned();
            let place = block.place.text(block.bytes, start, None);
            self.context.report.reject(&RejectedRecord { place, reason: reason.to_owned(), text });
        }
    }
}

/// How Flink says that a text is not of a type, where that is a fixed text.
fn flink_text(text: &str, data_type: &LogicalType) -> Option<String> {
    let trimmed = String::from_utf8_lossy(java_trim(text.as_bytes())).into_owned();
    let quoted = format!("java.lang.NumberFormatException: For input string: \"{trimmed}\"");
    match &data_type.kind {
        TypeKind::Float | TypeKind::Double if trimmed.is_empty() => Some("java.lang.NumberFormatException: empty String".into()),
        TypeKind::Float | TypeKind::Double | TypeKind::Int | TypeKind::BigInt => Some(quoted),
        TypeKind::TinyInt | TypeKind::SmallInt => match trimmed.parse::<i32>() {
            Ok(_) => Some(format!("java.lang.NumberFormatException: Value out of range. Value:\"{trimmed}\" Radix:10")),
            Err(_) => Some(quoted),
        },
        TypeKind::Array(element) if element.kind.is_integer() => Some(quoted),
        _ => None,
    }
}
