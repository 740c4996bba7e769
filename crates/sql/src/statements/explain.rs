//! EXPLAIN.

use super::{Statement, StatementKind};
use crate::diagnostics::UNSUPPORTED_SYNTAX;
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

/// `EXPLAIN [PLAN FOR | detail, ..] statement`
#[derive(Clone, Debug, PartialEq)]
pub struct Explain {
    pub plan_for: bool,
    pub details: Vec<(ExplainDetail, Span)>,
    pub statement: Statement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExplainDetail {
    EstimatedCost,
    ChangelogMode,
    PlanAdvice,
    JsonExecutionPlan,
}

impl Parser<'_> {
    /// `EXPLAIN ..`
    pub(crate) fn explain(&mut self) -> Parsed<Explain> {
        self.expect_keyword("EXPLAIN")?;
        if self.word() == "ANALYZE" {
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, "EXPLAIN has no ANALYZE");
            return Err(
                self.report(diagnostic.with_help("EXPLAIN takes ESTIMATED_COST, CHANGELOG_MODE, PLAN_ADVICE, JSON_EXECUTION_PLAN."))
            );
        }
        let plan_for = self.eat_keywords("PLAN FOR");
        let details = if plan_for || !self.at_detail() { vec![] } else { self.comma_list(Parser::explain_detail)? };
        let statement = self.explained_statement()?;
        Ok(Explain { plan_for, details, statement })
    }

    fn at_detail(&mut self) -> bool {
        DETAILS.iter().any(|(word, _)| self.at_keyword(word))
    }

    fn explain_detail(&mut self) -> Parsed<(ExplainDetail, Span)> {
        let start = self.start();
        let detail = self.one_of_words(DETAILS)?;
        Ok((detail, self.span_from(start)))
    }

    fn explained_statement(&mut self) -> Parsed<Statement> {
        let explainable = self.peek() == TokenKind::LeftParen
            || self.query_starts_at(0)
            || matches!(self.word(), "INSERT" | "STATEMENT" | "EXECUTE" | "CREATE" | "REPLACE");
        if !explainable {
            return Err(self.expected("a query, an INSERT, a CREATE TABLE AS or a STATEMENT SET"));
        }
        let statement = self.statement()?;
        let has_query = match &statement.kind {
            StatementKind::CreateTable(table) => table.query.is_some(),
            kind => matches!(kind, StatementKind::Query(_) | StatementKind::Insert(_) | StatementKind::StatementSet(_)),
        };
        if !has_query {
            let message = "EXPLAIN takes a statement with a query";
            let help = "Of CREATE statements only CREATE TABLE .. AS can be explained.";
            return Err(self.report(Diagnostic::error(UNSUPPORTED_SYNTAX, statement.span, message).with_help(help)));
        }
        Ok(statement)
    }
}

const DETAILS: &[(&str, ExplainDetail)] = &[
    ("ESTIMATED_COST", ExplainDetail::EstimatedCost),
    ("CHANGELOG_MODE", ExplainDetail::ChangelogMode),
    ("PLAN_ADVICE", ExplainDetail::PlanAdvice),
    ("JSON_EXECUTION_PLAN", ExplainDetail::JsonExecutionPlan),
];

impl Print for Explain {
    fn print(&self, p: &mut Printer) {
        p.text("EXPLAIN ").when(self.plan_for, "PLAN FOR ").separated_with(&self.details, ", ", |p, (detail, _)| {
            p.text(detail.word());
        });
        p.when(!self.details.is_empty(), " ").node(&self.statement);
    }
}

impl ExplainDetail {
    fn word(self) -> &'static str {
        DETAILS.iter().find(|(_, detail)| *detail == self).map_or("", |(word, _)| word)
    }
}
