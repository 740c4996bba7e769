//! The options of the filesystem connector.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("path").required().doc(
        "The file to read, or the directory to read and write. Plain, `file:///...`, or relative to the project or current directory.",
    ),
    OptionSpec::string("format").required().doc("The format of the files."),
    OptionSpec::string("partition.default-name")
        .default("__DEFAULT_PARTITION__")
        .doc("The directory name that stands for NULL or the empty string as value of a partition column."),
    OptionSpec::duration("source.monitor-interval")
        .doc("How often to look for new files. When given, reading never ends; each file is read once."),
    OptionSpec::string("source.path.regex-pattern").doc("Read only files whose whole absolute path matches this regular expression."),
    OptionSpec::enumeration("source.report-statistics", &["NONE", "ALL"])
        .default("ALL")
        .java_enum("org.apache.flink.connector.file.table.FileSystemConnectorOptions$FileStatisticsType")
        .doc("Whether Flink's planner asks files for statistics."),
    OptionSpec::memory_size("sink.rolling-policy.file-size")
        .default("128 mb")
        .doc("In streaming mode, begin a new file when the current one has this size."),
    OptionSpec::duration("sink.rolling-policy.rollover-interval")
        .default("30 min")
        .doc("In streaming mode, begin a new file when the current one is this old. Here files are also finished whenever no rows wait."),
    OptionSpec::duration("sink.rolling-policy.inactivity-interval")
        .default("30 min")
        .doc("In streaming mode, how long Flink keeps a file open without new rows."),
    OptionSpec::duration("sink.rolling-policy.check-interval").default("1 min").doc("How often Flink checks whether files are due."),
    OptionSpec::boolean("sink.shuffle-by-partition.enable")
        .default("false")
        .doc("Whether Flink sends the rows of a partition to one task."),
    OptionSpec::boolean("auto-compaction")
        .default("false")
        .doc("In streaming mode, make files as large as merged ones, and name them `compacted-...` as Flink does."),
    OptionSpec::memory_size("compaction.file-size").doc("The size of merged files; by default the size at which files roll."),
    OptionSpec::int("compaction.parallelism").hidden().doc("How many tasks merge files in batch mode."),
    OptionSpec::enumeration("partition.time-extractor.kind", &["default", "custom"])
        .default("default")
        .doc("How the time of a partition is found: by pattern, or by a class."),
    OptionSpec::class("partition.time-extractor.class").doc("The class that finds the time of a partition."),
    OptionSpec::string("partition.time-extractor.timestamp-pattern")
        .doc("The time of a partition with its columns as variables, such as `$dt $hour:00:00`."),
    OptionSpec::string("partition.time-extractor.timestamp-formatter").doc("The pattern that the time of a partition is read with."),
    OptionSpec::enumeration("sink.partition-commit.trigger", &["process-time", "partition-time"])
        .default("process-time")
        .doc("When a partition is complete: by the clock, or when the watermark has passed its time."),
    OptionSpec::duration("sink.partition-commit.delay").default("0 s").doc("How long to wait before a partition is complete."),
    OptionSpec::string("sink.partition-commit.watermark-time-zone").default("UTC").doc("The zone of the times of partitions."),
    OptionSpec::string("sink.partition-commit.policy.kind").doc(
        "What to do with a complete partition: `success-file` puts an empty file into it. `metastore` is for Hive, `custom` for Java.",
    ),
    OptionSpec::class("sink.partition-commit.policy.class").doc("The class of a custom policy."),
    OptionSpec::list("sink.partition-commit.policy.class.parameters").doc("The parameters of a custom policy."),
    OptionSpec::string("sink.partition-commit.success-file.name")
        .default("_SUCCESS")
        .doc("The name of the file that marks a complete partition."),
    OptionSpec::int("sink.parallelism").doc("How many tasks write."),
];
