//! Connectors and formats: the systems and files that tables are read from and written to.
//!
//! Each connector has a folder with fixed file names and one line in [`FACTORIES`]; each format likewise in `formats`. Some only declare
//! what they know, so that scripts for a cluster can be checked: see [`table::connector::Abilities::runs`].

mod blackhole;
mod datagen;
mod diagnostics;
mod elasticsearch;
mod filesystem;
pub mod formats;
mod hbase;
mod jdbc;
mod kafka;
mod legacy_csv;
mod print;
mod upsert_kafka;
mod vendor;

pub use diagnostics::DIAGNOSTICS;

use diag::Error;
use table::connector::{ConnectorLookup, FormatInfo, TableFactory};

/// All connectors.
pub static FACTORIES: &[&dyn TableFactory] = &[
    &filesystem::FileSystem,
    &datagen::Datagen,
    &print::Print,
    &blackhole::Blackhole,
    &legacy_csv::LegacyCsv,
    &kafka::Kafka,
    &upsert_kafka::UpsertKafka,
    &jdbc::Jdbc,
    &elasticsearch::ELASTICSEARCH_6,
    &elasticsearch::ELASTICSEARCH_7,
    &elasticsearch::ELASTICSEARCH_8,
    &hbase::HBASE_1_4,
    &hbase::HBASE_2_2,
    &hbase::HBASE_2_6,
];

/// Finds what is in the lists.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connectors;

impl ConnectorLookup for Connectors {
    fn connector(&self, identifier: &str) -> Option<&'static dyn TableFactory> {
        FACTORIES.iter().copied().find(|factory| factory.identifier() == identifier).or_else(|| vendor::find(identifier))
    }

    fn format(&self, identifier: &str) -> Option<&'static dyn FormatInfo> {
        formats::find(identifier).map(|format| format as &dyn FormatInfo)
    }

    fn connectors(&self) -> Vec<&'static dyn TableFactory> {
        FACTORIES.to_vec()
    }

    fn formats(&self) -> Vec<&'static dyn FormatInfo> {
        formats::FORMATS.iter().map(|format| *format as &dyn FormatInfo).collect()
    }
}

/// What a connector says that is known for checking only.
fn not_here(connector: &str) -> Error {
    Error::unsupported(format!("connector '{connector}' is known for checking, but does not run here"))
}

/// What a sink says when it is asked for its rows.
fn only_sink(connector: &str) -> Error {
    Error::invalid(format!("connector '{connector}' can only be written to"))
}

/// What a source says when it is asked to take rows.
fn only_source(connector: &str) -> Error {
    Error::invalid(format!("connector '{connector}' can only be read from"))
}
