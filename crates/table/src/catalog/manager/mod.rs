//! All catalogs of a session, the current one, and the temporary objects that shadow permanent ones.
//!
//! A name has one to three parts: `object`, `database.object`, `catalog.database.object`; missing parts are the current ones. A name of
//! two parts that means nothing in the current catalog is looked up in the catalog [`WORKSPACE`], whose databases are projects.

use super::diagnostics::UNKNOWN_TABLE;
use super::memory::GenericInMemoryCatalog;
use super::{Catalog, CatalogFunction, CatalogModel, CatalogObject, ObjectIdentifier};
use diag::{Diagnostic, Result, Span, suggest};
use indexmap::IndexMap;
use std::sync::Arc;

/// The catalog whose databases are the projects of a workspace.
pub const WORKSPACE: &str = "workspace";

/// Where names start: the current catalog and database, or those of a view's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namespace {
    pub catalog: String,
    pub database: String,
}

/// How a catalog was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CatalogDescriptor {
    /// With `type` among them.
    pub options: IndexMap<String, String>,
    pub comment: Option<String>,
}

/// A table or view that a name stands for.
#[derive(Clone, Debug)]
pub struct FoundObject {
    pub identifier: ObjectIdentifier,
    pub object: CatalogObject,
    pub is_temporary: bool,
}

/// What a name of a table or view stands for.
#[derive(Clone, Debug)]
pub enum Lookup {
    Found(FoundObject),
    /// It means one object in the current catalog and another in the workspace.
    Ambiguous(FoundObject, FoundObject),
    NotFound,
}

/// A function that a name stands for, as far as it is not built in.
#[derive(Clone, Debug)]
pub struct FoundFunction {
    /// `None` for a temporary system function.
    pub identifier: Option<ObjectIdentifier>,
    pub function: CatalogFunction,
    pub is_temporary: bool,
}

/// The catalogs by name. A clone shares the catalogs; a [snapshot](CatalogManager::snapshot) does not.
#[derive(Clone, Debug)]
pub struct CatalogManager {
    catalogs: IndexMap<String, Registered>,
    current: Namespace,
    temporary_objects: IndexMap<ObjectIdentifier, CatalogObject>,
    temporary_functions: IndexMap<ObjectIdentifier, CatalogFunction>,
    /// By lower-case name.
    system_functions: IndexMap<String, CatalogFunction>,
    temporary_models: IndexMap<ObjectIdentifier, CatalogModel>,
}

#[derive(Clone, Debug)]
struct Registered {
    catalog: Arc<dyn Catalog>,
    /// None for the built-in catalog, which no statement made.
    descriptor: Option<CatalogDescriptor>,
}

impl CatalogManager {
    /// Starts with one in-memory catalog of one database: `table.builtin-catalog-name`, `table.builtin-database-name`.
    pub fn new(catalog: &str, database: &str) -> Self {
        let builtin = Registered { catalog: Arc::new(GenericInMemoryCatalog::new(database)), descriptor: None };
        CatalogManager {
            catalogs: IndexMap::from([(catalog.to_string(), builtin)]),
            current: Namespace { catalog: catalog.to_string(), database: database.to_string() },
            temporary_objects: IndexMap::new(),
            temporary_functions: IndexMap::new(),
            system_functions: IndexMap::new(),
            temporary_models: IndexMap::new(),
        }
    }

    /// A copy whose changes nobody else sees, for checking a script.
    pub fn snapshot(&self) -> Self {
        let mut copy = self.clone();
        for registered in copy.catalogs.values_mut() {
            registered.catalog = registered.catalog.snapshot();
        }
        copy
    }
}

/// Catalogs, and the current place.
impl CatalogManager {
    /// Sorted.
    pub fn catalog_names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.catalogs.keys().cloned().collect();
        names.sort_unstable();
        names
    }

    pub fn catalog(&self, name: &str) -> Option<&Arc<dyn Catalog>> {
        self.catalogs.get(name).map(|registered| &registered.catalog)
    }

    /// How a catalog was made; the built-in one was not.
    pub fn descriptor(&self, name: &str) -> Option<&CatalogDescriptor> {
        self.catalogs.get(name)?.descriptor.as_ref()
    }

    pub fn register_catalog(&mut self, name: impl Into<String>, catalog: Arc<dyn Catalog>, descriptor: CatalogDescriptor) {
        self.catalogs.insert(name.into(), Registered { catalog, descriptor: Some(descriptor) });
    }

    pub fn unregister_catalog(&mut self, name: &str) -> bool {
        self.catalogs.shift_remove(name).is_some()
    }

    pub fn current(&self) -> &Namespace {
        &self.current
    }

    pub fn current_catalog(&self) -> &str {
        &self.current.catalog
    }

    pub fn current_database(&self) -> &str {
        &self.current.database
    }

    /// Enters a catalog at its default database; false when there is none of the name.
    pub fn use_catalog(&mut self, name: &str) -> bool {
        let Some(registered) = self.catalogs.get(name) else { return false };
        self.current = Namespace { catalog: name.to_string(), database: registered.catalog.default_database().to_string() };
        true
    }

    /// Enters a database; false when there is no such catalog or database.
    pub fn use_database(&mut self, catalog: &str, database: &str) -> Result<bool> {
        let exists = self.has_database(catalog, database)?;
        if exists {
            self.current = Namespace { catalog: catalog.to_string(), database: database.to_string() };
        }
        Ok(exists)
    }

    pub fn has_database(&self, catalog: &str, database: &str) -> Result<bool> {
        match self.catalog(catalog) {
            Some(catalog) => Ok(catalog.database(database)?.is_some()),
            None => Ok(false),
        }
    }
}

/// Tables and views.
impl CatalogManager {
    /// Completes a name by the current catalog and database; `None` when it has more than three parts or none.
    pub fn qualify(&self, parts: &[&str]) -> Option<ObjectIdentifier> {
        self.qualify_in(&self.current, parts)
    }

    pub fn qualify_in(&self, namespace: &Namespace, parts: &[&str]) -> Option<ObjectIdentifier> {
        match *parts {
            [object] => Some(ObjectIdentifier::new(&namespace.catalog, &namespace.database, object)),
            [database, object] => Some(ObjectIdentifier::new(&namespace.catalog, database, object)),
            [catalog, database, object] => Some(ObjectIdentifier::new(catalog, database, object)),
            _ => None,
        }
    }

    /// Finds the table or view that a name means at the current place.
    pub fn lookup(&self, parts: &[&str]) -> Result<Lookup> {
        self.lookup_in(&self.current, parts)
    }

    pub fn lookup_in(&self, namespace: &Namespace, parts: &[&str]) -> Result<Lookup> {
        let Some(identifier) = self.qualify_in(namespace, parts) else { return Ok(Lookup::NotFound) };
        let here = self.object(&identifier)?;
        let project = match *parts {
            [project, object] if namespace.catalog != WORKSPACE => self.object(&ObjectIdentifier::new(WORKSPACE, project, object))?,
            _ => None,
        };
        Ok(match (here, project) {
            (Some(here), Some(project)) if !here.is_temporary => Lookup::Ambiguous(here, project),
            (Some(found), _) | (None, Some(found)) => Lookup::Found(found),
            (None, None) => Lookup::NotFound,
        })
    }

    /// The table or view of a full name: the temporary one where both are.
    pub fn object(&self, identifier: &ObjectIdentifier) -> Result<Option<FoundObject>> {
        let found = |object, is_temporary| FoundObject { identifier: identifier.clone(), object, is_temporary };
        if let Some(object) = self.temporary_objects.get(identifier) {
            return Ok(Some(found(object.clone(), true)));
        }
        Ok(self.permanent_object(identifier)?.map(|object| found(object, false)))
    }

    pub fn permanent_object(&self, identifier: &ObjectIdentifier) -> Result<Option<CatalogObject>> {
        match self.catalog(&identifier.catalog) {
            Some(catalog) => catalog.object(&identifier.path()),
            None => Ok(None),
        }
    }

    pub fn temporary_object(&self, identifier: &ObjectIdentifier) -> Option<&CatalogObject> {
        self.temporary_objects.get(identifier)
    }

    /// Adds or replaces.
    pub fn set_temporary_object(&mut self, identifier: ObjectIdentifier, object: CatalogObject) {
        self.temporary_objects.insert(identifier, object);
    }

    pub fn drop_temporary_object(&mut self, identifier: &ObjectIdentifier) -> bool {
        self.temporary_objects.shift_remove(identifier).is_some()
    }

    /// The names of permanent and temporary tables and views of a database, sorted.
    pub fn objects(&self, catalog: &str, database: &str) -> Result<Vec<String>> {
        let permanent = match self.catalog(catalog) {
            Some(found) if found.database(database)?.is_some() => found.objects(database)?,
            _ => Vec::new(),
        };
        Ok(with_temporary(permanent, &self.temporary_objects, catalog, database))
    }

    /// Says that a name means no table, with the likely ones.
    pub fn unknown_table(&self, parts: &[&str], span: Span) -> Diagnostic {
        let name = parts.join(".");
        let object = parts.last().copied().unwrap_or_default();
        let mut diagnostic = Diagnostic::error(UNKNOWN_TABLE, span, format!("table '{name}' does not exist"))
            .with_flink(format!("org.apache.calcite.sql.validate.SqlValidatorException: {}", self.not_found_text(parts)));
        if let [catalog, _, _] = *parts
            && self.catalog(catalog).is_none()
        {
            return self.with_near(diagnostic.with_note(format!("There is no catalog '{catalog}'.")), catalog, self.catalog_names());
        }
        if let [.., database, _] = *parts {
            let catalog = if parts.len() == 3 { parts[0] } else { self.current_catalog() };
            if !self.has_database(catalog, database).unwrap_or(true) {
                diagnostic = diagnostic.with_note(format!("Catalog '{catalog}' has no database '{database}'."));
                return self.with_near(diagnostic, database, self.catalog(catalog).and_then(|c| c.databases().ok()).unwrap_or_default());
            }
        }
        let Some(identifier) = self.qualify(parts) else {
            return diagnostic.with_note("A name has at most three parts: catalog, database and table.");
        };
        let neighbours = self.objects(&identifier.catalog, &identifier.database).unwrap_or_default();
        if suggest::nearest(object, neighbours.iter().map(String::as_str)).is_some() {
            return self.with_near(diagnostic, object, neighbours);
        }
        self.with_elsewhere(diagnostic, object)
    }

    /// Flink names the first part that is not there, and where the parts before it lead.
    fn not_found_text(&self, parts: &[&str]) -> String {
        let (catalog, rest) = match *parts {
            [catalog, ..] if parts.len() == 3 => (catalog, &parts[1..]),
            _ => (self.current_catalog(), parts),
        };
        match *rest {
            _ if self.catalog(catalog).is_none() => format!("Object '{catalog}' not found"),
            [database, object] if self.has_database(catalog, database).unwrap_or(false) => {
                format!("Object '{object}' not found within '{catalog}.{database}'")
            }
            [first, ..] if parts.len() < 3 => format!("Object '{first}' not found"),
            _ => format!("Object '{}' not found within '{catalog}'", rest.first().copied().unwrap_or_default()),
        }
    }

    fn with_near(&self, diagnostic: Diagnostic, name: &str, candidates: Vec<String>) -> Diagnostic {
        match suggest::nearest(name, candidates.iter().map(String::as_str)) {
            Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
            None => diagnostic,
        }
    }

    /// Names a database that has an object of this name, or the one of all databases that has the nearest.
    fn with_elsewhere(&self, diagnostic: Diagnostic, object: &str) -> Diagnostic {
        let mut others: Vec<(String, String)> = Vec::new();
        for (name, registered) in &self.catalogs {
            for database in registered.catalog.databases().unwrap_or_default() {
                let objects = self.objects(name, &database).unwrap_or_default();
                // Projects need no catalog in front.
                let prefix = if name == WORKSPACE { String::new() } else { format!("{name}.") };
                if objects.iter().any(|known| known == object) {
                    return diagnostic.with_help(format!("There is '{prefix}{database}.{object}'."));
                }
                others.extend(objects.into_iter().map(|known| (format!("{prefix}{database}.{known}"), known)));
            }
        }
        match suggest::nearest(object, others.iter().map(|(_, known)| known.as_str())) {
            Some(near) => {
                let full = others.iter().find(|(_, known)| known == near).map_or(near, |(full, _)| full);
                diagnostic.with_help(format!("Did you mean '{full}'?"))
            }
            None => diagnostic,
        }
    }
}

/// Functions.
impl CatalogManager {
    /// Finds a user function by its name; the names of functions compare without case. Built-in functions come after temporary system
    /// functions and before all others: see [`CatalogManager::system_function`].
    pub fn function(&self, parts: &[&str]) -> Result<Option<FoundFunction>> {
        self.function_in(&self.current, parts)
    }

    pub fn function_in(&self, namespace: &Namespace, parts: &[&str]) -> Result<Option<FoundFunction>> {
        let Some(identifier) = self.function_identifier(namespace, parts) else { return Ok(None) };
        let found = |function, is_temporary| FoundFunction { identifier: Some(identifier.clone()), function, is_temporary };
        if let Some(function) = self.temporary_functions.get(&identifier) {
            return Ok(Some(found(function.clone(), true)));
        }
        let Some(catalog) = self.catalog(&identifier.catalog) else { return Ok(None) };
        Ok(catalog.function(&identifier.path())?.map(|function| found(function, false)))
    }

    /// The full name of a function: its last part in lower case.
    pub fn function_identifier(&self, namespace: &Namespace, parts: &[&str]) -> Option<ObjectIdentifier> {
        let mut identifier = self.qualify_in(namespace, parts)?;
        identifier.object = identifier.object.to_lowercase();
        Some(identifier)
    }

    /// A temporary system function, which hides even built-in ones.
    pub fn system_function(&self, name: &str) -> Option<&CatalogFunction> {
        self.system_functions.get(&name.to_lowercase())
    }

    /// Lower-case, sorted.
    pub fn system_function_names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.system_functions.keys().cloned().collect();
        names.sort_unstable();
        names
    }

    pub fn set_system_function(&mut self, name: &str, function: CatalogFunction) {
        self.system_functions.insert(name.to_lowercase(), function);
    }

    pub fn drop_system_function(&mut self, name: &str) -> bool {
        self.system_functions.shift_remove(&name.to_lowercase()).is_some()
    }

    pub fn temporary_function(&self, identifier: &ObjectIdentifier) -> Option<&CatalogFunction> {
        self.temporary_functions.get(identifier)
    }

    pub fn set_temporary_function(&mut self, identifier: ObjectIdentifier, function: CatalogFunction) {
        self.temporary_functions.insert(identifier, function);
    }

    pub fn drop_temporary_function(&mut self, identifier: &ObjectIdentifier) -> bool {
        self.temporary_functions.shift_remove(identifier).is_some()
    }

    /// The names of permanent and temporary functions of a database, sorted; without temporary system functions.
    pub fn functions(&self, catalog: &str, database: &str) -> Result<Vec<String>> {
        let permanent = match self.catalog(catalog) {
            Some(found) if found.database(database)?.is_some() => found.functions(database)?,
            _ => Vec::new(),
        };
        Ok(with_temporary(permanent, &self.temporary_functions, catalog, database))
    }
}

/// Models.
impl CatalogManager {
    /// The model of a full name, and whether it is temporary.
    pub fn model(&self, identifier: &ObjectIdentifier) -> Result<Option<(CatalogModel, bool)>> {
        if let Some(model) = self.temporary_models.get(identifier) {
            return Ok(Some((model.clone(), true)));
        }
        let Some(catalog) = self.catalog(&identifier.catalog) else { return Ok(None) };
        Ok(catalog.model(&identifier.path())?.map(|model| (model, false)))
    }

    pub fn set_temporary_model(&mut self, identifier: ObjectIdentifier, model: CatalogModel) {
        self.temporary_models.insert(identifier, model);
    }

    pub fn drop_temporary_model(&mut self, identifier: &ObjectIdentifier) -> bool {
        self.temporary_models.shift_remove(identifier).is_some()
    }

    /// The names of permanent and temporary models of a database, sorted.
    pub fn models(&self, catalog: &str, database: &str) -> Result<Vec<String>> {
        let permanent = match self.catalog(catalog) {
            Some(found) if found.database(database)?.is_some() => found.models(database)?,
            _ => Vec::new(),
        };
        Ok(with_temporary(permanent, &self.temporary_models, catalog, database))
    }
}

fn with_temporary<T>(mut names: Vec<String>, temporary: &IndexMap<ObjectIdentifier, T>, catalog: &str, database: &str) -> Vec<String> {
    let here = temporary.keys().filter(|id| id.catalog == catalog && id.database == database);
    names.extend(here.map(|id| id.object.clone()));
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests;
