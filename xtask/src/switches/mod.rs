//! `cargo xtask switches`: every rule of the project layer is switched off in turn, and its page must notice.
//!
//! All switches of `tests/rules/switches.txt` go into one copy of the sources, each behind a test of the variable `TAMIAS_SWITCH`. The copy is
//! built once; then the pages run once without a switch, when all must pass, and once for each switch, when the page of the rule must
//! fail. A page that does not is a survivor: it does not show that the rule holds.

mod list;

use crate::{root, say};
use list::Switch;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The variable that says which rule is off.
const VARIABLE: &str = "TAMIAS_SWITCH";

/// Switches the given rules off, or all.
pub(crate) fn run(rules: &[String]) -> Result<(), String> {
    let switches = read()?;
    let wanted: Vec<&Switch> = switches.iter().filter(|switch| rules.is_empty() || rules.contains(&switch.rule)).collect();
    let copy = target().join("switches/source");
    say(&format!("copying the sources to {}", copy.display()));
    copy_sources(&copy)?;
    switch_all(&copy, &switches)?;
    say("building");
    if !tests(&copy).arg("--no-run").status().map_err(|e| e.to_string())?.success() {
        return Err("the sources with their switches do not compile".to_owned());
    }
    if !passes(&copy, None)? {
        return Err("the pages do not pass without a switch".to_owned());
    }
    let mut survivors = Vec::new();
    for switch in wanted {
        let noticed = !passes(&copy, Some(&switch.rule))?;
        say(&format!("{:<4} {}", switch.rule, if noticed { "noticed" } else { "SURVIVED" }));
        if !noticed {
            survivors.push(format!("{}: '{}' in {}", switch.rule, switch.text, switch.file));
        }
    }
    match survivors.is_empty() {
        true => Ok(()),
        false => Err(format!("nobody notices that these rules are off:\n{}", survivors.join("\n"))),
    }
}

/// The switches of all rules.
pub(crate) fn read() -> Result<Vec<Switch>, String> {
    fs::read_to_string(root().join("tests/rules/switches.txt")).map(|text| list::read(&text)).map_err(|e| e.to_string())
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Copies what git knows, and what is new, without the files that have switches; what did not change keeps its time, so that it is not built
/// again.
fn copy_sources(copy: &Path) -> Result<(), String> {
    let listed = Command::new("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root()).output();
    let listed = String::from_utf8_lossy(&listed.map_err(|e| e.to_string())?.stdout).into_owned();
    let switched: Vec<String> = read()?.into_iter().map(|switch| switch.file).collect();
    let is_plain = |name: &&str| *name != "Cargo.toml" && !switched.iter().any(|file| file == name);
    for name in listed.lines().filter(|name| root().join(name).is_file()).filter(is_plain) {
        let text = fs::read(root().join(name)).map_err(|e| e.to_string())?;
        write_changed(&copy.join(name), &text)?;
    }
    remove_gone(copy)
}

/// Removes the sources that are there no longer.
fn remove_gone(copy: &Path) -> Result<(), String> {
    let mut folders = vec![copy.join("crates"), copy.join("xtask"), copy.join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
            let path = entry.path();
            let is_gone = path.strip_prefix(copy).is_ok_and(|name| !root().join(name).exists());
            match path.is_dir() {
                true => folders.push(path),
                false if is_gone => fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?,
                false => {}
            }
        }
    }
    Ok(())
}

fn write_changed(path: &Path, text: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = path.parent().ok_or("a file is in a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).map_err(|e| format!("{}: {e}", path.display()))
}

fn switch_all(copy: &Path, switches: &[Switch]) -> Result<(), String> {
    let mut by_file: BTreeMap<&str, Vec<&Switch>> = BTreeMap::new();
    for switch in switches {
        by_file.entry(&switch.file).or_default().push(switch);
    }
    // The switches stand in parentheses, wherever they are.
    let manifest = fs::read_to_string(root().join("Cargo.toml")).map_err(|e| e.to_string())?;
    let manifest = manifest.replace("[workspace.lints.rust]", "[workspace.lints.rust]\nunused_parens = \"allow\"");
    write_changed(&copy.join("Cargo.toml"), manifest.as_bytes())?;
    for (file, switches) in by_file {
        let text = fs::read_to_string(root().join(file)).map_err(|e| format!("{file}: {e}"))?;
        write_changed(&copy.join(file), switched(&text, &switches)?.as_bytes())?;
    }
    Ok(())
}

/// The text of a file with its switches in it. Several may have the same place.
fn switched(text: &str, switches: &[&Switch]) -> Result<String, String> {
    let mut places: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    for switch in switches {
        let at = text.find(&switch.text).ok_or_else(|| format!("{}: '{}' is not in {}", switch.rule, switch.text, switch.file))?;
        let (_, inner) = places.entry(at).or_insert_with(|| (switch.text.len(), switch.text.clone()));
        *inner = format!("(if {} {{ {} }} else {{ {inner} }})", is_off(&switch.rule), switch.replacement);
    }
    let (mut new, mut end) = (String::new(), 0);
    for (at, (length, inner)) in places {
        if at < end {
            return Err(format!("two switches overlap at '{inner}'"));
        }
        new.push_str(&text[end..at]);
        new.push_str(&inner);
        end = at + length;
    }
    Ok(new + &text[end..])
}

/// An expression that is true while a rule is off.
fn is_off(rule: &str) -> String {
    let read = format!("std::env::var(\"{VARIABLE}\").is_ok_and(|rule| rule == \"{rule}\")");
    format!("{{ static OFF: std::sync::LazyLock<bool> = std::sync::LazyLock::new(|| {read}); *OFF }}")
}

fn tests(copy: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.args(["test", "--quiet", "--package", "tamias", "--test", "corpus"]);
    command.current_dir(copy).env("CARGO_TARGET_DIR", target().join("switches/target"));
    command
}

/// Runs the page of a rule while that is off, or all pages.
fn passes(copy: &Path, rule: Option<&str>) -> Result<bool, String> {
    let mut command = tests(copy);
    command.args(["rules_hold", "--", "--exact"]).env_remove("UPDATE_EXPECT");
    if let Some(rule) = rule {
        command.env("PAGES", rule).env(VARIABLE, rule).stdout(Stdio::null()).stderr(Stdio::null());
    }
    command.status().map(|status| status.success()).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts are where the list says, and every rule that has a page has one.
    #[test]
    fn every_rule_can_be_switched_off() {
        let switches = read().expect("the list is there");
        let mut wrong = Vec::new();
        for switch in &switches {
            let count = fs::read_to_string(root().join(&switch.file)).unwrap_or_default().matches(&switch.text).count();
            if count != 1 {
                wrong.push(format!("{}: '{}' is {count} times in {}", switch.rule, switch.text, switch.file));
            }
        }
        let pages = fs::read_dir(root().join("tests/rules")).expect("the folder is there").flatten();
        let names = pages.filter_map(|page| Some(page.file_name().to_str()?.strip_suffix(".md")?.to_owned()));
        let without = names.filter(|rule| rule != "README" && switches.iter().all(|switch| switch.rule != *rule));
        wrong.extend(without.map(|rule| format!("{rule} has no switch")));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn switches_of_one_place_are_asked_one_after_the_other() {
        let list = "R1 a.rs\n- x < 1\n+ false\nR2 a.rs\n- x < 1\n+ true\nR3 a.rs\n- y\n+ z\n";
        let switches = list::read(list);
        let text = switched("if x < 1 && y {", &switches.iter().collect::<Vec<_>>()).expect("it can be switched");
        let short = text.replace(&is_off("R1"), "1").replace(&is_off("R2"), "2").replace(&is_off("R3"), "3");
        assert_eq!(short, "if (if 2 { true } else { (if 1 { false } else { x < 1 }) }) && (if 3 { z } else { y }) {");
    }
}
