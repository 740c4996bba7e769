//! `tamias run` and `tamias -c`

use crate::arguments::{ClientArguments, ResultArguments, SessionArguments};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::init;
use crate::input::{self, Input};
use crate::opening::{self, COMMAND_LINE, Scripts};
use crate::runner::{After, Runner, Voice};
use diag::{Result, has_errors};
use session::client::messages;
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
        let Run { session, result, .. } = self;
        run(&scripts, &ClientArguments { session, result, ..ClientArguments::default() }, console)
    }
}

/// Runs the statements of `-c`.
pub(crate) fn statements(sql: &str, arguments: &ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    let script = Input { name: COMMAND_LINE.to_owned(), text: sql.to_owned() };
    run(&[script], arguments, console)
}

fn run(scripts: &[Input], arguments: &ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    let Some(mut runner) = opened(arguments, Voice::Rows, console)? else { return Ok(Exit::Errors) };
    let read = read_all(scripts, &arguments.session, &mut runner)?;
    let Some(statements) = usable(read, &runner, console)? else { return Ok(Exit::Errors) };
    let after = runner.statements(&statements)?;
    if after == After::Continue {
        console.diagnostics(Stream::Err, &runner.session.sources, &runner.session.unused_on_command_line())?;
    }
    Ok(after.exit())
}

/// Opens a session and runs the init scripts; `None` when that failed, which was shown.
pub(crate) fn opened(arguments: &ClientArguments, voice: Voice, console: &Arc<Console>) -> Result<Option<Runner>> {
    let Some(mut session) = opening::open(&arguments.session, console)? else { return Ok(None) };
    match arguments.flink.apply(&mut session) {
        Ok(said) => console.diagnostics(Stream::Err, &session.sources, &said)?,
        Err(error) => {
            console.error(&session.sources, &error);
            return Ok(None);
        }
    }
    let mut runner = Runner::new(session, &arguments.result, voice, console)?;
    for file in &arguments.session.init {
        let name = input::name_of(file);
        if !initialize(&input::read(file)?, arguments, &mut runner, console)? {
            runner.say(&messages::not_initialized(&name))?;
            return Ok(None);
        }
        runner.say(&messages::initialized(&name))?;
    }
    Ok(Some(runner))
}

/// Runs an init script; false when it has a mistake, which was shown.
fn initialize(script: &Input, arguments: &ClientArguments, runner: &mut Runner, console: &Console) -> Result<bool> {
    let mut read = read_all(std::slice::from_ref(script), &arguments.session, runner)?;
    read.diagnostics.extend(init::refused(&read.statements));
    let Some(statements) = usable(read, runner, console)? else { return Ok(false) };
    Ok(runner.initialize(&statements)? == After::Continue)
}

fn read_all(scripts: &[Input], arguments: &SessionArguments, runner: &mut Runner) -> Result<Scripts> {
    let mut read = Scripts::default();
    read.add(&mut runner.session, scripts, arguments)?;
    Ok(read)
}

/// The statements of what was read; `None` when there is a mistake, and then all mistakes were shown.
fn usable(read: Scripts, runner: &Runner, console: &Console) -> Result<Option<Vec<Statement>>> {
    console.diagnostics(Stream::Err, &runner.session.sources, &read.diagnostics)?;
    Ok((!has_errors(&read.diagnostics)).then_some(read.statements))
}
