//! The options of the debezium-avro-confluent format: those of the registry that avro-confluent asks too.

pub(super) use crate::formats::avro_confluent::options::OPTIONS;
