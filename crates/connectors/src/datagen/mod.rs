//! The datagen connector: a source of made-up rows.

mod check;
mod generate;
mod options;
mod random;
mod source;

use self::options::OPTIONS;
use self::source::DatagenSource;
use crate::only_source;
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Result};
use std::sync::Arc;
use table::connector::{Abilities, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};

#[derive(Debug)]
pub(crate) struct Datagen;

impl TableFactory for Datagen {
    fn identifier(&self) -> &'static str {
        "datagen"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: true, lookup: false, sink: false, runs: true, overwrite: false, partitions: false }
    }

    fn is_bounded(&self, options: &ResolvedOptions) -> bool {
        options.is_set("number-of-rows")
    }

    fn source_name(&self) -> Option<&'static str> {
        Some("DataGenTableSource")
    }

    fn check(&self, table: &TableContext) -> Vec<Diagnostic> {
        check::check(table)
    }

    fn source(&self, table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Ok(Arc::new(DatagenSource::new(table)?))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(only_source(self.identifier()))
    }
}
