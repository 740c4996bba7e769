//! The protobuf format.

mod options;

use super::declared::DeclaredFormat;

pub(super) static FORMAT: DeclaredFormat = DeclaredFormat::rows("protobuf", include_str!("doc.md"), options::OPTIONS);
