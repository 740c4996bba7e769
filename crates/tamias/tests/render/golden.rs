//! The cases of the workspace `golden`, for each engine, beside what they should be.

use crate::support::run;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/render/golden")
}

/// The names of the tasks.
fn tasks() -> Vec<String> {
    let entries = fs::read_dir(folder().join("projects/p/tasks")).expect("it can be listed");
    let mut names: Vec<String> = entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn cases_are_rendered_as_they_were_accepted() {
    let place = folder().parent().expect("it has one").to_owned();
    for task in tasks() {
        for target in ["flink-2.3", "vvr-8", "blink-3.6"] {
            let outcome = run(&place, &["render", &format!("golden/projects/p/tasks/{task}"), "--to", target, "--errors", "short"]);
            let code = outcome.code.map_or("a signal".to_owned(), |code| code.to_string());
            let text = format!("{}--- standard error\n{}--- exit code {code}\n", outcome.out, outcome.err);
            let name = format!("{}.{target}.txt", task.trim_end_matches(".sql"));
            expect_test::expect_file![folder().join("expected").join(name)].assert_eq(&text);
        }
    }
}

/// A value is the same with and without quotes.
#[test]
fn quotes_make_no_difference() {
    let place = folder().parent().expect("it has one").to_owned();
    for target in ["flink-2.3", "vvr-8", "blink-3.6"] {
        let of = |task: &str| {
            let outcome = run(&place, &["render", &format!("golden/projects/p/tasks/{task}.sql"), "--to", target, "-q"]);
            let lines = outcome.out.lines().filter(|line| !line.starts_with("-- from ")).map(|line| format!("{line}\n"));
            (lines.collect::<String>(), outcome.code)
        };
        assert_eq!(of("g11_header_bare"), of("g11_header_quoted"));
    }
}
