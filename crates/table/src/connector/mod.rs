//! The contract of connectors: how a table is checked, read and written.
//!
//! A connector is found by its factory identifier (`'connector' = 'filesystem'`). Name resolution reads only what a factory declares:
//! its options, metadata keys and abilities. Sources and sinks are made when a statement runs.

mod report;
mod sink;
mod source;
mod stand_in;

pub use report::{BadCell, DuplicateRows, RejectedRecord, ScanProgress, ScanReport, ScanTotals};
pub use sink::{Committable, SinkRequest, SinkWriter, TableSink};
pub use source::{ReadOutcome, ScanColumn, ScanRequest, ScanSource, Split, SplitReader};
pub use stand_in::StandIns;

use crate::catalog::ObjectIdentifier;
use crate::changelog::ChangelogMode;
use crate::schema::Schema;
use crate::types::LogicalType;
use crate::zone::Zone;
use diag::{Diagnostic, Result, Span};
use options::{OptionSpec, ResolvedOptions};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A connector: what it declares, and how its sources and sinks are made.
pub trait TableFactory: fmt::Debug + Send + Sync {
    /// The value of the option `connector`.
    fn identifier(&self) -> &'static str;

    /// Prose in Markdown: what it talks to, how, and its limits.
    fn doc(&self) -> &'static str;

    fn options(&self) -> &'static [OptionSpec];

    /// Whether `options` lists every option that exists; an unknown key is then an error.
    fn options_are_complete(&self) -> bool {
        true
    }

    fn abilities(&self) -> Abilities;

    /// The option keys that name formats, with the part of the record each decodes, such as `format`, `key.format`.
    fn format_keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a scan with these options ends by itself.
    fn is_bounded(&self, _options: &ResolvedOptions) -> bool {
        true
    }

    /// Metadata columns that can be read or written.
    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        Vec::new()
    }

    /// What Flink's messages call the source, where it is not the connector.
    fn source_name(&self) -> Option<&'static str> {
        None
    }

    /// Rules between options, and between options and schema, that declarations cannot express.
    fn check(&self, _table: &TableContext) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// The changes a scan produces.
    fn scan_changelog(&self, _options: &ResolvedOptions) -> ChangelogMode {
        ChangelogMode::InsertOnly
    }

    /// The changes a sink accepts.
    fn sink_changelog(&self, _table: &TableContext) -> ChangelogMode {
        ChangelogMode::InsertOnly
    }

    /// Makes a source; called only when abilities say it runs.
    fn source(&self, table: &TableContext) -> Result<Arc<dyn ScanSource>>;

    /// Makes a sink; called only when abilities say it runs.
    fn sink(&self, table: &TableContext, request: &SinkRequest) -> Result<Arc<dyn TableSink>>;
}

/// What a connector can be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    pub scan: bool,
    pub lookup: bool,
    pub sink: bool,
    /// False for a connector that is known for checking, explaining and rendering only.
    pub runs: bool,
    pub overwrite: bool,
    pub partitions: bool,
}

/// A metadata column that a connector or format offers.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataKey {
    pub key: String,
    pub data_type: LogicalType,
    pub writable: bool,
}

/// A format: what it declares. How it decodes and encodes is between it and the connectors.
pub trait FormatInfo: fmt::Debug + Send + Sync {
    /// The value of the option `format`, and the prefix of its options.
    fn identifier(&self) -> &'static str;

    fn doc(&self) -> &'static str;

    /// Keys without the prefix.
    fn options(&self) -> &'static [OptionSpec];

    fn options_are_complete(&self) -> bool {
        true
    }

    /// False for a format that is known for checking only.
    fn runs(&self) -> bool;

    fn changelog(&self) -> ChangelogMode {
        ChangelogMode::InsertOnly
    }

    /// Rules between options that declarations cannot express. `options` has this format's options without the prefix.
    fn check(&self, _options: &ResolvedOptions, _schema: &Schema) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// Finds connectors and formats by identifier.
pub trait ConnectorLookup: fmt::Debug + Send + Sync {
    fn connector(&self, identifier: &str) -> Option<&'static dyn TableFactory>;
    fn format(&self, identifier: &str) -> Option<&'static dyn FormatInfo>;
    fn connectors(&self) -> Vec<&'static dyn TableFactory>;
    fn formats(&self) -> Vec<&'static dyn FormatInfo>;
}

/// A table as a connector sees it: one reference to it, with its effective options.
#[derive(Clone, Debug)]
pub struct TableContext {
    pub identifier: ObjectIdentifier,
    pub schema: Arc<Schema>,
    pub partition_keys: Vec<String>,
    pub options: ResolvedOptions,
    /// The statement's reference to the table, for messages.
    pub span: Span,
    pub environment: Arc<Environment>,
}

/// What surrounds a running statement.
#[derive(Clone, Debug)]
pub struct Environment {
    pub zone: Zone,
    /// Relative paths start here.
    pub directory: PathBuf,
    pub streaming: bool,
    pub parallelism: usize,
    /// Counts and samples of cells that became NULL and rows that were dropped.
    pub report: Arc<ScanReport>,
    pub clock: Arc<dyn crate::function::Clock>,
    /// Where the `print` connector and its like write: standard output and standard error.
    pub output: Arc<dyn Output>,
}

/// Lines for the user from connectors that print.
pub trait Output: fmt::Debug + Send + Sync {
    fn print(&self, text: &str) -> Result<()>;
    fn print_error(&self, text: &str) -> Result<()>;
}
