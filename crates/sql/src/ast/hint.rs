//! Hints: `/*+ NAME(args), NAME2 */` after SELECT or after a table name.

use super::{Ident, ObjectName, StringLiteral};
use diag::Span;

/// One hint. Names compare without case.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub name: Ident,
    pub args: HintArgs,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum HintArgs {
    /// `NAME`
    None,
    /// `OPTIONS('k'='v', k2='v2')`: keys may be strings or, in Dataphin's form, dotted names.
    Options(Vec<HintOption>),
    /// `BROADCAST(t)`, `primarykey(a, b)`, `index(1, 'x')`
    List(Vec<HintValue>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct HintOption {
    pub key: HintKey,
    pub value: StringLiteral,
}

#[derive(Clone, Debug, PartialEq)]
pub enum HintKey {
    String(StringLiteral),
    Name(ObjectName),
}

impl HintKey {
    pub fn text(&self) -> String {
        match self {
            HintKey::String(s) => s.value.clone(),
            HintKey::Name(n) => n.text(),
        }
    }

    pub fn span(&self) -> Span {
        match self {
            HintKey::String(s) => s.span,
            HintKey::Name(n) => n.span,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum HintValue {
    Name(ObjectName),
    String(StringLiteral),
    Number(String, Span),
}

impl HintValue {
    pub fn span(&self) -> Span {
        match self {
            HintValue::Name(n) => n.span,
            HintValue::String(s) => s.span,
            HintValue::Number(_, span) => *span,
        }
    }

    pub fn text(&self) -> String {
        match self {
            HintValue::Name(n) => n.text(),
            HintValue::String(s) => s.value.clone(),
            HintValue::Number(n, _) => n.clone(),
        }
    }
}
