//! The avro-confluent format.

pub(super) mod options;

use super::declared::DeclaredFormat;

pub(super) static FORMAT: DeclaredFormat = DeclaredFormat::rows("avro-confluent", include_str!("doc.md"), options::OPTIONS);
