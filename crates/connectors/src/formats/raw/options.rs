//! The options of the raw format.

use super::charset::Charset;
use diag::Diagnostic;
use options::{OptionSpec, ResolvedOptions};

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("charset")
        .default("UTF-8")
        .doc("The encoding of text: `UTF-8`, `US-ASCII`, `ISO-8859-1`, `UTF-16`, `UTF-16BE` or `UTF-16LE`."),
    OptionSpec::string("endianness").default("big-endian").doc("The order of the bytes of numbers: `big-endian` or `little-endian`."),
];

/// Reports encodings and byte orders that do not exist.
pub(super) fn check(options: &ResolvedOptions) -> Vec<Diagnostic> {
    let mut found = vec![];
    if Charset::named(&options.get_str("charset")).is_none() {
        found.push(options.invalid_value("charset", "It must be UTF-8, US-ASCII, ISO-8859-1, UTF-16, UTF-16BE or UTF-16LE."));
    }
    let endianness = options.get_str("endianness");
    if !["big-endian", "little-endian"].contains(&endianness.to_ascii_lowercase().as_str()) {
        found.push(options.invalid_value("endianness", "It must be 'big-endian' or 'little-endian'."));
    }
    found
}
