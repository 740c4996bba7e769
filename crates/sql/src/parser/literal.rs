//! Strings with their prefixes, numbers, date-times and intervals.

use super::names::unquote;
use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, IntervalQualifier, Literal, StringLiteral, StringPrefix, TimeUnit};
use crate::diagnostics::{DOUBLE_QUOTES, INVALID_LITERAL};
use crate::token::{Token, TokenKind};
use diag::{Diagnostic, Span};

/// The words for units of time; the plural is Flink's too.
const UNITS: &[(&str, TimeUnit)] = &[
    ("YEAR", TimeUnit::Year),
    ("YEARS", TimeUnit::Year),
    ("QUARTER", TimeUnit::Quarter),
    ("QUARTERS", TimeUnit::Quarter),
    ("MONTH", TimeUnit::Month),
    ("MONTHS", TimeUnit::Month),
    ("WEEK", TimeUnit::Week),
    ("WEEKS", TimeUnit::Week),
    ("DAY", TimeUnit::Day),
    ("DAYS", TimeUnit::Day),
    ("HOUR", TimeUnit::Hour),
    ("HOURS", TimeUnit::Hour),
    ("MINUTE", TimeUnit::Minute),
    ("MINUTES", TimeUnit::Minute),
    ("SECOND", TimeUnit::Second),
    ("SECONDS", TimeUnit::Second),
];

/// Further units, of EXTRACT, FLOOR, CEIL, TIMESTAMPADD and TIMESTAMPDIFF.
const MORE_UNITS: &[(&str, TimeUnit)] = &[
    ("ISOYEAR", TimeUnit::IsoYear),
    ("DOW", TimeUnit::Dow),
    ("DAYOFWEEK", TimeUnit::Dow),
    ("ISODOW", TimeUnit::IsoDow),
    ("DOY", TimeUnit::Doy),
    ("DAYOFYEAR", TimeUnit::Doy),
    ("MILLISECOND", TimeUnit::Millisecond),
    ("MICROSECOND", TimeUnit::Microsecond),
    ("FRAC_SECOND", TimeUnit::Microsecond),
    ("NANOSECOND", TimeUnit::Nanosecond),
    ("EPOCH", TimeUnit::Epoch),
    ("DECADE", TimeUnit::Decade),
    ("CENTURY", TimeUnit::Century),
    ("MILLENNIUM", TimeUnit::Millennium),
    ("SQL_TSI_YEAR", TimeUnit::Year),
    ("SQL_TSI_QUARTER", TimeUnit::Quarter),
    ("SQL_TSI_MONTH", TimeUnit::Month),
    ("SQL_TSI_WEEK", TimeUnit::Week),
    ("SQL_TSI_DAY", TimeUnit::Day),
    ("SQL_TSI_HOUR", TimeUnit::Hour),
    ("SQL_TSI_MINUTE", TimeUnit::Minute),
    ("SQL_TSI_SECOND", TimeUnit::Second),
    ("SQL_TSI_MICROSECOND", TimeUnit::Microsecond),
    ("SQL_TSI_FRAC_SECOND", TimeUnit::Microsecond),
];

fn interval_unit(word: &str) -> Option<TimeUnit> {
    UNITS.iter().find(|(name, _)| *name == word).map(|(_, unit)| *unit)
}

impl Parser<'_> {
    /// Reads a string. Text in double quotes in its place is reported and read.
    pub(crate) fn string_literal(&mut self, what: &str) -> Parsed<StringLiteral> {
        let token = self.token();
        if token.kind == TokenKind::DoubleQuoted {
            let text = self.text_of(token);
            let inner = text.trim_matches('"');
            let straight = format!("'{}'", inner.replace('\'', "''"));
            let diagnostic = Diagnostic::error(DOUBLE_QUOTES, token.span, format!("the string {text} is in double quotes"));
            let diagnostic = diagnostic.with_fix(format!("Write {straight}"), token.span, straight).with_flink(self.flink_text(token));
            self.report(diagnostic);
            self.bump();
            return Ok(StringLiteral { value: inner.to_string(), prefix: StringPrefix::None, span: token.span });
        }
        if !token.kind.is_string() {
            self.at(TokenKind::String);
            return Err(self.expected(what));
        }
        self.bump();
        let (mut value, prefix) = self.string_value(token);
        let mut span = token.span;
        while let Some(next) = self.continuation(span)? {
            value.push_str(&self.string_value(next).0);
            span = span.to(next.span);
        }
        if token.kind == TokenKind::UnicodeString {
            let escape = if self.eat_keyword("UESCAPE") { self.escape_character()? } else { '\\' };
            value = self.unicode_value(&value, escape, span)?;
            span = self.span_from(span);
        }
        Ok(StringLiteral { value, prefix, span })
    }

    /// Takes the next string when it continues the one that ends at `span`: it must stand on another line. A string before `=` is
    /// the key of the next option instead.
    fn continuation(&mut self, span: Span) -> Parsed<Option<Token>> {
        let next = self.token();
        if next.kind != TokenKind::String || self.peek_nth(1) == TokenKind::Equal {
            return Ok(None);
        }
        let between = self.text_at(Span::new(span.source, span.end, next.span.start));
        if !between.contains('\n') {
            if between.is_empty() {
                return Ok(None);
            }
            let message = "a string continues another one on the same line";
            let diagnostic = Diagnostic::error(INVALID_LITERAL, next.span, message).with_help("Write one string, or join them with '||'.");
            self.report(diagnostic.with_flink("String literal continued on same line"));
        }
        self.bump();
        Ok(Some(next))
    }

    fn string_value(&self, token: Token) -> (String, StringPrefix) {
        let text = self.text_of(token);
        let Some(open) = text.find('\'').filter(|_| token.kind != TokenKind::String || text.starts_with('\'')) else {
            return (text.trim_matches(['‘', '’', '“', '”', '\'', '"']).to_string(), StringPrefix::None);
        };
        let (prefix, quoted) = text.split_at(open);
        match token.kind {
            TokenKind::EscapeString => (unescape(&unquote(quoted, '\'')), StringPrefix::Escape),
            TokenKind::UnicodeString => (unquote(quoted, '\''), StringPrefix::Unicode),
            TokenKind::NationalString => (unquote(quoted, '\''), StringPrefix::National),
            TokenKind::CharsetString => (unquote(quoted, '\''), StringPrefix::Charset(prefix.trim_start_matches('_').to_string())),
            _ => (unquote(quoted, '\''), StringPrefix::None),
        }
    }

    fn escape_character(&mut self) -> Parsed<char> {
        let token = self.token();
        let literal = self.string_literal("the escape character")?;
        let mut characters = literal.value.chars();
        match (characters.next(), characters.next()) {
            (Some(escape), None) if !escape.is_ascii_hexdigit() && !"+'\" \t".contains(escape) => Ok(escape),
            _ => Err(self.error(
                INVALID_LITERAL,
                token.span,
                "UESCAPE takes one character that is no hexadecimal digit, blank, quote or '+'",
            )),
        }
    }

    /// Replaces `\00e9` and `\+01f600`, with whatever the escape character is.
    fn unicode_value(&mut self, text: &str, escape: char, span: Span) -> Parsed<String> {
        let mut value = String::with_capacity(text.len());
        let mut units: Vec<u16> = vec![];
        let mut rest = text;
        while let Some(at) = rest.find(escape) {
            flush(&mut value, &mut units, &rest[..at]);
            rest = &rest[at + escape.len_utf8()..];
            if let Some(after) = rest.strip_prefix(escape) {
                flush(&mut value, &mut units, escape.encode_utf8(&mut [0; 4]));
                rest = after;
                continue;
            }
            let Some(code) = rest.get(..4).and_then(|digits| u16::from_str_radix(digits, 16).ok()).filter(|_| !rest.starts_with('+'))
            else {
                let message = format!("'{escape}' needs four hexadecimal digits behind it");
                return Err(self.error(INVALID_LITERAL, span, message));
            };
            units.push(code);
            rest = &rest[4..];
        }
        flush(&mut value, &mut units, rest);
        value.push_str(&String::from_utf16_lossy(&units));
        Ok(value)
    }

    /// The digits of `x'0aff'`.
    pub(super) fn binary_literal(&mut self) -> Parsed<Literal> {
        let token = self.bump();
        let mut span = token.span;
        let mut digits = unquote(self.text_of(token).get(1..).unwrap_or(""), '\'');
        while let Some(next) = self.continuation(span)? {
            digits.push_str(&unquote(self.text_of(next), '\''));
            span = span.to(next.span);
        }
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(self.error(INVALID_LITERAL, span, "a binary literal has only hexadecimal digits"));
        }
        if digits.len() % 2 == 1 {
            let diagnostic = Diagnostic::error(INVALID_LITERAL, span, "a binary literal has an even number of digits");
            self.report(diagnostic.with_flink("Binary literal string must contain an even number of hexits"));
        }
        Ok(Literal::Binary(digits))
    }

    /// `INTERVAL [sign] 'text' unit`, or `INTERVAL expression unit`.
    pub(super) fn interval(&mut self) -> Parsed<Expr> {
        let start = self.start();
        self.expect_keyword("INTERVAL")?;
        let negative = self.peek() == TokenKind::Minus && self.peek_nth(1).is_string();
        if negative || (self.peek() == TokenKind::Plus && self.peek_nth(1).is_string()) {
            self.bump();
        }
        if self.peek().is_string() || self.peek() == TokenKind::DoubleQuoted {
            let value = self.string_literal("the length of the interval")?;
            let qualifier = self.interval_qualifier()?;
            let kind = ExprKind::Literal(Literal::Interval { negative, value, qualifier });
            return Ok(Expr::new(kind, self.span_from(start)));
        }
        let expr = Box::new(self.prefix()?);
        let qualifier = self.interval_qualifier()?;
        Ok(Expr::new(ExprKind::IntervalOf { expr, qualifier }, self.span_from(start)))
    }

    /// True at the word of a unit that an interval can have.
    pub(super) fn at_interval_unit(&self) -> bool {
        interval_unit(self.word()).is_some()
    }

    /// `unit [(p)] [TO unit [(p)]]`, `SECOND (p, s)`
    pub(crate) fn interval_qualifier(&mut self) -> Parsed<IntervalQualifier> {
        let from = self.start();
        let start = self.interval_unit()?;
        let (mut start_precision, mut fraction_precision) = (None, None);
        if self.eat(TokenKind::LeftParen) {
            start_precision = Some(self.expect_u32("a precision")?);
            if start == TimeUnit::Second && self.eat(TokenKind::Comma) {
                fraction_precision = Some(self.expect_u32("a precision")?);
            }
            self.expect(TokenKind::RightParen)?;
        }
        let mut end = None;
        if self.eat_keyword("TO") {
            let unit = self.interval_unit()?;
            end = Some(unit);
            if unit == TimeUnit::Second && self.eat(TokenKind::LeftParen) {
                fraction_precision = Some(self.expect_u32("a precision")?);
                self.expect(TokenKind::RightParen)?;
            }
        }
        Ok(IntervalQualifier { start, start_precision, end, fraction_precision, span: self.span_from(from) })
    }

    fn interval_unit(&mut self) -> Parsed<TimeUnit> {
        let names: Vec<&'static str> = UNITS.iter().map(|(name, _)| *name).collect();
        self.repair_keyword(&names);
        match interval_unit(self.word()) {
            Some(unit) => {
                self.bump();
                Ok(unit)
            }
            None => Err(self.expected("a unit of time such as SECOND, MINUTE, HOUR, DAY, MONTH, YEAR")),
        }
    }

    /// The unit of EXTRACT, FLOOR, CEIL, TIMESTAMPADD, TIMESTAMPDIFF.
    pub(super) fn time_unit(&mut self) -> Parsed<(TimeUnit, Span)> {
        let names: Vec<&'static str> = UNITS.iter().chain(MORE_UNITS).map(|(name, _)| *name).collect();
        self.repair_keyword(&names);
        let unit = interval_unit(self.word()).or_else(|| MORE_UNITS.iter().find(|(name, _)| *name == self.word()).map(|(_, unit)| *unit));
        match unit {
            Some(unit) => Ok((unit, self.bump().span)),
            None => Err(self.expected("a unit of time such as SECOND, MINUTE, HOUR, DAY, MONTH, YEAR")),
        }
    }
}

/// Appends plain text, and before it the UTF-16 units that are pending.
fn flush(value: &mut String, units: &mut Vec<u16>, text: &str) {
    if !text.is_empty() {
        value.push_str(&String::from_utf16_lossy(units));
        units.clear();
        value.push_str(text);
    }
}

/// Resolves the escapes of C: `\n`, `\x41`, `\101`, `\u00e9`, `\U0001f600`.
fn unescape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        value.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(escape) = rest.chars().next() else { break };
        let after = &rest[escape.len_utf8()..];
        let (length, code) = match escape {
            'n' => (0, Some('\n')),
            't' => (0, Some('\t')),
            'r' => (0, Some('\r')),
            'b' => (0, Some('\u{8}')),
            'f' => (0, Some('\u{c}')),
            'x' => code_point(after, 16, 2),
            'u' => code_point(after, 16, 4),
            'U' => code_point(after, 16, 8),
            '0'..='7' => code_point(rest, 8, 3),
            other => (0, Some(other)),
        };
        value.extend(code.or(Some(escape)));
        rest = if escape.is_digit(8) { &rest[length..] } else { &after[length..] };
    }
    value.push_str(rest);
    value
}

/// Reads up to `most` digits: how many there are and the character they stand for.
fn code_point(text: &str, radix: u32, most: usize) -> (usize, Option<char>) {
    let length = text.chars().take(most).take_while(|c| c.is_digit(radix)).count();
    let code = u32::from_str_radix(&text[..length], radix).ok().and_then(char::from_u32);
    (if code.is_some() { length } else { 0 }, code)
}
