//! The options of the elasticsearch connectors.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::list("hosts").required().doc("The addresses of the nodes."),
    OptionSpec::string("index").required().doc("The index; `{field}` and `{field|yyyy-MM-dd}` stand for values of the row."),
    OptionSpec::string("document-type").doc("The type of the documents (elasticsearch-6)."),
    OptionSpec::string("document-id.key-delimiter").default("_").doc("What stands between the parts of a key in the id of a document."),
    OptionSpec::string("username").doc("The user."),
    OptionSpec::string("password").secret().doc("The password."),
    OptionSpec::string("failure-handler")
        .default("fail")
        .doc("What happens when a request fails: `fail`, `ignore`, `retry-rejected`, or a class."),
    OptionSpec::boolean("sink.flush-on-checkpoint").default("true").doc("Whether a checkpoint waits until all rows are written."),
    OptionSpec::int("sink.bulk-flush.max-actions").default("1000").doc("How many rows go in one request; 0 for any number."),
    OptionSpec::memory_size("sink.bulk-flush.max-size").default("2mb").doc("How many bytes go in one request; 0 for any number."),
    OptionSpec::duration("sink.bulk-flush.interval").default("1s").doc("How long rows are collected; 0 for any time."),
    OptionSpec::int("sink.bulk-flush.max-buffered-actions").default("10000").doc("How many rows wait to be sent (elasticsearch-8)."),
    OptionSpec::int("sink.bulk-flush.max-in-flight-actions").default("50").doc("How many requests wait for an answer (elasticsearch-8)."),
    OptionSpec::enumeration("sink.bulk-flush.backoff.strategy", &["DISABLED", "CONSTANT", "EXPONENTIAL"])
        .default("DISABLED")
        .java_enum("org.apache.flink.connector.elasticsearch.sink.FlushBackoffType")
        .doc("How long to wait before a failed request is repeated."),
    OptionSpec::int("sink.bulk-flush.backoff.max-retries").doc("How often a failed request is repeated."),
    OptionSpec::duration("sink.bulk-flush.backoff.delay").doc("How long to wait at first."),
    OptionSpec::string("ssl.certificate-fingerprint").doc("The fingerprint of the certificate of the server (elasticsearch-8)."),
    OptionSpec::string("connection.path-prefix").doc("The beginning of the path of every request."),
    OptionSpec::duration("connection.request-timeout").doc("How long to wait for a connection."),
    OptionSpec::duration("connection.timeout").doc("How long to wait until a connection is made."),
    OptionSpec::duration("socket.timeout").doc("How long to wait for data."),
    OptionSpec::string("format").default("json").doc("The format of the documents."),
    OptionSpec::int("sink.parallelism").doc("How many tasks write."),
];
