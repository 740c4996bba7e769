//! CREATE of catalogs, databases, views, functions, models and connections back to SQL.

use super::{CreateCatalog, CreateConnection, CreateDatabase, CreateFunction, CreateModel, CreateView, Resource, ResourceKind, Scope};
use crate::ast::Ident;
use crate::print::{Print, Printer};
use crate::statements::create_table::print::print_with;

impl Print for CreateCatalog {
    fn print(&self, p: &mut Printer) {
        p.text("CREATE CATALOG ").when(self.if_not_exists, "IF NOT EXISTS ").node(&self.name);
        p.optional("\nCOMMENT ", self.comment.as_ref());
        print_with(self.options.as_ref(), p);
    }
}

impl Print for CreateDatabase {
    fn print(&self, p: &mut Printer) {
        p.text("CREATE DATABASE ").when(self.if_not_exists, "IF NOT EXISTS ").node(&self.name);
        p.optional("\nCOMMENT ", self.comment.as_ref());
        print_with(self.options.as_ref(), p);
    }
}

impl Print for CreateView {
    fn print(&self, p: &mut Printer) {
        p.text("CREATE ").when(self.or_replace, "OR REPLACE ").when(self.temporary, "TEMPORARY ").text("VIEW ");
        p.when(self.if_not_exists, "IF NOT EXISTS ").node(&self.name);
        if !self.columns.is_empty() {
            p.text(" (\n  ").separated(&self.columns, ",\n  ").text("\n)");
        }
        p.optional("\nCOMMENT ", self.comment.as_ref()).text("\nAS ").node(&self.query);
    }
}

/// ``, `TEMPORARY ` or `TEMPORARY SYSTEM `.
pub(crate) fn scope_words(scope: Scope) -> &'static str {
    match scope {
        Scope::Permanent => "",
        Scope::Temporary => "TEMPORARY ",
        Scope::TemporarySystem => "TEMPORARY SYSTEM ",
    }
}

impl Print for CreateFunction {
    fn print(&self, p: &mut Printer) {
        p.text("CREATE ").when(self.or_replace, "OR REPLACE ").text(scope_words(self.scope)).text("FUNCTION ");
        p.when(self.if_not_exists, "IF NOT EXISTS ").node(&self.name).text(" AS ").node(&self.class);
        print_language(self.language.as_ref(), p);
        if !self.using.is_empty() {
            p.text(" USING ").list(&self.using);
        }
        print_with(self.options.as_ref(), p);
    }
}

/// ` LANGUAGE JAVA`, or nothing: the languages are words of the grammar, never names.
pub(crate) fn print_language(language: Option<&Ident>, p: &mut Printer) {
    if let Some(language) = language {
        p.text(" LANGUAGE ").text(&language.value);
    }
}

impl Print for Resource {
    fn print(&self, p: &mut Printer) {
        p.text(match self.kind {
            ResourceKind::Jar => "JAR ",
            ResourceKind::Artifact => "ARTIFACT ",
        });
        p.node(&self.path);
    }
}

impl Print for CreateModel {
    fn print(&self, p: &mut Printer) {
        p.text("CREATE ").when(self.or_replace, "OR REPLACE ").when(self.temporary, "TEMPORARY ").text("MODEL ");
        p.when(self.if_not_exists, "IF NOT EXISTS ").node(&self.name);
        if !self.input.is_empty() {
            p.text("\nINPUT ").in_parentheses(&self.input);
        }
        if !self.output.is_empty() {
            p.text("\nOUTPUT ").in_parentheses(&self.output);
        }
        p.optional("\nCOMMENT ", self.comment.as_ref());
        print_with(self.options.as_ref(), p);
        p.optional("\nAS ", self.query.as_ref());
    }
}

impl Print for CreateConnection {
    fn print(&self, p: &mut Printer) {
        p.text("CREATE ").when(self.or_replace, "OR REPLACE ").text(scope_words(self.scope)).text("CONNECTION ");
        p.when(self.if_not_exists, "IF NOT EXISTS ").node(&self.name).optional("\nCOMMENT ", self.comment.as_ref());
        print_with(self.options.as_ref(), p);
    }
}
