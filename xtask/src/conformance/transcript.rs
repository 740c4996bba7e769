//! Transcripts of Flink's client.

use super::{Check, Expected};
use std::path::Path;

const PROMPT: &str = "Flink SQL> ";
const CONTINUATION: &str = "> ";

/// Each statement after a prompt with what follows it.
pub(crate) fn checks(text: &str) -> Vec<Check> {
    let mut checks: Vec<(String, String)> = Vec::new();
    let mut in_statement = false;
    for line in text.lines() {
        if let Some(first) = line.strip_prefix(PROMPT) {
            checks.push((first.to_owned(), String::new()));
            in_statement = true;
            continue;
        }
        let Some((statement, output)) = checks.last_mut() else { continue };
        match line.strip_prefix(CONTINUATION) {
            Some(more) if in_statement => {
                statement.push('\n');
                statement.push_str(more);
            }
            _ => {
                in_statement = false;
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    checks.into_iter().map(|(statement, output)| Check { statement, expected: Expected::Text(output.trim_end().to_owned()) }).collect()
}

/// The lines `-- set: key=value` of a case; the client that ran the cases was in streaming mode and waited for INSERTs.
pub(crate) fn settings(case: &Path) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(case).unwrap_or_default();
    let set = text.lines().filter_map(|l| l.strip_prefix("-- set: ")?.split_once('='));
    let defaults = [("execution.runtime-mode", "streaming"), ("table.dml-sync", "true")];
    defaults.into_iter().chain(set).map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned())).collect()
}
