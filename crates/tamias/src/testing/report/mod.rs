//! What is shown of tests: text, JSON, JUnit's XML.

mod json;
mod junit;

use super::document::TestFile;
use super::expect::{Failure, Mark};
use super::{CaseResult, Plan, Results};
use crate::arguments::ErrorForm;
use crate::console::{Console, Stream};
use crate::exit::Exit;
use diag::{Error, Result};
use std::sync::Arc;

/// Names cases without running them.
pub(super) fn list(files: &[TestFile], chosen: &[(usize, usize)], json: bool, console: &Arc<Console>) -> Result<Exit> {
    let mut exit = Exit::Good;
    for file in files.iter().filter(|file| diag::has_errors(&file.mistakes)) {
        console.diagnostics(Stream::Out, &file.sources, &file.mistakes)?;
        exit = Exit::Errors;
    }
    for (f, c) in chosen {
        let (file, case) = (&files[*f], &files[*f].cases[*c]);
        let line = file.line(case.place);
        match json {
            true => console.print(&format!("{}\n", json::named(file, case, line)))?,
            false => console.print(&format!("{}:{line}: {}\n", file.name, case.title))?,
        }
    }
    Ok(exit)
}

/// Shows what failed, writes the reports that are wanted, and says how it went.
pub(super) fn show(results: &Results, plan: &Plan, console: &Arc<Console>) -> Result<Exit> {
    if plan.json {
        for line in json::lines(results) {
            console.print(&format!("{line}\n"))?;
        }
    } else {
        text(results, console)?;
    }
    if let Some(path) = &plan.junit {
        let xml = junit::report(results);
        std::fs::write(path, xml).map_err(|error| Error::from(error).context(format!("cannot write '{}'", path.display())))?;
    }
    console.note(&summary(results));
    Ok(results.exit())
}

fn text(results: &Results, console: &Arc<Console>) -> Result<()> {
    let mut shown = 0;
    for file in results.files.iter().filter(|file| !file.mistakes.is_empty()) {
        keep_distance(&mut shown, console)?;
        console.diagnostics(Stream::Out, &file.sources, &file.mistakes)?;
    }
    for result in results.cases.iter().filter(|result| !result.failures.is_empty()) {
        keep_distance(&mut shown, console)?;
        show_failed(results, result, console)?;
    }
    Ok(())
}

fn keep_distance(shown: &mut usize, console: &Console) -> Result<()> {
    *shown += 1;
    let is_text = console.error_form() == ErrorForm::Text;
    if *shown > 1 && is_text { console.print("\n") } else { Ok(()) }
}

/// A case that failed, with everything that is not as expected.
pub(super) fn show_failed(results: &Results, result: &CaseResult, console: &Console) -> Result<()> {
    let is_text = console.error_form() == ErrorForm::Text;
    if is_text {
        console.print(&format!("failed: {}\n", name(results, result)))?;
    }
    for failure in &result.failures {
        console.diagnostics(Stream::Out, &result.sources, std::slice::from_ref(&failure.diagnostic))?;
        if is_text {
            let has_color = console.has_color(Stream::Out);
            let lines: String = failure.lines.iter().map(|line| colored(line.mark, &line.text, has_color)).collect();
            console.print(&lines)?;
        }
        console.diagnostics(Stream::Out, &result.sources, &failure.told)?;
    }
    Ok(())
}

fn colored(mark: Mark, text: &str, has_color: bool) -> String {
    let color = match mark {
        _ if !has_color => "",
        Mark::Both => "",
        Mark::Missing => "\x1b[31m",
        Mark::Unexpected => "\x1b[32m",
        Mark::Other => "\x1b[33m",
    };
    let reset = if color.is_empty() { "" } else { "\x1b[0m" };
    format!("{color}  {} {text}", mark.symbol()).trim_end().to_owned() + reset + "\n"
}

/// `file:line: title`
fn name(results: &Results, result: &CaseResult) -> String {
    let file = &results.files[result.file];
    let case = &file.cases[result.case];
    format!("{}:{}: {}", file.name, file.line(case.place), case.title)
}

/// The difference of a failure as text without colours.
fn difference(failure: &Failure) -> String {
    failure.lines.iter().map(|line| colored(line.mark, &line.text, false)).collect()
}

/// `12 tests in 3 files: 11 passed, 1 failed (38 ms)`
fn summary(results: &Results) -> String {
    let counted = |n: usize, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
    let (all, failed) = (results.cases.len(), results.failed());
    let wrong = results.files.iter().filter(|file| diag::has_errors(&file.mistakes)).count();
    let mut parts = vec![format!("{} passed", all - failed)];
    if failed > 0 {
        parts.push(format!("{failed} failed"));
    }
    if wrong > 0 {
        parts.push(format!("{} with mistakes", counted(wrong, "file")));
    }
    format!("{} in {}: {} ({} ms)", counted(all, "test"), counted(results.files.len(), "file"), parts.join(", "), results.time.as_millis())
}
