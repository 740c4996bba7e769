//! What a case expects, beside what its script did.

mod diff;
mod options;
mod rows;
mod text;

pub(super) use diff::{Line, Mark};

use super::case::{Outcome, Script};
use super::document::{Case, Expectation, Fixture, Subject, TestFile, Word, mistake};
use crate::commands::render;
use crate::diagnostics::TEST_FAILED;
use diag::{Diagnostic, Result, Severity, Span, suggest};
use session::find_root;

/// An expectation that does not hold.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) diagnostic: Diagnostic,
    /// How it differs.
    pub(super) lines: Vec<Line>,
    /// What would hold: a part of the file, and what it should be.
    pub(super) replacement: Option<(Span, String)>,
    /// What the script was told, where that is what failed.
    pub(super) told: Vec<Diagnostic>,
}

impl Failure {
    fn new(place: Span, message: impl Into<String>) -> Self {
        let diagnostic = Diagnostic::error(TEST_FAILED, place, message);
        Failure { diagnostic, lines: Vec::new(), replacement: None, told: Vec::new() }
    }

    /// Something outside failed, or we did.
    pub(super) fn of_world(diagnostic: Diagnostic) -> Self {
        Failure::of_mistake(diagnostic)
    }

    fn of_mistake(diagnostic: Diagnostic) -> Self {
        Failure { diagnostic, lines: Vec::new(), replacement: None, told: Vec::new() }
    }
}

/// Compares everything that a case expects.
pub(super) fn check(file: &TestFile, case: &Case, outcome: &Outcome) -> Result<Vec<Failure>> {
    if diag::has_errors(&outcome.mistakes) {
        return Ok(outcome.mistakes.iter().filter(|mistake| mistake.is_error()).cloned().map(Failure::of_mistake).collect());
    }
    let mut failures = Vec::new();
    let mut expected_errors = Vec::new();
    for expectation in &case.expectations {
        if let Subject::Error { id, at } = &expectation.subject {
            match find(file, outcome, expectation, (id, *at), Severity::Error) {
                Ok(index) => expected_errors.push(index),
                Err(failure) => failures.push(*failure),
            }
        }
    }
    let is_expected = |index: usize| expected_errors.contains(&index);
    let unexpected = outcome.diagnostics.iter().enumerate().filter(|(index, told)| told.is_error() && !is_expected(*index));
    let unexpected: Vec<Diagnostic> = unexpected.map(|(_, told)| told.clone()).collect();
    if !unexpected.is_empty() {
        if failures.is_empty() {
            let expects_one = !expected_errors.is_empty();
            let message =
                if expects_one { "the script fails in another way too" } else { "the script fails, which the test does not expect" };
            failures.push(Failure { told: unexpected, ..Failure::new(case.place, message) });
        }
        // Nothing else can be as expected.
        return Ok(failures);
    }
    for expectation in &case.expectations {
        failures.extend(one(file, case, outcome, expectation)?);
    }
    Ok(failures)
}

fn one(file: &TestFile, case: &Case, outcome: &Outcome, expectation: &Expectation) -> Result<Option<Failure>> {
    let place = expectation.place;
    Ok(match &expectation.subject {
        Subject::Error { .. } => None,
        Subject::Warning { id, at } => find(file, outcome, expectation, (id, *at), Severity::Warning).err().map(|failure| *failure),
        Subject::NoWarnings => {
            let told: Vec<Diagnostic> = outcome.diagnostics.iter().filter(|told| told.severity == Severity::Warning).cloned().collect();
            let message = if told.len() == 1 { "there is a warning" } else { "there are warnings" };
            (!told.is_empty()).then(|| Failure { told, ..Failure::new(place, message) })
        }
        Subject::Rows { number, ordered, changelog } => {
            let count = outcome.queries.len();
            match number {
                None if count > 1 => {
                    let help = "Say which by its number: expect rows 2.";
                    Some(Failure::of_mistake(mistake(place, format!("the script has {count} queries")).with_help(help)))
                }
                number => match number.unwrap_or(1) - 1 {
                    index if index < count => {
                        let what = rows::What {
                            name: if count > 1 { format!("query {}", index + 1) } else { "the query".to_owned() },
                            written: &outcome.queries[index],
                            ordered: *ordered || outcome.ordered[index],
                            changelog: *changelog,
                        };
                        rows::compare(file, expectation, &what, outcome.zone())
                    }
                    index if count == 0 => {
                        Some(Failure::new(place, format!("the script has no query whose rows could be expected ({})", index + 1)))
                    }
                    index => Some(Failure::new(place, format!("the script has no query {}: it has {count}", index + 1))),
                },
            }
        }
        Subject::Table { table, ordered, changelog } => {
            let Some((identifier, written)) = outcome.sinks.iter().find(|(identifier, _)| is_named(identifier, &table.text)) else {
                return Ok(Some(not_written(table, outcome)));
            };
            let what = rows::What {
                name: format!("'{}'", identifier.object),
                written,
                ordered: *ordered || outcome.ordered_sinks.contains(identifier),
                changelog: *changelog,
            };
            rows::compare(file, expectation, &what, outcome.zone())
        }
        Subject::Options { table, line } => options::compare(file, expectation, table, *line, outcome),
        Subject::Explain { .. } => text::compare(file, expectation, "the explanation", &outcome.explained),
        Subject::Stdout => text::compare(file, expectation, "what the script prints", &outcome.printed),
        Subject::Counts => {
            let lines: String = outcome.counts.iter().map(|line| format!("{line}\n")).collect();
            text::compare(file, expectation, "what was skipped", &lines)
        }
        Subject::Render { target, mode } => {
            let environment = case.settings.environment.as_ref().map(|environment| environment.text.as_str());
            let masked;
            let subject = match &outcome.script {
                Some(Script::File(path)) => render::Subject::File(path),
                Some(Script::Block(_)) if find_root(&file.path).is_some() => {
                    let help = "A task in a file of its own can be rendered.";
                    return Ok(Some(Failure::of_mistake(mistake(place, "a block of a workspace cannot be rendered").with_help(help))));
                }
                Some(Script::Block(block)) => {
                    masked = file.masked(&[*block]);
                    render::Subject::Text { name: &file.name, text: &masked }
                }
                None => return Ok(None),
            };
            let rendered = render::rendered(&subject, *target, *mode, environment, &case.settings.variables)?;
            match rendered {
                Ok(rendered) => text::compare(file, expectation, "the rendered script", &rendered),
                Err(told) => Some(Failure { told, ..Failure::new(place, "the script cannot be rendered") }),
            }
        }
    })
}

fn is_named(identifier: &table::catalog::ObjectIdentifier, name: &str) -> bool {
    let parts = [&identifier.catalog, &identifier.database, &identifier.object];
    let wanted: Vec<&str> = name.split('.').collect();
    wanted.len() <= 3 && wanted.iter().rev().zip(parts.iter().rev()).all(|(a, b)| a == b)
}

fn not_written(table: &Word, outcome: &Outcome) -> Failure {
    let mut failure = Failure::new(table.span, format!("the script writes nothing to a table '{}'", table.text));
    let names: Vec<&str> = outcome.sinks.keys().map(|identifier| identifier.object.as_str()).collect();
    let diagnostic = failure.diagnostic;
    failure.diagnostic = match suggest::nearest(&table.text, names.iter().copied()) {
        Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), table.span, near),
        None if names.is_empty() => diagnostic.with_note("It writes to no table."),
        None => diagnostic.with_note(format!("It writes to {}.", names.join(", "))),
    };
    failure
}

/// The finding that an expectation means, by its index.
fn find(
    file: &TestFile,
    outcome: &Outcome,
    expectation: &Expectation,
    (id, at): (&Word, Option<(u32, Option<u32>)>),
    severity: Severity,
) -> std::result::Result<usize, Box<Failure>> {
    let word = severity.word();
    let fragments: Vec<&str> = file.snippet(expectation.body).lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let found: Vec<(usize, &Diagnostic)> = outcome.diagnostics.iter().enumerate().filter(|(_, told)| told.severity == severity).collect();
    let has_place = |told: &Diagnostic| {
        let Some((line, column)) = at else { return true };
        place_of(file, outcome, told).is_some_and(|(l, c)| l == line && column.is_none_or(|column| c == column))
    };
    let has_text = |told: &Diagnostic| fragments.iter().all(|fragment| said(told).contains(fragment));
    let of_id = || found.iter().filter(|(_, told)| told.id == id.text);
    if let Some((index, _)) = of_id().find(|(_, told)| has_place(told) && has_text(told)) {
        return Ok(*index);
    }
    let mut failure = match of_id().next() {
        Some((_, told)) if !has_place(told) => {
            let (line, column) = place_of(file, outcome, told).unwrap_or_default();
            Failure::new(expectation.place, format!("the {word} '{}' is at {line}:{column}", id.text))
        }
        Some(_) => Failure::new(expectation.place, format!("the {word} '{}' says something else", id.text)),
        None => Failure::new(id.span, format!("there is no {word} '{}'", id.text)),
    };
    if of_id().next().is_none() && !crate::diagnostics::all().any(|known| known.id == id.text) {
        let near = suggest::nearest(&id.text, crate::diagnostics::all().map(|known| known.id));
        if let Some(near) = near {
            failure.diagnostic = failure.diagnostic.with_fix(format!("did you mean '{near}'?"), id.span, near);
        }
    }
    failure.told = found.iter().map(|(_, told)| (*told).clone()).collect();
    failure.replacement = match found.as_slice() {
        [(_, told)] if !fragments.is_empty() && told.id == id.text && has_place(told) => {
            Some((expectation.body, format!("{}{}", told.message, text::newline(&file.text))))
        }
        [(_, told)] if expectation.place.start <= id.span.start => {
            let at = place_of(file, outcome, told).filter(|_| at.is_some()).map(|(line, column)| format!(" at {line}:{column}"));
            Some((id.span.to(expectation.place.after()), format!("{}{}", told.id, at.unwrap_or_default())))
        }
        _ => None,
    };
    Err(Box::new(failure))
}

/// Everything that a finding says.
fn said(told: &Diagnostic) -> String {
    let mut text = told.message.clone();
    for line in told.notes.iter().chain(&told.helps).chain(told.fix.iter().map(|fix| &fix.title)) {
        text.push('\n');
        text.push_str(line);
    }
    text
}

/// The place of a finding in the script, where the first line of a block is line 1, or else in the data.
fn place_of(file: &TestFile, outcome: &Outcome, told: &Diagnostic) -> Option<(u32, u32)> {
    if let Some(data) = &told.data {
        let line = u32::try_from(data.line).ok()?;
        // Within a block of records the first line is line 1, too.
        let lines = |fixture: &Fixture| file.line(fixture.body)..=file.line(fixture.body.after());
        let block = file.fixtures.iter().find(|fixture| data.file == file.name && lines(fixture).contains(&line));
        let before = block.map_or(0, |fixture| file.line(fixture.body) - 1);
        return Some((line - before, u32::try_from(data.column).ok()?));
    }
    let span = told.span();
    let source = outcome.sources.get(span.source)?;
    let place = source.line_column(span.start);
    let before = match &outcome.script {
        Some(Script::Block(block)) if source.name == file.name => file.line(*block) - 1,
        _ => 0,
    };
    Some((place.line.saturating_sub(before), place.column))
}
