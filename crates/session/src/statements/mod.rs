//! Carrying out statements: one file for each family, named as in `sql::statements`.

mod alter;
mod create;
mod create_table;
mod describe;
mod dml;
mod drop;
mod explain;
mod materialized_table;
mod module;
pub(crate) mod overrides;
mod plan;
mod set;
mod set_table;
mod show;
mod show_create;
mod use_;

use crate::diagnostics::{ALREADY_EXISTS, NOT_SUPPORTED, STATEMENT_SET, UNKNOWN_OBJECT};
use crate::flink;
use crate::result::StatementResult;
use crate::session::Session;
pub(crate) use create::catalog_function;
use diag::{Diagnostic, Error, Result, Span, suggest};
use resolve::definition::INVALID_NAME;
use resolve::definition::parts;
use sql::ast::ObjectName;
use sql::statements::{Statement, StatementKind};
use table::catalog::{Catalog, ObjectIdentifier};

type Outcome = Result<StatementResult>;

impl Session {
    pub(crate) fn statement(&mut self, statement: &Statement) -> Outcome {
        let span = statement.span;
        if self.statement_set.is_some() && !may_stand_in_set(&statement.kind) {
            return Err(not_in_set(span).into());
        }
        match &statement.kind {
            StatementKind::Query(query) => self.query(query, span),
            StatementKind::Insert(insert) => self.insert(insert, span),
            StatementKind::Update(update) => self.update(update),
            StatementKind::Delete(delete) => self.delete(delete),
            StatementKind::Truncate(truncate) => self.truncate(truncate),
            StatementKind::StatementSet(set) => self.statement_set(set, span),
            StatementKind::BeginStatementSet => self.begin_statement_set(span),
            StatementKind::EndStatementSet => self.end_statement_set(span),
            StatementKind::CreateTable(node) => self.create_table(node, span),
            StatementKind::CreateView(node) => self.create_view(node, span),
            StatementKind::CreateCatalog(node) => self.create_catalog(node),
            StatementKind::CreateDatabase(node) => self.create_database(node),
            StatementKind::CreateFunction(node) => self.create_function(node, span),
            StatementKind::CreateModel(node) => self.create_model(node, span),
            StatementKind::CreateConnection(_) | StatementKind::AlterConnection(_) => Err(no_connections(span).into()),
            StatementKind::CreateMaterializedTable(node) => self.create_materialized_table(node, span),
            StatementKind::AlterMaterializedTable(node) => self.alter_materialized_table(node, span),
            StatementKind::AlterTable(node) => self.alter_table(node, span),
            StatementKind::AlterView(node) => self.alter_view(node, span),
            StatementKind::AlterDatabase(node) => self.alter_database(node),
            StatementKind::AlterCatalog(node) => self.alter_catalog(node),
            StatementKind::AlterFunction(node) => self.alter_function(node),
            StatementKind::AlterModel(node) => self.alter_model(node),
            StatementKind::Drop(node) => self.drop_object(node, span),
            StatementKind::Show(node) => self.show(node, span),
            StatementKind::Describe(node) => self.describe(node, span),
            StatementKind::Explain(node) => self.explain(node, span),
            StatementKind::UseCatalog(node) => self.use_catalog(node),
            StatementKind::UseDatabase(node) => self.use_database(node),
            StatementKind::UseModules(node) => self.use_modules(node),
            StatementKind::LoadModule(node) => self.load_module(node),
            StatementKind::UnloadModule(node) => self.unload_module(node),
            StatementKind::AddJar(jar) => self.add_jar(jar),
            StatementKind::RemoveJar(jar) => self.remove_jar(jar),
            StatementKind::Set(node) => self.set(node),
            StatementKind::Reset(node) => self.reset(node),
            StatementKind::SetTable(node) => self.set_table(node),
            StatementKind::ResetTable(node) => self.reset_table(node),
            StatementKind::CompilePlan(_) | StatementKind::ExecutePlan(_) => Err(no_plans(span).into()),
            StatementKind::AnalyzeTable(node) => self.analyze_table(node),
            StatementKind::StopJob(_) => Err(no_jobs(span).into()),
            StatementKind::Call(node) => self.call(node),
            StatementKind::Client(command) => Ok(StatementResult::Client(*command)),
            StatementKind::Error => Err(Error::invalid("the statement cannot be read")),
        }
    }

    /// Completes the name of an object and finds its catalog.
    fn qualified(&mut self, name: &ObjectName) -> Result<ObjectIdentifier> {
        self.catalogs.qualify(&parts(name)).ok_or_else(|| {
            let message = format!("name '{}' has more than three parts", name.text());
            Diagnostic::error(INVALID_NAME, name.span, message).with_help("A name is made of catalog, database and object.").into()
        })
    }

    /// The catalog that an object is created in; its database is there.
    fn home(&self, identifier: &ObjectIdentifier, span: Span) -> Result<&dyn Catalog> {
        let Some(catalog) = self.catalogs.catalog(&identifier.catalog) else {
            return Err(self.unknown_catalog(
                &identifier.catalog,
                span,
                &flink::validation(format!("Catalog {} does not exist.", identifier.catalog)),
            ));
        };
        if catalog.database(&identifier.database)?.is_none() {
            return Err(self.unknown_database(&identifier.catalog, &identifier.database, span));
        }
        Ok(catalog.as_ref())
    }

    /// The catalog of a database that a statement names, with its name, and the name of the database.
    fn named_database<'s>(&'s self, name: &'s ObjectName) -> Result<(&'s str, &'s dyn Catalog, &'s str)> {
        let Some((catalog, database)) = database_name(name) else {
            let message = format!("database name '{}' has more than two parts", name.text());
            return Err(Diagnostic::error(INVALID_NAME, name.span, message).into());
        };
        let catalog_name = catalog.unwrap_or(self.catalogs.current_catalog());
        match self.catalogs.catalog(catalog_name) {
            Some(catalog) => Ok((catalog_name, catalog.as_ref(), database)),
            None => {
                let flink = flink::validation(format!("Catalog {catalog_name} does not exist"));
                Err(self.unknown_catalog(catalog_name, name.span, &flink))
            }
        }
    }

    fn unknown_catalog(&self, name: &str, span: Span, flink: &str) -> Error {
        let names = self.catalogs.catalog_names();
        let diagnostic = Diagnostic::error(UNKNOWN_OBJECT, span, format!("catalog '{name}' does not exist")).with_flink(flink);
        with_near(diagnostic, name, names.iter().map(String::as_str)).into()
    }

    /// A catalog without a definition: the built-in one, or none at all.
    fn undefined_catalog(&self, name: &str, span: Span, flink: &str) -> Error {
        if self.catalogs.catalog(name).is_none() {
            return self.unknown_catalog(name, span, flink);
        }
        Diagnostic::error(NOT_SUPPORTED, span, format!("catalog '{name}' is built in and has no definition")).with_flink(flink).into()
    }

    fn unknown_database(&self, catalog: &str, name: &str, span: Span) -> Error {
        let flink = flink::catalog("DatabaseNotExistException", format!("Database {name} does not exist in Catalog {catalog}."));
        self.unknown_database_as(catalog, name, span, &flink)
    }

    fn unknown_database_as(&self, catalog: &str, name: &str, span: Span, flink: &str) -> Error {
        let names = self.catalogs.catalog(catalog).and_then(|c| c.databases().ok()).unwrap_or_default();
        let message = format!("database '{name}' does not exist in catalog '{catalog}'");
        let diagnostic = Diagnostic::error(UNKNOWN_OBJECT, span, message).with_flink(flink);
        with_near(diagnostic, name, names.iter().map(String::as_str)).into()
    }
}

/// The catalog and database of a name of one or two parts.
fn database_name(name: &ObjectName) -> Option<(Option<&str>, &str)> {
    match *parts(name).as_slice() {
        [database] => Some((None, database)),
        [catalog, database] => Some((Some(catalog), database)),
        _ => None,
    }
}

fn with_near<'n>(diagnostic: Diagnostic, name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    match suggest::nearest(name, candidates) {
        Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
        None => diagnostic,
    }
}

fn already_exists(span: Span, message: impl Into<String>, flink: impl Into<String>) -> Error {
    Diagnostic::error(ALREADY_EXISTS, span, message).with_flink(flink).into()
}

fn unknown_object(span: Span, message: impl Into<String>, flink: impl Into<String>) -> Error {
    Diagnostic::error(UNKNOWN_OBJECT, span, message).with_flink(flink).into()
}

fn may_stand_in_set(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Insert(_) | StatementKind::EndStatementSet | StatementKind::BeginStatementSet | StatementKind::Error => true,
        StatementKind::CreateTable(node) => node.query.is_some(),
        _ => false,
    }
}

fn not_in_set(span: Span) -> Diagnostic {
    let flink = "Only 'INSERT/CREATE TABLE AS' statement is allowed in Statement Set or use 'END' to submit Statement Set.";
    Diagnostic::error(STATEMENT_SET, span, "this statement cannot stand in a statement set")
        .with_help("Put it before BEGIN STATEMENT SET or after END.")
        .with_flink(flink::client(flink))
}

fn no_connections(span: Span) -> Diagnostic {
    Diagnostic::error(NOT_SUPPORTED, span, "connections are not supported")
        .with_note("Flink reads the statement, but does not carry it out either.")
        .with_flink(flink::table("Unsupported query: CREATE CONNECTION"))
}

fn no_plans(span: Span) -> Diagnostic {
    Diagnostic::error(NOT_SUPPORTED, span, "compiled plans are not supported")
        .with_note("A plan file holds the operators of a Flink version.")
        .with_help("Run the INSERT itself.")
}

fn no_jobs(span: Span) -> Diagnostic {
    Diagnostic::error(NOT_SUPPORTED, span, "there is no cluster whose jobs could be listed or stopped")
        .with_note("A statement runs in this process and ends with it.")
        .with_flink(flink::unsupported("ShowJobsOperation doesn't support ExecutableOperation yet."))
}
