//! USE CATALOG and USE.

use super::{Outcome, database_name};
use crate::flink;
use crate::result::StatementResult;
use crate::session::Session;
use diag::Diagnostic;
use resolve::definition::INVALID_NAME;
use sql::statements::use_::{UseCatalog, UseDatabase};

impl Session {
    pub(super) fn use_catalog(&mut self, node: &UseCatalog) -> Outcome {
        let name = &node.name.value;
        if !self.catalogs.use_catalog(name) {
            let flink = flink::catalog("CatalogException", format!("A catalog with name [{name}] does not exist."));
            return Err(self.unknown_catalog(name, node.name.span, &flink));
        }
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn use_database(&mut self, node: &UseDatabase) -> Outcome {
        let span = node.name.span;
        let Some((catalog, database)) = database_name(&node.name) else {
            let message = format!("database name '{}' has more than two parts", node.name.text());
            return Err(Diagnostic::error(INVALID_NAME, span, message).into());
        };
        let catalog = catalog.unwrap_or(self.catalogs.current_catalog()).to_string();
        if self.catalogs.catalog(&catalog).is_none() {
            let flink = flink::catalog("CatalogException", format!("A catalog with name [{catalog}] does not exist."));
            return Err(self.unknown_catalog(&catalog, span, &flink));
        }
        if !self.catalogs.use_database(&catalog, database)? {
            let text = format!("A database with name [{database}] does not exist in the catalog: [{catalog}].");
            return Err(self.unknown_database_as(&catalog, database, span, &flink::catalog("CatalogException", text)));
        }
        Ok(StatementResult::Succeeded)
    }
}
