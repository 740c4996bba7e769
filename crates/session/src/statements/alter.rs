//! ALTER TABLE, VIEW, DATABASE, CATALOG, FUNCTION, MODEL.

use super::create::{model_exists, open_catalog, option_map};
use super::{Outcome, unknown_object};
use crate::diagnostics::{CATALOG_EMPTIED, NOT_SUPPORTED, WRONG_KIND};
use crate::flink;
use crate::result::StatementResult;
use crate::session::Session;
use diag::{Diagnostic, Error, Result, Span};
use indexmap::IndexMap;
use resolve::definition::{self, ViewParts, alter_options};
use sql::ast::{ObjectName, StringLiteral};
use sql::statements::alter::{
    AlterCatalog, AlterCatalogAction, AlterDatabase, AlterFunction, AlterModel, AlterObjectAction, AlterTable, AlterTableAction, AlterView,
    AlterViewAction,
};
use sql::statements::create::Scope;
use std::sync::Arc;
use table::catalog::{Catalog, CatalogObject, CatalogTable, CatalogView, ObjectIdentifier};

impl Session {
    pub(super) fn alter_table(&mut self, node: &AlterTable, span: Span) -> Outcome {
        let identifier = self.qualified(&node.name)?;
        let Some(table) = self.altered_table(node, &identifier)? else { return Ok(StatementResult::Succeeded) };
        if let AlterTableAction::Rename(new_name) = &node.action {
            return self.rename(&identifier, new_name);
        }
        let changed = definition::alter_table(&self.context(), span, &identifier, &table, &node.action);
        let changed = self.accept(changed)?;
        self.home(&identifier, node.name.span)?.alter_object(&identifier.path(), CatalogObject::Table(Arc::new(changed)))?;
        Ok(StatementResult::Succeeded)
    }

    /// The permanent table; `None` when it is missing and that is accepted.
    fn altered_table(&self, node: &AlterTable, identifier: &ObjectIdentifier) -> Result<Option<Arc<CatalogTable>>> {
        let span = node.name.span;
        let is_hidden = self.catalogs.temporary_object(identifier).is_some();
        match self.catalogs.permanent_object(identifier)? {
            Some(CatalogObject::Table(table)) if !is_hidden => Ok(Some(table)),
            Some(CatalogObject::View(_)) if !is_hidden => {
                let message = format!("'{}' is a view", identifier.summary());
                let diagnostic = Diagnostic::error(WRONG_KIND, span, message)
                    .with_help("Write ALTER VIEW.")
                    .with_flink(flink::validation("ALTER TABLE for a view is not allowed"));
                Err(diagnostic.into())
            }
            _ if node.if_exists => Ok(None),
            _ => {
                let flink = format!("Table {identifier} doesn't exist or is a temporary table.");
                Err(self.not_altered(identifier, span, is_hidden, "table", flink))
            }
        }
    }

    fn not_altered(&self, identifier: &ObjectIdentifier, span: Span, is_temporary: bool, word: &str, flink: String) -> Error {
        let name = identifier.summary();
        if is_temporary {
            let diagnostic = Diagnostic::error(WRONG_KIND, span, format!("'{name}' is temporary and cannot be altered"))
                .with_help(format!("Drop the temporary {word} and create it anew."));
            return diagnostic.with_flink(flink::validation(flink)).into();
        }
        let near = self.catalogs.unknown_table(&[&identifier.catalog, &identifier.database, &identifier.object], span);
        let diagnostic = Diagnostic::error(crate::diagnostics::UNKNOWN_OBJECT, span, format!("{word} '{name}' does not exist"));
        near.helps.into_iter().fold(diagnostic, Diagnostic::with_help).with_flink(flink::validation(flink)).into()
    }

    /// Gives a table or view another name in its database.
    fn rename(&mut self, identifier: &ObjectIdentifier, new_name: &ObjectName) -> Outcome {
        let target = self.qualified(new_name)?;
        let place = ObjectIdentifier { object: target.object.clone(), ..identifier.clone() };
        if place != target && new_name.parts.len() > 1 {
            let message = format!("the table stays in database '{}.{}'", identifier.catalog, identifier.database);
            self.report(
                Diagnostic::warning(NOT_SUPPORTED, new_name.span, message).with_note("RENAME changes only the last part of a name."),
            );
        }
        if self.catalogs.permanent_object(&place)?.is_some() {
            return Err(self.table_exists(&place, false, new_name.span));
        }
        self.home(identifier, new_name.span)?.rename_object(&identifier.path(), &place.object)?;
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn alter_view(&mut self, node: &AlterView, span: Span) -> Outcome {
        let identifier = self.qualified(&node.name)?;
        let view = self.altered_view(&identifier, node.name.span)?;
        let query = match &node.action {
            AlterViewAction::Rename(new_name) => return self.rename(&identifier, new_name),
            AlterViewAction::As(query) => query,
        };
        let parts = ViewParts { columns: &[], query, comment: view.comment.clone() };
        let changed = definition::view(&self.context(), span, &parts);
        let changed = self.accept(changed)?;
        self.home(&identifier, node.name.span)?.alter_object(&identifier.path(), CatalogObject::View(Arc::new(changed)))?;
        Ok(StatementResult::Succeeded)
    }

    fn altered_view(&self, identifier: &ObjectIdentifier, span: Span) -> Result<Arc<CatalogView>> {
        let is_hidden = self.catalogs.temporary_object(identifier).is_some();
        match self.catalogs.permanent_object(identifier)? {
            Some(CatalogObject::View(view)) if !is_hidden => Ok(view),
            Some(CatalogObject::Table(_)) if !is_hidden => {
                let diagnostic = Diagnostic::error(WRONG_KIND, span, format!("'{}' is a table", identifier.summary()))
                    .with_help("Write ALTER TABLE.")
                    .with_flink(flink::validation("ALTER VIEW for a table is not allowed"));
                Err(diagnostic.into())
            }
            _ => {
                let flink = format!("View {identifier} doesn't exist or is a temporary view.");
                Err(self.not_altered(identifier, span, is_hidden, "view", flink))
            }
        }
    }

    pub(super) fn alter_database(&mut self, node: &AlterDatabase) -> Outcome {
        let span = node.name.span;
        let (catalog_name, catalog, name) = self.named_database(&node.name)?;
        let Some(mut database) = catalog.database(name)? else { return Err(self.unknown_database(catalog_name, name, span)) };
        database.options.extend(option_map(Some(&node.options)));
        catalog.alter_database(name, database)?;
        Ok(StatementResult::Succeeded)
    }

    /// The catalog itself stays as it is, with all it holds; what is changed is how it would be made.
    pub(super) fn alter_catalog(&mut self, node: &AlterCatalog) -> Outcome {
        let name = &node.name.value;
        let (Some(before), Some(descriptor)) = (self.catalogs.catalog(name).cloned(), self.catalogs.descriptor(name)) else {
            let flink = flink::catalog("CatalogException", format!("Catalog {name} does not exist in the catalog store."));
            return Err(self.undefined_catalog(name, node.name.span, &flink));
        };
        let mut descriptor = descriptor.clone();
        let mut written = None;
        match &node.action {
            AlterCatalogAction::Set(options) => {
                descriptor.options.extend(option_map(Some(options)));
                written = Some(options);
            }
            AlterCatalogAction::Reset { keys, span } => {
                if let Some(diagnostic) = alter_options("CATALOG", keys, *span, "type") {
                    return Err(diagnostic.into());
                }
                remove(&mut descriptor.options, keys);
            }
            AlterCatalogAction::Comment(comment) => descriptor.comment = Some(comment.value.clone()),
        }
        // As in Flink: it is made anew whatever has changed.
        let span = written.map_or(node.name.span, |options| options.span);
        let catalog = open_catalog(&descriptor.options, written, span)?;
        if !is_empty(before.as_ref())? {
            let message = format!("catalog '{name}' is made anew, and what was in it is gone");
            let diagnostic = Diagnostic::warning(CATALOG_EMPTIED, node.name.span, message);
            self.report(diagnostic.with_help("Alter it before its databases and tables are created."));
        }
        self.catalogs.register_catalog(name, catalog, descriptor);
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn alter_function(&mut self, node: &AlterFunction) -> Outcome {
        let span = node.name.span;
        let temporary = match node.scope {
            Scope::Permanent => None,
            Scope::Temporary => Some("catalog"),
            Scope::TemporarySystem => Some("system"),
        };
        if let Some(word) = temporary {
            let diagnostic = Diagnostic::error(NOT_SUPPORTED, span, "a temporary function cannot be altered")
                .with_help("Drop it and create it anew.")
                .with_flink(flink::validation(format!("Alter temporary {word} function is not supported")));
            return Err(diagnostic.into());
        }
        let mut identifier = self.qualified(&node.name)?;
        identifier.object = identifier.object.to_lowercase();
        let found = match self.catalogs.catalog(&identifier.catalog) {
            Some(catalog) => catalog.function(&identifier.path())?.map(|function| (catalog, function)),
            None => None,
        };
        match found {
            Some((catalog, mut function)) => {
                function.class = node.class.value.clone();
                function.language = node.language.as_ref().map(|language| language.value.to_ascii_uppercase());
                catalog.drop_function(&identifier.path())?;
                catalog.create_function(&identifier.path(), function)?;
            }
            None if node.if_exists => {}
            None => return Err(self.unknown_function(&identifier, span)),
        }
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn alter_model(&mut self, node: &AlterModel) -> Outcome {
        let identifier = self.qualified(&node.name)?;
        let span = node.name.span;
        let found = match self.catalogs.catalog(&identifier.catalog) {
            Some(catalog) => catalog.model(&identifier.path())?.map(|model| (catalog, model)),
            None => None,
        };
        let Some((catalog, mut model)) = found else {
            if node.if_exists {
                return Ok(StatementResult::Succeeded);
            }
            let flink = flink::validation(format!("Model {identifier} doesn't exist."));
            return Err(unknown_object(span, format!("model '{}' does not exist", identifier.summary()), flink));
        };
        let mut path = identifier.path();
        match &node.action {
            AlterObjectAction::Set(options) => model.options.extend(option_map(Some(options))),
            AlterObjectAction::Reset { keys, span } => {
                if keys.is_empty() {
                    let flink = flink::validation("ALTER MODEL RESET does not support empty key.");
                    return Err(Diagnostic::error(definition::INVALID_ALTER, *span, "RESET names no option").with_flink(flink).into());
                }
                remove(&mut model.options, keys);
            }
            AlterObjectAction::Rename(new_name) => {
                path.object = new_name.last().value.clone();
                if catalog.model(&path)?.is_some() {
                    return Err(model_exists(&ObjectIdentifier { object: path.object, ..identifier }, new_name.span));
                }
            }
        }
        catalog.drop_model(&identifier.path())?;
        catalog.create_model(&path, model)?;
        Ok(StatementResult::Succeeded)
    }
}

fn remove(options: &mut IndexMap<String, String>, keys: &[StringLiteral]) {
    for key in keys {
        options.shift_remove(&key.value);
    }
}

/// True for a catalog with one database and nothing in it.
fn is_empty(catalog: &dyn Catalog) -> Result<bool> {
    let databases = catalog.databases()?;
    for database in &databases {
        if !catalog.objects(database)?.is_empty() || !catalog.functions(database)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(databases.len() <= 1)
}
