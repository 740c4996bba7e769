//! The jdbc connector, as far as checking needs it.

mod options;

use self::options::OPTIONS;
use crate::not_here;
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Result};
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{Abilities, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};

#[derive(Debug)]
pub(crate) struct Jdbc;

impl TableFactory for Jdbc {
    fn identifier(&self) -> &'static str {
        "jdbc"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: true, lookup: true, sink: true, runs: false, overwrite: false, partitions: false }
    }

    fn check(&self, table: &TableContext) -> Vec<Diagnostic> {
        let options = &table.options;
        let partition = ["scan.partition.column", "scan.partition.num", "scan.partition.lower-bound", "scan.partition.upper-bound"];
        let mut found: Vec<Diagnostic> =
            [&partition[..], &["username", "password"]].iter().filter_map(|keys| together(options, keys)).collect();
        found.extend(check_bounds(options));
        found
    }

    /// With a key rows replace each other.
    fn sink_changelog(&self, table: &TableContext) -> ChangelogMode {
        if table.schema.primary_key.is_some() { ChangelogMode::Upsert } else { ChangelogMode::InsertOnly }
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(not_here(self.identifier()))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(self.identifier()))
    }
}

/// Options of which all or none must be given.
fn together(options: &ResolvedOptions, keys: &[&str]) -> Option<Diagnostic> {
    let (given, missing): (Vec<&str>, Vec<&str>) = keys.iter().partition(|key| options.is_set(key));
    if given.is_empty() || missing.is_empty() {
        return None;
    }
    let listed = |keys: &[&str]| keys.iter().map(|key| format!("'{key}'")).collect::<Vec<_>>().join(", ");
    let verb = if given.len() == 1 { "needs" } else { "need" };
    Some(options.conflict(&given, format!("{} {verb} {}", listed(&given), listed(&missing))))
}

fn check_bounds(options: &ResolvedOptions) -> Option<Diagnostic> {
    let keys = ["scan.partition.lower-bound", "scan.partition.upper-bound"];
    let (lower, upper) = (options.opt_long(keys[0])?, options.opt_long(keys[1])?);
    (lower > upper).then(|| options.conflict(&keys, "'scan.partition.lower-bound' is greater than 'scan.partition.upper-bound'"))
}
