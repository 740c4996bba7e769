//! `tamias check`

use crate::arguments::{ErrorForm, SessionArguments};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::fixes;
use crate::input::{self, Input};
use crate::opening;
use crate::release::iso_time;
use diag::render::summary;
use diag::{Diagnostic, Result, SourceMap, has_errors};
use session::{Session, WorkspaceCheck};
use sql::statements::{Statement, StatementKind};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use workspace::Workspace;
use workspace::subscriptions::{FileSubscriber, Subscribed, Subscriber, Subscription};

/// How often the texts are read again after fixes; each round needs one before it that changed something.
const ROUNDS: usize = 20;

/// Check SQL scripts and workspaces without running anything
///
/// A script is checked on its own, after those of --init; a task of a workspace in every environment, or that of --env. Nothing is opened but
/// the scripts and the files of the workspace: neither the files of tables nor any other system. Findings go to standard output, the summary
/// to standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// Scripts, directories of *.sql files, a workspace, or '-' for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Change the files where the fix of a finding is certain, and report what is left
    #[arg(long)]
    fix: bool,

    /// Then subscribe to the topics of TimeTunnel that tasks read, for the job 'default', where nobody did
    #[arg(long)]
    subscribe: bool,

    #[command(flatten)]
    session: SessionArguments,
}

/// What was found in texts that belong together.
struct Part {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    /// What was looked at and for what, without the time.
    checked: String,
    /// What a check cannot know, by its names.
    not_verified: Vec<String>,
    /// The tasks are among these.
    files: Vec<PathBuf>,
    /// Counted together with the part before it.
    is_continued: bool,
}

/// What was found in a script.
struct Checked {
    part: Part,
    /// Without those of the init scripts.
    statements: usize,
    /// Settings of the command line that the script has no use for.
    unused: Vec<Diagnostic>,
}

impl Check {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let started = Instant::now();
        let Some(session) = opening::open(&self.session, console)? else { return Ok(Exit::Errors) };
        let mut parts = self.parts(&session)?;
        for _ in 0..ROUNDS {
            if !self.fix || !fixed(&parts, console)? {
                break;
            }
            parts = self.parts(&session)?;
        }
        let (mut exit, mut printed) = (Exit::Good, false);
        for part in &parts {
            if part.diagnostics.is_empty() {
                continue;
            }
            if std::mem::replace(&mut printed, true) && console.error_form() == ErrorForm::Text {
                console.print("\n")?;
            }
            console.diagnostics(Stream::Out, &part.sources, &part.diagnostics)?;
            if has_errors(&part.diagnostics) {
                exit = Exit::Errors;
            }
        }
        let milliseconds = started.elapsed().as_millis();
        for group in grouped(&parts) {
            let all: Vec<&Diagnostic> = group.iter().flat_map(|part| &part.diagnostics).collect();
            console.note(&format!("checked {} in {milliseconds} ms: {}", group[0].checked, summary(all.iter().copied())));
            for part in group.iter().filter(|part| !part.not_verified.is_empty()) {
                console.note(&format!("not verified: {}", part.not_verified.join(", ")));
            }
            if self.subscribe && !group.iter().any(|part| has_errors(&part.diagnostics)) {
                let files = group.iter().flat_map(|part| &part.files);
                self.subscribe(files, &session, console)?;
            }
        }
        Ok(exit)
    }

    /// Makes the records of subscriptions that the tasks among some files need. Without this the check changes nothing.
    fn subscribe<'f>(&self, files: impl Iterator<Item = &'f PathBuf>, session: &Session, console: &Console) -> Result<()> {
        for file in files {
            let Some(root) = session::find_root(file) else { continue };
            let (workspace, _) = Workspace::load(&root, &mut SourceMap::default());
            if workspace.task_of(file).is_none() {
                continue;
            }
            let default = workspace.settings.environment.as_ref().map_or("local", |setting| setting.text.as_str());
            let environment = self.session.environment.as_deref().unwrap_or(default);
            let done = session::precompile(session, file, environment, &self.session.variables())?;
            let at = iso_time(opening::clock(self.session.now).now_millis());
            for topic in done.topics {
                let subscription = Subscription { topic: topic.topic, job: topic.job };
                if FileSubscriber::new(&root).subscribe(&subscription, &at)? == Subscribed::Now {
                    console.note(&format!("subscribed job '{}' to topic '{}'", subscription.job, subscription.topic));
                }
            }
        }
        Ok(())
    }

    /// Checks everything that was named.
    fn parts(&self, session: &Session) -> Result<Vec<Part>> {
        let files = input::scripts(&self.paths)?;
        let (mut roots, mut plain, mut known) = (Vec::new(), Vec::new(), HashMap::new());
        for file in files {
            let is_named = self.paths.contains(&file);
            match root_of(&file, &mut known) {
                Some(root) if !is_named && self.paths.iter().any(|path| root.starts_with(path)) => {
                    if !roots.contains(&root) {
                        roots.push(root);
                    }
                }
                _ => plain.push(file),
            }
        }
        let mut parts = roots.iter().map(|root| self.workspace(root, session)).collect::<Result<Vec<Part>>>()?;
        parts.extend(self.scripts(&plain, session)?);
        Ok(parts)
    }

    /// Files one by one, which are counted together.
    fn scripts(&self, files: &[PathBuf], session: &Session) -> Result<Vec<Part>> {
        let (mut parts, mut statements) = (Vec::new(), 0);
        let mut unused: Option<Vec<Diagnostic>> = None;
        for file in files {
            let checked = self.script(&input::read(file)?, &mut session.snapshot())?;
            statements += checked.statements;
            parts.push(Part { files: vec![file.clone()], ..checked.part });
            // What one of the scripts uses is used.
            let is_unused = |known: &Diagnostic| checked.unused.iter().any(|other| other.message == known.message);
            unused = Some(match unused {
                Some(known) => known.into_iter().filter(is_unused).collect(),
                None => checked.unused,
            });
        }
        if let Some(unused) = unused.filter(|unused| !unused.is_empty()) {
            parts.push(Part::of(session, unused));
        }
        let checked = format!("{}, {}", counted(files.len(), "file"), counted(statements, "statement"));
        for (number, part) in parts.iter_mut().enumerate() {
            part.checked.clone_from(&checked);
            part.is_continued = number > 0;
        }
        Ok(parts)
    }

    /// Every task of a workspace.
    fn workspace(&self, root: &Path, session: &Session) -> Result<Part> {
        let check = session::check_workspace(session, root, self.session.environment.as_deref(), &self.session.variables())?;
        Ok(Part {
            checked: checked(&check),
            sources: check.sources,
            diagnostics: check.diagnostics,
            not_verified: check.not_verified,
            files: if self.subscribe { tasks_of(root) } else { Vec::new() },
            is_continued: false,
        })
    }

    /// A script on its own, or a file of a project.
    fn script(&self, input: &Input, session: &mut Session) -> Result<Checked> {
        let path = Path::new(&input.name);
        let (environment, variables) = (self.session.environment.as_deref(), self.session.variables());
        let everywhere = match self.session.init.is_empty() && environment.is_none() {
            true => session::check_task(session, path, &variables)?,
            false => None,
        };
        let of_project = match self.session.init.is_empty() {
            true => session.check_file(path, environment, &variables)?,
            false => None,
        };
        let (mut diagnostics, statements) = match of_project {
            Some(file) => (file.diagnostics, file.statements),
            None => {
                let scripts = opening::read_with_init(session, input, &self.session)?;
                let meaning = meaning(&scripts.statements, session);
                (scripts.diagnostics.into_iter().chain(meaning).collect(), scripts.statements.len() - scripts.init)
            }
        };
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span().source, diagnostic.span().start));
        let part = match everywhere {
            Some(check) => Part { sources: check.sources, diagnostics: check.diagnostics, ..Part::of(session, Vec::new()) },
            None => Part::of(session, diagnostics),
        };
        Ok(Checked { part, statements, unused: session.unused_on_command_line() })
    }
}

impl Part {
    fn of(session: &Session, diagnostics: Vec<Diagnostic>) -> Part {
        Part {
            sources: session.sources.clone(),
            diagnostics,
            checked: String::new(),
            not_verified: Vec::new(),
            files: Vec::new(),
            is_continued: false,
        }
    }
}

/// The files of all tasks of a workspace.
fn tasks_of(root: &Path) -> Vec<PathBuf> {
    let (workspace, _) = Workspace::load(root, &mut SourceMap::default());
    workspace.projects.values().flat_map(|project| &project.tasks).map(|task| task.path.clone()).collect()
}

/// The workspace around a file; files of one folder are in the same one.
fn root_of(file: &Path, known: &mut HashMap<PathBuf, Option<PathBuf>>) -> Option<PathBuf> {
    if input::is_standard_input(file) {
        return None;
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    known.entry(folder).or_insert_with_key(|folder| session::find_root(folder)).clone()
}

/// Carries out the certain fixes of all parts, and says which; false when there are none.
fn fixed(parts: &[Part], console: &Console) -> Result<bool> {
    let mut any = false;
    for part in parts {
        for done in fixes::apply(&part.sources, &part.diagnostics)? {
            console.note(&format!("fixed {}: {}", done.place, done.title));
            any = true;
        }
    }
    Ok(any)
}

/// Parts that are counted together, which scripts are.
fn grouped(parts: &[Part]) -> impl Iterator<Item = &[Part]> {
    parts.chunk_by(|_, next| next.is_continued)
}

fn checked(check: &WorkspaceCheck) -> String {
    let engines = if check.engines.is_empty() { String::new() } else { format!(" on {}", check.engines.join(", ")) };
    format!("{}, {} for {}{engines}", counted(check.tasks, "task"), counted(check.tables, "table"), check.environments.join(", "))
}

/// What is wrong beside syntax.
fn meaning(statements: &[Statement], session: &Session) -> Vec<Diagnostic> {
    let readable: Vec<Statement> = statements.iter().filter(|statement| statement.kind != StatementKind::Error).cloned().collect();
    session.check(&readable)
}

fn counted(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    }
}
