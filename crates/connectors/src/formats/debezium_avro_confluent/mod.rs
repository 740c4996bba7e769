//! The debezium-avro-confluent format.

mod options;

use super::declared::DeclaredFormat;

pub(super) static FORMAT: DeclaredFormat = DeclaredFormat::changes("debezium-avro-confluent", include_str!("doc.md"), options::OPTIONS);
