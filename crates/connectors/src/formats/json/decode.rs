//! Reads JSON: one document on a line, an object for a row or an array of objects for several.

use super::convert::{BadValue, Builder, Source};
use super::options::JsonOptions;
use super::scan::{Fault, Kind, Scanner, Token, Why, text};
use crate::formats::bad_record::{ALSO, bad_cell, bad_record, failure, with_article};
use crate::formats::decode::{Block, Decoder, FormatContext};
use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::SchemaRef;
use diag::{Error, Result};
use memchr::memchr;
use std::ops::Range;
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{BadCell, RejectedRecord};

const PARSE_EXCEPTION: &str = "org.apache.flink.formats.json.JsonParseException";

pub(super) struct JsonDecoder {
    context: Arc<FormatContext>,
    options: Arc<JsonOptions>,
    /// The columns to produce.
    columns: Vec<usize>,
    schema: SchemaRef,
}

/// What is wrong with a document.
enum Wrong {
    Syntax(Fault),
    /// Not an object where a row should be.
    NotAnObject(usize),
    /// A field that must be there is not.
    Missing {
        field: String,
    },
    Value {
        column: usize,
        value: Box<BadValue>,
    },
}

impl JsonDecoder {
    pub(super) fn new(context: Arc<FormatContext>, options: Arc<JsonOptions>, columns: &[usize]) -> Self {
        JsonDecoder { schema: context.schema_of(columns), columns: columns.to_vec(), context, options }
    }
}

impl Decoder for JsonDecoder {
    fn decode(&mut self, block: &mut Block<'_>, max_rows: usize) -> Result<Batch> {
        let mut rows = Rows {
            builders: self.columns.iter().map(|column| Builder::new(&self.context.columns[*column].data_type)).collect(),
            count: 0,
            found: vec![None; self.columns.len()],
        };
        while rows.count < max_rows {
            let Some(line) = next_line(block) else { break };
            if !line.is_empty() {
                self.document(block, line, &mut rows)?;
            }
        }
        let arrays: Vec<ArrayRef> = rows.builders.into_iter().map(|builder| builder.finish(block.bytes)).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows.count));
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
            .map_err(|e| Error::internal("a json batch does not fit its schema").with_source(e))?;
        Ok(Batch::inserts(rows))
    }
}

/// The rows that are being built.
struct Rows {
    builders: Vec<Builder>,
    count: usize,
    /// The values of the wanted fields of the current document.
    found: Vec<Option<Token>>,
}

/// Takes the next line from a block, without its line end; `None` when it may go on behind the block.
fn next_line(block: &mut Block<'_>) -> Option<Range<usize>> {
    let mut start = block.position;
    if start >= block.bytes.len() {
        return None;
    }
    let end = match memchr(b'\n', &block.bytes[start..]) {
        Some(length) => start + length,
        None if block.is_last => block.bytes.len(),
        None => return None,
    };
    block.position = (end + 1).min(block.bytes.len());
    if start == 0 && block.place.is_at_start() && block.bytes.starts_with(b"\xef\xbb\xbf") {
        start = 3;
    }
    let end = if end > start && block.bytes[end - 1] == b'\r' { end - 1 } else { end };
    Some(start..end)
}

impl JsonDecoder {
    /// Appends the rows of one document.
    fn document(&self, block: &mut Block<'_>, line: Range<usize>, rows: &mut Rows) -> Result<()> {
        let before = rows.count;
        match self.read_document(block, &line, rows) {
            Ok(()) => Ok(()),
            Err(wrong) if self.options.ignore_errors => {
                let reason = self.reason(&wrong);
                let what = if rows.count > before { "the rest of the array is left out" } else { "" };
                let reason = if what.is_empty() { reason } else { format!("{reason}; {what}") };
                let place = block.place.text(block.bytes, line.start, None);
                let text = String::from_utf8_lossy(&block.bytes[line]).into_owned();
                self.context.report.dropped(&self.context.table, RejectedRecord { place, reason, text });
                Ok(())
            }
            Err(wrong) => Err(self.fail(block, line, wrong)),
        }
    }

    fn read_document(&self, block: &mut Block<'_>, line: &Range<usize>, rows: &mut Rows) -> Result<(), Wrong> {
        let mut scanner = Scanner::new(block.bytes, line.clone());
        match block.bytes[line.clone()].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) {
            Some(b'{') => {
                self.find_fields(block.bytes, &mut scanner, &mut rows.found).map_err(Wrong::Syntax)?;
                self.append(block, line, rows)
            }
            Some(b'[') => self.read_array(block, line, scanner, rows),
            _ => {
                let start = line.start;
                scanner.value().map_err(Wrong::Syntax)?;
                Err(Wrong::NotAnObject(start))
            }
        }
    }

    fn read_array(&self, block: &mut Block<'_>, line: &Range<usize>, mut scanner: Scanner<'_>, rows: &mut Rows) -> Result<(), Wrong> {
        scanner.enter();
        let mut is_first = true;
        while let Some(item) = scanner.element(is_first).map_err(Wrong::Syntax)? {
            is_first = false;
            if item.kind != Kind::Object {
                return Err(Wrong::NotAnObject(item.range.start));
            }
            let mut inner = Scanner::new(block.bytes, item.range);
            self.find_fields(block.bytes, &mut inner, &mut rows.found).map_err(Wrong::Syntax)?;
            self.append(block, line, rows)?;
        }
        Ok(())
    }

    /// Finds the values of the wanted fields of an object, the last one of each.
    fn find_fields(&self, bytes: &[u8], scanner: &mut Scanner<'_>, found: &mut [Option<Token>]) -> Result<(), Fault> {
        found.iter_mut().for_each(|token| *token = None);
        scanner.enter();
        let mut is_first = true;
        // Documents of one kind have their fields in one order.
        let mut guess = 0;
        while let Some(key) = scanner.key(is_first)? {
            is_first = false;
            let value = scanner.value()?;
            let name = text(bytes, &key);
            let is_name = |slot: usize| self.context.columns[self.columns[slot]].name.as_bytes() == name.as_ref();
            let slot = match guess < self.columns.len() && is_name(guess) {
                true => Some(guess),
                false => (0..self.columns.len()).find(|slot| is_name(*slot)),
            };
            if let Some(slot) = slot {
                found[slot] = Some(value);
                guess = slot + 1;
            }
        }
        Ok(())
    }

    fn append(&self, block: &mut Block<'_>, line: &Range<usize>, rows: &mut Rows) -> Result<(), Wrong> {
        if let Some(slot) = rows.found.iter().position(Option::is_none).filter(|_| self.options.fail_on_missing) {
            return Err(Wrong::Missing { field: self.context.columns[self.columns[slot]].name.clone() });
        }
        let bytes = block.bytes;
        let is_utf8 = std::str::from_utf8(&bytes[line.clone()]).is_ok();
        let source = Source { bytes, is_utf8, options: &self.options };
        for ((builder, token), &column) in rows.builders.iter_mut().zip(&rows.found).zip(&self.columns) {
            let mut failed = None;
            let goes_on = builder.append(&source, token.as_ref(), &mut |value| {
                if self.options.ignore_errors {
                    self.report_null(block, line, column, &value);
                    return true;
                }
                failed = Some(value);
                false
            });
            if let Some(value) = failed.filter(|_| !goes_on) {
                return Err(Wrong::Value { column, value: Box::new(value) });
            }
        }
        rows.count += 1;
        Ok(())
    }

    fn report_null(&self, block: &mut Block<'_>, line: &Range<usize>, column: usize, value: &BadValue) {
        let name = self.name_of(column, value);
        let shown = String::from_utf8_lossy(&text(block.bytes, &value.token)).into_owned();
        let place = block.place.text(block.bytes, line.start, Some(value.token.range.start));
        let reason = format!("'{shown}' is not {} for column '{name}'", with_article(&value.data_type));
        self.context.report.nulled(&self.context.table, &name, BadCell { place, text: shown });
        if self.context.report.keeps_rejects() {
            let place = block.place.text(block.bytes, line.start, None);
            let text = String::from_utf8_lossy(&block.bytes[line.clone()]).into_owned();
            self.context.report.reject(&RejectedRecord { place, reason, text });
        }
    }

    /// The column with the nested fields that lead to a value.
    fn name_of(&self, column: usize, value: &BadValue) -> String {
        let column = std::iter::once(self.context.columns[column].name.as_str());
        column.chain(value.path.iter().rev().map(String::as_str)).collect::<Vec<_>>().join(".")
    }

    fn fail(&self, block: &mut Block<'_>, line: Range<usize>, wrong: Wrong) -> Error {
        let prefix = &self.context.prefix;
        let ignore = |what: &str| format!("{what}: '{prefix}ignore-parse-errors'='true'");
        let (diagnostic, help) = match &wrong {
            Wrong::Value { column, value } if !value.is_missing => {
                let also = self.also_bad(block, *column);
                let shown = String::from_utf8_lossy(&text(block.bytes, &value.token)).into_owned();
                let place = block.place.data_place(block.bytes, line, value.token.range.clone(), also);
                let name = self.name_of(*column, value);
                (bad_cell(&self.context, &name, &value.data_type, &shown, place), ignore("Any bad value becomes NULL"))
            }
            _ => {
                let mark = self.mark(&wrong, &line);
                let place = block.place.data_place(block.bytes, line, mark, vec![]);
                (bad_record(&self.context, &self.reason(&wrong), place), ignore("Such records are left out"))
            }
        };
        let help = match wrong {
            Wrong::Missing { .. } => format!("Missing fields are NULL unless '{prefix}fail-on-missing-field' is set."),
            _ => help,
        };
        let diagnostic = diagnostic.with_help(help);
        failure(match self.flink_text(&wrong) {
            Some(flink) => diagnostic.with_flink(flink),
            None => diagnostic,
        })
    }

    fn mark(&self, wrong: &Wrong, line: &Range<usize>) -> Range<usize> {
        match wrong {
            Wrong::Syntax(fault) => fault.at.min(line.end)..(fault.at + 1).min(line.end).max(fault.at.min(line.end)),
            Wrong::NotAnObject(at) => *at..line.end,
            Wrong::Missing { .. } => line.clone(),
            Wrong::Value { value, .. } => value.token.range.clone(),
        }
    }

    fn reason(&self, wrong: &Wrong) -> String {
        match wrong {
            Wrong::Syntax(Fault { why: Why::End, .. }) => "record is not JSON: it ends in the middle".into(),
            Wrong::Syntax(Fault { why: Why::Word(word), .. }) => format!("record is not JSON: '{word}' is no value"),
            Wrong::Syntax(Fault { why: Why::Expected(what), .. }) => format!("record is not JSON: expected {what}"),
            Wrong::Syntax(Fault { why: Why::TooDeep, .. }) => "record is nested too deeply".into(),
            Wrong::NotAnObject(_) => "record is not a JSON object".into(),
            Wrong::Missing { field } => format!("field '{field}' is missing"),
            Wrong::Value { column, value } => format!("field '{}' is missing", self.name_of(*column, value)),
        }
    }

    fn flink_text(&self, wrong: &Wrong) -> Option<String> {
        const SHADED: &str = "org.apache.flink.shaded.jackson2.com.fasterxml.jackson";
        match wrong {
            Wrong::Value { column, .. } => {
                Some(format!("{PARSE_EXCEPTION}: Fail to deserialize at field: {}.", self.context.columns[*column].name))
            }
            Wrong::Missing { .. } => Some(format!("{PARSE_EXCEPTION}: Some field is missing in the JSON data.")),
            Wrong::NotAnObject(_) => Some(format!("{SHADED}.databind.JsonMappingException: No content to map due to end-of-input")),
            Wrong::Syntax(Fault { why: Why::Word(word), .. }) => Some(format!(
                "{SHADED}.core.JsonParseException: Unrecognized token '{word}': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')"
            )),
            Wrong::Syntax(_) => None,
        }
    }

    /// The lines of further records in the block whose value in this column is not of its type either.
    fn also_bad(&self, block: &mut Block<'_>, column: usize) -> Vec<u64> {
        let position = block.position;
        let mut starts = vec![];
        let slot = self.columns.iter().position(|c| *c == column).unwrap_or_default();
        let mut found = vec![None; self.columns.len()];
        while let Some(line) = next_line(block).filter(|_| starts.len() < ALSO) {
            let mut scanner = Scanner::new(block.bytes, line.clone());
            let is_object = block.bytes.get(line.start) == Some(&b'{');
            if !is_object || self.find_fields(block.bytes, &mut scanner, &mut found).is_err() {
                continue;
            }
            let source = Source { bytes: block.bytes, is_utf8: false, options: &self.options };
            let mut builder = Builder::new(&self.context.columns[column].data_type);
            if !builder.append(&source, found[slot].as_ref(), &mut |_| false) {
                starts.push(line.start);
            }
        }
        block.position = position;
        starts.into_iter().map(|start| block.place.line(block.bytes, start)).collect()
    }
}
