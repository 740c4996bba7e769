//! CREATE TABLE, with LIKE and AS.

use super::{Outcome, already_exists};
use crate::flink;
use crate::result::StatementResult;
use crate::session::Session;
use diag::{Diagnostic, Result, Span};
use resolve::definition::{self, CreateTableQuery};
use sql::ast::{Ident, ObjectName, Quote};
use sql::statements::create_table::{CreateMode, CreateTable};
use sql::statements::dml::Insert;
use std::sync::Arc;
use table::catalog::{CatalogObject, ObjectIdentifier, WORKSPACE};
use workspace::{Dialect, HIDDEN_TABLE, NATIVE_DDL, Policy};

impl Session {
    pub(super) fn create_table(&mut self, node: &CreateTable, span: Span) -> Outcome {
        let identifier = self.qualified(&node.name)?;
        self.check_native_ddl(node)?;
        if node.if_not_exists && self.exists(&identifier, node.temporary)? {
            return Ok(StatementResult::Succeeded);
        }
        let is_blink = self.overrides.task.as_ref().is_some_and(|task| task.engine.dialect == Dialect::Blink);
        let definition = match is_blink {
            true => self.define_in_any_form(node, span),
            false => definition::create_table(&self.context(), span, node),
        };
        let definition = self.accept(definition)?;
        let object = CatalogObject::Table(Arc::new(definition.table));
        match node.mode {
            CreateMode::Create => self.register(&identifier, object, node.temporary, node.if_not_exists, node.name.span)?,
            CreateMode::CreateOrReplace | CreateMode::Replace => self.replace(node, &identifier, object)?,
        }
        match definition.query {
            Some(query) => self.fill(node, query, span),
            None => Ok(StatementResult::Succeeded),
        }
    }

    fn exists(&self, identifier: &ObjectIdentifier, temporary: bool) -> Result<bool> {
        match temporary {
            true => Ok(self.catalogs.temporary_object(identifier).is_some()),
            false => Ok(self.catalogs.permanent_object(identifier)?.is_some()),
        }
    }

    /// Some projects want all tables among their own.
    fn check_native_ddl(&mut self, node: &CreateTable) -> Result<()> {
        let policy = self.overrides.task.as_ref().map_or(Policy::Allow, |task| task.native_ddl);
        let message = "tasks of this project do not create tables";
        match policy {
            Policy::Allow => return Ok(()),
            Policy::Warn => self.report(Diagnostic::warning(NATIVE_DDL, node.name.span, message)),
            Policy::Deny => {
                let diagnostic = Diagnostic::error(NATIVE_DDL, node.name.span, message);
                return Err(diagnostic.with_help("Put the table into the folder 'tables' of the project.").into());
            }
        }
        Ok(())
    }

    /// Adds a table or view; one that is there already is an error or is left alone. In a project it lives as long as the script.
    pub(super) fn register(
        &mut self,
        identifier: &ObjectIdentifier,
        object: CatalogObject,
        temporary: bool,
        if_not_exists: bool,
        span: Span,
    ) -> Result<()> {
        let is_of_task = identifier.catalog == WORKSPACE;
        if is_of_task && self.catalogs.permanent_object(identifier)?.is_some() {
            let message = format!("'{}' of the script hides the table of the project", identifier.object);
            self.report(Diagnostic::warning(HIDDEN_TABLE, span, message));
        }
        let temporary = temporary || is_of_task;
        if self.exists(identifier, temporary)? {
            return if if_not_exists { Ok(()) } else { Err(self.table_exists(identifier, temporary, span)) };
        }
        if temporary {
            self.catalogs.set_temporary_object(identifier.clone(), object);
            return Ok(());
        }
        self.home(identifier, span)?.create_object(&identifier.path(), object)
    }

    pub(super) fn table_exists(&self, identifier: &ObjectIdentifier, temporary: bool, span: Span) -> diag::Error {
        let message = format!("table or view '{}' exists already", identifier.summary());
        let flink = match temporary {
            true => flink::validation(format!("Temporary table '{identifier}' already exists")),
            false => flink::catalog(
                "TableAlreadyExistException",
                format!("Table (or view) {} already exists in Catalog {}.", identifier.path(), identifier.catalog),
            ),
        };
        already_exists(span, message, flink)
    }

    /// Without a query, Flink replaces nothing: the table must be new.
    fn replace(&mut self, node: &CreateTable, identifier: &ObjectIdentifier, object: CatalogObject) -> Result<()> {
        let span = node.name.span;
        let exists = self.exists(identifier, false)?;
        if !exists && node.mode == CreateMode::Replace {
            let flink = flink::table(format!(
                "The table {identifier} to be replaced doesn't exist. You can try to use CREATE TABLE AS statement or CREATE OR REPLACE \
                 TABLE AS statement."
            ));
            let diagnostic =
                Diagnostic::error(crate::diagnostics::UNKNOWN_OBJECT, span, format!("table '{}' does not exist", identifier.summary()))
                    .with_help("Write CREATE OR REPLACE TABLE.")
                    .with_flink(flink);
            return Err(diagnostic.into());
        }
        if !exists || node.query.is_none() {
            return self.register(identifier, object, node.temporary, false, span);
        }
        self.home(identifier, span)?.alter_object(&identifier.path(), object)
    }

    /// The INSERT that fills the table from the query.
    fn fill(&mut self, node: &CreateTable, query: CreateTableQuery, span: Span) -> Outcome {
        let place = node.name.span;
        let column = |name: String| {
            let part = Ident { value: name, quote: Quote::Backtick, span: place };
            ObjectName { parts: vec![part], span: place }
        };
        let insert = Insert {
            execute: false,
            overwrite: false,
            target: node.name.clone(),
            hints: Vec::new(),
            partition: None,
            columns: query.columns.into_iter().map(column).collect(),
            columns_span: None,
            query: *query.query,
            on_conflict: None,
            span,
        };
        self.insert(&insert, span)
    }
}
