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
