//! Sessions in a workspace: its projects as a catalog, its tasks checked and run.

use crate::diagnostics::{PRINTED_INSTEAD, UNKNOWN_OBJECT};
use crate::session::Session;
use crate::statements::catalog_function;
use crate::statements::overrides::TaskScope;
use diag::{Diagnostic, Error, Result, SourceId, Span, suggest};
use options::{Checks, Layer, OptionGroup, Origin, Subject, TableOptions};
use resolve::bound::BoundInsert;
use resolve::definition;
use sql::ast::ObjectName;
use sql::statements::create_table::CreateTable;
use sql::statements::{Statement, StatementKind};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use table::catalog::{CatalogDescriptor, CatalogTable, ObjectIdentifier, WORKSPACE};
use workspace::{
    Content, Definitions, Expansion, MIRROR_MODES, MirrorDefinition, MirrorTable, ParsedScripts, Project, TaskSettings, UNUSED_SETTING,
    View, Workspace, WorkspaceCatalog, as_flink, file_options, find_root,
};

/// The connector that shows rows.
const PRINT: &str = "print";

/// Connectors that write nothing to the outside.
const LOCAL_SINKS: &[&str] = &[PRINT, "filesystem", "blackhole"];

/// What environments share: texts are the same in most of them, and are read once.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) parsed: ParsedScripts,
    /// The table of each text that defines one, and what is wrong with it.
    tables: HashMap<SourceId, (Option<CatalogTable>, Vec<Diagnostic>)>,
}

/// What a check of one file of a workspace found.
#[derive(Debug, Default)]
pub struct FileCheck {
    pub diagnostics: Vec<Diagnostic>,
    pub statements: usize,
}

/// A task that was opened.
#[derive(Debug)]
pub struct TaskScript {
    /// In the order in which they are carried out.
    pub statements: Vec<Statement>,
    /// What is wrong with the syntax of the task, and with the workspace around it.
    pub diagnostics: Vec<Diagnostic>,
}

/// A workspace that was read in one environment.
#[derive(Debug)]
pub struct OpenWorkspace {
    workspace: Workspace,
    environment: String,
    variables: Vec<(String, String)>,
    /// With the objects of the projects.
    session: Session,
    found: Vec<Diagnostic>,
}

/// Replaces the variables of a script that have a value.
pub fn expand_variables(text: &str, value_of: &dyn Fn(&str) -> Option<String>) -> Expansion {
    workspace::expand_variables(text, value_of)
}

fn chosen_environment<'n>(workspace: &'n Workspace, named: Option<&'n str>) -> &'n str {
    let default = workspace.settings.environment.as_ref().map_or("local", |setting| setting.text.as_str());
    named.unwrap_or(default)
}

pub(crate) fn no_environment(workspace: &Workspace, name: &str) -> Error {
    let known: Vec<&str> = workspace.environments.keys().map(String::as_str).collect();
    Error::invalid(format!("there is no environment '{name}'; there are {}", known.join(", ")))
}

impl Session {
    /// Registers the projects of a workspace as one environment sees them, and returns what is wrong with their definitions.
    pub fn enter_workspace(&mut self, workspace: &Workspace, environment: &str, variables: &[(String, String)]) -> Result<Vec<Diagnostic>> {
        self.enter_workspace_with(workspace, environment, variables, &mut Shared::default())
    }

    /// Like [`Session::enter_workspace`], with what other environments have read already.
    pub(crate) fn enter_workspace_with(
        &mut self,
        workspace: &Workspace,
        environment: &str,
        variables: &[(String, String)],
        shared: &mut Shared,
    ) -> Result<Vec<Diagnostic>> {
        let view = workspace.view(environment, variables).ok_or_else(|| no_environment(workspace, environment))?;
        self.secrets.enter(workspace);
        let mut found = self.run_catalog_scripts(&view);
        let (definitions, said) = view.definitions_from(&mut self.sources, &mut shared.parsed);
        found.extend(said);
        if self.checking {
            found.extend(view.literal_secrets(&definitions));
        }
        let content = self.content(&view, definitions, shared, &mut found);
        let first = workspace.projects.values().next().map(|project| view.database_of(project)).unwrap_or_default();
        let content = Arc::new(content);
        let catalog = WorkspaceCatalog::new(Arc::clone(&content), first);
        self.catalogs.register_catalog(WORKSPACE, Arc::new(catalog), CatalogDescriptor::default());
        for source in content.sources.keys() {
            let catalog = WorkspaceCatalog::of_source(Arc::clone(&content), source);
            self.catalogs.register_catalog(source, Arc::new(catalog), CatalogDescriptor::default());
        }
        self.workspace = Some(content);
        self.prints_sinks = !view.environment.writes;
        self.move_to(std::path::absolute(Path::new(".").join(&workspace.root)).unwrap_or_else(|_| workspace.root.clone()));
        let names = workspace.projects.values().map(|project| (view.database_of(project), project.name.clone()));
        self.overrides.command_line.name_projects(names.collect());
        for (table, file) in &view.environment.bind {
            found.extend(unknown_bind(&view, table, file.key_span));
            match file_options(&file.text, Origin::new(Layer::CommandLine, file.span), file.span) {
                Ok(options) => self.overrides.command_line.bind_in_environment(table, options),
                Err(diagnostic) => found.push(*diagnostic),
            }
        }
        Ok(found)
    }

    /// Opens the workspace that a file of `tasks/` belongs to and reads the task; `None` for any other file.
    pub fn open_task(&mut self, path: &Path, environment: Option<&str>, variables: &[(String, String)]) -> Result<Option<TaskScript>> {
        let Some(root) = find_root(path) else { return Ok(None) };
        let (workspace, mut found) = Workspace::load(&root, &mut self.sources);
        let Some((project, task)) = workspace.task_of(path) else { return Ok(None) };
        let environment = chosen_environment(&workspace, environment);
        found.extend(self.enter_workspace(&workspace, environment, variables)?);
        let view = workspace.view(environment, variables).ok_or_else(|| no_environment(&workspace, environment))?;
        self.begin_task(&view, project, path, (&task.name, &task.text), found).map(Some)
    }

    /// Reads a workspace once, for many tasks of one environment.
    pub fn open_workspace(&self, root: &Path, environment: Option<&str>, variables: &[(String, String)]) -> Result<OpenWorkspace> {
        let mut session = self.snapshot();
        let (workspace, mut found) = Workspace::load(root, &mut session.sources);
        let environment = chosen_environment(&workspace, environment).to_owned();
        found.extend(session.enter_workspace(&workspace, &environment, variables)?);
        Ok(OpenWorkspace { workspace, environment, variables: variables.to_vec(), session, found })
    }

    /// Takes over the objects and texts of a workspace that was opened before; files that stand in for tables there do not count.
    pub fn join_workspace(&mut self, opened: &OpenWorkspace) {
        self.catalogs = opened.session.catalogs.snapshot();
        self.sources = opened.session.sources.clone();
        self.workspace.clone_from(&opened.session.workspace);
    }

    /// Reads a task of a workspace that the session joined, or a text as a task beside a file there; `None` outside of its projects.
    pub fn open_task_of(&mut self, opened: &OpenWorkspace, path: &Path, text: Option<&str>) -> Result<Option<TaskScript>> {
        let OpenWorkspace { workspace, environment, variables, found, .. } = opened;
        let view = workspace.view(environment, variables).ok_or_else(|| no_environment(workspace, environment))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let (project, task) = match text {
            None => match workspace.task_of(path) {
                Some((project, task)) => (project, (task.name.as_str(), task.text.as_str())),
                None => return Ok(None),
            },
            Some(text) => match workspace.project_of(path) {
                Some(project) => (project, (name.split('.').next().unwrap_or_default(), text)),
                None => return Ok(None),
            },
        };
        self.begin_task(&view, project, path, task, found.clone()).map(Some)
    }

    fn begin_task(
        &mut self,
        view: &View<'_>,
        project: &Project,
        path: &Path,
        (name, text): (&str, &str),
        mut found: Vec<Diagnostic>,
    ) -> Result<TaskScript> {
        self.enter_task(view, project, name)?;
        let (source, text, undefined) = view.add_script(&mut self.sources, &path.display().to_string(), text);
        let script = sql::parse(source, &text);
        found.extend(undefined.into_iter().chain(script.diagnostics));
        Ok(TaskScript { statements: self.in_task_order(&script.statements), diagnostics: found })
    }

    /// Checks a file of a workspace as a check of the whole does: a task in one environment, or the definition in any other file of a
    /// project. `None` for a file that belongs to no workspace.
    pub fn check_file(&mut self, path: &Path, environment: Option<&str>, variables: &[(String, String)]) -> Result<Option<FileCheck>> {
        let Some(root) = find_root(path) else { return Ok(None) };
        let (workspace, mut found) = Workspace::load(&root, &mut self.sources);
        let Some(file) = workspace.file_of(path) else { return Ok(None) };
        let environment = chosen_environment(&workspace, environment);
        self.start_checking();
        found.extend(self.enter_workspace(&workspace, environment, variables)?);
        let view = workspace.view(environment, variables).ok_or_else(|| no_environment(&workspace, environment))?;
        let statements = sql::parse(SourceId::NONE, &file.text).statements.len();
        match workspace.task_of(path) {
            Some((project, task)) => found.extend(self.check_task(&view, project, task)?),
            None => {
                let name = file.path.display().to_string();
                let is_here = |span: Span| self.sources.get(span.source).is_some_and(|source| source.name == name);
                found.retain(|diagnostic| is_here(diagnostic.span()));
            }
        }
        Ok(Some(FileCheck { diagnostics: found, statements }))
    }

    /// Where an environment does not allow writes to the outside, rows for a table there are printed.
    pub(crate) fn print_instead(&mut self, inserts: &mut [BoundInsert]) {
        if self.checking || !self.prints_sinks {
            return;
        }
        let Some(print) = self.connectors.connector(PRINT) else { return };
        for insert in inserts.iter_mut().filter(|insert| !LOCAL_SINKS.contains(&insert.sink.factory.identifier())) {
            let table = &mut insert.sink.table;
            let name = table.identifier.summary();
            let mut layers = TableOptions::new();
            for (key, text) in [("connector", PRINT), ("print-identifier", name.as_str())] {
                layers.set(key, text, Origin::nowhere(Layer::Environment));
            }
            let groups = vec![OptionGroup::connector(PRINT, print.options()), OptionGroup::connector(PRINT, options::TABLE_OPTIONS)];
            let subject = Subject { name: &name, span: table.span };
            table.options = options::resolve(subject, &layers, groups, Checks::Lenient).0;
            insert.sink.factory = print;
            let message = format!("rows for table '{name}' are printed: this environment does not write to the outside");
            let diagnostic = Diagnostic::note(PRINTED_INSTEAD, insert.sink.table.span, message)
                .with_help("Bind the table to a file, or allow it: 'writes: allow' in the file of the environment.");
            self.report(diagnostic);
        }
    }

    /// Makes a task of a project the place where statements run.
    pub fn enter_task(&mut self, view: &View<'_>, project: &Project, task: &str) -> Result<TaskSettings> {
        let settings = project.task_settings(task, &view.workspace.settings);
        self.catalogs.use_database(WORKSPACE, &view.database_of(project))?;
        self.overrides.begin_task(TaskScope {
            content: self.workspace.clone().unwrap_or_default(),
            locks: view.workspace.settings.locks.clone(),
            engine: settings.engine.clone(),
            native_ddl: settings.native_ddl,
        });
        Ok(settings)
    }

    /// Statements in the order in which a task carries them out: SET of a table holds wherever it stands, so it comes first, or right
    /// after the statement that creates the table.
    pub fn in_task_order(&self, statements: &[Statement]) -> Vec<Statement> {
        let (mut first, mut rest): (Vec<Statement>, Vec<(Statement, Vec<Statement>)>) = (Vec::new(), Vec::new());
        let (mut later, mut unknown) = (Vec::new(), Vec::new());
        for statement in statements {
            match &statement.kind {
                StatementKind::SetTable(node) if self.names_table(&node.path) => first.push(statement.clone()),
                StatementKind::SetTable(node) => later.push((statement, &node.path)),
                _ => rest.push((statement.clone(), Vec::new())),
            }
        }
        for (statement, path) in later {
            match rest.iter_mut().find(|(other, _)| creates(other, path)) {
                Some((_, followers)) => followers.push(statement.clone()),
                None => unknown.push(statement.clone()),
            }
        }
        let rest = rest.into_iter().flat_map(|(statement, followers)| std::iter::once(statement).chain(followers));
        first.into_iter().chain(rest).chain(unknown).collect()
    }

    /// Warnings about settings of tables that no statement of the task used.
    pub fn unused_settings(&self) -> Vec<Diagnostic> {
        let unused = self.overrides.unused();
        let tell = |(table, key, origin): (&ObjectIdentifier, &str, Origin)| {
            let message = format!("'{key}' is set for table '{}', which the task does not use", table.summary());
            let diagnostic = Diagnostic::warning(UNUSED_SETTING, origin.span, message);
            match self.other_side(table) {
                Some(other) => diagnostic.with_note(format!("It uses '{}', the table of the other side of the project.", other.summary())),
                None => diagnostic,
            }
        };
        unused.into_iter().map(tell).collect()
    }

    /// The name of a table in production: that of the project itself, where a task runs in development.
    pub fn production_name(&self, table: &str) -> String {
        let name = || {
            let rest = table.strip_prefix(WORKSPACE)?.strip_prefix('.')?;
            let (database, object) = rest.split_once('.')?;
            let project = self.workspace.as_ref()?.production.get(database)?;
            Some(format!("{WORKSPACE}.{project}.{object}"))
        };
        name().unwrap_or_else(|| table.to_owned())
    }

    /// The table that a task uses on the other side of a project, development or production.
    fn other_side(&self, table: &ObjectIdentifier) -> Option<ObjectIdentifier> {
        let content = self.workspace.as_ref()?;
        let production = |database: &String| content.production.get(database).unwrap_or(database).clone();
        let is_other = |used: &&ObjectIdentifier| {
            used.object == table.object && used.database != table.database && production(&used.database) == production(&table.database)
        };
        self.overrides.used().iter().find(is_other).cloned()
    }

    /// Mirror tables that a task with one mode uses.
    pub(crate) fn mirrors_in_one_mode(&self, source: SourceId, text: &str, task: &str) -> Vec<Diagnostic> {
        let Some(content) = &self.workspace else { return Vec::new() };
        let used = self.overrides.used();
        let mirrors = used.iter().filter(|table| content.mirror(table).is_some());
        let tell = |table: &ObjectIdentifier| {
            let message = format!("task '{task}' has one mode only, and '{}' is a mirror table", table.summary());
            Diagnostic::error(MIRROR_MODES, place_of_name(source, text, &table.object), message)
                .with_help(format!("Under 'tasks: {task}:' in project.yaml, write 'modes: [stream, batch]'."))
        };
        mirrors.map(tell).collect()
    }

    fn run_catalog_scripts(&mut self, view: &View<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for file in &view.workspace.catalogs {
            let (source, text, undefined) = view.add_script(&mut self.sources, &file.path.display().to_string(), &file.text);
            let script = sql::parse(source, &text);
            found.extend(undefined.into_iter().chain(script.diagnostics));
            if self.checking {
                found.extend(view.literal_secrets_of_script(source, &text, &script.statements));
            }
            for statement in script.statements.iter().filter(|statement| statement.kind != StatementKind::Error) {
                found.extend(self.execute(statement).diagnostics);
            }
        }
        found
    }

    /// The objects of all projects, under the names that they have in the environment.
    fn content(&self, view: &View<'_>, definitions: Definitions, shared: &mut Shared, found: &mut Vec<Diagnostic>) -> Content {
        let mut content = Content::default();
        for project in view.workspace.projects.values() {
            content.production.insert(view.database_of(project), project.name.clone());
        }
        for name in view.workspace.data_sources.keys() {
            let options = view.data_source(name, found).unwrap_or_default();
            content.sources.insert(name.clone(), options);
        }
        for project in view.workspace.projects.values() {
            for name in view.databases_of(project) {
                content.databases.entry(name).or_default();
            }
        }
        for definition in definitions.tables {
            let Some(mut table) = self.defined(&definition.node, definition.span, shared, found) else { continue };
            let mut options = definition.shared;
            options.merge(&table.options);
            table.options = options;
            let table = Arc::new(table);
            for project in databases(view, &definition.project, &mut content) {
                let tables = if definition.is_offline { &mut project.offline } else { &mut project.tables };
                tables.insert(definition.name.clone(), Arc::clone(&table));
            }
        }
        for mirror in definitions.mirrors {
            self.add_mirror(view, mirror, &mut content, shared, found);
        }
        for definition in definitions.functions {
            let function = catalog_function(&definition.node, definition.span);
            for project in databases(view, &definition.project, &mut content) {
                project.functions.insert(definition.name.to_lowercase(), function.clone());
            }
        }
        content
    }

    fn add_mirror(
        &self,
        view: &View<'_>,
        mirror: MirrorDefinition,
        content: &mut Content,
        shared: &mut Shared,
        found: &mut Vec<Diagnostic>,
    ) {
        let node = CreateTable { options: None, ..mirror.node };
        for (project, table) in [&mirror.stream, &mirror.batch] {
            let exists = content
                .databases
                .get(project)
                .is_some_and(|project| project.tables.contains_key(table) || project.offline.contains_key(table));
            if !exists {
                let message = format!("mirror table '{}' stands for table '{project}.{table}', which does not exist", mirror.name);
                found.push(Diagnostic::error(UNKNOWN_OBJECT, node.name.span, message));
            }
        }
        let Some(table) = self.defined(&node, mirror.span, shared, found) else { return };
        let table = Arc::new(table);
        let Some(project) = view.workspace.projects.get(&mirror.project) else { return };
        for database in view.databases_of(project) {
            let is_production = database == project.name;
            let side = |(owner, table): &(String, String)| {
                let database = match view.workspace.projects.get(owner) {
                    Some(owner) if !is_production => view.database_of(owner),
                    _ => owner.clone(),
                };
                ObjectIdentifier::new(WORKSPACE, database, table.clone())
            };
            let entry = MirrorTable {
                stream: side(&mirror.stream),
                batch: side(&mirror.batch),
                stream_fields: mirror.stream_fields.iter().cloned().collect(),
                batch_fields: mirror.batch_fields.iter().cloned().collect(),
            };
            let project = content.databases.entry(database).or_default();
            project.tables.insert(mirror.name.clone(), Arc::clone(&table));
            project.mirrors.insert(mirror.name.clone(), entry);
        }
    }

    /// A table whose definition may be in the words of Blink.
    pub(crate) fn define_in_any_form(&self, node: &CreateTable, span: Span) -> (Option<definition::TableDefinition>, Vec<Diagnostic>) {
        let form = as_flink(node);
        let (mut defined, said) = definition::create_table(&self.context(), span, &form.node);
        if let Some(definition) = &mut defined {
            let schema = &mut definition.table.schema;
            if let (Some(millis), Some(watermark)) = (form.offset, &mut schema.watermark) {
                watermark.strategy = resolve::with_offset(&watermark.strategy, millis);
            }
            schema.indexes = form.indexes;
        }
        (defined, form.found.into_iter().chain(said).collect())
    }

    /// The table of a definition, which does not depend on the environment.
    fn defined(&self, node: &CreateTable, span: Span, shared: &mut Shared, found: &mut Vec<Diagnostic>) -> Option<CatalogTable> {
        let (table, said) = shared.tables.entry(span.source).or_insert_with(|| {
            let (definition, said) = self.define_in_any_form(node, span);
            (definition.map(|definition| definition.table), said)
        });
        found.extend(said.iter().cloned());
        table.clone()
    }
}

/// The contents of a project under each of its names.
fn databases<'c>(view: &View<'_>, project: &str, content: &'c mut Content) -> Vec<&'c mut workspace::ProjectContent> {
    let names = view.workspace.projects.get(project).map(|project| view.databases_of(project)).unwrap_or_default();
    content.databases.iter_mut().filter(|(name, _)| names.contains(name)).map(|(_, content)| content).collect()
}

/// True when a statement creates the table that a path of SET begins with.
fn creates(statement: &Statement, path: &ObjectName) -> bool {
    let name = match &statement.kind {
        StatementKind::CreateTable(node) => &node.name,
        StatementKind::CreateView(node) => &node.name,
        _ => return false,
    };
    path.parts.iter().rev().skip(1).any(|part| part.value == name.last().value)
}

/// Where a text has a name for the first time.
fn place_of_name(source: SourceId, text: &str, name: &str) -> Span {
    let is_name = |span: Span| text.get(span.start as usize..span.end as usize).is_some_and(|word| word.trim_matches('`') == name);
    let tokens = sql::lex(source, text).tokens;
    tokens.iter().map(|token| token.span).find(|span| is_name(*span)).unwrap_or(Span::new(source, 0, 0))
}

/// A table that an environment binds is one of a project.
fn unknown_bind(view: &View<'_>, table: &str, span: Span) -> Option<Diagnostic> {
    let (project, name) = table.split_once('.')?;
    let projects = &view.workspace.projects;
    let owner = projects.values().find(|owner| owner.name == project || view.database_of(owner) == project);
    let tables = |owner: &Project| -> Vec<String> {
        owner.tables.iter().chain(&owner.mirrors).chain(&owner.offline).map(|file| file.name.clone()).collect()
    };
    if owner.is_some_and(|owner| tables(owner).iter().any(|known| known == name)) {
        return None;
    }
    let known: Vec<String> =
        projects.values().flat_map(|owner| tables(owner).into_iter().map(|table| format!("{}.{table}", owner.name))).collect();
    let diagnostic =
        Diagnostic::error(UNKNOWN_OBJECT, span, format!("the workspace has no table '{table}' that a file could stand in for"));
    Some(match suggest::nearest(table, known.iter().map(String::as_str)) {
        Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), span, near),
        None => diagnostic,
    })
}
