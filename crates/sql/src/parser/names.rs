//! Identifiers and dotted names.

use super::errors::Expected;
use super::{Parsed, Parser};
use crate::ast::{Ident, ObjectName, Quote};
use crate::diagnostics::{DOUBLE_QUOTES, RESERVED_WORD, SYNTAX_ERROR};
use crate::token::{Token, TokenKind};
use diag::{Diagnostic, Span};

impl Parser<'_> {
    /// True at a token that can be a name as it stands.
    pub(crate) fn at_name(&mut self) -> bool {
        is_name(self.peek()) || self.note(Expected::Name)
    }

    /// True when the token `n` further on can be a name as it stands.
    pub(crate) fn name_at(&self, n: usize) -> bool {
        is_name(self.peek_nth(n))
    }

    /// True when a data type begins `n` tokens further on: one of the words for types, or a name.
    pub(crate) fn type_at(&self, n: usize) -> bool {
        is_type_word(self.word_nth(n)) || self.name_at(n)
    }

    /// Reads an identifier. A reserved word, double quotes or a string in its place are reported and read as the name that was meant.
    pub(crate) fn ident(&mut self, what: &str) -> Parsed<Ident> {
        if self.at_name() || self.repair_name(what) {
            let token = self.bump();
            return Ok(self.ident_of(token));
        }
        Err(self.expected(what))
    }

    /// The identifier that a token is.
    pub(super) fn ident_of(&self, token: Token) -> Ident {
        let text = self.text_of(token);
        let (value, quote) = match token.kind {
            TokenKind::Backtick => (unquote(text, '`'), Quote::Backtick),
            TokenKind::DoubleQuoted => (text.trim_matches('"').to_string(), Quote::Backtick),
            TokenKind::String => (unquote(text, '\''), Quote::Backtick),
            TokenKind::Variable => (text.to_string(), Quote::Variable),
            _ => (text.to_string(), Quote::Bare),
        };
        Ident { value, quote, span: token.span }
    }

    /// Reports a token that was meant as a name but must be written differently; false when it was not.
    fn repair_name(&mut self, what: &str) -> bool {
        let token = self.token();
        let text = self.text_of(token);
        let name = text.trim_matches(['"', '\'']);
        let diagnostic = match token.kind {
            TokenKind::DoubleQuoted => Diagnostic::error(DOUBLE_QUOTES, token.span, format!("the name {text} is in double quotes")),
            TokenKind::String if !name.is_empty() => {
                Diagnostic::error(SYNTAX_ERROR, token.span, format!("expected {what}, found the string {text}"))
                    .with_help("Write a name bare or in back-ticks; single quotes make a string.")
            }
            TokenKind::Word(keyword) if keyword.is_reserved() && self.is_meant_as_name() => {
                Diagnostic::error(RESERVED_WORD, token.span, format!("'{text}' is a reserved word, so it is no name unless in back-ticks"))
            }
            _ => return false,
        };
        let quoted = format!("`{}`", name.replace('`', "``"));
        let diagnostic = diagnostic.with_fix(format!("Write {quoted}"), token.span, quoted).with_flink(self.flink_text(token));
        self.report(diagnostic);
        true
    }

    /// True when a reserved word stands where a name is expected and is not the next clause of the statement.
    fn is_meant_as_name(&self) -> bool {
        #[rustfmt::skip]
        const CLAUSES: &[&str] = &[
            "CASE", "CAST", "CONSTRAINT", "CREATE", "CROSS", "DISTRIBUTED", "DROP", "EXISTS", "INSERT", "LEFT", "PRIMARY", "RIGHT",
            "UNIQUE", "WATERMARK",
        ];
        use TokenKind::*;
        let next = self.peek_nth(1);
        match self.word() {
            "GROUP" | "ORDER" | "PARTITION" => self.word_nth(1) != "BY" && next != LeftParen,
            "TABLE" | "END" | "VALUES" => matches!(next, LeftParen | Dot | Comma | RightParen | Equal),
            word if continues_query(word) || CLAUSES.contains(&word) => {
                matches!(next, Dot | Comma | RightParen | Equal) || is_type_word(self.word_nth(1))
            }
            _ => true,
        }
    }

    /// Reads a dotted name. A dot before `*` is left alone.
    pub(crate) fn object_name(&mut self, what: &str) -> Parsed<ObjectName> {
        let first = self.ident(what)?;
        self.rest_of_name(first)
    }

    /// Reads the dots and parts behind the first part of a name.
    pub(crate) fn rest_of_name(&mut self, first: Ident) -> Parsed<ObjectName> {
        let mut span = first.span;
        let mut parts = vec![first];
        while self.peek() == TokenKind::Dot && self.peek_nth(1) != TokenKind::Star {
            self.bump();
            let part = self.part()?;
            span = Span::new(span.source, span.start, part.span.end);
            parts.push(part);
        }
        Ok(ObjectName { parts, span })
    }

    /// Reads the part of a name behind a dot, where every word is meant as a name.
    pub(super) fn part(&mut self) -> Parsed<Ident> {
        let token = self.token();
        let touches = self.previous().span.end == token.span.start;
        if token.kind.keyword().is_reserved() && (touches || !continues_query(self.word())) {
            let text = self.text_of(token);
            let message = format!("'{text}' is a reserved word, so it is no name unless in back-ticks");
            let diagnostic = Diagnostic::error(RESERVED_WORD, token.span, message);
            self.note(Expected::Name);
            let diagnostic = diagnostic.with_fix(format!("Write `{text}`"), token.span, format!("`{text}`"));
            let diagnostic = diagnostic.with_flink(self.flink_text(token));
            self.report(diagnostic);
            self.bump();
            return Ok(self.ident_of(token));
        }
        self.ident("a name after the dot")
    }

    /// Reads `(a, b)`.
    pub(crate) fn ident_list(&mut self, what: &'static str) -> Parsed<(Vec<Ident>, Span)> {
        self.element_list(false, |p| p.name_at(0), |p| p.ident(what))
    }
}

/// True for tokens that are a name without further ado.
pub(super) fn is_name(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Word(keyword) => !keyword.is_reserved(),
        kind => matches!(kind, TokenKind::Backtick | TokenKind::Variable),
    }
}

/// True for reserved words that continue a query or an expression, so that one of them in place of an operand shows that the operand
/// is missing.
pub(super) fn continues_query(word: &str) -> bool {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "AND", "AS", "BETWEEN", "BY", "CROSS", "DEFINE", "ELSE", "END", "EXCEPT", "FETCH", "FILTER", "FOR", "FROM", "FULL", "GROUP",
        "HAVING", "IN", "INNER", "INTERSECT", "INTO", "IS", "JOIN", "LATERAL", "LIKE", "LIMIT", "MATCH_RECOGNIZE", "MEASURES", "NATURAL",
        "NOT", "ON", "OR", "ORDER", "OVER", "PARTITION", "PATTERN", "PIVOT", "QUALIFY", "SELECT", "SET", "TABLE", "THEN", "UNION",
        "UNNEST", "UNPIVOT", "USING", "VALUES", "WHEN", "WHERE", "WINDOW", "WITH", "WITHIN",
    ];
    WORDS.contains(&word)
}

/// True for words that begin a data type.
pub(super) fn is_type_word(word: &str) -> bool {
    #[rustfmt::skip]
    const TYPES: &[&str] = &[
        "ANY", "ARRAY", "BIGINT", "BINARY", "BITMAP", "BOOLEAN", "BYTES", "CHAR", "CHARACTER", "DATE", "DEC", "DECIMAL", "DOUBLE",
        "FLOAT", "INT", "INTEGER", "INTERVAL", "MAP", "MULTISET", "NUMERIC", "RAW", "REAL", "ROW", "SMALLINT", "STRING", "STRUCTURED",
        "TIME", "TIMESTAMP", "TIMESTAMP_LTZ", "TINYINT", "VARBINARY", "VARCHAR", "VARIANT",
    ];
    !word.is_empty() && TYPES.contains(&word)
}

/// Removes the quotes around a text and halves doubled ones inside.
pub(super) fn unquote(text: &str, quote: char) -> String {
    let inner = text.strip_prefix(quote).unwrap_or(text);
    let inner = inner.strip_suffix(quote).unwrap_or(inner);
    if !inner.contains(quote) {
        return inner.to_string();
    }
    let (one, two) = (quote.to_string(), quote.to_string().repeat(2));
    inner.replace(&two, &one)
}
