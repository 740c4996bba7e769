//! DROP of every kind of object.

use super::create::Scope;
use super::create::print::scope_words;
use crate::ast::ObjectName;
use crate::diagnostics::UNSUPPORTED_SYNTAX;
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer};
use crate::token::TokenKind;
use diag::{Diagnostic, Span};

/// `DROP [TEMPORARY [SYSTEM]] kind [IF EXISTS] name [RESTRICT | CASCADE]`
#[derive(Clone, Debug, PartialEq)]
pub struct Drop {
    pub kind: ObjectKind,
    pub scope: Scope,
    pub if_exists: bool,
    pub name: ObjectName,
    /// Only of databases: `Some(true)` for CASCADE, `Some(false)` for RESTRICT.
    pub cascade: Option<bool>,
}

/// The kinds of objects that a catalog holds, and catalogs themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    Catalog,
    Database,
    Table,
    View,
    Function,
    Model,
    Connection,
    MaterializedTable,
}

impl ObjectKind {
    /// The words of SQL for this kind.
    pub fn words(self) -> &'static str {
        match self {
            ObjectKind::Catalog => "CATALOG",
            ObjectKind::Database => "DATABASE",
            ObjectKind::Table => "TABLE",
            ObjectKind::View => "VIEW",
            ObjectKind::Function => "FUNCTION",
            ObjectKind::Model => "MODEL",
            ObjectKind::Connection => "CONNECTION",
            ObjectKind::MaterializedTable => "MATERIALIZED TABLE",
        }
    }
}

impl Parser<'_> {
    /// `DROP ..`
    pub(crate) fn drop_statement(&mut self) -> Parsed<Drop> {
        self.expect_keyword("DROP")?;
        let start = self.start();
        let scope = self.scope()?;
        let scope_span = self.span_from(start);
        let kind = self.dropped_kind()?;
        self.check_scope(kind, scope, scope_span);
        let if_exists = self.if_exists()?;
        let name = self.object_name("the name of what is dropped")?;
        let cascade = match kind {
            ObjectKind::Database => self.eat_one_of(&["RESTRICT", "CASCADE"]).map(|word| word == "CASCADE"),
            _ => None,
        };
        self.refuse_further_names(kind)?;
        Ok(Drop { kind, scope, if_exists, name, cascade })
    }

    fn dropped_kind(&mut self) -> Parsed<ObjectKind> {
        const KINDS: &[(&str, ObjectKind)] = &[
            ("CATALOG", ObjectKind::Catalog),
            ("DATABASE", ObjectKind::Database),
            ("TABLE", ObjectKind::Table),
            ("VIEW", ObjectKind::View),
            ("FUNCTION", ObjectKind::Function),
            ("MODEL", ObjectKind::Model),
            ("CONNECTION", ObjectKind::Connection),
            ("MATERIALIZED", ObjectKind::MaterializedTable),
        ];
        let kind = self.one_of_words(KINDS)?;
        if kind == ObjectKind::MaterializedTable {
            self.expect_keyword("TABLE")?;
        }
        Ok(kind)
    }

    fn check_scope(&mut self, kind: ObjectKind, scope: Scope, span: Span) {
        let allowed = match kind {
            ObjectKind::Catalog | ObjectKind::Database | ObjectKind::MaterializedTable => scope == Scope::Permanent,
            ObjectKind::Table | ObjectKind::View | ObjectKind::Model => scope != Scope::TemporarySystem,
            ObjectKind::Function | ObjectKind::Connection => true,
        };
        if !allowed {
            let message = format!("a {} cannot be {}", kind.words().to_lowercase(), scope_words(scope).trim_end());
            self.report_also(Diagnostic::error(UNSUPPORTED_SYNTAX, span, message).with_fix("Remove it", span, ""));
        }
    }

    fn refuse_further_names(&mut self, kind: ObjectKind) -> Parsed<()> {
        if self.peek() != TokenKind::Comma {
            return Ok(());
        }
        let message = format!("DROP {} takes one name", kind.words());
        let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, self.token().span, message);
        let flink = self.flink_text(self.token());
        Err(self.report(diagnostic.with_help("Write one DROP for each.").with_flink(flink)))
    }
}

impl Print for Drop {
    fn print(&self, p: &mut Printer) {
        p.text("DROP ").text(scope_words(self.scope)).text(self.kind.words()).text(" ").when(self.if_exists, "IF EXISTS ").node(&self.name);
        match self.cascade {
            Some(true) => p.text(" CASCADE"),
            Some(false) => p.text(" RESTRICT"),
            None => p,
        };
    }
}
