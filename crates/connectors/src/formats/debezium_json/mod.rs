//! The debezium-json format.

mod options;

use super::declared::DeclaredFormat;
use super::json::options::check_words;
use table::types::LogicalType;

pub(super) static FORMAT: DeclaredFormat = DeclaredFormat {
    metadata: &[
        ("schema", LogicalType::string),
        ("ingestion-timestamp", || LogicalType::timestamp_ltz(3)),
        ("source.timestamp", || LogicalType::timestamp_ltz(3)),
        ("source.database", LogicalType::string),
        ("source.schema", LogicalType::string),
        ("source.table", LogicalType::string),
        ("source.properties", || LogicalType::map(LogicalType::string(), LogicalType::string())),
    ],
    check: check_words,
    ..DeclaredFormat::changes("debezium-json", include_str!("doc.md"), options::OPTIONS)
};
