//! SQL that a real Flink was asked, with its verdict: the captures and cases under `tests/flink`, and Dataphin scripts.

use std::fs;
use std::path::{Path, PathBuf};

/// A text and what Flink's parser said of it.
pub(crate) struct Sample {
    /// Where it is from: file and line.
    pub(crate) place: String,
    pub(crate) text: String,
    pub(crate) accepted: bool,
}

/// All single statements of the captures.
pub(crate) fn captured_statements() -> Vec<Sample> {
    let mut samples = probes();
    samples.extend(typed_statements());
    for file in files("captures", "txt") {
        let text = read(&file);
        let name = file_name(&file);
        if name.starts_with("ddl-") || name.starts_with("io-") {
            samples.extend(transcript(&name, &text));
        } else if name.starts_with("batch-") || name.starts_with("streaming-") {
            samples.extend(lines_with_answers(&name, &text));
        }
    }
    samples
}

/// The statements of the probes: `OK` or `ERR` and the text, with line ends written `\n`.
pub(crate) fn probes() -> Vec<Sample> {
    let mut samples = vec![];
    for file in ["parser-probe.txt", "expression-probe.txt"] {
        let text = read(&flink_directory().join("captures").join(file));
        for (number, line) in text.lines().enumerate() {
            let (accepted, statement) = match (line.strip_prefix("OK   "), line.strip_prefix("ERR  ")) {
                (Some(statement), _) => (true, statement),
                (_, Some(statement)) => (false, statement),
                _ => continue,
            };
            samples.push(Sample { place: format!("{file}:{}", number + 1), text: statement.replace("\\n", "\n"), accepted });
        }
    }
    samples
}

/// The beginnings of statements of the parser probe, where Flink finds that something is wrong or missing (a byte), and whether a
/// statement can end there.
pub(crate) fn beginnings() -> Vec<(Sample, u32)> {
    let text = read(&flink_directory().join("captures/parser-probe.txt"));
    let lines: Vec<&str> = text.lines().collect();
    let mut samples = vec![];
    for (number, pair) in lines.windows(2).enumerate() {
        let (Some(beginning), Some(next)) = (pair[0].strip_prefix("EXP  "), pair[1].trim().strip_prefix("=> @line 1, column ")) else {
            continue;
        };
        let column: u32 = next.split(' ').next().and_then(|n| n.parse().ok()).expect("a column");
        let end = beginning.trim_end().len() as u32;
        let inside = column > 1 && column <= end;
        let sample = Sample {
            place: format!("parser-probe.txt:{}", number + 1),
            text: beginning.to_string(),
            accepted: next.contains("<EOF>") && !inside,
        };
        samples.push((sample, if inside { column - 1 } else { end }));
    }
    samples
}

/// Every statement that was typed into Flink's client, with its verdict.
fn typed_statements() -> Vec<Sample> {
    let mut samples = vec![];
    for file in files("out", "out") {
        for block in read(&file).split("Flink SQL> ").skip(1) {
            let lines: Vec<&str> = block.lines().collect();
            let more = lines.iter().skip(1).take_while(|line| line.starts_with("> ")).count();
            let statement: Vec<&str> = lines.iter().take(more + 1).map(|line| line.strip_prefix("> ").unwrap_or(line)).collect();
            // Without the `;` it was no statement, but what the client printed while it was told what to print.
            if statement.last().is_some_and(|line| line.trim_end().ends_with(';')) {
                let accepted = !lines.iter().skip(more + 1).any(|line| is_parse_failure(line));
                samples.push(Sample { place: file_name(&file), text: statement.join("\n"), accepted });
            }
        }
    }
    samples
}

/// `>>> statement` and the answer on the lines behind it.
fn transcript(name: &str, text: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = vec![];
    for (number, line) in text.lines().enumerate() {
        if let Some(statement) = line.strip_prefix(">>> ") {
            samples.push(Sample { place: format!("{name}:{}", number + 1), text: statement.to_string(), accepted: true });
        } else if let Some(sample) = samples.last_mut() {
            sample.accepted &= !is_parse_failure(line);
        }
    }
    samples
}

/// `expression  => answer`, `>query  => answer`, `!statement  OK`; `!!` begins a failure.
fn lines_with_answers(name: &str, text: &str) -> Vec<Sample> {
    let mut samples = vec![];
    for (number, line) in text.lines().enumerate() {
        let split = ["  => ", "  !! ", "  OK"].iter().filter_map(|mark| line.find(mark)).min();
        let Some(split) = split.filter(|_| !line.starts_with('#')) else { continue };
        let (asked, answer) = line.split_at(split);
        let text = match (asked.strip_prefix('>'), asked.strip_prefix('!')) {
            (Some(query), _) => query.to_string(),
            (_, Some(statement)) => statement.to_string(),
            _ => format!("SELECT {asked}"),
        };
        samples.push(Sample { place: format!("{name}:{}", number + 1), text, accepted: !is_parse_failure(answer) });
    }
    samples
}

fn is_parse_failure(answer: &str) -> bool {
    const FAILURES: &[&str] = &[
        "SqlParserE",
        "SQL parse failed",
        "sql.parser.impl.ParseException",
        "TokenMgrError",
        "Non-query expression encountered in illegal context",
        "ORDER BY unexpected",
        "String literal continued on same line",
        "Expecting alias, found character literal",
    ];
    FAILURES.iter().any(|failure| answer.contains(failure))
}

/// The scripts of `tests/flink/cases`, by name.
pub(crate) fn cases() -> Vec<(String, String)> {
    files("cases", "sql").iter().map(|file| (file_name(file), read(file))).collect()
}

/// Scripts with Dataphin's and Blink's extensions.
pub(crate) fn dataphin_scripts() -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dataphin");
    sorted(&directory, "sql").iter().map(|file| (file_name(file), read(file))).collect()
}

/// All texts of the corpus that read without a diagnostic.
pub(crate) fn readable() -> Vec<(String, String)> {
    let captured = captured_statements().into_iter().map(|sample| (sample.place, sample.text));
    let all = captured.chain(cases()).chain(dataphin_scripts());
    all.filter(|(_, text)| sql::parse(diag::SourceId(0), text).diagnostics.is_empty()).collect()
}

fn flink_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/flink")
}

fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    sorted(&flink_directory().join(directory), extension)
}

fn sorted(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the directory is part of the repository");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

fn file_name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("the file is part of the repository")
}
