//! Definitions: from the syntax of CREATE and ALTER to the objects that a catalog keeps.
//!
//! Each entry returns the object, unless it cannot be made at all, and everything there is to say about it. An object with errors is
//! still returned where that helps to check the statements after it. Whether an object may be registered (does it exist already, is it
//! temporary) is the session's to say.

mod alter;
mod columns;
mod create;
mod diagnostics;
mod expand;
mod like;
mod model;
mod options;
mod table_as;
mod view;

pub use alter::{alter_options, alter_table, partition_spec};
pub use create::{CreateTableQuery, TableDefinition, create_table};
pub(crate) use diagnostics::MISSING_COLUMN;
pub use diagnostics::{DIAGNOSTICS, INVALID_ALTER, INVALID_NAME};
pub use expand::{expanded_expression, expanded_query};
pub use model::model;
pub use view::{ViewParts, view};

use crate::Context;
use diag::{Diagnostic, Span};
use sql::ast::{Expr, Ident, ObjectName};
use std::sync::Arc;
use table::SqlText;
use table::catalog::ObjectIdentifier;

/// The classes of Flink's exceptions.
const VALIDATION: &str = "org.apache.flink.table.api.ValidationException";
const SQL_VALIDATE: &str = "org.apache.flink.sql.parser.error.SqlValidateException";
const SQL_VALIDATOR: &str = "org.apache.calcite.sql.validate.SqlValidatorException";

/// What one definition is read with, and what was found.
pub(crate) struct Definer<'a> {
    pub(crate) context: &'a Context<'a>,
    /// The whole statement: Flink counts lines from its start.
    statement: Span,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> Definer<'a> {
    pub(crate) fn new(context: &'a Context<'a>, statement: Span) -> Self {
        Definer { context, statement, diagnostics: Vec::new() }
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Completes the name of an object.
    pub(crate) fn identifier(&mut self, name: &ObjectName) -> Option<ObjectIdentifier> {
        let identifier = self.context.catalogs.qualify(&parts(name));
        if identifier.is_none() {
            let message = format!("name '{}' has more than three parts", name.text());
            self.report(
                Diagnostic::error(diagnostics::INVALID_NAME, name.span, message)
                    .with_help("A name is made of catalog, database and object.")
                    .with_flink(format!("{VALIDATION}: Invalid identifier: {}", name.text())),
            );
        }
        identifier
    }

    /// `line 1, column 40`, counted from the start of the statement as Flink does.
    pub(crate) fn position(&self, span: Span) -> String {
        let start = Span::new(span.source, self.statement.start, span.start);
        let before = self.context.sources.snippet(start);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("line {line}, column {column}")
    }

    /// An expression as it is kept.
    pub(crate) fn sql_text(&self, expr: &Expr) -> SqlText {
        SqlText {
            text: Arc::from(self.context.sources.snippet(expr.span)),
            span: expr.span,
            expanded: Arc::from(expanded_expression(self.context, expr)),
        }
    }
}

/// The parts of a name.
pub fn parts(name: &ObjectName) -> Vec<&str> {
    name.parts.iter().map(|part| part.value.as_str()).collect()
}

fn values(names: &[Ident]) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).collect()
}

/// `['a', 'b']`
fn quoted_list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("'{name}'")).collect();
    format!("[{}]", quoted.join(", "))
}

/// `[a, b]`
fn plain_list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    format!("[{}]", names.into_iter().collect::<Vec<_>>().join(", "))
}
