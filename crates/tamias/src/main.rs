//! The program: reads the command line, does what it says, and ends with an exit code.

mod arguments;
mod commands;
mod console;
mod diagnostics;
mod exit;
mod fixes;
mod flink_flags;
mod init;
mod input;
mod interrupt;
mod opening;
mod profile;
mod progress;
mod release;
mod repl;
mod rows;
mod runner;
mod scan_report;
mod testing;

use arguments::Arguments;
use clap::Parser;
use console::Console;
use exit::Exit;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(flink_flags::in_common_form(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nobody may be listening any more, and then there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage.into() } else { Exit::Good.into() };
        }
    };
    exit::ask_for_reports_of_panics();
    on_large_stack(move || {
        let console = Console::new(arguments.appearance);
        let done = exit::catch_panics(|| commands::run(arguments, &console));
        exit::conclude(&console, done).into()
    })
}

/// Runs on a thread whose stack takes the plans of the longest statements: a chain of ten thousand conditions is a tree as deep. Only
/// what is used of a stack takes memory.
fn on_large_stack(run: impl FnOnce() -> ExitCode + Send + 'static) -> ExitCode {
    let thread = std::thread::Builder::new().name("main".into()).stack_size(session::run::STACK_BYTES).spawn(run);
    thread.ok().and_then(|t| t.join().ok()).unwrap_or_else(|| Exit::Errors.into())
}
