//! ALTER TABLE, VIEW, DATABASE, CATALOG, FUNCTION, MODEL, CONNECTION.

mod parse;
pub(crate) mod print;

use super::create::Scope;
use super::create_table::{Distribution, Options, TableElement};
use crate::ast::{Ident, Literal, ObjectName, Query, StringLiteral};
use diag::Span;

/// `ALTER TABLE [IF EXISTS] t action`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterTable {
    pub if_exists: bool,
    pub name: ObjectName,
    pub action: AlterTableAction,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AlterTableAction {
    Add {
        elements: Vec<AlterElement>,
        parentheses: bool,
    },
    Modify {
        elements: Vec<AlterElement>,
        parentheses: bool,
    },
    AddDistribution(Distribution),
    ModifyDistribution(Distribution),
    AddPartitions {
        if_not_exists: bool,
        partitions: Vec<(PartitionSpec, Option<Options>)>,
    },
    DropPartitions {
        if_exists: bool,
        partitions: Vec<PartitionSpec>,
    },
    DropColumns {
        columns: Vec<ObjectName>,
        parentheses: bool,
    },
    DropPrimaryKey(Span),
    DropConstraint(Ident),
    DropWatermark(Span),
    DropDistribution(Span),
    RenameColumn {
        from: ObjectName,
        to: Ident,
    },
    Rename(ObjectName),
    Set(Options),
    Reset {
        keys: Vec<StringLiteral>,
        span: Span,
    },
    /// Parsed so that a message can say what to write instead: `ALTER TABLE t COMPACT`.
    Compact(Span),
}

#[derive(Clone, Debug, PartialEq)]
pub struct AlterElement {
    pub element: TableElement,
    pub position: Option<ColumnPosition>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ColumnPosition {
    First(Span),
    After(ObjectName),
}

/// `PARTITION (k = 'v', ..)`; the value is missing in `ANALYZE TABLE`.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionSpec {
    pub entries: Vec<(Ident, Option<PartitionValue>)>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PartitionValue {
    pub literal: Literal,
    pub span: Span,
}

/// `ALTER VIEW v {RENAME TO v2 | AS query}`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterView {
    pub name: ObjectName,
    pub action: AlterViewAction,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AlterViewAction {
    Rename(ObjectName),
    As(Box<Query>),
}

/// `ALTER DATABASE [c.]d {SET (..) | RESET (..)}`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterDatabase {
    pub name: ObjectName,
    pub options: Options,
}

/// `ALTER CATALOG c {SET (..) | RESET (..) | COMMENT 's'}`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterCatalog {
    pub name: Ident,
    pub action: AlterCatalogAction,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AlterCatalogAction {
    Set(Options),
    Reset { keys: Vec<StringLiteral>, span: Span },
    Comment(StringLiteral),
}

/// `ALTER [TEMPORARY [SYSTEM]] FUNCTION [IF EXISTS] f AS 'class' [LANGUAGE ..]`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterFunction {
    pub scope: Scope,
    pub if_exists: bool,
    pub name: ObjectName,
    pub class: StringLiteral,
    pub language: Option<Ident>,
}

/// `ALTER MODEL [IF EXISTS] m {SET (..) | RESET (..) | RENAME TO m2}`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterModel {
    pub if_exists: bool,
    pub name: ObjectName,
    pub action: AlterObjectAction,
}

/// `ALTER [TEMPORARY [SYSTEM]] CONNECTION [IF EXISTS] c {SET (..) | RESET (..) | RENAME TO c2}`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterConnection {
    pub scope: Scope,
    pub if_exists: bool,
    pub name: ObjectName,
    pub action: AlterObjectAction,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AlterObjectAction {
    Set(Options),
    Reset { keys: Vec<StringLiteral>, span: Span },
    Rename(ObjectName),
}
