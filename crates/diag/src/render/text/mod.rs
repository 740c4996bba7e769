//! Diagnostics for people.
//!
//! One place on one line is shown beside its name:
//!
//! ```text
//! error[unknown-option]: 'csv.ignore-parse-error' is not an option of format 'csv'
//!   --> airports.sql:15:38   …/*+ OPTIONS('csv.ignore-parse-error'='true') */
//!                                          ^^^^^^^^^^^^^^^^^^^^^^
//! help: did you mean 'csv.ignore-parse-errors'?
//! ```
//!
//! Several places are shown with their lines numbered; the primary one is underlined with `^`, the others with `-`:
//!
//! ```text
//! error[type-mismatch]: column 'a' is a STRING
//!   --> q.sql:3:8
//!  1 | CREATE TABLE t (a STRING);
//!    |                 - declared here
//! ...
//!  3 | SELECT a + 1 FROM t;
//!    |        ^
//! ```

use super::Style;
use super::excerpt::Excerpt;
use super::short::data_place;
use crate::{DataPlace, Diagnostic, Fix, Label, Severity, SourceId, SourceMap, SourceText, Span};
use std::ops::Range;

/// How many columns a line needs beside its place, or else it gets a line of its own.
const ROOM_BESIDE_PLACE: usize = 40;
/// How many lines of a long span are shown before its last one.
const FIRST_LINES: u32 = 2;

/// Renders a diagnostic with excerpts; ends with a line end.
pub fn text(sources: &SourceMap, diagnostic: &Diagnostic, style: &Style) -> String {
    let diagnostic = &*sources.as_written(diagnostic);
    let mut writer = Writer { sources, style, severity: diagnostic.severity, out: String::new() };
    writer.headline(diagnostic);
    match &diagnostic.data {
        Some(data) => writer.data(data, diagnostic.span()),
        None => writer.places(diagnostic),
    }
    for note in &diagnostic.notes {
        writer.sentence("note", note);
    }
    if !diagnostic.environments.is_empty() {
        writer.sentence("note", &format!("In {}.", diagnostic.environments.join(", ")));
    }
    for help in &diagnostic.helps {
        writer.sentence("help", help);
    }
    if let Some(fix) = &diagnostic.fix {
        writer.fix(fix, &diagnostic.helps);
    }
    writer.out
}

struct Writer<'a> {
    sources: &'a SourceMap,
    style: &'a Style,
    severity: Severity,
    out: String,
}

/// What a piece of text is, for its colour.
#[derive(Clone, Copy)]
enum Role {
    Primary,
    Secondary,
    Help,
    Strong,
}

impl Writer<'_> {
    fn headline(&mut self, diagnostic: &Diagnostic) {
        let head = format!("{}[{}]", diagnostic.severity.word(), diagnostic.id);
        let head = self.paint(Role::Primary, &head);
        let message = self.paint(Role::Strong, &format!(": {}", diagnostic.message));
        self.line(&format!("{head}{message}"));
    }

    fn data(&mut self, data: &DataPlace, read_by: Span) {
        let place = format!("  {} {}   ", self.paint(Role::Secondary, "-->"), data_place(data));
        let room = self.style.width.saturating_sub(data_place(data).chars().count() + 9);
        let marked = with_marks(data);
        let excerpt = Excerpt::unindented(&marked, data.mark.start..data.mark.end + 2 * MARK_START.len(), room);
        self.line(format!("{place}{}", excerpt.text).trim_end());
        let read_by = self.sources.place(read_by).map(|place| format!("read by {place}"));
        let notes: Vec<String> = read_by.into_iter().chain(same_failure(&data.also)).collect();
        if !notes.is_empty() {
            self.sentence("note", &notes.join("; "));
        }
    }

    fn places(&mut self, diagnostic: &Diagnostic) {
        let labels: Vec<&Label> = diagnostic.labels.iter().filter(|label| self.sources.get(label.span.source).is_some()).collect();
        match labels.as_slice() {
            [] => {}
            [label] if self.fits_beside_place(label) => self.beside_place(label),
            _ => self.blocks(&labels, diagnostic.span()),
        }
    }

    fn fits_beside_place(&self, label: &Label) -> bool {
        let Some(source) = self.sources.get(label.span.source) else { return false };
        let Lines { first, last } = lines_of(source, label.span);
        first == last && self.place(label.span).chars().count() + ROOM_BESIDE_PLACE + 9 <= self.style.width
    }

    /// `  --> file:line:column   the line`, underlined.
    fn beside_place(&mut self, label: &Label) {
        let Some(source) = self.sources.get(label.span.source) else { return };
        let line = lines_of(source, label.span).first;
        let bytes = bytes_on_line(source, label.span, line);
        let place = self.place(label.span);
        let indent = place.chars().count() + 9;
        let excerpt = Excerpt::unindented(source.line(line), bytes.clone(), self.style.width.saturating_sub(indent));
        let arrow = self.paint(Role::Secondary, "-->");
        self.line(format!("  {arrow} {place}   {}", excerpt.text).trim_end());
        if excerpt.text.is_empty() && label.text.is_empty() {
            return;
        }
        let columns = excerpt.columns(bytes);
        let underline = format!("{} {}", "^".repeat(columns.len()), label.text);
        let underline = self.paint(Role::Primary, underline.trim_end());
        self.line(&format!("{}{underline}", " ".repeat(indent + columns.start)));
    }

    fn place(&self, span: Span) -> String {
        self.sources.place(span).unwrap_or_default()
    }

    /// One block of numbered lines for each source, that of the primary place first.
    fn blocks(&mut self, labels: &[&Label], primary: Span) {
        let mut ids: Vec<SourceId> = vec![];
        for id in labels.iter().map(|label| label.span.source) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        for (i, id) in ids.iter().enumerate() {
            let Some(source) = self.sources.get(*id) else { continue };
            let here: Vec<&Label> = labels.iter().copied().filter(|label| label.span.source == *id).collect();
            let place = self.place(here[0].span);
            let arrow = self.paint(Role::Secondary, if i == 0 { "-->" } else { ":::" });
            self.line(&format!("  {arrow} {place}"));
            self.block(source, &here, primary);
        }
    }

    fn block(&mut self, source: &SourceText, labels: &[&Label], primary: Span) {
        let lines = shown_lines(source, labels);
        let digits = lines.last().map_or(1, |line| line.to_string().len());
        let mut last = None;
        for line in lines {
            if last.is_some_and(|last| line > last + 1) {
                self.line("...");
            }
            last = Some(line);
            self.numbered_line(source, line, digits, &labels_on_line(source, labels, line), primary);
        }
    }

    fn numbered_line(&mut self, source: &SourceText, line: u32, digits: usize, labels: &[&Label], primary: Span) {
        let mark = labels.first().map_or(0..0, |label| bytes_on_line(source, label.span, line));
        let excerpt = Excerpt::new(source.line(line), mark, self.style.width.saturating_sub(digits + 4));
        let gutter = self.paint(Role::Secondary, &format!(" {line:>digits$} |"));
        self.line(format!("{gutter} {}", excerpt.text).trim_end());
        for row in rows(source, line, labels, &excerpt, primary) {
            let mut drawn = self.paint(Role::Secondary, &format!(" {:digits$} |", ""));
            drawn.push(' ');
            let mut at = 0;
            for mark in row {
                drawn.push_str(&" ".repeat(mark.columns.start.saturating_sub(at)));
                at = mark.columns.end;
                drawn.push_str(&self.paint(mark.role, &mark.drawn()));
            }
            self.line(drawn.trim_end());
        }
    }

    fn sentence(&mut self, word: &str, sentence: &str) {
        let role = if word == "help" { Role::Help } else { Role::Secondary };
        let word = self.paint(role, word);
        let sentence = sentence.replace('\n', "\n      ");
        self.line(&format!("{word}: {sentence}"));
    }

    /// The title, and the changed line where the title does not say the new text already.
    fn fix(&mut self, fix: &Fix, helps: &[String]) {
        if !helps.contains(&fix.title) {
            self.sentence("help", &fix.title);
        }
        let told = fix.edits.iter().all(|edit| fix.title.contains(edit.text.trim_matches(['\'', '`', ' '])));
        if told {
            return;
        }
        if let Some((line, changed, edited)) = self.changed_line(fix) {
            let excerpt = Excerpt::unindented(&changed, edited, self.style.width.saturating_sub(8));
            let gutter = self.paint(Role::Help, &format!(" {line} +"));
            self.line(&format!("{gutter} {}", excerpt.text));
        }
    }

    /// The line that a fix changes, if it is only one, with the place of the first change in it.
    fn changed_line(&self, fix: &Fix) -> Option<(u32, String, Range<usize>)> {
        let first = fix.edits.first()?;
        let source = self.sources.get(first.span.source)?;
        let line = lines_of(source, first.span).first;
        let whole = fix.edits.iter().all(|edit| {
            let Lines { first: from, last: to } = lines_of(source, edit.span);
            edit.span.source == first.span.source && (from, to) == (line, line) && !edit.text.contains('\n')
        });
        if !whole {
            return None;
        }
        let mut edits: Vec<_> = fix.edits.iter().map(|edit| (bytes_on_line(source, edit.span, line), &edit.text)).collect();
        edits.sort_by_key(|(bytes, _)| bytes.start);
        let mut changed = source.line(line).to_string();
        for (bytes, text) in edits.iter().rev() {
            changed.replace_range(bytes.clone(), text);
        }
        let (bytes, text) = edits.first()?;
        Some((line, changed, bytes.start..bytes.start + text.len()))
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn paint(&self, role: Role, text: &str) -> String {
        if !self.style.color || text.is_empty() {
            return text.to_string();
        }
        let code = match (role, self.severity) {
            (Role::Primary, Severity::Error) => "1;31",
            (Role::Primary, Severity::Warning) => "1;33",
            (Role::Primary, Severity::Note) | (Role::Secondary, _) => "1;34",
            (Role::Help, _) => "1;36",
            (Role::Strong, _) => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// The first and the last line that a span covers, from 1.
struct Lines {
    first: u32,
    last: u32,
}

/// A span that ends with a line end does not reach into the next line.
fn lines_of(source: &SourceText, span: Span) -> Lines {
    let first = source.line_column(span.start).line;
    let last_byte = if span.end > span.start { span.end - 1 } else { span.start };
    Lines { first, last: source.line_column(last_byte).line.max(first) }
}

/// The bytes of a line that a span covers, without the blanks at the beginning of later lines.
fn bytes_on_line(source: &SourceText, span: Span, line: u32) -> Range<usize> {
    let text = source.line(line);
    let start_of_line = source.line_start(line) as usize;
    let indent = text.len() - text.trim_start().len();
    let start = match (span.start as usize).checked_sub(start_of_line) {
        Some(start) => start.min(text.len()),
        None => indent,
    };
    let end = (span.end as usize).saturating_sub(start_of_line).clamp(start, text.len());
    floor(text, start)..floor(text, end)
}

fn floor(text: &str, mut byte: usize) -> usize {
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// The lines to show, in order: the beginning and the end of every span, and a single line between two others.
fn shown_lines(source: &SourceText, labels: &[&Label]) -> Vec<u32> {
    let mut lines: Vec<u32> = labels
        .iter()
        .flat_map(|label| {
            let Lines { first, last } = lines_of(source, label.span);
            (first..=last.min(first + FIRST_LINES - 1)).chain([last])
        })
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let gaps: Vec<u32> = lines.windows(2).filter(|pair| pair[1] == pair[0] + 2).map(|pair| pair[0] + 1).collect();
    lines.extend(gaps);
    lines.sort_unstable();
    lines
}

fn labels_on_line<'a>(source: &SourceText, labels: &[&'a Label], line: u32) -> Vec<&'a Label> {
    let covers = |label: &&&Label| (lines_of(source, label.span).first..=lines_of(source, label.span).last).contains(&line);
    labels.iter().filter(covers).copied().collect()
}

/// An underline with its remark.
struct Mark {
    columns: Range<usize>,
    sign: &'static str,
    role: Role,
    remark: String,
}

impl Mark {
    fn drawn(&self) -> String {
        format!("{} {}", self.sign.repeat(self.columns.len()), self.remark).trim_end().to_string()
    }
}

/// The rows of underlines below a line. A remark ends its row.
fn rows(source: &SourceText, line: u32, labels: &[&Label], excerpt: &Excerpt, primary: Span) -> Vec<Vec<Mark>> {
    let mut marks: Vec<Mark> = labels.iter().map(|label| mark(source, line, label, excerpt, primary)).collect();
    marks.sort_by_key(|mark| mark.columns.start);
    let mut rows: Vec<Vec<Mark>> = vec![];
    for mark in marks {
        let fits = |row: &&mut Vec<Mark>| row.last().is_some_and(|last| last.remark.is_empty() && last.columns.end < mark.columns.start);
        match rows.iter_mut().find(fits) {
            Some(row) => row.push(mark),
            None => rows.push(vec![mark]),
        }
    }
    rows
}

fn mark(source: &SourceText, line: u32, label: &Label, excerpt: &Excerpt, primary: Span) -> Mark {
    let columns = excerpt.columns(bytes_on_line(source, label.span, line));
    let (sign, role) = if label.span == primary { ("^", Role::Primary) } else { ("-", Role::Secondary) };
    let ends_here = lines_of(source, label.span).last == line;
    Mark { columns, sign, role, remark: if ends_here { label.text.clone() } else { String::new() } }
}

const MARK_START: &str = "▸";
const MARK_END: &str = "◂";

/// The excerpt with the cell between two marks.
fn with_marks(data: &DataPlace) -> String {
    let excerpt = &data.excerpt;
    let start = floor(excerpt, data.mark.start.min(excerpt.len()));
    let end = floor(excerpt, data.mark.end.clamp(start, excerpt.len()));
    format!("{}{MARK_START}{}{MARK_END}{}", &excerpt[..start], &excerpt[start..end], &excerpt[end..])
}

/// `rows 235 and 314 fail the same way`; of many, the first three are named.
fn same_failure(also: &[u64]) -> Option<String> {
    const NAMED: usize = 3;
    let names: Vec<String> = also.iter().take(NAMED).map(u64::to_string).collect();
    let more = also.len() - names.len();
    match (names.as_slice(), more) {
        ([], _) => None,
        ([one], 0) => Some(format!("row {one} fails the same way")),
        ([first @ .., last], 0) => Some(format!("rows {} and {last} fail the same way", first.join(", "))),
        (names, more) => Some(format!("rows {} and {more} more fail the same way", names.join(", "))),
    }
}

#[cfg(test)]
mod tests;
