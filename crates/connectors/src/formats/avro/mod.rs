//! The avro format.

mod options;

use super::declared::DeclaredFormat;

pub(super) static FORMAT: DeclaredFormat = DeclaredFormat::rows("avro", include_str!("doc.md"), options::OPTIONS);
