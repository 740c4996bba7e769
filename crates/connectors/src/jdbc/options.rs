//! The options of the jdbc connector.

use options::OptionSpec;

pub(super) static OPTIONS: &[OptionSpec] = &[
    OptionSpec::string("url").required().doc("The URL of the database, such as `jdbc:mysql://host:3306/shop`."),
    OptionSpec::string("table-name").required().doc("The table in the database."),
    OptionSpec::class("driver").doc("The driver class; by default derived from the URL."),
    OptionSpec::string("compatible-mode").doc("The mode of databases that imitate several others."),
    OptionSpec::string("username").doc("The user. Needs `password`."),
    OptionSpec::string("password").secret().doc("The password. Needs `username`."),
    OptionSpec::duration("connection.max-retry-timeout").default("60 s").doc("How long to try to connect."),
    OptionSpec::string("scan.partition.column").doc("The column by whose values several tasks share the reading."),
    OptionSpec::int("scan.partition.num").doc("How many parts to read."),
    OptionSpec::long("scan.partition.lower-bound").doc("The least value of the first part."),
    OptionSpec::long("scan.partition.upper-bound").doc("The greatest value of the last part."),
    OptionSpec::int("scan.fetch-size").default("0").doc("How many rows come in one round trip; 0 leaves it to the driver."),
    OptionSpec::boolean("scan.auto-commit").default("true").doc("Whether the driver commits by itself."),
    OptionSpec::enumeration("lookup.cache", &["NONE", "PARTIAL"])
        .default("NONE")
        .doc("What a lookup join remembers: nothing, or the keys that were asked for."),
    OptionSpec::long("lookup.partial-cache.max-rows").deprecated(&["lookup.cache.max-rows"]).doc("How many entries to keep."),
    OptionSpec::duration("lookup.partial-cache.expire-after-write")
        .deprecated(&["lookup.cache.ttl"])
        .doc("Forget an entry this long after it was fetched."),
    OptionSpec::duration("lookup.partial-cache.expire-after-access").doc("Forget an entry when it was not read for this long."),
    OptionSpec::boolean("lookup.partial-cache.cache-missing-key")
        .default("true")
        .deprecated(&["lookup.cache.caching-missing-key"])
        .doc("Also remember keys that were not found."),
    OptionSpec::int("lookup.max-retries").default("3").doc("How often a failed lookup is repeated."),
    OptionSpec::enumeration("filter.handling.policy", &["always", "never"])
        .default("always")
        .doc("Whether conditions are evaluated by the database."),
    OptionSpec::int("sink.buffer-flush.max-rows")
        .default("100")
        .doc("How many rows are collected before they are sent; 0 sends each at once."),
    OptionSpec::duration("sink.buffer-flush.interval")
        .default("1 s")
        .doc("How long rows are collected before they are sent; 0 sends by number only."),
    OptionSpec::int("sink.max-retries").default("3").doc("How often a failed write is repeated."),
    OptionSpec::int("sink.parallelism").doc("How many tasks write."),
];
