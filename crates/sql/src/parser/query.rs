//! Queries: WITH, set operations, VALUES, and the clauses behind them. SELECT itself is in `select.rs`.

use super::errors::Expected;
use super::{Parsed, Parser, Reported};
use crate::ast::{
    CommonTable, Expr, ExprKind, Limit, Literal, OrderItem, Query, QueryBody, SetOperation, SetOperator, SetQuantifier, Values, ValuesRow,
    With,
};
use crate::diagnostics::{MISPLACED_CLAUSE, UNSUPPORTED_OPERATOR, UNSUPPORTED_SYNTAX};
use crate::statements::StatementKind;
use crate::token::TokenKind;
use diag::{Diagnostic, Edit, Fix, Span};

const UNION: u8 = 1;
const INTERSECT: u8 = 2;

/// The clauses behind the body of a query.
#[derive(Default)]
struct Tail {
    order_by: Vec<OrderItem>,
    limit: Option<Limit>,
    offset: Option<Expr>,
    fetch: Option<Expr>,
}

impl Parser<'_> {
    /// True when a query begins `n` tokens further on, possibly in parentheses.
    pub(crate) fn query_starts_at(&self, n: usize) -> bool {
        match self.word_nth(n) {
            "SELECT" | "WITH" | "VALUES" | "VALUE" => true,
            "TABLE" => self.name_at(n + 1),
            _ => false,
        }
    }

    /// Reads a query.
    pub(crate) fn query(&mut self) -> Parsed<Query> {
        self.nested(|p| p.nested(Parser::query_with_tail))
    }

    fn query_with_tail(&mut self) -> Parsed<Query> {
        let start = self.start();
        let with = if self.at_keyword("WITH") { Some(self.with()?) } else { None };
        self.query_without_with(with, start)
    }

    fn query_without_with(&mut self, with: Option<With>, start: Span) -> Parsed<Query> {
        let from = self.start();
        let first = self.query_operand()?;
        let body = self.set_operations(first, UNION, from)?;
        self.finish_query(with, body, start)
    }

    /// Reads the rest of a query whose first operand was read already.
    pub(super) fn query_after(&mut self, first: QueryBody, start: Span) -> Parsed<Query> {
        let body = self.set_operations(first, UNION, start)?;
        self.finish_query(None, body, start)
    }

    fn finish_query(&mut self, with: Option<With>, body: QueryBody, start: Span) -> Parsed<Query> {
        let Tail { order_by, limit, offset, fetch } = self.query_tail()?;
        Ok(Query { with, body, order_by, limit, offset, fetch, span: self.span_from(start) })
    }

    /// True at a word that continues a query behind its first operand.
    pub(super) fn at_query_tail(&self) -> bool {
        matches!(self.word(), "UNION" | "INTERSECT" | "EXCEPT" | "MINUS" | "ORDER" | "LIMIT" | "OFFSET" | "FETCH")
    }

    pub(crate) fn with(&mut self) -> Parsed<With> {
        let start = self.start();
        self.expect_keyword("WITH")?;
        let recursive = self.eat_keyword("RECURSIVE");
        let tables = self.comma_list(Parser::common_table)?;
        Ok(With { recursive, tables, span: self.span_from(start) })
    }

    /// `name [(columns)] AS (query)`
    fn common_table(&mut self) -> Parsed<CommonTable> {
        let start = self.start();
        let name = self.ident("a name for the query")?;
        let columns = if self.at(TokenKind::LeftParen) { self.ident_list("the name of a column")?.0 } else { vec![] };
        self.expect_keyword("AS")?;
        self.expect(TokenKind::LeftParen)?;
        let query = self.query()?;
        self.expect(TokenKind::RightParen)?;
        Ok(CommonTable { name, columns, query, span: self.span_from(start) })
    }

    /// Reads the set operators behind an operand that bind at least as strongly as `weakest`.
    fn set_operations(&mut self, first: QueryBody, weakest: u8, from: Span) -> Parsed<QueryBody> {
        let mut left = first;
        while let Some((op, power)) = self.set_operator().filter(|(_, power)| *power >= weakest) {
            let start = self.start();
            self.minus_is_except();
            self.bump();
            let quantifier = self.set_quantifier();
            let op_span = self.span_from(start);
            let right_start = self.start();
            let mut right = self.query_operand()?;
            if power == UNION {
                right = self.set_operations(right, INTERSECT, right_start)?;
            }
            let span = self.span_from(from);
            left = QueryBody::SetOperation(Box::new(SetOperation { op, op_span, quantifier, left, right, span }));
            self.grow()?;
        }
        Ok(left)
    }

    fn set_operator(&mut self) -> Option<(SetOperator, u8)> {
        for (word, op, power) in
            [("UNION", SetOperator::Union, UNION), ("INTERSECT", SetOperator::Intersect, INTERSECT), ("EXCEPT", SetOperator::Except, UNION)]
        {
            if self.at_keyword(word) {
                return Some((op, power));
            }
        }
        (self.word() == "MINUS").then_some((SetOperator::Except, UNION))
    }

    fn minus_is_except(&mut self) {
        if self.word() == "MINUS" {
            let span = self.token().span;
            let diagnostic = Diagnostic::error(UNSUPPORTED_OPERATOR, span, "Flink SQL has no MINUS; write EXCEPT");
            let diagnostic = diagnostic.with_fix("Write EXCEPT", span, "EXCEPT");
            self.report(diagnostic.with_flink("MINUS is not allowed under the current SQL conformance level"));
        }
    }

    /// `[ALL | DISTINCT]`
    pub(super) fn set_quantifier(&mut self) -> Option<SetQuantifier> {
        self.eat_one_of(&["ALL", "DISTINCT"]).map(|word| if word == "ALL" { SetQuantifier::All } else { SetQuantifier::Distinct })
    }

    fn query_operand(&mut self) -> Parsed<QueryBody> {
        let start = self.start();
        if self.word() != "VALUE" {
            self.repair_keyword(&["SELECT", "VALUES", "WITH"]);
        }
        match self.word() {
            "SELECT" => Ok(QueryBody::Select(Box::new(self.select()?))),
            "VALUES" | "VALUE" => Ok(QueryBody::Values(self.values()?)),
            "TABLE" => {
                self.bump();
                let name = self.object_name("the name of a table")?;
                Ok(QueryBody::Table { name, span: self.span_from(start) })
            }
            _ if self.peek() == TokenKind::LeftParen => {
                self.bump();
                let query = Box::new(self.query()?);
                self.expect(TokenKind::RightParen)?;
                Ok(QueryBody::Nested(query))
            }
            _ => Err(self.expected_query()),
        }
    }

    fn expected_query(&mut self) -> Reported {
        self.note(Expected::Name);
        self.note(Expected::Word("SELECT"));
        self.expected("a query")
    }

    /// `WITH .. SELECT ..`. Before INSERT it is reported, and the INSERT is read.
    pub(crate) fn with_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.start();
        let with = self.with()?;
        if self.word() != "INSERT" {
            let query = self.nested(|p| p.nested(|p| p.query_without_with(Some(with), start)))?;
            return Ok(StatementKind::Query(Box::new(query)));
        }
        let insert_at = self.token();
        let flink = self.flink_text(insert_at);
        let mut insert = self.insert(false)?;
        let message = "WITH stands behind the target of INSERT, before its query";
        let mut diagnostic = Diagnostic::error(MISPLACED_CLAUSE, with.span, message).with_label(insert_at.span, "the INSERT begins here");
        let moved = Span::new(start.source, start.start, insert_at.span.start);
        let edits = vec![
            Edit { span: moved, text: String::new() },
            Edit { span: insert.query.span.before(), text: format!("{} ", self.text_at(with.span)) },
        ];
        diagnostic.fix = Some(Fix { title: "Move the WITH behind the target".to_string(), edits });
        self.report(diagnostic.with_flink(flink.replace("Encountered \"INSERT\"", "Incorrect syntax near the keyword 'INSERT'")));
        insert.query.with = Some(with);
        Ok(StatementKind::Insert(Box::new(insert)))
    }

    // ---- VALUES

    fn values(&mut self) -> Parsed<Values> {
        let start = self.start();
        self.bump();
        let rows = self.comma_list(Parser::values_row)?;
        Ok(Values { rows, span: self.span_from(start) })
    }

    /// `(1, 2)`, `ROW(1, 2)`, or one expression.
    fn values_row(&mut self) -> Parsed<ValuesRow> {
        let start = self.start();
        let row_keyword = self.word() == "ROW" && self.peek_nth(1) == TokenKind::LeftParen;
        if row_keyword {
            self.bump();
        }
        if self.peek() == TokenKind::LeftParen && !self.query_starts_at(1) {
            let (fields, _) = self.parenthesized(Parser::value_or_default)?;
            return Ok(ValuesRow { fields, parentheses: true, row_keyword, span: self.span_from(start) });
        }
        let fields = vec![self.operators(0)?];
        Ok(ValuesRow { fields, parentheses: false, row_keyword: false, span: self.span_from(start) })
    }

    fn value_or_default(&mut self) -> Parsed<Expr> {
        if self.word() == "DEFAULT" {
            let span = self.bump().span;
            return Ok(Expr::new(ExprKind::Default, span));
        }
        self.expression()
    }

    // ---- ORDER BY, LIMIT, OFFSET, FETCH

    fn query_tail(&mut self) -> Parsed<Tail> {
        let mut tail = Tail { order_by: self.order_by()?, ..Tail::default() };
        if self.at_keyword("LIMIT") {
            tail.limit = Some(self.limit()?);
        }
        if self.at_keyword("OFFSET") {
            self.bump();
            tail.offset = Some(self.row_count()?);
            let _row_word = self.eat_one_of(&["ROW", "ROWS"]);
            if tail.limit.is_none() && self.word() == "LIMIT" {
                tail.limit = Some(self.limit_after_offset()?);
            }
        }
        if tail.limit.is_none() && self.eat_keyword("FETCH") {
            tail.fetch = Some(self.fetch()?);
        }
        Ok(tail)
    }

    fn limit(&mut self) -> Parsed<Limit> {
        let start = self.bump().span;
        if self.eat_keyword("ALL") {
            return Ok(Limit::All(self.previous().span));
        }
        let rows = self.row_count()?;
        if self.peek() != TokenKind::Comma {
            return Ok(Limit::Rows(rows));
        }
        let comma = self.token().span;
        self.bump();
        let count = self.row_count()?;
        let span = self.span_from(start);
        let flink = format!("LIMIT {} OFFSET {}", self.text_at(count.span), self.text_at(rows.span));
        let diagnostic =
            Diagnostic::error(UNSUPPORTED_SYNTAX, comma, "Flink SQL has no 'LIMIT start, count'; write LIMIT count OFFSET start");
        let diagnostic = diagnostic.with_fix(format!("Write {flink}"), span, flink);
        self.report(diagnostic.with_flink("'LIMIT start, count' is not allowed under the current SQL conformance level"));
        Ok(Limit::Rows(count))
    }

    fn limit_after_offset(&mut self) -> Parsed<Limit> {
        let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, self.token().span, "LIMIT stands before OFFSET");
        self.report(diagnostic.with_flink("'OFFSET start LIMIT count' is not allowed under the current SQL conformance level"));
        self.limit()
    }

    /// `FETCH {FIRST | NEXT} n {ROW | ROWS} ONLY`, behind the FETCH.
    fn fetch(&mut self) -> Parsed<Expr> {
        if self.eat_one_of(&["FIRST", "NEXT"]).is_none() {
            return Err(self.expected(""));
        }
        let rows = self.row_count()?;
        if self.eat_one_of(&["ROW", "ROWS"]).is_none() {
            return Err(self.expected(""));
        }
        self.expect_keyword("ONLY")?;
        Ok(rows)
    }

    /// A number of rows: a constant, `?` or a variable.
    fn row_count(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Integer => ExprKind::Literal(Literal::Integer(self.text_of(token).to_string())),
            TokenKind::Decimal => ExprKind::Literal(Literal::Decimal(self.text_of(token).to_string())),
            TokenKind::Approximate => ExprKind::Literal(Literal::Approximate(self.text_of(token).to_string())),
            TokenKind::Question => ExprKind::Parameter,
            TokenKind::Variable => return self.operand(),
            _ => {
                self.at(TokenKind::Integer);
                return Err(self.expected("a number of rows"));
            }
        };
        self.bump();
        Ok(Expr::new(kind, token.span))
    }
}
