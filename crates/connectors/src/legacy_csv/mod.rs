//! The legacy-csv connector, as far as checking needs it.

mod options;

use self::options::OPTIONS;
use crate::{not_here, only_sink};
use ::options::OptionSpec;
use diag::Result;
use std::sync::Arc;
use table::connector::{Abilities, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};

#[derive(Debug)]
pub(crate) struct LegacyCsv;

impl TableFactory for LegacyCsv {
    fn identifier(&self) -> &'static str {
        "legacy-csv"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: false, lookup: false, sink: true, runs: false, overwrite: false, partitions: false }
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(only_sink(self.identifier()))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(self.identifier()))
    }
}
