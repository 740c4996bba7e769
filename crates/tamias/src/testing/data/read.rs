//! Rows as they stand in a test file: CSV with a header, one JSON object a line, a Markdown table.
//!
//! `NULL` is NULL; text that reads so is written in quotes (CSV) or back-ticks (tables). Blanks around a cell do not count.

use super::cell::{Cell, Placed, json_text};
use crate::testing::document::{Form, TestFile, cells, lines, mistake};
use diag::{Diagnostic, Span};
use serde_json::Value as Json;
use table::{LogicalType, TypeKind};

const NULL: &str = "NULL";

/// A header and rows of as many cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::testing) struct Rows {
    pub(in crate::testing) columns: Vec<(String, Span)>,
    pub(in crate::testing) rows: Vec<Vec<Placed>>,
    /// The line of each row, to be written again as it is.
    pub(in crate::testing) places: Vec<Span>,
}

/// Reads a block; what is wrong with it is added to `found`.
pub(in crate::testing) fn read(file: &TestFile, form: Form, body: Span, found: &mut Vec<Diagnostic>) -> Rows {
    let reader = Reader { file, body };
    let rows = match form {
        Form::Csv => reader.csv(found),
        Form::Table => reader.table(found),
        Form::Json => reader.json(found),
        Form::Values | Form::Text => Rows::default(),
    };
    for (n, (name, span)) in rows.columns.iter().enumerate() {
        // Results may have a name twice; then the second stands for the second.
        if name.is_empty() {
            found.push(mistake(*span, format!("column {} has no name", n + 1)));
        }
    }
    rows
}

struct Reader<'f> {
    file: &'f TestFile,
    body: Span,
}

impl Reader<'_> {
    fn text(&self) -> &str {
        self.file.snippet(self.body)
    }

    /// A place within the block.
    fn span(&self, start: usize, end: usize) -> Span {
        let base = self.body.start as usize;
        Span::new(self.body.source, (base + start) as u32, (base + end) as u32)
    }

    fn csv(&self, found: &mut Vec<Diagnostic>) -> Rows {
        let mut rows = Rows::default();
        let mut header = None;
        for record in self.records(found) {
            let place = record.place;
            let Some(width) = header else {
                header = Some(record.cells.len());
                rows.columns = record.cells.into_iter().map(|(cell, span)| (plain(cell), span)).collect();
                continue;
            };
            if record.cells.len() != width {
                found.push(mistake(place, format!("this row has {}, the header has {width}", counted(record.cells.len(), "cell"))));
                continue;
            }
            rows.rows.push(record.cells);
            rows.places.push(place);
        }
        if header.is_none() {
            found.push(mistake(self.body.before(), "there is no header: the first line names the columns"));
        }
        rows
    }

    /// The records of CSV; a quoted cell may go over lines. Empty lines count for nothing.
    fn records(&self, found: &mut Vec<Diagnostic>) -> Vec<Record> {
        let text = self.text();
        let mut records = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (record, next) = self.record(text, at, found);
            if !(record.cells.len() == 1 && self.file.snippet(record.place).trim().is_empty()) {
                records.push(record);
            }
            at = next;
        }
        records
    }

    fn record(&self, text: &str, start: usize, found: &mut Vec<Diagnostic>) -> (Record, usize) {
        let mut cells = Vec::new();
        let mut at = start;
        loop {
            at += text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
            let from = at;
            if text[at..].starts_with('"') {
                let (cell, end) = quoted(&text[at..]);
                at += end;
                cells.push((Cell::Text(cell), self.span(from, at)));
                let rest = text[at..].find([',', '\n']).map_or(text.len(), |next| at + next);
                if !text[at..rest].trim().is_empty() {
                    found.push(mistake(self.span(at, rest), "something stands behind the quotes; a quote within them is doubled"));
                }
                at = rest;
            } else {
                at = text[at..].find([',', '\n']).map_or(text.len(), |next| at + next);
                let cell = text[from..at].trim();
                cells.push((unquoted(cell), self.span(from, from + cell.len())));
            }
            match text[at..].chars().next() {
                Some(',') => at += 1,
                end => {
                    let place = self.span(start, start + text[start..at].trim_end_matches('\r').len());
                    return (Record { cells, place }, at + usize::from(end.is_some()));
                }
            }
        }
    }

    fn table(&self, found: &mut Vec<Diagnostic>) -> Rows {
        let text = self.text();
        let row = |line: std::ops::Range<usize>| cells(text, line).into_iter().map(|(cell, at)| (cell, self.span(at.start, at.end)));
        let mut lines = lines(text).into_iter();
        let mut rows = Rows { columns: lines.next().map(|line| row(line).collect()).unwrap_or_default(), ..Rows::default() };
        for line in lines.skip(1) {
            let place = self.span(line.start, line.end);
            let cells: Vec<Placed> = row(line).map(|(cell, span)| (table_cell(&cell), span)).collect();
            if cells.len() != rows.columns.len() {
                let width = rows.columns.len();
                found.push(mistake(place, format!("this row has {}, the header has {width}", counted(cells.len(), "cell"))));
                continue;
            }
            rows.rows.push(cells);
            rows.places.push(place);
        }
        rows
    }

    fn json(&self, found: &mut Vec<Diagnostic>) -> Rows {
        let text = self.text();
        let mut objects = Vec::new();
        let mut rows = Rows::default();
        for line in lines(text).into_iter().filter(|line| !text[line.clone()].trim().is_empty()) {
            let place = self.span(line.start, line.end);
            match serde_json::from_str::<Json>(&text[line.clone()]) {
                Ok(Json::Object(object)) => objects.push((object, place)),
                Ok(_) => found.push(mistake(place, "each line holds one JSON object")),
                Err(error) => {
                    let at = line.start + error.column().saturating_sub(1).min(line.len());
                    let reason = error.to_string();
                    let reason = reason.split(" at line ").next().unwrap_or_default();
                    found.push(mistake(self.span(at, at), format!("this is not JSON: {reason}")).with_help("Each line holds one object."));
                }
            }
        }
        for (object, place) in &objects {
            for name in object.keys().filter(|name| !rows.columns.iter().any(|(known, _)| known == *name)).collect::<Vec<_>>() {
                let at = self.file.snippet(*place).find(&format!("\"{name}\"")).unwrap_or(0) as u32 + place.start;
                rows.columns.push((name.clone(), Span::new(place.source, at, at + name.len() as u32 + 2)));
            }
        }
        for (object, place) in objects {
            let cell = |(name, _): &(String, Span)| (object.get(name).map_or(Cell::Null, json_text), place);
            rows.rows.push(rows.columns.iter().map(cell).collect());
            rows.places.push(place);
        }
        rows
    }
}

struct Record {
    cells: Vec<Placed>,
    place: Span,
}

/// The inside of a quoted cell, and where it ends.
fn quoted(text: &str) -> (String, usize) {
    let mut cell = String::new();
    let mut at = 1;
    while let Some(end) = text[at..].find('"') {
        cell.push_str(&text[at..at + end]);
        at += end + 1;
        if !text[at..].starts_with('"') {
            return (cell, at);
        }
        cell.push('"');
        at += 1;
    }
    cell.push_str(&text[at..]);
    (cell, text.len())
}

fn unquoted(cell: &str) -> Cell {
    if cell == NULL { Cell::Null } else { Cell::Text(cell.to_owned()) }
}

fn table_cell(cell: &str) -> Cell {
    match cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
        Some(literal) => Cell::Text(literal.to_owned()),
        None => unquoted(cell),
    }
}

fn plain(cell: Cell) -> String {
    match cell {
        Cell::Text(text) => text,
        _ => NULL.to_owned(),
    }
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// Writes rows of text as they are read; `kept` are lines that stay as they are.
pub(in crate::testing) fn write(
    form: Form,
    columns: &[(String, LogicalType)],
    rows: &[(Option<String>, Vec<Option<String>>)],
    newline: &str,
) -> String {
    match form {
        Form::Table => write_table(&columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), rows, newline),
        Form::Json => rows.iter().map(|(kept, cells)| kept.clone().unwrap_or_else(|| json_row(columns, cells)) + newline).collect(),
        _ => {
            let header = columns.iter().map(|(name, _)| csv_cell(Some(name))).collect::<Vec<_>>().join(",");
            let line = |cells: &[Option<String>]| cells.iter().map(|cell| csv_cell(cell.as_deref())).collect::<Vec<_>>().join(",");
            let lines = rows.iter().map(|(kept, cells)| kept.clone().unwrap_or_else(|| line(cells)));
            std::iter::once(header).chain(lines).map(|line| line + newline).collect()
        }
    }
}

fn csv_cell(cell: Option<&str>) -> String {
    match cell {
        None => NULL.to_owned(),
        Some(text) if text.is_empty() || text == NULL || text.contains([',', '"', '\n', '\r']) || text.trim() != text => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Some(text) => text.to_owned(),
    }
}

/// Numbers and truth values as such, everything else as text.
fn json_row(columns: &[(String, LogicalType)], cells: &[Option<String>]) -> String {
    let value = |text: &String, data_type: &LogicalType| match &data_type.kind {
        TypeKind::Boolean => Json::Bool(text == "TRUE"),
        kind if is_number(kind) => serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.clone())),
        _ => Json::String(text.clone()),
    };
    let object = columns.iter().zip(cells).map(|((name, data_type), cell)| {
        let value = cell.as_ref().map_or(Json::Null, |text| value(text, data_type));
        (name.clone(), value)
    });
    Json::Object(object.collect()).to_string()
}

fn is_number(kind: &TypeKind) -> bool {
    use TypeKind::{BigInt, Decimal, Double, Float, Int, SmallInt, TinyInt};
    matches!(kind, TinyInt | SmallInt | Int | BigInt | Decimal { .. } | Float | Double)
}

fn write_table(columns: &[String], rows: &[(Option<String>, Vec<Option<String>>)], newline: &str) -> String {
    let cell = |cell: &Option<String>| match cell {
        None => NULL.to_owned(),
        Some(text) if text == NULL || text.trim() != text || text.starts_with('`') => format!("`{}`", text.replace('|', "\\|")),
        Some(text) => text.replace('|', "\\|"),
    };
    let body: Vec<Vec<String>> = rows.iter().map(|(_, cells)| cells.iter().map(cell).collect()).collect();
    let widths: Vec<usize> = (0..columns.len())
        .map(|n| body.iter().map(|row| row[n].chars().count()).chain([columns[n].chars().count(), 3]).max().unwrap_or(3))
        .collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!(" {cell}{} |", " ".repeat(width - cell.chars().count())));
        format!("|{}{newline}", padded.collect::<String>())
    };
    let rule: String = widths.iter().map(|width| format!(" {} |", "-".repeat(*width))).collect();
    let header = format!("{}|{rule}{newline}", line(columns));
    std::iter::once(header).chain(body.iter().map(|row| line(row))).collect()
}
