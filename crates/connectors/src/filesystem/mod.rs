//! The filesystem connector: files of this machine.

mod commit;
mod options;
mod partition;
mod path;
mod reader;
mod sink;
mod source;
mod staging;

use self::options::OPTIONS;
use self::sink::FileSink;
use self::source::FileSource;
use crate::formats::{self, Format};
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Error, Result};
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{Abilities, MetadataKey, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};
use table::types::{LogicalType, TypeKind};

#[derive(Debug)]
pub(crate) struct FileSystem;

impl TableFactory for FileSystem {
    fn identifier(&self) -> &'static str {
        "filesystem"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: true, lookup: false, sink: true, runs: true, overwrite: true, partitions: true }
    }

    fn format_keys(&self) -> &'static [&'static str] {
        &["format"]
    }

    fn is_bounded(&self, options: &ResolvedOptions) -> bool {
        !options.is_set("source.monitor-interval")
    }

    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        let key = |key: &str, kind: TypeKind| MetadataKey { key: key.to_owned(), data_type: LogicalType::not_null(kind), writable: false };
        vec![
            key("file.path", LogicalType::string().kind),
            key("file.name", LogicalType::string().kind),
            key("file.size", TypeKind::BigInt),
            key("file.modification-time", LogicalType::timestamp_ltz(3).kind),
        ]
    }

    fn check(&self, table: &TableContext) -> Vec<Diagnostic> {
        let mut found = commit::without_effect(table);
        found.extend(commit::unknown_policy(table));
        found
    }

    fn scan_changelog(&self, options: &ResolvedOptions) -> ChangelogMode {
        formats::changelog_of(&options.get_str("format"))
    }

    fn sink_changelog(&self, table: &TableContext) -> ChangelogMode {
        formats::changelog_of(&table.options.get_str("format"))
    }

    fn source(&self, table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Ok(Arc::new(FileSource::new(table)?))
    }

    fn sink(&self, table: &TableContext, request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Ok(Arc::new(FileSink::new(table, request)?))
    }
}

/// The format of a table's files.
fn format_of(table: &TableContext) -> Result<&'static dyn Format> {
    let name = table.options.get_str("format");
    formats::find(&name).ok_or_else(|| Error::unsupported(format!("format '{name}' is not known")))
}
