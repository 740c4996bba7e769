//! The debezium-json format.

mod options;

use self::options::OPTIONS;
use super::json::options::check_words;
use super::{Format, readable};
use ::options::{OptionSpec, ResolvedOptions};
use diag::Diagnostic;
use table::changelog::ChangelogMode;
use table::connector::{FormatInfo, MetadataKey};
use table::schema::Schema;
use table::types::LogicalType;

#[derive(Debug)]
pub(crate) struct DebeziumJson;

impl FormatInfo for DebeziumJson {
    fn identifier(&self) -> &'static str {
        "debezium-json"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn changelog(&self) -> ChangelogMode {
        ChangelogMode::Retract
    }

    fn runs(&self) -> bool {
        false
    }

    fn check(&self, options: &ResolvedOptions, _schema: &Schema) -> Vec<Diagnostic> {
        check_words(options)
    }
}

impl Format for DebeziumJson {
    fn metadata(&self) -> Vec<MetadataKey> {
        vec![
            readable("schema", LogicalType::string()),
            readable("ingestion-timestamp", LogicalType::timestamp_ltz(3)),
            readable("source.timestamp", LogicalType::timestamp_ltz(3)),
            readable("source.database", LogicalType::string()),
            readable("source.schema", LogicalType::string()),
            readable("source.table", LogicalType::string()),
            readable("source.properties", LogicalType::map(LogicalType::string(), LogicalType::string())),
        ]
    }
}
