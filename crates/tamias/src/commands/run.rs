//! `tamias run` and `tamias -c`

use crate::arguments::{ClientArguments, ResultArguments, SessionArguments};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::opening::{self, COMMAND_LINE, Scripts};
use crate::runner::{After, Runner, Voice};
use diag::{Result, has_errors};
use sql::statements::Statement;
use std::path::PathBuf;
use std::sync::Arc;

/// Run SQL scripts
///
/// Standard output gets the rows of queries and nothing else, with an empty line between results. The statements run in order; the first
/// that fails ends the run. A script with syntax errors does not run at all.
#[derive(Debug, clap::Args)]
pub(crate) struct Run {
    /// The scripts; '-' reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    session: SessionArguments,

    #[command(flatten)]
    result: ResultArguments,
}

impl Run {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let scripts = self.files.iter().map(|file| input::read(file)).collect::<Result<Vec<_>>>()?;
        run(&scripts, &self.session, &self.result, console)
    }
}

/// Runs the statements of `-c`.
pub(crate) fn statements(sql: &str, arguments: &ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    let script = Input { name: COMMAND_LINE.to_owned(), text: sql.to_owned() };
    run(&[script], &arguments.session, &arguments.result, console)
}

fn run(scripts: &[Input], session: &SessionArguments, result: &ResultArguments, console: &Arc<Console>) -> Result<Exit> {
    let Some(mut runner) = opened(session, result, Voice::Rows, console)? else { return Ok(Exit::Errors) };
    let Some(statements) = read_all(scripts, session, &mut runner, console)? else { return Ok(Exit::Errors) };
    Ok(runner.statements(&statements)?.exit())
}

/// Opens a session and runs the init scripts; `None` when that failed, which was shown.
pub(crate) fn opened(session: &SessionArguments, result: &ResultArguments, voice: Voice, console: &Arc<Console>) -> Result<Option<Runner>> {
    let Some(opened) = opening::open(session, console)? else { return Ok(None) };
    let mut runner = Runner::new(opened, result, voice, console)?;
    let inits = session.init.iter().map(|file| input::read(file)).collect::<Result<Vec<_>>>()?;
    let Some(statements) = read_all(&inits, session, &mut runner, console)? else { return Ok(None) };
    Ok(match runner.initialize(&statements)? {
        After::Continue => Some(runner),
        _ => None,
    })
}

/// The statements of all scripts; `None` when one has a mistake, and then all mistakes were shown.
fn read_all(scripts: &[Input], session: &SessionArguments, runner: &mut Runner, console: &Console) -> Result<Option<Vec<Statement>>> {
    let mut read = Scripts::default();
    read.add(&mut runner.session, scripts, session)?;
    console.diagnostics(Stream::Err, &runner.session.sources, &read.diagnostics)?;
    Ok((!has_errors(&read.diagnostics)).then_some(read.statements))
}
