//! The project's own commands: `cargo xtask COMMAND`.

mod bench;
mod ci;
mod conformance;
mod docs;
mod switches;
mod tidy;
mod workspace_bench;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  bench        Tamias, Flink and plain DataFusion: [--rows N] [--runs N] [--no-flink] [QUERY ...]
  ci           format check, lints, layering and header checks, all tests
  conformance  how many statements give Flink's answer: [-v] [FILE ...]
  docs         write the generated parts of docs/: [--check]
  switches     switch each rule of the project layer off and see that its page notices: [R52 ...]
  tidy         layering and header checks only
  workspace-bench  checks of a large workspace: [--tables N] [--tasks N] [--seed N] [--runs N] [--program FILE]";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.first().map(String::as_str) {
        Some("bench") => bench::run(&args[1..]),
        Some("ci") => ci::run(),
        Some("conformance") => conformance::run(&args[1..]),
        Some("docs") => docs::run(&args[1..]),
        Some("switches") => switches::run(&args[1..]),
        Some("tidy") => tidy::run(),
        Some("workspace-bench") => workspace_bench::run(&args[1..]),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&message);
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stderr, reason = "this is a command for a terminal")]
fn say(message: &str) {
    eprintln!("{message}");
}

/// The root of the repository.
fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
