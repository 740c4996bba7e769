//! The blackhole connector: a sink that takes everything and keeps nothing.

use crate::only_sink;
use diag::Result;
use options::OptionSpec;
use std::sync::Arc;
use table::changelog::{Batch, ChangelogMode};
use table::connector::{Abilities, Committable, ScanSource, SinkRequest, SinkWriter, TableContext, TableFactory, TableSink};

#[derive(Debug)]
pub(crate) struct Blackhole;

impl TableFactory for Blackhole {
    fn identifier(&self) -> &'static str {
        "blackhole"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[]
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

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Ok(Arc::new(Nothing))
    }
}

#[derive(Debug)]
struct Nothing;

impl TableSink for Nothing {
    fn writer(&self, _task: usize) -> Result<Box<dyn SinkWriter>> {
        Ok(Box::new(Nothing))
    }

    fn commit(&self, _written: Vec<Committable>) -> Result<()> {
        Ok(())
    }

    fn abort(&self) {}
}

impl SinkWriter for Nothing {
    fn write(&mut self, _batch: &Batch) -> Result<()> {
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Committable> {
        Ok(Box::new(()))
    }
}
