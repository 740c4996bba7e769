//! Reading a workspace from its directory.
//!
//! ```text
//! tamias.yaml               engine, default environment, variables, locks
//! permissions.yaml          who may do what
//! env/NAME.yaml             an environment
//! catalogs/*.sql            CREATE CATALOG
//! datasources/NAME.yaml     shared connection options
//! projects/NAME/project.yaml
//! projects/NAME/{tables,mirrors,functions,offline}/OBJECT.sql     one object each
//! projects/NAME/tasks/TASK.sql
//! ```

use crate::diagnostics::{INVALID_FILE, INVALID_PROJECT, UNIGNORED_SECRETS, UNREADABLE};
use crate::permissions::Permissions;
use crate::secrets::{SECRETS_FILE, check_ignored};
use crate::settings::{DataSource, Environment, ProjectSettings, Settings, TaskSettings};
use crate::{names, yaml};
use diag::{Diagnostic, SourceMap, Span, suggest};
use indexmap::IndexMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The file that makes a directory a workspace.
const SETTINGS_FILE: &str = "tamias.yaml";

/// Who may do what, where it is not in the settings.
const PERMISSIONS_FILE: &str = "permissions.yaml";

/// A workspace as it is on disk.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub root: PathBuf,
    pub settings: Settings,
    /// By name, sorted; `local` is there even without a file.
    pub environments: IndexMap<String, Environment>,
    pub data_sources: IndexMap<String, DataSource>,
    pub catalogs: Vec<ScriptFile>,
    pub projects: IndexMap<String, Project>,
}

/// A folder of `projects/`.
#[derive(Clone, Debug, Default)]
pub struct Project {
    pub name: String,
    /// The project has a development and a production side.
    pub has_development: bool,
    pub tables: Vec<ScriptFile>,
    pub mirrors: Vec<ScriptFile>,
    pub functions: Vec<ScriptFile>,
    /// Tables of the offline store that belongs to the project.
    pub offline: Vec<ScriptFile>,
    pub tasks: Vec<ScriptFile>,
    pub(crate) settings: ProjectSettings,
}

/// A file of SQL.
#[derive(Clone, Debug)]
pub struct ScriptFile {
    /// The name of the file without its ending.
    pub name: String,
    pub path: PathBuf,
    /// As it is on disk, with its variables.
    pub text: String,
}

/// The nearest directory above a path, or the path itself, that is a workspace; named as the path is, where that is possible.
pub fn find_root(path: &Path) -> Option<PathBuf> {
    let is_workspace = |folder: &&Path| folder.join(SETTINGS_FILE).is_file();
    // The last of a relative path is empty: the current directory.
    let as_given = path.ancestors().find(is_workspace);
    if let Some(folder) = as_given {
        return Some(folder.to_owned());
    }
    std::path::absolute(path).ok()?.ancestors().find(is_workspace).map(Path::to_owned)
}

impl Workspace {
    /// Reads a workspace; the texts of its settings go to `sources`.
    pub fn load(root: &Path, sources: &mut SourceMap) -> (Workspace, Vec<Diagnostic>) {
        let mut loader = Loader { sources, found: Vec::new() };
        let workspace = loader.workspace(root);
        (workspace, loader.found)
    }

    /// The file of a project at a path: a task or a definition.
    pub fn file_of(&self, path: &Path) -> Option<&ScriptFile> {
        let path = std::path::absolute(path).ok()?;
        let files = self.projects.values().flat_map(|project| {
            let Project { tables, mirrors, functions, offline, tasks, .. } = project;
            tables.iter().chain(mirrors).chain(functions).chain(offline).chain(tasks)
        });
        files.chain(&self.catalogs).find(|file| std::path::absolute(&file.path).is_ok_and(|other| other == path))
    }

    /// The project that a file of `tasks/` belongs to, and the name of the task.
    pub fn task_of(&self, path: &Path) -> Option<(&Project, &ScriptFile)> {
        let path = std::path::absolute(path).ok()?;
        let is_same = |task: &&ScriptFile| std::path::absolute(&task.path).is_ok_and(|other| other == path);
        self.projects.values().find_map(|project| Some((project, project.tasks.iter().find(is_same)?)))
    }

    /// The project whose folder a file is in.
    pub fn project_of(&self, path: &Path) -> Option<&Project> {
        let path = std::path::absolute(path).ok()?;
        let folder = std::path::absolute(self.root.join("projects")).ok()?;
        let name = path.strip_prefix(folder).ok()?.components().next()?;
        self.projects.get(name.as_os_str().to_str()?)
    }
}

impl Project {
    /// What holds for a task.
    pub fn task_settings(&self, task: &str, workspace: &Settings) -> TaskSettings {
        let own = self.settings.tasks.get(task);
        let engine = own.and_then(|own| own.engine.as_ref()).or(self.settings.engine.as_ref()).unwrap_or(&workspace.engine);
        let modes = own.and_then(|own| own.modes).or(self.settings.modes);
        TaskSettings {
            engine: engine.clone(),
            stream: modes.is_some_and(|modes| modes.stream),
            batch: modes.is_some_and(|modes| modes.batch),
            native_ddl: self.settings.native_ddl.unwrap_or(workspace.native_ddl),
        }
    }

    /// What is said about a task only when it leaves this computer; the place is that of its file.
    pub fn check_release(&self, task: &ScriptFile, sources: &mut SourceMap) -> Option<Diagnostic> {
        let source = sources.add(task.path.display().to_string(), "");
        names::check_released_task(&task.name, Span::new(source, 0, 0))
    }

    /// Who answers for the project.
    pub fn owner(&self) -> Option<&str> {
        self.settings.owner.as_ref().map(|owner| owner.text.as_str())
    }
}

struct Loader<'s> {
    sources: &'s mut SourceMap,
    found: Vec<Diagnostic>,
}

impl Loader<'_> {
    fn workspace(&mut self, root: &Path) -> Workspace {
        let entries = self.yaml(&root.join(SETTINGS_FILE));
        let settings = Settings::read(entries, &mut self.found);
        let mut workspace = Workspace { root: root.to_owned(), settings, ..Workspace::default() };
        let permissions = root.join(PERMISSIONS_FILE);
        if permissions.is_file() {
            let entries = self.yaml(&permissions);
            workspace.settings.permissions = Permissions::read(entries, &mut self.found);
        }
        for (name, path) in self.files(&root.join("env"), "yaml") {
            let entries = self.yaml(&path);
            workspace.environments.insert(name.clone(), Environment::read(&name, entries, &mut self.found));
        }
        let local = || Environment { name: "local".to_owned(), ..Environment::default() };
        workspace.environments.entry("local".to_owned()).or_insert_with(local);
        workspace.environments.sort_keys();
        for (name, path) in self.files(&root.join("datasources"), "yaml") {
            let entries = self.yaml(&path);
            workspace.data_sources.insert(name.clone(), DataSource::read(&name, entries, &mut self.found));
        }
        workspace.catalogs = self.scripts(&root.join("catalogs"));
        for (name, path) in self.folders(&root.join("projects")) {
            let project = self.project(&name, &path);
            workspace.projects.insert(name, project);
        }
        self.check_names(&workspace);
        workspace.settings.permissions.check(&workspace, &mut self.found);
        self.check_secrets_file(root);
        workspace
    }

    fn project(&mut self, name: &str, folder: &Path) -> Project {
        let file = folder.join("project.yaml");
        let entries = if file.is_file() { self.yaml(&file) } else { Vec::new() };
        let settings = ProjectSettings::read(entries, &mut self.found);
        let project = Project {
            name: name.to_owned(),
            has_development: settings.has_development,
            tables: self.scripts(&folder.join("tables")),
            mirrors: self.scripts(&folder.join("mirrors")),
            functions: self.scripts(&folder.join("functions")),
            offline: self.scripts(&folder.join("offline")),
            tasks: self.scripts(&folder.join("tasks")),
            settings,
        };
        self.check_project(&project, folder);
        project
    }

    /// Names that SET paths and variables can tell apart from everything else.
    fn check_project(&mut self, project: &Project, folder: &Path) {
        let name = &project.name;
        if let Some(reason) = names::wrong_project(name) {
            let place = self.place_of(folder);
            let diagnostic = Diagnostic::error(INVALID_PROJECT, place, format!("a project cannot be called '{name}'"));
            self.found.push(diagnostic.with_note(format!("In '{}': {reason}.", folder.display())));
        }
        for task in &project.tasks {
            let place = self.place_of(&task.path);
            self.found.extend(names::check_task(&task.name, place));
        }
        let names: Vec<&str> = project.tasks.iter().map(|task| task.name.as_str()).collect();
        for (name, entry) in &project.settings.tasks {
            let (false, Some(span)) = (names.contains(&name.as_str()), entry.key_span) else { continue };
            let diagnostic = Diagnostic::error(INVALID_FILE, span, format!("project '{}' has no task '{name}'", project.name));
            self.found.push(match suggest::nearest(name, names.iter().copied()) {
                Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), span, near),
                None => diagnostic,
            });
        }
    }

    /// Names in settings that mean another file, and names that mean two things.
    fn check_names(&mut self, workspace: &Workspace) {
        for (name, source) in &workspace.data_sources {
            if workspace.projects.contains_key(name) {
                let span = source.options.values().next().map_or(Span::none(), |option| option.key_span);
                let message = format!("'{name}' is both a project and a data source");
                let diagnostic = Diagnostic::error(INVALID_PROJECT, span, message);
                self.found.push(diagnostic.with_help("A name before a dot means one of them: give the data source another name."));
            }
        }
        if let Some(default) = &workspace.settings.environment
            && !workspace.environments.contains_key(&default.text)
        {
            let message = format!("there is no environment '{}'", default.text);
            let known = workspace.environments.keys().map(String::as_str);
            self.unknown(crate::diagnostics::UNKNOWN_ENVIRONMENT, default.span, message, &default.text, known);
        }
        for environment in workspace.environments.values() {
            for (name, options) in &environment.data_sources {
                if workspace.data_sources.contains_key(name) {
                    continue;
                }
                let span = options.values().next().map_or(Span::none(), |option| option.key_span);
                let message = format!("environment '{}' changes data source '{name}', which is not there", environment.name);
                let known = workspace.data_sources.keys().map(String::as_str);
                self.unknown(crate::diagnostics::UNKNOWN_DATA_SOURCE, span, message, name, known);
            }
        }
    }

    /// A file of secrets that would be committed.
    fn check_secrets_file(&mut self, root: &Path) {
        if !check_ignored(root) {
            let place = self.place_of(&root.join(SECRETS_FILE));
            let diagnostic = Diagnostic::warning(UNIGNORED_SECRETS, place, format!("Git does not ignore '{SECRETS_FILE}'"));
            self.found.push(diagnostic.with_help(format!("Add the line '{SECRETS_FILE}' to '{}'.", root.join(".gitignore").display())));
        }
    }

    fn unknown<'n>(&mut self, id: &'static str, span: Span, message: String, name: &str, known: impl Iterator<Item = &'n str>) {
        let diagnostic = Diagnostic::error(id, span, message);
        self.found.push(match suggest::nearest(name, known) {
            Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
            None => diagnostic,
        });
    }

    fn yaml(&mut self, path: &Path) -> Vec<yaml::Entry> {
        let Some(text) = self.text(path) else { return Vec::new() };
        let source = self.sources.add(path.display().to_string(), text.as_str());
        yaml::read(source, &text, &mut self.found)
    }

    fn scripts(&mut self, folder: &Path) -> Vec<ScriptFile> {
        let files = self.files(folder, "sql");
        files.into_iter().filter_map(|(name, path)| Some(ScriptFile { name, text: self.text(&path)?, path })).collect()
    }

    /// The text of a file that is UTF-8.
    fn text(&mut self, path: &Path) -> Option<String> {
        match fs::read_to_string(path) {
            Ok(text) => Some(text),
            Err(error) => {
                let place = self.place_of(path);
                self.found.push(Diagnostic::error(UNREADABLE, place, format!("'{}' cannot be read: {error}", path.display())));
                None
            }
        }
    }

    /// The files of a folder with an ending, by name without it, sorted; a folder that is not there has none.
    fn files(&mut self, folder: &Path, extension: &str) -> Vec<(String, PathBuf)> {
        let mut files = self.entries(folder);
        files.retain(|path| path.is_file() && path.extension().is_some_and(|found| found == extension));
        files.into_iter().filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect()
    }

    fn folders(&mut self, folder: &Path) -> Vec<(String, PathBuf)> {
        let mut folders = self.entries(folder);
        folders.retain(|path| path.is_dir());
        folders.into_iter().filter_map(|path| Some((path.file_name()?.to_str()?.to_owned(), path))).collect()
    }

    /// What is in a folder, without hidden files, sorted.
    fn entries(&mut self, folder: &Path) -> Vec<PathBuf> {
        if !folder.is_dir() {
            return Vec::new();
        }
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        let entries = entries.unwrap_or_else(|error| {
            let place = self.place_of(folder);
            self.found.push(Diagnostic::error(UNREADABLE, place, format!("'{}' cannot be read: {error}", folder.display())));
            Vec::new()
        });
        let is_hidden = |path: &Path| path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(|path| !is_hidden(path)).collect();
        paths.sort();
        paths
    }

    /// The place of a file itself.
    fn place_of(&mut self, path: &Path) -> Span {
        let source = self.sources.add(path.display().to_string(), "");
        Span::new(source, 0, 0)
    }
}
