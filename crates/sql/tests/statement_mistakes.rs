//! Mistakes in statements other than queries: where the diagnostic points, and that its fix repairs the text.

use crate::mistakes::check;

#[test]
fn the_list_of_columns_has_columns_and_an_end() {
    check("CREATE TABLE t () WITH ('a'='b')", "syntax-error", "()", "CREATE TABLE t  WITH ('a'='b')");
    check("CREATE TABLE t (a INT, ) WITH ('a'='b')", "extra-comma", ",", "CREATE TABLE t (a INT ) WITH ('a'='b')");
    check("CREATE TABLE t (a INT WITH ('a'='b')", "unclosed-parenthesis", "", "CREATE TABLE t (a INT) WITH ('a'='b')");
    check(
        "CREATE TABLE t (a INT, WATERMARK FOR ts AS ts PRIMARY KEY (a) NOT ENFORCED)",
        "missing-comma",
        "",
        "CREATE TABLE t (a INT, WATERMARK FOR ts AS ts, PRIMARY KEY (a) NOT ENFORCED)",
    );
}

#[test]
fn a_column_has_a_type_unless_the_names_order_a_query() {
    check("CREATE TABLE t (a)", "syntax-error", "a", "");
    check("CREATE TABLE t (a, b INT) AS SELECT 1", "syntax-error", "a", "");
    check("ALTER TABLE t ADD (a, b INT)", "syntax-error", "a", "");
}

#[test]
fn attributes_of_a_column_stand_before_its_comment() {
    check(
        "CREATE TABLE t (a INT COMMENT 'x' PRIMARY KEY NOT ENFORCED)",
        "misplaced-clause",
        "PRIMARY KEY NOT ENFORCED",
        "CREATE TABLE t (a INT PRIMARY KEY NOT ENFORCED COMMENT 'x')",
    );
    check("CREATE TABLE t (a INT COMMENT 'x' NOT NULL)", "misplaced-clause", "NOT NULL", "CREATE TABLE t (a INT NOT NULL COMMENT 'x')");
    check("CREATE TABLE t (a INT DEFAULT 1)", "unsupported-syntax", "DEFAULT", "");
    check(
        "CREATE TABLE t (a INT, PRIMARY KEY (a) NOT ENFORCD)",
        "misspelt-keyword",
        "ENFORCD",
        "CREATE TABLE t (a INT, PRIMARY KEY (a) NOT ENFORCED)",
    );
}

#[test]
fn metadata_columns_are_no_keys_and_name_their_key_first() {
    check("CREATE TABLE t (a INT METADATA PRIMARY KEY NOT ENFORCED)", "unsupported-syntax", "PRIMARY KEY NOT ENFORCED", "");
    check(
        "CREATE TABLE t (a INT METADATA VIRTUAL FROM 'x')",
        "misplaced-clause",
        "FROM 'x'",
        "CREATE TABLE t (a INT METADATA FROM 'x' VIRTUAL)",
    );
}

#[test]
fn clauses_of_a_table_have_an_order() {
    check(
        "CREATE TABLE t (a INT) WITH ('a'='b') COMMENT 'x'",
        "misplaced-clause",
        "COMMENT 'x'",
        "CREATE TABLE t (a INT) COMMENT 'x' WITH ('a'='b') ",
    );
    check(
        "CREATE TABLE t (a INT) PARTITIONED BY (a) DISTRIBUTED BY (a) INTO 3 BUCKETS WITH ('a'='b')",
        "misplaced-clause",
        "DISTRIBUTED BY (a) INTO 3 BUCKETS",
        "CREATE TABLE t (a INT) DISTRIBUTED BY (a) INTO 3 BUCKETS PARTITIONED BY (a)  WITH ('a'='b')",
    );
    check("CREATE TABLE t COMMENT 'x' COMMENT 'y'", "duplicate-clause", "COMMENT 'y'", "CREATE TABLE t COMMENT 'x' ");
    check("CREATE TABLE t LIKE x AS SELECT 1", "unsupported-syntax", "AS SELECT 1", "");
    check(
        "CREATE MATERIALIZED TABLE m REFRESH_MODE = FULL FRESHNESS = INTERVAL '1' MINUTE AS SELECT 1",
        "misplaced-clause",
        "FRESHNESS = INTERVAL '1' MINUTE",
        "CREATE MATERIALIZED TABLE m FRESHNESS = INTERVAL '1' MINUTE REFRESH_MODE = FULL  AS SELECT 1",
    );
}

#[test]
fn options_have_an_equal_sign_and_commas() {
    check("CREATE TABLE t WITH ('a' 'b', 'c'='d')", "syntax-error", "", "CREATE TABLE t WITH ('a' = 'b', 'c'='d')");
    check("CREATE TABLE t WITH ('a'='b' 'c'='d')", "missing-comma", "", "CREATE TABLE t WITH ('a'='b', 'c'='d')");
    check("CREATE TABLE t WITH ('a'='b',)", "extra-comma", ",", "CREATE TABLE t WITH ('a'='b')");
    check(
        "CREATE TABLE t LIKE x (INCLUDING ALL, EXCLUDING OPTIONS)",
        "extra-comma",
        ",",
        "CREATE TABLE t LIKE x (INCLUDING ALL EXCLUDING OPTIONS)",
    );
    check("CREATE TABLE t LIKE x (OVERWRITING PARTITIONS)", "unsupported-syntax", "OVERWRITING PARTITIONS", "");
}

#[test]
fn words_before_the_kind_of_object_must_fit_it() {
    check("CREATE TEMPORARY SYSTEM TABLE t (a INT)", "unsupported-syntax", "TEMPORARY SYSTEM", "CREATE TEMPORARY TABLE t (a INT)");
    check("CREATE SYSTEM FUNCTION f AS 'x'", "syntax-error", "SYSTEM", "CREATE TEMPORARY SYSTEM FUNCTION f AS 'x'");
    check("CREATE OR REPLACE CATALOG c", "unsupported-syntax", "OR REPLACE", "CREATE  CATALOG c");
    check("CREATE TEMP TABLE t (a INT)", "misspelt-keyword", "TEMP", "CREATE TEMPORARY TABLE t (a INT)");
    check("CREATE TABLE IF EXISTS t (a INT)", "syntax-error", "IF EXISTS", "CREATE TABLE IF NOT EXISTS t (a INT)");
    check("DROP TEMPORARY CATALOG c", "unsupported-syntax", "TEMPORARY", "DROP  CATALOG c");
    check("ALTER TEMPORARY TABLE t SET ('a'='b')", "unsupported-syntax", "TEMPORARY", "");
    check("CREATE SCHEMA s", "unsupported-syntax", "SCHEMA", "");
}

#[test]
fn paths_and_classes_are_strings() {
    check("CREATE FUNCTION f AS com.acme.F", "syntax-error", "com.acme.F", "CREATE FUNCTION f AS 'com.acme.F'");
    check("CREATE FUNCTION f AS 'x' USING JAR a.jar", "syntax-error", "a.jar", "CREATE FUNCTION f AS 'x' USING JAR 'a.jar'");
    check("CREATE TABLE t (a INT COMMENT E'x')", "syntax-error", "E'x'", "CREATE TABLE t (a INT COMMENT 'x')");
    check("ADD JAR /a/b.jar;", "syntax-error", "/a/b.jar", "ADD JAR '/a/b.jar';");
    check("SET 'a' = 1", "syntax-error", "1", "SET 'a' = '1'");
    check("SET 'a' = b c", "syntax-error", "b c", "SET 'a' = 'b c'");
    check("SET execution.checkpointing.interval = 10 s", "syntax-error", "10 s", "SET execution.checkpointing.interval = '10 s'");
    check("SET a = 'b'", "syntax-error", "a", "SET 'a' = 'b'");
}

#[test]
fn words_of_other_dialects_are_removed() {
    check("ALTER TABLE t ADD COLUMN a INT", "unsupported-syntax", "COLUMN", "ALTER TABLE t ADD  a INT");
    check("ALTER TABLE t DROP COLUMN a", "unsupported-syntax", "COLUMN", "ALTER TABLE t DROP  a");
    check("INSERT INTO TABLE t SELECT 1", "unsupported-syntax", "TABLE", "INSERT INTO  t SELECT 1");
    check("INSERT OVERWRITE INTO t SELECT 1", "unsupported-syntax", "INTO", "INSERT OVERWRITE  t SELECT 1");
    check("INSERT t SELECT 1", "syntax-error", "t", "INSERT INTO t SELECT 1");
    check("DESCRIBE TABLE t", "unsupported-statement", "TABLE", "DESCRIBE  t");
    check("SHOW TABLES ILIKE 'a%'", "unsupported-syntax", "ILIKE", "SHOW TABLES LIKE 'a%'");
    check("DROP TABLE a, b", "unsupported-syntax", ",", "");
    check("ALTER TABLE t ALTER a INT", "unsupported-syntax", "ALTER", "");
    check("EXPLAIN ANALYZE SELECT 1", "unsupported-syntax", "ANALYZE", "");
    check("MERGE INTO a USING b ON a.x=b.x WHEN MATCHED THEN UPDATE SET y=1", "unsupported-statement", "MERGE", "");
    check("ALTER SESSION SET a = 1", "unsupported-statement", "SESSION", "");
}

#[test]
fn views_and_partitions_take_names_only() {
    check("CREATE VIEW v (a INT) AS SELECT 1", "unsupported-syntax", "INT", "");
    check("CREATE TABLE t (a INT) PARTITIONED BY (days(a))", "unsupported-syntax", "days", "");
    check("INSERT INTO t PARTITION (a) SELECT 1", "syntax-error", ")", "");
    check("INSERT INTO t PARTITION (a = 1 + 1) SELECT 1", "syntax-error", "1 + 1", "");
    check("INSERT INTO t PARTITION (a = NULL) SELECT 1", "syntax-error", "NULL", "");
}

#[test]
fn members_of_a_statement_set_end_with_a_semicolon() {
    check(
        "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1 INSERT INTO b SELECT 2; END",
        "missing-semicolon",
        "",
        "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END",
    );
    check("EXECUTE STATEMENT SET BEGIN SELECT 1; END", "syntax-error", "SELECT", "");
    check("STOP JOB 'x' WITH DRAIN", "syntax-error", "WITH DRAIN", "STOP JOB 'x' WITH SAVEPOINT WITH DRAIN");
    check("EXPLAIN CREATE TABLE t (a INT)", "unsupported-syntax", "CREATE TABLE t (a INT)", "");
}

#[test]
fn a_mistake_inside_a_quoted_definition_points_into_the_string() {
    check("SET t.watermark = 'WATERMARK FOR ts ts'", "syntax-error", "ts", "");
    check("SET t.computedColumn = 'a AS f(b, ''yyyy'') b'", "syntax-error", "b", "");
}
