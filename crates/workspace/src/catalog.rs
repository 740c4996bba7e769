//! The read-only catalog whose databases are the projects of a workspace.

use crate::source::table_of_source;
use diag::{Error, ErrorKind, Result};
use indexmap::IndexMap;
use options::TableOptions;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::catalog::{
    Catalog, CatalogDatabase, CatalogFunction, CatalogModel, CatalogObject, CatalogTable, ObjectIdentifier, ObjectPath, WORKSPACE,
};

/// What the projects hold in one environment.
#[derive(Clone, Debug, Default)]
pub struct Content {
    pub databases: BTreeMap<String, ProjectContent>,
    /// The options of each data source, whose tables go by `source.table` and `source.schema.table`.
    pub sources: BTreeMap<String, TableOptions>,
    /// The project of each database, which is its name in production.
    pub production: BTreeMap<String, String>,
}

/// The objects of one project.
#[derive(Clone, Debug, Default)]
pub struct ProjectContent {
    /// Meta tables, and mirror tables with the columns they declare.
    pub tables: BTreeMap<String, Arc<CatalogTable>>,
    /// Physical tables of the offline store.
    pub offline: BTreeMap<String, Arc<CatalogTable>>,
    pub mirrors: BTreeMap<String, MirrorTable>,
    /// By lower-case name.
    pub functions: BTreeMap<String, CatalogFunction>,
}

/// Where the rows of a mirror table are.
#[derive(Clone, Debug)]
pub struct MirrorTable {
    pub stream: ObjectIdentifier,
    pub batch: ObjectIdentifier,
    /// The name of each field there, where it differs.
    pub stream_fields: IndexMap<String, String>,
    pub batch_fields: IndexMap<String, String>,
}

impl Content {
    /// The project of a full name in the catalog of projects.
    fn project(&self, identifier: &ObjectIdentifier) -> Option<&ProjectContent> {
        if identifier.catalog != WORKSPACE {
            return None;
        }
        self.databases.get(&identifier.database)
    }

    pub fn mirror(&self, identifier: &ObjectIdentifier) -> Option<&MirrorTable> {
        self.project(identifier)?.mirrors.get(&identifier.object)
    }

    /// The tables that a name stands for: that of the project and that of its offline store.
    pub fn candidates(&self, identifier: &ObjectIdentifier) -> Vec<&Arc<CatalogTable>> {
        let Some(project) = self.project(identifier) else { return Vec::new() };
        project.tables.get(&identifier.object).into_iter().chain(project.offline.get(&identifier.object)).collect()
    }

    pub fn contains(&self, identifier: &ObjectIdentifier) -> bool {
        !self.candidates(identifier).is_empty() || self.is_of_source(identifier)
    }

    /// True for a table of a data source, about which nothing is declared.
    fn is_of_source(&self, identifier: &ObjectIdentifier) -> bool {
        let source = if identifier.catalog == WORKSPACE { &identifier.database } else { &identifier.catalog };
        self.sources.contains_key(source)
    }

    /// The table of a data source.
    fn source_table(&self, source: &str, table: &str) -> Option<CatalogObject> {
        let options = self.sources.get(source).filter(|_| !self.databases.contains_key(source))?;
        Some(CatalogObject::Table(Arc::new(table_of_source(options, table))))
    }
}

/// The content as a catalog. Nothing can be changed through it.
#[derive(Debug)]
pub struct WorkspaceCatalog {
    content: Arc<Content>,
    default_database: String,
    /// Only the tables of this data source, whose schemas are the databases.
    source: Option<String>,
}

impl WorkspaceCatalog {
    pub fn new(content: Arc<Content>, default_database: impl Into<String>) -> Self {
        WorkspaceCatalog { content, default_database: default_database.into(), source: None }
    }

    /// A data source as a catalog of its own.
    pub fn of_source(content: Arc<Content>, source: impl Into<String>) -> Self {
        WorkspaceCatalog { content, default_database: "default".to_owned(), source: Some(source.into()) }
    }

    fn project(&self, name: &str) -> Result<&ProjectContent> {
        self.content.databases.get(name).ok_or_else(|| Error::new(ErrorKind::NotFound, format!("project '{name}' does not exist")))
    }
}

fn read_only<T>() -> Result<T> {
    Err(Error::invalid("the projects of a workspace are changed in their files, not by statements"))
}

impl Catalog for WorkspaceCatalog {
    fn kind(&self) -> &str {
        WORKSPACE
    }

    fn default_database(&self) -> &str {
        &self.default_database
    }

    fn snapshot(&self) -> Arc<dyn Catalog> {
        let WorkspaceCatalog { content, default_database, source } = self;
        Arc::new(WorkspaceCatalog { content: Arc::clone(content), default_database: default_database.clone(), source: source.clone() })
    }

    fn databases(&self) -> Result<Vec<String>> {
        if self.source.is_some() {
            return Ok(Vec::new());
        }
        Ok(self.content.databases.keys().cloned().collect())
    }

    fn database(&self, name: &str) -> Result<Option<CatalogDatabase>> {
        let is_there = self.source.is_some() || self.content.databases.contains_key(name) || self.content.sources.contains_key(name);
        Ok(is_there.then(CatalogDatabase::default))
    }

    fn create_database(&self, _name: &str, _database: CatalogDatabase) -> Result<()> {
        read_only()
    }

    fn alter_database(&self, _name: &str, _database: CatalogDatabase) -> Result<()> {
        read_only()
    }

    fn drop_database(&self, _name: &str) -> Result<()> {
        read_only()
    }

    fn objects(&self, database: &str) -> Result<Vec<String>> {
        if self.source.is_some() || self.content.sources.contains_key(database) {
            return Ok(Vec::new());
        }
        let project = self.project(database)?;
        let mut names: Vec<String> = project.tables.keys().chain(project.offline.keys()).cloned().collect();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    fn object(&self, path: &ObjectPath) -> Result<Option<CatalogObject>> {
        if let Some(source) = &self.source {
            return Ok(self.content.source_table(source, &format!("{}.{}", path.database, path.object)));
        }
        let Some(project) = self.content.databases.get(&path.database) else {
            return Ok(self.content.source_table(&path.database, &path.object));
        };
        let table = project.tables.get(&path.object).or_else(|| project.offline.get(&path.object));
        Ok(table.map(|table| CatalogObject::Table(Arc::clone(table))))
    }

    fn create_object(&self, _path: &ObjectPath, _object: CatalogObject) -> Result<()> {
        read_only()
    }

    fn alter_object(&self, _path: &ObjectPath, _object: CatalogObject) -> Result<()> {
        read_only()
    }

    fn rename_object(&self, _path: &ObjectPath, _new_name: &str) -> Result<()> {
        read_only()
    }

    fn drop_object(&self, _path: &ObjectPath) -> Result<()> {
        read_only()
    }

    fn functions(&self, database: &str) -> Result<Vec<String>> {
        let project = self.content.databases.get(database);
        Ok(project.map(|project| project.functions.keys().cloned().collect()).unwrap_or_default())
    }

    fn function(&self, path: &ObjectPath) -> Result<Option<CatalogFunction>> {
        Ok(self.content.databases.get(&path.database).and_then(|project| project.functions.get(&path.object).cloned()))
    }

    fn create_function(&self, _path: &ObjectPath, _function: CatalogFunction) -> Result<()> {
        read_only()
    }

    fn drop_function(&self, _path: &ObjectPath) -> Result<()> {
        read_only()
    }

    fn models(&self, database: &str) -> Result<Vec<String>> {
        self.project(database).map(|_| Vec::new())
    }

    fn model(&self, _path: &ObjectPath) -> Result<Option<CatalogModel>> {
        Ok(None)
    }

    fn create_model(&self, _path: &ObjectPath, _model: CatalogModel) -> Result<()> {
        read_only()
    }

    fn drop_model(&self, _path: &ObjectPath) -> Result<()> {
        read_only()
    }
}
