//! What is done with a partition when it is complete (`sink.partition-commit.*`), and which of these options say nothing here.

use crate::diagnostics::{NO_EFFECT_HERE, UNSUPPORTED_POLICY};
use diag::{Diagnostic, Error, Result};
use options::ResolvedOptions;
use std::fs::File;
use std::path::Path;
use table::connector::TableContext;

const KIND: &str = "sink.partition-commit.policy.kind";
const TRIGGER: &str = "sink.partition-commit.trigger";

/// Marks complete partitions.
#[derive(Debug)]
pub(super) struct PartitionCommit {
    success_file: Option<String>,
    /// How long after its beginning a partition is complete, in milliseconds; `None` when its time decides.
    delay: Option<i64>,
}

impl PartitionCommit {
    pub(super) fn new(table: &TableContext) -> Result<Self> {
        if let Some(diagnostic) = unsupported_policy(table) {
            return Err(Error::unsupported(diagnostic.message.clone()).with_diagnostic(diagnostic));
        }
        let options = &table.options;
        let success_file = policies(options).any(|policy| policy == "success-file");
        let by_clock = options.get_enum(TRIGGER) == "process-time";
        let delay = i64::try_from(options.get_duration("sink.partition-commit.delay").as_millis()).unwrap_or(i64::MAX);
        Ok(PartitionCommit {
            success_file: success_file.then(|| options.get_str("sink.partition-commit.success-file.name")),
            delay: by_clock.then_some(delay),
        })
    }

    /// How long after its beginning a partition is complete, in milliseconds, when the clock decides and there is something to do.
    pub(super) fn delay_by_clock(&self) -> Option<i64> {
        self.delay.filter(|_| self.success_file.is_some())
    }

    /// Does what is to be done with a complete partition.
    pub(super) fn mark(&self, directory: &Path) -> Result<()> {
        match &self.success_file {
            Some(name) => File::create(directory.join(name)).map(|_| ()).map_err(Error::from),
            None => Ok(()),
        }
    }
}

fn policies(options: &ResolvedOptions) -> impl Iterator<Item = String> {
    let policies = options.opt_str(KIND).unwrap_or_default();
    policies.split(',').map(|policy| policy.trim().to_owned()).filter(|policy| !policy.is_empty()).collect::<Vec<_>>().into_iter()
}

/// Reports policies that do not exist.
pub(super) fn unknown_policy(table: &TableContext) -> Option<Diagnostic> {
    let known = ["success-file", "metastore", "custom"];
    let is_known = policies(&table.options).all(|policy| known.contains(&policy.as_str()));
    (!is_known).then(|| table.options.invalid_value(KIND, "It is a list of 'success-file', 'metastore' and 'custom'."))
}

/// Policies that cannot be followed when writing.
fn unsupported_policy(table: &TableContext) -> Option<Diagnostic> {
    let span = table.options.given(KIND).map_or(table.span, |given| given.span);
    let policies: Vec<String> = policies(&table.options).collect();
    if policies.iter().any(|policy| policy == "custom") {
        let message = "partition-commit policy 'custom' runs a Java class, which does not run here";
        return Some(Diagnostic::error(UNSUPPORTED_POLICY, span, message).with_help("Use the policy 'success-file'."));
    }
    let is_refused = table.environment.streaming && policies.iter().any(|policy| policy == "metastore");
    is_refused.then(|| {
        Diagnostic::error(UNSUPPORTED_POLICY, span, "partition-commit policy 'metastore' is for tables of Hive, not for files")
            .with_help("Leave it out, or use the policy 'success-file'.")
            .with_flink(
                "org.apache.flink.table.api.ValidationException: Can not configure a 'metastore' partition commit policy for a file system \
                 table. You can only configure 'metastore' partition commit policy for a hive table.",
            )
    })
}

/// Options that Flink's cluster needs and a single process does not, each with the reason.
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("sink.rolling-policy.inactivity-interval", "files are finished whenever no rows wait"),
    ("sink.rolling-policy.check-interval", "files are finished whenever no rows wait"),
    ("sink.shuffle-by-partition.enable", "a task writes each partition to a file of its own"),
    ("compaction.parallelism", "files are written in their final size"),
    ("partition.time-extractor.class", "partitions are complete by the clock, or at the end"),
    ("partition.time-extractor.timestamp-pattern", "partitions are complete by the clock, or at the end"),
    ("partition.time-extractor.timestamp-formatter", "partitions are complete by the clock, or at the end"),
    ("sink.partition-commit.watermark-time-zone", "partitions are complete by the clock, or at the end"),
];

/// Notes on options that were given and say nothing here.
pub(super) fn without_effect(table: &TableContext) -> Vec<Diagnostic> {
    let note = |key: &str, reason: &str| {
        let given = table.options.given(key)?;
        Some(Diagnostic::note(NO_EFFECT_HERE, given.span, format!("'{key}' has no effect here: {reason}")))
    };
    let mut found: Vec<Diagnostic> = WITHOUT_EFFECT.iter().filter_map(|(key, reason)| note(key, reason)).collect();
    // In batch mode it is the same in Flink.
    if table.environment.streaming && table.options.get_enum(TRIGGER) == "partition-time" {
        found.extend(note(TRIGGER, "partitions are marked complete when the statement ends"));
    }
    found
}
