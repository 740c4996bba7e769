//! The options of the hbase connectors.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("table-name").required().doc("The table in HBase, with its name space if it has one: `ns:table`."),
    OptionSpec::string("zookeeper.quorum").required().doc("The addresses of ZooKeeper."),
    OptionSpec::string("zookeeper.znode.parent").default("/hbase").doc("The root of HBase in ZooKeeper."),
    OptionSpec::string("null-string-literal").default("null").doc("The text that stands for NULL."),
    OptionSpec::memory_size("sink.buffer-flush.max-size")
        .default("2mb")
        .doc("How many bytes are collected before they are sent (hbase-2.2)."),
    OptionSpec::int("sink.buffer-flush.max-rows").default("1000").doc("How many rows are collected before they are sent (hbase-2.2)."),
    OptionSpec::duration("sink.buffer-flush.interval").default("1 s").doc("How long rows are collected before they are sent (hbase-2.2)."),
    OptionSpec::long("sink.flush-buffer.size").default("2097152").doc("How many bytes are collected before they are sent."),
    OptionSpec::int("sink.batch.max-size").default("1000").doc("How many rows go in one request."),
    OptionSpec::long("sink.flush-buffer.timeout").default("1000").doc("How many milliseconds rows are collected."),
    OptionSpec::int("sink.requests.max-inflight").default("1000").doc("How many requests wait for an answer."),
    OptionSpec::int("sink.requests.max-buffered").default("1000").doc("How many rows wait to be sent."),
    OptionSpec::duration("sink.request-timeout").default("10 min").doc("How long a request may take."),
    OptionSpec::boolean("sink.fail-on-timeout").default("false").doc("Whether a request that takes too long fails the job."),
    OptionSpec::int("sink.max-request-write-attempts").default("0").doc("How often a write is tried; 0 without end."),
    OptionSpec::long("sink.max-record-size").default("1048576").doc("The size of the largest row, in bytes."),
    OptionSpec::boolean("sink.ignore-null-value").default("false").doc("Whether NULL is left out instead of written."),
    OptionSpec::int("sink.parallelism").doc("How many tasks write."),
    OptionSpec::boolean("lookup.async").default("false").doc("Whether lookups wait for each other."),
    OptionSpec::prefix("properties.*").doc("Settings of the HBase client, passed on as they are."),
];
