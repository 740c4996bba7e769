//! Scripts that were run by Flink's client: what it accepts is accepted, what its validation refuses is refused.
//!
//! A transcript repeats each statement after `Flink SQL> ` and then says what came of it.

use crate::support::{Outcome, Session};
use std::path::{Path, PathBuf};

#[test]
fn flink_and_tamias_accept_the_same_statements() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for case in batch_cases() {
        compare(&case, &mut wrong, &mut compared);
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 100, "only {compared} statements were compared");
}

/// The scripts with queries that ran in batch mode.
fn batch_cases() -> Vec<PathBuf> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/flink/cases");
    let mut cases: Vec<PathBuf> =
        std::fs::read_dir(directory).expect("the cases are in the repository").map(|entry| entry.expect("readable").path()).collect();
    cases.sort();
    let wanted = |path: &PathBuf| {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let area = ["q_", "err_001", "err_003", "err_005", "err_006", "type_00", "fn_", "join_001", "topn_002", "dedup_002", "airports_"]
            .iter()
            .any(|prefix| name.starts_with(prefix));
        // This one sets time zones that do not exist.
        area && !name.contains("streaming") && !name.contains("time_zones")
    };
    cases.retain(wanted);
    cases
}

fn compare(case: &Path, wrong: &mut Vec<String>, compared: &mut usize) {
    let script = std::fs::read_to_string(case).expect("readable");
    let stem = case.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some(transcript) = transcript(case, &stem) else { return };
    let answers: Vec<&str> = transcript.split("Flink SQL> ").skip(1).collect();
    let mut session = Session::empty();
    session.set("tamias.check-options", "lenient");
    let source = diag::SourceId(0);
    let statements = sql::parse(source, &script).statements;
    if statements.len() != answers.len() {
        return;
    }
    for (statement, answer) in statements.iter().zip(&answers) {
        let text = &script[statement.span.start as usize..statement.span.end as usize];
        let is_query = ["SELECT", "WITH", "VALUES", "INSERT", "CREATE TABLE", "CREATE VIEW", "CREATE TEMPORARY VIEW", "TABLE"]
            .iter()
            .any(|word| text.to_uppercase().starts_with(word));
        if !is_query || answer.contains("ParseException") {
            continue;
        }
        let refused = answer.contains("SqlValidatorException")
            || answer.contains("table.api.ValidationException")
            || answer.contains("CalciteException");
        let failed = answer.contains("[ERROR]");
        let Some(diagnostics) = session.run(text).pop().map(|outcome| match outcome {
            Outcome::Query(_, found) | Outcome::Insert(_, found) | Outcome::Definition(found) => found,
        }) else {
            continue;
        };
        let errors: Vec<_> = diagnostics.iter().filter(|d| d.is_error()).collect();
        let missing = errors.iter().any(|d| d.id == "unsupported-yet" || (d.id == "unknown-function" && !refused));
        *compared += usize::from(!missing);
        if !missing && ((refused && errors.is_empty()) || (!failed && !errors.is_empty())) {
            let said: Vec<&str> = errors.iter().map(|d| d.message.as_str()).collect();
            let flink = answer.lines().skip(1).take(3).collect::<Vec<_>>().join(" / ");
            wrong.push(format!("{stem}: {text}\n  flink  {flink}\n  tamias {said:?}"));
        }
    }
}

fn transcript(case: &Path, stem: &str) -> Option<String> {
    let directory = case.parent()?.parent()?.join("out");
    let names = [format!("{stem}.out"), format!("{stem}.batch.out")];
    names.iter().find_map(|name| std::fs::read_to_string(directory.join(name)).ok())
}
