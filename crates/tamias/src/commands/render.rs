//! `tamias render`

use crate::arguments::{Assignment, assignment};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input;
use diag::{Diagnostic, Error, Result, SourceMap, has_errors};
use std::path::PathBuf;
use std::sync::Arc;
use translate::{Engine, Input, Mode, NoRegistry, Target, render};

/// Write a script as plain SQL of an engine
///
/// What only Tamias understands is written out: settings and keys of tables, hints, Blink's forms. The SQL goes to standard output; notes on what
/// was rewritten, and errors for what the target cannot do, go to standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Render {
    /// The script; '-' reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The engine to write for
    #[arg(long, value_name = "ENGINE", default_value = "flink-2.3", value_parser = target)]
    target: Target,

    /// The engine that the script was written for; without it each table is judged by its options
    #[arg(long, value_name = "ENGINE")]
    from: Option<From>,

    /// The mode of the job; settings of tables for this mode hold
    #[arg(long, default_value = "streaming")]
    mode: RenderMode,

    /// Take a unique index for a primary key, and do without other indexes, where the target has none
    #[arg(long)]
    lower_keys: bool,

    /// Give a variable its value
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = assignment)]
    var: Vec<Assignment>,

    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

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
    Streaming,
    Batch,
}

fn target(name: &str) -> std::result::Result<Target, String> {
    let names: Vec<&str> = Target::ALL.into_iter().map(Target::name).collect();
    Target::parse(name).ok_or_else(|| format!("the engines are {}", names.join(", ")))
}

impl Render {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let input = input::read(&self.file)?;
        let value_of = |name: &str| self.var.iter().rfind(|assignment| assignment.key == name).map(|assignment| assignment.value.clone());
        let text = session::expand_variables(&input.text, &value_of);
        let mut sources = SourceMap::default();
        let source = sources.add(&input.name, text.as_str());
        let script = sql::parse(source, &text);
        console.diagnostics(Stream::Err, &sources, &script.diagnostics)?;
        if has_errors(&script.diagnostics) {
            return Ok(Exit::Errors);
        }
        let from = self.from.map(|from| match from {
            From::Blink => Engine::Blink,
            From::Vvr => Engine::Vvr,
            From::Flink => Engine::Flink,
        });
        let mode = match self.mode {
            RenderMode::Streaming => Mode::Streaming,
            RenderMode::Batch => Mode::Batch,
        };
        let what = Input { statements: &script.statements, sources: &sources, registry: &NoRegistry, from, lower_keys: self.lower_keys };
        let rendered = render(&what, self.target, mode);
        match &self.output {
            Some(file) if !has_errors(&rendered.notes) => std::fs::write(file, &rendered.text)
                .map_err(|error| Error::from(error).context(format!("cannot write '{}'", file.display())))?,
            Some(_) => {}
            None => console.print(&rendered.text)?,
        }
        let is_shown = |note: &&Diagnostic| !self.quiet || note.severity != diag::Severity::Note;
        let notes: Vec<Diagnostic> = rendered.notes.iter().filter(is_shown).cloned().collect();
        console.flush()?;
        console.diagnostics(Stream::Err, &sources, &notes)?;
        Ok(if has_errors(&rendered.notes) { Exit::Errors } else { Exit::Good })
    }
}
