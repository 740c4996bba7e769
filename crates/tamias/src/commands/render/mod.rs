//! `tamias render`

mod output;
mod scripts;
mod secrets;

use crate::arguments::{Assignment, assignment};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use diag::{Diagnostic, Result, SourceMap, has_errors};
use output::Output;
use scripts::{Scripts, Work};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use translate::{Engine, Input, Mode, Target, natural_mode, render};
use workspace::Secrets;

/// Write scripts and tasks as plain SQL of an engine
///
/// What only Tamias understands is written out: settings and keys of tables, hints, Blink's forms. A directory stands for the tasks of the
/// projects beneath it and for the other scripts there. The SQL goes to standard output or to files; notes on what was rewritten, and errors
/// for what the target cannot do, go to standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Render {
    /// A script, a directory of scripts, a workspace or one of its projects; '-' reads standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,

    /// The engine to write for [default: that of the task, else flink-2.3]
    #[arg(long = "to", alias = "target", value_name = "ENGINE", value_parser = target)]
    target: Option<Target>,

    /// The engine that the script was written for; without it each table is judged by its options
    #[arg(long, value_name = "ENGINE")]
    from: Option<From>,

    /// The mode of the job; a task that is for both is written for both without it
    #[arg(long)]
    mode: Option<RenderMode>,

    /// Take a unique index for a primary key, and do without other indexes, where the target has none
    #[arg(long)]
    lower_keys: bool,

    /// Give a variable its value
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = assignment)]
    var: Vec<Assignment>,

    /// The environment of a task of a workspace
    #[arg(long = "env", value_name = "NAME")]
    environment: Option<String>,

    /// Write to this file, if its name ends in .sql and there is one script, or into this directory
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Write secrets with their values, those of ${secret:NAME} and those that a script spells out, into files that only their owner can read
    #[arg(long, requires = "output")]
    resolve_secrets: bool,

    /// Say nothing about what was rewritten
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum From {
    Blink,
    Vvr,
    Flink,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RenderMode {
    #[value(alias = "streaming")]
    Stream,
    Batch,
}

fn target(name: &str) -> std::result::Result<Target, String> {
    let names: Vec<&str> = Target::ALL.into_iter().map(Target::name).collect();
    Target::parse(name).ok_or_else(|| format!("the engines are {}", names.join(", ")))
}

impl Render {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let mut sources = SourceMap::default();
        let mut scripts = Scripts::new(&self.path, self.environment.as_deref(), &self.var)?;
        let mut output = Output::new(self.output.as_deref(), scripts.is_single(), self.resolve_secrets);
        let mut exit = Exit::Good;
        while let Some(work) = scripts.next(&mut sources)? {
            console.flush()?;
            console.diagnostics(Stream::Err, &sources, &work.diagnostics)?;
            if has_errors(&work.diagnostics) {
                exit = Exit::Errors;
                continue;
            }
            for mode in self.modes(&work) {
                if self.write(&work, mode, &sources, &mut output, console)? == Exit::Errors {
                    exit = Exit::Errors;
                }
            }
        }
        output.finish(console);
        Ok(exit)
    }

    /// The modes that a script is written for; `None` where the script and its sources choose.
    fn modes(&self, work: &Work) -> Vec<Option<Mode>> {
        match self.mode {
            Some(RenderMode::Stream) => vec![Some(Mode::Streaming)],
            Some(RenderMode::Batch) => vec![Some(Mode::Batch)],
            None if work.modes.is_empty() => vec![None],
            None => work.modes.iter().copied().map(Some).collect(),
        }
    }

    fn write(&self, work: &Work, mode: Option<Mode>, sources: &SourceMap, output: &mut Output, console: &Arc<Console>) -> Result<Exit> {
        let target = self.target.unwrap_or(work.target);
        let registry = work.registry(mode.unwrap_or(Mode::Streaming));
        let input = Input {
            statements: &work.statements,
            sources,
            registry: registry.as_ref(),
            from: self.from.map(engine),
            lower_keys: self.lower_keys,
            shows_secrets: self.resolve_secrets,
        };
        let mode = mode.unwrap_or_else(|| natural_mode(&input, target));
        let rendered = render(&input, target, mode);
        // The mode is part of the name where there are two.
        let shown_mode = (self.mode.is_none() && work.modes.len() > 1).then_some(mode);
        if output.is_standard() || !has_errors(&rendered.notes) {
            let text = if self.resolve_secrets { with_secrets(work, &rendered.text, console)? } else { rendered.text.clone() };
            output.write(&work.name, shown_mode, target, &text, console)?;
        }
        let is_shown = |note: &&Diagnostic| !self.quiet || note.severity != diag::Severity::Note;
        let notes: Vec<Diagnostic> = rendered.notes.iter().filter(is_shown).cloned().collect();
        console.flush()?;
        console.diagnostics(Stream::Err, sources, &notes)?;
        match has_errors(&rendered.notes) {
            true => {
                output.leave_out();
                Ok(Exit::Errors)
            }
            false => Ok(Exit::Good),
        }
    }
}

/// What is rendered for a test.
pub(crate) enum Subject<'s> {
    File(&'s Path),
    /// A script that is in no file.
    Text {
        name: &'s str,
        text: &'s str,
    },
}

/// A script as the SQL of an engine, or what is wrong with it. Without a mode it is the first of the task, or what the sources choose.
pub(crate) fn rendered(
    subject: &Subject<'_>,
    target: Target,
    mode: Option<Mode>,
    environment: Option<&str>,
    variables: &[(String, String)],
) -> Result<std::result::Result<String, Vec<Diagnostic>>> {
    let mut sources = SourceMap::default();
    let work = match subject {
        Subject::File(path) => {
            let variables: Vec<Assignment> =
                variables.iter().map(|(key, value)| Assignment { key: key.clone(), value: value.clone() }).collect();
            Scripts::new(path, environment, &variables)?.next(&mut sources)?
        }
        Subject::Text { name, text } => Some(Work::of_text(name, text, variables, &mut sources)),
    };
    let Some(work) = work else { return Ok(Err(Vec::new())) };
    if has_errors(&work.diagnostics) {
        return Ok(Err(work.diagnostics));
    }
    let mode = mode.or(work.modes.first().copied());
    let registry = work.registry(mode.unwrap_or(Mode::Streaming));
    let input = Input {
        statements: &work.statements,
        sources: &sources,
        registry: registry.as_ref(),
        from: None,
        lower_keys: false,
        shows_secrets: false,
    };
    let mode = mode.unwrap_or_else(|| natural_mode(&input, target));
    let rendered = render(&input, target, mode);
    Ok(if has_errors(&rendered.notes) { Err(rendered.notes) } else { Ok(rendered.text) })
}

fn with_secrets(work: &Work, text: &str, console: &Arc<Console>) -> Result<String> {
    let secrets = Secrets::new(|name| std::env::var(name).ok());
    console.keep_from(&secrets);
    if let Some(workspace) = work.workspace() {
        secrets.enter(workspace);
    }
    secrets::resolved(text, &secrets)
}

fn engine(from: From) -> Engine {
    match from {
        From::Blink => Engine::Blink,
        From::Vvr => Engine::Vvr,
        From::Flink => Engine::Flink,
    }
}
