//! Formats: how records are written as bytes. A format knows nothing of where the bytes are kept.
//!
//! Each format has a folder with `mod.rs`, `options.rs` and `doc.md`, and one line in [`FORMATS`]. Some only declare what they know, so that
//! scripts for a cluster can be checked.

mod avro;
mod avro_confluent;
mod bad_record;
mod base64_text;
mod canal_json;
pub(crate) mod column;
mod csv;
mod debezium_avro_confluent;
mod debezium_json;
mod declared;
pub mod decode;
mod json;
mod maxwell_json;
mod ogg_json;
mod orc;
mod protobuf;

mod lines;
pub(crate) mod number;
pub(crate) mod number_text;

mod parquet;
mod place;
mod raw;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) mod temporal;
mod view;

pub(crate) use self::bad_record::with_article;
pub use self::place::Place;

use self::decode::{DecodingFormat, EncodingFormat, FileFormat, FormatContext};
use diag::{Error, Result};
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{FormatInfo, MetadataKey};

/// A format with its codec, if it has one.
pub(crate) trait Format: FormatInfo {
    /// Prepares reading.
    fn decoding(&self, _context: &FormatContext) -> Result<Arc<dyn DecodingFormat>> {
        Err(does_not_run(self))
    }

    /// Prepares reading of files that are no streams of records; `None` for formats that are.
    fn files(&self, _context: &FormatContext) -> Option<Result<Arc<dyn FileFormat>>> {
        None
    }

    /// Metadata columns that its messages offer, all read-only.
    fn metadata(&self) -> Vec<MetadataKey> {
        Vec::new()
    }

    /// Prepares writing.
    fn encoding(&self, _context: &FormatContext) -> Result<Arc<dyn EncodingFormat>> {
        Err(does_not_run(self))
    }
}

fn does_not_run(format: &(impl FormatInfo + ?Sized)) -> Error {
    let name = format.identifier();
    Error::unsupported(match format.changelog() {
        ChangelogMode::InsertOnly => format!("format '{name}' is known for checking, but cannot be read or written here yet"),
        _ => format!("format '{name}' carries changes of rows, which are checked, but cannot be read or written here yet"),
    })
}

/// All formats.
pub(crate) static FORMATS: &[&dyn Format] = &[
    &csv::Csv,
    &json::Json,
    &raw::Raw,
    &parquet::Parquet,
    &avro::FORMAT,
    &orc::FORMAT,
    &protobuf::FORMAT,
    &debezium_json::FORMAT,
    &canal_json::FORMAT,
    &maxwell_json::FORMAT,
    &ogg_json::FORMAT,
    &avro_confluent::FORMAT,
    &debezium_avro_confluent::FORMAT,
];

/// Finds a format.
pub(crate) fn find(identifier: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.identifier() == identifier)
}

/// The changes that a format carries; those of an unknown one are rows only.
pub(crate) fn changelog_of(identifier: &str) -> ChangelogMode {
    find(identifier).map_or(ChangelogMode::InsertOnly, |format| format.changelog())
}

/// The metadata that the messages of a changelog format carry.
pub(crate) fn metadata_of(identifier: &str) -> Vec<MetadataKey> {
    find(identifier).map_or_else(Vec::new, |format| format.metadata())
}
