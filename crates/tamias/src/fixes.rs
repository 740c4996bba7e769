//! Carrying out the fixes that are certain, in the files that the diagnostics are about.

use crate::input;
use diag::{Diagnostic, Edit, Result, SourceId, SourceMap, SourceText};
use std::collections::BTreeMap;
use std::path::Path;

/// A fix that was carried out, and the place it was for.
pub(crate) struct Done {
    pub(crate) place: String,
    pub(crate) title: String,
}

/// Carries out certain fixes in files. Of two that touch each other only the first is: the next round sees what is left.
pub(crate) fn apply(sources: &SourceMap, diagnostics: &[Diagnostic]) -> Result<Vec<Done>> {
    let (mut accepted, mut done): (BTreeMap<SourceId, Vec<Edit>>, Vec<Done>) = (BTreeMap::new(), Vec::new());
    for diagnostic in diagnostics {
        let diagnostic = sources.as_written(diagnostic);
        let Some(fix) = diagnostic.fix.as_ref().filter(|fix| fix.is_certain()) else { continue };
        let is_possible = fix.edits.iter().all(|edit| {
            let others = accepted.get(&edit.span.source);
            is_file(sources, edit.span.source) && !others.into_iter().flatten().any(|other| touches(other, edit))
        });
        if !is_possible || fix.edits.is_empty() {
            continue;
        }
        for edit in &fix.edits {
            accepted.entry(edit.span.source).or_default().push(edit.clone());
        }
        done.push(Done { place: sources.place(diagnostic.span()).unwrap_or_default(), title: fix.title.clone() });
    }
    for (source, edits) in accepted {
        if let Some(source) = sources.get(source) {
            input::replace(Path::new(&source.name), &edited(source, edits))?;
        }
    }
    Ok(done)
}

/// True for the text of a file that has not changed since it was read.
fn is_file(sources: &SourceMap, source: SourceId) -> bool {
    sources.get(source).is_some_and(|source| std::fs::read_to_string(&source.name).is_ok_and(|text| text == *source.text))
}

/// Edits that only insert touch when they insert at the same place.
fn touches(a: &Edit, b: &Edit) -> bool {
    a.span.start <= b.span.end && b.span.start <= a.span.end
}

fn edited(source: &SourceText, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.span.start);
    let (mut text, mut at) = (String::with_capacity(source.text.len()), 0);
    for Edit { span, text: new } in edits {
        text.push_str(&source.text[at..span.start as usize]);
        text.push_str(&new);
        at = span.end as usize;
    }
    text + &source.text[at..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::Span;

    #[test]
    fn certain_fixes_are_carried_out_and_guesses_are_not() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let path = directory.path().join("a.sql");
        std::fs::write(&path, "SELECT a b, FROM t").expect("it can be written");
        let mut sources = SourceMap::default();
        let id = sources.add(path.display().to_string(), "SELECT a b, FROM t");
        let at = |start, end| Span::new(id, start, end);
        let comma = Diagnostic::error("x", at(10, 11), "m").with_fix("Remove the comma", at(10, 11), "");
        let overlapping = Diagnostic::error("x", at(9, 11), "m").with_fix("Remove both", at(9, 11), "");
        let guess = Diagnostic::error("x", at(17, 18), "m").with_fix("did you mean 'u'?", at(17, 18), "u");
        let done = apply(&sources, &[comma.clone(), overlapping, guess]).expect("it can be written");
        assert_eq!(done.iter().map(|done| done.title.as_str()).collect::<Vec<_>>(), ["Remove the comma"]);
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "SELECT a b FROM t");
        assert!(apply(&sources, &[comma]).expect("nothing is written").is_empty(), "the file is another one now");
    }
}
