//! `*.test.md`: Markdown files that say what scripts do with given rows, and are run.
//!
//! [`document`] reads a file into its cases; [`case`] runs one, in a session where a [`world`] of fixtures and captured sinks stands in for
//! everything outside; [`expect`] compares; [`report`] shows. Each case has a session of its own, so that they run at the same time.

mod case;
mod data;
mod document;
mod expect;
mod records;
mod report;
mod surroundings;
mod update;
mod workspaces;
mod world;

use crate::console::Console;
use crate::diagnostics::UNUSED_FIXTURE;
use crate::exit::Exit;
use crate::input;
use case::Outcome;
use diag::{Diagnostic, Error, ErrorKind, Result, SourceMap};
use document::{Case, TestFile};
use expect::Failure;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use workspaces::Workspaces;

/// What is done with test files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Only cases whose file or title contains this text, in any case of letters.
    pub(crate) filter: Option<String>,
    /// Name the cases and run none.
    pub(crate) list: bool,
    /// Write what came out into the files.
    pub(crate) update: bool,
    /// One JSON object for each case instead of text.
    pub(crate) json: bool,
    /// Write a report of the form of JUnit to this file.
    pub(crate) junit: Option<PathBuf>,
}

/// A case that was run.
struct CaseResult {
    /// By index: the file, and the case in it.
    file: usize,
    case: usize,
    time: Duration,
    sources: SourceMap,
    failures: Vec<Failure>,
    used: BTreeSet<usize>,
    /// The script ended early, so that what it did not read says nothing.
    ended_early: bool,
}

/// All that was run.
struct Results {
    files: Vec<Arc<TestFile>>,
    /// In the order of the files.
    cases: Vec<CaseResult>,
    time: Duration,
}

/// Runs the test files that paths stand for.
pub(crate) fn run(paths: &[PathBuf], plan: &Plan, console: &Arc<Console>) -> Result<Exit> {
    let started = Instant::now();
    let mut files = Vec::new();
    let mut sources = SourceMap::default();
    refuse_scripts(paths)?;
    for path in input::files(paths, document::ENDING)? {
        let path = path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path);
        let input = input::read(&path)?;
        files.push(TestFile::read(path, input, &mut sources));
    }
    let chosen = chosen(&files, plan);
    if let (true, Some(filter)) = (chosen.is_empty() && files.iter().all(|file| file.mistakes.is_empty()), &plan.filter) {
        return Err(Error::new(ErrorKind::NotFound, format!("no test has '{filter}' in its name")));
    }
    if plan.list {
        return report::list(&files, &chosen, plan.json, console);
    }
    let files: Vec<Arc<TestFile>> = files.into_iter().map(Arc::new).collect();
    let cases = run_all(&files, &chosen, &Workspaces::new(sources))?;
    let mut results = Results { files, cases, time: started.elapsed() };
    if plan.filter.is_none() {
        results.find_unused();
    }
    results.time = started.elapsed();
    if plan.update {
        return update::run(&results, console);
    }
    report::show(&results, plan, console)
}

/// A script is not its test.
fn refuse_scripts(paths: &[PathBuf]) -> Result<()> {
    let is_other = |path: &&PathBuf| path.is_file() && path.extension().is_none_or(|extension| extension != "md");
    let Some(script) = paths.iter().find(is_other) else { return Ok(()) };
    let test = script.with_extension(document::ENDING.trim_start_matches('.'));
    let hint = if test.is_file() { format!("; its tests are in '{}'", test.display()) } else { String::new() };
    Err(Error::invalid(format!("'{}' is not a test file: tests are in *{}{hint}", script.display(), document::ENDING)))
}

/// The cases to run, by the indexes of file and case.
fn chosen(files: &[TestFile], plan: &Plan) -> Vec<(usize, usize)> {
    let filter = plan.filter.as_ref().map(|filter| filter.to_lowercase());
    let is_wanted = |file: &TestFile, case: &Case| {
        filter.as_ref().is_none_or(|filter| format!("{}: {}", file.name, case.title).to_lowercase().contains(filter.as_str()))
    };
    let mut chosen = Vec::new();
    for (f, file) in files.iter().enumerate().filter(|(_, file)| !diag::has_errors(&file.mistakes)) {
        chosen.extend(file.cases.iter().enumerate().filter(|(_, case)| is_wanted(file, case)).map(|(c, _)| (f, c)));
    }
    chosen
}

/// Runs cases on all cores; the results are in the order of the cases.
fn run_all(files: &[Arc<TestFile>], chosen: &[(usize, usize)], workspaces: &Workspaces) -> Result<Vec<CaseResult>> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<CaseResult>)>> = Mutex::new(Vec::new());
    let work = || {
        while let Some((n, &(file, case))) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, chosen.get(n)?))) {
            let result = run_one(files, file, case, workspaces);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((n, result));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(chosen.len());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let thread = std::thread::Builder::new().name("test".into()).stack_size(session::run::STACK_BYTES);
            thread.spawn_scoped(scope, work)?;
        }
        Ok::<(), std::io::Error>(())
    })?;
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(n, _)| *n);
    results.into_iter().map(|(_, result)| result).collect()
}

fn run_one(files: &[Arc<TestFile>], file: usize, case: usize, workspaces: &Workspaces) -> Result<CaseResult> {
    let started = Instant::now();
    let (test, wanted) = (&files[file], &files[file].cases[case]);
    let run = || -> Result<(Outcome, Vec<Failure>)> {
        let outcome = case::run(test, wanted, workspaces)?;
        let failures = expect::check(test, wanted, &outcome)?;
        Ok((outcome, failures))
    };
    // A bug of ours fails its case and no other; the hook has reported it.
    let (outcome, failures) =
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err(Error::internal("the test panicked"))).unwrap_or_else(|error| {
            let mut diagnostic = crate::diagnostics::of_error(&error);
            if diagnostic.span().is_none() {
                diagnostic.labels[0].span = wanted.place;
            }
            let outcome = Outcome { sources: workspaces.sources().clone(), diagnostics: vec![diagnostic.clone()], ..Outcome::default() };
            (outcome, vec![Failure::of_world(diagnostic)])
        });
    let ended_early = outcome.errors().next().is_some() || !outcome.mistakes.is_empty();
    Ok(CaseResult { file, case, time: started.elapsed(), sources: outcome.sources, failures, used: outcome.used, ended_early })
}

impl Results {
    /// A fixture that no case read is a mistake of its file.
    fn find_unused(&mut self) {
        for (f, file) in self.files.iter_mut().enumerate().filter(|(_, file)| !diag::has_errors(&file.mistakes)) {
            let of_file = || self.cases.iter().filter(|result| result.file == f);
            let mut found = Vec::new();
            for (index, fixture) in file.fixtures.iter().enumerate() {
                let is_used = of_file()
                    .any(|result| result.used.contains(&index) || result.ended_early && file.cases[result.case].fixtures.contains(&index));
                if !is_used {
                    let message = format!("nothing reads the rows of table '{}'", fixture.table.text);
                    found.push(Diagnostic::error(UNUSED_FIXTURE, fixture.table.span, message));
                }
            }
            if !found.is_empty() {
                Arc::make_mut(file).mistakes.extend(found);
            }
        }
    }

    fn failed(&self) -> usize {
        self.cases.iter().filter(|result| !result.failures.is_empty()).count()
    }

    fn exit(&self) -> Exit {
        let is_good = self.failed() == 0 && self.files.iter().all(|file| !diag::has_errors(&file.mistakes));
        if is_good { Exit::Good } else { Exit::Errors }
    }
}
