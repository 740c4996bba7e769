//! Options of hints and of model functions, which are given in the query itself.

use crate::{OptionRule, OptionSpec};

const OUTPUT_MODES: &[&str] = &["ORDERED", "ALLOW_UNORDERED"];
const OUTPUT_MODE_CLASS: &str = "org.apache.flink.table.api.config.ExecutionConfigOptions$AsyncOutputMode";

/// `/*+ LOOKUP('table' = 'dim', 'async' = 'true', ...) */`
pub static LOOKUP_HINT_OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("table").required().doc("The name or alias of the table that is looked up."),
    OptionSpec::boolean("async").doc("Whether several lookups run at once."),
    OptionSpec::enumeration("output-mode", OUTPUT_MODES).java_enum(OUTPUT_MODE_CLASS).doc("Whether the results stay in order."),
    OptionSpec::int("capacity").doc("How many asynchronous lookups run at once."),
    OptionSpec::duration("timeout").doc("How long an asynchronous lookup may take, with all its repetitions."),
    OptionSpec::string("retry-predicate").doc("When a lookup is repeated: `lookup_miss`, when the key is not found."),
    OptionSpec::enumeration("retry-strategy", &["FIXED_DELAY"]).doc("How it is repeated."),
    OptionSpec::duration("fixed-delay").doc("How long to wait before a repetition."),
    OptionSpec::int("max-attempts").doc("How often it is repeated at most."),
    OptionSpec::boolean("shuffle").default("false").doc("Whether rows are distributed by the key that is looked up."),
];

/// The retry options of a `LOOKUP` hint come together.
pub static LOOKUP_HINT_RULES: &[OptionRule] =
    &[OptionRule::Together(&["retry-predicate", "retry-strategy", "fixed-delay", "max-attempts"])];

/// The configuration argument of `ML_PREDICT`.
pub static ML_PREDICT_OPTIONS: &[OptionSpec] = ASYNC_CALL;

/// The configuration argument of `VECTOR_SEARCH`.
pub static VECTOR_SEARCH_OPTIONS: &[OptionSpec] = ASYNC_CALL;

const ASYNC_CALL: &[OptionSpec] = &[
    OptionSpec::boolean("async").doc("Whether several calls run at once."),
    OptionSpec::enumeration("output-mode", OUTPUT_MODES).java_enum(OUTPUT_MODE_CLASS).doc("Whether the results stay in order."),
    OptionSpec::int("max-concurrent-operations").doc("How many calls run at once."),
    OptionSpec::duration("timeout").doc("How long a call may take."),
];
