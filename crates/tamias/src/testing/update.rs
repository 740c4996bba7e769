//! `--update`: what came out is written into the blocks that expected something else. Every other byte stays.

use super::Results;
use crate::console::{Console, Stream};
use crate::exit::Exit;
use diag::{Error, Result, Span};
use std::sync::Arc;

/// Rewrites the files, and shows what cannot be written into them.
pub(super) fn run(results: &Results, console: &Arc<Console>) -> Result<Exit> {
    let mut total = 0;
    for (f, file) in results.files.iter().enumerate() {
        let failures = results.cases.iter().filter(|result| result.file == f).flat_map(|result| &result.failures);
        let mut changes: Vec<&(Span, String)> = failures.filter_map(|failure| failure.replacement.as_ref()).collect();
        changes.sort_by_key(|(span, _)| span.start);
        if changes.is_empty() {
            continue;
        }
        let text = changed(&file.text, &changes);
        std::fs::write(&file.path, text).map_err(|error| Error::from(error).context(format!("cannot write '{}'", file.name)))?;
        let word = if changes.len() == 1 { "expectation" } else { "expectations" };
        console.note(&format!("updated {} {word} in {}", changes.len(), file.name));
        total += changes.len();
    }
    let mut exit = Exit::Good;
    for file in &results.files {
        if diag::has_errors(&file.mistakes) {
            console.diagnostics(Stream::Out, &file.sources, &file.mistakes)?;
            exit = Exit::Errors;
        }
    }
    for result in &results.cases {
        if result.failures.iter().any(|failure| failure.replacement.is_none()) {
            super::report::show_failed(results, result, console)?;
            exit = Exit::Errors;
        }
    }
    if total == 0 && exit == Exit::Good {
        console.note("nothing to update");
    }
    Ok(exit)
}

/// A text with some of its parts replaced, which stand in order and apart.
fn changed(text: &str, changes: &[&(Span, String)]) -> String {
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for (span, replacement) in changes {
        let (start, end) = (span.start as usize, span.end as usize);
        if start < at {
            continue;
        }
        new.push_str(&text[at..start]);
        new.push_str(replacement);
        at = end;
    }
    new + &text[at..]
}
