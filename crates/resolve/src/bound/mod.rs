//! The bound query: relations whose columns have ids, and expressions with Flink types.
//!
//! A column id is unique within a bound statement. A relation lists the columns it produces; an expression refers to columns of the
//! relation's inputs by id. An id that no input produces belongs to an outer query: the relation is correlated.

mod expr;
mod print;
mod relation;
mod statement;
mod walk;

pub use expr::{CaseBranch, Expr, ExprKind, SubqueryTest};
pub use relation::{
    AggregateCall, Column, Frame, FrameBound, FrameUnit, GroupingSet, Join, JoinKind, KeepRows, OverCall, OverFunction, PerKey, Relation,
    RelationKind, Scan, SetOperator, SortKey, TimeWindow, TimeWindowKind, Unnest,
};
pub use statement::{BoundInsert, BoundQuery, BoundSink};

/// Identifies a column within a bound statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ColumnId(pub u32);
