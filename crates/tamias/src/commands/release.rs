//! `tamias release`

use crate::arguments::{Assignment, SessionArguments, assignment, time};
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::opening;
use crate::release::{self, Candidate};
use diag::{Diagnostic, Error, ErrorKind, Result, Severity, SourceMap, has_errors, suggest};
use session::Session;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use workspace::releases::{Manifest, ReleaseKey, Releases, State, Stored, difference};
use workspace::subscriptions::{FileSubscriber, Subscribed, Subscriber, Subscription};
use workspace::{Environment, Project, ScriptFile, Workspace, find_root};

/// Hand a task to an environment, as a version that stays
///
/// The task is checked and written for the engine of the environment. The version holds the scripts, and a manifest: the files it is made of,
/// functions and jars, tables by their names in production, lineage. A project with a development side submits to that first, and publishes
/// the same content to production; a basic project does both at once. What equals the last version is not stored again. Topics of TimeTunnel
/// that the task reads are subscribed for it, once.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("action").required(true).args(["to", "list", "diff"]).multiple(true))]
pub(crate) struct Release {
    /// The file of the task, or its name, or project.task
    #[arg(value_name = "TASK")]
    task: String,

    /// Numbers of versions, for --diff and --rollback
    #[arg(value_name = "VERSION")]
    versions: Vec<u32>,

    /// The environment
    #[arg(long, value_name = "ENVIRONMENT")]
    to: Option<String>,

    /// Show the versions of the task, and how far it has come
    #[arg(long, conflicts_with_all = ["diff", "rollback"])]
    list: bool,

    /// Compare two versions; one with the last; or the last with what is on disk
    #[arg(long, conflicts_with = "rollback")]
    diff: bool,

    /// Make a new version of what an older one held
    #[arg(long, requires = "to")]
    rollback: bool,

    /// Give a variable its value
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = assignment)]
    var: Vec<Assignment>,

    /// The account that releases, in place of that of the environment
    #[arg(long = "as", value_name = "ACCOUNT")]
    account: Option<String>,

    /// Stop the clock at this time in UTC, such as '2026-01-31 12:00:00'
    #[arg(long, value_name = "TIME", value_parser = time)]
    now: Option<i64>,

    /// The workspace, where the task is not given by its file
    #[arg(long, value_name = "DIR", default_value = ".")]
    workspace: PathBuf,
}

/// The task that is meant, in its workspace.
struct Place<'w> {
    workspace: &'w Workspace,
    project: &'w Project,
    task: &'w ScriptFile,
    releases: Releases,
}

impl Release {
    pub(crate) fn run(self, console: &Arc<Console>) -> Result<Exit> {
        let arguments =
            SessionArguments { var: self.var.clone(), account: self.account.clone(), now: self.now, ..SessionArguments::default() };
        let Some(session) = opening::open(&arguments, console)? else { return Ok(Exit::Errors) };
        let start = if Path::new(&self.task).is_file() { Path::new(&self.task) } else { &self.workspace };
        let root = find_root(start).ok_or_else(|| Error::new(ErrorKind::NotFound, format!("'{}' is in no workspace", start.display())))?;
        let mut sources = SourceMap::default();
        let (workspace, found) = Workspace::load(&root, &mut sources);
        if has_errors(&found) {
            console.diagnostics(Stream::Err, &sources, &found)?;
            return Ok(Exit::Errors);
        }
        let (project, task) = self.find(&workspace)?;
        let place = Place { workspace: &workspace, project, task, releases: Releases::new(&root) };
        if self.list {
            return self.list(&place, console);
        }
        if self.diff {
            return self.diff(&place, &session, console);
        }
        let environment = self.environment(&workspace)?;
        if self.rollback {
            return self.roll_back(&place, environment, console);
        }
        let told: Vec<Diagnostic> = project.check_release(task, &mut sources).into_iter().collect();
        console.diagnostics(Stream::Err, &sources, &told)?;
        self.release(&place, environment, &session, console)
    }

    /// The task by its file, by `project.task`, or by a name that only one project has.
    fn find<'w>(&self, workspace: &'w Workspace) -> Result<(&'w Project, &'w ScriptFile)> {
        if let Some(found) = workspace.task_of(Path::new(&self.task)) {
            return Ok(found);
        }
        let all = || workspace.projects.values().flat_map(|project| project.tasks.iter().map(move |task| (project, task)));
        let is_meant =
            |(project, task): &(&Project, &ScriptFile)| self.task == task.name || self.task == format!("{}.{}", project.name, task.name);
        let found: Vec<_> = all().filter(is_meant).collect();
        match found.as_slice() {
            [found] => Ok(*found),
            [] => {
                let names: Vec<&str> = all().map(|(_, task)| task.name.as_str()).collect();
                let near = suggest::nearest(&self.task, names).map(|near| format!("; did you mean '{near}'?"));
                Err(Error::new(ErrorKind::NotFound, format!("there is no task '{}'{}", self.task, near.unwrap_or_default())))
            }
            several => {
                let names: Vec<String> = several.iter().map(|(project, task)| format!("{}.{}", project.name, task.name)).collect();
                Err(Error::invalid(format!("'{}' is the name of {}: say which", self.task, names.join(" and "))))
            }
        }
    }

    fn environment<'w>(&self, workspace: &'w Workspace) -> Result<&'w Environment> {
        let name = self.to.as_deref().unwrap_or_default();
        workspace.environments.get(name).ok_or_else(|| {
            let known: Vec<&str> = workspace.environments.keys().map(String::as_str).collect();
            Error::new(ErrorKind::NotFound, format!("there is no environment '{name}'; there are {}", known.join(", ")))
        })
    }

    fn variables(&self) -> Vec<(String, String)> {
        self.var.iter().map(|var| (var.key.clone(), var.value.clone())).collect()
    }

    fn account(&self, place: &Place<'_>, environment: &Environment) -> Option<String> {
        self.account.clone().or_else(|| environment.account_of(&place.project.name).map(str::to_owned))
    }

    fn now(&self) -> String {
        release::iso_time(opening::clock(self.now).now_millis())
    }

    fn release(&self, place: &Place<'_>, environment: &Environment, session: &Session, console: &Arc<Console>) -> Result<Exit> {
        let Some(candidate) = self.candidate(place, environment, session, console)? else { return Ok(Exit::Errors) };
        if !self.is_submitted(place, environment, &candidate.release.manifest.source)? {
            let message = format!("'{}' was not submitted as it is, so it cannot be published to '{}'", place.name(), environment.name);
            let help =
                place.development().map(|development| format!("; run first: tamias release {} --to {}", place.name(), development.name));
            return Err(Error::new(ErrorKind::Conflict, format!("{message}{}", help.unwrap_or_default())));
        }
        let Candidate { mut release, topics } = candidate;
        release.manifest.account = self.account(place, environment);
        release.manifest.released_at = self.now();
        for topic in topics {
            self.subscribe(place, topic, console)?;
        }
        let stored = place.releases.store(&place.key(environment), release)?;
        let done = if place.is_published_by(environment) { "published" } else { "submitted" };
        let (name, to) = (place.name(), &environment.name);
        console.print(&match stored {
            Stored::New(number) => format!("{done} {name} to {to} as version {number}\n"),
            Stored::Same(number) => format!("{name} is in {to} already: version {number} holds the same\n"),
        })?;
        Ok(Exit::Good)
    }

    /// What would be released; `None` when something is wrong, which was shown.
    fn candidate(
        &self,
        place: &Place<'_>,
        environment: &Environment,
        session: &Session,
        console: &Arc<Console>,
    ) -> Result<Option<Candidate>> {
        let variables = self.variables();
        let done = session::precompile(session, &place.task.path, &environment.name, &variables)?;
        console.diagnostics(Stream::Err, &done.sources, &done.diagnostics)?;
        if has_errors(&done.diagnostics) {
            return Ok(None);
        }
        let mut sources = SourceMap::default();
        let Some(view) = place.workspace.view(&environment.name, &variables) else { return Ok(None) };
        let (candidate, notes): (Candidate, Vec<Diagnostic>) = release::candidate(&view, place.project, place.task, &done, &mut sources)?;
        // What was merely rewritten is in the script.
        let told: Vec<Diagnostic> = notes.into_iter().filter(|note| note.severity != Severity::Note).collect();
        console.diagnostics(Stream::Err, &sources, &told)?;
        Ok((!has_errors(&told)).then_some(candidate))
    }

    /// Production gets what development has; a basic project has no such order.
    fn is_submitted(&self, place: &Place<'_>, environment: &Environment, source: &str) -> Result<bool> {
        if !place.project.has_development || !environment.suffix.is_empty() {
            return Ok(true);
        }
        for development in place.workspace.environments.values().filter(|environment| !environment.suffix.is_empty()) {
            if place.releases.last(&place.key(development))?.is_some_and(|last| last.source == source) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn subscribe(&self, place: &Place<'_>, topic: String, console: &Console) -> Result<()> {
        let subscription = Subscription { topic, job: place.task.name.clone() };
        let subscribed = FileSubscriber::new(&place.workspace.root).subscribe(&subscription, &self.now())?;
        if subscribed == Subscribed::Now {
            console.note(&format!("subscribed job '{}' to topic '{}'", subscription.job, subscription.topic));
        }
        Ok(())
    }

    fn list(&self, place: &Place<'_>, console: &Console) -> Result<Exit> {
        let mut lines = Vec::new();
        for environment in place.workspace.environments.values() {
            for version in place.releases.versions(&place.key(environment))?.iter().rev() {
                lines.push(line_of(&environment.name, version));
            }
        }
        console.print(&format!("{}: {}\n", place.name(), place.state()?.word()))?;
        let widths = (0..6).map(|n| lines.iter().map(|line| line[n].chars().count()).max().unwrap_or(0)).collect::<Vec<_>>();
        for line in lines {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            console.print(&format!("  {}\n", cells.join("  ").trim_end()))?;
        }
        Ok(Exit::Good)
    }

    fn diff(&self, place: &Place<'_>, session: &Session, console: &Arc<Console>) -> Result<Exit> {
        let environment = match &self.to {
            Some(_) => self.environment(place.workspace)?,
            None => place.only_environment()?,
        };
        let key = place.key(environment);
        let last = place
            .releases
            .last(&key)?
            .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("'{}' was never released to '{}'", place.name(), environment.name)))?;
        let texts = |manifest: &Manifest| place.releases.texts(&key, manifest);
        let (old, new) = match self.versions.as_slice() {
            [] => {
                let Some(candidate) = self.candidate(place, environment, session, console)? else { return Ok(Exit::Errors) };
                (texts(&last)?, candidate.texts())
            }
            [old] => (texts(&place.releases.manifest(&key, *old)?)?, texts(&last)?),
            [old, new] => (texts(&place.releases.manifest(&key, *old)?)?, texts(&place.releases.manifest(&key, *new)?)?),
            _ => return Err(Error::invalid("two versions are compared at most")),
        };
        let mut files: Vec<&str> = old.iter().chain(&new).map(|(file, _)| file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        let text_of = |texts: &[(String, String)], file: &str| {
            texts.iter().find(|(name, _)| name == file).map_or(String::new(), |(_, text)| text.clone())
        };
        for file in files {
            let changes = difference(&text_of(&old, file), &text_of(&new, file));
            if !changes.is_empty() {
                console.print(&format!("{file}\n{changes}"))?;
            }
        }
        Ok(Exit::Good)
    }

    fn roll_back(&self, place: &Place<'_>, environment: &Environment, console: &Console) -> Result<Exit> {
        let [number] = self.versions.as_slice() else {
            return Err(Error::invalid("say which version to go back to: --rollback TASK VERSION"));
        };
        let stored = place.releases.roll_back(&place.key(environment), *number, self.account(place, environment).as_deref(), self.now())?;
        let (name, to) = (place.name(), &environment.name);
        console.print(&match stored {
            Stored::New(new) => format!("rolled {name} back in {to}: version {new} holds what version {number} held\n"),
            Stored::Same(last) => format!("{name} in {to} needs no way back: version {last} holds the same\n"),
        })?;
        Ok(Exit::Good)
    }
}

impl Place<'_> {
    fn name(&self) -> String {
        format!("{}.{}", self.project.name, self.task.name)
    }

    fn key(&self, environment: &Environment) -> ReleaseKey {
        ReleaseKey { environment: environment.name.clone(), project: self.project.name.clone(), task: self.task.name.clone() }
    }

    /// The first environment in which projects have their development side.
    fn development(&self) -> Option<&Environment> {
        self.workspace.environments.values().find(|environment| !environment.suffix.is_empty())
    }

    fn is_published_by(&self, environment: &Environment) -> bool {
        !self.project.has_development || environment.suffix.is_empty()
    }

    /// The environment of a task that was released to one only.
    fn only_environment(&self) -> Result<&Environment> {
        let mut released = Vec::new();
        for environment in self.workspace.environments.values() {
            if self.releases.last(&self.key(environment))?.is_some() {
                released.push(environment);
            }
        }
        match released.as_slice() {
            [environment] => Ok(environment),
            [] => Err(Error::new(ErrorKind::NotFound, format!("'{}' was never released", self.name()))),
            _ => {
                let names: Vec<&str> = released.iter().map(|environment| environment.name.as_str()).collect();
                Err(Error::invalid(format!("say in which environment: --to {}", names.join("|"))))
            }
        }
    }

    /// How far the task has come, by the files that its last versions are made of.
    fn state(&self) -> Result<State> {
        let (mut state, mut was_released) = (State::Draft, false);
        for environment in self.workspace.environments.values() {
            let Some(last) = self.releases.last(&self.key(environment))? else { continue };
            was_released = true;
            if !release::is_unchanged(&self.workspace.root, &last) {
                continue;
            }
            match (self.is_published_by(environment), state) {
                (true, _) => state = State::Published,
                (false, State::Draft) => state = State::Submitted,
                _ => {}
            }
        }
        Ok(if was_released && state == State::Draft { State::Developing } else { state })
    }
}

/// Environment, number, time, account, engine and modes, remark.
fn line_of(environment: &str, version: &Manifest) -> [String; 6] {
    let modes: Vec<&str> = version.scripts.iter().map(|script| script.mode.as_str()).collect();
    [
        environment.to_owned(),
        version.version.to_string(),
        version.released_at.clone(),
        version.account.clone().unwrap_or_else(|| "-".to_owned()),
        format!("{} {}", version.engine, modes.join("+")),
        version.rollback_of.map_or(String::new(), |number| format!("rollback of {number}")),
    ]
}
