//! Catalogs: where tables, views, functions and models are registered.

mod diagnostics;
mod identifier;
mod manager;
mod memory;
mod object;

pub use diagnostics::{DIAGNOSTICS, UNKNOWN_TABLE};
pub use identifier::{ObjectIdentifier, ObjectPath};
pub use manager::{CatalogDescriptor, CatalogManager, FoundFunction, FoundObject, Lookup, Namespace, WORKSPACE};
pub use memory::{GENERIC_IN_MEMORY, GenericInMemoryCatalog};
pub use object::{
    CatalogDatabase, CatalogFunction, CatalogModel, CatalogObject, CatalogTable, CatalogView, Distribution, DistributionMethod,
};

use diag::Result;
use std::fmt;
use std::sync::Arc;

/// A place that keeps objects in databases. Names are case-sensitive.
pub trait Catalog: fmt::Debug + Send + Sync {
    /// The value of the option `type`.
    fn kind(&self) -> &str;

    fn default_database(&self) -> &str;

    /// A copy for checking a script: changes to it reach nothing outside.
    fn snapshot(&self) -> Arc<dyn Catalog>;

    /// Sorted.
    fn databases(&self) -> Result<Vec<String>>;
    fn database(&self, name: &str) -> Result<Option<CatalogDatabase>>;
    fn create_database(&self, name: &str, database: CatalogDatabase) -> Result<()>;
    fn alter_database(&self, name: &str, database: CatalogDatabase) -> Result<()>;
    /// The caller has checked that it is empty or that CASCADE was written.
    fn drop_database(&self, name: &str) -> Result<()>;

    /// Tables, views and materialized tables, sorted.
    fn objects(&self, database: &str) -> Result<Vec<String>>;
    fn object(&self, path: &ObjectPath) -> Result<Option<CatalogObject>>;
    fn create_object(&self, path: &ObjectPath, object: CatalogObject) -> Result<()>;
    /// Replaces an object.
    fn alter_object(&self, path: &ObjectPath, object: CatalogObject) -> Result<()>;
    fn rename_object(&self, path: &ObjectPath, new_name: &str) -> Result<()>;
    fn drop_object(&self, path: &ObjectPath) -> Result<()>;

    /// Sorted.
    fn functions(&self, database: &str) -> Result<Vec<String>>;
    fn function(&self, path: &ObjectPath) -> Result<Option<CatalogFunction>>;
    fn create_function(&self, path: &ObjectPath, function: CatalogFunction) -> Result<()>;
    fn drop_function(&self, path: &ObjectPath) -> Result<()>;

    /// Sorted.
    fn models(&self, database: &str) -> Result<Vec<String>>;
    fn model(&self, path: &ObjectPath) -> Result<Option<CatalogModel>>;
    fn create_model(&self, path: &ObjectPath, model: CatalogModel) -> Result<()>;
    fn drop_model(&self, path: &ObjectPath) -> Result<()>;
}
