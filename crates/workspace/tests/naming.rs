//! What objects may be called and what definitions may say.

use crate::support::Files;

#[test]
fn names_of_tables_and_functions_have_rules() {
    let long = "t".repeat(65);
    let table = |name: &str| format!("CREATE TABLE `{name}` (x INT) WITH ('connector' = 'datagen');");
    let files = Files::new(&[
        ("projects/trade_dev/project.yaml", ""),
        (&format!("projects/trade/tables/{long}.sql"), &table(&long)),
        ("projects/trade/tables/1st.sql", &table("1st")),
        ("projects/trade/tables/a-b.sql", &table("a-b")),
        ("projects/trade/functions/_f.sql", "CREATE FUNCTION _f AS 'com.example.F';"),
    ]);
    let mut said = files.check(Some("local"));
    said.sort_unstable();
    assert_eq!(
        said,
        [
            "projects/trade/functions/_f.sql:1:17 error[invalid-name] a function cannot be called '_f'".to_owned(),
            "projects/trade/tables/1st.sql:1:14 error[invalid-name] a table cannot be called '1st'".to_owned(),
            "projects/trade/tables/a-b.sql:1:14 error[invalid-name] a table cannot be called 'a-b'".to_owned(),
            format!("projects/trade/tables/{long}.sql:1:14 error[invalid-name] a table cannot be called '{long}'"),
            "projects/trade_dev:1:1 error[invalid-project] a project cannot be called 'trade_dev'".to_owned(),
        ]
    );
}

#[test]
fn a_metadata_field_is_no_key() {
    let table = "CREATE TABLE t (id INT, h STRING METADATA VIRTUAL, PRIMARY KEY (id, h) NOT ENFORCED) WITH ('connector' = 'datagen');";
    let said = Files::new(&[("projects/trade/tables/t.sql", table)]).check(Some("local"));
    let expected = "projects/trade/tables/t.sql:1:69 error[metadata-key] 'h' is metadata, which cannot be a key".to_owned();
    assert!(said.contains(&expected), "{said:#?}");
}

#[test]
fn a_description_has_a_limit() {
    let table = |length: usize| format!("CREATE TABLE t (id INT) COMMENT '{}' WITH ('connector' = 'datagen');", "ü".repeat(length));
    let check = |length: usize| Files::new(&[("projects/trade/tables/t.sql", &table(length))]).check(Some("local"));
    assert_eq!(check(1000), Vec::<String>::new());
    let message = "the description has 1001 characters, and 1000 is the limit";
    assert_eq!(check(1001), [format!("projects/trade/tables/t.sql:1:33 error[long-description] {message}")]);
}

#[test]
fn versions_of_engines_are_known() {
    let check = |engine: &str| Files::new(&[("projects/trade/project.yaml", &format!("engine: {engine}\n"))]).check(Some("local"));
    for engine in ["flink-1.13.1", "flink-1.20.1", "flink-2.3", "flink", "vvr-8.0.1-flink-1.17", "blink-3.6.0", "blink-3.7.1"] {
        assert_eq!(check(engine), Vec::<String>::new(), "{engine}");
    }
    let said = "projects/trade/project.yaml:1:9 warning[unknown-engine-version] Apache Flink 1.9 is not known";
    assert_eq!(check("flink-1.9"), [said]);
}
