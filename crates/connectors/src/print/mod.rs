//! The print connector: a sink that shows each row as a line.

mod options;
mod sink;
mod text;

pub(crate) use self::text::write_value;

use self::options::OPTIONS;
use self::sink::PrintSink;
use crate::only_sink;
use ::options::OptionSpec;
use diag::Result;
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{Abilities, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};

#[derive(Debug)]
pub(crate) struct Print;

impl TableFactory for Print {
    fn identifier(&self) -> &'static str {
        "print"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: false, lookup: false, sink: true, runs: true, overwrite: false, partitions: true }
    }

    fn sink_changelog(&self, _table: &TableContext) -> ChangelogMode {
        ChangelogMode::Retract
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(only_sink(self.identifier()))
    }

    fn sink(&self, table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Ok(Arc::new(PrintSink::new(table)))
    }
}
