//! Statistics and procedures.

use super::Outcome;
use crate::diagnostics::NOT_SUPPORTED;
use crate::flink;
use crate::result::StatementResult;
use crate::session::Session;
use diag::Diagnostic;
use sql::statements::plan::{AnalyzeTable, Call};

impl Session {
    /// Statistics of tables are read where they are used, so nothing is to be kept.
    pub(super) fn analyze_table(&mut self, node: &AnalyzeTable) -> Outcome {
        let identifier = self.qualified(&node.table)?;
        if self.catalogs.permanent_object(&identifier)?.is_some() {
            return Ok(StatementResult::Succeeded);
        }
        let flink = format!("Table {identifier} doesn't exist or is a temporary table.");
        let names: Vec<&str> = node.table.parts.iter().map(|part| part.value.as_str()).collect();
        Err(self.catalogs.unknown_table(&names, node.table.span).with_flink(flink::validation(flink)).into())
    }

    pub(super) fn call(&mut self, node: &Call) -> Outcome {
        let text = "getProcedure is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.";
        let diagnostic = Diagnostic::error(NOT_SUPPORTED, node.name.span, format!("there is no procedure '{}'", node.name.text()))
            .with_note("Procedures belong to catalogs; an in-memory catalog has none.")
            .with_flink(flink::unsupported(text));
        Err(diagnostic.into())
    }
}
