//! Comma lists. They recover: an element that cannot be read does not hide the mistakes of the next ones.

use super::{MAX_DIAGNOSTICS, Parsed, Parser, Reported};
use crate::diagnostics::{EXTRA_COMMA, MISSING_COMMA, STRAY_SEMICOLON};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

/// What a list in parentheses may look like.
#[derive(Clone, Copy)]
struct Style {
    may_be_empty: bool,
    /// True when an element begins at the current token although no comma stands before it.
    starts: fn(&Parser) -> bool,
}

impl Parser<'_> {
    /// Reads `item, item, ...` without parentheses; at least one.
    pub(crate) fn comma_list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Reads `(item, ...)` with at least one item; the span has the parentheses.
    pub(crate) fn parenthesized<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<(Vec<T>, Span)> {
        self.list(Style { may_be_empty: false, starts: |_| false }, item)
    }

    /// Reads `(item, ...)` or `()`.
    pub(crate) fn parenthesized_or_empty<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<(Vec<T>, Span)> {
        self.list(Style { may_be_empty: true, starts: |_| false }, item)
    }

    /// Reads `(item, ...)`; where `starts` says that an element begins without a comma before it, the comma is reported as missing.
    pub(crate) fn element_list<T>(
        &mut self,
        may_be_empty: bool,
        starts: fn(&Parser) -> bool,
        item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<(Vec<T>, Span)> {
        self.list(Style { may_be_empty, starts }, item)
    }

    fn list<T>(&mut self, style: Style, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<(Vec<T>, Span)> {
        let start = self.start();
        self.expect(TokenKind::LeftParen)?;
        let first = self.pos;
        let mut items = vec![];
        if style.may_be_empty && self.eat(TokenKind::RightParen) {
            return Ok((items, self.span_from(start)));
        }
        loop {
            let end = self.list_element(&mut items, &mut item, first)?;
            if end || !self.list_separator(style, first)? {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok((items, self.span_from(start)))
    }

    /// Reads one element; true when the list ends instead.
    fn list_element<T>(&mut self, items: &mut Vec<T>, item: &mut impl FnMut(&mut Self) -> Parsed<T>, first: usize) -> Parsed<bool> {
        if self.peek() == TokenKind::RightParen && self.previous().kind == TokenKind::Comma {
            let comma = self.previous().span;
            let diagnostic = Diagnostic::error(EXTRA_COMMA, comma, "nothing stands after the last comma of the list");
            let diagnostic = diagnostic.with_fix("Remove the comma", comma, "").with_flink(self.flink_text(self.token()));
            self.report(diagnostic);
            return Ok(true);
        }
        match item(self) {
            Ok(value) => items.push(value),
            Err(reported) => self.skip_element(first, reported)?,
        }
        Ok(false)
    }

    /// Reads what stands between two elements; false at the end of the list.
    fn list_separator(&mut self, style: Style, first: usize) -> Parsed<bool> {
        if self.eat(TokenKind::Comma) {
            return Ok(true);
        }
        if self.at(TokenKind::RightParen) {
            return Ok(false);
        }
        if self.peek() == TokenKind::Semicolon && self.stray_semicolon(style) {
            return Ok(self.peek() != TokenKind::RightParen);
        }
        if (style.starts)(self) && self.diagnostics.len() <= MAX_DIAGNOSTICS {
            let place = self.previous().span.after();
            let message = format!("a comma is missing before {}", self.describe(self.token()));
            let diagnostic = Diagnostic::error(MISSING_COMMA, place, message).with_fix("Insert a comma", place, ",");
            let diagnostic = diagnostic.with_flink(self.flink_text(self.token()));
            self.report(diagnostic);
            return Ok(true);
        }
        let reported = self.expected("',' or ')'");
        self.skip_element(first, reported)?;
        Ok(self.eat(TokenKind::Comma))
    }

    /// Takes a `;` that stands inside the list, before its `)` or before another element.
    fn stray_semicolon(&mut self, style: Style) -> bool {
        self.pos += 1;
        let continues = self.peek() == TokenKind::RightParen || (style.starts)(self);
        self.pos -= 1;
        if continues {
            let span = self.token().span;
            let last = self.peek_nth(1) == TokenKind::RightParen;
            let (title, replacement) = if last { ("Remove it", "") } else { ("Write a comma", ",") };
            let diagnostic = Diagnostic::error(STRAY_SEMICOLON, span, "a ';' ends the statement, so it cannot stand in a list");
            let diagnostic = diagnostic.with_fix(title, span, replacement).with_flink(self.flink_text(self.token()));
            self.report(diagnostic);
            self.bump();
        }
        continues
    }

    /// Skips to the `,` or `)` that ends an element which could not be read. `first` is the first token of the list.
    fn skip_element(&mut self, first: usize, reported: Reported) -> Parsed<()> {
        self.skip_to(first, reported, |_| false)
    }

    /// Skips to the `,`, the `)` or the token that ends an element of the list which begins at the token `first`.
    pub(super) fn skip_to(&mut self, first: usize, reported: Reported, ends: impl Fn(&Self) -> bool) -> Parsed<()> {
        if self.abandoned || self.diagnostics.len() > MAX_DIAGNOSTICS {
            return Err(reported);
        }
        let mut open = self.tokens[first..self.pos].iter().fold(0, |open, token| nesting_after(open, token.kind));
        loop {
            match self.peek() {
                TokenKind::Semicolon | TokenKind::End => return Err(reported),
                TokenKind::Comma | TokenKind::RightParen if open == 0 => return Ok(()),
                _ if open == 0 && ends(self) => return Ok(()),
                kind => open = nesting_after(open, kind),
            }
            self.pos += 1;
        }
    }
}

/// How many parentheses and brackets are open behind a token.
fn nesting_after(open: usize, kind: TokenKind) -> usize {
    match kind {
        TokenKind::LeftParen | TokenKind::LeftBracket => open + 1,
        TokenKind::RightParen | TokenKind::RightBracket => open.saturating_sub(1),
        _ => open,
    }
}
