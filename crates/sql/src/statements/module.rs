//! Modules and jars.

use super::create_table::Options;
use crate::ast::{Ident, StringLiteral};
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer};
use crate::token::TokenKind;

/// `USE MODULES a, b`
#[derive(Clone, Debug, PartialEq)]
pub struct UseModules {
    pub names: Vec<Ident>,
}

/// `LOAD MODULE m [WITH (..)]`
#[derive(Clone, Debug, PartialEq)]
pub struct LoadModule {
    pub name: Ident,
    pub options: Option<Options>,
}

/// `UNLOAD MODULE m`
#[derive(Clone, Debug, PartialEq)]
pub struct UnloadModule {
    pub name: Ident,
}

/// `ADD JAR 'path'`, `REMOVE JAR 'path'`
#[derive(Clone, Debug, PartialEq)]
pub struct Jar {
    pub path: StringLiteral,
}

impl Parser<'_> {
    /// `LOAD MODULE ..`
    pub(crate) fn load_module(&mut self) -> Parsed<LoadModule> {
        self.expect_keywords("LOAD MODULE")?;
        let name = self.ident("the name of a module")?;
        Ok(LoadModule { name, options: self.with_options()? })
    }

    /// `UNLOAD MODULE ..`
    pub(crate) fn unload_module(&mut self) -> Parsed<UnloadModule> {
        self.expect_keywords("UNLOAD MODULE")?;
        Ok(UnloadModule { name: self.ident("the name of a module")? })
    }

    /// Reads what stands behind ADD or REMOVE.
    pub(crate) fn jar(&mut self) -> Parsed<Jar> {
        self.bump();
        self.expect_keyword("JAR")?;
        if !self.peek().is_string() && !matches!(self.peek(), TokenKind::DoubleQuoted | TokenKind::Semicolon | TokenKind::End) {
            let rest = self.rest_of_statement();
            return Err(self.needs_quotes(rest, "the path of a jar"));
        }
        Ok(Jar { path: self.plain_string("the path")? })
    }
}

impl Print for UseModules {
    fn print(&self, p: &mut Printer) {
        p.text("USE MODULES ").list(&self.names);
    }
}

impl Print for LoadModule {
    fn print(&self, p: &mut Printer) {
        p.text("LOAD MODULE ").node(&self.name).optional(" WITH ", self.options.as_ref());
    }
}

impl Print for UnloadModule {
    fn print(&self, p: &mut Printer) {
        p.text("UNLOAD MODULE ").node(&self.name);
    }
}

impl Jar {
    pub(super) fn print_after(&self, words: &str, p: &mut Printer) {
        p.text(words).node(&self.path);
    }
}
