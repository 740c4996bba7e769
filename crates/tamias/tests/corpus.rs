//! The corpus of the project layer: `tests/rules` has a page for each requirement, `tests/seeds` two for each sample of the document that they
//! come from.
//!
//! A page is a small workspace and commands that are run in it. `base/` holds files that all pages have; a block ```` ```sql PATH ```` (or
//! `yaml`, `csv`) adds or replaces a file, and one without a path is `projects/shop/tasks/job.sql`. `UPDATE_EXPECT=1` writes what the commands of
//! `console` blocks print into the pages; `PAGES=R52` runs only pages whose name begins like that.

mod pages;

use pages::{difference, root, with_outputs};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The script of a page.
const TASK: &str = "projects/shop/tasks/job.sql";

/// The number of requirements: R1 to R94.
const REQUIREMENTS: usize = 94;

#[test]
fn rules_hold() {
    check_folder(&root().join("tests/rules"));
}

#[test]
fn samples_do_what_their_pages_say() {
    check_folder(&root().join("tests/seeds"));
}

/// `missing.txt` lists what is not there, each with the reason.
#[test]
fn every_requirement_has_a_page_or_a_reason() {
    let folder = root().join("tests/rules");
    let pages: BTreeSet<String> = pages_of(&folder).iter().map(|page| name_of(page)).collect();
    let missing = read(&folder.join("missing.txt"));
    let listed = missing.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    let listed: BTreeSet<String> = listed.filter(|(_, reason)| !reason.trim().is_empty()).map(|(rule, _)| rule.to_owned()).collect();
    let all = (1..=REQUIREMENTS).map(|number| format!("R{number}"));
    let wrong: Vec<String> = all.filter(|rule| pages.contains(rule) == listed.contains(rule)).collect();
    assert!(wrong.is_empty(), "these have neither a page nor a reason, or both: {}", wrong.join(", "));
}

/// Runs all pages of a folder.
fn check_folder(folder: &Path) {
    let wanted = std::env::var("PAGES").unwrap_or_default();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.split(',').any(|start| name == start);
    let pages: Vec<PathBuf> = pages_of(folder).into_iter().filter(|page| is_wanted(&name_of(page))).collect();
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let (next, differences) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let old = read(page);
            let new = in_workspace(folder, &old);
            if old != new && update {
                fs::write(page, new).expect("the page can be written");
            } else if old != new {
                differences.lock().expect("nobody panicked").push(difference(page, &old, &new));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut differences = differences.into_inner().expect("nobody panicked");
    differences.sort();
    assert!(differences.is_empty(), "{}\nUPDATE_EXPECT=1 rewrites the pages", differences.join("\n"));
}

/// The page with what its commands print in its workspace.
fn in_workspace(folder: &Path, page: &str) -> String {
    let directory = tempfile::tempdir().expect("a directory can be made");
    copy(&folder.join("base"), directory.path());
    for (path, text) in files_of(page) {
        let path = directory.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    with_outputs(page, directory.path())
}

/// The blocks of a page that are files.
fn files_of(page: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else { continue };
        let text: String = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        match kind.split_once(' ') {
            Some((_, path)) => files.push((path.to_owned(), text)),
            None if kind == "sql" => files.push((TASK.to_owned(), text)),
            None => {}
        }
    }
    files
}

fn copy(from: &Path, to: &Path) {
    let Ok(entries) = fs::read_dir(from) else { return };
    fs::create_dir_all(to).expect("it can be made");
    for entry in entries.flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("it can be copied")),
        }
    }
}

fn pages_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|e| e == "md") && path.file_name().is_some_and(|name| name != "README.md");
    let mut pages: Vec<PathBuf> = entries.filter(is_page).collect();
    pages.sort();
    pages
}

fn name_of(page: &Path) -> String {
    page.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
