//! The canal-json format.

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
pub(crate) struct CanalJson;

impl FormatInfo for CanalJson {
    fn identifier(&self) -> &'static str {
        "canal-json"
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

impl Format for CanalJson {
    fn metadata(&self) -> Vec<MetadataKey> {
        vec![
            readable("database", LogicalType::string()),
            readable("table", LogicalType::string()),
            readable("sql-type", LogicalType::map(LogicalType::string(), LogicalType::int())),
            readable("pk-names", LogicalType::array(LogicalType::string())),
            readable("ingestion-timestamp", LogicalType::timestamp_ltz(3)),
            readable("event-timestamp", LogicalType::timestamp_ltz(3)),
        ]
    }
}
