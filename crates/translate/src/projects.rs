//! The tables and functions of a workspace, for a task of one of its projects.

use crate::definition::{TableDefinition, TableOption};
use crate::input::{FunctionDefinition, Registry};
use crate::sql_function::SqlFunction;
use crate::target::Mode;
use diag::Span;
use options::{Layer, Origin};
use sql::ast::{Ident, ObjectName};
use std::sync::Arc;
use table::catalog::WORKSPACE;
use workspace::{Definitions, Locks, Project, View, file_options};

/// What the files of a workspace define, as one task in one environment sees it.
pub struct ProjectRegistry {
    definitions: Arc<Definitions>,
    /// The project of the task.
    project: String,
    /// The names that scripts give projects, with the projects.
    databases: Vec<(String, String)>,
    files: Vec<BoundFile>,
    locks: Locks,
    mode: Mode,
}

/// A file that stands in for a table in the environment.
struct BoundFile {
    project: String,
    table: String,
    options: Vec<(String, String)>,
    span: Span,
}

impl ProjectRegistry {
    pub fn new(view: &View<'_>, project: &Project, definitions: Arc<Definitions>, mode: Mode) -> Self {
        let projects = view.workspace.projects.values();
        let databases = projects.flat_map(|p| view.databases_of(p).into_iter().map(|database| (database, p.name.clone()))).collect();
        let files = match view.environment.bind.is_empty() {
            true => Vec::new(),
            false => bound_files(view, &definitions),
        };
        let locks = view.workspace.settings.locks.clone();
        ProjectRegistry { definitions, project: project.name.clone(), databases, files, locks, mode }
    }

    fn project_of(&self, database: &str) -> Option<&str> {
        self.databases.iter().find(|(name, _)| name == database).map(|(_, project)| project.as_str())
    }

    /// The table of a project; of a streaming and an offline one the first.
    fn defined(&self, project: &str, name: &str) -> Option<TableDefinition> {
        self.all_defined(project, name).into_iter().next()
    }

    fn all_defined(&self, project: &str, name: &str) -> Vec<TableDefinition> {
        let mut found: Vec<&workspace::TableDefinition> =
            self.definitions.tables.iter().filter(|table| table.project == project && table.name == name).collect();
        found.sort_by_key(|table| table.is_offline);
        found.into_iter().map(|found| self.definition(found)).collect()
    }

    fn definition(&self, found: &workspace::TableDefinition) -> TableDefinition {
        let mut definition = TableDefinition::new(&found.node, found.span, None);
        for (key, value) in found.shared.iter() {
            if definition.option(key).is_none() {
                definition.options.insert(key.to_owned(), TableOption { text: value.text.clone(), span: value.span });
            }
        }
        if let Some(file) = self.files.iter().find(|file| file.project == found.project && file.table == found.name) {
            definition.stand_in(&file.options, file.span);
        }
        definition
    }

    /// The table of this mode that stands behind a mirror table.
    fn mirrored(&self, project: &str, name: &str) -> Option<TableDefinition> {
        let mirror = self.definitions.mirrors.iter().find(|mirror| mirror.project == project && mirror.name == name)?;
        let ((project, table), fields) = match self.mode {
            Mode::Streaming => (&mirror.stream, &mirror.stream_fields),
            Mode::Batch => (&mirror.batch, &mirror.batch_fields),
        };
        let mut definition = self.defined(project, table)?;
        if !fields.is_empty() {
            let other = |name: &str| fields.iter().find(|(field, _)| field == name).map_or(name, |(_, other)| other).to_owned();
            let names = TableDefinition::new(&mirror.node, mirror.span, None).column_names();
            definition.fields = names.into_iter().map(|name| (name.clone(), other(&name))).collect();
        }
        Some(definition)
    }
}

fn bound_files(view: &View<'_>, definitions: &Definitions) -> Vec<BoundFile> {
    let bound = definitions.tables.iter().filter_map(|table| {
        let file = view.bound_file(view.workspace.projects.get(&table.project)?, &table.name)?;
        // What is wrong with the text was told when the task was checked.
        let options = file_options(&file.text, Origin::new(Layer::Environment, file.span), file.span).ok()?;
        let from_root = |(key, text): (String, String)| match key.as_str() {
            "path" => (key, view.workspace.root.join(text).display().to_string()),
            _ => (key, text),
        };
        let options = options.to_map().into_iter().map(from_root).collect();
        Some(BoundFile { project: table.project.clone(), table: table.name.clone(), options, span: file.span })
    });
    bound.collect()
}

impl ProjectRegistry {
    /// The project and the table that a name means.
    fn place<'n>(&'n self, name: &'n ObjectName) -> Option<(&'n str, &'n str)> {
        let parts: Vec<&str> = name.parts.iter().map(|part| part.value.as_str()).collect();
        match parts.as_slice() {
            [table] => Some((self.project.as_str(), *table)),
            [database, table] => Some((self.project_of(database)?, *table)),
            [catalog, database, table] if *catalog == WORKSPACE => Some((self.project_of(database)?, *table)),
            _ => None,
        }
    }
}

/// A definition under the names of its project and table.
fn named(mut definition: TableDefinition, project: &str, table: &str, span: Span) -> TableDefinition {
    let parts = [project, table].into_iter().map(|part| Ident::new(part, span)).collect();
    definition.name = ObjectName { parts, span };
    definition
}

impl Registry for ProjectRegistry {
    fn table(&self, name: &ObjectName) -> Option<TableDefinition> {
        let (project, table) = self.place(name)?;
        let definition = self.defined(project, table).or_else(|| self.mirrored(project, table))?;
        Some(named(definition, project, table, name.span))
    }

    fn candidates(&self, name: &ObjectName) -> Vec<TableDefinition> {
        let Some((project, table)) = self.place(name) else { return Vec::new() };
        let all = self.all_defined(project, table);
        all.into_iter().map(|definition| named(definition, project, table, name.span)).collect()
    }

    fn is_locked(&self, table: &ObjectName, connector: &str, key: &str) -> bool {
        let Some((project, name)) = self.place(table) else { return false };
        let is_credential = ["accessId", "accessKey"].iter().any(|name| name.eq_ignore_ascii_case(key));
        let is_mirror = self.definitions.mirrors.iter().any(|mirror| mirror.project == project && mirror.name == name);
        // The two sides of a mirror table may need credentials of their own.
        !(is_credential && is_mirror) && self.locks.is_locked(connector, key)
    }

    fn function(&self, project: Option<&str>, name: &str) -> Option<FunctionDefinition> {
        let project = match project {
            Some(database) => self.project_of(database)?,
            None => &self.project,
        };
        let found = self.definitions.functions.iter().find(|f| f.project == project && f.name.eq_ignore_ascii_case(name))?;
        Some(FunctionDefinition {
            project: found.project.clone(),
            name: found.name.clone(),
            class: found.node.class.value.clone(),
            language: found.node.language.as_ref().map(|language| language.value.to_ascii_uppercase()),
            sql: SqlFunction::new(&found.node),
            span: found.span,
            jars: found.node.using.iter().map(|resource| resource.path.value.clone()).collect(),
        })
    }
}
