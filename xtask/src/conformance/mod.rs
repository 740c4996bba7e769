//! `cargo xtask conformance`: how many statements give the answer that real Flink 2.3 gave.
//!
//! Two kinds of files hold Flink's answers: transcripts of its client (`tests/flink/cases/*.sql` with `tests/flink/out/*.out`) and captures of its table
//! API (`tests/flink/captures`). Each file runs in a session of its own, with lenient options and the mode set. A statement passes when types
//! and rows are the same (their order counts under ORDER BY only) and, in a transcript, the layout too; where Flink refused, when we
//! refuse and name the same object. Statements that need stateful streaming are counted apart.
//! `tests/flink/exceptions.txt` lists the statements that differ, each with its reason, and those whose cells no two runs share.

mod capture;
mod client;
mod compare;
mod exceptions;
mod free;
mod rules;
mod transcript;

use crate::{root, say};
use compare::Verdict;
use exceptions::{Exception, Exceptions};
use std::path::{Path, PathBuf};

/// One statement with Flink's answer.
pub(crate) struct Check {
    pub(crate) statement: String,
    pub(crate) expected: Expected,
}

/// Flink's answer.
#[derive(Clone)]
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

impl Expected {
    fn is_refusal(&self) -> bool {
        match self {
            Expected::Refused(_) => true,
            Expected::Text(text) => compare::refused_in(text).is_some(),
            _ => false,
        }
    }
}

/// The result for one file.
#[derive(Default)]
struct Tally {
    passed: usize,
    streaming: usize,
    choices: usize,
    gaps: usize,
    /// Listed, and yet the same.
    agreeing: Vec<String>,
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
        let excepted = tally.choices + tally.gaps;
        let columns = [tally.passed, tally.failed.len(), excepted, tally.streaming, tally.counted() + tally.streaming];
        let [passed, failed, excepted, streaming, all] = columns;
        say(&format!("{name:<44} {passed:>6} {failed:>6} {excepted:>10} {streaming:>7} {all:>7}"));
        total.add(tally);
    }
    if filters.is_empty() {
        rules::list()?;
    }
    summary(&total)
}

impl Tally {
    /// Without those that need stateful streaming.
    fn counted(&self) -> usize {
        self.passed + self.failed.len() + self.choices + self.gaps
    }

    fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.streaming += other.streaming;
        self.choices += other.choices;
        self.gaps += other.gaps;
        self.agreeing.extend(other.agreeing);
        self.failed.extend(other.failed);
    }
}

fn summary(total: &Tally) -> Result<(), String> {
    let counted = total.counted();
    let percent = |count: usize| format!("{count} ({:.2} %)", 100.0 * count as f64 / counted.max(1) as f64);
    say(&format!(
        "\n{} of {counted} statements give Flink's answer; {} differ by choice, {} are gaps; {} need stateful streaming",
        percent(total.passed),
        percent(total.choices),
        percent(total.gaps),
        total.streaming
    ));
    if !total.agreeing.is_empty() {
        say(&format!("listed, and yet the same: {}", total.agreeing.join(", ")));
    }
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
        // What Flink refused has changed nothing for the statements after it.
        let before = check.expected.is_refusal().then(|| client.snapshot());
        let answer = client.execute(&check.statement);
        if let Some(before) = before.filter(|_| !answer.refused) {
            client.restore(before);
        }
        if answer.needs_state {
            tally.streaming += 1;
            continue;
        }
        let exception = exceptions.find(name, number + 1);
        let verdict = match exception {
            Some(Exception::Free(free)) => {
                let (check, answer) = free::masked(check, &answer, free);
                compare::compare(&check, &answer)
            }
            _ => compare::compare(check, &answer),
        };
        let place = format!("{name}:{}", number + 1);
        match (verdict, exception) {
            (Verdict::Same, Some(Exception::Choice | Exception::Gap)) => {
                tally.passed += 1;
                tally.agreeing.push(place);
            }
            (Verdict::Same, _) => tally.passed += 1,
            (Verdict::Different(_), Some(Exception::Choice)) => tally.choices += 1,
            (Verdict::Different(_), Some(Exception::Gap)) => tally.gaps += 1,
            (Verdict::Different(difference), _) => {
                if verbose {
                    say(&format!("--- {place}\n{}\n{difference}", check.statement));
                }
                tally.failed.push(format!("{place}: {}", one_line(&check.statement)));
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
