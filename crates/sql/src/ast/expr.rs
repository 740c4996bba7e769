//! Expressions.

use super::{DataType, FunctionName, Ident, IntervalQualifier, Literal, ObjectName, OrderItem, Query, TimeUnit};
use diag::Span;

/// An expression with its place.
#[derive(Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Expr { kind, span }
    }

    /// The expression inside any number of parentheses.
    pub fn unnested(&self) -> &Expr {
        let mut expr = self;
        while let ExprKind::Nested(inner) = &expr.kind {
            expr = inner;
        }
        expr
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Literal(Literal),
    /// `a`, `t.a`, `t.r.f`: which part is the table is decided when names are resolved.
    Column(ObjectName),
    /// `(e)`: kept so that text prints as it was written.
    Nested(Box<Expr>),
    /// Two operands or more; a chain of ANDs is one node.
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Not(Box<Expr>),
    Unary {
        op: UnaryOp,
        expr: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        op_span: Span,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `e IS [NOT] NULL | TRUE | FALSE | UNKNOWN`
    Is {
        expr: Box<Expr>,
        test: IsTest,
        negated: bool,
    },
    /// `a IS [NOT] DISTINCT FROM b`
    IsDistinct {
        left: Box<Expr>,
        right: Box<Expr>,
        negated: bool,
    },
    /// `s IS [NOT] JSON [VALUE | SCALAR | ARRAY | OBJECT]`
    IsJson {
        expr: Box<Expr>,
        kind: JsonKind,
        negated: bool,
    },
    Between {
        expr: Box<Expr>,
        low: Box<Expr>,
        high: Box<Expr>,
        negated: bool,
        symmetric: bool,
    },
    Like {
        expr: Box<Expr>,
        pattern: Box<Expr>,
        escape: Option<Box<Expr>>,
        kind: LikeKind,
        negated: bool,
    },
    InList {
        expr: Box<Expr>,
        list: Vec<Expr>,
        negated: bool,
    },
    InSubquery {
        expr: Box<Expr>,
        query: Box<Query>,
        negated: bool,
    },
    /// `x > ANY (query)`, `x = SOME (1, 2)`
    Quantified {
        op: BinaryOp,
        left: Box<Expr>,
        quantifier: Quantifier,
        right: QuantifiedRight,
    },
    Exists(Box<Query>),
    /// A scalar subquery.
    Subquery(Box<Query>),
    Case {
        operand: Option<Box<Expr>>,
        branches: Vec<(Expr, Expr)>,
        else_result: Option<Box<Expr>>,
    },
    Cast {
        expr: Box<Expr>,
        data_type: DataType,
        kind: CastKind,
    },
    /// `EXTRACT(unit FROM e)`
    Extract {
        unit: TimeUnit,
        unit_span: Span,
        expr: Box<Expr>,
    },
    /// `FLOOR(e TO unit)`, `CEIL(e TO unit)`
    RoundTo {
        ceil: bool,
        expr: Box<Expr>,
        unit: TimeUnit,
        unit_span: Span,
    },
    /// `POSITION(a IN b [FROM n])`
    Position {
        needle: Box<Expr>,
        haystack: Box<Expr>,
        from: Option<Box<Expr>>,
    },
    /// `TRIM([BOTH | LEADING | TRAILING] [chars] FROM s)` and `TRIM(s)`
    Trim {
        side: TrimSide,
        characters: Option<Box<Expr>>,
        expr: Box<Expr>,
        from_keyword: bool,
    },
    /// `SUBSTRING(s FROM i [FOR n])`; the comma form is a call.
    Substring {
        expr: Box<Expr>,
        from: Box<Expr>,
        length: Option<Box<Expr>>,
    },
    /// `OVERLAY(s PLACING r FROM i [FOR n])`
    Overlay {
        expr: Box<Expr>,
        placing: Box<Expr>,
        from: Box<Expr>,
        length: Option<Box<Expr>>,
    },
    /// `TIMESTAMPADD(unit, n, t)` and `TIMESTAMPDIFF(unit, a, b)`
    TimestampFunction {
        diff: bool,
        unit: TimeUnit,
        unit_span: Span,
        args: Vec<Expr>,
    },
    /// `(a - b) DAY TO SECOND`
    IntervalDifference {
        left: Box<Expr>,
        right: Box<Expr>,
        qualifier: IntervalQualifier,
    },
    /// `INTERVAL e DAY` where e is not a string literal.
    IntervalOf {
        expr: Box<Expr>,
        qualifier: IntervalQualifier,
    },
    Function(Box<FunctionCall>),
    Json(Box<JsonCall>),
    /// `ARRAY[1, 2]`
    Array(Vec<Expr>),
    /// `ARRAY(query)`, `MULTISET(query)`, `MAP(query)`
    CollectionQuery {
        kind: CollectionKind,
        query: Box<Query>,
    },
    /// `MULTISET[1, 2]`
    Multiset(Vec<Expr>),
    /// `MAP['k', v, ...]`: keys and values in turn.
    Map(Vec<Expr>),
    /// `ROW(1, 2)`, or `(1, 2)` when not explicit.
    Row {
        explicit: bool,
        fields: Vec<Expr>,
    },
    /// `a[1]`, `m['k']`
    Item {
        expr: Box<Expr>,
        index: Box<Expr>,
    },
    /// `f(x).field`, `(e).field`: a field of what is not a plain column path.
    Field {
        expr: Box<Expr>,
        field: Ident,
    },
    /// `(p1, p2) OVERLAPS (q1, q2)` and the other period predicates.
    Period {
        op: PeriodOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `e AT TIME ZONE z`, `e AT LOCAL`
    AtTimeZone {
        expr: Box<Expr>,
        zone: Option<Box<Expr>>,
    },
    /// `DESCRIPTOR(a, b)`
    Descriptor(Vec<Ident>),
    /// `DEFAULT` as a value.
    Default,
    /// `?`
    Parameter,
    /// `NEXT VALUE FOR seq`, `CURRENT VALUE FOR seq`
    SequenceValue {
        next: bool,
        name: ObjectName,
    },
    /// Stands where an expression was expected and none could be read; a diagnostic says why.
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Plus,
    Minus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    /// `||`
    Concat,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    MultisetUnion,
    MultisetUnionAll,
    MultisetIntersect,
    MultisetExcept,
    MemberOf,
    SubmultisetOf,
}

impl BinaryOp {
    /// The operator as it is written; also the name of its function.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Modulo => "%",
            BinaryOp::Concat => "||",
            BinaryOp::Equal => "=",
            BinaryOp::NotEqual => "<>",
            BinaryOp::Less => "<",
            BinaryOp::LessOrEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterOrEqual => ">=",
            BinaryOp::MultisetUnion => "MULTISET UNION",
            BinaryOp::MultisetUnionAll => "MULTISET UNION ALL",
            BinaryOp::MultisetIntersect => "MULTISET INTERSECT",
            BinaryOp::MultisetExcept => "MULTISET EXCEPT",
            BinaryOp::MemberOf => "MEMBER OF",
            BinaryOp::SubmultisetOf => "SUBMULTISET OF",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IsTest {
    Null,
    True,
    False,
    Unknown,
    /// `IS [NOT] A SET`
    ASet,
    /// `IS [NOT] EMPTY`
    Empty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonKind {
    Value,
    Scalar,
    Array,
    Object,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LikeKind {
    Like,
    ILike,
    RLike,
    SimilarTo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    Any,
    Some,
    All,
}

#[derive(Clone, Debug, PartialEq)]
pub enum QuantifiedRight {
    Query(Box<Query>),
    List(Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastKind {
    Cast,
    TryCast,
    SafeCast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrimSide {
    Both,
    Leading,
    Trailing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollectionKind {
    Array,
    Multiset,
    Map,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PeriodOp {
    Overlaps,
    Contains,
    Equals,
    Precedes,
    ImmediatelyPrecedes,
    Succeeds,
    ImmediatelySucceeds,
}

/// `name([DISTINCT] args) [WITHIN GROUP (..)] [FILTER (WHERE ..)] [RESPECT | IGNORE NULLS] [OVER ..]`
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionCall {
    pub name: FunctionName,
    pub args: Vec<FunctionArg>,
    /// `None` when neither DISTINCT nor ALL is written.
    pub quantifier: Option<SetQuantifier>,
    /// ORDER BY inside the parentheses.
    pub order_by: Vec<OrderItem>,
    pub within_group: Vec<OrderItem>,
    pub filter: Option<Box<Expr>>,
    pub nulls: Option<NullTreatment>,
    pub over: Option<Over>,
    /// False for `CURRENT_DATE` and its like.
    pub parentheses: bool,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FunctionArg {
    Expr(Expr),
    /// `*`, as in `COUNT(*)`
    Star(Span),
    /// `t.*` is not an argument; `name => value` is.
    Named {
        name: Ident,
        value: Box<FunctionArg>,
    },
    /// `TABLE t [PARTITION BY ..] [ORDER BY ..]`
    Table(TableArg),
    /// `MODEL m`
    Model {
        name: ObjectName,
        span: Span,
    },
    /// `(SELECT ..) [PARTITION BY ..] [ORDER BY ..]`
    Query(QueryArg),
}

/// A table as the argument of a table-valued function.
#[derive(Clone, Debug, PartialEq)]
pub struct TableArg {
    pub name: ObjectName,
    pub hints: Vec<super::Hint>,
    pub partition_by: Vec<Expr>,
    pub order_by: Vec<OrderItem>,
    pub span: Span,
}

/// A query as the argument of a table-valued function.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryArg {
    pub query: Box<Query>,
    pub partition_by: Vec<Expr>,
    pub order_by: Vec<OrderItem>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetQuantifier {
    All,
    Distinct,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NullTreatment {
    Respect,
    Ignore,
}

/// `OVER w` or `OVER (spec)`
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    Name(Ident),
    Spec(Box<WindowSpec>),
}

/// `[base] [PARTITION BY ..] [ORDER BY ..] [frame]`
#[derive(Clone, Debug, PartialEq)]
pub struct WindowSpec {
    pub base: Option<Ident>,
    pub partition_by: Vec<Expr>,
    pub order_by: Vec<OrderItem>,
    pub frame: Option<WindowFrame>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct WindowFrame {
    pub unit: FrameUnit,
    pub start: FrameBound,
    /// `None` for the short form without BETWEEN.
    pub end: Option<FrameBound>,
    pub exclude: Option<FrameExclusion>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameUnit {
    Rows,
    Range,
    Groups,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FrameBound {
    UnboundedPreceding,
    Preceding(Box<Expr>),
    CurrentRow,
    Following(Box<Expr>),
    UnboundedFollowing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameExclusion {
    CurrentRow,
    Group,
    Ties,
    NoOthers,
}

/// The JSON functions that have clauses of their own.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "always in a box")]
pub enum JsonCall {
    /// `JSON_EXISTS(j, path [TRUE | FALSE | UNKNOWN | ERROR ON ERROR])`
    Exists {
        input: Expr,
        path: Expr,
        on_error: Option<JsonExistsOnError>,
    },
    /// `JSON_VALUE(j, path [RETURNING t] [.. ON EMPTY] [.. ON ERROR])`
    Value {
        input: Expr,
        path: Expr,
        returning: Option<DataType>,
        on_empty: Option<JsonValueDefault>,
        on_error: Option<JsonValueDefault>,
    },
    /// `JSON_QUERY(j, path [RETURNING t] [wrapper] [.. ON EMPTY] [.. ON ERROR])`
    Query {
        input: Expr,
        path: Expr,
        returning: Option<DataType>,
        wrapper: Option<JsonWrapper>,
        on_empty: Option<JsonQueryDefault>,
        on_error: Option<JsonQueryDefault>,
    },
    Object {
        entries: Vec<JsonEntry>,
        on_null: Option<JsonOnNull>,
    },
    Array {
        values: Vec<Expr>,
        query: Option<Box<Query>>,
        on_null: Option<JsonOnNull>,
    },
    ObjectAgg {
        entry: JsonEntry,
        on_null: Option<JsonOnNull>,
        filter: Option<Expr>,
    },
    ArrayAgg {
        value: Expr,
        order_by: Vec<OrderItem>,
        on_null: Option<JsonOnNull>,
        filter: Option<Expr>,
    },
}

/// `[KEY] k VALUE v` or `k : v`
#[derive(Clone, Debug, PartialEq)]
pub struct JsonEntry {
    pub key: Expr,
    pub value: Expr,
    pub style: JsonEntryStyle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonEntryStyle {
    KeyValue,
    Value,
    Colon,
    Comma,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonOnNull {
    Null,
    Absent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonExistsOnError {
    True,
    False,
    Unknown,
    Error,
}

#[derive(Clone, Debug, PartialEq)]
pub enum JsonValueDefault {
    Null,
    Error,
    Default(Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonQueryDefault {
    Null,
    Error,
    EmptyArray,
    EmptyObject,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonWrapper {
    Without,
    WithConditional,
    WithUnconditional,
}
