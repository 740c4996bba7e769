//! CREATE TABLE, REPLACE TABLE, and their parts.

mod elements;
mod parse;
pub(crate) mod print;

pub(crate) use elements::starts_element;

use crate::ast::{DataType, Expr, Ident, ObjectName, Query, StringLiteral};
use diag::{Span, Spanned};

/// `CREATE [OR REPLACE] [TEMPORARY] TABLE [IF NOT EXISTS] name (..) ..`
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTable {
    pub mode: CreateMode,
    pub temporary: bool,
    pub if_not_exists: bool,
    pub name: ObjectName,
    pub elements: Vec<TableElement>,
    /// The parentheses with their elements; `None` when there are none.
    pub elements_span: Option<Span>,
    pub comment: Option<StringLiteral>,
    pub distribution: Option<Distribution>,
    pub partitioned_by: Vec<Ident>,
    pub options: Option<Options>,
    pub like: Option<Like>,
    pub query: Option<Box<Query>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CreateMode {
    Create,
    CreateOrReplace,
    Replace,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TableElement {
    Column(ColumnDef),
    Watermark(WatermarkDef),
    Constraint(TableConstraint),
    /// A bare name: the order of columns in CREATE TABLE AS.
    Name(Ident),
    /// Blink: `INDEX (a, b)`, `UNIQUE INDEX (a)`
    Index(IndexDef),
    /// Blink: `PERIOD FOR SYSTEM_TIME`
    Period(Span),
}

#[derive(Clone, Debug, PartialEq)]
pub struct ColumnDef {
    pub name: Ident,
    pub kind: ColumnKind,
    pub comment: Option<StringLiteral>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ColumnKind {
    /// `name type [METADATA [FROM 'key'] [VIRTUAL]] [constraint] [HEADER]`
    Typed {
        data_type: DataType,
        metadata: Option<Metadata>,
        constraint: Option<ColumnConstraint>,
        /// Blink's HEADER.
        header: bool,
    },
    /// `name AS expr`
    Computed(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Metadata {
    pub from: Option<StringLiteral>,
    pub is_virtual: bool,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ColumnConstraint {
    pub name: Option<Ident>,
    pub kind: ConstraintKind,
    pub enforced: Option<bool>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstraintKind {
    PrimaryKey,
    Unique,
}

/// `[CONSTRAINT c] PRIMARY KEY (..) [NOT ENFORCED]`
#[derive(Clone, Debug, PartialEq)]
pub struct TableConstraint {
    pub name: Option<Ident>,
    pub kind: ConstraintKind,
    pub columns: Vec<Ident>,
    pub enforced: Option<bool>,
    pub span: Span,
}

/// `WATERMARK [name] FOR column AS strategy`; the name is Blink's.
#[derive(Clone, Debug, PartialEq)]
pub struct WatermarkDef {
    pub name: Option<Ident>,
    pub column: ObjectName,
    pub strategy: Expr,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct IndexDef {
    pub unique: bool,
    pub name: Option<Ident>,
    pub columns: Vec<Ident>,
    pub span: Span,
}

/// `DISTRIBUTED [BY [HASH | RANGE] (columns)] [INTO n BUCKETS]`
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    pub method: Option<DistributionMethod>,
    pub columns: Vec<Ident>,
    pub buckets: Option<Spanned<String>>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DistributionMethod {
    Hash,
    Range,
}

/// `('k' = 'v', ..)` with its parentheses.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub entries: Vec<OptionEntry>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OptionEntry {
    pub key: OptionKey,
    pub value: OptionValue,
    pub span: Span,
}

/// A key: a string in Flink; a name, dotted and unquoted, in Blink.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionKey {
    String(StringLiteral),
    Name(ObjectName),
}

impl OptionKey {
    pub fn text(&self) -> String {
        match self {
            OptionKey::String(s) => s.value.clone(),
            OptionKey::Name(n) => n.text(),
        }
    }

    pub fn span(&self) -> Span {
        match self {
            OptionKey::String(s) => s.span,
            OptionKey::Name(n) => n.span,
        }
    }
}

/// A value: a string in Flink; also a number, TRUE, FALSE or a bare word in Blink.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    String(StringLiteral),
    Number(String, Span),
    Boolean(bool, Span),
    Name(Ident),
}

impl OptionValue {
    pub fn text(&self) -> String {
        match self {
            OptionValue::String(s) => s.value.clone(),
            OptionValue::Number(n, _) => n.clone(),
            OptionValue::Boolean(b, _) => b.to_string(),
            OptionValue::Name(n) => n.value.clone(),
        }
    }

    pub fn span(&self) -> Span {
        match self {
            OptionValue::String(s) => s.span,
            OptionValue::Number(_, span) | OptionValue::Boolean(_, span) => *span,
            OptionValue::Name(n) => n.span,
        }
    }
}

/// `LIKE source (options)`
#[derive(Clone, Debug, PartialEq)]
pub struct Like {
    pub source: ObjectName,
    pub options: Vec<LikeOption>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LikeOption {
    pub strategy: MergeStrategy,
    pub feature: LikeFeature,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MergeStrategy {
    Including,
    Excluding,
    Overwriting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LikeFeature {
    All,
    Constraints,
    Distribution,
    Generated,
    Metadata,
    Options,
    Partitions,
    Watermarks,
}
