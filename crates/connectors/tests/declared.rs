//! Connectors and formats that are known for checking only: what is wrong with their options.

use crate::support::Table;
use table::types::{Field, LogicalType as T, TypeKind};

fn kafka() -> Table {
    Table::new("kafka", &[("id", T::int()), ("v", T::string())]).with("properties.bootstrap.servers", "b:9092")
}

#[test]
fn kafka_wants_one_topic_and_one_format() {
    assert!(kafka().with("topic", "t").with("format", "json").complaints().is_empty());
    assert!(
        kafka().with("topic-pattern", "t.*").with("value.format", "csv").with("value.csv.field-delimiter", ";").complaints().is_empty()
    );
    let both = kafka().with("topic", "t").with("topic-pattern", "t").with("format", "json");
    assert_eq!(both.complaints(), ["'topic' and 'topic-pattern' exclude each other"]);
    assert_eq!(kafka().with("topic", "t").complaints(), ["table 't' needs one of the options 'format' and 'value.format'"]);
}

#[test]
fn kafka_modes_need_their_partners() {
    let table = || kafka().with("topic", "t").with("format", "json");
    let timestamp = table().with("scan.startup.mode", "timestamp");
    assert_eq!(timestamp.complaints(), ["'scan.startup.mode' = 'timestamp' needs 'scan.startup.timestamp-millis'"]);
    let offsets = table().with("scan.startup.specific-offsets", "partition:0,offset:42");
    assert_eq!(offsets.complaints(), ["'scan.startup.specific-offsets' has no effect without 'scan.startup.mode' = 'specific-offsets'"]);
    let exactly = table().with("sink.delivery-guarantee", "exactly-once");
    assert_eq!(exactly.complaints(), ["'exactly-once' needs 'sink.transactional-id-prefix'"]);
    let key = table().with("key.format", "csv");
    assert_eq!(key.complaints(), ["'key.format' needs 'key.fields', which names the columns of the key"]);
    let keyed = table().with_key("id");
    assert_eq!(keyed.complaints(), ["format 'json' of connector 'kafka' only inserts, so table 't' cannot have a PRIMARY KEY"]);
    assert!(kafka().with("topic", "t").with("format", "debezium-json").with_key("id").complaints().is_empty());
}

#[test]
fn kafka_offers_the_metadata_of_messages_and_formats() {
    let table = kafka().with("topic", "t").with("format", "debezium-json");
    let metadata = table.factory().metadata(&table.context().options);
    let shown: Vec<String> = metadata.iter().map(|key| format!("{} {} {}", key.key, key.data_type, key.writable)).collect();
    assert!(shown.contains(&"timestamp TIMESTAMP_LTZ(3) NOT NULL true".to_owned()));
    assert!(shown.contains(&"value.source.timestamp TIMESTAMP_LTZ(3) false".to_owned()));
}

#[test]
fn upsert_kafka_needs_a_key() {
    let table = || {
        let table = Table::new("upsert-kafka", &[("id", T::int())]).with("topic", "t").with("properties.bootstrap.servers", "b:9092");
        table.with("key.format", "json").with("value.format", "json")
    };
    assert_eq!(table().complaints(), ["table 't' needs a PRIMARY KEY, which connector 'upsert-kafka' writes as the key"]);
    assert!(table().with_key("id").complaints().is_empty());
    let half = table().with_key("id").with("sink.buffer-flush.max-rows", "10");
    assert_eq!(half.complaints(), ["'sink.buffer-flush.max-rows' and 'sink.buffer-flush.interval' work only together"]);
}

#[test]
fn jdbc_parts_are_all_or_none() {
    let table = || Table::new("jdbc", &[("id", T::int())]).with("url", "jdbc:x").with("table-name", "t");
    let parts = table().with("scan.partition.column", "id").with("scan.partition.num", "4");
    assert_eq!(
        parts.complaints(),
        ["'scan.partition.column', 'scan.partition.num' need 'scan.partition.lower-bound', 'scan.partition.upper-bound'"]
    );
    assert_eq!(table().with("username", "u").complaints(), ["'username' needs 'password'"]);
    assert!(table().with("username", "u").with("password", "p").complaints().is_empty());
}

#[test]
fn hbase_has_one_row_key() {
    let family = T::new(TypeKind::Row(vec![Field::new("q", T::int())]));
    let table = |columns: &[(&str, T)]| Table::new("hbase-2.2", columns).with("table-name", "t").with("zookeeper.quorum", "z:2181");
    assert!(table(&[("k", T::string()), ("f", family.clone())]).complaints().is_empty());
    assert_eq!(table(&[("f", family)]).complaints(), ["table 't' has no column for the row key of connector 'hbase-2.2'"]);
    let two = table(&[("a", T::string()), ("b", T::string())]);
    assert_eq!(two.complaints(), ["'a' and 'b' cannot both be the row key of connector 'hbase-2.2'"]);
}

#[test]
fn formats_report_values_and_pairs_that_cannot_be() {
    let table = |format: &str| Table::new("filesystem", &[("a", T::int()), ("b", T::int())]).with("path", "/x").with("format", format);
    let pair = table("json").with("json.fail-on-missing-field", "true").with("json.ignore-parse-errors", "true");
    assert_eq!(pair.complaints(), ["missing fields cannot fail while parse errors are ignored"]);
    let word = table("json").with("json.timestamp-format.standard", "XX").checked().1.remove(0);
    assert!(word.flink.is_some_and(|flink| {
        flink.ends_with("Unsupported value 'XX' for timestamp-format.standard. Supported values are [SQL, ISO-8601].")
    }));
    let long = table("csv").with("csv.field-delimiter", "ab").checked().1.remove(0);
    assert!(
        long.flink.is_some_and(|flink| flink.ends_with("Option 'csv.field-delimiter' must be a string with single character, but was: ab"))
    );
    assert!(table("csv").with("csv.field-delimiter", "\\t").complaints().is_empty());
    assert_eq!(table("raw").complaints(), ["format 'raw' takes one column, and 'b' is another"]);
}

#[test]
fn what_does_not_run_says_so() {
    let table = kafka().with("topic", "t").with("format", "json");
    let error = table.factory().source(&table.context()).expect_err("no source");
    assert_eq!(error.message, "connector 'kafka' is known for checking, but does not run here");
    let avro = Table::new("filesystem", &[("a", T::int())]).with("path", "/").with("format", "avro");
    let error = avro.factory().source(&avro.context()).expect_err("no source");
    assert_eq!(error.message, "format 'avro' is known for checking, but cannot be read or written here yet");
}
