//! The diagnostics of name resolution.

use diag::Diagnostic;

/// Adds the text that Flink prints, with the class of the exception in front as its client shows it.
pub(crate) trait FlinkText {
    /// Of Calcite's validator.
    fn flink_validator(self, text: impl AsRef<str>) -> Self;

    /// Of Flink's own validation.
    fn flink_validation(self, text: impl AsRef<str>) -> Self;

    /// Of the planner.
    fn flink_table(self, text: impl AsRef<str>) -> Self;
}

impl FlinkText for Diagnostic {
    fn flink_validator(self, text: impl AsRef<str>) -> Self {
        self.with_flink(format!("org.apache.calcite.sql.validate.SqlValidatorException: {}", text.as_ref()))
    }

    fn flink_validation(self, text: impl AsRef<str>) -> Self {
        self.with_flink(format!("org.apache.flink.table.api.ValidationException: {}", text.as_ref()))
    }

    fn flink_table(self, text: impl AsRef<str>) -> Self {
        self.with_flink(format!("org.apache.flink.table.api.TableException: {}", text.as_ref()))
    }
}

diag::diagnostics! {
    /// The diagnostics of queries and of INSERT.
    pub static DIAGNOSTICS;
    UNKNOWN_COLUMN = Error "unknown-column": "no table in sight has a column of this name",
        "Names of columns compare with case. WHERE, GROUP BY and HAVING do not see the names that SELECT gives.\n";
    AMBIGUOUS_COLUMN = Error "ambiguous-column": "several tables have a column of this name",
        "Write the table in front: `orders.id`.\n";
    UNKNOWN_TABLE_ALIAS = Error "unknown-table-alias": "a name before a dot is no table of the query",
        "The part before the dot is a table of FROM, under its alias when it has one, or a column of type ROW.\n";
    UNKNOWN_FIELD = Error "unknown-field": "a row has no field of this name",
        "Fields of a ROW are read with a dot: `address.city`. Fields that were made by `ROW(a, b)` have no names of their own; cast them: \
         `CAST(ROW(1, 'a') AS ROW<x INT, y STRING>)`.\n";
    AMBIGUOUS_NAME = Error "ambiguous-name": "a name means two tables",
        "A name of two parts is looked up in the current catalog and among the projects of the workspace. Write the catalog in front.\n";
    CATALOG_FAILURE = Error "catalog-failure": "a catalog does not answer", "The catalog that holds the table could not be read.\n";
    UNRESOLVED_VARIABLE = Error "unresolved-variable": "a variable has no value", "Give it a value with `--var name=value` or in the environment file.\n";
    INVALID_FUNCTION_CLASS = Error "invalid-function-class": "the class of a function is none",
        "`CREATE FUNCTION f AS 'class'` names the class of a user-defined function. Classes of Java itself and the base classes of functions \
         cannot be called.\n";
    UNKNOWN_FUNCTION = Error "unknown-function": "there is no function of this name",
        "`SHOW FUNCTIONS` lists those that exist. Functions of other systems often have another name in Flink; the message names it where it is \
         known. A function of your own is declared with CREATE FUNCTION.\n";
    INVALID_ARGUMENTS = Error "invalid-arguments": "a function or operator does not take these arguments",
        "The number or the types of the arguments do not fit. Flink converts few types by itself: numbers do not become text, and text does not \
         become a number except in `<`, `>` and their like. Write a CAST.\n";
    NOT_NULL_LITERAL = Error "untyped-null": "a NULL has no type",
        "A bare NULL is allowed in CASE, COALESCE, IN lists, comparisons, ARRAY and MAP. Elsewhere write `CAST(NULL AS type)`.\n";
    INVALID_CAST = Error "invalid-cast": "a type cannot be cast to another", "The two types have no conversion; the message says what to write instead.\n";
    NO_COMMON_TYPE = Error "no-common-type": "values that must have one type have none in common",
        "The results of CASE, the arguments of COALESCE, the rows of VALUES and the inputs of UNION are brought to one type. Cast them to it.\n";
    NOT_A_CONDITION = Error "not-a-condition": "a condition is needed", "WHERE, ON, HAVING, QUALIFY, FILTER and WHEN take a BOOLEAN.\n";
    INVALID_LITERAL = Error "invalid-value": "a constant does not have the form of its type",
        "Dates are written `DATE '2024-02-29'`, times `TIME '12:34:56'`, timestamps `TIMESTAMP '2024-02-29 12:34:56.789'`, intervals \
         `INTERVAL '1' DAY`. A field of an interval has two digits unless the unit says more: `INTERVAL '100' DAY(3)`.\n";
    LITERAL_OUT_OF_RANGE = Error "number-out-of-range": "a number is too large for every type", "Whole numbers go to BIGINT, decimals have at most 38 digits.\n";
    UNKNOWN_TYPE = Error "unknown-type": "there is no type of this name", "The message names Flink's type where the name is that of another system.\n";
    INVALID_TYPE = Error "invalid-type": "a type cannot have these parameters", "`DECIMAL(p, s)` has 1 to 38 digits, s of them after the point.\n";
    UNSUPPORTED_EXPRESSION = Error "unsupported-expression": "an expression that Flink reads but cannot compute", "Flink has no plan for it either.\n";
    UNSUPPORTED_YET = Error "unsupported-yet": "Flink SQL that Tamias cannot run yet", "The construct is valid; a Flink cluster runs it.\n";
    UNSUPPORTED_TIME_TRAVEL = Error "unsupported-time-travel": "an older version of a table is asked for, and the catalog keeps none",
        "`FOR SYSTEM_TIME AS OF` with a constant needs a catalog with versions.\n";
    MISPLACED_AGGREGATE = Error "misplaced-aggregate": "an aggregate stands where groups do not exist yet", "Conditions on aggregates belong in HAVING.\n";
    NESTED_AGGREGATE = Error "nested-aggregate": "an aggregate of an aggregate", "Compute the inner one in a subquery.\n";
    NOT_GROUPED = Error "not-grouped": "a column is neither grouped nor aggregated",
        "With GROUP BY, or with an aggregate in SELECT, every other column must be in GROUP BY. Ordinals and aliases do not count there.\n";
    NOT_SELECTED = Error "not-selected": "SELECT DISTINCT is sorted by something it does not select", "Add the expression to SELECT.\n";
    MISPLACED_WINDOW_FUNCTION = Error "misplaced-window-function": "an OVER call stands where it is not allowed, or a window function has no OVER",
        "OVER calls belong in SELECT, ORDER BY and QUALIFY.\n";
    MISPLACED_STAR = Error "misplaced-star": "`*` is no argument here", "Only COUNT takes `*`.\n";
    MISPLACED_CLAUSE = Error "misplaced-function-clause": "a function takes no such clause", "DISTINCT, FILTER and OVER belong to aggregates.\n";
    INVALID_WINDOW = Error "invalid-window": "an OVER window cannot be like this", "The message says what is wrong with its order or its frame.\n";
    INVALID_TIME_WINDOW = Error "invalid-time-window": "a window table function cannot be used like this",
        "TUMBLE, HOP, CUMULATE and SESSION take a table, DESCRIPTOR(time column) and constant intervals. In streaming mode the time column needs a \
         watermark.\n";
    SUBQUERY_COLUMNS = Error "subquery-columns": "a subquery has the wrong number of columns", "A scalar subquery has one column; IN needs as many as stand before it.\n";
    COLUMN_COUNT = Error "column-count": "two lists of columns differ in length", "Rows of VALUES, inputs of UNION and column lists must have as many columns as the other side.\n";
    DUPLICATE_NAME = Error "duplicate-name": "a name is given twice", "Tables of FROM and columns of a list need different names.\n";
    INVALID_ORDINAL = Error "invalid-ordinal": "ORDER BY names a column that is not there", "Positions count from 1.\n";
    MISSING_JOIN_CONDITION = Error "missing-join-condition": "a join has neither ON nor USING", "Every row with every other is written CROSS JOIN.\n";
    INVALID_LIMIT = Error "invalid-limit": "LIMIT, OFFSET or FETCH takes a whole number", "Write a number: `LIMIT 10`.\n";
    TOO_MANY_GROUPING_SETS = Error "too-many-grouping-sets": "GROUP BY makes too many grouping sets", "CUBE of n columns makes 2 to the power of n sets.\n";
    CYCLIC_VIEW = Error "cyclic-view": "a view contains itself", "Its query reads the view, directly or through another view.\n";
    UNKNOWN_CONNECTOR = Error "unknown-connector": "there is no connector of this name", "`SHOW CONNECTORS` and the reference list those that exist.\n";
    MISSING_CONNECTOR = Error "missing-connector": "a table names no connector", "Every table that is read or written needs the option 'connector'.\n";
    UNKNOWN_FORMAT = Error "unknown-format": "there is no format of this name", "The reference lists those that exist.\n";
    CONNECTOR_ROLE = Error "connector-role": "a connector cannot be used like this", "Some connectors only read, some only write, some only look keys up.\n";
    REPLACED_BY_BIND = Note "replaced-by-bind": "an option belongs to a connector that the command line replaces",
        "`--bind table=file` puts a file in the place of the connector, so hints and SET values for that connector have no effect.\n";
    INVALID_METADATA = Error "invalid-metadata": "a metadata column cannot be read", "The connector and the format offer certain keys, each with a type.\n";
    UNBOUNDED_IN_BATCH = Error "unbounded-in-batch": "batch mode reads a table that never ends", "Use streaming mode, or make the source end.\n";
    STREAMING_NOT_SUPPORTED = Error "streaming-not-supported": "a construct that streaming mode cannot run yet",
        "When every source ends by itself, batch mode gives the same final result: `--mode batch`.\n";
    HINTS_DISABLED = Error "hints-disabled": "OPTIONS hints are switched off", "`table.dynamic-table-options.enabled` is false.\n";
    HINT_ON_VIEW = Error "hint-on-view": "options are given to a view", "Only tables have options. Put the hint on the table inside the view.\n";
    BUILT_IN_MEANT = Warning "built-in-meant": "a function of the project does not take such a call, and the built-in one does",
        "A function of the task's project hides the built-in function of the same name. Where its declared parameters do not fit, the call means \
         the built-in one.\n";
    INVALID_SETTING = Error "invalid-setting": "SET gives a table what it cannot have",
        "Watermarks, computed columns and header columns are checked against the columns of the table where it is used. \
         `withOffset(column, milliseconds)` takes the column of the watermark and a whole number.\n";
    ENGINE_MISMATCH = Error "engine-mismatch": "the engine of the task does not have this",
        "The engine is that of the task, the project or the workspace. INDEX and UNIQUE INDEX of dimension tables exist in Blink only.\n";
    KEY_ON_SOURCE = Warning "key-on-source": "a primary key changes which rows a source gives",
        "Blink keeps one row for each key of a source. Apache Flink and VVR take the key as a promise.\n";
    NO_EFFECT = Warning "no-effect": "something is set that has no effect here", "The message says why.\n";
    KEY_NOT_COVERED = Error "key-not-covered": "a join with a dimension table does not use its key",
        "The rows of a dimension table are found by its PRIMARY KEY, a UNIQUE INDEX or an INDEX: ON has to compare all columns of one of them \
         with columns of the other table or with constants. Other conditions filter what was found.\n";
    INVALID_LOOKUP = Error "invalid-lookup": "a join with a dimension table that has no form in which it can run",
        "`JOIN t FOR SYSTEM_TIME AS OF ..` looks up rows of `t` for each row of the table in front of it. It is an inner or a LEFT join, the table \
         in front is no dimension table itself, and ON compares a column of `t` with `=`.\n";
    AMBIGUOUS_TABLE_TYPE = Error "ambiguous-table-type": "a name is both a streaming and an offline table",
        "The project has a meta table of this name, and so has its offline store. Choose one for the task: \
         `SET project.table.tableType = 'MAX_COMPUTE'`.\n";
    LOCKED_OPTION = Error "locked-option": "a task changes an option that belongs to the table",
        "Which data a table stands for, and who connects to it, is decided where the table is defined: connector, addresses, names of topics and \
         tables, credentials. A task sets the rest with SET or a hint. `locks` in `tamias.yaml` changes the list for a connector:\n\n\
         ```yaml\nlocks:\n  kafka: [scan.startup.mode, '!topic']\n```\n";
    MIRROR_FIELD = Error "mirror-field": "a field of a mirror table is not in the table behind it",
        "A mirror table has one table for streaming and one for batch mode. Each field of the mirror that a statement uses needs a field there: \
         of the same name, or named by the option `stream.fields.x` or `batch.fields.x` of the mirror table.\n";
    INVALID_CROP = Error "invalid-crop": "the hint dataphincolumns does not fit the table",
        "`INSERT INTO t /*+ dataphincolumns(rowkey, family.qualifier) */` limits the columns of an HBase table: the row key, and qualifiers of \
         its families. The query then gives the row key and one ROW for each family.\n";
    DEPRECATED_JOIN_WITH = Warning "deprecated-join-with": "`JOIN t WITH (..)` is the hint of old Blink", "Write `JOIN t /*+ .. */`.\n";
    UNKNOWN_HINT = Error "unknown-hint": "there is no hint of this name", "Flink refuses hints that it does not know.\n";
    INVALID_HINT = Error "invalid-hint": "a hint has the wrong arguments", "Hints name tables of the query, or give options: `/*+ OPTIONS('key'='value') */`.\n";
    SINK_MISMATCH = Error "sink-mismatch": "the query does not fit the table it writes to",
        "The columns of the query go to those of the table by position. Types convert by themselves only where nothing is lost.\n";
    NOT_NULL_COLUMN = Error "missing-not-null-column": "a column that must not be NULL gets no value", "Columns that INSERT does not list become NULL.\n";
    INVALID_PARTITION = Error "invalid-partition": "PARTITION does not fit the table", "It fixes values of partition keys: `PARTITION (day = '2024-01-01')`.\n";
    OVERWRITE_NOT_SUPPORTED = Error "overwrite-not-supported": "INSERT OVERWRITE is not possible here", "It needs batch mode and a connector that can replace rows.\n";
    VIEW_AS_TARGET = Error "view-as-target": "a view is written to", "Only tables can be written.\n";
}
