//! What names and variables mean in an environment.

use crate::support::Files;

const T: &str = "CREATE TABLE t (a INT) WITH ('connector' = 'datagen');";

fn projects(task: &str) -> Files {
    Files::new(&[
        ("env/dev.yaml", "variables: {day: '2026-01-01'}\n"),
        ("tamias.yaml", "variables: {day: '2025-01-01'}\n"),
        ("projects/trade/tables/t.sql", T),
        ("projects/report/tables/u.sql", "CREATE TABLE u (b INT) WITH ('connector' = 'datagen');"),
        ("projects/report/tasks/job.sql", task),
    ])
}

const PLACE: &str = "projects/report/tasks/job.sql";

#[test]
fn tables_of_this_and_other_projects_need_no_definition() {
    let task = "SELECT b FROM u; SELECT a FROM ${trade}.t; CREATE VIEW v AS SELECT a FROM ${trade}.t; SELECT a FROM v;\n\
                SELECT '${day}', '$${day}'; SELECT a FROM workspace.${trade}.t; SELECT 1 FROM dual;";
    assert_eq!(projects(task).check(None), Vec::<String>::new());
}

#[test]
fn a_bare_project_is_that_of_production() {
    let said = projects("SELECT a FROM trade.t;").check(None);
    assert_eq!(said, [format!("{PLACE}:1:15 warning[literal-project] 'trade' is the production project in every environment")]);
}

#[test]
fn what_does_not_exist_is_told_once_at_the_place_where_it_was_written() {
    let said = projects("SELECT a FROM ${trade}.tt;\nSELECT '${nothing}';\nSELECT * FROM ${noproject}.t;").check(None);
    assert_eq!(
        said,
        [
            format!("{PLACE}:1:15 error[unknown-table] table 'trade.tt' does not exist"),
            format!("{PLACE}:2:9 error[undefined-variable] variable 'nothing' has no value"),
            format!("{PLACE}:3:15 error[undefined-variable] variable 'noproject' has no value"),
        ]
    );
}

#[test]
fn what_holds_in_some_environments_only_names_them() {
    let files = Files::new(&[
        ("env/dev.yaml", "variables: {day: '2026-01-01'}\n"),
        ("env/prod.yaml", ""),
        ("projects/report/tasks/job.sql", "SELECT '${day}';"),
    ]);
    assert_eq!(files.check(None), [format!("{PLACE}:1:9 error[undefined-variable] variable 'day' has no value [In local, prod.]")]);
    assert_eq!(files.check(Some("prod")), [format!("{PLACE}:1:9 error[undefined-variable] variable 'day' has no value")]);
    assert_eq!(files.check(Some("dev")), Vec::<String>::new());
}

/// In a development environment the two names are two tables.
#[test]
fn a_set_and_a_reference_agree_after_they_are_resolved() {
    let said = projects("SET ${trade}.t.`rows-per-second` = 5; SELECT a FROM trade.t;").check(None);
    assert_eq!(
        said,
        [
            format!(
                "{PLACE}:1:16 warning[unused-setting] 'rows-per-second' is set for table 'workspace.trade_dev.t', which the task does not use [In dev.]"
            ),
            format!("{PLACE}:1:53 warning[literal-project] 'trade' is the production project in every environment"),
        ]
    );
}

#[test]
fn a_table_of_the_script_hides_that_of_the_project() {
    let said = projects("CREATE TABLE u (c INT) WITH ('connector' = 'datagen'); SELECT c FROM u;").check(Some("local"));
    assert_eq!(said, [format!("{PLACE}:1:14 warning[hidden-table] 'u' of the script hides the table of the project")]);
    let task = "SET v.`rows-per-second` = 5; CREATE TABLE v (c INT) WITH ('connector' = 'datagen'); SELECT c FROM v;";
    assert_eq!(projects(task).check(None), Vec::<String>::new());
}

#[test]
fn a_project_can_refuse_tables_of_scripts() {
    let task = "CREATE TABLE v (c INT) WITH ('connector' = 'datagen');";
    let check = |policy: &str| {
        let yaml = format!("native_ddl: {policy}\n");
        Files::new(&[("projects/report/project.yaml", &yaml), ("projects/report/tasks/job.sql", task)]).check(Some("local"))
    };
    assert_eq!(check("allow"), Vec::<String>::new());
    assert_eq!(check("warn"), [format!("{PLACE}:1:14 warning[native-ddl] tasks of this project do not create tables")]);
    assert_eq!(check("deny"), [format!("{PLACE}:1:14 error[native-ddl] tasks of this project do not create tables")]);
}

#[test]
fn a_name_of_two_tables_needs_a_type() {
    let files = |set: &str| {
        let task = format!("{set}SELECT k FROM t;");
        Files::new(&[
            ("projects/report/project.yaml", "environments: basic\n"),
            ("projects/report/tables/t.sql", "CREATE TABLE t (k INT) WITH ('connector' = 'cloudhbase', 'table-name' = 't');"),
            ("projects/report/offline/t.sql", "CREATE TABLE t (k INT, more INT) WITH ('connector' = 'odps', 'tableName' = 't');"),
            ("projects/report/tasks/job.sql", &task),
        ])
        .check(Some("local"))
    };
    let message = "Please assign a single type to the table t using the syntax SET XXX.XXX.tableType = 'XX'. Available types include: \
                   [CLOUD_HBASE, MAX_COMPUTE].";
    assert_eq!(files(""), [format!("{PLACE}:1:15 error[ambiguous-table-type] {message}")]);
    assert_eq!(files("SET t.tableType = 'ORACLE'; "), [format!("{PLACE}:1:7 error[ambiguous-table-type] {message}")]);
    assert_eq!(files("SET report.t.tableType = 'MAX_COMPUTE'; SELECT more FROM t; "), Vec::<String>::new());
    assert_eq!(files("SET t.tableType = 'odps'; SELECT more FROM t; "), Vec::<String>::new());
}
