//! EXPLAIN.

use super::Outcome;
use crate::diagnostics::NOT_SUPPORTED;
use crate::result::{ExplainSubject, Explanation, StatementResult};
use crate::session::Session;
use diag::{Diagnostic, Span};
use sql::statements::explain::Explain;

impl Session {
    /// The statement is resolved on a copy, so that a CREATE TABLE AS leaves nothing behind.
    pub(super) fn explain(&mut self, node: &Explain, span: Span) -> Outcome {
        let mut copy = self.snapshot();
        copy.statement_set = None;
        let execution = copy.execute(&node.statement);
        let failed = execution.result.is_err();
        for diagnostic in execution.diagnostics {
            // The error itself is reported by whoever gets it.
            if !(failed && diagnostic.is_error()) {
                self.report(diagnostic);
            }
        }
        let (subject, streaming) = match execution.result? {
            StatementResult::Query(prepared) => (ExplainSubject::Query(prepared.query), prepared.streaming),
            StatementResult::Job(job) => (ExplainSubject::Inserts(job.inserts), job.streaming),
            _ => {
                let diagnostic = Diagnostic::error(NOT_SUPPORTED, node.statement.span, "this statement has no plan")
                    .with_help("EXPLAIN takes a query, an INSERT, a CREATE TABLE AS or a statement set.");
                return Err(diagnostic.into());
            }
        };
        let details = node.details.iter().map(|(detail, _)| *detail).collect();
        Ok(StatementResult::Explain(Box::new(Explanation { subject, details, streaming, span })))
    }
}
