//! `Session::check`: a whole script, without effect.

use crate::open_session;
use std::path::Path;

fn check(text: &str) -> Vec<String> {
    let mut session = open_session(&[]);
    let id = session.sources.add("test.sql", text);
    let script = sql::parse(id, text);
    assert!(script.diagnostics.is_empty(), "{:?}", script.diagnostics);
    let diagnostics = session.check(&script.statements);
    assert_eq!(session.catalogs.objects("default_catalog", "default_database").expect("in memory"), Vec::<String>::new());
    diagnostics.iter().map(|d| format!("{} {} {}", session.sources.place(d.span()).unwrap_or_default(), d.id, d.message)).collect()
}

#[test]
fn definitions_of_the_script_hold_for_what_follows() {
    let found = check(
        "CREATE DATABASE shop;\nUSE shop;\n\
         CREATE TABLE t (a INT, b AS a + 1) WITH ('connector' = 'datagen');\n\
         CREATE VIEW v AS SELECT b FROM t;\nSELECT b FROM v;\nSELECT c FROM v;",
    );
    assert_eq!(found, ["test.sql:6:8 unknown-column column 'c' is not in any table"]);
}

#[test]
fn a_table_with_mistakes_is_known_all_the_same() {
    let found = check(
        "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a)) WITH ('connector' = 'datagen', 'number-of-row' = '1');\n\
         SELECT a FROM t;",
    );
    assert_eq!(
        found,
        [
            "test.sql:1:31 invalid-primary-key a primary key has to be NOT ENFORCED",
            "test.sql:1:80 unknown-option 'number-of-row' is not an option of connector 'datagen'",
        ]
    );
}

#[test]
fn an_unknown_connector_is_a_warning_where_the_table_is_defined() {
    assert_eq!(
        check("CREATE TABLE t (a INT) WITH ('connector' = 'kafak');"),
        ["test.sql:1:45 unknown-connector connector 'kafak' is not known"]
    );
}

#[test]
fn files_are_not_looked_at() {
    assert!(!Path::new("/nowhere/x.jar").exists());
    assert_eq!(check("ADD JAR '/nowhere/x.jar';"), Vec::<String>::new());
}

/// Flink takes these definitions and settings (`tests/flink/out/late_001_definitions.out`, `set_005_late_values.out`).
#[test]
fn what_flink_fails_at_later_is_a_warning_where_it_is_defined() {
    let text = "CREATE TABLE t (a INT, b STRING, ts TIMESTAMP(3), c AS a = b, d AS SUM(a)) WITH ('connector' = 'datagen', 'number-of-rows' = '1');\n\
                CREATE VIEW v AS SELECT a FROM t WHERE a = b AND a IN (SELECT b FROM t);\n\
                CREATE VIEW w AS SELECT a FROM v;\n\
                SET 'execution.runtime-mode' = 'streaming';\n\
                CREATE VIEW x AS SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '0' MINUTE));\n\
                SET 'table.exec.state.ttl' = 'soon';\n\
                SELECT a FROM t;";
    let mut session = open_session(&[]);
    let id = session.sources.add("test.sql", text);
    let script = sql::parse(id, text);
    let diagnostics = session.check(&script.statements);
    assert!(!diag::has_errors(&diagnostics), "{diagnostics:?}");
    let places: Vec<String> =
        diagnostics.iter().map(|d| format!("{} {}", session.sources.place(d.span()).unwrap_or_default(), d.id)).collect();
    assert_eq!(
        places,
        [
            "test.sql:1:56 invalid-arguments",
            "test.sql:1:68 misplaced-aggregate",
            "test.sql:2:40 invalid-arguments",
            "test.sql:2:50 no-common-type",
            "test.sql:5:65 invalid-time-window",
            "test.sql:5:38 invalid-time-window",
            "test.sql:6:31 invalid-option-value",
        ]
    );
    assert!(diagnostics.iter().all(|d| d.notes.iter().any(|note| note.starts_with("Flink takes"))), "{diagnostics:?}");
}

#[test]
fn a_late_mistake_is_an_error_where_it_is_used() {
    let text = "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '1');\n\
                CREATE VIEW v AS SELECT a FROM t WHERE a = b;\nSELECT a FROM v;";
    assert_eq!(check(text), ["test.sql:2:40 invalid-arguments INT is not compared with STRING"]);
    let mut session = open_session(&[]);
    let id = session.sources.add("test.sql", text);
    let script = sql::parse(id, text);
    let found = session.check(&script.statements);
    assert!(diag::has_errors(&found));
    assert_eq!(found[0].notes, ["1 statement uses this definition."]);
}

#[test]
fn a_computed_column_with_a_mistake_fails_only_where_it_is_needed() {
    let table = "CREATE TABLE t (a INT, b STRING, c AS a = b) WITH ('connector' = 'datagen', 'number-of-rows' = '1');\n";
    let errors = |query: &str| {
        let text = format!("{table}{query}");
        let mut session = open_session(&[]);
        let id = session.sources.add("test.sql", text.as_str());
        let script = sql::parse(id, &text);
        session.check(&script.statements).into_iter().filter(diag::Diagnostic::is_error).count()
    };
    assert_eq!(errors("SELECT a FROM t;"), 0);
    assert_eq!(errors("SELECT a FROM (SELECT * FROM t) AS s WHERE a > 1;"), 0);
    assert_eq!(errors("SELECT c FROM t;"), 1);
    assert_eq!(errors("WITH x AS (SELECT a, c FROM t) SELECT x.a FROM x JOIN x AS y ON x.a = y.a WHERE y.c;"), 1);
}

#[test]
fn a_catalog_that_is_altered_loses_its_objects() {
    let found = check(
        "CREATE CATALOG c WITH ('type' = 'generic_in_memory');\nALTER CATALOG c COMMENT 'empty';\nCREATE DATABASE c.d;\n\
         ALTER CATALOG c COMMENT 'full';",
    );
    assert_eq!(found, ["test.sql:4:15 catalog-emptied catalog 'c' is made anew, and what was in it is gone"]);
}
