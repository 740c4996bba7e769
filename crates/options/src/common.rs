//! Options that many connectors share.

use crate::OptionSpec;

/// The options of every table.
pub static TABLE_OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("connector").required().doc("The connector that reads or writes the table."),
    OptionSpec::int("property-version").default("1").doc("The version of the option format. There is only one."),
    OptionSpec::enumeration("scan.watermark.emit.strategy", &["on-event", "on-periodic"])
        .default("on-periodic")
        .java_enum("org.apache.flink.table.watermark.WatermarkEmitStrategy")
        .doc("When a source emits watermarks: with every event, or at the interval of `pipeline.auto-watermark-interval`."),
    OptionSpec::string("scan.watermark.alignment.group").doc("The sources of one group advance their watermarks together."),
    OptionSpec::duration("scan.watermark.alignment.max-drift").doc("How far a source may run ahead of the slowest one of its group."),
    OptionSpec::duration("scan.watermark.alignment.update-interval").default("1 s").doc("How often the sources of a group are compared."),
    OptionSpec::duration("scan.watermark.idle-timeout").doc("After this time without data, a source no longer holds back the watermark."),
];

/// The options of connectors that can be looked up by key.
pub static LOOKUP_OPTIONS: &[OptionSpec] = &[
    OptionSpec::enumeration("lookup.cache", &["NONE", "PARTIAL", "FULL"])
        .default("NONE")
        .java_enum("org.apache.flink.table.connector.source.lookup.LookupOptions$LookupCacheType")
        .doc("What a lookup join remembers: nothing, the keys that were asked for, or the whole table."),
    OptionSpec::int("lookup.max-retries").default("3").doc("How often a failed lookup is repeated."),
    OptionSpec::duration("lookup.partial-cache.expire-after-access").doc("Forget an entry when it was not read for this long."),
    OptionSpec::duration("lookup.partial-cache.expire-after-write").doc("Forget an entry this long after it was fetched."),
    OptionSpec::boolean("lookup.partial-cache.cache-missing-key").default("true").doc("Also remember keys that were not found."),
    OptionSpec::long("lookup.partial-cache.max-rows").doc("How many entries to keep."),
    OptionSpec::enumeration("lookup.full-cache.reload-strategy", &["PERIODIC", "TIMED"])
        .default("PERIODIC")
        .java_enum("org.apache.flink.table.connector.source.lookup.LookupOptions$ReloadStrategy")
        .doc("Read the table again at an interval, or at a time of day."),
    OptionSpec::duration("lookup.full-cache.periodic-reload.interval").doc("How often the whole table is read again."),
    OptionSpec::enumeration("lookup.full-cache.periodic-reload.schedule-mode", &["FIXED_DELAY", "FIXED_RATE"])
        .default("FIXED_DELAY")
        .java_enum("org.apache.flink.table.connector.source.lookup.cache.trigger.PeriodicCacheReloadTrigger$ScheduleMode")
        .doc("Whether the interval counts from the end or from the start of a reload."),
    OptionSpec::string("lookup.full-cache.timed-reload.iso-time").doc("The time of day of a reload, such as `10:15`."),
    OptionSpec::int("lookup.full-cache.timed-reload.interval-in-days").default("1").doc("How many days lie between reloads."),
];
