//! The check of a whole workspace: every task in every environment and mode, tasks side by side.

use crate::parallel;
use crate::permissions::{called_functions, use_elsewhere, uses};
use crate::projects::{Shared, no_environment};
use crate::session::Session;
use diag::{Diagnostic, Result, SourceId, SourceMap, Span};
use indexmap::IndexMap;
use options::{Layer, OptionValue, Origin};
use resolve::REPLACED_BY_BIND;
use sql::Script;
use sql::statements::{Statement, StatementKind};
use sql::token::TokenKind;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use table::catalog::UNKNOWN_TABLE;
use workspace::{
    LITERAL_PROJECT, Project, ScriptFile, TaskSettings, UNCHECKED_PERMISSIONS, UNDEFINED_VARIABLE, View, Workspace, find_root,
};

/// What a check of a whole workspace found.
#[derive(Debug, Default)]
pub struct WorkspaceCheck {
    /// The texts that the diagnostics point into.
    pub sources: SourceMap,
    /// Each once, in the order of files and places; one that not all environments have names those that do.
    pub diagnostics: Vec<Diagnostic>,
    pub tasks: usize,
    pub tables: usize,
    pub environments: Vec<String>,
    /// Each once, in the order of the tasks.
    pub engines: Vec<String>,
    /// What the check of a whole workspace cannot know without the outside: classes of functions, options of connectors that are known by
    /// name only.
    pub not_verified: Vec<String>,
}

/// A task and its text in each environment.
struct TaskTexts<'w> {
    project: &'w Project,
    task: &'w ScriptFile,
    texts: Vec<TaskText>,
}

struct TaskText {
    source: SourceId,
    text: String,
    undefined: Vec<Diagnostic>,
}

/// An environment that tasks are checked in.
struct Scene<'w> {
    view: View<'w>,
    session: Session,
}

/// Checks every task of a workspace for every environment, or for one. Nothing is opened but the files of the workspace.
pub fn check_workspace(
    session: &Session,
    root: &Path,
    environment: Option<&str>,
    variables: &[(String, String)],
) -> Result<WorkspaceCheck> {
    check_tasks(session, root, environment, variables, None)
}

/// Checks the task of one file for every environment; `None` for a file that is no task of a workspace.
pub fn check_task(session: &Session, path: &Path, variables: &[(String, String)]) -> Result<Option<WorkspaceCheck>> {
    let Some(root) = find_root(path) else { return Ok(None) };
    let (workspace, _) = Workspace::load(&root, &mut SourceMap::default());
    match workspace.task_of(path) {
        Some(_) => check_tasks(session, &root, None, variables, Some(path)).map(Some),
        None => Ok(None),
    }
}

/// Like [`check_workspace`], for all tasks or for that of one file.
pub(crate) fn check_tasks(
    session: &Session,
    root: &Path,
    environment: Option<&str>,
    variables: &[(String, String)],
    only: Option<&Path>,
) -> Result<WorkspaceCheck> {
    let mut sources = session.sources.clone();
    let (workspace, mut found) = Workspace::load(root, &mut sources);
    found.extend(unchecked_permissions(&workspace, session.account.is_some()));
    let names = environment_names(&workspace, environment)?;
    let (mut scenes, mut shared, mut by_place) = (Vec::new(), Shared::default(), Found::new(names.len()));
    for (number, name) in names.iter().enumerate() {
        let mut copy = session.snapshot();
        copy.sources = std::mem::take(&mut sources);
        copy.start_checking();
        let view = workspace.view(name, variables).ok_or_else(|| no_environment(&workspace, name))?;
        let said = copy.enter_workspace_with(&workspace, name, variables, &mut shared)?;
        sources = std::mem::take(&mut copy.sources);
        by_place.add(number, said, &sources);
        scenes.push(Scene { view, session: copy });
    }
    let tasks = task_texts(&workspace, only, &scenes, &mut sources);
    scenes.iter_mut().for_each(|scene| scene.session.sources = sources.clone());
    for of_task in parallel::map(&tasks, |task| task.check(&scenes)) {
        for (number, said) in of_task.into_iter().enumerate() {
            by_place.add(number, said?, &sources);
        }
    }
    // Names as they are in production tell more than those of a development side.
    let plainest = scenes.iter().position(|scene| scene.view.environment.suffix.is_empty()).unwrap_or_default();
    let mut diagnostics: Vec<Diagnostic> = found.into_iter().chain(by_place.joined(&names, plainest)).collect();
    diagnostics.sort_by_cached_key(|diagnostic| {
        let span = sources.written(diagnostic.span());
        (span.source, span.start)
    });
    Ok(WorkspaceCheck {
        diagnostics,
        tasks: tasks.len(),
        tables: workspace.projects.values().map(|project| project.tables.len() + project.mirrors.len()).sum(),
        engines: engines(&workspace, &tasks),
        not_verified: scenes.first().map(|scene| not_verified(&scene.session)).unwrap_or_default(),
        environments: names,
        sources,
    })
}

/// The environments to check, the one of this computer first.
fn environment_names(workspace: &Workspace, environment: Option<&str>) -> Result<Vec<String>> {
    match environment {
        Some(name) if !workspace.environments.contains_key(name) => Err(no_environment(workspace, name)),
        Some(name) => Ok(vec![name.to_owned()]),
        None => {
            let mut names: Vec<String> = workspace.environments.keys().cloned().collect();
            names.sort_by_key(|name| name != "local");
            Ok(names)
        }
    }
}

/// Permissions that no check looks at, because no account needs them.
fn unchecked_permissions(workspace: &Workspace, has_account: bool) -> Option<Diagnostic> {
    let first = workspace.settings.permissions.grants.first()?;
    let is_checked = has_account || workspace.environments.values().any(|environment| !environment.accounts.is_empty());
    (!is_checked).then(|| {
        Diagnostic::warning(UNCHECKED_PERMISSIONS, first.object.span, "permissions are not checked: no environment names an account")
            .with_help("Write 'account: NAME' or 'accounts: {project: NAME}' into the file of an environment, or give --as NAME.")
    })
}

fn task_texts<'w>(workspace: &'w Workspace, only: Option<&Path>, scenes: &[Scene<'w>], sources: &mut SourceMap) -> Vec<TaskTexts<'w>> {
    let wanted = only.and_then(|path| workspace.task_of(path)).map(|(_, task)| &task.path);
    let mut all = Vec::new();
    for project in workspace.projects.values() {
        for task in project.tasks.iter().filter(|task| only.is_none() || wanted == Some(&task.path)) {
            let name = task.path.display().to_string();
            let texts = scenes.iter().map(|scene| {
                let (source, text, undefined) = scene.view.add_script(sources, &name, &task.text);
                TaskText { source, text, undefined }
            });
            all.push(TaskTexts { project, task, texts: texts.collect() });
        }
    }
    all
}

fn engines(workspace: &Workspace, tasks: &[TaskTexts<'_>]) -> Vec<String> {
    let mut engines: Vec<String> = Vec::new();
    for TaskTexts { project, task, .. } in tasks {
        let engine = project.task_settings(&task.name, &workspace.settings).engine.to_string();
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    engines
}

/// What the definitions of an environment rest on that is not in the workspace.
fn not_verified(session: &Session) -> Vec<String> {
    let Some(content) = &session.workspace else { return Vec::new() };
    let projects = || content.databases.values();
    let tables = projects().flat_map(|project| project.tables.values().chain(project.offline.values()));
    let connectors = tables.filter_map(|table| table.options.get("connector"));
    let connectors: BTreeSet<&str> =
        connectors.filter(|name| session.connectors.connector(name).is_none() && workspace::is_known_connector(name)).collect();
    let functions = projects().flat_map(|project| project.functions.values());
    let classes: BTreeSet<&str> = functions.filter(|function| !function.is_sql()).map(|function| function.class.as_str()).collect();
    let connectors = listed(connectors, ("options of connector", "options of connectors"));
    connectors.into_iter().chain(listed(classes, ("class", "classes"))).collect()
}

/// `classes a, b and 3 more`
fn listed(names: BTreeSet<&str>, (one, several): (&str, &str)) -> Option<String> {
    const NAMED: usize = 3;
    let first: Vec<&str> = names.iter().take(NAMED).copied().collect();
    match names.len() {
        0 => None,
        1 => Some(format!("{one} {}", first[0])),
        2 | 3 => Some(format!("{several} {} and {}", first[..first.len() - 1].join(", "), first[first.len() - 1])),
        count => Some(format!("{several} {} and {} more", first.join(", "), count - NAMED)),
    }
}

impl TaskTexts<'_> {
    /// What there is to say in each environment.
    fn check(&self, scenes: &[Scene<'_>]) -> Vec<Result<Vec<Diagnostic>>> {
        let mut scripts: HashMap<SourceId, Script> = HashMap::new();
        let mut found = Vec::new();
        for (scene, text) in scenes.iter().zip(&self.texts) {
            let script = scripts.entry(text.source).or_insert_with(|| sql::parse(text.source, &text.text));
            found.push(scene.session.check_script(&scene.view, (self.project, self.task), text, script));
        }
        found
    }
}

impl Session {
    /// Everything there is to say about a task in the environment of the session.
    pub(crate) fn check_task(&mut self, view: &View<'_>, project: &Project, task: &ScriptFile) -> Result<Vec<Diagnostic>> {
        let (source, text, undefined) = view.add_script(&mut self.sources, &task.path.display().to_string(), &task.text);
        let script = sql::parse(source, &text);
        self.check_script(view, (project, task), &TaskText { source, text, undefined }, &script)
    }

    /// Everything there is to say about the script of a task, in each mode that it declares.
    fn check_script(
        &self,
        view: &View<'_>,
        (project, task): (&Project, &ScriptFile),
        TaskText { source, text, undefined }: &TaskText,
        script: &Script,
    ) -> Result<Vec<Diagnostic>> {
        let mut found = undefined.clone();
        found.extend(literal_projects(view, task, script));
        found.extend(script.diagnostics.iter().cloned());
        found.extend(view.literal_secrets_of_script(*source, text, &script.statements));
        let readable: Vec<Statement> =
            script.statements.iter().filter(|statement| statement.kind != StatementKind::Error).cloned().collect();
        let settings = project.task_settings(&task.name, &view.workspace.settings);
        for mode in modes(&settings) {
            let mut copy = self.snapshot();
            copy.enter_task(view, project, &task.name)?;
            if let Some(mode) = mode {
                copy.configuration.set("execution.runtime-mode", OptionValue::new(mode, Origin::nowhere(Layer::ConfigFile)));
            }
            let mut used = called_functions(*source, text);
            for statement in copy.in_task_order(&readable) {
                let execution = copy.execute(&statement);
                used.extend(execution.result.iter().flat_map(uses));
                found.extend(execution.diagnostics);
            }
            used.extend(copy.overrides.elsewhere().into_iter().map(use_elsewhere));
            found.extend(copy.check_permissions(view, project, &used));
            // A table that nobody knows may stand for the one that is set.
            if !found.iter().any(|diagnostic| diagnostic.id == UNKNOWN_TABLE) {
                found.extend(copy.unused_settings());
            }
            // Where neither is declared, the sources decide, and both may come.
            if settings.stream != settings.batch {
                found.extend(copy.mirrors_in_one_mode(*source, text, &task.name));
            }
        }
        // Files that stand in for tables in an environment are meant to; what a variable without a value leads to says nothing new.
        let variables: Vec<Span> = undefined.iter().map(Diagnostic::span).collect();
        let mut seen = HashSet::new();
        found.retain(|diagnostic| {
            let span = diagnostic.span();
            let follows = diagnostic.id != UNDEFINED_VARIABLE && variables.iter().any(|variable| overlaps(*variable, span));
            diagnostic.id != REPLACED_BY_BIND && !follows && seen.insert((diagnostic.id, span, diagnostic.message.clone()))
        });
        Ok(found)
    }
}

fn overlaps(a: Span, b: Span) -> bool {
    a.source == b.source && a.start < b.end && b.start < a.end
}

/// Findings by their place, and the environments that have them.
struct Found {
    environments: usize,
    all: IndexMap<Key, Vec<Option<Diagnostic>>>,
}

/// Id, place in the text as it was written, and which of those with the same id and place.
type Key = (&'static str, Span, usize);

impl Found {
    fn new(environments: usize) -> Self {
        Found { environments, all: IndexMap::new() }
    }

    /// Adds what one text gives in one environment. Names in messages differ with the environment, so places decide what is the same.
    fn add(&mut self, environment: usize, found: Vec<Diagnostic>, sources: &SourceMap) {
        let mut counts: HashMap<(&str, Span), usize> = HashMap::new();
        for diagnostic in found {
            let place = sources.written(diagnostic.span());
            let count = counts.entry((diagnostic.id, place)).or_default();
            let by_environment = self.all.entry((diagnostic.id, place, *count)).or_insert_with(|| vec![None; self.environments]);
            *count += 1;
            by_environment[environment].get_or_insert(diagnostic);
        }
    }

    fn joined(self, names: &[String], plainest: usize) -> impl Iterator<Item = Diagnostic> {
        self.all.into_values().filter_map(move |mut by_environment| {
            let those = by_environment.iter().zip(names).filter(|(found, _)| found.is_some());
            let those: Vec<String> = those.map(|(_, name)| name.clone()).collect();
            let diagnostic = by_environment[plainest].take().or_else(|| by_environment.into_iter().flatten().next())?;
            Some(if those.len() == names.len() { diagnostic } else { diagnostic.in_environments(those) })
        })
    }
}

/// The modes that a task is checked in; `None` lets the sources decide.
pub(crate) fn modes(settings: &TaskSettings) -> Vec<Option<&'static str>> {
    match (settings.stream, settings.batch) {
        (true, true) => vec![Some("STREAMING"), Some("BATCH")],
        (true, false) => vec![Some("STREAMING")],
        (false, true) => vec![Some("BATCH")],
        (false, false) => vec![None],
    }
}

/// Projects that a task names without regard to the environment. The text of the task and that with its variables replaced have the same
/// tokens.
fn literal_projects(view: &View<'_>, task: &ScriptFile, script: &Script) -> Vec<Diagnostic> {
    let written = sql::lex(SourceId::NONE, &task.text);
    let expanded = &script.tokens;
    if written.tokens.len() != expanded.len() {
        return Vec::new();
    }
    let word = |at: usize| {
        let token = written.tokens.get(at)?;
        let text = task.text.get(token.span.start as usize..token.span.end as usize)?;
        matches!(token.kind, TokenKind::Word(_) | TokenKind::Backtick).then(|| text.trim_matches('`'))
    };
    let kind = |at: usize| written.tokens.get(at).map(|token| token.kind);
    let mut found = Vec::new();
    for (at, token) in expanded.iter().enumerate() {
        let Some(project) = word(at).and_then(|name| view.workspace.projects.get(name)) else { continue };
        let follows_dot = at > 0 && kind(at - 1) == Some(TokenKind::Dot);
        let is_table = kind(at + 1) == Some(TokenKind::Dot)
            && word(at + 2).is_some_and(|name| project.tables.iter().chain(&project.mirrors).any(|table| table.name == name));
        let is_function = kind(at + 1) == Some(TokenKind::Colon)
            && word(at + 2).is_some_and(|name| project.functions.iter().any(|function| function.name.eq_ignore_ascii_case(name)));
        if project.has_development && !follows_dot && (is_table || is_function) {
            let span = token.span;
            let text = format!("${{{}}}", project.name);
            let message = format!("'{}' is the production project in every environment", project.name);
            found.push(Diagnostic::warning(LITERAL_PROJECT, span, message).with_fix(format!("Write {text}"), span, text));
        }
    }
    found
}
