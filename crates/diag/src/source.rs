//! The texts that spans point into.

use crate::Span;
use std::sync::Arc;

/// Identifies a text in a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

impl SourceId {
    /// Stands for "no text".
    pub const NONE: SourceId = SourceId(u32::MAX);
}

/// One text: a script file, standard input, a command-line argument, a line typed at the prompt.
#[derive(Debug)]
pub struct SourceText {
    /// What to call it in messages: a path as the user gave it, or `<command line>`.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

/// A place as people count it: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

impl SourceText {
    fn new(name: String, text: Arc<str>) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect();
        SourceText { name, text, line_starts }
    }

    /// The line and column of a byte offset.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let mut end = (offset as usize).clamp(start, self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = self.text[start..end].trim_start_matches('\u{feff}');
        LineColumn { line: line as u32 + 1, column: before.chars().count() as u32 + 1 }
    }

    /// The text of a line (from 1), without its line end.
    pub fn line(&self, line: u32) -> &str {
        let index = line as usize - 1;
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&e| e as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// The byte offset at which a line (from 1) begins.
    pub fn line_start(&self, line: u32) -> u32 {
        self.line_starts[line as usize - 1]
    }

    /// How many lines there are; an empty text has one.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
}

/// All texts of one run, in the order they were read.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    texts: Vec<Arc<SourceText>>,
}

impl SourceMap {
    /// Adds a text under a name.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(self.texts.len() as u32);
        self.texts.push(Arc::new(SourceText::new(name.into(), text.into())));
        id
    }

    /// The text of an id.
    pub fn get(&self, id: SourceId) -> Option<&Arc<SourceText>> {
        self.texts.get(id.0 as usize)
    }

    /// The text that a span covers; empty when the span points nowhere.
    pub fn snippet(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// `file:line:column` of a span's start, or `None` when it points nowhere.
    pub fn place(&self, span: Span) -> Option<String> {
        let source = self.get(span.source)?;
        let LineColumn { line, column } = source.line_column(span.start);
        Some(format!("{}:{line}:{column}", source.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_a_byte_order_mark_is_none() {
        let mut map = SourceMap::default();
        let id = map.add("t.sql", "\u{feff}a\r\nü€b\n");
        let text = map.get(id).expect("just added");
        assert_eq!(text.line_column(3), LineColumn { line: 1, column: 1 });
        assert_eq!(text.line_column(11), LineColumn { line: 2, column: 3 });
        assert_eq!(text.line(2), "ü€b");
        assert_eq!(map.place(Span::new(id, 6, 8)).as_deref(), Some("t.sql:2:1"));
    }
}
