//! The statements of Flink SQL for `tamias help`: name, syntax, what it does.

/// Sorted by name.
pub(super) static STATEMENTS: &[(&str, &str, &str)] = &[
    ("ADD JAR", "ADD JAR '<path>'", "Adds a jar file to the session, for scripts that go to a cluster; its classes do not run here."),
    ("ALTER CATALOG", "ALTER CATALOG c SET ('key' = 'value', ...) | RESET ('key', ...) | COMMENT '...'", "Changes a catalog."),
    ("ALTER DATABASE", "ALTER DATABASE [c.]d SET ('key' = 'value', ...)", "Changes the options of a database."),
    (
        "ALTER FUNCTION",
        "ALTER [TEMPORARY] [SYSTEM] FUNCTION [IF EXISTS] f AS '<class>' [LANGUAGE JAVA|SCALA|PYTHON]",
        "Changes the class of a function.",
    ),
    (
        "ALTER TABLE",
        "ALTER TABLE [IF EXISTS] t RENAME TO u | RENAME c TO d | SET ('key' = 'value', ...) | RESET ('key', ...)\n          | ADD (...) | MODIFY (...) | DROP ...",
        "Changes the name, the options, the columns, the primary key or the watermark of a table.",
    ),
    ("ALTER VIEW", "ALTER VIEW [IF EXISTS] v RENAME TO w | AS query", "Changes the name or the query of a view."),
    ("BEGIN STATEMENT SET", "BEGIN STATEMENT SET; INSERT ...; ... END;", "Collects INSERTs that run together as one job."),
    ("CLEAR", "CLEAR", "Clears the terminal."),
    (
        "CREATE CATALOG",
        "CREATE CATALOG [IF NOT EXISTS] c [COMMENT '...'] WITH ('type' = '...', 'key' = 'value', ...)",
        "Registers a catalog: a name space of databases.",
    ),
    ("CREATE DATABASE", "CREATE DATABASE [IF NOT EXISTS] [c.]d [COMMENT '...'] [WITH (...)]", "Creates a database in a catalog."),
    (
        "CREATE FUNCTION",
        "CREATE [TEMPORARY] [SYSTEM] FUNCTION [IF NOT EXISTS] f AS '<class>' [LANGUAGE JAVA|SCALA|PYTHON] [USING JAR '<path>', ...]",
        "Registers a function that is written outside of SQL.",
    ),
    (
        "CREATE MODEL",
        "CREATE [TEMPORARY] MODEL [IF NOT EXISTS] m [INPUT (...) OUTPUT (...)] [COMMENT '...'] WITH (...)",
        "Registers a machine learning model.",
    ),
    (
        "CREATE TABLE",
        "CREATE [TEMPORARY] TABLE [IF NOT EXISTS] t (\n  column type [NOT NULL] [COMMENT '...'] | column AS expression | column type METADATA [FROM 'key'] [VIRTUAL]\n  | WATERMARK FOR column AS expression | [CONSTRAINT k] PRIMARY KEY (column, ...) NOT ENFORCED, ...\n) [COMMENT '...'] [DISTRIBUTED ...] [PARTITIONED BY (column, ...)] WITH ('connector' = '...', ...)\n  [LIKE u (...)] [AS query]",
        "Defines a table: its columns, and the connector, format and options with which it is read and written.",
    ),
    ("CREATE VIEW", "CREATE [TEMPORARY] VIEW [IF NOT EXISTS] v [(column, ...)] [COMMENT '...'] AS query", "Names a query."),
    (
        "DESCRIBE",
        "DESCRIBE | DESC [EXTENDED] t | CATALOG c | DATABASE d | FUNCTION f",
        "Lists the columns of a table, or the properties of another object.",
    ),
    (
        "DROP",
        "DROP [TEMPORARY] CATALOG | DATABASE | TABLE | VIEW | FUNCTION | MODEL [IF EXISTS] name",
        "Removes an object. The data of a table stays.",
    ),
    ("END", "END", "Runs the INSERTs since BEGIN STATEMENT SET as one job."),
    ("EXECUTE STATEMENT SET", "EXECUTE STATEMENT SET BEGIN INSERT ...; ... END", "Runs INSERTs together as one job."),
    ("EXIT", "EXIT", "Leaves the client."),
    (
        "EXPLAIN",
        "EXPLAIN [ESTIMATED_COST, CHANGELOG_MODE, PLAN_ADVICE, JSON_EXECUTION_PLAN] statement",
        "Shows how a query or an INSERT would run.",
    ),
    ("HELP", "HELP", "Lists the commands of the client."),
    (
        "INSERT",
        "INSERT INTO | OVERWRITE t [PARTITION (column = value, ...)] [(column, ...)] query | VALUES (...), ...",
        "Writes the rows of a query into a table; OVERWRITE replaces what is there.",
    ),
    ("LOAD MODULE", "LOAD MODULE m [WITH (...)]", "Adds a source of built-in functions."),
    ("QUIT", "QUIT", "Leaves the client."),
    ("REMOVE JAR", "REMOVE JAR '<path>'", "Takes a jar file from the session."),
    (
        "RESET",
        "RESET ['key'] | RESET table[.key]",
        "Takes back what SET said about a configuration option, or about all; or about a table or one of its properties.",
    ),
    (
        "SELECT",
        "[WITH name AS (query), ...]\nSELECT [ALL|DISTINCT] item, ... [FROM table [/*+ OPTIONS('key' = 'value') */] [AS alias], ...] [WHERE condition]\n  [GROUP BY ...] [HAVING condition] [WINDOW w AS (...)] [QUALIFY condition]\n  [UNION | INTERSECT | EXCEPT [ALL] query] [ORDER BY ...] [LIMIT n] [OFFSET n]",
        "Computes rows from tables.",
    ),
    (
        "SET",
        "SET ['key' = 'value'] | SET table.key = value",
        "Sets a configuration option, or an option of a table for this script; alone it lists what is set.",
    ),
    (
        "SHOW",
        "SHOW CATALOGS | DATABASES | TABLES | VIEWS | COLUMNS FROM t | [USER] FUNCTIONS | [FULL] MODULES | JARS | PARTITIONS t\n     | CREATE TABLE t | CREATE VIEW v | CURRENT CATALOG | CURRENT DATABASE | OVERRIDES  [[NOT] LIKE '...']",
        "Lists objects, or prints the statement that creates one. OVERRIDES are the properties that SET gives to tables.",
    ),
    ("UNLOAD MODULE", "UNLOAD MODULE m", "Takes away a source of built-in functions."),
    ("USE", "USE [c.]d", "Makes a database the current one."),
    ("USE CATALOG", "USE CATALOG c", "Makes a catalog the current one."),
    ("USE MODULES", "USE MODULES m, ...", "Says which modules are searched for functions, in which order."),
];
