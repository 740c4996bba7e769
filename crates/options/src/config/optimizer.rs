//! `table.optimizer.*`: how a query is planned.

use crate::OptionSpec;

/// How a query is planned.
pub(super) static OPTIMIZER: &[OptionSpec] = &[
    OptionSpec::enumeration("table.optimizer.agg-phase-strategy", &["AUTO", "ONE_PHASE", "TWO_PHASE"])
        .default("AUTO")
        .java_enum("org.apache.flink.table.api.config.AggregatePhaseStrategy")
        .doc("Whether aggregations are split into a local and a global phase."),
    OptionSpec::long("table.optimizer.join.broadcast-threshold")
        .default("1048576")
        .doc("Up to how many bytes a table is sent to all join tasks; -1 never does."),
    OptionSpec::boolean("table.optimizer.distinct-agg.split.enabled")
        .default("false")
        .doc("Whether `DISTINCT` aggregations are split against skew."),
    OptionSpec::int("table.optimizer.distinct-agg.split.bucket-num").default("1024").doc("Into how many parts they are split."),
    OptionSpec::boolean("table.optimizer.reuse-sub-plan-enabled").default("true").doc("Whether equal parts of a plan are executed once."),
    OptionSpec::boolean("table.optimizer.reuse-source-enabled").default("true").doc("Whether a table that is read twice is scanned once."),
    OptionSpec::boolean("table.optimizer.reuse-sink-enabled").default("true").doc("Whether a table that is written twice has one sink."),
    OptionSpec::boolean("table.optimizer.source.report-statistics-enabled")
        .default("true")
        .doc("Whether sources are asked for statistics."),
    OptionSpec::boolean("table.optimizer.join-reorder-enabled").default("false").doc("Whether joins are reordered."),
    OptionSpec::int("table.optimizer.bushy-join-reorder-threshold")
        .default("12")
        .doc("Up to how many tables all join orders are considered."),
    OptionSpec::boolean("table.optimizer.multiple-input-enabled")
        .default("true")
        .doc("Whether joined operators are merged into one with several inputs."),
    OptionSpec::boolean("table.optimizer.dynamic-filtering.enabled")
        .default("true")
        .doc("Whether a join filters the partitions of its other side at run time."),
    OptionSpec::boolean("table.optimizer.runtime-filter.enabled")
        .default("false")
        .doc("Whether a join filters the rows of its other side at run time."),
    OptionSpec::enumeration("table.optimizer.adaptive-broadcast-join.strategy", &["auto", "runtime_only", "none"])
        .default("auto")
        .java_enum("org.apache.flink.table.api.config.OptimizerConfigOptions$AdaptiveBroadcastJoinStrategy")
        .doc("Whether joins become broadcast joins at run time."),
    OptionSpec::enumeration("table.optimizer.skewed-join-optimization.strategy", &["auto", "forced", "none"])
        .default("auto")
        .java_enum("org.apache.flink.table.api.config.OptimizerConfigOptions$AdaptiveSkewedJoinOptimizationStrategy")
        .doc("Whether skewed joins are balanced at run time."),
    OptionSpec::double("table.optimizer.skewed-join-optimization.skewed-factor")
        .default("4.0")
        .doc("How many times the median a partition must have to count as skewed."),
    OptionSpec::memory_size("table.optimizer.skewed-join-optimization.skewed-threshold")
        .default("256 mb")
        .doc("How large a partition must be to count as skewed."),
    OptionSpec::memory_size("table.optimizer.runtime-filter.max-build-data-size")
        .default("150 mb")
        .doc("Up to which size a join side makes a run-time filter."),
    OptionSpec::memory_size("table.optimizer.runtime-filter.min-probe-data-size")
        .default("10 gb")
        .doc("From which size on a join side is filtered."),
    OptionSpec::double("table.optimizer.runtime-filter.min-filter-ratio")
        .default("0.5")
        .doc("Which share of rows a run-time filter must remove."),
    OptionSpec::enumeration("table.optimizer.non-deterministic-update.strategy", &["TRY_RESOLVE", "IGNORE"])
        .default("IGNORE")
        .java_enum("org.apache.flink.table.api.config.OptimizerConfigOptions$NonDeterministicUpdateStrategy")
        .doc("Whether the plan is changed so that updates are correct even with functions that are not deterministic."),
    OptionSpec::boolean("table.optimizer.sql2rel.project-merge.enabled")
        .default("false")
        .doc("Whether nested projections are merged while a query is translated."),
    OptionSpec::boolean("table.optimizer.union-all-as-breakpoint-enabled")
        .default("true")
        .doc("Whether a `UNION ALL` that several sinks share is optimized separately."),
    OptionSpec::boolean("table.optimizer.reuse-optimize-block-with-digest-enabled")
        .default("false")
        .doc("Whether equal parts that several sinks share are found by their description."),
    OptionSpec::boolean("table.optimizer.multi-join.enabled")
        .default("false")
        .doc("Whether several joins become one operator in streaming mode."),
    OptionSpec::boolean("table.optimizer.incremental-agg-enabled")
        .default("true")
        .doc("Whether the two phases of a split aggregation are merged."),
    OptionSpec::int("table.optimizer.ptf.max-tables").default("20").doc("How many tables a process table function may take."),
    OptionSpec::enumeration("table.optimizer.delta-join.strategy", &["AUTO", "FORCE", "NONE"])
        .default("AUTO")
        .java_enum("org.apache.flink.table.api.config.OptimizerConfigOptions$DeltaJoinStrategy")
        .doc("Whether joins look up both sides instead of keeping them in state."),
];
