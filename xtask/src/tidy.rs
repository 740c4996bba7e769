//! Rules about the source tree that no compiler checks: which crate may use which, and that files say what they are.

use crate::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, each with those it may use. Arrows point from later lines to earlier ones only.
const LAYERS: &[(&str, &[&str])] = &[
    ("diag", &[]),
    ("options", &["diag"]),
    ("sql", &["diag"]),
    ("table", &["diag", "options"]),
    ("workspace", &["diag", "options", "sql", "table"]),
    ("resolve", &["diag", "options", "sql", "table", "workspace"]),
    ("translate", &["diag", "options", "resolve", "sql", "table", "workspace"]),
    ("functions", &["diag", "table"]),
    ("runtime", &["diag", "options", "table"]),
    ("planner", &["diag", "functions", "options", "resolve", "runtime", "table"]),
    ("connectors", &["diag", "options", "table"]),
    ("session", &["connectors", "diag", "functions", "options", "planner", "resolve", "runtime", "sql", "table", "workspace"]),
    (
        "tamias",
        &[
            "connectors",
            "diag",
            "functions",
            "options",
            "planner",
            "resolve",
            "runtime",
            "session",
            "sql",
            "table",
            "translate",
            "workspace",
        ],
    ),
];

/// Crates that may use DataFusion.
const ENGINE_USERS: &[&str] = &["planner", "runtime", "connectors"];

/// Files this short need no header.
const SHORT: usize = 10;

pub(crate) fn run() -> Result<(), String> {
    let problems: Vec<String> = layering().into_iter().chain(headers()).collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Every dependency between our crates must be in [`LAYERS`].
fn layering() -> Vec<String> {
    let allowed: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    let mut problems = Vec::new();
    for name in crate_names() {
        let Some(may_use) = allowed.get(name.as_str()) else {
            problems.push(format!("crates/{name} is not in the list of layers (xtask/src/tidy.rs)"));
            continue;
        };
        for used in dependencies(&name) {
            let is_ours = allowed.contains_key(used.as_str());
            if is_ours && !may_use.contains(&used.as_str()) {
                problems.push(format!("crates/{name} may not use {used}"));
            }
            if used.starts_with("datafusion") && !ENGINE_USERS.contains(&name.as_str()) {
                problems.push(format!("crates/{name} may not use {used}: the planner is the door to it"));
            }
        }
    }
    problems
}

fn crate_names() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).into_iter().flatten().flatten();
    let mut names: Vec<String> = folders.filter_map(|f| f.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The names under `[dependencies]` of a crate; dependencies of tests only are free.
fn dependencies(name: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap_or_default();
    let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.split(['.', '=', ' ']).next());
    names.map(str::trim).filter(|n| !n.is_empty() && !n.starts_with('#')).map(str::to_owned).collect()
}

/// Every source file that is not tiny and not only tests opens with a `//!` header.
fn headers() -> Vec<String> {
    let mut files = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root().join(folder), &mut files);
    }
    let lacks_header = |path: &&PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let is_test = path.file_name().is_some_and(|n| n == "tests.rs");
        !is_test && text.lines().count() > SHORT && !text.starts_with("//!")
    };
    let relative = |path: &Path| path.strip_prefix(root()).unwrap_or(path).display().to_string();
    files.iter().filter(lacks_header).map(|path| format!("{} does not open with a header (//! ...)", relative(path))).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "target") {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_source_tree_keeps_its_rules() {
        assert_eq!(super::run(), Ok(()));
    }
}
