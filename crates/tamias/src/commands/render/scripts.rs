//! The scripts that a path stands for, opened one after the other with what is defined around them.

use crate::arguments::Assignment;
use crate::input;
use diag::{Diagnostic, Error, Result, SourceMap};
use sql::statements::Statement;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use translate::{Mode, NoRegistry, ProjectRegistry, Registry, Target};
use workspace::{Definitions, View, Workspace, find_root};

/// What is left to open.
pub(super) struct Scripts<'a> {
    files: std::vec::IntoIter<PathBuf>,
    /// Names are written from here.
    base: Option<PathBuf>,
    environment: Option<&'a str>,
    variables: Vec<(String, String)>,
    workspaces: HashMap<PathBuf, Arc<Opened>>,
}

/// A script to render.
pub(super) struct Work {
    /// What the file with the result is called.
    pub(super) name: PathBuf,
    pub(super) statements: Vec<Statement>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The engine of the task.
    pub(super) target: Target,
    /// The modes that the task declares.
    pub(super) modes: Vec<Mode>,
    /// The workspace and the project of a task.
    surroundings: Option<(Arc<Opened>, String)>,
}

/// A workspace in one environment.
pub(super) struct Opened {
    workspace: Workspace,
    environment: String,
    variables: Vec<(String, String)>,
    definitions: Arc<Definitions>,
}

impl<'a> Scripts<'a> {
    pub(super) fn new(path: &Path, environment: Option<&'a str>, variables: &[Assignment]) -> Result<Self> {
        let is_directory = path.is_dir();
        let files = input::tasks_and_scripts(path)?;
        Ok(Scripts {
            files: files.into_iter(),
            base: is_directory.then(|| path.to_owned()),
            environment,
            variables: variables.iter().map(|var| (var.key.clone(), var.value.clone())).collect(),
            workspaces: HashMap::new(),
        })
    }

    /// Whether the path was that of one script.
    pub(super) fn is_single(&self) -> bool {
        self.base.is_none()
    }

    pub(super) fn next(&mut self, sources: &mut SourceMap) -> Result<Option<Work>> {
        let Some(file) = self.files.next() else { return Ok(None) };
        let name = self.name_of(&file);
        let root = find_root(&file).filter(|_| !input::is_standard_input(&file));
        let mut found = Vec::new();
        if let Some(root) = root {
            let opened = self.open(&root, sources, &mut found)?;
            if let Some(mut work) = opened.task(&file, name.clone(), sources)? {
                work.diagnostics.splice(0..0, found);
                return Ok(Some(work));
            }
        }
        let input = input::read(&file)?;
        Ok(Some(Work { name, ..Work::of_text(&input.name, &input.text, &self.variables, sources) }))
    }

    fn name_of(&self, file: &Path) -> PathBuf {
        if input::is_standard_input(file) {
            return PathBuf::from("script.sql");
        }
        let relative = self.base.as_ref().and_then(|base| file.strip_prefix(base).ok());
        relative.or_else(|| file.file_name().map(Path::new)).unwrap_or(file).to_owned()
    }

    /// A workspace, which is read once; what is wrong with it is told the first time.
    fn open(&mut self, root: &Path, sources: &mut SourceMap, found: &mut Vec<Diagnostic>) -> Result<Arc<Opened>> {
        if let Some(opened) = self.workspaces.get(root) {
            return Ok(Arc::clone(opened));
        }
        let (workspace, said) = Workspace::load(root, sources);
        found.extend(said);
        let default = workspace.settings.environment.as_ref().map_or("local", |setting| setting.text.as_str());
        let environment = self.environment.unwrap_or(default).to_owned();
        let (definitions, said) = view(&workspace, &environment, &self.variables)?.definitions(sources);
        found.extend(said);
        let definitions = Arc::new(definitions);
        let opened = Arc::new(Opened { workspace, environment, variables: self.variables.clone(), definitions });
        self.workspaces.insert(root.to_owned(), Arc::clone(&opened));
        Ok(opened)
    }
}

impl Work {
    /// The workspace of a task.
    pub(super) fn workspace(&self) -> Option<&Workspace> {
        self.surroundings.as_ref().map(|(opened, _)| &opened.workspace)
    }

    /// A script that is not part of a project.
    pub(super) fn of_text(name: &str, text: &str, variables: &[(String, String)], sources: &mut SourceMap) -> Self {
        let value_of = |name: &str| variables.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.clone());
        let expansion = session::expand_variables(text, &value_of);
        let source = sources.add_replaced(name, text, &expansion.text, expansion.replaced);
        let script = sql::parse(source, &expansion.text);
        Work {
            name: PathBuf::from(name),
            statements: script.statements,
            diagnostics: script.diagnostics,
            target: Target::Flink2_3,
            modes: Vec::new(),
            surroundings: None,
        }
    }

    /// What the script uses without defining it, for a job of this mode.
    pub(super) fn registry(&self, mode: Mode) -> Box<dyn Registry> {
        let project = self.surroundings.as_ref().and_then(|(opened, name)| Some((opened, opened.workspace.projects.get(name)?)));
        let view = project.and_then(|(opened, _)| opened.view().ok());
        match (project, view) {
            (Some((opened, project)), Some(view)) => Box::new(ProjectRegistry::new(&view, project, Arc::clone(&opened.definitions), mode)),
            _ => Box::new(NoRegistry),
        }
    }
}

impl Opened {
    fn view(&self) -> Result<View<'_>> {
        view(&self.workspace, &self.environment, &self.variables)
    }

    /// A file of `tasks/`; `None` for any other.
    fn task(self: &Arc<Self>, file: &Path, name: PathBuf, sources: &mut SourceMap) -> Result<Option<Work>> {
        let Some((project, task)) = self.workspace.task_of(file) else { return Ok(None) };
        let view = self.view()?;
        let (source, text, undefined) = view.add_script(sources, &file.display().to_string(), &task.text);
        let script = sql::parse(source, &text);
        let settings = project.task_settings(&task.name, &self.workspace.settings);
        let modes = [(settings.stream, Mode::Streaming), (settings.batch, Mode::Batch)];
        Ok(Some(Work {
            name,
            statements: script.statements,
            diagnostics: undefined.into_iter().chain(script.diagnostics).collect(),
            target: Target::for_engine(&settings.engine),
            modes: modes.into_iter().filter(|(is_on, _)| *is_on).map(|(_, mode)| mode).collect(),
            surroundings: Some((Arc::clone(self), project.name.clone())),
        }))
    }
}

fn view<'w>(workspace: &'w Workspace, environment: &str, variables: &'w [(String, String)]) -> Result<View<'w>> {
    let known: Vec<&str> = workspace.environments.keys().map(String::as_str).collect();
    let missing = || Error::invalid(format!("there is no environment '{environment}'; there are {}", known.join(", ")));
    workspace.view(environment, variables).ok_or_else(missing)
}
