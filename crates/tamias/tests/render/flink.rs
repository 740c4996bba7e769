//! Real Flink compiles what is rendered for it, and gives the rows that `tamias run` gives.
//!
//! All scripts go to one process of Flink. It is left out, with the reason, where Flink is not installed: `tests/services/flink` has the set-up.

use crate::support::run;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The classes that scripts create functions of, with the types of their results; everything else about them is of no matter to a plan.
const FUNCTIONS: &[(&str, &str)] = &[("com.example.Risk", "DOUBLE")];

/// What Flink says to the statements of one script.
#[derive(Default)]
struct Answer {
    /// INSERTs and queries that it has a plan for.
    plans: usize,
    /// The cells of the rows of queries, with tabs between.
    rows: Vec<String>,
    errors: Vec<String>,
}

#[test]
fn real_flink_compiles_and_runs_what_is_rendered() {
    let root = root();
    if let Err(reason) = flink_is_there(&root) {
        return say(&format!("SKIPPED: {reason}"));
    }
    let place = tempfile::tempdir().expect("a directory can be made");
    let compiled = scripts_to_compile(&root, place.path());
    let ran = scripts_to_run(&root, place.path());
    let mut list = String::new();
    FUNCTIONS.iter().for_each(|(class, of)| list.push_str(&format!("function {class} {of}\n")));
    compiled.iter().for_each(|path| list.push_str(&format!("compile {}\n", path.display())));
    ran.iter().for_each(|(_, path)| list.push_str(&format!("run {}\n", path.display())));
    let answers = ask(&root, &list, place.path());

    let mut wrong = String::new();
    let mut plans = 0;
    for path in &compiled {
        let answer = answers.get(&path.display().to_string());
        let (found, errors) = answer.map_or((0, &[] as &[String]), |answer| (answer.plans, answer.errors.as_slice()));
        plans += found;
        if found == 0 || !errors.is_empty() {
            wrong.push_str(&format!("{}: {found} plans\n{}\n", path.display(), errors.join("\n")));
        }
    }
    for (script, path) in &ran {
        let answer = answers.get(&path.display().to_string());
        let theirs = answer.map_or_else(Vec::new, |answer| sorted(&answer.rows));
        let ours = rows_of(&root, script);
        let errors = answer.map_or_else(String::new, |answer| answer.errors.join("\n"));
        if ours.is_empty() || ours != theirs {
            wrong.push_str(&format!("{}\n  tamias {ours:#?}\n  Flink {theirs:#?}\n{errors}\n", script.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    say(&format!("Flink has plans for {plans} statements of {} scripts, and the same rows for {} scripts", compiled.len(), ran.len()));
}

#[expect(clippy::print_stderr, reason = "a test that is left out says why")]
fn say(text: &str) {
    eprintln!("{text}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root of the repository is there")
}

fn flink_is_there(root: &Path) -> Result<(), String> {
    let default = || Path::new(&std::env::var_os("HOME").unwrap_or_default()).join(".cache/tamias/flink-2.3.0");
    let home = std::env::var_os("TAMIAS_FLINK_HOME").map_or_else(default, PathBuf::from);
    if Command::new("java").arg("-version").output().is_err() {
        return Err("there is no java".to_owned());
    }
    match home.join("rendered/done").is_file() {
        true => Ok(()),
        false => Err(format!("real Flink is not installed; run install.sh and connectors.sh of {}/tests/services/flink", root.display())),
    }
}

/// Everything that is rendered for Flink 2.3, and for VVR, whose syntax is that of Flink here.
fn scripts_to_compile(root: &Path, place: &Path) -> Vec<PathBuf> {
    let mut scripts = Vec::new();
    let rendered = root.join("crates/translate/tests/rendered");
    for path in files(&rendered, "sql") {
        let name = path.display().to_string();
        let notes = fs::read_to_string(path.with_extension("notes")).unwrap_or_default();
        if (name.ends_with(".flink-2.3.sql") || name.ends_with(".vvr-8.sql")) && !notes.contains("error[") {
            scripts.push(path);
        }
    }
    for (workspace, environment) in [("examples/retail", "prod"), ("examples/retail", "dev"), ("examples/airports/airports.sql", "prod")] {
        for target in ["flink-2.3", "vvr-8"] {
            let output = place.join(workspace.replace('/', "_")).join(environment).join(target);
            let arguments = ["render", workspace, "--to", target, "--env", environment, "-q", "-o", &output.display().to_string()];
            let is_workspace = root.join(workspace).is_dir();
            let arguments: Vec<&str> =
                arguments.into_iter().filter(|word| is_workspace || !["--env", environment].contains(word)).collect();
            let outcome = run(root, &arguments);
            assert_eq!(outcome.code, Some(0), "{}", outcome.err);
            scripts.extend(files(&output, "sql"));
        }
    }
    // Tasks that the engine cannot have are left out, as the expected texts show.
    for target in ["flink-2.3", "vvr-8"] {
        let output = place.join("golden").join(target);
        run(&crate::golden::folder(), &["render", ".", "--to", target, "-q", "-o", &output.display().to_string()]);
        let mut found = files(&output, "sql");
        // Flink has no functions of VVR.
        found.retain(|path| !path.ends_with("vendor_functions.sql"));
        assert!(found.len() > 10, "{target}: {found:?}");
        scripts.extend(found);
    }
    scripts
}

/// Scripts whose tables are files, with what is rendered of them.
fn scripts_to_run(root: &Path, place: &Path) -> Vec<(PathBuf, PathBuf)> {
    let own = files(&root.join("crates/tamias/tests/render/rows"), "sql");
    let examples = ["examples/airports/airports.sql", "examples/retail/projects/trade/tasks/large_orders.sql"];
    let scripts = own.into_iter().map(|path| path.strip_prefix(root).expect("it is beneath the root").to_owned());
    let mut pairs = Vec::new();
    for script in scripts.chain(examples.iter().map(PathBuf::from)) {
        let output = place.join("rows").join(script.file_name().expect("it has a name"));
        let arguments = ["render", &script.display().to_string(), "--to", "flink-2.3", "-q", "-o", &output.display().to_string()];
        let outcome = run(root, &arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.err);
        pairs.push((script, output));
    }
    pairs
}

/// The rows of all queries of a script, as the client prints them.
fn rows_of(root: &Path, script: &Path) -> Vec<String> {
    let outcome = run(root, &["run", &script.display().to_string(), "--format", "tableau"]);
    assert_eq!(outcome.code, Some(0), "{}: {}", script.display(), outcome.err);
    let mut rows = Vec::new();
    let mut rules = 0;
    for line in outcome.out.lines() {
        match line.strip_prefix("| ") {
            // The line behind the first rule has the names.
            Some(cells) if rules % 3 == 2 => {
                let cells = cells.trim_end_matches('|').split('|').map(str::trim);
                rows.push(cells.collect::<Vec<_>>().join("\t"));
            }
            _ => rules += usize::from(line.starts_with("+-")),
        }
    }
    rows.sort();
    rows
}

fn sorted(rows: &[String]) -> Vec<String> {
    let mut rows: Vec<String> = rows.iter().map(|row| row.split('\t').map(str::trim).collect::<Vec<_>>().join("\t")).collect();
    rows.sort();
    rows
}

/// Gives a list of scripts to Flink; answers by path.
fn ask(root: &Path, list: &str, place: &Path) -> BTreeMap<String, Answer> {
    let file = place.join("list");
    fs::write(&file, list).expect("it can be written");
    let output = Command::new(root.join("tests/services/flink/run-rendered.sh")).arg(&file).current_dir(root).env("TZ", "UTC").output();
    let output = output.expect("Flink can be started");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    let mut answers: BTreeMap<String, Answer> = BTreeMap::new();
    for line in printed.lines() {
        let mut parts = line.splitn(4, '\t');
        let (path, number, how) = (parts.next(), parts.next(), parts.next());
        let (Some(path), Some(number), Some(how)) = (path, number, how) else { continue };
        let rest = parts.next().unwrap_or_default();
        let answer = answers.entry(path.to_owned()).or_default();
        match how {
            "plan" | "explained" => answer.plans += 1,
            "error" => answer.errors.push(format!("  statement {number}: {}", rest.replace("\\n", "\n  "))),
            // Rows of a batch query are all additions.
            "row" => answer.rows.push(rest.strip_prefix("+I\t").unwrap_or(rest).to_owned()),
            _ => {}
        }
    }
    answers
}

/// The files beneath a folder with an ending, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("it can be listed").path();
            match path.is_dir() {
                true => waiting.push(path),
                false if path.extension().is_some_and(|found| found == extension) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}
