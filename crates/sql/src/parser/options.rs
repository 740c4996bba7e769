//! `('key' = 'value', ...)`, with the unquoted keys and values of Blink.

use super::{Parsed, Parser};
use crate::ast::{Ident, ObjectName, Quote, StringLiteral};
use crate::diagnostics::SYNTAX_ERROR;
use crate::statements::create_table::{OptionEntry, OptionKey, OptionValue, Options};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

impl Parser<'_> {
    /// Reads options with their parentheses; there may be none.
    pub(crate) fn options(&mut self) -> Parsed<Options> {
        let (entries, span) = self.element_list(true, starts_option, Parser::option_entry)?;
        Ok(Options { entries, span })
    }

    fn option_entry(&mut self) -> Parsed<OptionEntry> {
        let start = self.start();
        if self.peek().is_string() && self.peek_nth(1).is_string() && self.peek_nth(2) != TokenKind::Equal {
            return Err(self.missing_equal_sign());
        }
        let key = self.option_key()?;
        self.expect(TokenKind::Equal)?;
        let value = self.option_value()?;
        Ok(OptionEntry { key, value, span: self.span_from(start) })
    }

    /// `'key' 'value'`
    fn missing_equal_sign(&mut self) -> super::Reported {
        let place = self.bump().span.after();
        let message = format!("a '=' is missing before {}", self.describe(self.token()));
        let diagnostic = Diagnostic::error(SYNTAX_ERROR, place, message).with_fix("Insert '='", place, " =");
        self.report(diagnostic.with_flink(self.flink_text(self.token())))
    }

    pub(crate) fn option_key(&mut self) -> Parsed<OptionKey> {
        if self.peek().is_string() || self.peek() == TokenKind::DoubleQuoted {
            return Ok(OptionKey::String(self.string_literal("an option")?));
        }
        Ok(OptionKey::Name(self.dotted_key("an option such as 'key' = 'value'")?))
    }

    /// Reads an unquoted key: words, reserved or not, with dots and hyphens between them.
    pub(crate) fn dotted_key(&mut self, what: &str) -> Parsed<ObjectName> {
        let start = self.start();
        let mut parts = vec![self.key_part(what)?];
        while self.eat(TokenKind::Dot) {
            parts.push(self.key_part("a word after the dot")?);
        }
        Ok(ObjectName { parts, span: self.span_from(start) })
    }

    fn key_part(&mut self, what: &str) -> Parsed<Ident> {
        let start = self.start();
        if !matches!(self.peek(), TokenKind::Word(_) | TokenKind::Backtick | TokenKind::Variable) {
            return Err(self.expected(what));
        }
        let first = self.bump();
        while self.peek() == TokenKind::Minus && self.touches() {
            self.bump();
            if matches!(self.peek(), TokenKind::Word(_) | TokenKind::Integer) && self.touches() {
                self.bump();
            }
        }
        let span = self.span_from(start);
        if span == first.span {
            return Ok(self.ident_of(first));
        }
        Ok(Ident { value: self.text_at(span).to_string(), quote: Quote::Bare, span })
    }

    /// True when nothing stands between the previous token and the current one.
    fn touches(&self) -> bool {
        self.previous().span.end == self.token().span.start
    }

    /// Reads a string, a number, TRUE or FALSE, or a bare word.
    pub(crate) fn option_value(&mut self) -> Parsed<OptionValue> {
        let start = self.start();
        match self.peek() {
            kind if kind.is_string() || kind == TokenKind::DoubleQuoted => Ok(OptionValue::String(self.string_literal("a value")?)),
            TokenKind::Minus | TokenKind::Plus if self.peek_nth(1).is_number() => {
                self.bump();
                self.bump();
                let span = self.span_from(start);
                Ok(OptionValue::Number(self.text_at(span).to_string(), span))
            }
            kind if kind.is_number() => {
                let token = self.bump();
                Ok(OptionValue::Number(self.text_of(token).to_string(), token.span))
            }
            TokenKind::Word(_) if matches!(self.word(), "TRUE" | "FALSE") => {
                let truth = self.word() == "TRUE";
                Ok(OptionValue::Boolean(truth, self.bump().span))
            }
            TokenKind::Word(_) | TokenKind::Backtick | TokenKind::Variable if self.peek_nth(1) != TokenKind::Equal => {
                Ok(OptionValue::Name(self.key_part("a value")?))
            }
            _ => Err(self.expected("a value in single quotes")),
        }
    }

    /// Reads options that Flink takes only as strings.
    pub(crate) fn string_list(&mut self, what: &'static str) -> Parsed<(Vec<StringLiteral>, Span)> {
        self.element_list(true, |p| p.peek().is_string(), |p| p.string_literal(what))
    }

    /// Reports a bare word where a string must stand, with the quoted form as the fix.
    pub(crate) fn needs_quotes(&mut self, span: Span, what: &str) -> super::Reported {
        let flink = self.flink_text(self.token());
        self.needs_quotes_as(span, what, flink)
    }

    /// As [`Parser::needs_quotes`], where Flink's parser stumbles over another token.
    pub(super) fn needs_quotes_as(&mut self, span: Span, what: &str, flink: String) -> super::Reported {
        let text = self.text_at(span);
        let quoted = format!("'{}'", text.replace('\'', "''"));
        let diagnostic = Diagnostic::error(SYNTAX_ERROR, span, format!("{what} is a string: write {quoted}"));
        let diagnostic = diagnostic.with_fix(format!("Write {quoted}"), span, quoted).with_flink(flink);
        self.report(diagnostic)
    }
}

/// True when an option begins at the current token: a key and `=`, or a dotted key.
fn starts_option(p: &Parser) -> bool {
    match p.peek() {
        kind if kind.is_string() => p.peek_nth(1) == TokenKind::Equal,
        TokenKind::DoubleQuoted => p.peek_nth(1) == TokenKind::Equal,
        TokenKind::Word(_) | TokenKind::Backtick => matches!(p.peek_nth(1), TokenKind::Equal | TokenKind::Dot),
        _ => false,
    }
}
