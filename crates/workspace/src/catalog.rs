//! The read-only catalog whose databases are the projects of a workspace.

use diag::{Error, ErrorKind, Result};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use table::catalog::{
    Catalog, CatalogDatabase, CatalogFunction, CatalogModel, CatalogObject, CatalogTable, ObjectIdentifier, ObjectPath, WORKSPACE,
};

/// What the projects hold in one environment.
#[derive(Clone, Debug, Default)]
pub struct Content {
    pub databases: BTreeMap<String, ProjectContent>,
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
        !self.candidates(identifier).is_empty()
    }
}

/// The content as a catalog. Nothing can be changed through it.
#[derive(Debug)]
pub struct WorkspaceCatalog {
    content: Arc<Content>,
    default_database: String,
}

impl WorkspaceCatalog {
    pub fn new(content: Arc<Content>, default_database: impl Into<String>) -> Self {
        WorkspaceCatalog { content, default_database: default_database.into() }
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
        Arc::new(WorkspaceCatalog { content: Arc::clone(&self.content), default_database: self.default_database.clone() })
    }

    fn databases(&self) -> Result<Vec<String>> {
        Ok(self.content.databases.keys().cloned().collect())
    }

    fn database(&self, name: &str) -> Result<Option<CatalogDatabase>> {
        Ok(self.content.databases.get(name).map(|_| CatalogDatabase::default()))
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
        let project = self.project(database)?;
        let mut names: Vec<String> = project.tables.keys().chain(project.offline.keys()).cloned().collect();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    fn object(&self, path: &ObjectPath) -> Result<Option<CatalogObject>> {
        let Some(project) = self.content.databases.get(&path.database) else { return Ok(None) };
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
        Ok(self.project(database)?.functions.keys().cloned().collect())
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
