//! `cargo xtask workspace-bench`: how long a check of a large workspace takes, and whether it finds what is wrong with it.
//!
//! The workspace is generated below `target/bench`, a fifth of its tasks with one mistake at a known place. Every mistake must be reported
//! there, and nothing else.

mod faults;
mod generate;
mod tasks;
mod text;

use crate::{root, say};
pub(crate) use generate::{Generated, Planted, SHARED, Size, generate};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// `workspace-bench [--tables N] [--tasks N] [--seed N] [--runs N] [--program FILE]`
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let number = |flag: &str, default: usize| {
        let value = args.iter().position(|a| a == flag).and_then(|at| args.get(at + 1));
        value.map_or(Ok(default), |v| v.parse().map_err(|_| format!("{flag} takes a number")))
    };
    let size = Size { tables: number("--tables", 1000)?, tasks: number("--tasks", 1000)?, seed: number("--seed", 1)? as u64 };
    let runs = number("--runs", 7)?;
    let generated = generate(size);
    let folder = target().join("bench").join(format!("workspace-{}-{}-{}", size.tables, size.tasks, size.seed));
    write(&generated, &folder).map_err(|error| error.to_string())?;
    let program = match args.iter().position(|a| a == "--program").and_then(|at| args.get(at + 1)) {
        Some(file) => PathBuf::from(file),
        None => build()?,
    };
    verify(&generated.faults, &reported(&program, &folder)?)?;
    say(&format!("{} files, {} mistakes, all reported at their places and nothing else", generated.files.len(), generated.faults.len()));
    let full = median(runs, || time(&program, &folder))?;
    say(&format!("full check: {full:.0} ms (median of {runs})"));
    let shared = folder.join(SHARED);
    let text = &generated.files[SHARED];
    let mut round = 0;
    let again = median(runs, || {
        round += 1;
        let edited = text.replacen("  level INT,", &format!("  level INT,\n  added_{round} STRING,"), 1);
        fs::write(&shared, edited).map_err(|error| error.to_string())?;
        time(&program, &folder)
    })?;
    fs::write(&shared, text).map_err(|error| error.to_string())?;
    let users = generated.files.values().filter(|text| text.contains("${core}.customers")).count();
    say(&format!("check after an edit of a table that {users} tasks use: {again:.0} ms (median of {runs})"));
    Ok(())
}

/// Writes the files of a workspace into an empty folder.
pub(crate) fn write(generated: &Generated, folder: &Path) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    for (path, text) in &generated.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// Compares what was reported with what was planted.
pub(crate) fn verify(planted: &[Planted], reported: &[Planted]) -> Result<(), String> {
    let mut counts: BTreeMap<&Planted, i64> = BTreeMap::new();
    planted.iter().for_each(|fault| *counts.entry(fault).or_default() += 1);
    reported.iter().for_each(|fault| *counts.entry(fault).or_default() -= 1);
    let different: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| *count != 0)
        .map(|(fault, count)| format!("{}: {fault:?}", if count > 0 { "not reported" } else { "not planted" }))
        .collect();
    match different.is_empty() {
        true => Ok(()),
        false => Err(format!("{} differences\n{}", different.len(), different.join("\n"))),
    }
}

/// What the program says about a workspace, in the form `FILE:LINE:COLUMN: SEVERITY[ID]: MESSAGE`.
fn reported(program: &Path, folder: &Path) -> Result<Vec<Planted>, String> {
    let output = Command::new(program).args(["check", "--errors", "short", "."]).current_dir(folder).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    say(String::from_utf8_lossy(&output.stderr).trim_end());
    text.lines().map(|line| reported_line(line).ok_or_else(|| format!("a line of another form: {line}"))).collect()
}

fn reported_line(line: &str) -> Option<Planted> {
    let (place, rest) = line.split_once(": ")?;
    let mut place = place.trim_start_matches("./").rsplitn(3, ':');
    let (column, line, path) = (place.next()?.parse().ok()?, place.next()?.parse().ok()?, place.next()?);
    let id = rest.split_once('[')?.1.split_once(']')?.0;
    let environments = rest.rsplit_once(" (in ").map_or("", |(_, names)| names.trim_end_matches(')'));
    Some(Planted { path: path.to_owned(), line, column, id: id.to_owned(), environments: environments.to_owned() })
}

/// Milliseconds of a whole process.
fn time(program: &Path, folder: &Path) -> Result<f64, String> {
    let started = Instant::now();
    let output = Command::new(program).args(["check", "."]).current_dir(folder).output().map_err(|e| e.to_string())?;
    match output.status.code() {
        Some(0 | 1) => Ok(started.elapsed().as_secs_f64() * 1000.0),
        code => Err(format!("the check ended with {code:?}")),
    }
}

fn median(runs: usize, mut measure: impl FnMut() -> Result<f64, String>) -> Result<f64, String> {
    let mut times = (0..runs.max(1)).map(|_| measure()).collect::<Result<Vec<f64>, String>>()?;
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// The program in release.
fn build() -> Result<PathBuf, String> {
    let status = Command::new(env!("CARGO")).args(["build", "--release", "-p", "tamias"]).current_dir(root()).status();
    match status {
        Ok(status) if status.success() => Ok(target().join("release/tamias")),
        Ok(status) => Err(format!("building Tamias failed: {status}")),
        Err(error) => Err(format!("building Tamias failed: {error}")),
    }
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

#[cfg(test)]
mod tests;
