//! DROP of every kind of object.

use super::create::Scope;
use crate::ast::ObjectName;

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
