//! The clauses that CREATE TABLE and CREATE MATERIALIZED TABLE share, and their order.

use super::create_table::{Distribution, DistributionMethod};
use crate::ast::Ident;
use crate::diagnostics::{DUPLICATE_CLAUSE, MISPLACED_CLAUSE, UNSUPPORTED_SYNTAX};
use crate::parser::{Parsed, Parser};
use crate::token::TokenKind;
use diag::{Diagnostic, Edit, Fix, Span, Spanned};

/// A clause behind the elements, in the order that the grammar wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Clause {
    Comment,
    Distributed,
    PartitionedBy,
    With,
    StartMode,
    Freshness,
    RefreshMode,
    Like,
    As,
}

impl Clause {
    fn words(self) -> &'static str {
        match self {
            Clause::Comment => "COMMENT",
            Clause::Distributed => "DISTRIBUTED",
            Clause::PartitionedBy => "PARTITIONED BY",
            Clause::With => "WITH",
            Clause::StartMode => "START_MODE",
            Clause::Freshness => "FRESHNESS",
            Clause::RefreshMode => "REFRESH_MODE",
            Clause::Like => "LIKE",
            Clause::As => "AS",
        }
    }
}

/// The clauses read so far.
#[derive(Default)]
pub(crate) struct ClauseOrder {
    seen: Vec<(Clause, Span)>,
}

impl Parser<'_> {
    /// Reports a clause that was just read when it stands behind one that must follow it, or a second time.
    pub(crate) fn check_clause_order(&mut self, order: &mut ClauseOrder, clause: Clause, span: Span) {
        if let Some((_, first)) = order.seen.iter().find(|(seen, _)| *seen == clause) {
            let message = format!("the clause {} is given twice", clause.words());
            let diagnostic = Diagnostic::error(DUPLICATE_CLAUSE, span, message).with_label(*first, "given here first");
            self.report_also(diagnostic.with_fix("Remove the second one", span, ""));
        } else if let Some((next, place)) = order.seen.iter().find(|(seen, _)| clause < *seen) {
            let message = format!("the clause {} stands behind {}, but belongs before it", clause.words(), next.words());
            let mut diagnostic =
                Diagnostic::error(MISPLACED_CLAUSE, span, message).with_label(*place, format!("{} belongs here", clause.words()));
            let insert = Edit { span: place.before(), text: format!("{} ", self.text_at(span)) };
            let remove = Edit { span, text: String::new() };
            diagnostic.fix = Some(Fix { title: format!("Move it before {}", next.words()), edits: vec![insert, remove] });
            self.report_also(diagnostic);
        } else if let Some((Clause::Like, place)) = order.seen.iter().find(|(seen, _)| *seen == Clause::Like) {
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, "a table has either LIKE or AS");
            self.report_also(diagnostic.with_label(*place, "LIKE is here"));
        }
        order.seen.push((clause, span));
    }

    /// `DISTRIBUTED {BY [HASH | RANGE] (..) [INTO n BUCKETS] | INTO n BUCKETS}`
    pub(crate) fn distributed(&mut self) -> Parsed<Distribution> {
        let start = self.start();
        self.expect_keyword("DISTRIBUTED")?;
        self.distribution_from(start)
    }

    /// Reads what stands behind DISTRIBUTED or DISTRIBUTION.
    pub(crate) fn distribution_from(&mut self, start: Span) -> Parsed<Distribution> {
        let (mut method, mut columns) = (None, vec![]);
        let by = self.eat_keyword("BY");
        if by {
            method = if self.eat_keyword("HASH") {
                Some(DistributionMethod::Hash)
            } else if self.eat_keyword("RANGE") {
                Some(DistributionMethod::Range)
            } else {
                None
            };
            columns = self.ident_list("a column")?.0;
        }
        let mut buckets = None;
        if self.eat_keyword("INTO") {
            let span = self.token().span;
            let count = self.expect_u32("the number of buckets")?;
            buckets = Some(Spanned::new(count.to_string(), span));
            self.expect_keyword("BUCKETS")?;
        } else if !by {
            return Err(self.expected(""));
        }
        Ok(Distribution { method, columns, buckets, span: self.span_from(start) })
    }

    /// `PARTITIONED BY (a, b)`
    pub(crate) fn partitioned_by(&mut self) -> Parsed<Vec<Ident>> {
        self.expect_keywords("PARTITIONED BY")?;
        let (columns, _) = self.element_list(
            false,
            |p| p.name_at(0),
            |p| {
                if p.name_at(0) && p.peek_nth(1) == TokenKind::LeftParen {
                    let diagnostic =
                        Diagnostic::error(UNSUPPORTED_SYNTAX, p.token().span, "a table is partitioned by columns, not by expressions");
                    let help = "Declare a computed column with the expression and partition by it.";
                    p.bump();
                    let diagnostic = diagnostic.with_help(help).with_flink(p.flink_text(p.token()));
                    return Err(p.report(diagnostic));
                }
                p.ident("a column")
            },
        )?;
        Ok(columns)
    }
}
