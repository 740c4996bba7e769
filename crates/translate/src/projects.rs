//! The tables and functions of a workspace, for a task of one of its projects.

use crate::definition::{TableDefinition, TableOption};
use crate::input::{FunctionDefinition, Registry};
use crate::sql_function::SqlFunction;
use crate::target::Mode;
use diag::Span;
use sql::ast::{Ident, ObjectName};
use std::sync::Arc;
use table::catalog::WORKSPACE;
use workspace::{Definitions, Project, View, options_of_file};

/// What the files of a workspace define, as one task in one environment sees it.
pub struct ProjectRegistry {
    definitions: Arc<Definitions>,
    /// The project of the task.
    project: String,
    /// The names that scripts give projects, with the projects.
    databases: Vec<(String, String)>,
    files: Vec<BoundFile>,
    mode: Mode,
}

/// A file that stands in for a table in the environment.
struct BoundFile {
    project: String,
    table: String,
    options: [(&'static str, String); 3],
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
        ProjectRegistry { definitions, project: project.name.clone(), databases, files, mode }
    }

    fn project_of(&self, database: &str) -> Option<&str> {
        self.databases.iter().find(|(name, _)| name == database).map(|(_, project)| project.as_str())
    }

    fn defined(&self, project: &str, name: &str) -> Option<TableDefinition> {
        let is_named = |owner: &str, own: &str| owner == project && own == name;
        let found = self.definitions.tables.iter().filter(|table| is_named(&table.project, &table.name));
        let found = found.min_by_key(|table| table.is_offline)?;
        let mut definition = TableDefinition::new(&found.node, found.span, None);
        for (key, value) in found.shared.iter() {
            if definition.option(key).is_none() {
                definition.options.insert(key.to_owned(), TableOption { text: value.text.clone(), span: value.span });
            }
        }
        if let Some(file) = self.files.iter().find(|file| is_named(&file.project, &file.table)) {
            definition.stand_in(&file.options, file.span);
        }
        Some(definition)
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
        let options = options_of_file(&view.workspace.root, &file.text);
        Some(BoundFile { project: table.project.clone(), table: table.name.clone(), options, span: file.span })
    });
    bound.collect()
}

impl Registry for ProjectRegistry {
    fn table(&self, name: &ObjectName) -> Option<TableDefinition> {
        let parts: Vec<&str> = name.parts.iter().map(|part| part.value.as_str()).collect();
        let (project, table) = match parts.as_slice() {
            [table] => (self.project.as_str(), *table),
            [database, table] => (self.project_of(database)?, *table),
            [catalog, database, table] if *catalog == WORKSPACE => (self.project_of(database)?, *table),
            _ => return None,
        };
        let mut definition = self.defined(project, table).or_else(|| self.mirrored(project, table))?;
        let parts = [project, table].into_iter().map(|part| Ident::new(part, name.span)).collect();
        definition.name = ObjectName { parts, span: name.span };
        Some(definition)
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
