//! The workspace of the examples.

use crate::support::{open_printing_session, open_session, told};
use session::run::CancelToken;
use session::{StatementResult, check_workspace};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/retail")
}

/// Files stand in for the topic, and the table of the cluster is printed.
#[test]
fn a_task_of_the_example_runs_on_this_computer() {
    let (mut session, output) = open_printing_session();
    let task = root().join("projects/report/tasks/profile_orders.sql");
    let task = session.open_task(&task, None, &[]).expect("it can be read").expect("it is a task");
    assert!(task.diagnostics.is_empty(), "{:?}", task.diagnostics);
    for statement in &task.statements {
        let execution = session.execute(statement);
        let said: Vec<&str> = execution.diagnostics.iter().map(|diagnostic| diagnostic.id).collect();
        assert_eq!(said, ["printed-instead"]);
        let StatementResult::Job(job) = execution.result.expect("it is right") else { panic!("an INSERT") };
        session.run_job(&job, &CancelToken::default()).expect("it runs");
    }
    let mut printed = output.lines();
    printed.sort();
    assert_eq!(printed.len(), 9);
    assert_eq!(printed[..2], ["workspace.report.profiles> +I[10, +I[3, 123.00]]", "workspace.report.profiles> +I[11, +I[2, 14.99]]"]);
}

#[test]
fn the_example_is_right_in_every_environment() {
    let root = root();
    let check = check_workspace(&open_session(), &root, None, &[]).expect("it can be read");
    assert_eq!(told(&check, &root), Vec::<String>::new());
    assert_eq!((check.tasks, check.tables), (6, 8));
    assert_eq!(check.environments, ["local", "dev", "prod"]);
    assert_eq!(check.not_verified, ["class com.example.Risk"]);
    assert_eq!(check.engines, ["flink-2.3"]);
}
