//! What a case runs in: a clock that stands still, chance that is the same each time, connectors that are known by name only, and output
//! that is kept.

use super::document::Settings;
use diag::{Diagnostic, Error, Result};
use options::{Configuration, Layer, OptionSpec, OptionValue, Origin, ResolvedOptions};
use session::{Session, SessionParts};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use table::changelog::ChangelogMode;
use table::connector::{
    Abilities, ConnectorLookup, FormatInfo, MetadataKey, Output, ScanSource, SinkRequest, TableContext, TableFactory, TableSink,
};
use table::function::Clock;

/// Makes the order of rows the same each time.
const PARALLELISM: (&str, &str) = ("parallelism.default", "1");

/// Opens a session for a case; its texts are those of the test file.
pub(super) fn open(settings: &Settings, directory: PathBuf, output: Arc<Printed>) -> Result<(Session, Vec<Diagnostic>), Box<Diagnostic>> {
    let clock = StillClock { millis: settings.now_millis()?, chance: AtomicU64::new(settings.seed.unwrap_or_default()) };
    let mut configuration = Configuration::new();
    let zone = settings.zone.as_ref().map_or("UTC", |zone| zone.text.as_str());
    for (key, value) in [("table.local-time-zone", zone), PARALLELISM] {
        configuration.set(key, OptionValue::new(value, Origin::nowhere(Layer::ConfigFile)));
    }
    let mut found = Vec::new();
    for (key, value) in &settings.configuration {
        let origin = Origin::new(Layer::Define, key.span);
        found.extend(configuration.set(&key.text, OptionValue::new(value.text.clone(), origin).at(value.span)));
    }
    if let Some(mode) = &settings.mode {
        configuration.set("execution.runtime-mode", OptionValue::new(mode.to_uppercase(), Origin::nowhere(Layer::CommandLine)));
    }
    let session = Session::new(SessionParts {
        configuration,
        functions: Arc::new(functions::Builtins),
        connectors: Arc::new(Known),
        directory,
        clock: Arc::new(clock),
        output,
    });
    Ok((session, found))
}

#[derive(Debug)]
struct StillClock {
    millis: i64,
    chance: AtomicU64,
}

impl Clock for StillClock {
    fn now_millis(&self) -> i64 {
        self.millis
    }

    /// SplitMix64: the numbers of neighbouring seeds have nothing in common.
    fn chance(&self) -> u64 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut z = self.chance.fetch_add(STEP, Ordering::Relaxed).wrapping_add(STEP);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// What a script prints.
#[derive(Debug, Default)]
pub(super) struct Printed(Mutex<String>);

impl Printed {
    pub(super) fn text(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Output for Printed {
    fn print(&self, text: &str) -> Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        Ok(())
    }

    fn print_error(&self, _text: &str) -> Result<()> {
        Ok(())
    }
}

/// The connectors that there are, and one for those that are known by name only: a test needs no more of them.
#[derive(Debug)]
struct Known;

impl ConnectorLookup for Known {
    fn connector(&self, identifier: &str) -> Option<&'static dyn TableFactory> {
        let elsewhere = || workspace::is_known_connector(identifier).then_some(&Elsewhere as &'static dyn TableFactory);
        connectors::Connectors.connector(identifier).or_else(elsewhere)
    }

    fn format(&self, identifier: &str) -> Option<&'static dyn FormatInfo> {
        connectors::Connectors.format(identifier)
    }

    fn connectors(&self) -> Vec<&'static dyn TableFactory> {
        connectors::Connectors.connectors()
    }

    fn formats(&self) -> Vec<&'static dyn FormatInfo> {
        connectors::Connectors.formats()
    }
}

/// A connector of a cluster: it takes all options, and a test stands in for its rows.
#[derive(Debug)]
struct Elsewhere;

impl TableFactory for Elsewhere {
    fn identifier(&self) -> &'static str {
        "known by name"
    }

    fn doc(&self) -> &'static str {
        ""
    }

    fn options(&self) -> &'static [OptionSpec] {
        &[]
    }

    fn options_are_complete(&self) -> bool {
        false
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: true, lookup: true, sink: true, runs: false, overwrite: true, partitions: true }
    }

    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        Vec::new()
    }

    fn sink_changelog(&self, _table: &TableContext) -> ChangelogMode {
        ChangelogMode::Upsert
    }

    fn source(&self, table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(not_here(table))
    }

    fn sink(&self, table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(table))
    }
}

fn not_here(table: &TableContext) -> Error {
    Error::unsupported(format!("the connector of table '{}' does not run here", table.identifier.summary()))
}
