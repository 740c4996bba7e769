//! The kafka connector, as far as checking needs it.

mod check;
mod options;

pub(crate) use self::check::check_offsets;

use self::options::OPTIONS;
use crate::{formats, not_here};
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Result};
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{Abilities, MetadataKey, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};
use table::types::{Field, LogicalType, TypeKind};

#[derive(Debug)]
pub(crate) struct Kafka;

impl TableFactory for Kafka {
    fn identifier(&self) -> &'static str {
        "kafka"
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
        &["format", "value.format", "key.format"]
    }

    fn is_bounded(&self, options: &ResolvedOptions) -> bool {
        options.get_enum("scan.bounded.mode") != "unbounded"
    }

    fn metadata(&self, options: &ResolvedOptions) -> Vec<MetadataKey> {
        let mut keys = message_metadata();
        keys.extend(
            formats::metadata_of(&value_format(options)).into_iter().map(|key| MetadataKey { key: format!("value.{}", key.key), ..key }),
        );
        keys
    }

    fn check(&self, table: &TableContext) -> Vec<Diagnostic> {
        check::check(table)
    }

    fn scan_changelog(&self, options: &ResolvedOptions) -> ChangelogMode {
        formats::changelog_of(&value_format(options))
    }

    fn sink_changelog(&self, table: &TableContext) -> ChangelogMode {
        formats::changelog_of(&value_format(&table.options))
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(not_here(self.identifier()))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(self.identifier()))
    }
}

/// The format of the values, under one of its two keys.
fn value_format(options: &ResolvedOptions) -> String {
    options.opt_str("value.format").unwrap_or_else(|| options.get_str("format"))
}

/// What a message has besides key and value.
pub(crate) fn message_metadata() -> Vec<MetadataKey> {
    let key = |key: &str, data_type: LogicalType, writable: bool| MetadataKey { key: key.to_owned(), data_type, writable };
    let not_null = |data_type: LogicalType| data_type.with_nullable(false);
    let header = TypeKind::Row(vec![Field::new("key", LogicalType::string()), Field::new("value", LogicalType::bytes())]);
    vec![
        key("topic", not_null(LogicalType::string()), true),
        key("partition", not_null(LogicalType::int()), false),
        key("headers", not_null(LogicalType::map(LogicalType::string(), LogicalType::bytes())), true),
        key("header-list", not_null(LogicalType::array(LogicalType::new(header))), true),
        key("leader-epoch", LogicalType::int(), false),
        key("offset", not_null(LogicalType::bigint()), false),
        key("timestamp", not_null(LogicalType::timestamp_ltz(3)), true),
        key("timestamp-type", not_null(LogicalType::string()), false),
    ]
}
