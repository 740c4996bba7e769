//! The program: reads the command line, does what it says, and ends with an exit code.

mod arguments;
mod commands;
mod console;
mod diagnostics;
mod exit;
mod input;
mod interrupt;
mod opening;
mod profile;
mod progress;
mod repl;
mod rows;
mod runner;
mod scan_report;

use arguments::Arguments;
use clap::Parser;
use console::Console;
use exit::Exit;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nobody may be listening any more, and then there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage.into() } else { Exit::Good.into() };
        }
    };
    exit::ask_for_reports_of_panics();
    let console = Console::new(arguments.appearance);
    let done = exit::catch_panics(|| commands::run(arguments, &console));
    exit::conclude(&console, done).into()
}
