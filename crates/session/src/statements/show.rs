//! SHOW.

use super::{Outcome, unknown_object};
use crate::diagnostics::{NOT_SUPPORTED, UNKNOWN_OBJECT, WRONG_KIND};
use crate::flink;
use crate::like_pattern::passes;
use crate::result::{ContentTable, StatementResult};
use crate::session::Session;
use diag::{Diagnostic, Error, Result, Span};
use resolve::definition::INVALID_NAME;
use resolve::definition::{partition_spec, parts};
use sql::ast::ObjectName;
use sql::statements::alter::PartitionSpec;
use sql::statements::show::{Show, ShowFrom, ShowLike};
use std::collections::BTreeSet;
use table::catalog::{CatalogObject, ObjectIdentifier};

impl Session {
    pub(super) fn show(&mut self, node: &Show, span: Span) -> Outcome {
        let names = |column: &str, names: Vec<String>, like: &Option<ShowLike>| {
            let passing = names.into_iter().filter(|name| passes(like.as_ref(), name));
            ContentTable::of_names(column, passing)
        };
        let table = match node {
            Show::Catalogs { like } => names("catalog name", self.catalogs.catalog_names(), like),
            Show::Databases { from, like } => names("database name", self.databases(from.as_ref())?, like),
            Show::Tables { from, like } => names("table name", self.tables(from.as_ref(), None)?, like),
            Show::Views { from, like } => names("view name", self.tables(from.as_ref(), Some(is_view))?, like),
            Show::MaterializedTables { from, like } => names("table name", self.tables(from.as_ref(), Some(|_| false))?, like),
            Show::Functions { user, from, like } => names("function name", self.functions(*user, from.as_ref())?, like),
            Show::Models { from, like } => names("model name", self.models(from.as_ref())?, like),
            Show::Procedures { .. } => return Err(no_procedures(span)),
            Show::Connections { .. } => return Err(super::no_connections(span).into()),
            Show::Columns { from, like } => self.show_columns(&from.name, like.as_ref())?,
            Show::Partitions { table, partition } => self.partitions(table, partition.as_ref())?,
            Show::Modules { full: false } => ContentTable::of_names("module name", self.modules.used().to_vec()),
            Show::Modules { full: true } => self.all_modules(),
            Show::CurrentCatalog => ContentTable::of_names("current catalog name", [self.catalogs.current_catalog()]),
            Show::CurrentDatabase => ContentTable::of_names("current database name", [self.catalogs.current_database()]),
            Show::Jars => ContentTable::of_names("jars", self.jars.clone()),
            Show::Jobs => return Err(super::no_jobs(span).into()),
            Show::Create { kind, name, .. } => self.show_create(*kind, name, span)?,
            Show::Overrides => self.overrides.table(&self.sources),
        };
        Ok(StatementResult::Content(table))
    }

    fn databases(&self, from: Option<&ShowFrom>) -> Result<Vec<String>> {
        let name = from.map_or(self.catalogs.current_catalog().to_string(), |from| from.name.text());
        match self.catalogs.catalog(&name) {
            Some(catalog) => catalog.databases(),
            None => {
                let span = from.map_or(Span::none(), |from| from.name.span);
                Err(self.unknown_catalog(&name, span, &flink::validation(format!("Catalog {name} does not exist"))))
            }
        }
    }

    /// The catalog and database of FROM, or the current ones; they exist.
    fn database_of(&self, from: Option<&ShowFrom>) -> Result<(String, String)> {
        let current = self.catalogs.current();
        let Some(from) = from else { return Ok((current.catalog.clone(), current.database.clone())) };
        let span = from.name.span;
        let Some((catalog, database)) = super::database_name(&from.name) else {
            let message = format!("database name '{}' has more than two parts", from.name.text());
            return Err(Diagnostic::error(INVALID_NAME, span, message).into());
        };
        let catalog = catalog.unwrap_or(&current.catalog);
        if self.catalogs.catalog(catalog).is_none() {
            return Err(self.unknown_catalog(catalog, span, &flink::validation(format!("Catalog {catalog} does not exist"))));
        }
        if !self.catalogs.has_database(catalog, database)? {
            let flink = flink::validation(format!("Database '{catalog}'.'{database}' doesn't exist."));
            return Err(self.unknown_database_as(catalog, database, span, &flink));
        }
        Ok((catalog.to_string(), database.to_string()))
    }

    fn tables(&self, from: Option<&ShowFrom>, wanted: Option<fn(&CatalogObject) -> bool>) -> Result<Vec<String>> {
        let (catalog, database) = self.database_of(from)?;
        let mut names = self.catalogs.objects(&catalog, &database)?;
        if let Some(wanted) = wanted {
            let mut kept = Vec::new();
            for name in names {
                let found = self.catalogs.object(&ObjectIdentifier::new(&catalog, &database, &name))?;
                if found.is_some_and(|found| wanted(&found.object)) {
                    kept.push(name);
                }
            }
            names = kept;
        }
        Ok(names)
    }

    fn functions(&self, user: bool, from: Option<&ShowFrom>) -> Result<Vec<String>> {
        let (catalog, database) = match self.database_of(from) {
            Ok(place) => place,
            // Flink lists the built-in ones all the same.
            Err(_) if !user => (String::new(), String::new()),
            Err(error) => return Err(error),
        };
        let mut names: BTreeSet<String> = self.catalogs.functions(&catalog, &database)?.into_iter().collect();
        names.extend(self.catalogs.system_function_names());
        if !user && self.modules.has_core() {
            names.extend(functions::DEFINITIONS.iter().map(|definition| definition.name.to_string()));
        }
        Ok(names.into_iter().collect())
    }

    fn models(&self, from: Option<&ShowFrom>) -> Result<Vec<String>> {
        let (catalog, database) = self.database_of(from).map_err(|error| match (&error.diagnostic, from) {
            (Some(diagnostic), Some(from)) if diagnostic.id == UNKNOWN_OBJECT => {
                let current = self.catalogs.current_catalog();
                match *parts(&from.name).as_slice() {
                    [database] => self.unknown_database(current, database, from.name.span),
                    _ => error,
                }
            }
            _ => error,
        })?;
        self.catalogs.models(&catalog, &database)
    }

    fn partitions(&self, name: &ObjectName, partition: Option<&PartitionSpec>) -> Result<ContentTable> {
        let identifier = self.catalogs.qualify(&parts(name)).unwrap_or_else(|| ObjectIdentifier::new("", "", name.text()));
        let found = self.catalogs.object(&identifier)?;
        let (path, catalog) = (identifier.path(), &identifier.catalog);
        let table = match found.map(|found| found.object) {
            Some(CatalogObject::Table(table)) => table,
            Some(CatalogObject::View(_)) => {
                return Err(Diagnostic::error(WRONG_KIND, name.span, format!("'{}' is a view and has no partitions", name.text())).into());
            }
            None => {
                let text = format!("Table (or view) {path} does not exist in Catalog {catalog}.");
                let diagnostic = self.catalogs.unknown_table(&parts(name), name.span);
                return Err(diagnostic.with_flink(flink::catalog("TableNotExistException", text)).into());
            }
        };
        if table.partition_keys.is_empty() {
            let text = format!("Table {path} in catalog {catalog} is not partitioned.");
            let message = format!("table '{}' is not partitioned", identifier.summary());
            return Err(unknown_object(name.span, message, flink::catalog("TableNotPartitionedException", text)));
        }
        let wanted = partition.map(partition_spec).unwrap_or_default();
        let matching = table.partitions.iter().filter(|(values, _)| wanted.iter().all(|(key, value)| values.get(key) == Some(value)));
        let names = matching.map(|(values, _)| values.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("/"));
        Ok(ContentTable::of_names("partition name", names))
    }

    fn all_modules(&self) -> ContentTable {
        let mut table = ContentTable::new(["module name", "used"]);
        for (name, used) in self.modules.all() {
            table.push([name, if used { "TRUE" } else { "FALSE" }]);
        }
        table
    }
}

fn is_view(object: &CatalogObject) -> bool {
    matches!(object, CatalogObject::View(_))
}

fn no_procedures(span: Span) -> Error {
    let text = "listProcedures is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.";
    Diagnostic::error(NOT_SUPPORTED, span, "the catalog has no procedures").with_flink(flink::unsupported(text)).into()
}
