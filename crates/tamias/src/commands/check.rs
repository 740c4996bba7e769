//! `tamias check`

use crate::arguments::{ErrorForm, SessionArguments};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::opening;
use crate::release::iso_time;
use diag::render::summary;
use diag::{Diagnostic, Result, SourceMap, has_errors};
use session::Session;
use sql::statements::{Statement, StatementKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use workspace::Workspace;
use workspace::subscriptions::{FileSubscriber, Subscribed, Subscriber, Subscription};

/// Check SQL scripts without running anything
///
/// Each script is checked on its own, after those of --init. Nothing is opened but the scripts: neither the files of tables nor any other
/// system. Findings go to standard output, the summary to standard error.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// Scripts, directories of *.sql files, a workspace, or '-' for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Then subscribe to the topics of TimeTunnel that tasks read, for the job 'default', where nobody did
    #[arg(long)]
    subscribe: bool,

    #[command(flatten)]
    session: SessionArguments,
}

impl Check {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let started = Instant::now();
        let Some(session) = opening::open(&self.session, console)? else { return Ok(Exit::Errors) };
        let mut files = input::scripts(&self.paths)?;
        let workspaces = self.workspaces(&files);
        files.retain(|file| is_given(file, &self.paths) || !workspaces.iter().any(|root| file.starts_with(root)));
        let mut exit = Exit::Good;
        for root in &workspaces {
            if self.workspace(root, &session, console)? == Exit::Errors {
                exit = Exit::Errors;
            } else if self.subscribe {
                self.subscribe(&tasks_of(root), &session, console)?;
            }
        }
        if files.is_empty() {
            return Ok(exit);
        }
        let (mut all, mut statements) = (Vec::new(), 0);
        let mut unused: Option<Vec<Diagnostic>> = None;
        for file in &files {
            let input = input::read(file)?;
            let mut copy = session.snapshot();
            let checked = self.check(&input, &mut copy)?;
            statements += checked.statements;
            if !all.is_empty() && !checked.diagnostics.is_empty() && console.error_form() == ErrorForm::Text {
                console.print("\n")?;
            }
            console.diagnostics(Stream::Out, &copy.sources, &checked.diagnostics)?;
            all.extend(checked.diagnostics);
            // What one of the scripts uses is used.
            let of_file = copy.unused_on_command_line();
            let is_unused = |known: &Diagnostic| of_file.iter().any(|other| other.message == known.message);
            unused = Some(unused.map_or_else(|| of_file.clone(), |known| known.into_iter().filter(is_unused).collect()));
        }
        let unused = unused.unwrap_or_default();
        console.diagnostics(Stream::Out, &session.sources, &unused)?;
        all.extend(unused);
        console.note(&format!(
            "checked {}, {} in {} ms: {}",
            counted(files.len(), "file"),
            counted(statements, "statement"),
            started.elapsed().as_millis(),
            summary(&all)
        ));
        if has_errors(&all) {
            return Ok(Exit::Errors);
        }
        if self.subscribe {
            self.subscribe(&files, &session, console)?;
        }
        Ok(exit)
    }

    /// Makes the records of subscriptions that the tasks among some files need. Without this the check changes nothing.
    fn subscribe(&self, files: &[PathBuf], session: &Session, console: &Console) -> Result<()> {
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

    /// The workspaces in the directories that were given.
    fn workspaces(&self, files: &[PathBuf]) -> Vec<PathBuf> {
        let in_given = |root: &PathBuf| self.paths.iter().any(|path| path.is_dir() && root.starts_with(path));
        let mut roots: Vec<PathBuf> = files.iter().filter_map(|file| session::find_root(file)).filter(in_given).collect();
        roots.dedup();
        roots
    }

    /// Every task of a workspace, for every environment.
    fn workspace(&self, root: &Path, session: &Session, console: &Arc<Console>) -> Result<Exit> {
        let started = Instant::now();
        let check = session::check_workspace(session, root, self.session.environment.as_deref(), &self.session.variables())?;
        console.diagnostics(Stream::Out, &check.sources, &check.diagnostics)?;
        let on = if check.engines.is_empty() { String::new() } else { format!(" on {}", check.engines.join(", ")) };
        console.note(&format!(
            "checked {}, {} for {}{on} in {} ms: {}",
            counted(check.tasks, "task"),
            counted(check.tables, "table"),
            check.environments.join(", "),
            started.elapsed().as_millis(),
            summary(&check.diagnostics)
        ));
        Ok(if has_errors(&check.diagnostics) { Exit::Errors } else { Exit::Good })
    }

    fn check(&self, input: &Input, session: &mut Session) -> Result<Checked> {
        if self.session.init.is_empty()
            && let Some(file) =
                session.check_file(Path::new(&input.name), self.session.environment.as_deref(), &self.session.variables())?
        {
            let mut diagnostics = file.diagnostics;
            diagnostics.sort_by_key(|diagnostic| (diagnostic.span().source, diagnostic.span().start));
            return Ok(Checked { diagnostics, statements: file.statements });
        }
        let scripts = opening::read_with_init(session, input, &self.session)?;
        let mut diagnostics = scripts.diagnostics;
        diagnostics.extend(meaning(&scripts.statements, session));
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span().source, diagnostic.span().start));
        Ok(Checked { diagnostics, statements: scripts.statements.len() - scripts.init })
    }
}

/// The files of all tasks of a workspace.
fn tasks_of(root: &Path) -> Vec<PathBuf> {
    let (workspace, _) = Workspace::load(root, &mut SourceMap::default());
    workspace.projects.values().flat_map(|project| &project.tasks).map(|task| task.path.clone()).collect()
}

/// True for a file that was named itself, not found in a directory.
fn is_given(file: &Path, paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| path == file)
}

struct Checked {
    diagnostics: Vec<Diagnostic>,
    /// Without those of the init scripts.
    statements: usize,
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
