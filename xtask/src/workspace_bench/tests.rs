use super::{Generated, Planted, Size, generate, reported_line, verify, write};
use options::Configuration;
use session::{Session, SessionParts, check_workspace};
use std::path::Path;
use std::sync::Arc;
use table::connector::Output;
use table::function::Clock;

#[derive(Debug)]
struct Fixed;

impl Clock for Fixed {
    fn now_millis(&self) -> i64 {
        0
    }
}

#[derive(Debug)]
struct Silent;

impl Output for Silent {
    fn print(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }

    fn print_error(&self, _text: &str) -> diag::Result<()> {
        Ok(())
    }
}

fn checked(generated: &Generated, folder: &Path) -> Vec<Planted> {
    write(generated, folder).expect("it can be written");
    let session = Session::new(SessionParts {
        configuration: Configuration::new(),
        functions: Arc::new(functions::Builtins),
        connectors: Arc::new(connectors::Connectors),
        directory: folder.to_owned(),
        clock: Arc::new(Fixed),
        output: Arc::new(Silent),
    });
    let check = check_workspace(&session, folder, None, &[]).expect("it can be checked");
    let root = format!("{}/", folder.display());
    let line = |diagnostic| diag::render::short(&check.sources, diagnostic).replace(&root, "");
    check.diagnostics.iter().map(line).map(|line| reported_line(&line).unwrap_or_else(|| panic!("{line}"))).collect()
}

#[test]
fn every_mistake_is_reported_at_its_place_and_nothing_else() {
    let directory = tempfile::tempdir().expect("a directory can be made");
    let generated = generate(Size { tables: 100, tasks: 100, seed: 3 });
    assert_eq!(generated.faults.len(), 20);
    let reported = checked(&generated, directory.path());
    verify(&generated.faults, &reported).unwrap_or_else(|message| panic!("{message}"));
}

#[test]
fn tasks_have_more_than_thirty_lines() {
    let generated = generate(Size { tables: 500, tasks: 200, seed: 1 });
    let tasks = generated.files.iter().filter(|(path, _)| path.contains("/tasks/"));
    let short: Vec<_> = tasks.map(|(path, text)| (path, text.lines().count())).filter(|(_, lines)| *lines <= 30).collect();
    assert!(short.is_empty(), "{short:?}");
}

#[test]
fn the_same_seed_makes_the_same_files() {
    let size = Size { tables: 60, tasks: 60, seed: 5 };
    assert_eq!(generate(size).files, generate(size).files);
    assert_ne!(generate(size).files, generate(Size { seed: 6, ..size }).files);
}
