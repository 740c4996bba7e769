//! DROP of every kind of object.

use super::{Outcome, unknown_object};
use crate::diagnostics::IN_USE;
use crate::flink;
use crate::result::StatementResult;
use crate::session::Session;
use diag::{Diagnostic, Result, Span};
use sql::statements::create::Scope;
use sql::statements::drop::{Drop, ObjectKind};
use table::catalog::{CatalogObject, ObjectIdentifier};

impl Session {
    pub(super) fn drop_object(&mut self, node: &Drop, span: Span) -> Outcome {
        match node.kind {
            ObjectKind::Catalog => self.drop_catalog(node)?,
            ObjectKind::Database => self.drop_database(node)?,
            ObjectKind::Table | ObjectKind::View => self.drop_table(node)?,
            ObjectKind::Function => self.drop_function(node)?,
            ObjectKind::Model => self.drop_model(node)?,
            ObjectKind::Connection => return Err(super::no_connections(span).into()),
            ObjectKind::MaterializedTable => return Err(super::materialized_table::not_supported(span).into()),
        }
        Ok(StatementResult::Succeeded)
    }

    fn drop_catalog(&mut self, node: &Drop) -> Result<()> {
        let name = node.name.text();
        let span = node.name.span;
        if self.catalogs.catalog(&name).is_none() {
            let flink = flink::catalog("CatalogException", format!("Catalog {name} does not exist."));
            return if node.if_exists { Ok(()) } else { Err(self.unknown_catalog(&name, span, &flink)) };
        }
        if self.catalogs.current_catalog() == name {
            let flink = flink::catalog("CatalogException", "Cannot drop a catalog which is currently in use.");
            let diagnostic = Diagnostic::error(IN_USE, span, format!("catalog '{name}' is the current one"))
                .with_help("Change to another with USE CATALOG first.")
                .with_flink(flink);
            return Err(diagnostic.into());
        }
        self.catalogs.unregister_catalog(&name);
        Ok(())
    }

    fn drop_database(&mut self, node: &Drop) -> Result<()> {
        let span = node.name.span;
        let (catalog_name, catalog, name) = self.named_database(&node.name)?;
        if catalog_name == self.catalogs.current_catalog() && name == self.catalogs.current_database() {
            let diagnostic = Diagnostic::error(IN_USE, span, format!("database '{name}' is the current one"))
                .with_help("Change to another with USE first.")
                .with_flink(flink::validation("Cannot drop a database which is currently in use."));
            return Err(diagnostic.into());
        }
        if catalog.database(name)?.is_none() {
            return if node.if_exists { Ok(()) } else { Err(self.unknown_database(catalog_name, name, span)) };
        }
        let is_empty = catalog.objects(name)?.is_empty() && catalog.functions(name)?.is_empty() && catalog.models(name)?.is_empty();
        if !is_empty && node.cascade != Some(true) {
            let flink = flink::catalog("DatabaseNotEmptyException", format!("Database {name} in catalog {catalog_name} is not empty."));
            let diagnostic = Diagnostic::error(IN_USE, span, format!("database '{name}' is not empty"))
                .with_help("Write CASCADE to drop what is in it, too.")
                .with_flink(flink);
            return Err(diagnostic.into());
        }
        catalog.drop_database(name)
    }

    fn drop_table(&mut self, node: &Drop) -> Result<()> {
        let identifier = self.qualified(&node.name)?;
        let span = node.name.span;
        let is_wanted = |object: &CatalogObject| matches!(object, CatalogObject::View(_)) == (node.kind == ObjectKind::View);
        let word = if node.kind == ObjectKind::View { "view" } else { "table" };
        let temporary = self.catalogs.temporary_object(&identifier).is_some_and(is_wanted);
        if node.scope != Scope::Permanent {
            if temporary {
                self.catalogs.drop_temporary_object(&identifier);
                return Ok(());
            }
            let flink = format!("Temporary table or view with identifier '{}' does not exist.", identifier.summary());
            return self.missing(node, &identifier, &format!("temporary {word}"), span, flink);
        }
        if temporary {
            let flink =
                format!("Temporary {word} with identifier '{identifier}' exists. Drop it first before removing the permanent {word}.");
            let diagnostic = Diagnostic::error(IN_USE, span, format!("'{}' is a temporary {word}", identifier.summary()))
                .with_help(format!("Write DROP TEMPORARY {}.", node.kind.words()))
                .with_flink(flink::validation(flink));
            return Err(diagnostic.into());
        }
        let permanent = self.catalogs.permanent_object(&identifier)?;
        if !permanent.as_ref().is_some_and(is_wanted) {
            let kind = if word == "view" { "View" } else { "Table" };
            let flink = format!("{kind} with identifier '{}' does not exist.", identifier.summary());
            let result = self.missing(node, &identifier, word, span, flink);
            return match permanent {
                Some(_) => result.map_err(|error| other_kind(error, word)),
                None => result,
            };
        }
        match self.catalogs.catalog(&identifier.catalog) {
            Some(catalog) => catalog.drop_object(&identifier.path()),
            None => Ok(()),
        }
    }

    fn missing(&self, node: &Drop, identifier: &ObjectIdentifier, word: &str, span: Span, flink: String) -> Result<()> {
        if node.if_exists {
            return Ok(());
        }
        let message = format!("{word} '{}' does not exist", identifier.summary());
        let diagnostic = Diagnostic::error(crate::diagnostics::UNKNOWN_OBJECT, span, message).with_flink(flink::validation(flink));
        let near = self.catalogs.unknown_table(&[&identifier.catalog, &identifier.database, &identifier.object], span);
        Err(near.helps.into_iter().fold(diagnostic, Diagnostic::with_help).into())
    }

    fn drop_function(&mut self, node: &Drop) -> Result<()> {
        let name = node.name.text();
        let span = node.name.span;
        if node.scope == Scope::TemporarySystem {
            if self.catalogs.drop_system_function(&name) || node.if_exists {
                return Ok(());
            }
            let flink = format!("Could not drop temporary system function. A function named '{name}' doesn't exist.");
            return Err(unknown_object(span, format!("temporary system function '{name}' does not exist"), flink::validation(flink)));
        }
        let mut identifier = self.qualified(&node.name)?;
        identifier.object = identifier.object.to_lowercase();
        if node.scope == Scope::Temporary {
            if self.catalogs.drop_temporary_function(&identifier) || node.if_exists {
                return Ok(());
            }
            let flink = format!("Temporary catalog function {identifier} doesn't exist");
            return Err(unknown_object(
                span,
                format!("temporary function '{}' does not exist", identifier.summary()),
                flink::validation(flink),
            ));
        }
        match self.catalogs.catalog(&identifier.catalog) {
            Some(catalog) if catalog.function(&identifier.path())?.is_some() => catalog.drop_function(&identifier.path()),
            _ if node.if_exists => Ok(()),
            _ => Err(self.unknown_function(&identifier, span)),
        }
    }

    pub(super) fn unknown_function(&self, identifier: &ObjectIdentifier, span: Span) -> diag::Error {
        let flink = format!("Function {} does not exist in Catalog {}.", identifier.path(), identifier.catalog);
        let message = format!("function '{}' does not exist", identifier.summary());
        let names = self.catalogs.functions(&identifier.catalog, &identifier.database).unwrap_or_default();
        let diagnostic = Diagnostic::error(crate::diagnostics::UNKNOWN_OBJECT, span, message)
            .with_flink(flink::catalog("FunctionNotExistException", flink));
        super::with_near(diagnostic, &identifier.object, names.iter().map(String::as_str)).into()
    }

    fn drop_model(&mut self, node: &Drop) -> Result<()> {
        let identifier = self.qualified(&node.name)?;
        let span = node.name.span;
        if node.scope != Scope::Permanent {
            if self.catalogs.drop_temporary_model(&identifier) || node.if_exists {
                return Ok(());
            }
            let flink = format!("Temporary model with identifier '{}' does not exist.", identifier.summary());
            return Err(unknown_object(
                span,
                format!("temporary model '{}' does not exist", identifier.summary()),
                flink::validation(flink),
            ));
        }
        match self.catalogs.catalog(&identifier.catalog) {
            Some(catalog) if catalog.model(&identifier.path())?.is_some() => catalog.drop_model(&identifier.path()),
            _ if node.if_exists => Ok(()),
            _ => {
                let flink = format!("Model with identifier '{}' does not exist.", identifier.summary());
                Err(unknown_object(span, format!("model '{}' does not exist", identifier.summary()), flink::validation(flink)))
            }
        }
    }
}

/// Says that the name is taken by an object of the other kind.
fn other_kind(mut error: diag::Error, word: &str) -> diag::Error {
    if let Some(diagnostic) = &mut error.diagnostic {
        let (other, statement) = if word == "view" { ("table", "DROP TABLE") } else { ("view", "DROP VIEW") };
        diagnostic.helps = vec![format!("It is a {other}: write {statement}.")];
    }
    error
}
