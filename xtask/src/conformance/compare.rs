//! Whether an answer is Flink's.

use super::client::Answer;
use super::{Check, Expected};

pub(crate) enum Verdict {
    Same,
    Different(String),
}

pub(crate) fn compare(check: &Check, answer: &Answer) -> Verdict {
    let ordered = is_ordered(&check.statement);
    match &check.expected {
        Expected::Succeeded if !answer.refused => Verdict::Same,
        Expected::Succeeded => different("success", &answer.text),
        Expected::Refused(root) => refusal(root, answer),
        Expected::Text(text) => printed(text, answer, ordered),
        Expected::Table(text) => {
            let content = |text: &str| {
                let footers = ["row in set", "rows in set", "Empty set", "Received a total"];
                let lines = squeezed(&normalized(text, ordered));
                lines.into_iter().filter(|l| !footers.iter().any(|f| l.contains(f))).collect::<Vec<_>>()
            };
            if content(text) == content(&answer.text) { Verdict::Same } else { different(text, &answer.text) }
        }
        Expected::Rows { types, rows, streaming } => same_rows(types.as_deref(), rows, *streaming, answer, ordered),
    }
}

/// Whether the statement itself has an ORDER BY; those in parentheses do not order its rows.
fn is_ordered(statement: &str) -> bool {
    let mut depth = 0;
    let outside: String = statement
        .chars()
        .filter(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        })
        .collect();
    outside.to_uppercase().contains("ORDER BY")
}

fn same_rows(types: Option<&[String]>, rows: &[String], streaming: bool, answer: &Answer, ordered: bool) -> Verdict {
    if answer.refused {
        return different(&rows.join(" // "), &answer.text);
    }
    if types.is_some_and(|types| types != answer.types) {
        return different(&types.unwrap_or_default().join("; "), &answer.types.join("; "));
    }
    // Without rows the capture has one empty text.
    let mut theirs: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut ours: Vec<&str> = answer.rows.iter().map(String::as_str).collect();
    if ours.is_empty() && theirs == [""] {
        return Verdict::Same;
    }
    if !ordered || streaming {
        theirs.sort_unstable();
        ours.sort_unstable();
    }
    if theirs == ours { Verdict::Same } else { different(&theirs.join(" // "), &ours.join(" // ")) }
}

/// Refused as well, and saying which object is meant.
fn refusal(root: &str, answer: &Answer) -> Verdict {
    if !answer.refused {
        return different(root, &answer.text);
    }
    // A failed cast of Java's names classes and their loaders, nothing that the user wrote.
    if root.trim_start_matches("java.lang.").starts_with("ClassCastException") {
        return Verdict::Same;
    }
    // A line break of a message is two characters in a capture.
    let first_line = root.split("\\n").next().unwrap_or_default();
    let named = quoted(first_line);
    let said = |name: &String| answer.complaints.contains(name.as_str()) || answer.text.contains(name.as_str());
    if named.is_empty() || named.iter().any(said) { Verdict::Same } else { different(root, &answer.complaints) }
}

/// The parts of a message in quotes, the quotes left out.
fn quoted(message: &str) -> Vec<String> {
    let mut names = Vec::new();
    for quote in ['\'', '`', '"'] {
        let pieces: Vec<&str> = message.split(quote).collect();
        // The piece after a quote that nothing closes is no name.
        let closed = pieces.len() - 1;
        let parts = pieces[..closed].iter().copied().skip(1).step_by(2);
        names.extend(parts.filter(|p| !p.is_empty() && p.len() < 60).map(str::to_owned));
    }
    names
}

fn printed(text: &str, answer: &Answer, ordered: bool) -> Verdict {
    if let Some(reason) = refused_in(text) {
        return refusal(reason, answer);
    }
    let theirs = normalized(text, ordered);
    let ours = normalized(&answer.text, ordered);
    if theirs == ours || (mentions_folders(text) && squeezed(&theirs) == squeezed(&ours)) {
        return Verdict::Same;
    }
    different(text, &answer.text)
}

/// Why the client says that a statement was refused.
pub(crate) fn refused_in(text: &str) -> Option<&str> {
    let (_, reason) = text.split_once("[ERROR] Could not execute SQL statement. Reason:\n")?;
    Some(reason.lines().next().unwrap_or_default())
}

/// Times replaced, and the rows of a table sorted where their order is free.
fn normalized(text: &str, ordered: bool) -> Vec<String> {
    let mut lines: Vec<String> = text.trim_end().lines().map(without_time).collect();
    if !ordered && !text.contains("| result |") {
        // The header stays where it is: after the first rule.
        let body = lines.iter().position(|l| l.starts_with('|')).map_or(0, |header| header + 1);
        lines[body..].sort();
    }
    lines
}

fn without_time(line: &str) -> String {
    match (line.find(" ("), line.ends_with(" seconds)")) {
        (Some(start), true) => format!("{} (N.NN seconds)", &line[..start]),
        _ if line.ends_with(" rows in set") || line.ends_with(" row in set") => format!("{line} (N.NN seconds)"),
        _ => line.trim_end().to_owned(),
    }
}

/// Folders have other lengths here, and so have the tables that show them.
fn mentions_folders(text: &str) -> bool {
    text.contains("/tmp/flink-oracle") || text.contains("/data/")
}

fn squeezed(lines: &[String]) -> Vec<String> {
    let squeeze = |line: &String| {
        let mut squeezed: String = line.replace('-', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        squeezed.truncate(400);
        squeezed
    };
    lines.iter().map(squeeze).filter(|l| !l.replace(['+', ' '], "").is_empty()).collect()
}

fn different(theirs: &str, ours: &str) -> Verdict {
    Verdict::Different(format!("Flink:\n{}\nhere:\n{}\n", first_lines(theirs), first_lines(ours)))
}

fn first_lines(text: &str) -> String {
    text.lines().take(40).collect::<Vec<_>>().join("\n")
}
