//! Tables in general, materialized tables, and the SQL client.

use crate::OptionSpec;

/// Names, results, plans of tables.
pub(super) static TABLE: &[OptionSpec] = &[
    OptionSpec::string("table.builtin-catalog-name").default("default_catalog").doc("The name of the catalog that exists at the start."),
    OptionSpec::string("table.builtin-database-name").default("default_database").doc("The name of the database that exists at the start."),
    OptionSpec::list("table.catalog-modification.listeners").doc("The factories of listeners that are told about changes of catalogs."),
    OptionSpec::boolean("table.dml-sync")
        .default("false")
        .doc("Whether `INSERT` and statement sets are waited for, instead of only being started."),
    OptionSpec::boolean("table.dynamic-table-options.enabled").default("true").doc("Whether `OPTIONS` hints are allowed."),
    OptionSpec::string("table.sql-dialect").default("default").doc("The SQL dialect: `default` or `hive`."),
    OptionSpec::string("table.local-time-zone")
        .default("default")
        .doc("The time zone of the session, such as `UTC` or `Europe/Paris`; `default` is the zone of the machine."),
    OptionSpec::int("table.display.max-column-width").default("30").doc("How wide a column of variable length is printed, at most."),
    OptionSpec::string("table.resources.download-dir").default("/tmp").doc("Where resources such as jars are downloaded to."),
    OptionSpec::boolean("table.rtas-ctas.atomicity-enabled")
        .default("false")
        .doc("Whether `CREATE TABLE AS` and `REPLACE TABLE AS` leave nothing behind when they fail."),
    OptionSpec::enum_list(
        "table.column-expansion-strategy",
        &["EXCLUDE_ALIASED_VIRTUAL_METADATA_COLUMNS", "EXCLUDE_DEFAULT_VIRTUAL_METADATA_COLUMNS"],
    )
    .default("")
    .java_enum("org.apache.flink.table.api.config.TableConfigOptions$ColumnExpansionStrategy")
    .doc("Which columns `SELECT *` leaves out."),
    OptionSpec::boolean("table.legacy-nested-row-nullability")
        .default("false")
        .doc("Whether fields of a nullable row become nullable, as before Flink 2.0."),
    OptionSpec::enumeration("table.plan.compile.catalog-objects", &["ALL", "SCHEMA", "IDENTIFIER"])
        .default("ALL")
        .java_enum("org.apache.flink.table.api.config.TableConfigOptions$CatalogPlanCompilation")
        .doc("How much of a catalog object is written into a compiled plan."),
    OptionSpec::enumeration("table.plan.restore.catalog-objects", &["ALL", "ALL_ENFORCED", "IDENTIFIER"])
        .default("ALL")
        .java_enum("org.apache.flink.table.api.config.TableConfigOptions$CatalogPlanRestore")
        .doc("Where a catalog object is taken from when a plan is restored."),
    OptionSpec::boolean("table.plan.force-recompile").default("false").doc("Whether `COMPILE PLAN` replaces an existing file."),
    OptionSpec::int("table.generated-code.max-length").default("4000").doc("The length beyond which generated code is split."),
    OptionSpec::int("table.generated-code.max-members")
        .default("10000")
        .doc("The number of members beyond which a generated class is split."),
    OptionSpec::string("table.catalog-store.kind")
        .default("generic_in_memory")
        .doc("Where the definitions of catalogs are kept: `generic_in_memory`, `file`, or a factory."),
    OptionSpec::string("table.secret-store.kind")
        .default("generic_in_memory")
        .doc("Where secrets are kept: `generic_in_memory`, or a factory."),
];

/// How materialized tables are kept fresh.
pub(super) static MATERIALIZED_TABLE: &[OptionSpec] = &[
    OptionSpec::duration("materialized-table.refresh-mode.freshness-threshold")
        .default("30 min")
        .doc("Tables that may be older than this are refreshed by scheduled batch jobs, others by a continuous job."),
    OptionSpec::string("partition.fields.#.date-formatter").doc("The format of the date in a partition column."),
    OptionSpec::duration("materialized-table.default-freshness.continuous")
        .default("3 min")
        .doc("The freshness of continuously refreshed tables that state none."),
    OptionSpec::duration("materialized-table.default-freshness.full")
        .default("1 h")
        .doc("The freshness of fully refreshed tables that state none."),
    OptionSpec::enumeration(
        "materialized-table.default-start-mode",
        &["FROM_BEGINNING", "FROM_NOW", "FROM_TIMESTAMP", "RESUME_OR_FROM_BEGINNING", "RESUME_OR_FROM_NOW", "RESUME_OR_FROM_TIMESTAMP"],
    )
    .default("FROM_BEGINNING")
    .java_enum("org.apache.flink.table.catalog.StartMode$StartModeKind")
    .doc("Where the continuous refresh begins to read."),
];

/// What the SQL client shows.
pub(super) static SQL_CLIENT: &[OptionSpec] = &[
    OptionSpec::int("sql-client.execution.max-table-result.rows").default("1000000").doc("How many rows the result mode `TABLE` keeps."),
    OptionSpec::enumeration("sql-client.execution.result-mode", &["TABLE", "CHANGELOG", "TABLEAU"])
        .default("TABLE")
        .java_enum("org.apache.flink.table.client.config.ResultMode")
        .doc("How results are shown: paged and updated in place, paged as changes, or printed as a table."),
    OptionSpec::boolean("sql-client.verbose").default("false").doc("Whether errors are printed with all their causes."),
    OptionSpec::boolean("sql-client.display.print-time-cost").default("true").doc("Whether the time that a query took is printed."),
    OptionSpec::string("sql-client.display.color-schema").default("DEFAULT").doc("The colours of the prompt."),
    OptionSpec::boolean("sql-client.display.show-line-numbers")
        .default("false")
        .doc("Whether the prompt numbers the lines of a statement."),
];
