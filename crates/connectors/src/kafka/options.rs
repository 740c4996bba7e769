//! The options of the kafka connector.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("topic").doc("The topic, or several between semicolons when reading."),
    OptionSpec::string("topic-pattern").doc("A regular expression that the names of the topics match."),
    OptionSpec::string("properties.bootstrap.servers").required().doc("The addresses of the brokers, between commas."),
    OptionSpec::string("properties.group.id").doc("The consumer group; by default `KafkaSource-` with the name of the table."),
    OptionSpec::prefix("properties.*").doc("Settings of the Kafka client, passed on as they are."),
    OptionSpec::string("format").doc("The format of the values; the same as `value.format`."),
    OptionSpec::string("value.format").doc("The format of the values; the same as `format`."),
    OptionSpec::string("key.format").doc("The format of the keys. Needs `key.fields`."),
    OptionSpec::list("key.fields").default("").doc("The columns that are in the key."),
    OptionSpec::string("key.fields-prefix")
        .doc("A prefix of the columns of the key, which keeps their names apart from those of the value."),
    OptionSpec::enumeration("value.fields-include", &["ALL", "EXCEPT_KEY"])
        .default("ALL")
        .java_enum("org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions$ValueFieldsStrategy")
        .doc("Whether the value holds the columns of the key too."),
    OptionSpec::enumeration("scan.startup.mode", &["earliest-offset", "latest-offset", "group-offsets", "timestamp", "specific-offsets"])
        .default("group-offsets")
        .java_enum("org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions$ScanStartupMode")
        .doc("Where reading begins."),
    OptionSpec::string("scan.startup.specific-offsets")
        .doc("The offsets where reading begins: `partition:0,offset:42;partition:1,offset:300`."),
    OptionSpec::long("scan.startup.timestamp-millis").doc("The time where reading begins, in milliseconds since the epoch."),
    OptionSpec::enumeration("scan.bounded.mode", &["unbounded", "latest-offset", "group-offsets", "timestamp", "specific-offsets"])
        .default("unbounded")
        .doc("Where reading ends."),
    OptionSpec::string("scan.bounded.specific-offsets")
        .doc("The offsets where reading ends: `partition:0,offset:42;partition:1,offset:300`."),
    OptionSpec::long("scan.bounded.timestamp-millis").doc("The time where reading ends, in milliseconds since the epoch."),
    OptionSpec::duration("scan.topic-partition-discovery.interval")
        .default("5 min")
        .doc("How often to look for new topics and partitions; 0 for never."),
    OptionSpec::int("scan.parallelism").doc("How many tasks read."),
    OptionSpec::string("sink.partitioner")
        .default("default")
        .doc("Which partition a row goes to: `default`, `fixed`, `round-robin`, or a class."),
    OptionSpec::enumeration("sink.delivery-guarantee", &["none", "at-least-once", "exactly-once"])
        .default("at-least-once")
        .deprecated(&["sink.semantic"])
        .doc("What may happen to rows when the job fails."),
    OptionSpec::string("sink.transactional-id-prefix").doc("The prefix of the names of transactions. Needed for `exactly-once`."),
    OptionSpec::int("sink.parallelism").doc("How many tasks write."),
];
