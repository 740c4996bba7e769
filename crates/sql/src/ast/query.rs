//! Queries.

use super::{Expr, FunctionCall, Hint, Ident, Literal, MatchRecognize, ObjectName, SetQuantifier, WindowSpec};
use diag::{Span, Spanned};

/// `[WITH ..] body [ORDER BY ..] [LIMIT ..] [OFFSET ..] [FETCH ..]`
#[derive(Debug)]
pub struct Query {
    pub with: Option<With>,
    pub body: QueryBody,
    pub order_by: Vec<OrderItem>,
    pub limit: Option<Limit>,
    pub offset: Option<Expr>,
    /// `FETCH FIRST n ROWS ONLY`; a query has either this or a limit.
    pub fetch: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    All(Span),
    Rows(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct With {
    pub recursive: bool,
    pub tables: Vec<CommonTable>,
    pub span: Span,
}

/// `name [(columns)] AS (query)`
#[derive(Clone, Debug, PartialEq)]
pub struct CommonTable {
    pub name: Ident,
    pub columns: Vec<Ident>,
    pub query: Query,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum QueryBody {
    Select(Box<Select>),
    Values(Values),
    /// `TABLE t`
    Table {
        name: ObjectName,
        span: Span,
    },
    SetOperation(Box<SetOperation>),
    /// `(query)`
    Nested(Box<Query>),
    /// Stands where a query was expected and none could be read; a diagnostic says why.
    Error(Span),
}

impl QueryBody {
    pub fn span(&self) -> Span {
        match self {
            QueryBody::Select(s) => s.span,
            QueryBody::Values(v) => v.span,
            QueryBody::Table { span, .. } | QueryBody::Error(span) => *span,
            QueryBody::SetOperation(s) => s.span,
            QueryBody::Nested(q) => q.span,
        }
    }
}

/// `VALUES (1, 'a'), (2, 'b')`; a row without parentheses has one field.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    pub rows: Vec<ValuesRow>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ValuesRow {
    pub fields: Vec<Expr>,
    pub parentheses: bool,
    /// `ROW(1, 'a')`: the word stands before the parentheses.
    pub row_keyword: bool,
    pub span: Span,
}

/// `left UNION [ALL] right`: a chain of the same operator nests to the left.
#[derive(Debug)]
pub struct SetOperation {
    pub op: SetOperator,
    pub op_span: Span,
    pub quantifier: Option<SetQuantifier>,
    pub left: QueryBody,
    pub right: QueryBody,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOperator {
    Union,
    Intersect,
    Except,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    pub hints: Vec<Hint>,
    /// `SELECT STREAM`
    pub stream: bool,
    pub quantifier: Option<SetQuantifier>,
    pub items: Vec<SelectItem>,
    /// The comma list after FROM; empty without FROM.
    pub from: Vec<TableRef>,
    pub selection: Option<Expr>,
    pub group_by: Option<GroupBy>,
    pub having: Option<Expr>,
    pub windows: Vec<NamedWindow>,
    pub qualify: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SelectItem {
    /// `*`
    Star(Span),
    /// `t.*`, `t.r.*`
    QualifiedStar {
        name: ObjectName,
        span: Span,
    },
    Expr {
        expr: Expr,
        alias: Option<Ident>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct GroupBy {
    pub quantifier: Option<SetQuantifier>,
    pub items: Vec<GroupItem>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum GroupItem {
    Expr(Expr),
    /// `()`
    Empty(Span),
    GroupingSets {
        items: Vec<GroupItem>,
        span: Span,
    },
    Rollup {
        items: Vec<Expr>,
        span: Span,
    },
    Cube {
        items: Vec<Expr>,
        span: Span,
    },
}

/// `w AS (spec)` in the WINDOW clause.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedWindow {
    pub name: Ident,
    pub spec: WindowSpec,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OrderItem {
    pub expr: Expr,
    /// `Some(true)` for DESC, `Some(false)` for an explicit ASC.
    pub descending: Option<bool>,
    pub nulls_first: Option<bool>,
    pub span: Span,
}

/// One item of a FROM clause.
#[derive(Debug)]
pub struct TableRef {
    pub kind: TableRefKind,
    pub alias: Option<TableAlias>,
    pub span: Span,
}

/// `[AS] name [(columns)]`
#[derive(Clone, Debug, PartialEq)]
pub struct TableAlias {
    pub name: Ident,
    pub columns: Vec<Ident>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TableRefKind {
    Named(NamedTable),
    /// `[LATERAL] (query)`
    Derived {
        lateral: bool,
        query: Box<Query>,
    },
    /// `TUMBLE(..)`, `TABLE(f(..))`, `LATERAL TABLE(f(..))`
    Function {
        lateral: bool,
        table_keyword: bool,
        call: Box<FunctionCall>,
    },
    /// `UNNEST(a, ..) [WITH ORDINALITY]`
    Unnest {
        lateral: bool,
        exprs: Vec<Expr>,
        ordinality: bool,
    },
    Join(Box<Join>),
    /// `(a JOIN b ON ..)`
    Nested(Box<TableRef>),
    MatchRecognize(Box<MatchRecognize>),
    Pivot(Box<Pivot>),
    Unpivot(Box<Unpivot>),
    Sample {
        input: Box<TableRef>,
        method: SampleMethod,
        percentage: Spanned<Literal>,
        repeatable: Option<Spanned<Literal>>,
    },
    /// Stands where a table was expected and none could be read; a diagnostic says why.
    Error,
}

/// `name [/*+ .. */] [WITH (k = v)] [FOR SYSTEM_TIME AS OF e]`
#[derive(Clone, Debug, PartialEq)]
pub struct NamedTable {
    pub name: ObjectName,
    pub hints: Vec<Hint>,
    /// Blink's join hint before 3.6: `JOIN t WITH (k = v)`.
    pub legacy_with: Option<LegacyWith>,
    pub system_time: Option<Box<Expr>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LegacyWith {
    pub options: Vec<(Ident, Spanned<Literal>)>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SampleMethod {
    Bernoulli,
    System,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Join {
    pub left: TableRef,
    pub right: TableRef,
    pub kind: JoinKind,
    pub natural: bool,
    pub constraint: JoinConstraint,
    /// The words between the two tables, such as `LEFT JOIN`.
    pub op_span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    Inner,
    Left,
    Right,
    Full,
    Cross,
    /// Parsed so that a message can say what to write instead.
    LeftSemi,
    LeftAnti,
    CrossApply,
    OuterApply,
    Asof,
    LeftAsof,
}

#[derive(Clone, Debug, PartialEq)]
pub enum JoinConstraint {
    None,
    On(Expr),
    Using(Vec<Ident>),
}

/// `t PIVOT (agg [AS a], .. FOR (axes) IN ((values) [AS a], ..))`
#[derive(Clone, Debug, PartialEq)]
pub struct Pivot {
    pub input: TableRef,
    pub aggregates: Vec<(Expr, Option<Ident>)>,
    pub axes: Vec<ObjectName>,
    pub values: Vec<(Vec<Expr>, Option<Ident>)>,
}

/// `t UNPIVOT [INCLUDE | EXCLUDE NULLS] (measures FOR axes IN ((columns) [AS values], ..))`
#[derive(Clone, Debug, PartialEq)]
pub struct Unpivot {
    pub input: TableRef,
    pub include_nulls: Option<bool>,
    pub measures: Vec<Ident>,
    pub axes: Vec<Ident>,
    pub columns: Vec<(Vec<ObjectName>, Option<Vec<Expr>>)>,
}
