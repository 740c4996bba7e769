//! The debezium-avro-confluent format.

mod options;

use self::options::OPTIONS;
use super::Format;
use ::options::OptionSpec;
use table::changelog::ChangelogMode;
use table::connector::FormatInfo;

#[derive(Debug)]
pub(crate) struct DebeziumAvroConfluent;

impl FormatInfo for DebeziumAvroConfluent {
    fn identifier(&self) -> &'static str {
        "debezium-avro-confluent"
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
}

impl Format for DebeziumAvroConfluent {}
