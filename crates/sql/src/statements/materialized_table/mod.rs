//! Materialized tables.

mod parse;
mod print;

use super::alter::{AlterElement, PartitionSpec};
use super::create_table::{Distribution, Options, TableElement};
use crate::ast::{Expr, Ident, ObjectName, Query, StringLiteral};
use diag::Span;

/// `CREATE [OR ALTER] MATERIALIZED TABLE m ..`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateMaterializedTable {
    pub or_alter: bool,
    pub name: ObjectName,
    pub elements: Vec<TableElement>,
    pub comment: Option<StringLiteral>,
    pub distribution: Option<Distribution>,
    pub partitioned_by: Vec<Ident>,
    pub options: Option<Options>,
    pub start_mode: Option<StartMode>,
    pub freshness: Option<Expr>,
    pub refresh_mode: Option<RefreshMode>,
    pub query: Query,
}

/// `FROM_NOW (INTERVAL '1' HOUR)`
#[derive(Clone, Debug, PartialEq)]
pub struct StartMode {
    pub kind: StartModeKind,
    pub argument: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartModeKind {
    FromBeginning,
    FromNow,
    FromTimestamp,
    ResumeOrFromBeginning,
    ResumeOrFromNow,
    ResumeOrFromTimestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefreshMode {
    Full,
    Continuous,
}

/// `ALTER MATERIALIZED TABLE m action`
#[derive(Clone, Debug, PartialEq)]
pub struct AlterMaterializedTable {
    pub name: ObjectName,
    pub action: MaterializedTableAction,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MaterializedTableAction {
    Suspend,
    Resume(Option<Options>),
    Refresh(Option<PartitionSpec>),
    Set(Options),
    Reset { keys: Vec<StringLiteral>, span: Span },
    SetFreshness(Expr),
    SetRefreshMode(RefreshMode),
    ResetRefreshMode,
    Add { elements: Vec<AlterElement>, parentheses: bool },
    Modify { elements: Vec<AlterElement>, parentheses: bool },
    Drop(DropPart),
    AddDistribution(Distribution),
    ModifyDistribution(Distribution),
    As(Box<Query>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum DropPart {
    Columns { columns: Vec<ObjectName>, parentheses: bool },
    PrimaryKey,
    Constraint(Ident),
    Watermark,
    Distribution,
}
