//! Bound relations.

use super::{ColumnId, Expr};
use crate::settings::TableKeys;
use ::options::LayeredOptions;
use diag::Span;
use std::sync::Arc;
use table::LogicalType;
use table::connector::{ScanColumn, ScanSource, TableContext, TableFactory};
use table::function::{AggregateFunction, RankFunction};

/// A table expression with the columns it produces.
#[derive(Clone, Debug)]
pub struct Relation {
    pub kind: RelationKind,
    pub columns: Vec<Column>,
    pub span: Span,
}

/// A column of a relation.
#[derive(Clone, Debug)]
pub struct Column {
    pub id: ColumnId,
    /// For display and for the names of a result; not unique.
    pub name: String,
    pub data_type: LogicalType,
}

#[derive(Clone, Debug)]
pub enum RelationKind {
    Scan(Box<Scan>),
    /// Rows of expressions without columns; `SELECT` without FROM stands on one row of none.
    Values(Vec<Vec<Expr>>),
    /// One expression for each output column.
    Project {
        input: Box<Relation>,
        exprs: Vec<Expr>,
    },
    Filter {
        input: Box<Relation>,
        predicate: Expr,
    },
    /// Output columns: the keys, then the calls, then (with several sets) one BIGINT column that numbers the grouping set from 0.
    Aggregate {
        input: Box<Relation>,
        keys: Vec<Expr>,
        sets: Vec<GroupingSet>,
        calls: Vec<AggregateCall>,
    },
    /// Output columns: left, then right; only left for semi and anti joins.
    Join(Box<Join>),
    /// Output columns: those of the input, then those of the element.
    Unnest(Box<Unnest>),
    /// Output columns: those of the input, then one for each call.
    Over {
        input: Box<Relation>,
        calls: Vec<OverCall>,
    },
    /// Output columns have ids of their own and the common types; inputs are cast to them.
    SetOperation {
        op: SetOperator,
        all: bool,
        inputs: Vec<Relation>,
    },
    Sort {
        input: Box<Relation>,
        keys: Vec<SortKey>,
    },
    Limit {
        input: Box<Relation>,
        offset: u64,
        fetch: Option<u64>,
    },
    /// A window table function. Output columns: those of the input, then window_start, window_end, window_time.
    TimeWindow(Box<TimeWindow>),
    /// Of the rows that have the same key only some; output columns are those of the input.
    PerKey(Box<PerKey>),
    /// Marks a column as event time with its watermark; output columns are those of the input.
    Watermark {
        input: Box<Relation>,
        column: ColumnId,
        strategy: Expr,
    },
}

/// A reference to a table, with the options that hold for it.
#[derive(Clone, Debug)]
pub struct Scan {
    pub factory: &'static dyn TableFactory,
    pub table: TableContext,
    /// What each output column is to the connector.
    pub columns: Vec<ScanColumn>,
    pub bounded: bool,
    /// By which rows of a dimension table are found.
    pub keys: TableKeys,
    /// What is said about the schema, by whom: keys, watermark, added columns.
    pub declared: LayeredOptions,
    /// What is read instead of the table.
    pub stand_in: Option<Arc<dyn ScanSource>>,
}

/// The keys, by index, that one grouping set keeps; a plain GROUP BY has one set with all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupingSet(pub Vec<usize>);

#[derive(Clone, Debug)]
pub struct AggregateCall {
    pub function: Arc<dyn AggregateFunction>,
    pub args: Vec<Expr>,
    pub distinct: bool,
    pub filter: Option<Expr>,
    pub data_type: LogicalType,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Join {
    pub left: Relation,
    pub right: Relation,
    pub kind: JoinKind,
    /// `None` is TRUE.
    pub condition: Option<Expr>,
    /// Each row of the left side looks up rows of a dimension table, which is the right side.
    pub lookup: bool,
}

/// Rows chosen by key, in the order of the input.
#[derive(Clone, Debug)]
pub struct PerKey {
    pub input: Relation,
    pub key: Vec<ColumnId>,
    pub keep: KeepRows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeepRows {
    /// The last row of each key. Where the key is promised to be unique, it is told how many rows there were beside.
    Last { is_promised: bool },
    /// So many rows of each key, the first ones.
    First(u64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    Inner,
    Left,
    Right,
    Full,
    Semi,
    Anti,
}

/// One row for each element of a collection.
#[derive(Clone, Debug)]
pub struct Unnest {
    pub input: Relation,
    /// An ARRAY, MAP or MULTISET.
    pub collection: Expr,
    /// A last INT column that counts from 1.
    pub ordinality: bool,
    /// Keep rows of the input without elements, padded with NULL.
    pub outer: bool,
}

#[derive(Clone, Debug)]
pub struct OverCall {
    pub function: OverFunction,
    pub args: Vec<Expr>,
    pub distinct: bool,
    pub filter: Option<Expr>,
    pub partition_by: Vec<Expr>,
    pub order_by: Vec<SortKey>,
    pub frame: Frame,
    pub ignore_nulls: bool,
    pub data_type: LogicalType,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum OverFunction {
    Aggregate(Arc<dyn AggregateFunction>),
    Rank(RankFunction),
}

/// With Flink's defaults filled in.
#[derive(Clone, Debug)]
pub struct Frame {
    pub unit: FrameUnit,
    pub start: FrameBound,
    pub end: FrameBound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameUnit {
    Rows,
    Range,
}

#[derive(Clone, Debug)]
pub enum FrameBound {
    UnboundedPreceding,
    /// A constant.
    Preceding(Expr),
    CurrentRow,
    Following(Expr),
    UnboundedFollowing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOperator {
    Union,
    Intersect,
    Except,
}

#[derive(Clone, Debug)]
pub struct SortKey {
    pub expr: Expr,
    pub descending: bool,
    pub nulls_first: bool,
}

#[derive(Clone, Debug)]
pub struct TimeWindow {
    pub input: Relation,
    pub kind: TimeWindowKind,
    pub time: ColumnId,
    pub partition_by: Vec<ColumnId>,
}

/// Sizes in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeWindowKind {
    Tumble { size: i64, offset: i64 },
    Hop { slide: i64, size: i64, offset: i64 },
    Cumulate { step: i64, max_size: i64, offset: i64 },
    Session { gap: i64 },
}

impl Relation {
    pub fn new(kind: RelationKind, columns: Vec<Column>, span: Span) -> Self {
        Relation { kind, columns, span }
    }

    /// The relations directly inside.
    pub fn inputs(&self) -> Vec<&Relation> {
        match &self.kind {
            RelationKind::Scan(_) | RelationKind::Values(_) => Vec::new(),
            RelationKind::Project { input, .. }
            | RelationKind::Filter { input, .. }
            | RelationKind::Aggregate { input, .. }
            | RelationKind::Over { input, .. }
            | RelationKind::Sort { input, .. }
            | RelationKind::Limit { input, .. }
            | RelationKind::Watermark { input, .. } => vec![input],
            RelationKind::Join(join) => vec![&join.left, &join.right],
            RelationKind::Unnest(unnest) => vec![&unnest.input],
            RelationKind::TimeWindow(window) => vec![&window.input],
            RelationKind::PerKey(per_key) => vec![&per_key.input],
            RelationKind::SetOperation { inputs, .. } => inputs.iter().collect(),
        }
    }

    /// Whether every source below ends by itself.
    pub fn is_bounded(&self) -> bool {
        match &self.kind {
            RelationKind::Scan(scan) => scan.bounded,
            _ => self.inputs().into_iter().all(Relation::is_bounded),
        }
    }
}

impl Join {
    /// The equalities of the condition between the two sides: what each compares of the left one, and of the right one.
    pub fn equalities(&self) -> Vec<(&Expr, &Expr)> {
        let fits = |a: &Expr, b: &Expr| uses_only(a, &self.left) && uses_only(b, &self.right);
        let oriented = |(a, b)| if fits(a, b) { Some((a, b)) } else { fits(b, a).then_some((b, a)) };
        self.condition.iter().flat_map(Expr::conjuncts).filter_map(Expr::compared).filter_map(oriented).collect()
    }
}

fn uses_only(expr: &Expr, relation: &Relation) -> bool {
    let mut is_only = true;
    expr.visit_references(&mut |id| is_only &= relation.columns.iter().any(|column| column.id == id));
    is_only
}
