//! The upsert-kafka connector, as far as checking needs it.

mod options;

use self::options::OPTIONS;
use crate::diagnostics::UNSUITABLE_SCHEMA;
use crate::kafka::{check_offsets, message_metadata};
use crate::not_here;
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Result};
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{Abilities, MetadataKey, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};

#[derive(Debug)]
pub(crate) struct UpsertKafka;

impl TableFactory for UpsertKafka {
    fn identifier(&self) -> &'static str {
        "upsert-kafka"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: true, lookup: false, sink: true, runs: false, overwrite: false, partitions: false }
    }

    fn format_keys(&self) -> &'static [&'static str] {
        &["key.format", "value.format"]
    }

    fn is_bounded(&self, options: &ResolvedOptions) -> bool {
        options.get_enum("scan.bounded.mode") != "unbounded"
    }

    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        message_metadata()
    }

    fn check(&self, table: &TableContext) -> Vec<Diagnostic> {
        let mut found = check_offsets(&table.options, "scan.bounded");
        found.extend(check_primary_key(table));
        found.extend(check_buffer(&table.options));
        found
    }

    fn scan_changelog(&self, _options: &ResolvedOptions) -> ChangelogMode {
        ChangelogMode::Upsert
    }

    fn sink_changelog(&self, _table: &TableContext) -> ChangelogMode {
        ChangelogMode::Upsert
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(not_here(self.identifier()))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(self.identifier()))
    }
}

fn check_primary_key(table: &TableContext) -> Option<Diagnostic> {
    if table.schema.primary_key.is_some() {
        return None;
    }
    let message = format!("table '{}' needs a PRIMARY KEY, which connector 'upsert-kafka' writes as the key", table.identifier.object);
    Some(Diagnostic::error(UNSUITABLE_SCHEMA, table.span, message).with_help("Add PRIMARY KEY (...) NOT ENFORCED."))
}

/// Rows are collected only by both number and time.
fn check_buffer(options: &ResolvedOptions) -> Option<Diagnostic> {
    let keys = ["sink.buffer-flush.max-rows", "sink.buffer-flush.interval"];
    let by_rows = options.get_int(keys[0]) > 0;
    let by_time = !options.get_duration(keys[1]).is_zero();
    (by_rows != by_time)
        .then(|| options.conflict(&keys, "'sink.buffer-flush.max-rows' and 'sink.buffer-flush.interval' work only together"))
}
