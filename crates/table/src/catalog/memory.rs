//! `generic_in_memory`: the catalog that lives as long as the session.

use super::{Catalog, CatalogDatabase, CatalogFunction, CatalogModel, CatalogObject, ObjectPath};
use diag::{Error, ErrorKind, Result};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The value of the option `type` of this catalog.
pub const GENERIC_IN_MEMORY: &str = "generic_in_memory";

/// Keeps everything in maps. Copies made by [`Catalog::snapshot`] share the objects but not the maps.
#[derive(Debug)]
pub struct GenericInMemoryCatalog {
    default_database: String,
    databases: RwLock<BTreeMap<String, Database>>,
}

#[derive(Clone, Debug, Default)]
struct Database {
    about: CatalogDatabase,
    objects: BTreeMap<String, CatalogObject>,
    functions: BTreeMap<String, CatalogFunction>,
    models: BTreeMap<String, CatalogModel>,
}

impl GenericInMemoryCatalog {
    /// Makes a catalog with one empty database.
    pub fn new(default_database: impl Into<String>) -> Self {
        let default_database = default_database.into();
        let databases = BTreeMap::from([(default_database.clone(), Database::default())]);
        GenericInMemoryCatalog { default_database, databases: RwLock::new(databases) }
    }

    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<String, Database>> {
        self.databases.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<String, Database>> {
        self.databases.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn in_database<T>(&self, name: &str, read: impl FnOnce(&Database) -> T) -> Result<T> {
        self.read().get(name).map(read).ok_or_else(|| unknown("database", name))
    }

    fn change<T>(&self, name: &str, change: impl FnOnce(&mut Database) -> Result<T>) -> Result<T> {
        change(self.write().get_mut(name).ok_or_else(|| unknown("database", name))?)
    }
}

fn unknown(kind: &str, name: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::NotFound, format!("{kind} '{name}' does not exist"))
}

fn exists(kind: &str, name: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Conflict, format!("{kind} '{name}' already exists"))
}

fn add<T>(map: &mut BTreeMap<String, T>, kind: &str, path: &ObjectPath, value: T) -> Result<()> {
    if map.contains_key(&path.object) {
        return Err(exists(kind, path));
    }
    map.insert(path.object.clone(), value);
    Ok(())
}

fn remove<T>(map: &mut BTreeMap<String, T>, kind: &str, path: &ObjectPath) -> Result<T> {
    map.remove(&path.object).ok_or_else(|| unknown(kind, path))
}

fn keys<T>(map: &BTreeMap<String, T>) -> Vec<String> {
    map.keys().cloned().collect()
}

impl Catalog for GenericInMemoryCatalog {
    fn kind(&self) -> &str {
        GENERIC_IN_MEMORY
    }

    fn default_database(&self) -> &str {
        &self.default_database
    }

    fn snapshot(&self) -> Arc<dyn Catalog> {
        let databases = RwLock::new(self.read().clone());
        Arc::new(GenericInMemoryCatalog { default_database: self.default_database.clone(), databases })
    }

    fn databases(&self) -> Result<Vec<String>> {
        Ok(keys(&self.read()))
    }

    fn database(&self, name: &str) -> Result<Option<CatalogDatabase>> {
        Ok(self.read().get(name).map(|database| database.about.clone()))
    }

    fn create_database(&self, name: &str, about: CatalogDatabase) -> Result<()> {
        let mut databases = self.write();
        if databases.contains_key(name) {
            return Err(exists("database", name));
        }
        databases.insert(name.to_string(), Database { about, ..Database::default() });
        Ok(())
    }

    fn alter_database(&self, name: &str, about: CatalogDatabase) -> Result<()> {
        self.change(name, |database| {
            database.about = about;
            Ok(())
        })
    }

    fn drop_database(&self, name: &str) -> Result<()> {
        self.write().remove(name).map(drop).ok_or_else(|| unknown("database", name))
    }

    fn objects(&self, database: &str) -> Result<Vec<String>> {
        self.in_database(database, |database| keys(&database.objects))
    }

    fn object(&self, path: &ObjectPath) -> Result<Option<CatalogObject>> {
        Ok(self.read().get(&path.database).and_then(|database| database.objects.get(&path.object).cloned()))
    }

    fn create_object(&self, path: &ObjectPath, object: CatalogObject) -> Result<()> {
        self.change(&path.database, |database| add(&mut database.objects, "table", path, object))
    }

    fn alter_object(&self, path: &ObjectPath, object: CatalogObject) -> Result<()> {
        self.change(&path.database, |database| {
            *database.objects.get_mut(&path.object).ok_or_else(|| unknown("table", path))? = object;
            Ok(())
        })
    }

    fn rename_object(&self, path: &ObjectPath, new_name: &str) -> Result<()> {
        self.change(&path.database, |database| {
            if database.objects.contains_key(new_name) {
                return Err(exists("table", new_name));
            }
            let object = remove(&mut database.objects, "table", path)?;
            database.objects.insert(new_name.to_string(), object);
            Ok(())
        })
    }

    fn drop_object(&self, path: &ObjectPath) -> Result<()> {
        self.change(&path.database, |database| remove(&mut database.objects, "table", path).map(drop))
    }

    fn functions(&self, database: &str) -> Result<Vec<String>> {
        self.in_database(database, |database| keys(&database.functions))
    }

    fn function(&self, path: &ObjectPath) -> Result<Option<CatalogFunction>> {
        Ok(self.read().get(&path.database).and_then(|database| database.functions.get(&path.object).cloned()))
    }

    fn create_function(&self, path: &ObjectPath, function: CatalogFunction) -> Result<()> {
        self.change(&path.database, |database| add(&mut database.functions, "function", path, function))
    }

    fn drop_function(&self, path: &ObjectPath) -> Result<()> {
        self.change(&path.database, |database| remove(&mut database.functions, "function", path).map(drop))
    }

    fn models(&self, database: &str) -> Result<Vec<String>> {
        self.in_database(database, |database| keys(&database.models))
    }

    fn model(&self, path: &ObjectPath) -> Result<Option<CatalogModel>> {
        Ok(self.read().get(&path.database).and_then(|database| database.models.get(&path.object).cloned()))
    }

    fn create_model(&self, path: &ObjectPath, model: CatalogModel) -> Result<()> {
        self.change(&path.database, |database| add(&mut database.models, "model", path, model))
    }

    fn drop_model(&self, path: &ObjectPath) -> Result<()> {
        self.change(&path.database, |database| remove(&mut database.models, "model", path).map(drop))
    }
}
