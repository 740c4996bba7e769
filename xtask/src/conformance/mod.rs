//! `cargo xtask conformance`: how many statements give the answer that real Flink 2.3 gave.
//!
//! Two kinds of files hold Flink's answers: transcripts of its client (`tests/flink/cases/*.sql` with `tests/flink/out/*.out`) and captures of its table
//! API (`tests/flink/captures`). Each file runs in a session of its own, with lenient options and the mode set. A statement passes when types
//! and rows are the same (their order counts under ORDER BY only) and, in a transcript, the layout too; where Flink refused, when we
//! refuse and name the same object. Statements that need stateful streaming are counted apart.
//! `tests/flink/exceptions.txt` lists the statements that differ, each with its reason.

mod capture;
mod client;
mod compare;
mod exceptions;
mod rules;
mod transcript;

use crate::{root, say};
use compare::Verdict;
use exceptions::Exceptions;
use std::path::{Path, PathBuf};

/// One statement with Flink's answer.
pub(crate) struct Check {
    pub(crate) statement: String,
    pub(crate) expected: Expected,
}

/// Flink's answer.
pub(crate) enum Expected {
    /// What the client printed.
    Text(String),
    /// What the table API printed: column widths and footers are its own.
    Table(String),
    /// The types of the columns, where they are known, and the rows as text.
    Rows {
        types: Option<Vec<String>>,
        rows: Vec<String>,
        streaming: bool,
    },
    Succeeded,
    /// The last line of the chain of causes.
    Refused(String),
}

/// The result for one file.
#[derive(Default)]
struct Tally {
    passed: usize,
    streaming: usize,
    excepted: usize,
    failed: Vec<String>,
}

/// Runs all files, or those whose names contain one of `filters`; `-v` among them prints every difference.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let verbose = args.iter().any(|a| a == "-v");
    let filters: Vec<&String> = args.iter().filter(|a| *a != "-v").collect();
    let exceptions = Exceptions::read(&root().join("tests/flink/exceptions.txt"))?;
    let mut total = Tally::default();
    say(&format!("{:<44} {:>6} {:>6} {:>10} {:>7} {:>7}", "file", "passed", "failed", "exceptions", "stateful", "of"));
    for file in files()? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !filters.is_empty() && !filters.iter().any(|f| name.contains(f.as_str())) {
            continue;
        }
        let tally = check_file(&file, &name, &exceptions, verbose)?;
        let all = tally.passed + tally.failed.len() + tally.excepted + tally.streaming;
        say(&format!("{name:<44} {:>6} {:>6} {:>10} {:>7} {:>7}", tally.passed, tally.failed.len(), tally.excepted, tally.streaming, all));
        total.passed += tally.passed;
        total.streaming += tally.streaming;
        total.excepted += tally.excepted;
        total.failed.extend(tally.failed);
    }
    if filters.is_empty() {
        rules::list()?;
    }
    summary(&total)
}

fn summary(total: &Tally) -> Result<(), String> {
    let counted = total.passed + total.failed.len() + total.excepted;
    let percent = 100.0 * total.passed as f64 / counted.max(1) as f64;
    say(&format!(
        "\n{} of {counted} statements give Flink's answer ({percent:.1} %); {} differ for a listed reason; {} need stateful streaming",
        total.passed, total.excepted, total.streaming
    ));
    if total.failed.is_empty() {
        return Ok(());
    }
    Err(format!("{} statements differ without a listed reason:\n{}", total.failed.len(), total.failed.join("\n")))
}

fn files() -> Result<Vec<PathBuf>, String> {
    let flink = root().join("tests/flink");
    let list = |folder: &str, ending: &str| -> Result<Vec<PathBuf>, String> {
        let entries = std::fs::read_dir(flink.join(folder)).map_err(|e| e.to_string())?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.to_string_lossy().ends_with(ending)).collect();
        paths.sort();
        Ok(paths)
    };
    let mut files = list("captures", ".txt")?;
    files.retain(|p| p.file_stem().is_some_and(|n| capture::is_capture(&n.to_string_lossy())));
    files.extend(list("out", ".out")?);
    Ok(files)
}

fn check_file(file: &Path, name: &str, exceptions: &Exceptions, verbose: bool) -> Result<Tally, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let is_transcript = file.extension().is_some_and(|e| e == "out");
    let (checks, settings) = if is_transcript {
        (transcript::checks(&text), transcript::settings(&root().join("tests/flink/cases").join(format!("{name}.sql"))))
    } else {
        capture::write_inputs(work.path()).map_err(|e| e.to_string())?;
        (capture::checks(&text, name), capture::settings(name))
    };
    let mut client = client::Client::new(work.path(), &settings);
    let mut tally = Tally::default();
    for (number, check) in checks.iter().enumerate() {
        let answer = client.execute(&check.statement);
        match compare::compare(check, &answer) {
            _ if answer.needs_state => tally.streaming += 1,
            Verdict::Same => tally.passed += 1,
            Verdict::Different(difference) => {
                if exceptions.has(name, number + 1) {
                    tally.excepted += 1;
                    continue;
                }
                tally.failed.push(format!("{name}:{}: {}", number + 1, one_line(&check.statement)));
                if verbose {
                    say(&format!("--- {name}:{}\n{}\n{difference}", number + 1, check.statement));
                }
            }
        }
    }
    Ok(tally)
}

fn one_line(statement: &str) -> String {
    let line = statement.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_difference_from_flink_has_a_listed_reason() {
        assert_eq!(super::run(&[]), Ok(()));
    }
}
