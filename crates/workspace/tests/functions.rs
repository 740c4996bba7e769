//! Functions of projects.

use crate::support::{Files, open_session};
use session::StatementResult;
use session::run::CancelToken;
use tamias_workspace::Workspace;

const PLACE: &str = "projects/shop/tasks/job.sql";

fn files(task: &str) -> Files {
    Files::new(&[
        ("projects/shop/project.yaml", "environments: basic\n"),
        (
            "projects/shop/functions/upper.sql",
            "CREATE FUNCTION `upper` AS 'com.acme.Upper' WITH ('parameters' = 's STRING, n INT', 'returns' = 'INT');",
        ),
        (
            "projects/shop/functions/cut.sql",
            "CREATE FUNCTION cut AS 'sql' WITH ('parameters' = 's STRING, n INT', 'returns' = 'STRING', 'body' = 'SUBSTRING(s, 1, n) || ''..''');",
        ),
        ("projects/shop/functions/trim.sql", "CREATE FUNCTION `trim` AS 'com.acme.Trim';"),
        ("projects/other/project.yaml", "environments: basic\n"),
        ("projects/other/functions/mask.sql", "CREATE FUNCTION mask AS 'com.acme.Mask';"),
        ("projects/shop/tasks/job.sql", task),
    ])
}

#[test]
fn calls_and_what_is_said_about_them() {
    for (call, expected) in [
        ("other:mask('x'), cut('abc', 2), shop:cut('abc', 2), LOWER('A')", &[][..]),
        ("${other}:mask('x')", &[]),
        // Only of the project that is named.
        ("other:SUBSTRING('x', 1, 8)", &["1:8 error[unknown-function] project 'other' has no function 'SUBSTRING'"]),
        ("SUBSTRING('x', 1, 8)", &[]),
        ("mask('x')", &["1:8 error[unknown-function] function 'mask' does not exist"]),
        // The function of the project hides the built-in one, unless it cannot take the call.
        ("UPPER('a', 1) + 1", &[]),
        (
            "UPPER('a') || 'b'",
            &["1:8 warning[built-in-meant] function 'UPPER' of the project takes 2 arguments, so this call means the built-in function"],
        ),
        ("shop:UPPER('a')", &["1:8 error[invalid-arguments] function 'shop:UPPER' takes 2 arguments, not 1"]),
        ("cut(1, 2)", &["1:12 error[invalid-arguments] function 'cut' takes STRING here, not INT"]),
        // Special forms are no calls.
        ("TRIM(BOTH 'x' FROM 'xax') || 'b', SUBSTRING('abc' FROM 2), CAST('1' AS INT)", &[]),
    ] {
        let said = files(&format!("SELECT {call};")).check(Some("local"));
        let said: Vec<&str> = said.iter().map(|line| line.strip_prefix(&format!("{PLACE}:")).unwrap_or(line)).collect();
        let said: Vec<&str> = said.into_iter().filter(|line| !line.contains("literal-project")).collect();
        assert_eq!(said, expected, "{call}");
    }
}

#[test]
fn a_function_of_the_script_hides_that_of_the_project() {
    let said = files("CREATE FUNCTION cut AS 'com.acme.Cut'; SELECT cut(1, 2, 3);").check(None);
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn a_body_in_sql_runs() {
    let files = files("SELECT cut('abc', 2);");
    let mut session = open_session();
    let (workspace, _) = Workspace::load(files.root(), &mut session.sources);
    session.enter_workspace(&workspace, "local", &[]).expect("it is there");
    let view = workspace.view("local", &[]).expect("it is there");
    session.enter_task(&view, &workspace.projects["shop"], "job").expect("it is there");
    let text = "SELECT cut('abc', 2) FROM (VALUES (1)) AS t (x)";
    let source = session.sources.add("q.sql", text);
    let script = sql::parse(source, text);
    let result = session.execute(&script.statements[0]).result.expect("it is right");
    let StatementResult::Query(query) = result else { panic!("a query") };
    let mut run = session.start_query(&query, None, CancelToken::default()).expect("it runs");
    let rows = run.next_rows().expect("it runs").expect("a batch");
    assert_eq!(format!("{rows:?}").matches("ab..").count(), 1);
}

#[test]
fn a_mistake_in_a_body_is_told_at_the_call() {
    let files = Files::new(&[
        ("projects/shop/functions/f.sql", "CREATE FUNCTION f AS 'sql' WITH ('parameters' = 's STRING', 'body' = 'UPPER(x)');"),
        ("projects/shop/tasks/job.sql", "SELECT f('a');"),
    ]);
    let said = files.check(Some("local"));
    assert_eq!(said, [format!("{PLACE}:1:8 error[unknown-column] in the body of function 'f': column 'x' is not in any table")]);
}
