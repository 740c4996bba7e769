//! Materialized tables, which need a workflow scheduler or a cluster that keeps them fresh.

use super::Outcome;
use crate::diagnostics::NOT_SUPPORTED;
use crate::session::Session;
use diag::{Diagnostic, Span};
use sql::statements::materialized_table::{AlterMaterializedTable, CreateMaterializedTable};

impl Session {
    /// The query is checked all the same.
    pub(super) fn create_materialized_table(&mut self, node: &CreateMaterializedTable, span: Span) -> Outcome {
        let (_, diagnostics) = resolve::query(&self.context(), &node.query);
        self.accept((Some(()), diagnostics))?;
        Err(not_supported(span).into())
    }

    pub(super) fn alter_materialized_table(&mut self, _node: &AlterMaterializedTable, span: Span) -> Outcome {
        Err(not_supported(span).into())
    }
}

pub(super) fn not_supported(span: Span) -> Diagnostic {
    Diagnostic::error(NOT_SUPPORTED, span, "materialized tables are not supported")
        .with_note("They are refreshed by a cluster or a scheduler, which a session does not have.")
        .with_help("Use CREATE VIEW, or CREATE TABLE AS.")
}
