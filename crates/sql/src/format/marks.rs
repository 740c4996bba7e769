//! What the syntax tree says about the layout of a text: where groups open and close, where lines may or must end,
//! and which tokens touch. Marks hang on tokens, so that no token can be lost or moved.

use crate::keywords::Keyword;
use crate::token::{Token, TokenKind};
use diag::Span;

/// A mark before or after a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Open,
    Close,
    Indent,
    Dedent,
    /// A line end if the group is broken.
    Break,
    /// A line end, always.
    Newline,
    /// A line end where one was written, else a blank.
    NewlineAsWritten,
}

/// Marks for all tokens of a script. The tokens are those that are no comments.
pub(super) struct Marks<'a> {
    tokens: &'a [Token],
    before: Vec<Vec<Mark>>,
    after: Vec<Vec<Mark>>,
    /// True when nothing stands between this token and the one before.
    glued: Vec<bool>,
    /// True when the blank before this token stays as it was written.
    as_written: Vec<bool>,
    in_statement: Vec<bool>,
    is_name: Vec<bool>,
}

impl<'a> Marks<'a> {
    pub(super) fn new(tokens: &'a [Token]) -> Self {
        let count = tokens.len();
        let flags = || vec![false; count];
        let marks = || vec![vec![]; count];
        Marks { tokens, before: marks(), after: marks(), glued: flags(), as_written: flags(), in_statement: flags(), is_name: flags() }
    }

    pub(super) fn before(&self, token: usize) -> &[Mark] {
        &self.before[token]
    }

    pub(super) fn after(&self, token: usize) -> &[Mark] {
        &self.after[token]
    }

    pub(super) fn is_glued(&self, token: usize) -> bool {
        self.glued[token]
    }

    pub(super) fn is_as_written(&self, token: usize) -> bool {
        self.as_written[token]
    }

    /// True between two statements.
    pub(super) fn is_outside(&self, token: usize) -> bool {
        !self.in_statement[token]
    }

    /// Notes which tokens belong to a statement.
    pub(super) fn note_statement(&mut self, span: Span) {
        let (first, last) = (self.first(span), self.last(span));
        self.in_statement[first..=last].fill(true);
    }

    /// Notes that the words of a span are names.
    pub(super) fn note_name(&mut self, span: Span) {
        let (first, last) = (self.first(span), self.last(span));
        self.is_name[first..=last].fill(true);
    }

    /// True for a word of the grammar that stands for itself and not for a name.
    pub(super) fn is_keyword(&self, token: usize) -> bool {
        !self.is_name[token] && self.kind(token).keyword() != Keyword::NONE
    }

    pub(super) fn kind(&self, token: usize) -> TokenKind {
        self.tokens.get(token).map_or(TokenKind::End, |t| t.kind)
    }

    pub(super) fn is_word(&self, token: usize, word: &str) -> bool {
        self.kind(token).keyword().text() == word
    }

    /// The first token of a span.
    pub(super) fn first(&self, span: Span) -> usize {
        self.tokens.partition_point(|t| t.span.start < span.start).min(self.tokens.len() - 1)
    }

    /// The last token of a span.
    pub(super) fn last(&self, span: Span) -> usize {
        self.tokens.partition_point(|t| t.span.start < span.end).saturating_sub(1).max(self.first(span))
    }

    pub(super) fn mark_before(&mut self, token: usize, mark: Mark) {
        self.before[token].push(mark);
    }

    pub(super) fn mark_after(&mut self, token: usize, mark: Mark) {
        self.after[token].push(mark);
    }

    /// Indents what follows this token.
    pub(super) fn indent_after(&mut self, token: usize) {
        self.mark_after(token, Mark::Indent);
    }

    pub(super) fn dedent_after(&mut self, token: usize) {
        self.mark_after(token, Mark::Dedent);
    }

    pub(super) fn glue(&mut self, token: usize) {
        self.glued[token] = true;
    }

    /// Keeps the blanks inside a span as they were written, up to their width.
    pub(super) fn keep_as_written(&mut self, span: Span) {
        for token in self.first(span) + 1..=self.last(span) {
            self.as_written[token] = true;
        }
    }

    /// Opens a parenthesis whose content goes to lines of its own when it does not fit: call before marking the content.
    pub(super) fn open_parenthesis(&mut self, open: usize) {
        self.mark_before(open, Mark::Open);
        self.indent_after(open);
        self.mark_before(open + 1, Mark::Break);
    }

    /// The other half of [`Marks::open_parenthesis`]: call after marking the content.
    pub(super) fn close_parenthesis(&mut self, close: usize) {
        self.mark_before(close, Mark::Dedent);
        self.mark_before(close, Mark::Break);
        self.mark_after(close, Mark::Close);
    }

    /// Opens a parenthesis whose content always stands on lines of its own.
    pub(super) fn open_block(&mut self, open: usize) {
        self.indent_after(open);
        self.mark_before(open + 1, Mark::Newline);
    }

    pub(super) fn close_block(&mut self, close: usize) {
        self.mark_before(close, Mark::Dedent);
        self.mark_before(close, Mark::Newline);
    }

    /// The closing parenthesis of an opening one.
    pub(super) fn matching(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for token in open..self.tokens.len() {
            match self.kind(token) {
                TokenKind::LeftParen | TokenKind::LeftBracket => depth += 1,
                TokenKind::RightParen | TokenKind::RightBracket => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return token;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len() - 1
    }
}
