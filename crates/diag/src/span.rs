//! Places in source text: byte offsets in one source.

use crate::SourceId;
use std::fmt;

/// A half-open range of bytes in one source text. Cheap to copy; lines and columns are computed only when rendering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to before `end`.
    pub const fn new(source: SourceId, start: u32, end: u32) -> Self {
        Span { source, start, end }
    }

    /// An empty span at the start of a source, for things that no text stands for.
    pub const fn none() -> Self {
        Span::new(SourceId::NONE, 0, 0)
    }

    /// True when no text stands behind this span.
    pub fn is_none(self) -> bool {
        self.source == SourceId::NONE
    }

    /// The smallest span that covers both. Spans of different sources cannot be joined: the first one wins.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.source != self.source {
            return self;
        }
        Span::new(self.source, self.start.min(other.start), self.end.max(other.end))
    }

    /// The empty span just before this one's first byte.
    pub fn before(self) -> Span {
        Span::new(self.source, self.start, self.start)
    }

    /// The empty span just after this one's last byte.
    pub fn after(self) -> Span {
        Span::new(self.source, self.end, self.end)
    }

    /// True when it covers no text.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A value with the place it was written at. Comparison ignores the place.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Joins a value and its place.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }

    /// Changes the value and keeps the place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(f(self.value), self.span)
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}
