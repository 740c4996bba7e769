//! The program in a directory with some files.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

pub(crate) struct Place {
    directory: TempDir,
}

/// What the program did.
pub(crate) struct Outcome {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Place {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().expect("a directory can be made");
        for (name, text) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().expect("it is beneath the directory")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
        Place { directory }
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        run(self.path(), arguments)
    }

    /// Runs the program with variables of its environment.
    pub(crate) fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Outcome {
        outcome(command(self.path(), arguments).envs(variables.iter().copied()))
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The files beneath a folder, sorted.
    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut waiting = vec![self.path().join(folder)];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.expect("it can be listed").path();
                match path.is_dir() {
                    true => waiting.push(path),
                    false => found.push(path.strip_prefix(self.path()).expect("it is beneath").display().to_string()),
                }
            }
        }
        found.sort();
        found
    }
}

/// Runs the program in a directory.
pub(crate) fn run(directory: &Path, arguments: &[&str]) -> Outcome {
    outcome(&mut command(directory, arguments))
}

fn command(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamias"));
    command.current_dir(directory).args(arguments).env("TZ", "UTC").env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

fn outcome(command: &mut Command) -> Outcome {
    let output = command.output().expect("the program can be started");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints text");
    Outcome { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}
