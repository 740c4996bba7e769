//! The items of a FROM clause and their joins.

use super::errors::Expected;
use super::{Parsed, Parser};
use crate::ast::{
    ExprKind, FunctionCall, FunctionName, Hint, Join, JoinConstraint, JoinKind, LegacyWith, Literal, NamedTable, ObjectName, Query,
    QueryBody, SampleMethod, TableAlias, TableRef, TableRefKind,
};
use crate::diagnostics::{MISPLACED_HINT, SYNTAX_ERROR, UNSUPPORTED_SYNTAX};
use crate::token::TokenKind;
use diag::{Diagnostic, Edit, Fix, Span, Spanned};

/// The words behind a table that an alias may be a misspelling of.
#[rustfmt::skip]
const FOLLOWING: &[&str] = &[
    "WHERE", "GROUP", "ORDER", "HAVING", "LIMIT", "JOIN", "INNER", "CROSS", "LEFT", "RIGHT", "FULL", "UNION", "WINDOW", "QUALIFY",
    "OFFSET",
];

impl Parser<'_> {
    /// Reads a table with all its joins.
    pub(super) fn table_ref(&mut self) -> Parsed<TableRef> {
        self.nested(|p| {
            let start = p.start();
            let mut left = p.table_primary()?;
            while let Some((kind, natural, op_span)) = p.join_words()? {
                let right = p.table_primary()?;
                let constraint = p.join_constraint(kind)?;
                p.refuse_join(kind, op_span, right.span);
                let join = Join { left, right, kind, natural, constraint, op_span };
                left = TableRef { kind: TableRefKind::Join(Box::new(join)), alias: None, span: p.span_from(start) };
                p.grow()?;
            }
            Ok(left)
        })
    }

    // ---- joins

    /// Reads the words between two tables, if a join follows.
    fn join_words(&mut self) -> Parsed<Option<(JoinKind, bool, Span)>> {
        let start = self.start();
        let natural = self.eat_keyword("NATURAL");
        let kind = match self.word() {
            "JOIN" => JoinKind::Inner,
            "INNER" => self.after_word(JoinKind::Inner),
            "CROSS" if self.word_nth(1) == "APPLY" => return self.apply(JoinKind::CrossApply, start),
            "OUTER" if self.word_nth(1) == "APPLY" => return self.apply(JoinKind::OuterApply, start),
            "CROSS" => self.after_word(JoinKind::Cross),
            "LEFT" => match self.word_nth(1) {
                "SEMI" => self.after_two_words(JoinKind::LeftSemi),
                "ANTI" => self.after_two_words(JoinKind::LeftAnti),
                "ASOF" => self.after_two_words(JoinKind::LeftAsof),
                _ => self.outer(JoinKind::Left),
            },
            "RIGHT" => self.outer(JoinKind::Right),
            "FULL" => self.outer(JoinKind::Full),
            "ASOF" if self.word_nth(1) == "JOIN" => self.after_word(JoinKind::Asof),
            _ if natural => return Err(self.expected("JOIN after NATURAL")),
            _ => {
                for word in ["JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL"] {
                    self.note(Expected::Unlisted(word));
                }
                return Ok(None);
            }
        };
        self.expect_keyword("JOIN")?;
        Ok(Some((kind, natural, self.span_from(start))))
    }

    fn after_word(&mut self, kind: JoinKind) -> JoinKind {
        self.bump();
        kind
    }

    fn after_two_words(&mut self, kind: JoinKind) -> JoinKind {
        self.bump();
        self.bump();
        kind
    }

    fn outer(&mut self, kind: JoinKind) -> JoinKind {
        self.bump();
        self.eat_keyword("OUTER");
        kind
    }

    fn apply(&mut self, kind: JoinKind, start: Span) -> Parsed<Option<(JoinKind, bool, Span)>> {
        self.bump();
        self.bump();
        Ok(Some((kind, false, self.span_from(start))))
    }

    fn join_constraint(&mut self, kind: JoinKind) -> Parsed<JoinConstraint> {
        if matches!(kind, JoinKind::Asof | JoinKind::LeftAsof) && self.eat_keyword("MATCH_CONDITION") {
            self.expression()?;
        }
        if self.eat_keyword("ON") {
            return Ok(JoinConstraint::On(self.expression()?));
        }
        if self.eat_keyword("USING") {
            return Ok(JoinConstraint::Using(self.ident_list("the name of a column")?.0));
        }
        Ok(JoinConstraint::None)
    }

    /// Reports the joins of other dialects, with what to write instead.
    fn refuse_join(&mut self, kind: JoinKind, op_span: Span, right: Span) {
        let (what, instead, words) = match kind {
            JoinKind::LeftSemi => ("LEFT SEMI JOIN", "Write WHERE EXISTS (SELECT ...) or WHERE x IN (SELECT ...).", None),
            JoinKind::LeftAnti => ("LEFT ANTI JOIN", "Write WHERE NOT EXISTS (SELECT ...).", None),
            JoinKind::CrossApply => ("CROSS APPLY", "Write CROSS JOIN LATERAL TABLE(f(...)).", Some(("CROSS JOIN LATERAL TABLE(", ")"))),
            JoinKind::OuterApply => {
                ("OUTER APPLY", "Write LEFT JOIN LATERAL TABLE(f(...)) ON TRUE.", Some(("LEFT JOIN LATERAL TABLE(", ") ON TRUE")))
            }
            JoinKind::Asof | JoinKind::LeftAsof => ("ASOF JOIN", "Write JOIN t FOR SYSTEM_TIME AS OF time ON ....", None),
            _ => return,
        };
        let mut diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, op_span, format!("Flink SQL has no {what}")).with_help(instead);
        if let Some((before, after)) = words {
            let edits = vec![
                Edit { span: Span::new(op_span.source, op_span.start, right.start), text: before.to_string() },
                Edit { span: right.after(), text: after.to_string() },
            ];
            diagnostic.fix = Some(Fix { title: "Write a lateral join".to_string(), edits });
            diagnostic = diagnostic.with_flink("APPLY operator is not allowed under the current SQL conformance level");
        }
        self.report(diagnostic);
    }

    // ---- one table

    /// Reads one table with what belongs to it: hints, time, pattern, alias, sample.
    fn table_primary(&mut self) -> Parsed<TableRef> {
        let start = self.start();
        let kind = self.table_source()?;
        let mut table = TableRef { kind, alias: None, span: self.span_from(start) };
        loop {
            let kind = match self.word() {
                "PIVOT" => self.pivot(table)?,
                "UNPIVOT" => self.unpivot(table)?,
                "MATCH_RECOGNIZE" => self.match_recognize(table)?,
                "TABLESAMPLE" => self.sample(table)?,
                _ if table.alias.is_none() => {
                    self.misplaced_hint(&mut table, start)?;
                    table.alias = self.table_alias()?;
                    table.span = self.span_from(start);
                    if table.alias.is_none() {
                        return Ok(table);
                    }
                    self.misplaced_hint(&mut table, start)?;
                    continue;
                }
                _ => return Ok(table),
            };
            self.grow()?;
            table = TableRef { kind, alias: None, span: self.span_from(start) };
        }
    }

    fn table_source(&mut self) -> Parsed<TableRefKind> {
        if self.peek() == TokenKind::LeftParen {
            return self.parenthesized_table();
        }
        let lateral = self.eat_keyword("LATERAL");
        if lateral && self.peek() == TokenKind::LeftParen {
            let query = self.derived()?;
            return Ok(TableRefKind::Derived { lateral, query });
        }
        if self.eat_keyword("UNNEST") {
            let (exprs, _) = self.parenthesized(Parser::expression)?;
            let ordinality = self.eat_keywords("WITH ORDINALITY");
            return Ok(TableRefKind::Unnest { lateral, exprs, ordinality });
        }
        if self.at_keyword("TABLE") && self.peek_nth(1) == TokenKind::LeftParen {
            self.bump();
            self.expect(TokenKind::LeftParen)?;
            let call = Box::new(self.table_function()?);
            self.expect(TokenKind::RightParen)?;
            return Ok(TableRefKind::Function { lateral, table_keyword: true, call });
        }
        if lateral {
            return Err(self.expected("TABLE(...), UNNEST(...) or a query in parentheses after LATERAL"));
        }
        self.named_table()
    }

    fn derived(&mut self) -> Parsed<Box<Query>> {
        self.expect(TokenKind::LeftParen)?;
        let query = Box::new(self.query()?);
        self.expect(TokenKind::RightParen)?;
        Ok(query)
    }

    /// `(query)`, `(a JOIN b ..)`, `((query) UNION (query))`
    fn parenthesized_table(&mut self) -> Parsed<TableRefKind> {
        if self.query_starts_at(1) {
            return Ok(TableRefKind::Derived { lateral: false, query: self.derived()? });
        }
        let start = self.start();
        self.expect(TokenKind::LeftParen)?;
        let inner_start = self.start();
        let inner = self.table_ref()?;
        let kind = match inner.kind {
            TableRefKind::Derived { lateral: false, query } if inner.alias.is_none() => {
                let query = self.query_after(QueryBody::Nested(query), inner_start)?;
                TableRefKind::Derived { lateral: false, query: Box::new(query) }
            }
            _ => TableRefKind::Nested(Box::new(inner)),
        };
        self.expect(TokenKind::RightParen)?;
        if matches!(&kind, TableRefKind::Nested(inner) if matches!(inner.kind, TableRefKind::Named(_))) {
            let span = self.span_from(start);
            let diagnostic = Diagnostic::error(SYNTAX_ERROR, span, "parentheses in FROM hold a query or a join, not a table alone");
            self.report(diagnostic.with_flink("Expected query or join"));
        }
        Ok(kind)
    }

    /// The call inside of `TABLE(...)`.
    fn table_function(&mut self) -> Parsed<FunctionCall> {
        let start = self.start();
        if !self.at_name() {
            return Err(self.expected("a table function"));
        }
        let expr = self.expression()?;
        match expr.kind {
            ExprKind::Function(call) => Ok(*call),
            _ => {
                let span = self.span_from(start);
                Err(self.error(SYNTAX_ERROR, span, "TABLE(...) takes the call of a table function"))
            }
        }
    }

    fn named_table(&mut self) -> Parsed<TableRefKind> {
        if !self.at_name() {
            self.note(Expected::Word("LATERAL"));
        }
        let name = self.object_name("a table")?;
        if self.peek() == TokenKind::LeftParen {
            let call = Box::new(self.function_call(FunctionName { project: None, name })?);
            return Ok(TableRefKind::Function { lateral: false, table_keyword: false, call });
        }
        let hints = self.table_hints()?;
        let legacy_with = self.legacy_with()?;
        let mut system_time = None;
        if self.eat_keyword("FOR") {
            self.expect_keywords("SYSTEM_TIME AS OF")?;
            system_time = Some(Box::new(self.expression()?));
        }
        Ok(TableRefKind::Named(NamedTable { name, hints, legacy_with, system_time }))
    }

    /// Blink's `WITH (k = v, ..)` behind the table of a join.
    fn legacy_with(&mut self) -> Parsed<Option<LegacyWith>> {
        let start = self.start();
        if self.word() != "WITH" || self.peek_nth(1) != TokenKind::LeftParen {
            return Ok(None);
        }
        self.bump();
        let (options, _) = self.parenthesized(|p| {
            let name = p.ident("an option such as index = 'column'")?;
            p.expect(TokenKind::Equal)?;
            Ok((name, p.literal_value()?))
        })?;
        Ok(Some(LegacyWith { options, span: self.span_from(start) }))
    }

    /// Reads a string, a number, TRUE or FALSE.
    pub(crate) fn literal_value(&mut self) -> Parsed<Spanned<Literal>> {
        let expr = self.prefix()?;
        match expr.kind {
            ExprKind::Literal(literal) => Ok(Spanned::new(literal, expr.span)),
            _ => Err(self.error(SYNTAX_ERROR, expr.span, "expected a constant")),
        }
    }

    // ---- alias, hints, sample

    fn table_alias(&mut self) -> Parsed<Option<TableAlias>> {
        let start = self.start();
        let explicit = self.eat_keyword("AS");
        if !explicit && (!(self.at_name() || self.peek() == TokenKind::DoubleQuoted) || self.word() == "ASOF" && self.word_nth(1) == "JOIN")
        {
            return Ok(None);
        }
        if !explicit && self.misspelt_clause(FOLLOWING) {
            return Ok(None);
        }
        let name = self.ident("a name for the table")?;
        let columns = if self.at(TokenKind::LeftParen) { self.ident_list("the name of a column")?.0 } else { vec![] };
        Ok(Some(TableAlias { name, columns, span: self.span_from(start) }))
    }

    /// Reports hints that stand behind anything but the name of the table. Those behind an alias are read as if they stood before it.
    fn misplaced_hint(&mut self, table: &mut TableRef, start: Span) -> Parsed<()> {
        if self.peek() != TokenKind::HintStart {
            return Ok(());
        }
        let (token, end) = (self.token(), self.previous().span.end);
        let flink = self.flink_text(token);
        let hints: Vec<Hint> = self.table_hints()?;
        let span = self.span_from(token.span);
        let diagnostic = match &mut table.kind {
            TableRefKind::Named(named) => {
                let place = named.name.span.after();
                named.hints.extend(hints);
                let edits = vec![
                    Edit { span: place, text: format!(" {}", self.text_at(span)) },
                    Edit { span: Span::new(span.source, end, span.end), text: String::new() },
                ];
                let message = "a hint stands right after the name of the table, before FOR and the alias";
                let mut diagnostic = Diagnostic::error(MISPLACED_HINT, span, message);
                diagnostic.fix = Some(Fix { title: "Move the hint behind the name of the table".to_string(), edits });
                diagnostic
            }
            _ => Diagnostic::error(MISPLACED_HINT, span, "a hint stands only behind the name of a table")
                .with_label(Span::new(start.source, start.start, end), "this is no table with a name"),
        };
        self.report(diagnostic.with_flink(flink));
        Ok(())
    }

    /// `TABLESAMPLE {BERNOULLI | SYSTEM} (n) [REPEATABLE (n)]`
    fn sample(&mut self, input: TableRef) -> Parsed<TableRefKind> {
        self.bump();
        let method = match self.eat_one_of(&["BERNOULLI", "SYSTEM"]) {
            Some("BERNOULLI") => SampleMethod::Bernoulli,
            Some(_) => SampleMethod::System,
            None => return Err(self.expected("")),
        };
        let percentage = self.number_in_parentheses()?;
        let repeatable = if self.eat_keyword("REPEATABLE") { Some(self.number_in_parentheses()?) } else { None };
        Ok(TableRefKind::Sample { input: Box::new(input), method, percentage, repeatable })
    }

    fn number_in_parentheses(&mut self) -> Parsed<Spanned<Literal>> {
        self.expect(TokenKind::LeftParen)?;
        let number = self.literal_value()?;
        self.expect(TokenKind::RightParen)?;
        Ok(number)
    }

    /// Reads one dotted name or several in parentheses.
    pub(super) fn name_or_names(&mut self, what: &'static str) -> Parsed<Vec<ObjectName>> {
        if self.at(TokenKind::LeftParen) {
            return Ok(self.parenthesized(|p| p.object_name(what))?.0);
        }
        Ok(vec![self.object_name(what)?])
    }
}
