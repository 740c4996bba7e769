//! Operands: constants, names, parentheses, and the words that begin an expression of their own form.

use super::errors::Expected;
use super::names::{continues_query, is_name};
use super::{Parsed, Parser};
use crate::ast::{BinaryOp, CollectionKind, Expr, ExprKind, Ident, Literal, ObjectName, Query, QueryBody, StringLiteral};
use crate::diagnostics::{RESERVED_WORD, SYNTAX_ERROR};
use crate::token::TokenKind;
use diag::Diagnostic;

/// What stands in parentheses.
pub(super) enum Parens {
    Query(Box<Query>),
    List(Vec<Expr>),
}

/// Reserved words that are called like functions.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "ABS", "AVG", "CARDINALITY", "CHAR", "CHARACTER_LENGTH", "CHAR_LENGTH", "CLASSIFIER", "COALESCE", "COLLECT", "CONTAINS_SUBSTR",
    "CONVERT", "COUNT", "COVAR_POP", "COVAR_SAMP", "CUME_DIST", "DATE_TRUNC", "DATETIME_TRUNC", "DENSE_RANK", "ELEMENT", "EVERY", "EXP",
    "FIRST_VALUE", "FUSION", "GROUPING", "HOUR", "INTERSECTION", "LAG", "LAST_VALUE", "LEAD", "LEFT", "LN", "LOWER", "MATCH_NUMBER",
    "MAX", "MIN", "MINUTE", "MOD", "MONTH", "NEXT", "NTH_VALUE", "NTILE", "NULLIF", "OCTET_LENGTH", "PERCENTILE_CONT", "PERCENTILE_DISC",
    "PERCENT_RANK", "POWER", "PREV", "RANK", "REGR_COUNT", "REGR_SXX", "REGR_SYY", "RIGHT", "ROW_NUMBER", "SECOND", "SOME", "SQRT",
    "STDDEV_POP", "STDDEV_SAMP", "SUM", "TIMESTAMP_DIFF", "TIMESTAMP_TRUNC", "TIME_DIFF", "TIME_TRUNC", "TRANSLATE", "TRUNCATE", "UPPER",
    "VAR_POP", "VAR_SAMP", "YEAR", "ARRAY", "DATE", "TIME", "TIMESTAMP", "DATETIME",
];

/// Functions that are called without parentheses, or with a precision in them.
#[rustfmt::skip]
const CONSTANTS: &[&str] = &[
    "CURRENT_CATALOG", "CURRENT_DATE", "CURRENT_DEFAULT_TRANSFORM_GROUP", "CURRENT_PATH", "CURRENT_ROLE", "CURRENT_SCHEMA",
    "CURRENT_TIME", "CURRENT_TIMESTAMP", "CURRENT_USER", "LOCALTIME", "LOCALTIMESTAMP", "SESSION_USER", "SYSTEM_USER", "USER",
];

impl Parser<'_> {
    /// Reads an operand with the indexes and fields behind it.
    pub(super) fn operand(&mut self) -> Parsed<Expr> {
        let mut expr = self.primary()?;
        loop {
            match self.peek() {
                TokenKind::LeftBracket => {
                    self.bump();
                    let index = Box::new(self.expression()?);
                    self.expect(TokenKind::RightBracket)?;
                    let span = self.span_from(expr.span);
                    expr = Expr::new(ExprKind::Item { expr: Box::new(expr), index }, span);
                }
                TokenKind::Dot if self.peek_nth(1) != TokenKind::Star => {
                    self.bump();
                    let field = self.part()?;
                    let span = self.span_from(expr.span);
                    expr = Expr::new(ExprKind::Field { expr: Box::new(expr), field }, span);
                }
                TokenKind::DoubleColon => expr = self.colon_cast(expr)?,
                TokenKind::Word(_) if self.word() == "AT" && matches!(self.word_nth(1), "TIME" | "LOCAL") => {
                    expr = self.at_time_zone(expr)?
                }
                _ => return Ok(expr),
            }
            self.grow()?;
        }
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let kind = match self.peek() {
            TokenKind::Integer => ExprKind::Literal(Literal::Integer(self.take_text())),
            TokenKind::Decimal => ExprKind::Literal(Literal::Decimal(self.take_text())),
            TokenKind::Approximate => ExprKind::Literal(Literal::Approximate(self.take_text())),
            TokenKind::BinaryString => ExprKind::Literal(self.binary_literal()?),
            TokenKind::Question => {
                self.bump();
                ExprKind::Parameter
            }
            TokenKind::LeftParen => return self.parenthesized_expression(),
            TokenKind::LeftBrace => return self.escape_clause(),
            kind if kind.is_string() || kind == TokenKind::DoubleQuoted => {
                ExprKind::Literal(Literal::String(self.string_literal("a string")?))
            }
            TokenKind::Word(keyword) if keyword.is_reserved() => return self.reserved_word(),
            kind if is_name(kind) => return self.name_or_call(),
            _ => return Err(self.expected_expression()),
        };
        Ok(Expr::new(kind, self.span_from(start)))
    }

    pub(super) fn expected_expression(&mut self) -> super::Reported {
        self.note(Expected::Name);
        self.expected("an expression")
    }

    fn take_text(&mut self) -> String {
        let token = self.bump();
        self.text_of(token).to_string()
    }

    /// `(e)`, `(a, b)`, `(query)`, `(a - b) DAY`
    fn parenthesized_expression(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let mut list = match self.parens()? {
            Parens::Query(query) => return Ok(Expr::new(ExprKind::Subquery(query), self.span_from(start))),
            Parens::List(list) => list,
        };
        if list.len() > 1 {
            return Ok(Expr::new(ExprKind::Row { explicit: false, fields: list }, self.span_from(start)));
        }
        let Some(inner) = list.pop() else { return Ok(Expr::new(ExprKind::Error, self.span_from(start))) };
        let kind = match inner.kind {
            ExprKind::Binary { op: BinaryOp::Subtract, left, right, .. } if self.at_interval_unit() => {
                ExprKind::IntervalDifference { left, right, qualifier: self.interval_qualifier()? }
            }
            _ => ExprKind::Nested(Box::new(inner)),
        };
        Ok(Expr::new(kind, self.span_from(start)))
    }

    /// Reads `(query)` or `(expression, ..)`.
    pub(super) fn parens(&mut self) -> Parsed<Parens> {
        if self.peek() == TokenKind::LeftParen && self.query_starts_at(1) {
            self.bump();
            let query = Box::new(self.query()?);
            self.expect(TokenKind::RightParen)?;
            return Ok(Parens::Query(query));
        }
        if self.peek() == TokenKind::LeftParen && self.peek_nth(1) == TokenKind::LeftParen {
            return self.double_parens();
        }
        Ok(Parens::List(self.parenthesized(Parser::expression)?.0))
    }

    /// Reads parentheses that begin with another pair: `((query) UNION (query))` is a query, `((1), 2)` a list.
    fn double_parens(&mut self) -> Parsed<Parens> {
        self.expect(TokenKind::LeftParen)?;
        let first = self.expression()?;
        if let (ExprKind::Subquery(_), true) = (&first.kind, self.at_query_tail()) {
            let ExprKind::Subquery(query) = first.kind else { return Err(self.expected("a query")) };
            let query = self.query_after(QueryBody::Nested(query), first.span)?;
            self.expect(TokenKind::RightParen)?;
            return Ok(Parens::Query(Box::new(query)));
        }
        let mut list = vec![first];
        while self.eat(TokenKind::Comma) {
            list.push(self.expression()?);
        }
        self.expect(TokenKind::RightParen)?;
        Ok(Parens::List(list))
    }

    /// An expression that begins with a reserved word.
    fn reserved_word(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let (word, next) = (self.word(), self.peek_nth(1));
        let kind = match word {
            "TRUE" | "FALSE" => self.word_literal(Literal::Boolean(word == "TRUE")),
            "NULL" => self.word_literal(Literal::Null),
            "UNKNOWN" => self.word_literal(Literal::Unknown),
            "DATE" | "TIME" | "TIMESTAMP" if next.is_string() || next == TokenKind::DoubleQuoted => self.date_time(word)?,
            "INTERVAL" => return self.interval(),
            "CASE" => self.case()?,
            "CAST" | "TRY_CAST" | "SAFE_CAST" => self.cast(word)?,
            "EXISTS" => self.exists()?,
            "EXTRACT" => self.extract()?,
            "FLOOR" | "CEIL" | "CEILING" => return self.round(word),
            "POSITION" => self.position()?,
            "TRIM" => self.trim()?,
            "SUBSTRING" => return self.substring(),
            "OVERLAY" => return self.overlay(),
            "ARRAY" if next == TokenKind::LeftBracket => ExprKind::Array(self.bracketed()?),
            "MULTISET" if next == TokenKind::LeftBracket => ExprKind::Multiset(self.bracketed()?),
            "ARRAY" | "MULTISET" if next == TokenKind::LeftParen && self.query_starts_at(2) => self.collection_query(word)?,
            "ROW" | "PERIOD" if next == TokenKind::LeftParen => {
                self.bump();
                ExprKind::Row { explicit: word == "ROW", fields: self.parenthesized(Parser::expression)?.0 }
            }
            "JSON_EXISTS" | "JSON_VALUE" | "JSON_QUERY" | "JSON_OBJECT" | "JSON_ARRAY" | "JSON_OBJECTAGG" | "JSON_ARRAYAGG" => {
                self.json_call(word)?
            }
            "NEXT" | "CURRENT" if self.word_nth(1) == "VALUE" => self.sequence_value()?,
            _ if CONSTANTS.contains(&word) => return self.constant_function(),
            _ if next == TokenKind::LeftParen && FUNCTIONS.contains(&word) => return self.name_or_call(),
            _ => return self.misused_reserved_word(),
        };
        Ok(Expr::new(kind, self.span_from(start)))
    }

    /// A reserved word where an expression must stand: meant as a name or a function, or a sign that something is missing.
    fn misused_reserved_word(&mut self) -> Parsed<Expr> {
        let token = self.token();
        self.note(Expected::Name);
        if continues_query(self.word()) {
            return Err(self.expected_expression());
        }
        if self.peek_nth(1) == TokenKind::LeftParen {
            let text = self.text_of(token);
            let message = format!("'{text}' is a reserved word, so it is no function unless in back-ticks");
            let diagnostic = Diagnostic::error(RESERVED_WORD, token.span, message);
            let quoted = format!("`{text}`");
            self.report(diagnostic.with_fix(format!("Write {quoted}"), token.span, quoted).with_flink(self.flink_text(token)));
            return self.name_or_call();
        }
        if !self.operand_ends_at(1) {
            return Err(self.expected_expression());
        }
        let first = self.ident("a column")?;
        let span = first.span;
        Ok(Expr::new(ExprKind::Column(self.rest_of_name(first)?), self.span_from(span)))
    }

    /// True when the token `n` further on can stand behind an operand.
    fn operand_ends_at(&self, n: usize) -> bool {
        use TokenKind::*;
        let symbol = matches!(
            self.peek_nth(n),
            Comma
                | RightParen
                | Semicolon
                | End
                | Dot
                | Equal
                | NotEqual
                | Less
                | LessOrEqual
                | Greater
                | GreaterOrEqual
                | Plus
                | Minus
                | Slash
                | Percent
                | Concat
                | LeftBracket
        );
        symbol || matches!(self.word_nth(n), "FROM" | "AS" | "AND" | "OR" | "IS" | "IN" | "LIKE" | "BETWEEN" | "DESC" | "ASC")
    }

    fn word_literal(&mut self, literal: Literal) -> ExprKind {
        self.bump();
        ExprKind::Literal(literal)
    }

    fn exists(&mut self) -> Parsed<ExprKind> {
        let start = self.bump().span;
        match self.parens()? {
            Parens::Query(query) => Ok(ExprKind::Exists(query)),
            Parens::List(_) => Err(self.error(SYNTAX_ERROR, self.span_from(start), "EXISTS takes a query in parentheses")),
        }
    }

    fn date_time(&mut self, word: &str) -> Parsed<ExprKind> {
        self.bump();
        let value = self.string_literal("a string")?;
        Ok(ExprKind::Literal(match word {
            "DATE" => Literal::Date(value),
            "TIME" => Literal::Time(value),
            _ => Literal::Timestamp(value),
        }))
    }

    /// The escapes of JDBC: `{d '2020-01-01'}`, `{t ..}`, `{ts ..}`, `{fn f(x)}`.
    fn escape_clause(&mut self) -> Parsed<Expr> {
        let start = self.start();
        self.bump();
        let token = self.token();
        let expr = match self.text_of(token).to_ascii_lowercase().as_str() {
            "d" => self.escaped_literal(Literal::Date)?,
            "t" => self.escaped_literal(Literal::Time)?,
            "ts" => self.escaped_literal(Literal::Timestamp)?,
            "fn" => {
                self.bump();
                self.operand()?.kind
            }
            _ => return Err(self.expected("d, t, ts or fn after '{'")),
        };
        self.expect(TokenKind::RightBrace)?;
        Ok(Expr::new(expr, self.span_from(start)))
    }

    fn escaped_literal(&mut self, literal: fn(StringLiteral) -> Literal) -> Parsed<ExprKind> {
        self.bump();
        Ok(ExprKind::Literal(literal(self.string_literal("a string")?)))
    }

    /// `ARRAY[a, b]`; there may be nothing in the brackets.
    fn bracketed(&mut self) -> Parsed<Vec<Expr>> {
        self.bump();
        self.expect(TokenKind::LeftBracket)?;
        let items = if self.at(TokenKind::RightBracket) { vec![] } else { self.comma_list(Parser::expression)? };
        self.expect(TokenKind::RightBracket)?;
        Ok(items)
    }

    fn collection_query(&mut self, word: &str) -> Parsed<ExprKind> {
        let kind = match word {
            "ARRAY" => CollectionKind::Array,
            "MULTISET" => CollectionKind::Multiset,
            _ => CollectionKind::Map,
        };
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let query = Box::new(self.query()?);
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::CollectionQuery { kind, query })
    }

    fn sequence_value(&mut self) -> Parsed<ExprKind> {
        let next = self.bump().kind.keyword().text() == "NEXT";
        self.expect_keywords("VALUE FOR")?;
        Ok(ExprKind::SequenceValue { next, name: self.object_name("a sequence")? })
    }

    /// A column path, a function call, or one of the forms whose word is not reserved.
    fn name_or_call(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let next = self.peek_nth(1);
        match (self.word(), next) {
            ("MAP", TokenKind::LeftBracket) => return Ok(Expr::new(ExprKind::Map(self.bracketed()?), self.span_from(start))),
            ("MAP", TokenKind::LeftParen) if self.query_starts_at(2) => {
                return Ok(Expr::new(self.collection_query("MAP")?, self.span_from(start)));
            }
            ("DESCRIPTOR", TokenKind::LeftParen) => {
                self.bump();
                let (columns, _) = self.ident_list("the name of a column")?;
                return Ok(Expr::new(ExprKind::Descriptor(columns), self.span_from(start)));
            }
            ("TIMESTAMPADD" | "TIMESTAMPDIFF", TokenKind::LeftParen) => return self.timestamp_function(),
            _ => {}
        }
        if next == TokenKind::Colon && !self.colon_is_separator && self.peek_nth(3) == TokenKind::LeftParen && self.function_name_at(2) {
            let project = self.bump();
            let project = self.ident_of(project);
            self.bump();
            return self.call_of_project(project);
        }
        let token = self.bump();
        let first: Ident = self.ident_of(token);
        let name: ObjectName = self.rest_of_name(first)?;
        if self.peek() == TokenKind::LeftParen {
            return self.call(name);
        }
        let span = name.span;
        Ok(Expr::new(ExprKind::Column(name), span))
    }

    /// True at a word, reserved or not, or another name: what can follow `project:`.
    fn function_name_at(&self, n: usize) -> bool {
        matches!(self.peek_nth(n), TokenKind::Word(_)) || self.name_at(n)
    }
}
