//! The text that is written, and where its lines come from.

use super::LineOrigin;
use diag::{SourceMap, Span};
use std::collections::HashMap;

/// Collects statements.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    pub(crate) lines: Vec<LineOrigin>,
    /// What to write for the statement of an index that defines tables.
    pub(crate) definitions: HashMap<usize, Vec<(Span, String)>>,
}

impl Output {
    /// One statement, behind a comment that says where it comes from.
    pub(crate) fn statement(&mut self, sources: &SourceMap, span: Span, sql: &str) {
        if let Some(place) = place(sources, span) {
            self.text.push_str(&format!("-- from {place}\n"));
        }
        self.line(span);
        self.text.push_str(sql);
        self.text.push_str(";\n\n");
    }

    /// The INSERTs of one job. No line ends behind an inner `;`: the client of Flink would take it for the end of the statement.
    pub(crate) fn statement_set(&mut self, sources: &SourceMap, inserts: &[(Span, String)]) {
        let Some((first, _)) = inserts.first() else { return };
        if let Some(place) = place(sources, *first) {
            self.text.push_str(&format!("-- from {place}\n"));
        }
        self.text.push_str("EXECUTE STATEMENT SET BEGIN\n");
        for (index, (span, sql)) in inserts.iter().enumerate() {
            if let Some(place) = place(sources, *span).filter(|_| index > 0) {
                self.text.push_str(&format!(" /* from {place} */ "));
            }
            self.line(*span);
            self.text.push_str(sql);
            self.text.push(';');
        }
        self.text.push_str(" END;\n\n");
    }

    fn line(&mut self, span: Span) {
        let line = self.text.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
        self.lines.push(LineOrigin { line, span });
    }

    pub(crate) fn append(&mut self, other: Output) {
        let before = self.text.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.text.push_str(&other.text);
        self.lines.extend(other.lines.into_iter().map(|origin| LineOrigin { line: origin.line + before, ..origin }));
        let end = self.text.trim_end().len();
        self.text.truncate(end);
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }
}

/// `file:line`, fit for a comment.
fn place(sources: &SourceMap, span: Span) -> Option<String> {
    let span = sources.written(span);
    let source = sources.get(span.source)?;
    let name = source.name.replace(['\n', '\r', ';'], "_").replace("*/", "*_");
    Some(format!("{name}:{}", source.line_column(span.start).line))
}
