//! The texts that spans point into.

use crate::{Diagnostic, Edit, Fix, Label, Span};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
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
    /// For a text in which something was replaced: what the user wrote.
    written: Option<Written>,
}

/// The text that another one was made of.
#[derive(Debug)]
struct Written {
    source: SourceId,
    /// In the order of the text.
    replaced: Vec<Replaced>,
}

/// A part of a text that stands for another one: the value of a variable, and the variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The bytes of the new text.
    pub new: Range<u32>,
    /// The bytes of the text as it was written.
    pub old: Range<u32>,
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
        SourceText { name, text, line_starts, written: None }
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
    /// Shared by copies until one of them adds a text.
    texts: Arc<Texts>,
}

#[derive(Clone, Debug, Default)]
struct Texts {
    list: Vec<Arc<SourceText>>,
    by_name: HashMap<String, Vec<SourceId>>,
}

impl SourceMap {
    /// Adds a text under a name.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.insert(SourceText::new(name.into(), text.into()))
    }

    /// Adds a text, unless it is there under the same name.
    pub fn add_once(&mut self, name: &str, text: &str) -> SourceId {
        self.known(name, text, None).unwrap_or_else(|| self.add(name, text))
    }

    /// Adds a text in which parts were replaced, unless it is there already. Its places are shown in the text as it was written.
    pub fn add_replaced(&mut self, name: &str, written: &str, text: &str, replaced: Vec<Replaced>) -> SourceId {
        let source = self.add_once(name, written);
        if replaced.is_empty() {
            return source;
        }
        self.known(name, text, Some(source)).unwrap_or_else(|| {
            let written = Some(Written { source, replaced });
            self.insert(SourceText { written, ..SourceText::new(name.to_owned(), text.into()) })
        })
    }

    fn known(&self, name: &str, text: &str, written: Option<SourceId>) -> Option<SourceId> {
        let is_same = |source: &SourceText| *source.text == *text && source.written.as_ref().map(|w| w.source) == written;
        self.texts.by_name.get(name)?.iter().copied().find(|id| self.get(*id).is_some_and(|source| is_same(source)))
    }

    fn insert(&mut self, text: SourceText) -> SourceId {
        let texts = Arc::make_mut(&mut self.texts);
        let id = SourceId(texts.list.len() as u32);
        texts.by_name.entry(text.name.clone()).or_default().push(id);
        texts.list.push(Arc::new(text));
        id
    }

    /// The text of an id.
    pub fn get(&self, id: SourceId) -> Option<&Arc<SourceText>> {
        self.texts.list.get(id.0 as usize)
    }

    /// The text that a span covers; empty when the span points nowhere.
    pub fn snippet(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// `file:line:column` of a span's start in the text as it was written, or `None` when it points nowhere.
    pub fn place(&self, span: Span) -> Option<String> {
        let span = self.written(span);
        let source = self.get(span.source)?;
        let LineColumn { line, column } = source.line_column(span.start);
        Some(format!("{}:{line}:{column}", source.name))
    }

    /// The place in the text as it was written. Within a replaced part that is the whole part.
    pub fn written(&self, span: Span) -> Span {
        let Some(written) = self.get(span.source).and_then(|source| source.written.as_ref()) else { return span };
        let (start, end) = (written.offset(span.start, Side::Start), written.offset(span.end, Side::End));
        Span::new(written.source, start, end.max(start))
    }

    /// A diagnostic whose places are in texts as they were written.
    pub fn as_written<'d>(&self, diagnostic: &'d Diagnostic) -> Cow<'d, Diagnostic> {
        let is_made = |span: Span| self.get(span.source).is_some_and(|source| source.written.is_some());
        let edits = diagnostic.fix.iter().flat_map(|fix| &fix.edits);
        if !diagnostic.labels.iter().any(|label| is_made(label.span)) && !edits.into_iter().any(|edit| is_made(edit.span)) {
            return Cow::Borrowed(diagnostic);
        }
        let mut diagnostic = diagnostic.clone();
        diagnostic.labels.iter_mut().for_each(|Label { span, .. }| *span = self.written(*span));
        if let Some(fix) = diagnostic.fix.take() {
            let edits: Option<Vec<Edit>> = fix.edits.iter().map(|edit| self.written_edit(edit)).collect();
            match edits {
                Some(edits) => diagnostic.fix = Some(Fix { edits, ..fix }),
                None => diagnostic.helps.push(fix.title),
            }
        }
        Cow::Owned(diagnostic)
    }

    /// The change to the text as it was written: what stands for a variable must come back as it is, and becomes the variable again.
    fn written_edit(&self, edit: &Edit) -> Option<Edit> {
        let Some(source) = self.get(edit.span.source) else { return Some(edit.clone()) };
        let Some(Written { source: original, replaced }) = &source.written else { return Some(edit.clone()) };
        let mut text = edit.text.clone();
        for part in replaced.iter().filter(|part| part.new.start < edit.span.end && edit.span.start < part.new.end) {
            let value = source.text.get(part.new.start as usize..part.new.end as usize)?;
            let variable = self.snippet(Span::new(*original, part.old.start, part.old.end));
            let is_whole = edit.span.start <= part.new.start && part.new.end <= edit.span.end;
            if !is_whole || text.matches(value).count() != 1 {
                return None;
            }
            text = text.replacen(value, variable, 1);
        }
        Some(Edit { span: self.written(edit.span), text })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Start,
    End,
}

impl Written {
    /// The offset in the written text that one in the new text stands for.
    fn offset(&self, offset: u32, side: Side) -> u32 {
        let before = self.replaced.partition_point(|part| part.new.start < offset);
        let Some(part) = before.checked_sub(1).map(|at| &self.replaced[at]) else { return offset };
        match (offset < part.new.end, side) {
            (true, Side::Start) => part.old.start,
            (true, Side::End) => part.old.end,
            (false, _) => part.old.end + (offset - part.new.end),
        }
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

    #[test]
    fn places_are_those_of_the_text_as_it_was_written() {
        let mut map = SourceMap::default();
        let replaced = vec![Replaced { new: 5..13, old: 5..12 }];
        let id = map.add_replaced("t.sql", "FROM ${core}.custmers c", "FROM core_dev.custmers c", replaced);
        let at = |start, end| Span::new(id, start, end);
        assert_eq!(map.snippet(at(5, 22)), "core_dev.custmers");
        assert_eq!(map.snippet(map.written(at(5, 22))), "${core}.custmers");
        assert_eq!(map.snippet(map.written(at(14, 22))), "custmers");
        assert_eq!(map.snippet(map.written(at(6, 8))), "${core}");
        assert_eq!(map.snippet(map.written(at(0, 4))), "FROM");
        assert_eq!(map.place(at(14, 22)).as_deref(), Some("t.sql:1:14"));
        let fix = |text: &str| Diagnostic::error("x", at(5, 22), "m").with_fix("t", at(5, 22), text);
        let edit = |text: &str| map.as_written(&fix(text)).fix.as_ref().map(|fix| fix.edits[0].text.clone());
        assert_eq!(edit("core_dev.customers").as_deref(), Some("${core}.customers"));
        assert_eq!(edit("trade.customers"), None);
    }

    #[test]
    fn a_text_is_added_once() {
        let mut map = SourceMap::default();
        let first = map.add_once("t.sql", "a");
        assert_eq!(map.add_once("t.sql", "a"), first);
        assert_ne!(map.add_once("t.sql", "b"), first);
        assert_eq!(map.add_replaced("t.sql", "a", "a", vec![]), first);
    }
}
