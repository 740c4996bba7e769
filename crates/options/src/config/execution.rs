//! `table.exec.*`: how the operators of a query work.

use crate::OptionSpec;

/// How the operators of a query work.
pub(super) static EXECUTION: &[OptionSpec] = &[
    OptionSpec::duration("table.exec.state.ttl")
        .default("0 s")
        .doc("How long the state of a key is kept without being used; 0 keeps it for ever."),
    OptionSpec::duration("table.exec.source.idle-timeout")
        .default("0 s")
        .doc("After this time without data, a source no longer holds back the watermark; 0 waits for ever."),
    OptionSpec::boolean("table.exec.source.cdc-events-duplicate")
        .default("false")
        .doc("Whether a change source may repeat events, which are then removed by primary key."),
    OptionSpec::enumeration("table.exec.sink.not-null-enforcer", &["ERROR", "DROP"])
        .default("ERROR")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$NotNullEnforcer")
        .doc("What to do with a row that has NULL in a `NOT NULL` column of a sink: fail, or leave it out."),
    OptionSpec::enumeration("table.exec.sink.type-length-enforcer", &["IGNORE", "TRIM_PAD", "ERROR"])
        .default("IGNORE")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$TypeLengthEnforcer")
        .doc("What to do with text and bytes that do not have the declared length: nothing, trim or pad them, or fail."),
    OptionSpec::enumeration("table.exec.sink.nested-constraint-enforcer", &["IGNORE", "ROWS", "ROWS_AND_COLLECTIONS"])
        .default("IGNORE")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$NestedEnforcer")
        .doc("Whether the two enforcers also look into rows, and into collections."),
    OptionSpec::enumeration("table.exec.sink.upsert-materialize", &["NONE", "AUTO", "FORCE"])
        .default("AUTO")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$UpsertMaterialize")
        .doc("Whether a sink with a primary key puts late and unordered changes right."),
    OptionSpec::long("table.exec.sink.upsert-materialize-strategy.adaptive.threshold.low")
        .doc("The number of rows of a key under which the adaptive strategy goes back to one value."),
    OptionSpec::long("table.exec.sink.upsert-materialize-strategy.adaptive.threshold.high")
        .doc("The number of rows of a key over which the adaptive strategy changes to a map."),
    OptionSpec::enumeration("table.exec.sink.upsert-materialize-strategy.type", &["LEGACY", "MAP", "VALUE", "ADAPTIVE"])
        .default("LEGACY")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$SinkUpsertMaterializeStrategy")
        .doc("How the rows of a key are stored before a sink."),
    OptionSpec::enumeration("table.exec.sink.keyed-shuffle", &["NONE", "AUTO", "FORCE"])
        .default("AUTO")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$SinkKeyedShuffle")
        .doc("Whether rows are distributed by primary key before a sink."),
    OptionSpec::enumeration("table.exec.sink.rowtime-inserter", &["ENABLED", "DISABLED"])
        .default("ENABLED")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$RowtimeInserter")
        .doc("Whether the event time of a row becomes the timestamp of the written record."),
    OptionSpec::boolean("table.exec.sink.require-on-conflict")
        .default("true")
        .doc("Whether an `INSERT` needs `ON CONFLICT` when the keys of query and sink differ."),
    OptionSpec::int("table.exec.sort.default-limit").default("-1").doc("The limit of an `ORDER BY` without `LIMIT`; -1 is none."),
    OptionSpec::int("table.exec.sort.max-num-file-handles").default("128").doc("How many files an external sort merges at once."),
    OptionSpec::boolean("table.exec.sort.async-merge-enabled").default("true").doc("Whether an external sort merges in the background."),
    OptionSpec::boolean("table.exec.spill-compression.enabled").default("true").doc("Whether data that goes to disk is compressed."),
    OptionSpec::memory_size("table.exec.spill-compression.block-size").default("64 kb").doc("How much data is compressed at once."),
    OptionSpec::int("table.exec.resource.default-parallelism")
        .default("-1")
        .doc("The parallelism of the operators of a query; -1 takes `parallelism.default`."),
    OptionSpec::memory_size("table.exec.resource.external-buffer-memory")
        .default("10 mb")
        .doc("The memory of a buffer that can go to disk."),
    OptionSpec::memory_size("table.exec.resource.hash-agg.memory").default("128 mb").doc("The memory of a hash aggregation."),
    OptionSpec::memory_size("table.exec.resource.hash-join.memory").default("128 mb").doc("The memory of a hash join."),
    OptionSpec::memory_size("table.exec.resource.sort.memory").default("128 mb").doc("The memory of a sort."),
    OptionSpec::int("table.exec.window-agg.buffer-size-limit")
        .default("100000")
        .doc("How many rows a window aggregation buffers in batch mode."),
    OptionSpec::boolean("table.exec.local-hash-agg.adaptive.enabled")
        .default("true")
        .doc("Whether a local aggregation stops when it does not reduce the rows."),
    OptionSpec::long("table.exec.local-hash-agg.adaptive.sampling-threshold").default("500000").doc("After how many rows that is decided."),
    OptionSpec::double("table.exec.local-hash-agg.adaptive.distinct-value-rate-threshold")
        .default("0.5")
        .doc("The share of different keys over which the local aggregation stops."),
    OptionSpec::boolean("table.exec.async-lookup.key-ordered-enabled")
        .default("false")
        .doc("Whether asynchronous lookups of one key stay in order."),
    OptionSpec::int("table.exec.async-lookup.buffer-capacity").default("100").doc("How many asynchronous lookups run at once."),
    OptionSpec::duration("table.exec.async-lookup.timeout").default("3 min").doc("How long an asynchronous lookup may take."),
    OptionSpec::enumeration("table.exec.async-lookup.output-mode", &["ORDERED", "ALLOW_UNORDERED"])
        .default("ORDERED")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$AsyncOutputMode")
        .doc("Whether the results of asynchronous lookups stay in order."),
    OptionSpec::int("table.exec.async-scalar.max-concurrent-operations")
        .default("10")
        .deprecated(&["table.exec.async-scalar.buffer-capacity"])
        .doc("How many asynchronous scalar function calls run at once."),
    OptionSpec::duration("table.exec.async-scalar.timeout").default("3 min").doc("How long an asynchronous scalar function call may take."),
    OptionSpec::enumeration("table.exec.async-scalar.retry-strategy", &["NO_RETRY", "FIXED_DELAY"])
        .default("FIXED_DELAY")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$RetryStrategy")
        .doc("Whether a failed asynchronous scalar function call is repeated."),
    OptionSpec::duration("table.exec.async-scalar.retry-delay").default("100 ms").doc("How long to wait before repeating it."),
    OptionSpec::int("table.exec.async-scalar.max-attempts").default("3").doc("How often it is tried."),
    OptionSpec::int("table.exec.async-table.max-concurrent-operations")
        .default("10")
        .doc("How many asynchronous table function calls run at once."),
    OptionSpec::duration("table.exec.async-table.timeout").default("3 min").doc("How long an asynchronous table function call may take."),
    OptionSpec::enumeration("table.exec.async-table.retry-strategy", &["NO_RETRY", "FIXED_DELAY"])
        .default("FIXED_DELAY")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$RetryStrategy")
        .doc("Whether a failed asynchronous table function call is repeated."),
    OptionSpec::duration("table.exec.async-table.retry-delay").default("100 ms").doc("How long to wait before repeating it."),
    OptionSpec::int("table.exec.async-table.max-retries").default("3").doc("How often it is repeated."),
    OptionSpec::int("table.exec.async-ml-predict.max-concurrent-operations")
        .default("10")
        .doc("How many asynchronous model calls run at once."),
    OptionSpec::duration("table.exec.async-ml-predict.timeout").default("3 min").doc("How long an asynchronous model call may take."),
    OptionSpec::enumeration("table.exec.async-ml-predict.output-mode", &["ORDERED", "ALLOW_UNORDERED"])
        .default("ORDERED")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$AsyncOutputMode")
        .doc("Whether the results of asynchronous model calls stay in order."),
    OptionSpec::int("table.exec.async-vector-search.max-concurrent-operations")
        .default("10")
        .doc("How many asynchronous vector searches run at once."),
    OptionSpec::duration("table.exec.async-vector-search.timeout").default("3 min").doc("How long an asynchronous vector search may take."),
    OptionSpec::enumeration("table.exec.async-vector-search.output-mode", &["ORDERED", "ALLOW_UNORDERED"])
        .default("ORDERED")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$AsyncOutputMode")
        .doc("Whether the results of asynchronous vector searches stay in order."),
    OptionSpec::boolean("table.exec.mini-batch.enabled")
        .default("false")
        .doc("Whether streaming aggregations collect rows and handle them together."),
    OptionSpec::duration("table.exec.mini-batch.allow-latency").default("0 s").doc("How long rows are collected at most."),
    OptionSpec::long("table.exec.mini-batch.size")
        .default("-1")
        .doc("How many rows are collected at most; must be positive with mini-batches."),
    OptionSpec::string("table.exec.disabled-operators").doc(
        "Operators that batch plans avoid, as a comma-separated list: `NestedLoopJoin`, `ShuffleHashJoin`, `BroadcastHashJoin`, \
             `SortMergeJoin`, `HashAgg`, `SortAgg`.",
    ),
    OptionSpec::boolean("table.exec.operator-fusion-codegen.enabled")
        .default("false")
        .doc("Whether chained operators are compiled into one."),
    OptionSpec::enumeration("table.exec.legacy-cast-behaviour", &["ENABLED", "DISABLED"])
        .default("DISABLED")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$LegacyCastBehaviour")
        .doc("Whether `CAST` gives NULL instead of failing, as before Flink 1.15."),
    OptionSpec::long("table.exec.rank.topn-cache-size").default("10000").doc("How many rows a Top-N query caches."),
    OptionSpec::boolean("table.exec.simplify-operator-name-enabled").default("true").doc("Whether operators have short names."),
    OptionSpec::boolean("table.exec.deduplicate.insert-update-after-sensitive-enabled")
        .default("true")
        .doc("Whether a deduplication tells a first row from a later one."),
    OptionSpec::boolean("table.exec.deduplicate.mini-batch.compact-changes-enabled")
        .default("false")
        .doc("Whether a deduplication sends on only the last change of a mini-batch."),
    OptionSpec::int("table.exec.unbounded-over.version").default("2").doc("Which implementation of unbounded `OVER` aggregations is used."),
    OptionSpec::enumeration("table.exec.uid.generation", &["PLAN_ONLY", "ALWAYS", "DISABLED"])
        .default("PLAN_ONLY")
        .java_enum("org.apache.flink.table.api.config.ExecutionConfigOptions$UidGeneration")
        .doc("Whether operators get stable ids."),
    OptionSpec::string("table.exec.uid.format").default("<id>_<transformation>").doc("The form of those ids."),
    OptionSpec::duration("table.exec.interval-join.min-cleanup-interval")
        .default("0 s")
        .doc("How long an interval join waits at least between cleaning up its state."),
    OptionSpec::boolean("table.exec.async-state.enabled").default("false").doc("Whether operators read and write state asynchronously."),
    OptionSpec::boolean("table.exec.delta-join.cache-enabled").default("true").doc("Whether a delta join caches what it looked up."),
    OptionSpec::long("table.exec.delta-join.left.cache-size")
        .default("10000")
        .doc("How many entries of the left side a delta join caches."),
    OptionSpec::long("table.exec.delta-join.right.cache-size")
        .default("10000")
        .doc("How many entries of the right side a delta join caches."),
];
