//! The avro-confluent format.

mod options;

use self::options::OPTIONS;
use super::Format;
use ::options::OptionSpec;
use table::connector::FormatInfo;

#[derive(Debug)]
pub(crate) struct AvroConfluent;

impl FormatInfo for AvroConfluent {
    fn identifier(&self) -> &'static str {
        "avro-confluent"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn runs(&self) -> bool {
        false
    }
}

impl Format for AvroConfluent {}
