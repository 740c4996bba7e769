//! The maxwell-json format.

mod options;

use super::declared::DeclaredFormat;
use super::json::options::check_words;
use table::types::LogicalType;

pub(super) static FORMAT: DeclaredFormat = DeclaredFormat {
    metadata: &[
        ("database", LogicalType::string),
        ("table", LogicalType::string),
        ("primary-key-columns", || LogicalType::array(LogicalType::string())),
        ("ingestion-timestamp", || LogicalType::timestamp_ltz(3)),
    ],
    check: check_words,
    ..DeclaredFormat::changes("maxwell-json", include_str!("doc.md"), options::OPTIONS)
};
