//! USE CATALOG and USE.

use crate::ast::{Ident, ObjectName};

#[derive(Clone, Debug, PartialEq)]
pub struct UseCatalog {
    pub name: Ident,
}

#[derive(Clone, Debug, PartialEq)]
pub struct UseDatabase {
    pub name: ObjectName,
}
