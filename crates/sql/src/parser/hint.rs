//! Hints: `/*+ NAME, NAME('k' = 'v'), NAME(a, 1, 'x') */`.

use super::{Parsed, Parser};
use crate::ast::{Hint, HintArgs, HintKey, HintOption, HintValue};
use crate::diagnostics::{MISSING_COMMA, UNCLOSED_COMMENT};
use crate::token::TokenKind;
use diag::Diagnostic;

impl Parser<'_> {
    /// Reads the hints at the current place, if there are any.
    pub(crate) fn table_hints(&mut self) -> Parsed<Vec<Hint>> {
        let open = self.token().span;
        if !self.eat(TokenKind::HintStart) {
            return Ok(vec![]);
        }
        let mut hints = vec![self.hint()?];
        loop {
            if self.eat(TokenKind::Comma) {
                hints.push(self.hint()?);
            } else if self.name_at(0) && !self.at(TokenKind::HintEnd) {
                let place = self.previous().span.after();
                let message = format!("a comma is missing before the hint {}", self.describe(self.token()));
                let diagnostic = Diagnostic::error(MISSING_COMMA, place, message).with_fix("Insert a comma", place, ",");
                let diagnostic = diagnostic.with_flink(self.flink_text(self.token()));
                self.report(diagnostic);
                hints.push(self.hint()?);
            } else {
                break;
            }
        }
        // A hint without an end was reported with the tokens.
        let unclosed = |d: &Diagnostic| d.id == UNCLOSED_COMMENT && d.span().start == open.start;
        if self.peek() == TokenKind::HintEnd || !self.diagnostics.iter().any(unclosed) {
            self.expect(TokenKind::HintEnd)?;
        }
        Ok(hints)
    }

    fn hint(&mut self) -> Parsed<Hint> {
        let start = self.start();
        let name = self.ident("the name of a hint")?;
        let args = match (self.peek(), self.at_hint_option(1)) {
            (TokenKind::LeftParen, true) => HintArgs::Options(self.element_list(false, |p| p.at_hint_option(0), Parser::hint_option)?.0),
            (TokenKind::LeftParen, false) => HintArgs::List(self.element_list(true, |p| p.name_at(0), Parser::hint_value)?.0),
            _ => HintArgs::None,
        };
        Ok(Hint { name, args, span: self.span_from(start) })
    }

    /// True when `key =` stands `n` tokens further on; a key may be a dotted name.
    fn at_hint_option(&self, n: usize) -> bool {
        let mut n = n;
        if !self.peek_nth(n).is_string() && self.peek_nth(n) != TokenKind::DoubleQuoted {
            while matches!(self.peek_nth(n), TokenKind::Word(_) | TokenKind::Backtick | TokenKind::Variable)
                && matches!(self.peek_nth(n + 1), TokenKind::Dot | TokenKind::Minus)
            {
                n += 2;
            }
            if !matches!(self.peek_nth(n), TokenKind::Word(_) | TokenKind::Backtick | TokenKind::Variable) {
                return false;
            }
        }
        self.peek_nth(n + 1) == TokenKind::Equal
    }

    fn hint_option(&mut self) -> Parsed<HintOption> {
        let key = if self.peek().is_string() || self.peek() == TokenKind::DoubleQuoted {
            HintKey::String(self.string_literal("an option such as 'key' = 'value'")?)
        } else {
            let flink = self.flink_text_of_two(self.token(), self.token_nth(1));
            let name = self.dotted_key("an option such as 'key' = 'value'")?;
            if name.parts.len() > 1 || name.text().contains('-') {
                self.needs_quotes_as(name.span, "the key of an option", flink);
            }
            HintKey::Name(name)
        };
        self.expect(TokenKind::Equal)?;
        let value = self.string_literal("a value in single quotes")?;
        Ok(HintOption { key, value })
    }

    fn hint_value(&mut self) -> Parsed<HintValue> {
        let start = self.start();
        match self.peek() {
            kind if kind.is_string() || kind == TokenKind::DoubleQuoted => Ok(HintValue::String(self.string_literal("a string")?)),
            TokenKind::Minus | TokenKind::Plus if self.peek_nth(1).is_number() => {
                self.bump();
                self.bump();
                let span = self.span_from(start);
                Ok(HintValue::Number(self.text_at(span).to_string(), span))
            }
            kind if kind.is_number() => {
                let span = self.bump().span;
                Ok(HintValue::Number(self.text_at(span).to_string(), span))
            }
            _ => Ok(HintValue::Name(self.object_name("a name, a string or a number")?)),
        }
    }
}
