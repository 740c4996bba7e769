//! The ogg-json format.

mod options;

use super::declared::DeclaredFormat;
use super::json::options::check_words;
use table::types::LogicalType;

pub(super) static FORMAT: DeclaredFormat = DeclaredFormat {
    metadata: &[
        ("table", LogicalType::string),
        ("primary-keys", || LogicalType::array(LogicalType::string())),
        ("ingestion-timestamp", || LogicalType::timestamp_ltz(6)),
        ("event-timestamp", || LogicalType::timestamp_ltz(6)),
    ],
    check: check_words,
    ..DeclaredFormat::changes("ogg-json", include_str!("doc.md"), options::OPTIONS)
};
