//! MATCH_RECOGNIZE.

use super::{Expr, Ident, OrderItem, TableRef};
use diag::Span;

#[derive(Clone, Debug, PartialEq)]
pub struct MatchRecognize {
    pub input: TableRef,
    pub partition_by: Vec<Expr>,
    pub order_by: Vec<OrderItem>,
    pub measures: Vec<Measure>,
    pub rows: Option<RowsPerMatch>,
    pub after: Option<AfterMatch>,
    /// `^` before the pattern.
    pub anchored_start: bool,
    /// `$` after the pattern.
    pub anchored_end: bool,
    pub pattern: Pattern,
    pub within: Option<Expr>,
    pub subsets: Vec<(Ident, Vec<Ident>)>,
    pub define: Vec<(Ident, Expr)>,
    pub span: Span,
}

/// `[RUNNING | FINAL] expr AS name`
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    pub expr: Expr,
    pub alias: Ident,
    /// `Some(true)` for FINAL, `Some(false)` for RUNNING.
    pub final_semantics: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowsPerMatch {
    One,
    All,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AfterMatch {
    PastLastRow,
    ToNextRow,
    ToFirst(Ident),
    ToLast(Ident),
}

#[derive(Debug)]
pub struct Pattern {
    pub kind: PatternKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    Variable(Ident),
    Concat(Vec<Pattern>),
    Alternation(Vec<Pattern>),
    Group(Box<Pattern>),
    Quantified {
        pattern: Box<Pattern>,
        quantifier: PatternQuantifier,
        reluctant: bool,
    },
    /// `{- p -}`
    Exclude(Box<Pattern>),
    Permute(Vec<Pattern>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PatternQuantifier {
    ZeroOrMore,
    OneOrMore,
    Optional,
    /// `{n}`, `{n,}`, `{n,m}`, `{,m}`
    Range {
        min: Option<u32>,
        max: Option<u32>,
        exact: bool,
    },
}
