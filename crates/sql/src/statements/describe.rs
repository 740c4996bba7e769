//! DESCRIBE.

use super::drop::ObjectKind;
use crate::ast::{ObjectName, StringLiteral};
use crate::diagnostics::UNSUPPORTED_STATEMENT;
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer};
use crate::token::TokenKind;
use diag::Diagnostic;

#[derive(Clone, Debug, PartialEq)]
pub enum Describe {
    /// `DESCRIBE [EXTENDED] t`
    Table { extended: bool, name: ObjectName },
    /// `DESCRIBE {CATALOG | DATABASE | FUNCTION | MODEL | CONNECTION} [EXTENDED] x`
    Object { kind: ObjectKind, extended: bool, name: ObjectName },
    /// `DESCRIBE JOB 'id'`
    Job(StringLiteral),
}

impl Parser<'_> {
    /// `{DESCRIBE | DESC} ..`
    pub(crate) fn describe_statement(&mut self) -> Parsed<Describe> {
        const KINDS: &[(&str, ObjectKind)] = &[
            ("CATALOG", ObjectKind::Catalog),
            ("DATABASE", ObjectKind::Database),
            ("FUNCTION", ObjectKind::Function),
            ("MODEL", ObjectKind::Model),
            ("CONNECTION", ObjectKind::Connection),
        ];
        self.bump();
        if self.word() == "JOB" && self.peek_nth(1).is_string() {
            self.bump();
            return Ok(Describe::Job(self.plain_string("the id of the job")?));
        }
        for (word, kind) in KINDS {
            if self.at_object_kind(word) {
                self.bump();
                let extended = self.eat_keyword("EXTENDED");
                return Ok(Describe::Object { kind: *kind, extended, name: self.object_name("a name")? });
            }
        }
        self.refuse_other_description()?;
        let extended = self.eat_keyword("EXTENDED");
        Ok(Describe::Table { extended, name: self.object_name("the name of a table")? })
    }

    /// True at the word of a kind of objects; a table may have the name of a kind.
    fn at_object_kind(&mut self, word: &'static str) -> bool {
        self.at_keyword(word) && !matches!(self.peek_nth(1), TokenKind::Dot | TokenKind::Semicolon | TokenKind::End)
    }

    /// Flink's parser takes DESCRIBE before queries and the word TABLE, but Flink cannot execute either.
    fn refuse_other_description(&mut self) -> Parsed<()> {
        let span = self.token().span;
        if self.word() == "TABLE" {
            let diagnostic = Diagnostic::error(UNSUPPORTED_STATEMENT, span, "DESCRIBE has no word TABLE before the name");
            self.report(diagnostic.with_fix("Remove it", span, ""));
            self.bump();
        } else if self.query_starts_at(0) || matches!(self.word(), "INSERT" | "UPDATE" | "DELETE") {
            let diagnostic = Diagnostic::error(UNSUPPORTED_STATEMENT, span, "DESCRIBE takes the name of an object, not a statement");
            return Err(self.report(diagnostic.with_help("EXPLAIN shows the plan of a statement.")));
        }
        Ok(())
    }
}

impl Print for Describe {
    fn print(&self, p: &mut Printer) {
        p.text("DESCRIBE ");
        match self {
            Describe::Table { extended, name } => p.when(*extended, "EXTENDED ").node(name),
            Describe::Object { kind, extended, name } => p.text(kind.words()).text(" ").when(*extended, "EXTENDED ").node(name),
            Describe::Job(id) => p.text("JOB ").node(id),
        };
    }
}
