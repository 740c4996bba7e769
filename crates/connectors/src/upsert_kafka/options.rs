//! The options of the upsert-kafka connector.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("topic").required().doc("The topic."),
    OptionSpec::string("properties.bootstrap.servers").required().doc("The addresses of the brokers, between commas."),
    OptionSpec::prefix("properties.*").doc("Settings of the Kafka client, passed on as they are."),
    OptionSpec::string("key.format").required().doc("The format of the keys, which are the PRIMARY KEY."),
    OptionSpec::string("key.fields-prefix")
        .doc("A prefix of the columns of the key, which keeps their names apart from those of the value."),
    OptionSpec::string("value.format").required().doc("The format of the values."),
    OptionSpec::enumeration("value.fields-include", &["ALL", "EXCEPT_KEY"])
        .default("ALL")
        .java_enum("org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions$ValueFieldsStrategy")
        .doc("Whether the value holds the columns of the key too."),
    OptionSpec::enumeration("scan.bounded.mode", &["unbounded", "latest-offset", "timestamp", "specific-offsets"])
        .default("unbounded")
        .doc("Where reading ends."),
    OptionSpec::string("scan.bounded.specific-offsets")
        .doc("The offsets where reading ends: `partition:0,offset:42;partition:1,offset:300`."),
    OptionSpec::long("scan.bounded.timestamp-millis").doc("The time where reading ends, in milliseconds since the epoch."),
    OptionSpec::int("scan.parallelism").doc("How many tasks read."),
    OptionSpec::int("sink.parallelism").doc("How many tasks write."),
    OptionSpec::int("sink.buffer-flush.max-rows")
        .default("0")
        .doc("How many rows are collected, the last of each key only. Needs `sink.buffer-flush.interval`."),
    OptionSpec::duration("sink.buffer-flush.interval").default("0").doc("How long rows are collected. Needs `sink.buffer-flush.max-rows`."),
    OptionSpec::enumeration("sink.delivery-guarantee", &["none", "at-least-once", "exactly-once"])
        .default("at-least-once")
        .doc("What may happen to rows when the job fails."),
    OptionSpec::string("sink.transactional-id-prefix").doc("The prefix of the names of transactions. Needed for `exactly-once`."),
];
