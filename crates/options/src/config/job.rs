//! Jobs and their state: `execution.*`, `pipeline.*`, `state.*`, and what belongs to a cluster.

use crate::OptionSpec;

/// What Tamias adds to Flink's options.
pub(super) static TAMIAS: &[OptionSpec] = &[OptionSpec::enumeration("tamias.check-options", &["strict", "lenient"])
    .default("strict")
    .doc("When the options of tables are checked: where tables are defined and used, or as in Flink where they are used, without the keys of formats.")];

/// How jobs run.
pub(super) static JOB: &[OptionSpec] = &[
    OptionSpec::enumeration("execution.runtime-mode", &["STREAMING", "BATCH", "AUTOMATIC"])
        .default("STREAMING")
        .java_enum("org.apache.flink.api.common.RuntimeExecutionMode")
        .doc("Whether queries run as batch or as streaming jobs; `AUTOMATIC` takes batch when every source is bounded."),
    OptionSpec::enumeration(
        "execution.batch-shuffle-mode",
        &["ALL_EXCHANGES_PIPELINED", "ALL_EXCHANGES_BLOCKING", "ALL_EXCHANGES_HYBRID_FULL", "ALL_EXCHANGES_HYBRID_SELECTIVE"],
    )
    .default("ALL_EXCHANGES_BLOCKING")
    .java_enum("org.apache.flink.api.common.BatchShuffleMode")
    .doc("How batch jobs exchange data between operators."),
    OptionSpec::boolean("execution.buffer-timeout.enabled")
        .default("true")
        .doc("Whether output buffers are sent after some time even when they are not full."),
    OptionSpec::duration("execution.buffer-timeout.interval")
        .default("100 ms")
        .deprecated(&["execution.buffer-timeout"])
        .doc("After which time they are sent; 0 sends every record at once."),
    OptionSpec::memory_size("execution.sort-partition.memory").default("128 mb").doc("The memory for sorting a partition."),
    OptionSpec::memory_size("execution.sort-keyed-partition.memory").default("128 mb").doc("The memory for sorting a keyed partition."),
    OptionSpec::boolean("execution.sorted-inputs.enabled").default("true").doc("Whether batch jobs sort the inputs of keyed operators."),
    OptionSpec::memory_size("execution.sorted-inputs.memory")
        .default("128 mb")
        .doc("The memory for sorting the inputs of keyed operators."),
    OptionSpec::boolean("execution.batch-state-backend.enabled")
        .default("true")
        .doc("Whether batch jobs use a state backend of their own."),
    OptionSpec::int("execution.async-state.total-buffer-size").default("6000").doc("How many state requests are buffered, of all kinds."),
    OptionSpec::int("execution.async-state.active-buffer-size").default("1000").doc("How many state requests are sent together."),
    OptionSpec::long("execution.async-state.active-buffer-timeout")
        .default("1000")
        .doc("After how many milliseconds they are sent anyway."),
    OptionSpec::int("parallelism.default").default("1").doc("The parallelism of jobs that state none."),
    OptionSpec::string("pipeline.name").doc("The name of the job."),
    OptionSpec::list("pipeline.jars").doc("The jars that a job is sent with."),
    OptionSpec::list("pipeline.classpaths").doc("Further places that all machines load classes from."),
    OptionSpec::boolean("pipeline.auto-generate-uids").default("true").doc("Whether operators without an id get one."),
    OptionSpec::duration("pipeline.auto-watermark-interval").default("200 ms").doc("How often watermarks are made."),
    OptionSpec::enumeration("pipeline.closure-cleaner-level", &["NONE", "TOP_LEVEL", "RECURSIVE"])
        .default("RECURSIVE")
        .java_enum("org.apache.flink.api.common.ExecutionConfig$ClosureCleanerLevel")
        .doc("How far functions are freed of references that they do not use."),
    OptionSpec::boolean("pipeline.force-avro").default("false").doc("Whether plain Java objects are written with Avro."),
    OptionSpec::boolean("pipeline.force-kryo").default("false").doc("Whether plain Java objects are written with Kryo."),
    OptionSpec::boolean("pipeline.force-kryo-avro").doc("Whether Avro types are written with Kryo."),
    OptionSpec::boolean("pipeline.generic-types").default("true").doc("Whether types that need Kryo are allowed."),
    OptionSpec::map("pipeline.global-job-parameters").doc("Settings that user functions can read."),
    OptionSpec::map("pipeline.jobvertex-parallelism-overrides").default("").doc("The parallelism of single operators, by operator id."),
    OptionSpec::int("pipeline.max-parallelism")
        .default("-1")
        .doc("The largest parallelism that a job can be rescaled to; -1 is chosen automatically."),
    OptionSpec::boolean("pipeline.object-reuse").default("false").doc("Whether operators may reuse the objects that they are given."),
    OptionSpec::list("pipeline.serialization-config").doc("How data types are written."),
    OptionSpec::boolean("pipeline.operator-chaining.enabled")
        .default("true")
        .deprecated(&["pipeline.operator-chaining"])
        .doc("Whether operators that follow each other share a thread."),
    OptionSpec::boolean("pipeline.operator-chaining.chain-operators-with-different-max-parallelism")
        .default("true")
        .doc("Whether they do so even when their largest parallelism differs."),
    OptionSpec::list("pipeline.cached-files").doc("Files that are copied to all machines."),
    OptionSpec::enumeration("pipeline.vertex-description-mode", &["TREE", "CASCADING"])
        .default("TREE")
        .java_enum("org.apache.flink.configuration.PipelineOptions$VertexDescriptionMode")
        .doc("How the description of an operator is laid out."),
    OptionSpec::boolean("pipeline.vertex-name-include-index-prefix").default("false").doc("Whether operator names begin with a number."),
    OptionSpec::boolean("pipeline.watermark-alignment.allow-unaligned-source-splits")
        .default("false")
        .doc("Whether watermarks are aligned even for sources that cannot pause single splits."),
    OptionSpec::int("pipeline.watermark-alignment.buffer-size")
        .default("3")
        .doc("How many records are buffered while watermarks are aligned."),
    OptionSpec::string("execution.target").doc("Where jobs run: `local`, `remote`, `yarn-application` and others."),
    OptionSpec::boolean("execution.attached").default("false").doc("Whether a submitted job is waited for."),
    OptionSpec::boolean("execution.shutdown-on-attached-exit")
        .default("false")
        .doc("Whether the cluster stops when the client that waits is stopped."),
    OptionSpec::list("execution.job-listeners").doc("Classes that are told about submitted and finished jobs."),
    OptionSpec::list("execution.job-status-changed-listeners").doc("Factories of listeners that are told about the status of jobs."),
    OptionSpec::boolean("execution.shutdown-on-application-finish")
        .default("true")
        .doc("Whether an application cluster stops with its application."),
    OptionSpec::boolean("execution.submit-failed-job-on-application-error")
        .default("false")
        .doc("Whether an application that fails before its job is shown as a failed job."),
    OptionSpec::list("execution.program-config.wildcards")
        .default("")
        .doc("Keys that programs may set even where they may not set others."),
    OptionSpec::boolean("execution.program-config.enabled")
        .default("true")
        .deprecated(&["execution.allow-client-job-configurations"])
        .doc("Whether programs may set configuration options."),
    OptionSpec::boolean("execution.terminate-application-on-any-job-terminated-exceptionally")
        .default("true")
        .doc("Whether an application ends when one of its jobs fails."),
    OptionSpec::string("restart-strategy.type")
        .deprecated(&["restart-strategy"])
        .doc("What happens after a failure: `none`, `fixed-delay`, `failure-rate` or `exponential-delay`."),
    OptionSpec::int("restart-strategy.fixed-delay.attempts").default("1").doc("How often a job is restarted."),
    OptionSpec::duration("restart-strategy.fixed-delay.delay").default("1 s").doc("How long to wait before a restart."),
    OptionSpec::int("restart-strategy.failure-rate.max-failures-per-interval").default("1").doc("How many failures an interval may have."),
    OptionSpec::duration("restart-strategy.failure-rate.failure-rate-interval")
        .default("1 min")
        .doc("The interval that failures are counted in."),
    OptionSpec::duration("restart-strategy.failure-rate.delay").default("1 s").doc("How long to wait before a restart."),
    OptionSpec::duration("restart-strategy.exponential-delay.initial-backoff")
        .default("1 s")
        .doc("How long to wait before the first restart."),
    OptionSpec::duration("restart-strategy.exponential-delay.max-backoff")
        .default("1 min")
        .doc("How long to wait before a restart, at most."),
    OptionSpec::double("restart-strategy.exponential-delay.backoff-multiplier")
        .default("1.5")
        .doc("By how much the wait grows after each failure."),
    OptionSpec::duration("restart-strategy.exponential-delay.reset-backoff-threshold")
        .default("1 h")
        .doc("After which time without failure the wait is the first again."),
    OptionSpec::double("restart-strategy.exponential-delay.jitter-factor").default("0.1").doc("Which part of the wait is random."),
    OptionSpec::int("restart-strategy.exponential-delay.attempts-before-reset-backoff")
        .default("2147483647")
        .doc("How many restarts are tried before the job fails."),
    OptionSpec::string("rest.address").fallback(&["jobmanager.rpc.address"]).doc("The address of the cluster."),
    OptionSpec::int("rest.port").default("8081").deprecated(&["web.port"]).doc("The port of the cluster."),
];

/// How state is kept and saved.
pub(super) static STATE: &[OptionSpec] = &[
    OptionSpec::boolean("execution.checkpointing.snapshot-compression").default("false").doc("Whether state is compressed in checkpoints."),
    OptionSpec::string("execution.checkpointing.storage")
        .deprecated(&["state.checkpoint-storage"])
        .doc("Where checkpoints are kept: `jobmanager`, `filesystem`, or a factory class."),
    OptionSpec::int("execution.checkpointing.num-retained")
        .default("1")
        .deprecated(&["state.checkpoints.num-retained"])
        .doc("How many completed checkpoints are kept."),
    OptionSpec::boolean("execution.checkpointing.cleaner.parallel-mode")
        .default("true")
        .deprecated(&["state.checkpoint.cleaner.parallel-mode"])
        .doc("Whether old checkpoints are deleted by several threads."),
    OptionSpec::boolean("execution.checkpointing.incremental")
        .default("false")
        .deprecated(&["state.backend.incremental"])
        .doc("Whether a checkpoint stores only what changed."),
    OptionSpec::string("execution.checkpointing.local-backup.dirs")
        .deprecated(&["taskmanager.state.local.root-dirs"])
        .doc("Directories for local copies of state."),
    OptionSpec::string("execution.checkpointing.savepoint-dir")
        .deprecated(&["state.savepoints.dir", "savepoints.state.backend.fs.dir"])
        .doc("The directory for savepoints."),
    OptionSpec::string("execution.checkpointing.dir")
        .deprecated(&["state.checkpoints.dir", "state.backend.fs.checkpointdir"])
        .doc("The directory for checkpoints."),
    OptionSpec::boolean("execution.checkpointing.create-subdir")
        .default("true")
        .deprecated(&["state.checkpoints.create-subdir"])
        .doc("Whether each job has a directory of its own."),
    OptionSpec::memory_size("execution.checkpointing.data-inline-threshold")
        .default("20 kb")
        .deprecated(&["state.storage.fs.memory-threshold", "state.backend.fs.memory-threshold"])
        .doc("State smaller than this is stored in the metadata of the checkpoint."),
    OptionSpec::int("execution.checkpointing.write-buffer-size")
        .default("4096")
        .deprecated(&["state.storage.fs.write-buffer-size", "state.backend.fs.write-buffer-size"])
        .doc("The buffer for writing checkpoints, in bytes."),
    OptionSpec::boolean("execution.checkpointing.local-backup.enabled")
        .default("false")
        .deprecated(&["state.backend.local-recovery"])
        .fallback(&["execution.state-recovery.from-local"])
        .doc("Whether local copies of state are kept."),
    OptionSpec::boolean("execution.checkpointing.file-merging.enabled").default("false").doc("Whether small checkpoint files are merged."),
    OptionSpec::boolean("execution.checkpointing.file-merging.across-checkpoint-boundary")
        .default("false")
        .doc("Whether files of several checkpoints are merged."),
    OptionSpec::memory_size("execution.checkpointing.file-merging.max-file-size").default("32 mb").doc("How large a merged file gets."),
    OptionSpec::boolean("execution.checkpointing.file-merging.pool-blocking")
        .default("false")
        .doc("Whether writers wait for a file to become free."),
    OptionSpec::int("execution.checkpointing.file-merging.max-subtasks-per-file")
        .default("4")
        .doc("How many subtasks write into one file."),
    OptionSpec::float("execution.checkpointing.file-merging.max-space-amplification")
        .default("2.0")
        .doc("How many times the live data merged files may hold."),
    OptionSpec::enumeration("execution.checkpointing.mode", &["EXACTLY_ONCE", "AT_LEAST_ONCE"])
        .default("EXACTLY_ONCE")
        .java_enum("org.apache.flink.core.execution.CheckpointingMode")
        .doc("Whether every record counts exactly once or at least once after a failure."),
    OptionSpec::duration("execution.checkpointing.timeout").default("10 min").doc("How long a checkpoint may take."),
    OptionSpec::int("execution.checkpointing.max-concurrent-checkpoints").default("1").doc("How many checkpoints are made at once."),
    OptionSpec::duration("execution.checkpointing.min-pause").default("0 s").doc("How long to wait after a checkpoint before the next."),
    OptionSpec::int("execution.checkpointing.tolerable-failed-checkpoints").default("0").doc("How many checkpoints in a row may fail."),
    OptionSpec::enumeration(
        "execution.checkpointing.externalized-checkpoint-retention",
        &["DELETE_ON_CANCELLATION", "RETAIN_ON_CANCELLATION", "NO_EXTERNALIZED_CHECKPOINTS"],
    )
    .default("NO_EXTERNALIZED_CHECKPOINTS")
    .java_enum("org.apache.flink.configuration.ExternalizedCheckpointRetention")
    .doc("Whether checkpoints are kept when a job is cancelled."),
    OptionSpec::duration("execution.checkpointing.interval-during-backlog")
        .doc("How often checkpoints are made while a source catches up; 0 makes none."),
    OptionSpec::duration("execution.checkpointing.interval").doc("How often checkpoints are made; none without it."),
    OptionSpec::boolean("execution.checkpointing.unaligned.enabled")
        .default("false")
        .deprecated(&["execution.checkpointing.unaligned"])
        .doc("Whether checkpoints overtake data that waits between operators."),
    OptionSpec::duration("execution.checkpointing.aligned-checkpoint-timeout")
        .default("0 s")
        .deprecated(&["execution.checkpointing.alignment-timeout"])
        .doc("After which time a checkpoint overtakes data that waits."),
    OptionSpec::boolean("execution.checkpointing.unaligned.forced")
        .default("false")
        .doc("Whether unaligned checkpoints are used even where they are not safe."),
    OptionSpec::boolean("execution.checkpointing.unaligned.interruptible-timers.enabled")
        .default("false")
        .doc("Whether a checkpoint may interrupt the firing of timers."),
    OptionSpec::boolean("execution.checkpointing.checkpoints-after-tasks-finish")
        .default("true")
        .deprecated(&["execution.checkpointing.checkpoints-after-tasks-finish.enabled"])
        .doc("Whether checkpoints go on when some tasks have finished."),
    OptionSpec::boolean("pipeline.sources.pause-until-first-checkpoint")
        .default("false")
        .doc("Whether sources wait for the first checkpoint after a restart."),
    OptionSpec::int("execution.checkpointing.unaligned.max-subtasks-per-channel-state-file")
        .default("5")
        .doc("How many subtasks write the data between operators into one file."),
    OptionSpec::boolean("execution.checkpointing.unaligned.recover-output-on-downstream.enabled")
        .default("false")
        .doc("Whether the data between operators is restored by the reading side."),
    OptionSpec::boolean("execution.checkpointing.during-recovery.enabled")
        .default("false")
        .doc("Whether checkpoints are made while a job is restored."),
    OptionSpec::string("state.backend.type")
        .default("hashmap")
        .deprecated(&["state.backend"])
        .doc("Where state is kept: `hashmap`, `rocksdb`, `forst`, or a factory class."),
    OptionSpec::string("execution.state-recovery.path")
        .deprecated(&["execution.savepoint.path"])
        .doc("The savepoint or checkpoint that a job starts from."),
    OptionSpec::boolean("execution.state-recovery.ignore-unclaimed-state")
        .default("false")
        .deprecated(&["execution.savepoint.ignore-unclaimed-state"])
        .doc("Whether state that no operator claims is dropped."),
    OptionSpec::enumeration("execution.state-recovery.claim-mode", &["CLAIM", "NO_CLAIM", "LEGACY"])
        .default("NO_CLAIM")
        .java_enum("org.apache.flink.core.execution.RecoveryClaimMode")
        .deprecated(&["execution.savepoint-restore-mode"])
        .doc("Who owns the files that a job starts from."),
    OptionSpec::boolean("execution.state-recovery.approximate-local-recovery")
        .default("false")
        .deprecated(&["execution.checkpointing.approximate-local-recovery"])
        .doc("Whether only the failed task is restarted, at the cost of some data."),
    OptionSpec::long("execution.state-recovery.without-channel-state.checkpoint-id")
        .default("-1")
        .deprecated(&["execution.checkpointing.recover-without-channel-state.checkpoint-id"])
        .doc("The checkpoint that is restored without the data between operators; -1 is none."),
    OptionSpec::boolean("execution.state-recovery.from-local")
        .default("false")
        .deprecated(&["state.backend.local-recovery"])
        .doc("Whether local copies of state are used after a failure."),
    OptionSpec::boolean("state.changelog.periodic-materialize.enabled")
        .default("true")
        .deprecated(&["state.backend.changelog.periodic-materialize.enabled"])
        .doc("Whether the changelog of state is turned into state from time to time."),
    OptionSpec::duration("state.changelog.periodic-materialize.interval")
        .default("10 min")
        .deprecated(&["state.backend.changelog.periodic-materialize.interval"])
        .doc("How often that happens."),
    OptionSpec::int("state.changelog.max-failures-allowed")
        .default("3")
        .deprecated(&["state.backend.changelog.max-failures-allowed"])
        .doc("How often it may fail in a row."),
    OptionSpec::boolean("state.changelog.enabled")
        .default("false")
        .deprecated(&["state.backend.changelog.enabled"])
        .doc("Whether changes of state are written as they happen."),
    OptionSpec::string("state.changelog.storage")
        .default("memory")
        .deprecated(&["state.backend.changelog.storage"])
        .doc("Where they are written to: `memory`, `filesystem`, or a factory class."),
];

/// Name spaces of a cluster, which mean nothing to a single process and are kept for `render`.
pub(super) static CLUSTER: &[OptionSpec] = &[
    cluster("blob.*"),
    cluster("classloader.*"),
    cluster("client.*"),
    cluster("cluster.*"),
    cluster("containerized.*"),
    cluster("env.*"),
    cluster("external-resources.*"),
    cluster("fs.*"),
    cluster("high-availability.*"),
    cluster("historyserver.*"),
    cluster("hive.*"),
    cluster("io.*"),
    cluster("java.*"),
    cluster("jobmanager.*"),
    cluster("jobstore.*"),
    cluster("kubernetes.*"),
    cluster("metrics.*"),
    cluster("minicluster.*"),
    cluster("pekko.*"),
    cluster("plugin.*"),
    cluster("process.*"),
    cluster("python.*"),
    cluster("rest.*"),
    cluster("resourcemanager.*"),
    cluster("s3.*"),
    cluster("security.*"),
    cluster("slot.*"),
    cluster("slotmanager.*"),
    cluster("sql-gateway.*"),
    cluster("state.*"),
    cluster("table.catalog-store.*"),
    cluster("table.secret-store.*"),
    cluster("task.*"),
    cluster("taskmanager.*"),
    cluster("traces.*"),
    cluster("user.*"),
    cluster("web.*"),
    cluster("workflow-scheduler.*"),
    cluster("yarn.*"),
    cluster("zookeeper.*"),
];

const fn cluster(key: &'static str) -> OptionSpec {
    OptionSpec::prefix(key).hidden().doc("A setting of the cluster.")
}
