//! Modules and jars.

use super::create_table::Options;
use crate::ast::{Ident, StringLiteral};

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
