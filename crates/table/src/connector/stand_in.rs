//! What takes the place of tables in a test: rows for those that are read, a record of what is written to the others.

use super::{ScanSource, SinkRequest, TableContext, TableFactory, TableSink};
use crate::catalog::ObjectIdentifier;
use diag::{Diagnostic, Result};
use std::fmt;
use std::sync::Arc;

/// Stands in for the world outside. It is asked for every table that a statement refers to, whatever its connector.
pub trait StandIns: fmt::Debug + Send + Sync {
    /// True when there are rows for exactly this table.
    fn has_rows(&self, table: &ObjectIdentifier) -> bool;

    /// The rows for a reference; `rows_of` is the table behind it, which for a mirror table is another one. `None` leaves reading to the
    /// connector. Whatever it gives is bounded.
    fn source(
        &self,
        table: &TableContext,
        rows_of: &ObjectIdentifier,
        factory: &'static dyn TableFactory,
    ) -> Result<Option<Arc<dyn ScanSource>>, Vec<Diagnostic>>;

    /// Takes what a statement writes.
    fn sink(&self, table: &TableContext, request: &SinkRequest, factory: &'static dyn TableFactory) -> Result<Arc<dyn TableSink>>;
}
