//! Operands: constants, names, parentheses, and the words that begin an expression of their own form.

use super::errors::Expected;
use super::names::is_name;
use super::{Parsed, Parser};
use crate::ast::{
    BinaryOp, CastKind, CollectionKind, DataType, Expr, ExprKind, Ident, Literal, ObjectName, Query, QueryBody, StringLiteral,
};
use crate::diagnostics::{MISPLACED_CLAUSE, RESERVED_WORD, SYNTAX_ERROR, UNSUPPORTED_OPERATOR, UNSUPPORTED_SYNTAX};
use crate::token::TokenKind;
use diag::Diagnostic;

/// What stands in parentheses.
pub(super) enum Parens {
    Query(Box<Query>),
    List(Vec<Expr>),
}

/// Reserved words that are called like functions.
const FUNCTIONS: &[&str] = &[
    "ABS", "AVG", "CARDINALITY", "CHAR", "CHARACTER_LENGTH", "CHAR_LENGTH", "CLASSIFIER", "COALESCE", "COLLECT", "CONTAINS_SUBSTR", "CONVERT",
    "COUNT", "COVAR_POP", "COVAR_SAMP", "CUME_DIST", "DATE_TRUNC", "DATETIME_TRUNC", "DENSE_RANK", "ELEMENT", "EVERY", "EXP", "FIRST_VALUE",
    "FUSION", "GROUPING", "HOUR", "INTERSECTION", "LAG", "LAST_VALUE", "LEAD", "LEFT", "LN", "LOWER", "MATCH_NUMBER", "MAX", "MIN", "MINUTE",
    "MOD", "MONTH", "NEXT", "NTH_VALUE", "NTILE", "NULLIF", "OCTET_LENGTH", "PERCENTILE_CONT", "PERCENTILE_DISC", "PERCENT_RANK", "POWER",
    "PREV", "RANK", "REGR_COUNT", "REGR_SXX", "REGR_SYY", "RIGHT", "ROW_NUMBER", "SECOND", "SOME", "SQRT", "STDDEV_POP", "STDDEV_SAMP", "SUM",
    "TIMESTAMP_DIFF", "TIMESTAMP_TRUNC", "TIME_DIFF", "TIME_TRUNC", "TRANSLATE", "TRUNCATE", "UPPER", "VAR_POP", "VAR_SAMP", "YEAR",
    "ARRAY", "DATE", "TIME", "TIMESTAMP", "DATETIME",
];

/// Functions that are called without parentheses, or with a precision in them.
const CONSTANTS: &[&str] = &[
    "CURRENT_CATALOG", "CURRENT_DATE", "CURRENT_DEFAULT_TRANSFORM_GROUP", "CURRENT_PATH", "CURRENT_ROLE", "CURRENT_SCHEMA", "CURRENT_TIME",
    "CURRENT_TIMESTAMP", "CURRENT_USER", "LOCALTIME", "LOCALTIMESTAMP", "SESSION_USER", "SYSTEM_USER", "USER",
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
                TokenKind::Word(_) if self.word() == "AT" && matches!(self.word_nth(1), "TIME" | "LOCAL") => expr = self.at_time_zone(expr)?,
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
            kind if kind.is_string() || kind == TokenKind::DoubleQuoted => ExprKind::Literal(Literal::String(self.string_literal("a string")?)),
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
        if self.at_interval_unit() {
            if let ExprKind::Binary { op: BinaryOp::Subtract, left, right, .. } = inner.kind {
                let qualifier = self.interval_qualifier()?;
                return Ok(Expr::new(ExprKind::IntervalDifference { left, right, qualifier }, self.span_from(start)));
            }
        }
        Ok(Expr::new(ExprKind::Nested(Box::new(inner)), self.span_from(start)))
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
        use ExprKind::*;
        let start = self.start();
        let (word, next) = (self.word(), self.peek_nth(1));
        let kind = match word {
            "TRUE" | "FALSE" => {
                self.bump();
                Literal(crate::ast::Literal::Boolean(word == "TRUE"))
            }
            "NULL" => {
                self.bump();
                Literal(crate::ast::Literal::Null)
            }
            "UNKNOWN" => {
                self.bump();
                Literal(crate::ast::Literal::Unknown)
            }
            "DATE" | "TIME" | "TIMESTAMP" if next.is_string() || next == TokenKind::DoubleQuoted => self.date_time(word)?,
            "INTERVAL" => return self.interval(),
            "CASE" => self.case()?,
            "CAST" | "TRY_CAST" | "SAFE_CAST" => self.cast(word)?,
            "EXISTS" => {
                self.bump();
                match self.parens()? {
                    Parens::Query(query) => Exists(query),
                    Parens::List(_) => return Err(self.error(SYNTAX_ERROR, self.span_from(start), "EXISTS takes a query in parentheses")),
                }
            }
            "EXTRACT" => self.extract()?,
            "FLOOR" | "CEIL" | "CEILING" => return self.round(word),
            "POSITION" => self.position()?,
            "TRIM" => self.trim()?,
            "SUBSTRING" => return self.substring(),
            "OVERLAY" => return self.overlay(),
            "ARRAY" if next == TokenKind::LeftBracket => Array(self.bracketed()?),
            "MULTISET" if next == TokenKind::LeftBracket => Multiset(self.bracketed()?),
            "ARRAY" | "MULTISET" if next == TokenKind::LeftParen && self.query_starts_at(2) => self.collection_query(word)?,
            "ROW" if next == TokenKind::LeftParen => {
                self.bump();
                let (fields, _) = self.parenthesized(Parser::expression)?;
                Row { explicit: true, fields }
            }
            "JSON_EXISTS" | "JSON_VALUE" | "JSON_QUERY" | "JSON_OBJECT" | "JSON_ARRAY" | "JSON_OBJECTAGG" | "JSON_ARRAYAGG" => {
                self.json_call(word)?
            }
            "NEXT" | "CURRENT" if self.word_nth(1) == "VALUE" => self.sequence_value()?,
            "PERIOD" if next == TokenKind::LeftParen => {
                self.bump();
                let (fields, _) = self.parenthesized(Parser::expression)?;
                Row { explicit: false, fields }
            }
            _ if CONSTANTS.contains(&word) => return self.constant_function(),
            _ if next == TokenKind::LeftParen && FUNCTIONS.contains(&word) => return self.name_or_call(),
            _ => return self.misused_reserved_word(),
        };
        Ok(Expr::new(kind, self.span_from(start)))
    }

    /// A reserved word where an expression must stand: meant as a name, as a function, or a sign that something is missing.
    fn misused_reserved_word(&mut self) -> Parsed<Expr> {
        let token = self.token();
        self.note(Expected::Name);
        if self.peek_nth(1) == TokenKind::LeftParen && !matches!(self.word(), "SELECT" | "FROM" | "WHERE" | "AND" | "OR" | "IN" | "AS" | "ON" | "VALUES" | "USING" | "OVER" | "FILTER" | "WITH" | "THEN" | "WHEN" | "ELSE" | "HAVING" | "GROUPING" | "BETWEEN" | "LIKE" | "JOIN" | "LATERAL" | "UNNEST" | "TABLE" | "WITHIN" | "PATTERN" | "DEFINE" | "MEASURES" | "MATCH_RECOGNIZE" | "PIVOT" | "UNPIVOT" | "BY" | "SET" | "UNION" | "EXCEPT" | "INTERSECT" | "LIMIT" | "FETCH") {
            let text = self.text_of(token);
            let message = format!("'{text}' is a reserved word, so it is no function unless in back-ticks");
            let diagnostic = Diagnostic::error(RESERVED_WORD, token.span, message);
            let diagnostic = diagnostic.with_fix(format!("Write `{text}`"), token.span, format!("`{text}`")).with_flink(self.flink_text(token));
            self.report(diagnostic);
            return self.name_or_call();
        }
        let ends = matches!(
            self.peek_nth(1),
            TokenKind::Comma | TokenKind::RightParen | TokenKind::Semicolon | TokenKind::End | TokenKind::Equal | TokenKind::Dot
        );
        let clause = matches!(self.word(), "FROM" | "WHERE" | "GROUP" | "ORDER" | "HAVING" | "LIMIT" | "SELECT" | "AND" | "OR" | "END" | "THEN" | "WHEN" | "ELSE" | "AS" | "ON" | "IN" | "NOT" | "UNION" | "SET" | "BY");
        let operator = self.infix_after_name();
        if (ends && !clause) || (!clause && (operator || self.word_nth(1) == "FROM" || self.word_nth(1) == "AS")) {
            let first = self.ident("a column")?;
            let span = first.span;
            return Ok(Expr::new(ExprKind::Column(self.rest_of_name(first)?), self.span_from(span)));
        }
        Err(self.expected_expression())
    }

    /// True when the token behind the current one continues an expression.
    fn infix_after_name(&self) -> bool {
        use TokenKind::*;
        let symbol = matches!(
            self.peek_nth(1),
            NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual | Plus | Minus | Slash | Percent | Concat | LeftBracket
        );
        symbol || matches!(self.word_nth(1), "AND" | "OR" | "IS" | "IN" | "LIKE" | "BETWEEN" | "DESC" | "ASC")
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

    fn case(&mut self) -> Parsed<ExprKind> {
        self.bump();
        let operand = if self.at_keyword("WHEN") { None } else { Some(Box::new(self.expression()?)) };
        let mut branches = vec![];
        while self.eat_keyword("WHEN") {
            let condition = self.expression()?;
            if operand.is_some() && self.peek() == TokenKind::Comma {
                let message = "a WHEN with several values is not supported";
                let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, message);
                return Err(self.report(diagnostic.with_help("Write one WHEN for each value.")));
            }
            self.expect_keyword("THEN")?;
            branches.push((condition, self.expression()?));
        }
        if branches.is_empty() {
            return Err(self.expected(""));
        }
        let else_result = if self.eat_keyword("ELSE") { Some(Box::new(self.expression()?)) } else { None };
        self.expect_keyword("END")?;
        Ok(ExprKind::Case { operand, branches, else_result })
    }

    fn cast(&mut self, word: &str) -> Parsed<ExprKind> {
        let kind = match word {
            "CAST" => CastKind::Cast,
            "TRY_CAST" => CastKind::TryCast,
            _ => CastKind::SafeCast,
        };
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let expr = Box::new(self.expression()?);
        self.expect_keyword("AS")?;
        let data_type = self.cast_type()?;
        self.not_null_in_cast()?;
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Cast { expr, data_type, kind })
    }

    fn not_null_in_cast(&mut self) -> Parsed<()> {
        if self.word() == "NOT" && self.word_nth(1) == "NULL" {
            let span = self.token().span;
            let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, span, "the target of a CAST has no NOT NULL");
            let diagnostic = diagnostic.with_help("A CAST keeps the nullability of its operand.").with_flink(self.flink_text(self.token()));
            self.report(diagnostic);
            self.eat_keywords("NOT NULL");
        }
        Ok(())
    }

    /// `value::type`, PostgreSQL's cast.
    fn colon_cast(&mut self, expr: Expr) -> Parsed<Expr> {
        let (operator, at) = (self.bump(), self.pos - 1);
        let data_type: DataType = self.cast_type()?;
        let span = expr.span.to(data_type.span);
        let cast = format!("CAST({} AS {})", self.text_at(expr.span), self.text_at(data_type.span));
        let diagnostic = Diagnostic::error(UNSUPPORTED_OPERATOR, operator.span, "Flink SQL has no operator '::'; write CAST(value AS type)");
        let (line, column) = (self.flink_text(operator).replace("\"::\"", "\":\""), at);
        self.error_at = self.error_at.filter(|error| *error != column);
        self.report(diagnostic.with_fix(format!("Write {cast}"), span, cast).with_flink(line));
        Ok(Expr::new(ExprKind::Cast { expr: Box::new(expr), data_type, kind: CastKind::Cast }, span))
    }

    /// `e AT TIME ZONE z`, which Flink's grammar does not have.
    fn at_time_zone(&mut self, expr: Expr) -> Parsed<Expr> {
        let token = self.token();
        let message = "Flink SQL has no AT TIME ZONE; write CONVERT_TZ(text, from, to), or CAST to TIMESTAMP_LTZ";
        let diagnostic = Diagnostic::error(UNSUPPORTED_OPERATOR, token.span, message);
        self.note(Expected::Name);
        let diagnostic = diagnostic.with_flink(self.flink_text(token));
        self.report(diagnostic);
        self.bump();
        let zone = if self.eat_keyword("LOCAL") {
            None
        } else {
            self.expect_keywords("TIME ZONE")?;
            Some(Box::new(self.prefix()?))
        };
        let span = self.span_from(expr.span);
        Ok(Expr::new(ExprKind::AtTimeZone { expr: Box::new(expr), zone }, span))
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
        if next == TokenKind::Colon && !self.colon_is_separator && matches!(self.peek_nth(2), TokenKind::Word(_) | TokenKind::Backtick | TokenKind::Variable) && self.peek_nth(3) == TokenKind::LeftParen {
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
}
