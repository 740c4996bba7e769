//! Calls: plain functions with their arguments and clauses, and the functions with keywords between their arguments.

use super::errors::{misspelling, near_function};
use super::{Parsed, Parser};
use crate::ast::{
    Expr, ExprKind, FunctionArg, FunctionCall, FunctionName, Ident, NullTreatment, ObjectName, OrderItem, Over, QueryArg, Quote,
    SetQuantifier, TableArg, TrimSide,
};
use crate::diagnostics::{MISPLACED_CLAUSE, UNSUPPORTED_SYNTAX};
use crate::token::TokenKind;
use diag::Diagnostic;

/// The functions that take an ORDER BY inside their parentheses.
const ORDERED: &[&str] = &["ARRAY_AGG"];

impl Parser<'_> {
    /// Reads a call from its `(` on.
    pub(super) fn call(&mut self, name: ObjectName) -> Parsed<Expr> {
        let call = self.function_call(FunctionName { project: None, name })?;
        let span = call.span;
        Ok(Expr::new(ExprKind::Function(Box::new(call)), span))
    }

    /// Reads the function behind `project:`, which may have the name of a keyword.
    pub(super) fn call_of_project(&mut self, project: Ident) -> Parsed<Expr> {
        let token = self.bump();
        let name = self.ident_of(token);
        let name = ObjectName { span: name.span, parts: vec![name] };
        let call = self.function_call(FunctionName { project: Some(project), name })?;
        let span = call.span;
        Ok(Expr::new(ExprKind::Function(Box::new(call)), span))
    }

    /// A function that is called without parentheses or with a precision in them: `CURRENT_DATE`, `LOCALTIME(3)`.
    pub(super) fn constant_function(&mut self) -> Parsed<Expr> {
        let token = self.bump();
        let name = self.ident_of(token);
        let name = ObjectName { span: name.span, parts: vec![name] };
        if self.peek() == TokenKind::LeftParen {
            return self.call(name);
        }
        let span = name.span;
        let call = FunctionCall { parentheses: false, ..empty_call(FunctionName { project: None, name }) };
        Ok(Expr::new(ExprKind::Function(Box::new(call)), span))
    }

    /// Reads the parentheses of a call and the clauses behind them.
    pub(super) fn function_call(&mut self, name: FunctionName) -> Parsed<FunctionCall> {
        let mut call = empty_call(name);
        if self.peek() == TokenKind::LeftParen && matches!(self.word_nth(1), "DISTINCT" | "ALL") {
            call.quantifier = Some(if self.word_nth(1) == "ALL" { SetQuantifier::All } else { SetQuantifier::Distinct });
        }
        self.arguments(&mut call)?;
        call.nulls = self.null_treatment()?;
        if self.eat_keyword("WITHIN") {
            self.expect_keyword("GROUP")?;
            self.expect(TokenKind::LeftParen)?;
            self.expect_keywords("ORDER BY")?;
            call.within_group = self.comma_list(Parser::order_item)?;
            self.expect(TokenKind::RightParen)?;
        }
        if self.word() == "FILTER" && self.peek_nth(1) == TokenKind::LeftParen {
            call.filter = Some(Box::new(self.filter()?));
        }
        if self.eat_keyword("OVER") {
            call.over = Some(if self.at(TokenKind::LeftParen) {
                Over::Spec(Box::new(self.window_spec()?))
            } else {
                Over::Name(self.ident("a window")?)
            });
        }
        call.span = self.span_from(call.name.span());
        Ok(call)
    }

    fn arguments(&mut self, call: &mut FunctionCall) -> Parsed<()> {
        let quantified = call.quantifier.is_some();
        let ordered = call.name.project.is_none() && ORDERED.iter().any(|name| call.name.name.last().value.eq_ignore_ascii_case(name));
        let name = call.name.name.last().clone();
        let order_by = &mut call.order_by;
        let mut first = true;
        let (args, _) = self.parenthesized_or_empty(|p| {
            if std::mem::take(&mut first) && quantified {
                p.bump();
            }
            let arg = p.argument()?;
            if p.word() == "ORDER" && p.word_nth(1) == "BY" {
                *order_by = p.order_in_call(ordered)?;
            }
            p.check_special_function(&name)?;
            Ok(arg)
        })?;
        call.args = args;
        Ok(())
    }

    /// A keyword between arguments shows that the name is misspelt: `CSAT(a AS INT)`.
    fn check_special_function(&mut self, name: &Ident) -> Parsed<()> {
        let between = matches!(self.word(), "AS" | "FROM" | "FOR" | "PLACING" | "TO" | "RETURNING" | "DEFAULT") || self.word_nth(1) == "ON";
        match near_function(&name.value).filter(|_| between && name.quote == Quote::Bare) {
            Some(meant) => Err(self.report(misspelling(name.span, &name.value, meant))),
            None => Ok(()),
        }
    }

    fn order_in_call(&mut self, allowed: bool) -> Parsed<Vec<OrderItem>> {
        if !allowed {
            let message = "this function takes no ORDER BY inside its parentheses";
            let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, self.token().span, message);
            let diagnostic = diagnostic.with_help("Of all functions only ARRAY_AGG takes one.").with_flink("ORDER BY unexpected");
            self.report(diagnostic);
        }
        self.expect_keywords("ORDER BY")?;
        self.comma_list(Parser::order_item)
    }

    fn argument(&mut self) -> Parsed<FunctionArg> {
        if self.peek_nth(1) == TokenKind::Arrow {
            let name = self.ident("the name of an argument")?;
            self.expect(TokenKind::Arrow)?;
            let value = Box::new(self.nested(Parser::argument)?);
            return Ok(FunctionArg::Named { name, value });
        }
        let start = self.start();
        match self.word() {
            "TABLE" => return self.table_argument(),
            "MODEL" if self.name_at(1) => {
                self.bump();
                let name = self.object_name("a model")?;
                return Ok(FunctionArg::Model { name, span: self.span_from(start) });
            }
            "DEFAULT" => {
                let span = self.bump().span;
                return Ok(FunctionArg::Expr(Expr::new(ExprKind::Default, span)));
            }
            _ => {}
        }
        if self.peek() == TokenKind::Star && self.previous().kind == TokenKind::LeftParen {
            return Ok(FunctionArg::Star(self.bump().span));
        }
        if self.query_starts_at(0) && !matches!(self.word(), "TABLE" | "VALUE") {
            return Err(self.query_without_parentheses());
        }
        let expr = self.expression()?;
        let ExprKind::Subquery(_) = &expr.kind else { return Ok(FunctionArg::Expr(expr)) };
        if !matches!(self.word(), "PARTITION" | "ORDER") {
            return Ok(FunctionArg::Expr(expr));
        }
        let ExprKind::Subquery(query) = expr.kind else { return Err(self.expected("a query")) };
        let (partition_by, order_by) = self.partition_and_order()?;
        Ok(FunctionArg::Query(QueryArg { query, partition_by, order_by, span: self.span_from(start) }))
    }

    fn query_without_parentheses(&mut self) -> super::Reported {
        let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, "a query as an argument needs parentheses of its own");
        self.note(super::errors::Expected::Name);
        let diagnostic =
            diagnostic.with_help("Write (SELECT ...) inside the parentheses of the call.").with_flink(self.flink_text(self.token()));
        self.report(diagnostic)
    }

    /// `TABLE t [PARTITION BY ..] [ORDER BY ..]`
    fn table_argument(&mut self) -> Parsed<FunctionArg> {
        let start = self.start();
        let named = self.previous().kind == TokenKind::Arrow;
        let keyword = self.bump();
        if self.peek() == TokenKind::LeftParen {
            let flink = if named { self.flink_text(self.token()) } else { self.flink_text_of_keyword(keyword) };
            let message = "TABLE takes the name of a table, not a query";
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, keyword.span, message);
            let diagnostic = diagnostic.with_help("Leave out TABLE: a query in parentheses is an argument by itself.");
            return Err(self.report(diagnostic.with_flink(flink)));
        }
        let name = self.object_name("the name of a table")?;
        let hints = self.table_hints()?;
        let (partition_by, order_by) = self.partition_and_order()?;
        Ok(FunctionArg::Table(TableArg { name, hints, partition_by, order_by, span: self.span_from(start) }))
    }

    fn partition_and_order(&mut self) -> Parsed<(Vec<Expr>, Vec<OrderItem>)> {
        let (mut partition_by, mut order_by) = (vec![], vec![]);
        if self.eat_keywords("PARTITION BY") {
            partition_by = match self.peek() {
                TokenKind::LeftParen => self.parenthesized(Parser::expression)?.0,
                _ => self.argument_list(Parser::expression)?,
            };
        }
        if self.eat_keywords("ORDER BY") {
            order_by = match self.peek() {
                TokenKind::LeftParen => self.parenthesized(Parser::order_item)?.0,
                _ => self.argument_list(Parser::order_item)?,
            };
        }
        Ok((partition_by, order_by))
    }

    /// A comma list inside of arguments: it ends where the next argument of the call begins.
    fn argument_list<T>(&mut self, item: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.peek() == TokenKind::Comma && !self.argument_after_comma() {
            self.bump();
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// True when what follows the comma is an argument of the function rather than one more column.
    fn argument_after_comma(&self) -> bool {
        matches!(self.word_nth(1), "DESCRIPTOR" | "INTERVAL" | "TABLE" | "MODEL" | "MAP")
            || self.peek_nth(2) == TokenKind::Arrow
            || self.peek_nth(1).is_string()
            || self.peek_nth(1).is_number()
            || self.peek_nth(2) == TokenKind::LeftParen
    }

    fn null_treatment(&mut self) -> Parsed<Option<NullTreatment>> {
        let treatment = match self.word() {
            "RESPECT" if self.word_nth(1) == "NULLS" => NullTreatment::Respect,
            "IGNORE" if self.word_nth(1) == "NULLS" => NullTreatment::Ignore,
            _ => return Ok(None),
        };
        self.bump();
        self.bump();
        Ok(Some(treatment))
    }

    /// `FILTER (WHERE condition)`
    fn filter(&mut self) -> Parsed<Expr> {
        self.expect_keyword("FILTER")?;
        self.expect(TokenKind::LeftParen)?;
        self.expect_keyword("WHERE")?;
        let condition = self.expression()?;
        self.expect(TokenKind::RightParen)?;
        Ok(condition)
    }

    // ---- functions with keywords between their arguments

    pub(super) fn extract(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let (unit, unit_span) = self.time_unit()?;
        self.expect_keyword("FROM")?;
        let expr = Box::new(self.expression()?);
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Extract { unit, unit_span, expr })
    }

    /// `FLOOR(e)`, `FLOOR(e TO unit)`
    pub(super) fn round(&mut self, word: &str) -> Parsed<Expr> {
        let token = self.bump();
        let name = self.ident_of(token);
        self.expect(TokenKind::LeftParen)?;
        let expr = self.expression()?;
        if self.eat_keyword("TO") {
            let (unit, unit_span) = self.time_unit()?;
            self.expect(TokenKind::RightParen)?;
            let kind = ExprKind::RoundTo { ceil: word != "FLOOR", expr: Box::new(expr), unit, unit_span };
            return Ok(Expr::new(kind, self.span_from(token.span)));
        }
        let name = ObjectName { span: name.span, parts: vec![name] };
        self.rest_of_call(name, expr)
    }

    /// Reads the rest of a plain call whose first argument was read.
    fn rest_of_call(&mut self, name: ObjectName, first: Expr) -> Parsed<Expr> {
        let mut call = empty_call(FunctionName { project: None, name });
        call.args.push(FunctionArg::Expr(first));
        while self.eat(TokenKind::Comma) {
            call.args.push(FunctionArg::Expr(self.expression()?));
        }
        self.expect(TokenKind::RightParen)?;
        call.span = self.span_from(call.name.span());
        let span = call.span;
        Ok(Expr::new(ExprKind::Function(Box::new(call)), span))
    }

    /// `POSITION(a IN b [FROM n])`
    pub(super) fn position(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let needle = Box::new(self.prefix()?);
        self.expect_keyword("IN")?;
        let haystack = Box::new(self.expression()?);
        let from = if self.eat_keyword("FROM") { Some(Box::new(self.expression()?)) } else { None };
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Position { needle, haystack, from })
    }

    /// `TRIM([BOTH | LEADING | TRAILING] [characters] FROM text)`, `TRIM(text)`
    pub(super) fn trim(&mut self) -> Parsed<ExprKind> {
        self.bump();
        self.expect(TokenKind::LeftParen)?;
        let written = self.eat_one_of(&["BOTH", "LEADING", "TRAILING"]);
        let side = match written {
            Some("LEADING") => TrimSide::Leading,
            Some("TRAILING") => TrimSide::Trailing,
            _ => TrimSide::Both,
        };
        let mut characters = None;
        if written.is_none() || self.word() != "FROM" {
            let first = Box::new(self.expression()?);
            if written.is_none() && self.at(TokenKind::RightParen) {
                self.bump();
                return Ok(ExprKind::Trim { side, characters: None, expr: first, from_keyword: false });
            }
            characters = Some(first);
        }
        if self.peek() == TokenKind::Comma {
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, "TRIM takes no list of arguments");
            let diagnostic =
                diagnostic.with_help("Write TRIM(BOTH 'x' FROM text), or BTRIM(text, 'x').").with_flink(self.flink_text(self.token()));
            return Err(self.report(diagnostic));
        }
        self.expect_keyword("FROM")?;
        let expr = Box::new(self.expression()?);
        self.expect(TokenKind::RightParen)?;
        Ok(ExprKind::Trim { side, characters, expr, from_keyword: true })
    }

    /// `SUBSTRING(s FROM i [FOR n])`, or a plain call.
    pub(super) fn substring(&mut self) -> Parsed<Expr> {
        let token = self.bump();
        self.expect(TokenKind::LeftParen)?;
        let expr = self.expression()?;
        if !self.eat_keyword("FROM") {
            let name = self.ident_of(token);
            return self.rest_of_call(ObjectName { span: name.span, parts: vec![name] }, expr);
        }
        let from = Box::new(self.expression()?);
        let length = if self.eat_keyword("FOR") { Some(Box::new(self.expression()?)) } else { None };
        self.expect(TokenKind::RightParen)?;
        Ok(Expr::new(ExprKind::Substring { expr: Box::new(expr), from, length }, self.span_from(token.span)))
    }

    /// `OVERLAY(s PLACING r FROM i [FOR n])`, or a plain call.
    pub(super) fn overlay(&mut self) -> Parsed<Expr> {
        let token = self.bump();
        self.expect(TokenKind::LeftParen)?;
        let expr = self.expression()?;
        if !self.eat_keyword("PLACING") {
            let name = self.ident_of(token);
            return self.rest_of_call(ObjectName { span: name.span, parts: vec![name] }, expr);
        }
        let placing = Box::new(self.expression()?);
        self.expect_keyword("FROM")?;
        let from = Box::new(self.expression()?);
        let length = if self.eat_keyword("FOR") { Some(Box::new(self.expression()?)) } else { None };
        self.expect(TokenKind::RightParen)?;
        Ok(Expr::new(ExprKind::Overlay { expr: Box::new(expr), placing, from, length }, self.span_from(token.span)))
    }

    /// `TIMESTAMPADD(unit, n, t)`, `TIMESTAMPDIFF(unit, a, b)`
    pub(super) fn timestamp_function(&mut self) -> Parsed<Expr> {
        let start = self.start();
        let diff = self.bump().kind.keyword().text() == "TIMESTAMPDIFF";
        self.expect(TokenKind::LeftParen)?;
        let (unit, unit_span) = self.time_unit()?;
        self.expect(TokenKind::Comma)?;
        let first = self.expression()?;
        self.expect(TokenKind::Comma)?;
        let args = vec![first, self.expression()?];
        self.expect(TokenKind::RightParen)?;
        Ok(Expr::new(ExprKind::TimestampFunction { diff, unit, unit_span, args }, self.span_from(start)))
    }
}

fn empty_call(name: FunctionName) -> FunctionCall {
    FunctionCall {
        span: name.span(),
        name,
        args: vec![],
        quantifier: None,
        order_by: vec![],
        within_group: vec![],
        filter: None,
        nulls: None,
        over: None,
        parentheses: true,
    }
}
