//! INSERT, UPDATE, DELETE, TRUNCATE, and statement sets.

use super::alter::PartitionSpec;
use crate::ast::{Expr, Hint, Ident, ObjectName, Query};
use crate::diagnostics::{MISSING_SEMICOLON, SYNTAX_ERROR, UNSUPPORTED_SYNTAX};
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer, print_hints};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

/// `[EXECUTE] INSERT {INTO | OVERWRITE} t [hints] [PARTITION (..)] [(columns)] query [ON CONFLICT DO ..]`
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    pub execute: bool,
    pub overwrite: bool,
    pub target: ObjectName,
    pub hints: Vec<Hint>,
    pub partition: Option<PartitionSpec>,
    /// Names of columns, or paths into nested fields.
    pub columns: Vec<ObjectName>,
    pub columns_span: Option<Span>,
    pub query: Query,
    pub on_conflict: Option<(ConflictAction, Span)>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConflictAction {
    Nothing,
    Error,
    Deduplicate,
}

/// `UPDATE t SET c = e, .. [WHERE cond]`
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    pub target: ObjectName,
    pub hints: Vec<Hint>,
    pub alias: Option<Ident>,
    pub assignments: Vec<(Ident, Expr)>,
    pub selection: Option<Expr>,
}

/// `DELETE FROM t [WHERE cond]`
#[derive(Clone, Debug, PartialEq)]
pub struct Delete {
    pub target: ObjectName,
    pub hints: Vec<Hint>,
    pub alias: Option<Ident>,
    pub selection: Option<Expr>,
}

/// `TRUNCATE TABLE t`
#[derive(Clone, Debug, PartialEq)]
pub struct Truncate {
    pub target: ObjectName,
}

/// `[EXECUTE] STATEMENT SET BEGIN insert; .. END`
#[derive(Clone, Debug, PartialEq)]
pub struct StatementSet {
    pub execute: bool,
    pub inserts: Vec<Insert>,
}

impl Parser<'_> {
    /// `INSERT ..`
    pub(crate) fn insert(&mut self, execute: bool) -> Parsed<Insert> {
        let start = if execute { self.previous().span.before() } else { self.start() };
        self.expect_keyword("INSERT")?;
        let overwrite = self.insert_mode()?;
        let target = self.object_name("the name of the target table")?;
        let hints = self.table_hints()?;
        let partition = if self.at_keyword("PARTITION") { Some(self.partition_spec(false)?) } else { None };
        let (columns, columns_span) = self.insert_columns()?;
        let query = self.query()?;
        let on_conflict = if self.at_keyword("ON") { Some(self.on_conflict()?) } else { None };
        let span = self.span_from(start);
        Ok(Insert { execute, overwrite, target, hints, partition, columns, columns_span, query, on_conflict, span })
    }

    /// `INTO` or `OVERWRITE`; true for the latter. The words that Hive has further are reported and skipped.
    fn insert_mode(&mut self) -> Parsed<bool> {
        self.repair_keyword(&["INTO", "OVERWRITE"]);
        let overwrite = self.eat_keyword("OVERWRITE");
        if !overwrite && !self.eat_keyword("INTO") {
            if !self.name_at(0) {
                return Err(self.expected(""));
            }
            let token = self.token();
            let message = format!("expected 'INTO' or 'OVERWRITE', found {}", self.describe(token));
            let diagnostic = Diagnostic::error(SYNTAX_ERROR, token.span, message).with_flink(self.flink_text(token));
            self.report(diagnostic.with_fix("Insert INTO", token.span.before(), "INTO "));
        }
        for word in ["INTO", "TABLE"] {
            let token = self.token();
            if self.word() == word && self.name_at(1) {
                let message = format!("no word {word} stands here in Flink SQL");
                let flink = self.flink_text(token);
                let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, token.span, message);
                self.report(diagnostic.with_fix("Remove it", token.span, "").with_flink(flink));
                self.bump();
            }
        }
        Ok(overwrite)
    }

    /// `[(column, ..)]`: a query in parentheses is none.
    fn insert_columns(&mut self) -> Parsed<(Vec<ObjectName>, Option<Span>)> {
        let is_list = self.at(TokenKind::LeftParen) && self.peek_nth(1) != TokenKind::LeftParen && !self.query_starts_at(1);
        if !is_list {
            return Ok((vec![], None));
        }
        let (columns, span) = self.element_list(false, |p| p.name_at(0), |p| p.object_name("a column"))?;
        Ok((columns, Some(span)))
    }

    /// `ON CONFLICT DO {NOTHING | ERROR | DEDUPLICATE}`
    fn on_conflict(&mut self) -> Parsed<(ConflictAction, Span)> {
        const ACTIONS: &[(&str, ConflictAction)] =
            &[("NOTHING", ConflictAction::Nothing), ("ERROR", ConflictAction::Error), ("DEDUPLICATE", ConflictAction::Deduplicate)];
        let start = self.start();
        self.expect_keywords("ON CONFLICT DO")?;
        let action = self.one_of_words(ACTIONS)?;
        Ok((action, self.span_from(start)))
    }

    /// `UPDATE ..`
    pub(crate) fn update(&mut self) -> Parsed<Update> {
        self.expect_keyword("UPDATE")?;
        let target = self.object_name("the name of the table")?;
        let hints = self.table_hints()?;
        let alias = self.target_alias()?;
        self.expect_keyword("SET")?;
        let assignments = self.comma_list(|p| {
            let column = p.ident("a column")?;
            p.expect(TokenKind::Equal)?;
            Ok((column, p.expression()?))
        })?;
        Ok(Update { target, hints, alias, assignments, selection: self.selection()? })
    }

    /// `DELETE ..`
    pub(crate) fn delete(&mut self) -> Parsed<Delete> {
        self.expect_keywords("DELETE FROM")?;
        let target = self.object_name("the name of the table")?;
        let hints = self.table_hints()?;
        let alias = self.target_alias()?;
        Ok(Delete { target, hints, alias, selection: self.selection()? })
    }

    fn target_alias(&mut self) -> Parsed<Option<Ident>> {
        if self.eat_keyword("AS") || self.name_at(0) { Ok(Some(self.ident("a name for the table")?)) } else { Ok(None) }
    }

    fn selection(&mut self) -> Parsed<Option<Expr>> {
        if self.eat_keyword("WHERE") { Ok(Some(self.expression()?)) } else { Ok(None) }
    }

    /// `TRUNCATE TABLE t`
    pub(crate) fn truncate(&mut self) -> Parsed<Truncate> {
        self.expect_keywords("TRUNCATE TABLE")?;
        Ok(Truncate { target: self.object_name("the name of the table")? })
    }

    /// `STATEMENT SET BEGIN insert; .. END`
    pub(crate) fn statement_set(&mut self, execute: bool) -> Parsed<StatementSet> {
        self.expect_keywords("STATEMENT SET BEGIN")?;
        let mut inserts = vec![];
        while inserts.is_empty() || !self.at_keyword("END") {
            if !self.at_keyword("INSERT") {
                return Err(self.expected("an INSERT"));
            }
            inserts.push(self.insert(false)?);
            self.end_of_insert()?;
        }
        self.expect_keyword("END")?;
        Ok(StatementSet { execute, inserts })
    }

    /// Every INSERT of a statement set ends with `;`.
    fn end_of_insert(&mut self) -> Parsed<()> {
        if self.eat(TokenKind::Semicolon) {
            return Ok(());
        }
        if !matches!(self.word(), "END" | "INSERT") {
            return Err(self.expected(""));
        }
        let place = self.previous().span.after();
        let diagnostic = Diagnostic::error(MISSING_SEMICOLON, place, "a ';' is missing behind an INSERT of the statement set");
        self.report(diagnostic.with_fix("Insert a semicolon", place, ";").with_flink(self.flink_text(self.token())));
        Ok(())
    }
}

impl Print for Insert {
    fn print(&self, p: &mut Printer) {
        p.when(self.execute, "EXECUTE ").text(if self.overwrite { "INSERT OVERWRITE " } else { "INSERT INTO " }).node(&self.target);
        print_hints(&self.hints, p);
        p.optional(" ", self.partition.as_ref());
        if !self.columns.is_empty() {
            p.text(" ").in_parentheses(&self.columns);
        }
        p.clause_break().node(&self.query);
        if let Some((action, _)) = self.on_conflict {
            p.clause_break().text("ON CONFLICT DO ").text(match action {
                ConflictAction::Nothing => "NOTHING",
                ConflictAction::Error => "ERROR",
                ConflictAction::Deduplicate => "DEDUPLICATE",
            });
        }
    }
}

impl Print for Update {
    fn print(&self, p: &mut Printer) {
        p.text("UPDATE ").node(&self.target);
        print_hints(&self.hints, p);
        p.optional(" AS ", self.alias.as_ref()).text(" SET ").separated_with(&self.assignments, ", ", |p, (column, value)| {
            p.node(column).text(" = ").node(value);
        });
        p.optional(" WHERE ", self.selection.as_ref());
    }
}

impl Print for Delete {
    fn print(&self, p: &mut Printer) {
        p.text("DELETE FROM ").node(&self.target);
        print_hints(&self.hints, p);
        p.optional(" AS ", self.alias.as_ref()).optional(" WHERE ", self.selection.as_ref());
    }
}

impl Print for Truncate {
    fn print(&self, p: &mut Printer) {
        p.text("TRUNCATE TABLE ").node(&self.target);
    }
}

/// Flink's client takes a `;` at the end of a line for the end of the statement, so none stands there.
impl Print for StatementSet {
    fn print(&self, p: &mut Printer) {
        p.when(self.execute, "EXECUTE ").text("STATEMENT SET BEGIN\n").separated(&self.inserts, "; ").text("; END");
    }
}
