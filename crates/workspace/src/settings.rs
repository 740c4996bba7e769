//! The settings files: `tamias.yaml`, `env/*.yaml`, `datasources/*.yaml`, `projects/*/project.yaml`.

use crate::diagnostics::{INVALID_FILE, UNKNOWN_ENGINE_VERSION};
use crate::dialect::Engine;
use crate::locks::Locks;
use crate::permissions::Permissions;
use crate::yaml::{Entry, Node, Value, unknown_key};
use diag::{Diagnostic, Span, suggest};
use indexmap::IndexMap;

/// A value of a settings file with its places.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub text: String,
    pub key_span: Span,
    pub span: Span,
}

/// `tamias.yaml`
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub engine: Engine,
    /// The environment of commands that name none.
    pub environment: Option<Setting>,
    pub variables: IndexMap<String, Setting>,
    pub locks: Locks,
    pub native_ddl: Policy,
    /// The words of the program that prints a secret; see [`crate::Secrets`].
    pub secret_command: Vec<String>,
    /// A secret that is written out is an error, not a warning.
    pub require_secret_refs: bool,
    pub permissions: Permissions,
}

/// Whether something is done, with or without a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    #[default]
    Allow,
    Warn,
    Deny,
}

/// `env/dev.yaml`
#[derive(Clone, Debug, Default)]
pub struct Environment {
    pub name: String,
    /// What the names of projects with a development side end with here: `_dev` in the environment `dev`, else nothing.
    pub suffix: String,
    pub variables: IndexMap<String, Setting>,
    /// Options of data sources that differ here.
    pub data_sources: IndexMap<String, IndexMap<String, Setting>>,
    /// Files that stand in for tables.
    pub bind: IndexMap<String, Setting>,
    /// The names of secrets that are needed.
    pub secrets: Vec<Setting>,
    /// Whether runs may write to what is outside.
    pub writes: bool,
    /// Who tasks act as here: by project, and `*` for all others.
    pub accounts: IndexMap<String, Setting>,
}

/// `datasources/kafka_main.yaml`
#[derive(Clone, Debug, Default)]
pub struct DataSource {
    pub name: String,
    pub options: IndexMap<String, Setting>,
}

/// What `project.yaml` says.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProjectSettings {
    pub(crate) engine: Option<Engine>,
    pub(crate) modes: Option<Modes>,
    pub(crate) native_ddl: Option<Policy>,
    /// The project has a development and a production side.
    pub(crate) has_development: bool,
    pub(crate) owner: Option<Setting>,
    pub(crate) tasks: IndexMap<String, TaskEntry>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct TaskEntry {
    pub(crate) engine: Option<Engine>,
    pub(crate) modes: Option<Modes>,
    /// `None` for a task that has no entry.
    pub(crate) key_span: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Modes {
    pub(crate) stream: bool,
    pub(crate) batch: bool,
}

/// What holds for one task: its own settings, else those of the project, else those of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskSettings {
    pub engine: Engine,
    /// The modes that are declared; with neither, the sources decide.
    pub stream: bool,
    pub batch: bool,
    pub native_ddl: Policy,
}

impl Settings {
    pub(crate) fn read(entries: Vec<Entry>, found: &mut Vec<Diagnostic>) -> Self {
        const KNOWN: &[&str] =
            &["engine", "environment", "locks", "native_ddl", "permissions", "require_secret_refs", "secrets", "variables"];
        let mut settings = Settings::default();
        for entry in entries {
            match entry.key.as_str() {
                "engine" => settings.engine = engine(entry.value, found).unwrap_or_default(),
                "environment" => settings.environment = setting(entry, found),
                "locks" => settings.locks = Locks::new(lists(entry.value, found)),
                "native_ddl" => settings.native_ddl = policy(entry.value, found).unwrap_or_default(),
                "permissions" => settings.permissions = Permissions::read(entry.value.into_map("permissions", found), found),
                "require_secret_refs" => settings.require_secret_refs = word(entry.value, &["false", "true"], found) == Some(1),
                "secrets" => settings.secret_command = secret_command(entry.value, found),
                "variables" => settings.variables = map(entry.value, "variables", found),
                _ => found.push(unknown_key(&entry, "a workspace", KNOWN)),
            }
        }
        settings
    }
}

impl Environment {
    pub(crate) fn read(name: &str, entries: Vec<Entry>, found: &mut Vec<Diagnostic>) -> Self {
        const KNOWN: &[&str] = &["account", "accounts", "bind", "datasources", "secrets", "suffix", "variables", "writes"];
        let suffix = if name == "dev" { "_dev" } else { "" };
        let mut environment = Environment { name: name.to_owned(), suffix: suffix.to_owned(), ..Environment::default() };
        for entry in entries {
            match entry.key.as_str() {
                "account" => environment.accounts.extend(setting(entry, found).map(|account| ("*".to_owned(), account))),
                "accounts" => environment.accounts.extend(map(entry.value, "accounts", found)),
                "bind" => environment.bind = map(entry.value, "bind", found),
                "datasources" => {
                    let sources = entry.value.into_map("datasources", found).into_iter();
                    environment.data_sources =
                        sources.map(|source| (source.key.clone(), map(source.value, "the options of a data source", found))).collect();
                }
                "secrets" => {
                    let names = entry.value.into_list("secrets", found).into_iter();
                    environment.secrets = names
                        .filter_map(|name| {
                            let span = name.span;
                            Some(Setting { text: name.into_text("the name of a secret", found)?, key_span: span, span })
                        })
                        .collect();
                }
                "suffix" => environment.suffix = entry.value.into_text("suffix", found).unwrap_or_default(),
                "variables" => environment.variables = map(entry.value, "variables", found),
                "writes" => environment.writes = word(entry.value, &["deny", "allow"], found) == Some(1),
                _ => found.push(unknown_key(&entry, "an environment", KNOWN)),
            }
        }
        environment
    }
}

impl Environment {
    /// Who the tasks of a project act as.
    pub fn account_of(&self, project: &str) -> Option<&str> {
        self.accounts.get(project).or_else(|| self.accounts.get("*")).map(|account| account.text.as_str())
    }
}

impl DataSource {
    /// `connector` and `options`; the connector is one of the options.
    pub(crate) fn read(name: &str, entries: Vec<Entry>, found: &mut Vec<Diagnostic>) -> Self {
        let mut source = DataSource { name: name.to_owned(), options: IndexMap::new() };
        for entry in entries {
            match entry.key.as_str() {
                "connector" => {
                    source.options.extend(setting(entry, found).map(|connector| ("connector".to_owned(), connector)));
                }
                "options" => source.options.extend(map(entry.value, "options", found)),
                _ => found.push(unknown_key(&entry, "a data source", &["connector", "options"])),
            }
        }
        source
    }
}

impl ProjectSettings {
    pub(crate) fn read(entries: Vec<Entry>, found: &mut Vec<Diagnostic>) -> Self {
        const KNOWN: &[&str] = &["engine", "environments", "modes", "native_ddl", "owner", "tasks"];
        let mut settings = ProjectSettings { has_development: true, ..ProjectSettings::default() };
        for entry in entries {
            match entry.key.as_str() {
                "engine" => settings.engine = engine(entry.value, found),
                "environments" => settings.has_development = word(entry.value, &["basic", "dev-prod"], found) != Some(0),
                "modes" => settings.modes = modes(entry.value, found),
                "native_ddl" => settings.native_ddl = policy(entry.value, found),
                "owner" => settings.owner = setting(entry, found),
                "tasks" => {
                    let tasks = entry.value.into_map("tasks", found).into_iter();
                    settings.tasks = tasks.map(|task| (task.key.clone(), TaskEntry::read(task, found))).collect();
                }
                _ => found.push(unknown_key(&entry, "a project", KNOWN)),
            }
        }
        settings
    }
}

impl TaskEntry {
    fn read(task: Entry, found: &mut Vec<Diagnostic>) -> Self {
        let mut settings = TaskEntry { key_span: Some(task.key_span), ..TaskEntry::default() };
        for entry in task.value.into_map("the settings of a task", found) {
            match entry.key.as_str() {
                "engine" => settings.engine = engine(entry.value, found),
                "modes" => settings.modes = modes(entry.value, found),
                _ => found.push(unknown_key(&entry, "a task", &["engine", "modes"])),
            }
        }
        settings
    }
}

fn setting(entry: Entry, found: &mut Vec<Diagnostic>) -> Option<Setting> {
    let span = entry.value.span;
    let text = entry.value.into_text(&format!("'{}'", entry.key), found)?;
    Some(Setting { text, key_span: entry.key_span, span })
}

fn map(node: Node, what: &str, found: &mut Vec<Diagnostic>) -> IndexMap<String, Setting> {
    let entries = node.into_map(what, found).into_iter();
    entries.filter_map(|entry| Some((entry.key.clone(), setting(entry, found)?))).collect()
}

/// `command: [program, word, ..]`
fn secret_command(node: Node, found: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut command = Vec::new();
    for entry in node.into_map("secrets", found) {
        match (entry.key.as_str(), &entry.value.value) {
            ("command", Value::Scalar(text)) => {
                let words: Vec<String> = text.split_whitespace().map(|word| format!("\"{word}\"")).collect();
                let diagnostic = Diagnostic::error(INVALID_FILE, entry.value.span, "the command for secrets must be a list of words")
                    .with_note(
                        "No shell reads it: each element reaches the program as it is, with {name} replaced by the name of the secret.",
                    );
                found.push(diagnostic.with_fix("Write a list", entry.value.span, format!("[{}]", words.join(", "))));
            }
            ("command", _) => {
                let words = entry.value.into_list("the command for secrets", found).into_iter();
                command = words.filter_map(|word| word.into_text("a word of the command", found)).collect();
            }
            _ => found.push(unknown_key(&entry, "secrets", &["command"])),
        }
    }
    command
}

fn lists(node: Node, found: &mut Vec<Diagnostic>) -> IndexMap<String, Vec<String>> {
    let mut lists = IndexMap::new();
    for entry in node.into_map("locks", found) {
        let elements = entry.value.into_list("the locks of a connector", found);
        let texts = elements.into_iter().filter_map(|element| element.into_text("the key of an option", found)).collect();
        lists.insert(entry.key, texts);
    }
    lists
}

fn engine(node: Node, found: &mut Vec<Diagnostic>) -> Option<Engine> {
    let span = node.span;
    let text = node.into_text("engine", found)?;
    let engine = Engine::parse(&text);
    if engine.is_none() {
        found.push(
            Diagnostic::error(INVALID_FILE, span, format!("'{text}' is not an engine"))
                .with_help("An engine is flink, vvr or blink with a version, such as flink-2.3."),
        );
    }
    if let Some((engine, near)) = engine.as_ref().and_then(|engine| Some((engine, engine.released_version()?))) {
        let message = format!("{} {} is not known", engine.dialect.name(), engine.version);
        let near = Engine { dialect: engine.dialect, version: near.to_owned() }.to_string();
        found.push(Diagnostic::warning(UNKNOWN_ENGINE_VERSION, span, message).with_fix(format!("the nearest is {near}"), span, near));
    }
    engine
}

fn modes(node: Node, found: &mut Vec<Diagnostic>) -> Option<Modes> {
    let mut modes = Modes { stream: false, batch: false };
    for element in node.into_list("modes", found) {
        match word(element, &["stream", "batch"], found)? {
            0 => modes.stream = true,
            _ => modes.batch = true,
        }
    }
    Some(modes)
}

fn policy(node: Node, found: &mut Vec<Diagnostic>) -> Option<Policy> {
    Some(match word(node, &["allow", "warn", "deny"], found)? {
        0 => Policy::Allow,
        1 => Policy::Warn,
        _ => Policy::Deny,
    })
}

/// Which of some words it is.
fn word(node: Node, words: &[&str], found: &mut Vec<Diagnostic>) -> Option<usize> {
    let span = node.span;
    let text = node.into_text("the value", found)?;
    let which = words.iter().position(|word| *word == text);
    if which.is_none() {
        let diagnostic = Diagnostic::error(INVALID_FILE, span, format!("'{text}' is none of {}", words.join(", ")));
        found.push(match suggest::nearest(&text, words.iter().copied()) {
            Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), span, near),
            None => diagnostic,
        });
    }
    which
}
