//! INSERT, UPDATE, DELETE, TRUNCATE, and statement sets.

use super::alter::PartitionSpec;
use crate::ast::{Expr, Hint, Ident, ObjectName, Query};
use diag::Span;

/// `[EXECUTE] INSERT {INTO | OVERWRITE} t [hints] [PARTITION (..)] [(columns)] query [ON CONFLICT DO ..]`
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    pub execute: bool,
    pub overwrite: bool,
    pub target: ObjectName,
    pub hints: Vec<Hint>,
    pub partition: Option<PartitionSpec>,
    /// Names of columns, or paths into nested fields.
    pub columns: Vec<ObjectName>,
    pub columns_span: Option<Span>,
    pub query: Query,
    pub on_conflict: Option<(ConflictAction, Span)>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConflictAction {
    Nothing,
    Error,
    Deduplicate,
}

/// `UPDATE t SET c = e, .. [WHERE cond]`
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    pub target: ObjectName,
    pub hints: Vec<Hint>,
    pub alias: Option<Ident>,
    pub assignments: Vec<(Ident, Expr)>,
    pub selection: Option<Expr>,
}

/// `DELETE FROM t [WHERE cond]`
#[derive(Clone, Debug, PartialEq)]
pub struct Delete {
    pub target: ObjectName,
    pub hints: Vec<Hint>,
    pub alias: Option<Ident>,
    pub selection: Option<Expr>,
}

/// `TRUNCATE TABLE t`
#[derive(Clone, Debug, PartialEq)]
pub struct Truncate {
    pub target: ObjectName,
}

/// `[EXECUTE] STATEMENT SET BEGIN insert; .. END`
#[derive(Clone, Debug, PartialEq)]
pub struct StatementSet {
    pub execute: bool,
    pub inserts: Vec<Insert>,
}
