//! How the program ends.

use crate::console::Console;
use diag::{Error, ErrorKind, Result, SourceMap};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Good = 0,
    /// The SQL, the data or the world is at fault; it was reported.
    Errors = 1,
    /// The command line is at fault.
    Usage = 2,
    /// The user stopped it.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Reports a failure that nobody reported yet, and writes out what is left.
pub(crate) fn conclude(console: &Console, done: Result<Exit>) -> Exit {
    let flushed = console.flush();
    match done.and_then(|exit| flushed.map(|()| exit)) {
        Ok(exit) => exit,
        Err(error) if is_broken_pipe(&error) => Exit::Good,
        Err(error) if error.kind == ErrorKind::Cancelled => Exit::Interrupted,
        Err(error) => {
            console.error(&SourceMap::default(), &error);
            Exit::Errors
        }
    }
}

/// True when the reader of our output left, as `head` does when it has enough.
pub(crate) fn is_broken_pipe(error: &Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Says that a panic is our fault.
pub(crate) fn ask_for_reports_of_panics() {
    panic::set_hook(Box::new(|panic| {
        let text =
            format!("error[internal-error]: {panic}\nhelp: This is a bug of tamias. Please report it with the statement that caused it.\n");
        let _ = io::stderr().write_all(text.as_bytes());
    }));
}

/// Turns a panic, which was reported, into an exit code.
pub(crate) fn catch_panics(work: impl FnOnce() -> Result<Exit>) -> Result<Exit> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or(Ok(Exit::Errors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pipe_is_found_among_the_causes() {
        let pipe = Error::from(io::Error::from(io::ErrorKind::BrokenPipe)).context("cannot write");
        assert!(is_broken_pipe(&pipe));
        assert!(is_broken_pipe(&Error::internal("outer").with_source(pipe)));
        assert!(!is_broken_pipe(&Error::from(io::Error::from(io::ErrorKind::NotFound))));
    }
}
