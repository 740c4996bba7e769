//! The orc format.

mod options;

use self::options::OPTIONS;
use super::Format;
use ::options::OptionSpec;
use table::connector::FormatInfo;

#[derive(Debug)]
pub(crate) struct Orc;

impl FormatInfo for Orc {
    fn identifier(&self) -> &'static str {
        "orc"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn options_are_complete(&self) -> bool {
        false
    }

    fn runs(&self) -> bool {
        false
    }
}

impl Format for Orc {}
