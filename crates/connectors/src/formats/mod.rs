//! Formats: how records are written as bytes. A format knows nothing of where the bytes are kept.
//!
//! Each format has a folder with `mod.rs`, `options.rs` and `doc.md`, and one line in [`FORMATS`]. Those that only name options, so that
//! scripts for a cluster can be checked, are in [`declared`].

mod bad_record;
mod base64_text;
pub(crate) mod column;
mod csv;
pub mod decode;

mod number;
pub(crate) mod number_text;

mod place;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) mod temporal;

pub use self::place::Place;

use self::decode::{DecodingFormat, EncodingFormat, FormatContext};
use diag::{Error, Result};
use std::sync::Arc;
use table::connector::FormatInfo;

/// A format with its codec, if it has one.
pub(crate) trait Format: FormatInfo {
    /// Prepares reading.
    fn decoding(&self, _context: &FormatContext) -> Result<Arc<dyn DecodingFormat>> {
        Err(does_not_run(self.identifier()))
    }

    /// Prepares writing.
    fn encoding(&self, _context: &FormatContext) -> Result<Arc<dyn EncodingFormat>> {
        Err(does_not_run(self.identifier()))
    }
}

fn does_not_run(format: &str) -> Error {
    Error::unsupported(format!("format '{format}' is known for checking, but cannot be read or written here"))
}

/// All formats.
pub(crate) static FORMATS: &[&(dyn Format)] = &[
    &csv::Csv,
];

/// Finds a format.
pub(crate) fn find(identifier: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.identifier() == identifier)
}
