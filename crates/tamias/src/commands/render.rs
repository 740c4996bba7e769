//! `tamias render`

use crate::arguments::{Assignment, assignment};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input::{self, Input as InputText};
use diag::{Diagnostic, Error, Result, SourceMap, has_errors};
use sql::statements::Statement;
use std::path::PathBuf;
use std::sync::Arc;
use translate::{Engine, Input, Mode, NoRegistry, ProjectRegistry, Registry, Target, render};
use workspace::{Workspace, find_root};

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

    /// The environment of a task of a workspace
    #[arg(long = "env", value_name = "NAME")]
    environment: Option<String>,

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
        let mode = match self.mode {
            RenderMode::Streaming => Mode::Streaming,
            RenderMode::Batch => Mode::Batch,
        };
        let mut sources = SourceMap::default();
        let opened = match self.open_task(&mut sources, mode)? {
            Some(opened) => opened,
            None => self.open_script(&input, &mut sources),
        };
        console.diagnostics(Stream::Err, &sources, &opened.diagnostics)?;
        if has_errors(&opened.diagnostics) {
            return Ok(Exit::Errors);
        }
        let from = self.from.map(|from| match from {
            From::Blink => Engine::Blink,
            From::Vvr => Engine::Vvr,
            From::Flink => Engine::Flink,
        });
        let what = Input {
            statements: &opened.statements,
            sources: &sources,
            registry: opened.registry.as_ref(),
            from,
            lower_keys: self.lower_keys,
        };
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

    /// A script outside of a workspace.
    fn open_script(&self, input: &InputText, sources: &mut SourceMap) -> Opened {
        let value_of = |name: &str| self.var.iter().rfind(|assignment| assignment.key == name).map(|assignment| assignment.value.clone());
        let text = session::expand_variables(&input.text, &value_of);
        let source = sources.add(&input.name, text.as_str());
        let script = sql::parse(source, &text);
        Opened { statements: script.statements, diagnostics: script.diagnostics, registry: Box::new(NoRegistry) }
    }

    /// A task of a workspace, which uses what the projects define; `None` for any other file.
    fn open_task(&self, sources: &mut SourceMap, mode: Mode) -> Result<Option<Opened>> {
        let Some(root) = find_root(&self.file).filter(|_| !input::is_standard_input(&self.file)) else { return Ok(None) };
        let (workspace, mut diagnostics) = Workspace::load(&root, sources);
        let Some((project, task)) = workspace.task_of(&self.file) else { return Ok(None) };
        let default = workspace.settings.environment.as_ref().map_or("local", |setting| setting.text.as_str());
        let environment = self.environment.as_deref().unwrap_or(default);
        let variables: Vec<(String, String)> = self.var.iter().map(|var| (var.key.clone(), var.value.clone())).collect();
        let Some(view) = workspace.view(environment, &variables) else {
            return Err(Error::invalid(format!("there is no environment '{environment}'")));
        };
        let (definitions, found) = view.definitions(sources);
        diagnostics.extend(found);
        let (source, text, undefined) = view.add_script(sources, &self.file.display().to_string(), &task.text);
        let script = sql::parse(source, &text);
        diagnostics.extend(undefined.into_iter().chain(script.diagnostics));
        let registry = Box::new(ProjectRegistry::new(&view, project, definitions, mode));
        Ok(Some(Opened { statements: script.statements, diagnostics, registry }))
    }
}

/// A script that was read, and what is defined around it.
struct Opened {
    statements: Vec<Statement>,
    diagnostics: Vec<Diagnostic>,
    registry: Box<dyn Registry>,
}
