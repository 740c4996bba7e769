//! Opening a session as the command line describes it.

use crate::arguments::{Assignment, Mode, SessionArguments};
use crate::console::{Console, Stream};
use crate::init;
use crate::input::{self, Input};
use diag::{Diagnostic, Error, Result, Span, has_errors};
use options::{Configuration, Layer, OptionValue, Origin};
use session::{Expansion, Secrets, Session, SessionParts};
use sql::Script;
use sql::statements::Statement;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use table::function::Clock;

/// The name of texts from the command line in messages.
pub(crate) const COMMAND_LINE: &str = "<command line>";

/// The clock of this computer.
#[derive(Debug)]
struct SystemClock;

impl Clock for SystemClock {
    fn now_millis(&self) -> i64 {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
    }
}

/// A clock that stands still.
#[derive(Debug)]
struct Stopped(i64);

impl Clock for Stopped {
    fn now_millis(&self) -> i64 {
        self.0
    }
}

/// The clock of this computer, or one that stands at `--now`.
pub(crate) fn clock(now: Option<i64>) -> Arc<dyn Clock> {
    match now {
        Some(millis) => Arc::new(Stopped(millis)),
        None => Arc::new(SystemClock),
    }
}

/// Opens a session; `None` when an argument is wrong, which is shown then.
pub(crate) fn open(arguments: &SessionArguments, console: &Arc<Console>) -> Result<Option<Session>> {
    let mut session = Session::new(SessionParts {
        configuration: Configuration::new(),
        functions: Arc::new(functions::Builtins),
        connectors: Arc::new(connectors::Connectors),
        directory: std::env::current_dir().map_err(|error| Error::from(error).context("cannot find the current directory"))?,
        clock: clock(arguments.now),
        output: console.clone(),
    });
    session.secrets = Secrets::new(|name| std::env::var(name).ok());
    session.account.clone_from(&arguments.account);
    console.keep_from(&session.secrets);
    let found = apply(arguments, &mut session)?;
    console.diagnostics(Stream::Err, &session.sources, &found)?;
    Ok((!has_errors(&found)).then_some(session))
}

fn apply(arguments: &SessionArguments, session: &mut Session) -> Result<Vec<Diagnostic>> {
    let mut found = Vec::new();
    for assignment in &arguments.define {
        found.extend(configure(session, "-D ", assignment, Layer::Define));
    }
    if let Some(mode) = arguments.mode {
        let value = match mode {
            Mode::Batch => "BATCH",
            Mode::Streaming => "STREAMING",
        };
        let assignment = Assignment { key: "execution.runtime-mode".into(), value: value.into() };
        found.extend(configure(session, "--set ", &assignment, Layer::CommandLine));
    }
    if let Some(zone) = &arguments.tz {
        let assignment = Assignment { key: "table.local-time-zone".into(), value: zone.clone() };
        if table::zone::Zone::parse(zone).is_none() {
            let (_, value) = written(session, "--tz ", &Assignment { key: String::new(), value: zone.clone() }, Layer::CommandLine);
            found.push(Diagnostic::error(crate::diagnostics::INVALID_INPUT, value.span, format!("'{zone}' is not a time zone")));
        } else {
            found.extend(configure(session, "--set ", &assignment, Layer::CommandLine));
        }
    }
    for assignment in &arguments.set {
        match options::config::find(&assignment.key) {
            Some(_) => found.extend(configure(session, "--set ", assignment, Layer::CommandLine)),
            None => {
                let (key, value) = written(session, "--set ", assignment, Layer::CommandLine);
                session.set_table_option(&key, value);
            }
        }
    }
    for assignment in &arguments.bind {
        let (_, value) = written(session, "--bind ", assignment, Layer::CommandLine);
        match session::file_options(&assignment.value, value.origin, value.span) {
            Ok(options) => session.bind(&assignment.key, options),
            Err(diagnostic) => found.push(*diagnostic),
        }
    }
    Ok(found)
}

fn configure(session: &mut Session, flag: &str, assignment: &Assignment, layer: Layer) -> Vec<Diagnostic> {
    let (key, value) = written(session, flag, assignment, layer);
    session.configuration.set(&key, value)
}

/// The key and the value with its place in a text of its own.
fn written(session: &mut Session, flag: &str, assignment: &Assignment, layer: Layer) -> (String, OptionValue) {
    let Assignment { key, value } = assignment;
    let equals = if key.is_empty() { "" } else { "=" };
    let source = session.sources.add(COMMAND_LINE, format!("{flag}{key}{equals}{value}"));
    let at = |start: usize, length: usize| Span::new(source, start as u32, (start + length) as u32);
    let origin = Origin::new(layer, at(flag.len(), key.len()));
    (key.clone(), OptionValue::new(value.clone(), origin).at(at(flag.len() + key.len() + equals.len(), value.len())))
}

/// Adds a script to the texts of a session and reads it.
pub(crate) fn add_script(session: &mut Session, name: &str, text: &str, arguments: &SessionArguments) -> Script {
    let expansion = with_variables(text, arguments);
    let source = session.sources.add_replaced(name, text, &expansion.text, expansion.replaced);
    sql::parse(source, &expansion.text)
}

/// The statements of some scripts, and what is wrong with their syntax.
#[derive(Debug, Default)]
pub(crate) struct Scripts {
    pub(crate) statements: Vec<Statement>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many of the statements come from the init scripts, which stand first.
    pub(crate) init: usize,
}

/// Reads the init scripts and then another one.
pub(crate) fn read_with_init(session: &mut Session, input: &Input, arguments: &SessionArguments) -> Result<Scripts> {
    let inits = arguments.init.iter().map(|file| input::read(file)).collect::<Result<Vec<_>>>()?;
    let mut scripts = Scripts::default();
    scripts.add(session, &inits, arguments)?;
    scripts.init = scripts.statements.len();
    scripts.diagnostics.extend(init::refused(&scripts.statements));
    scripts.add(session, std::slice::from_ref(input), arguments)?;
    Ok(scripts)
}

impl Scripts {
    /// Reads scripts; a task of a workspace is read in its project.
    pub(crate) fn add(&mut self, session: &mut Session, inputs: &[Input], arguments: &SessionArguments) -> Result<()> {
        for input in inputs {
            if let Some(task) = session.open_task(Path::new(&input.name), arguments.environment.as_deref(), &arguments.variables())? {
                self.statements.extend(task.statements);
                self.diagnostics.extend(task.diagnostics);
                continue;
            }
            let script = add_script(session, &input.name, &input.text, arguments);
            self.statements.extend(script.statements);
            self.diagnostics.extend(script.diagnostics);
        }
        Ok(())
    }
}

/// The text of a script with the variables of the command line.
fn with_variables(text: &str, arguments: &SessionArguments) -> Expansion {
    let value_of = |name: &str| arguments.var.iter().rfind(|assignment| assignment.key == name).map(|assignment| assignment.value.clone());
    session::expand_variables(text, &value_of)
}
