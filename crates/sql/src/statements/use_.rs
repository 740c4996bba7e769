//! USE CATALOG and USE.

use super::StatementKind;
use super::module::UseModules;
use crate::ast::{Ident, ObjectName};
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer};
use crate::token::TokenKind;

#[derive(Clone, Debug, PartialEq)]
pub struct UseCatalog {
    pub name: Ident,
}

#[derive(Clone, Debug, PartialEq)]
pub struct UseDatabase {
    pub name: ObjectName,
}

impl Parser<'_> {
    /// `USE ..`
    pub(crate) fn use_statement(&mut self) -> Parsed<StatementKind> {
        self.expect_keyword("USE")?;
        if self.word() == "CATALOG" && !matches!(self.peek_nth(1), TokenKind::Dot | TokenKind::Semicolon | TokenKind::End) {
            self.bump();
            return Ok(StatementKind::UseCatalog(UseCatalog { name: self.ident("the name of a catalog")? }));
        }
        if self.eat_keyword("MODULES") {
            return Ok(StatementKind::UseModules(UseModules { names: self.comma_list(|p| p.ident("the name of a module"))? }));
        }
        let name = self.name_of_parts("the name of a database", 2)?;
        Ok(StatementKind::UseDatabase(UseDatabase { name }))
    }
}

impl Print for UseCatalog {
    fn print(&self, p: &mut Printer) {
        p.text("USE CATALOG ").node(&self.name);
    }
}

impl Print for UseDatabase {
    fn print(&self, p: &mut Printer) {
        p.text("USE ").node(&self.name);
    }
}
