//! The parsers of CREATE for catalogs, databases, views, functions, models and connections.

use super::{CreateCatalog, CreateConnection, CreateDatabase, CreateFunction, CreateModel, CreateView, Resource, ResourceKind, Scope};
use crate::ast::{Ident, Query};
use crate::diagnostics::{MISSPELT_KEYWORD, SYNTAX_ERROR, UNSUPPORTED_SYNTAX};
use crate::parser::{Parsed, Parser};
use crate::statements::StatementKind;
use crate::statements::create_table::{ColumnDef, CreateMode, Options};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

/// The words between CREATE and the kind of object.
#[derive(Clone, Copy)]
struct Modifiers {
    or_replace: Option<Span>,
    scope: Scope,
    scope_span: Span,
}

impl Parser<'_> {
    /// `CREATE ..`
    pub(crate) fn create(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword("CREATE")?;
        if self.word() == "OR" && self.word_nth(1) == "ALTER" {
            self.expect_keywords("OR ALTER")?;
            return Ok(StatementKind::CreateMaterializedTable(Box::new(self.create_materialized_table(true)?)));
        }
        let or_replace = if self.at_keyword("OR") { Some(self.expect_keywords("OR REPLACE")?) } else { None };
        let start = self.start();
        let scope = self.scope()?;
        self.create_object(Modifiers { or_replace, scope, scope_span: self.span_from(start) })
    }

    fn create_object(&mut self, modifiers: Modifiers) -> Parsed<StatementKind> {
        let temporary = modifiers.scope != Scope::Permanent;
        let or_replace = modifiers.or_replace.is_some();
        self.repair_keyword(&["TABLE", "VIEW", "FUNCTION", "CATALOG", "DATABASE", "MODEL", "CONNECTION", "MATERIALIZED"]);
        if self.at_keyword("TABLE") {
            self.refuse_system(modifiers);
            let mode = if or_replace { CreateMode::CreateOrReplace } else { CreateMode::Create };
            return Ok(StatementKind::CreateTable(Box::new(self.create_table(mode, temporary)?)));
        }
        if self.at_keyword("VIEW") {
            self.refuse_system(modifiers);
            return Ok(StatementKind::CreateView(Box::new(self.create_view(or_replace, temporary)?)));
        }
        if self.at_keyword("FUNCTION") {
            return Ok(StatementKind::CreateFunction(self.create_function(or_replace, modifiers.scope)?));
        }
        if self.at_keyword("MODEL") {
            self.refuse_system(modifiers);
            return Ok(StatementKind::CreateModel(Box::new(self.create_model(or_replace, temporary)?)));
        }
        if self.at_keyword("CONNECTION") {
            return Ok(StatementKind::CreateConnection(self.create_connection(or_replace, modifiers.scope)?));
        }
        if self.at_keyword("CATALOG") {
            self.refuse_modifiers(modifiers);
            return Ok(StatementKind::CreateCatalog(self.create_catalog()?));
        }
        if self.at_keyword("DATABASE") {
            self.refuse_modifiers(modifiers);
            return Ok(StatementKind::CreateDatabase(self.create_database()?));
        }
        if self.at_keyword("MATERIALIZED") {
            self.refuse_modifiers(modifiers);
            return Ok(StatementKind::CreateMaterializedTable(Box::new(self.create_materialized_table(false)?)));
        }
        Err(self.foreign_object())
    }

    /// Kinds of objects that other databases have.
    fn foreign_object(&mut self) -> crate::parser::Reported {
        let token = self.token();
        let help = match self.word() {
            "SCHEMA" => "Flink calls it a database: CREATE DATABASE.",
            "USER" | "ROLE" => "Flink SQL has no users and roles.",
            "INDEX" => "Flink SQL has no indexes.",
            "EXTERNAL" => "Every table of Flink SQL is external: CREATE TABLE .. WITH ('connector' = ..).",
            _ => return self.expected(""),
        };
        let message = format!("'CREATE {}' is no statement of Flink SQL", self.word());
        let flink = self.flink_text(token);
        self.report(Diagnostic::error(UNSUPPORTED_SYNTAX, token.span, message).with_help(help).with_flink(flink))
    }

    /// `[TEMPORARY [SYSTEM]]`
    pub(crate) fn scope(&mut self) -> Parsed<Scope> {
        if self.word() == "SYSTEM" {
            let span = self.token().span;
            let diagnostic = Diagnostic::error(SYNTAX_ERROR, span, "a SYSTEM object is always TEMPORARY");
            self.report(diagnostic.with_fix("Write TEMPORARY SYSTEM", span, "TEMPORARY SYSTEM"));
            self.bump();
            return Ok(Scope::TemporarySystem);
        }
        if self.text_of(self.token()).eq_ignore_ascii_case("TEMP") && !self.ends_at(1) {
            let token = self.token();
            let diagnostic = Diagnostic::error(MISSPELT_KEYWORD, token.span, "'TEMP' is no keyword; did you mean 'TEMPORARY'?");
            self.report(diagnostic.with_fix("Write TEMPORARY", token.span, "TEMPORARY").with_flink(self.flink_text(token)));
            self.bump();
            return Ok(Scope::Temporary);
        }
        if !self.eat_keyword("TEMPORARY") {
            return Ok(Scope::Permanent);
        }
        Ok(if self.eat_keyword("SYSTEM") { Scope::TemporarySystem } else { Scope::Temporary })
    }

    /// Only functions and connections can be TEMPORARY SYSTEM.
    fn refuse_system(&mut self, modifiers: Modifiers) {
        if modifiers.scope == Scope::TemporarySystem {
            let message = format!("a {} cannot be TEMPORARY SYSTEM", self.word().to_lowercase());
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, modifiers.scope_span, message);
            self.report(diagnostic.with_fix("Write TEMPORARY", modifiers.scope_span, "TEMPORARY"));
        }
    }

    fn refuse_modifiers(&mut self, modifiers: Modifiers) {
        let kind = self.word().to_lowercase();
        let kind = if kind == "materialized" { "materialized table".to_string() } else { kind };
        let found = match modifiers {
            Modifiers { or_replace: Some(span), .. } => Some((span, format!("a {kind} cannot be replaced"))),
            Modifiers { scope: Scope::Permanent, .. } => None,
            Modifiers { scope_span, .. } => Some((scope_span, format!("a {kind} cannot be temporary"))),
        };
        if let Some((span, message)) = found {
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, message);
            self.report(diagnostic.with_fix("Remove it", span, ""));
        }
    }

    fn create_catalog(&mut self) -> Parsed<CreateCatalog> {
        self.expect_keyword("CATALOG")?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.ident("the name of the catalog")?;
        let comment = self.comment_clause()?;
        let options = self.with_options()?;
        Ok(CreateCatalog { if_not_exists, name, comment, options })
    }

    fn create_database(&mut self) -> Parsed<CreateDatabase> {
        self.expect_keyword("DATABASE")?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.object_name("the name of the database")?;
        let comment = self.comment_clause()?;
        let options = self.with_options()?;
        Ok(CreateDatabase { if_not_exists, name, comment, options })
    }

    /// `[WITH (..)]`
    pub(crate) fn with_options(&mut self) -> Parsed<Option<Options>> {
        if self.eat_keyword("WITH") { Ok(Some(self.options()?)) } else { Ok(None) }
    }

    fn create_view(&mut self, or_replace: bool, temporary: bool) -> Parsed<CreateView> {
        self.expect_keyword("VIEW")?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.object_name("the name of the view")?;
        let columns = if self.at(TokenKind::LeftParen) { self.view_columns()? } else { vec![] };
        let comment = self.comment_clause()?;
        self.expect_keyword("AS")?;
        let query = self.query()?;
        Ok(CreateView { or_replace, temporary, if_not_exists, name, columns, comment, query })
    }

    fn view_columns(&mut self) -> Parsed<Vec<Ident>> {
        let (columns, _) = self.element_list(
            false,
            |p| p.name_at(0),
            |p| {
                let name = p.ident("a column")?;
                if p.type_at(0) || p.word() == "COMMENT" {
                    let span = p.token().span;
                    let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, "the columns of a view are names only");
                    return Err(
                        p.report(diagnostic.with_help("Use CAST in the query to change a type.").with_flink(p.flink_text(p.token())))
                    );
                }
                Ok(name)
            },
        )?;
        Ok(columns)
    }

    fn create_function(&mut self, or_replace: bool, scope: Scope) -> Parsed<CreateFunction> {
        self.expect_keyword("FUNCTION")?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.object_name("the name of the function")?;
        self.expect_keyword("AS")?;
        let class = self.quoted("the class")?;
        let language = self.language()?;
        let using = if self.eat_keyword("USING") { self.comma_list(Parser::resource)? } else { vec![] };
        let options = self.with_options()?;
        Ok(CreateFunction { or_replace, scope, if_not_exists, name, class, language, using, options })
    }

    /// `[LANGUAGE {JAVA | SCALA | PYTHON | SQL}]`
    pub(crate) fn language(&mut self) -> Parsed<Option<Ident>> {
        if !self.eat_keyword("LANGUAGE") {
            return Ok(None);
        }
        const LANGUAGES: &[&str] = &["JAVA", "SCALA", "PYTHON", "SQL"];
        self.repair_keyword(LANGUAGES);
        match self.eat_one_of(LANGUAGES) {
            Some(word) => Ok(Some(Ident::new(word, self.previous().span))),
            None => Err(self.expected("")),
        }
    }

    fn resource(&mut self) -> Parsed<Resource> {
        let start = self.start();
        let kind = if self.eat_keyword("JAR") {
            ResourceKind::Jar
        } else if self.eat_keyword("ARTIFACT") {
            ResourceKind::Artifact
        } else {
            return Err(self.expected(""));
        };
        let path = self.quoted("the path")?;
        Ok(Resource { kind, path, span: self.span_from(start) })
    }

    fn create_model(&mut self, or_replace: bool, temporary: bool) -> Parsed<CreateModel> {
        self.expect_keyword("MODEL")?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.object_name("the name of the model")?;
        let input = if self.eat_keyword("INPUT") { self.model_columns()? } else { vec![] };
        let output = if self.eat_keyword("OUTPUT") { self.model_columns()? } else { vec![] };
        let comment = self.comment_clause()?;
        let options = self.with_options()?;
        let query_start = self.start();
        let query: Option<Query> = if self.eat_keyword("AS") { Some(self.query()?) } else { None };
        if query.is_some() && !(input.is_empty() && output.is_empty()) {
            let message = "a model with a query takes its columns from the query";
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.span_from(query_start), message);
            let diagnostic = diagnostic.with_help("Leave INPUT and OUTPUT out.");
            self.report_also(diagnostic.with_flink("CREATE MODEL AS SELECT syntax does not support to specify explicit input columns."));
        }
        Ok(CreateModel { or_replace, temporary, if_not_exists, name, input, output, comment, options, query: query.map(Box::new) })
    }

    fn model_columns(&mut self) -> Parsed<Vec<ColumnDef>> {
        Ok(self.element_list(false, |p| p.name_at(0) && p.type_at(1), Parser::column)?.0)
    }

    fn create_connection(&mut self, or_replace: bool, scope: Scope) -> Parsed<CreateConnection> {
        self.expect_keyword("CONNECTION")?;
        let if_not_exists = self.if_not_exists()?;
        let name = self.object_name("the name of the connection")?;
        let comment = self.comment_clause()?;
        self.expect_keyword("WITH")?;
        let options = Some(self.options()?);
        Ok(CreateConnection { or_replace, scope, if_not_exists, name, comment, options })
    }
}
