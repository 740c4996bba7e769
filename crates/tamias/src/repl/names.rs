//! The names that completion offers, as a session knows them.

use options::TableOptions;
use session::Session;
use table::catalog::{CatalogObject, Lookup};
use table::function::FunctionLookup;

/// Where completion gets its names.
pub(super) trait Names {
    fn catalogs(&self) -> Vec<String>;
    /// The databases of a catalog, or of the current one.
    fn databases(&self, catalog: Option<&str>) -> Vec<String>;
    /// The tables and views of a database: none, one or two parts.
    fn objects(&self, database: &[&str]) -> Vec<String>;
    /// The columns of a table or view.
    fn columns(&self, table: &[&str]) -> Vec<String>;
    /// The options that a table is defined with.
    fn table_options(&self, table: &[&str]) -> TableOptions;
    fn functions(&self) -> Vec<String>;
}

/// The names of a session.
pub(super) struct SessionNames<'s>(pub(super) &'s Session);

impl SessionNames<'_> {
    fn object(&self, table: &[&str]) -> Option<CatalogObject> {
        match self.0.catalogs.lookup(table) {
            Ok(Lookup::Found(found)) => Some(found.object),
            _ => None,
        }
    }
}

impl Names for SessionNames<'_> {
    fn catalogs(&self) -> Vec<String> {
        self.0.catalogs.catalog_names()
    }

    fn databases(&self, catalog: Option<&str>) -> Vec<String> {
        let name = catalog.unwrap_or(self.0.catalogs.current_catalog());
        self.0.catalogs.catalog(name).and_then(|catalog| catalog.databases().ok()).unwrap_or_default()
    }

    fn objects(&self, database: &[&str]) -> Vec<String> {
        let catalogs = &self.0.catalogs;
        let (catalog, database) = match database {
            [] => (catalogs.current_catalog(), catalogs.current_database()),
            [database] => (catalogs.current_catalog(), *database),
            [catalog, database, ..] => (*catalog, *database),
        };
        catalogs.objects(catalog, database).unwrap_or_default()
    }

    fn columns(&self, table: &[&str]) -> Vec<String> {
        let schema = match self.object(table) {
            Some(CatalogObject::Table(table)) => table.schema.clone(),
            Some(CatalogObject::View(view)) => view.schema.clone(),
            None => return Vec::new(),
        };
        schema.columns.into_iter().map(|column| column.name).collect()
    }

    fn table_options(&self, table: &[&str]) -> TableOptions {
        match self.object(table) {
            Some(CatalogObject::Table(table)) => table.options.clone(),
            _ => TableOptions::new(),
        }
    }

    fn functions(&self) -> Vec<String> {
        functions::Builtins.names().into_iter().map(str::to_owned).collect()
    }
}
