//! YAML with places: every value knows its span, and everything that is wrong is said with one.

use crate::diagnostics::{INVALID_FILE, UNKNOWN_SETTING};
use diag::{Diagnostic, SourceId, Span, suggest};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError};

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub value: Value,
    pub span: Span,
}

/// Scalars stay text: what reads them knows what they should be.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing, or a plain `null` or `~`.
    Null,
    Scalar(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: String,
    pub key_span: Span,
    pub value: Node,
}

/// Reads a file of one map; an empty file is an empty map.
pub fn read(source: SourceId, text: &str, found: &mut Vec<Diagnostic>) -> Vec<Entry> {
    let node = match Reader::new(source, text).document() {
        Ok(node) => node,
        Err(error) => {
            let at = offset(text, error.marker());
            let place = Span::new(source, at, at);
            found.push(Diagnostic::error(INVALID_FILE, place, format!("this is not YAML: {}", error.info())));
            return Vec::new();
        }
    };
    node.map_or_else(Vec::new, |node| node.into_map("the file", found))
}

impl Node {
    /// The entries of a map; anything else is reported.
    pub fn into_map(self, what: &str, found: &mut Vec<Diagnostic>) -> Vec<Entry> {
        match self.value {
            Value::Map(entries) => {
                refuse_doubled(&entries, found);
                entries
            }
            Value::Null => Vec::new(),
            _ => {
                found.push(Diagnostic::error(INVALID_FILE, self.span, format!("{what} must be a map of keys to values")));
                Vec::new()
            }
        }
    }

    /// The elements of a list; one scalar stands for a list of it.
    pub fn into_list(self, what: &str, found: &mut Vec<Diagnostic>) -> Vec<Node> {
        match self.value {
            Value::List(elements) => elements,
            Value::Scalar(_) => vec![self],
            Value::Null => Vec::new(),
            Value::Map(_) => {
                found.push(Diagnostic::error(INVALID_FILE, self.span, format!("{what} must be a list")));
                Vec::new()
            }
        }
    }

    /// The text of a scalar.
    pub fn into_text(self, what: &str, found: &mut Vec<Diagnostic>) -> Option<String> {
        match self.value {
            Value::Scalar(text) => Some(text),
            _ => {
                found.push(Diagnostic::error(INVALID_FILE, self.span, format!("{what} must be a text")));
                None
            }
        }
    }
}

/// Reports a key that means nothing here.
pub fn unknown_key(entry: &Entry, owner: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::error(UNKNOWN_SETTING, entry.key_span, format!("'{}' is not a setting of {owner}", entry.key));
    match suggest::nearest(&entry.key, known.iter().copied()) {
        Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), entry.key_span, near),
        None => diagnostic.with_note(format!("The settings are {}.", known.join(", "))),
    }
}

fn refuse_doubled(entries: &[Entry], found: &mut Vec<Diagnostic>) {
    for (n, entry) in entries.iter().enumerate() {
        if let Some(first) = entries[..n].iter().find(|other| other.key == entry.key) {
            let message = format!("'{}' is given twice", entry.key);
            found.push(Diagnostic::error(INVALID_FILE, entry.key_span, message).with_label(first.key_span, "the first one"));
        }
    }
}

/// The byte of a place, which the parser counts in characters.
fn offset(text: &str, marker: &Marker) -> u32 {
    let bytes = text.char_indices().nth(marker.index()).map_or(text.len(), |(at, _)| at);
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Builds the tree of a document from the events of the parser.
struct Reader<'t> {
    source: SourceId,
    text: &'t str,
    parser: Parser<'t, saphyr_parser::StrInput<'t>>,
}

type Found<'t> = (Event<'t>, saphyr_parser::Span);

impl<'t> Reader<'t> {
    fn new(source: SourceId, text: &'t str) -> Self {
        Reader { source, text, parser: Parser::new_from_str(text) }
    }

    /// The first document, if there is any.
    fn document(&mut self) -> Result<Option<Node>, ScanError> {
        loop {
            match self.next()? {
                Some((Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _)) => {}
                Some((Event::StreamEnd | Event::DocumentEnd, _)) | None => return Ok(None),
                Some(found) => return self.node(found).map(Some),
            }
        }
    }

    fn next(&mut self) -> Result<Option<Found<'t>>, ScanError> {
        self.parser.next().transpose()
    }

    fn node(&mut self, (event, place): Found<'t>) -> Result<Node, ScanError> {
        let span = self.span(&place);
        match event {
            Event::Scalar(text, style, _, _) => {
                let is_null = style == ScalarStyle::Plain && matches!(text.as_ref(), "" | "~" | "null");
                Ok(Node { value: if is_null { Value::Null } else { Value::Scalar(text.into_owned()) }, span })
            }
            Event::SequenceStart(..) => self.list(span),
            Event::MappingStart(..) => self.map(span),
            _ => Err(ScanError::new_str(place.start, "anchors and aliases are not supported")),
        }
    }

    fn list(&mut self, span: Span) -> Result<Node, ScanError> {
        let mut elements = Vec::new();
        loop {
            match self.next()? {
                Some((Event::SequenceEnd, place)) => return Ok(Node { value: Value::List(elements), span: span.to(self.span(&place)) }),
                Some(found) => elements.push(self.node(found)?),
                None => return Ok(Node { value: Value::List(elements), span }),
            }
        }
    }

    fn map(&mut self, span: Span) -> Result<Node, ScanError> {
        let mut entries = Vec::new();
        loop {
            let found = match self.next()? {
                Some((Event::MappingEnd, place)) => return Ok(Node { value: Value::Map(entries), span: span.to(self.span(&place)) }),
                Some(found) => found,
                None => return Ok(Node { value: Value::Map(entries), span }),
            };
            let start = found.1.start;
            let Node { value: Value::Scalar(key), span: key_span } = self.node(found)? else {
                return Err(ScanError::new_str(start, "a key must be a text"));
            };
            let Some(found) = self.next()? else { return Ok(Node { value: Value::Map(entries), span }) };
            entries.push(Entry { key, key_span, value: self.node(found)? });
        }
    }

    fn span(&self, place: &saphyr_parser::Span) -> Span {
        Span::new(self.source, offset(self.text, &place.start), offset(self.text, &place.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_know_their_places() {
        let text = "a: ü\nb:\n  c: [1, '2']\n";
        let mut found = Vec::new();
        let entries = read(SourceId(0), text, &mut found);
        assert_eq!(found, []);
        assert_eq!(&text[entries[1].key_span.start as usize..entries[1].key_span.end as usize], "b");
        let inner = entries[1].value.clone().into_map("b", &mut found);
        let list = inner[0].value.clone().into_list("c", &mut found);
        assert_eq!(&text[list[1].span.start as usize..list[1].span.end as usize], "'2'");
        assert_eq!(list[1].value, Value::Scalar("2".to_owned()));
    }

    #[test]
    fn mistakes_have_places() {
        let mut found = Vec::new();
        read(SourceId(0), "a: 1\na: 2\n", &mut found);
        read(SourceId(0), "a: [1\nb: 2", &mut found);
        read(SourceId(0), "- 1", &mut found);
        let said: Vec<_> = found.iter().map(|d| (d.span().start, d.message.as_str())).collect();
        assert_eq!(said[0], (5, "'a' is given twice"));
        assert!(said[1].1.starts_with("this is not YAML: "), "{said:?}");
        assert_eq!(said[2], (0, "the file must be a map of keys to values"));
    }
}
