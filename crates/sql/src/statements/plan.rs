//! Compiled plans, statistics, jobs and procedures.

use super::Statement;
use super::alter::PartitionSpec;
use crate::ast::{Expr, Ident, ObjectName, StringLiteral};
use diag::Span;

/// `COMPILE [AND EXECUTE] PLAN 'file' [IF NOT EXISTS] FOR statement`
#[derive(Clone, Debug, PartialEq)]
pub struct CompilePlan {
    pub execute: bool,
    pub file: StringLiteral,
    pub if_not_exists: bool,
    pub statement: Statement,
}

/// `EXECUTE PLAN 'file'`
#[derive(Clone, Debug, PartialEq)]
pub struct ExecutePlan {
    pub file: StringLiteral,
}

/// `ANALYZE TABLE t [PARTITION (..)] COMPUTE STATISTICS [FOR ..]`
#[derive(Clone, Debug, PartialEq)]
pub struct AnalyzeTable {
    pub table: ObjectName,
    pub partition: Option<PartitionSpec>,
    pub columns: AnalyzeColumns,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AnalyzeColumns {
    None,
    All,
    Some(Vec<Ident>),
}

/// `STOP JOB 'id' [WITH SAVEPOINT] [WITH DRAIN]`
#[derive(Clone, Debug, PartialEq)]
pub struct StopJob {
    pub id: StringLiteral,
    pub with_savepoint: bool,
    pub with_drain: bool,
}

/// `CALL p(args)`
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub name: ObjectName,
    pub args: Vec<CallArg>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CallArg {
    pub name: Option<Ident>,
    pub value: Expr,
}
