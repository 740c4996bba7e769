//! SHOW.

use super::alter::PartitionSpec;
use super::drop::ObjectKind;
use crate::ast::{ObjectName, StringLiteral};
use diag::Span;

#[derive(Clone, Debug, PartialEq)]
pub enum Show {
    Catalogs { like: Option<ShowLike> },
    Databases { from: Option<ShowFrom>, like: Option<ShowLike> },
    Tables { from: Option<ShowFrom>, like: Option<ShowLike> },
    Views { from: Option<ShowFrom>, like: Option<ShowLike> },
    MaterializedTables { from: Option<ShowFrom>, like: Option<ShowLike> },
    Functions { user: bool, from: Option<ShowFrom>, like: Option<ShowLike> },
    Procedures { from: Option<ShowFrom>, like: Option<ShowLike> },
    Models { from: Option<ShowFrom>, like: Option<ShowLike> },
    Connections { from: Option<ShowFrom>, like: Option<ShowLike> },
    Columns { from: ShowFrom, like: Option<ShowLike> },
    Partitions { table: ObjectName, partition: Option<PartitionSpec> },
    Modules { full: bool },
    CurrentCatalog,
    CurrentDatabase,
    Jars,
    Jobs,
    Create { kind: ObjectKind, or_alter: bool, name: ObjectName },
    /// Interactive: which table options were set in this session.
    Overrides,
}

/// `{FROM | IN} name`
#[derive(Clone, Debug, PartialEq)]
pub struct ShowFrom {
    pub in_keyword: bool,
    pub name: ObjectName,
}

/// `[NOT] {LIKE | ILIKE} 'pattern'`
#[derive(Clone, Debug, PartialEq)]
pub struct ShowLike {
    pub negated: bool,
    pub ignore_case: bool,
    pub pattern: StringLiteral,
    pub span: Span,
}
