//! Who may use what: accounts, verbs, fields, ends. The clock stands at 2023-11-14.

use crate::support::{Files, open_session, told};
use session::check_workspace;

const TASK: &str = "projects/report/tasks/job.sql";

const TABLE: &str = "CREATE TABLE orders (id INT, customer STRING, amount INT) WITH ('connector' = 'datagen');";

fn files(permissions: &str, task: &str) -> Files {
    Files::new(&[
        ("permissions.yaml", permissions),
        ("projects/trade/project.yaml", "environments: basic\n"),
        ("projects/trade/tables/orders.sql", TABLE),
        ("projects/trade/tables/sums.sql", "CREATE TABLE sums (total BIGINT) WITH ('connector' = 'print');"),
        ("projects/trade/functions/risk.sql", "CREATE FUNCTION risk AS 'com.example.Risk' WITH ('returns' = 'INT');"),
        ("projects/trade/tasks/own.sql", "SELECT customer FROM orders;"),
        ("projects/report/tasks/job.sql", task),
    ])
}

/// What a check says about permissions for an account.
fn check(files: &Files, account: &str) -> Vec<String> {
    let mut session = open_session();
    session.account = Some(account.to_owned());
    let check = check_workspace(&session, files.root(), Some("local"), &[]).expect("the environment is there");
    let about = |line: &String| line.contains("permission") || line.contains("grant");
    told(&check, files.root()).into_iter().filter(about).collect()
}

const GRANTS: &str = "accounts: {ann: {}, bob: {}, root: {superuser: true}}\n\
                      grants:\n\
                      - {account: ann, object: trade.orders, verbs: [read], fields: [id, amount]}\n\
                      - {account: ann, object: trade.sums, verbs: write}\n\
                      - {account: ann, object: 'trade:risk'}\n";

#[test]
fn reads_need_a_grant_for_each_field() {
    let sum = files(GRANTS, "SELECT SUM(amount) FROM ${trade}.orders WHERE id > 1;");
    assert_eq!(check(&sum, "ann"), Vec::<String>::new());
    assert_eq!(check(&sum, "root"), Vec::<String>::new());
    let denied = format!("{TASK}:1:25 error[permission-denied] account 'bob' may not read 'trade.orders'");
    assert_eq!(check(&sum, "bob"), [denied]);
    for task in [
        "SELECT SUM(amount) FROM ${trade}.orders WHERE customer = 'x';",
        "SELECT SUM(amount) FROM ${trade}.orders GROUP BY customer;",
        "SELECT amount FROM (SELECT amount, customer FROM ${trade}.orders) WHERE customer IS NULL;",
        "SELECT 1 FROM dual WHERE 'x' IN (SELECT customer FROM ${trade}.orders);",
        "SELECT CAST(id AS STRING) FROM ${trade}.orders UNION ALL SELECT customer FROM ${trade}.orders;",
        "CREATE VIEW v AS SELECT * FROM ${trade}.orders; SELECT customer FROM v;",
    ] {
        let said = check(&files(GRANTS, task), "ann");
        assert_eq!(said.len(), 1, "{task}: {said:?}");
        assert!(said[0].ends_with("account 'ann' may not read the field customer of 'trade.orders'"), "{task}: {said:?}");
    }
}

#[test]
fn writing_and_calling_are_granted_by_themselves() {
    let task = "INSERT INTO ${trade}.sums SELECT ${trade}:risk() FROM ${trade}.orders WHERE id = 1;";
    assert_eq!(check(&files(GRANTS, task), "ann"), Vec::<String>::new());
    assert_eq!(
        check(&files(GRANTS, task), "bob"),
        [
            format!("{TASK}:1:13 error[permission-denied] account 'bob' may not write 'trade.sums'"),
            format!("{TASK}:1:34 error[permission-denied] account 'bob' may not use 'trade:risk'"),
            format!("{TASK}:1:55 error[permission-denied] account 'bob' may not read 'trade.orders'"),
        ]
    );
}

/// What only a cluster can open is guarded too.
#[test]
fn tables_that_are_known_by_name_only_need_a_grant() {
    let check = |account: &str| {
        let files = files(GRANTS, "INSERT INTO ${trade}.far SELECT id FROM ${trade}.near;");
        for (name, connector) in [("far", "redis"), ("near", "mongodb")] {
            let text = format!("CREATE TABLE {name} (id INT) WITH ('connector' = '{connector}');");
            std::fs::write(files.root().join(format!("projects/trade/tables/{name}.sql")), text).expect("it can be written");
        }
        check(&files, account)
    };
    assert_eq!(
        check("ann"),
        [
            format!("{TASK}:1:13 error[permission-denied] account 'ann' may not write 'trade.far'"),
            format!("{TASK}:1:41 error[permission-denied] account 'ann' may not read 'trade.near'"),
        ]
    );
    assert_eq!(check("root"), Vec::<String>::new());
}

#[test]
fn a_grant_ends() {
    let with_end = |until: &str| {
        let permissions = format!("accounts: {{ann: {{}}}}\ngrants:\n- {{account: ann, object: trade.*, until: {until}}}\n");
        check(&files(&permissions, "SELECT id FROM ${trade}.orders;"), "ann")
    };
    assert_eq!(with_end("2024-01-31"), Vec::<String>::new());
    assert_eq!(
        with_end("2023-11-13"),
        [format!("{TASK}:1:16 error[permission-denied] account 'ann' may not read 'trade.orders' any more")]
    );
    let warning = "account 'ann' may read 'trade.orders' until 2023-11-14 only";
    assert_eq!(with_end("2023-11-14"), [format!("permissions.yaml:3:42 warning[ending-permission] {warning}")]);
}

#[test]
fn without_grants_a_project_is_open() {
    let open = files("accounts: {ann: {}}\n", "SELECT customer FROM ${trade}.orders;");
    assert_eq!(check(&open, "ann"), Vec::<String>::new());
}

#[test]
fn environments_name_accounts() {
    let task = "SELECT customer FROM ${trade}.orders;";
    let with_environment = |environment: &str| {
        let permissions = "accounts: {ann: {}, r: {project: report}, t: {project: trade}}\n\
                           grants: [{account: r, object: trade.orders}]\n";
        let files = Files::new(&[
            ("env/local.yaml", environment),
            ("permissions.yaml", permissions),
            ("projects/trade/tables/orders.sql", TABLE),
            ("projects/report/tasks/job.sql", task),
        ]);
        files.check(Some("local"))
    };
    assert_eq!(with_environment("accounts: {report: r}\n"), Vec::<String>::new());
    let denied = format!("{TASK}:1:22 error[permission-denied] account 'ann' may not read 'trade.orders'");
    assert_eq!(with_environment("account: ann\n"), [denied]);
    let other = "env/local.yaml:1:20 error[unknown-grant] account 't' is that of project 'trade'";
    assert!(with_environment("accounts: {report: t}\n").contains(&other.to_owned()));
    let unchecked = "permissions.yaml:2:31 warning[unchecked-permissions] permissions are not checked: no environment names an account";
    assert_eq!(with_environment(""), [unchecked]);
}

#[test]
fn names_that_nothing_has_are_found() {
    let permissions = "accounts: {ann: {}}\ngrants:\n- {account: amn, object: trade.orders}\n- {account: ann, object: trde.orders}\n\
                       - {account: ann, object: trade.order, verbs: [raed]}\n- {account: ann, object: orders}\n\
                       - {account: ann, object: trade.orders, until: tomorrow}\n";
    assert_eq!(
        files(permissions, "SELECT 1;").check(Some("local")),
        [
            "permissions.yaml:3:13 error[unknown-grant] there is no account 'amn'",
            "permissions.yaml:3:26 warning[unchecked-permissions] permissions are not checked: no environment names an account",
            "permissions.yaml:4:26 error[unknown-grant] there is no project 'trde'",
            "permissions.yaml:5:26 error[unknown-grant] 'trade.order' does not exist",
            "permissions.yaml:5:47 error[invalid-workspace-file] 'raed' is none of read, query, write, alter, delete, use",
            "permissions.yaml:6:3 error[invalid-workspace-file] a grant needs an account and an object",
            "permissions.yaml:6:26 error[invalid-workspace-file] 'orders' is neither a table nor a function",
            "permissions.yaml:7:47 error[invalid-workspace-file] 'tomorrow' is not a date",
        ]
    );
}
