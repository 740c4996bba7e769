//! The orc format.

mod options;

use super::declared::DeclaredFormat;

pub(super) static FORMAT: DeclaredFormat =
    DeclaredFormat { options_are_complete: false, ..DeclaredFormat::rows("orc", include_str!("doc.md"), options::OPTIONS) };
