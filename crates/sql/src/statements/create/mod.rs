//! CREATE CATALOG, DATABASE, VIEW, FUNCTION, MODEL, CONNECTION.

mod parse;
pub(crate) mod print;

use super::create_table::{ColumnDef, Options};
use crate::ast::{Ident, ObjectName, Query, StringLiteral};
use diag::Span;

/// `CREATE CATALOG [IF NOT EXISTS] c [COMMENT 's'] [WITH (..)]`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateCatalog {
    pub if_not_exists: bool,
    pub name: Ident,
    pub comment: Option<StringLiteral>,
    pub options: Option<Options>,
}

/// `CREATE DATABASE [IF NOT EXISTS] [c.]d [COMMENT 's'] [WITH (..)]`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateDatabase {
    pub if_not_exists: bool,
    pub name: ObjectName,
    pub comment: Option<StringLiteral>,
    pub options: Option<Options>,
}

/// `CREATE [OR REPLACE] [TEMPORARY] VIEW [IF NOT EXISTS] v [(columns)] [COMMENT 's'] AS query`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateView {
    pub or_replace: bool,
    pub temporary: bool,
    pub if_not_exists: bool,
    pub name: ObjectName,
    pub columns: Vec<Ident>,
    pub comment: Option<StringLiteral>,
    pub query: Query,
}

/// How long a temporary object lives and where it is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    Permanent,
    Temporary,
    TemporarySystem,
}

/// `CREATE [TEMPORARY [SYSTEM]] FUNCTION [IF NOT EXISTS] f AS 'class' [LANGUAGE ..] [USING ..] [WITH (..)]`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateFunction {
    pub or_replace: bool,
    pub scope: Scope,
    pub if_not_exists: bool,
    pub name: ObjectName,
    pub class: StringLiteral,
    pub language: Option<Ident>,
    pub using: Vec<Resource>,
    pub options: Option<Options>,
}

/// `JAR 'path'`, `ARTIFACT 'path'`
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    pub kind: ResourceKind,
    pub path: StringLiteral,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    Jar,
    Artifact,
}

/// `CREATE [TEMPORARY] MODEL [IF NOT EXISTS] m [INPUT (..)] [OUTPUT (..)] [COMMENT 's'] [WITH (..)] [AS query]`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateModel {
    pub or_replace: bool,
    pub temporary: bool,
    pub if_not_exists: bool,
    pub name: ObjectName,
    pub input: Vec<ColumnDef>,
    pub output: Vec<ColumnDef>,
    pub comment: Option<StringLiteral>,
    pub options: Option<Options>,
    pub query: Option<Box<Query>>,
}

/// `CREATE [TEMPORARY [SYSTEM]] CONNECTION [IF NOT EXISTS] c [COMMENT 's'] [WITH (..)]`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateConnection {
    pub or_replace: bool,
    pub scope: Scope,
    pub if_not_exists: bool,
    pub name: ObjectName,
    pub comment: Option<StringLiteral>,
    pub options: Option<Options>,
}
