//! SET and RESET, of configuration and of one table's properties.

mod parse;
mod print;

use super::create_table::{IndexDef, OptionValue, WatermarkDef};
use crate::ast::{Expr, Ident, ObjectName, StringLiteral};
use diag::Span;

/// `SET`, `SET 'key' = 'value'`, and the old `SET dotted.key = value`
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    pub assignment: Option<(SetKey, OptionValue)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SetKey {
    String(StringLiteral),
    /// Unquoted: the words between the dots and hyphens as written.
    Name {
        text: String,
        span: Span,
    },
}

impl SetKey {
    pub fn text(&self) -> &str {
        match self {
            SetKey::String(s) => &s.value,
            SetKey::Name { text, .. } => text,
        }
    }

    pub fn span(&self) -> Span {
        match self {
            SetKey::String(s) => s.span,
            SetKey::Name { span, .. } => *span,
        }
    }
}

/// `RESET`, `RESET 'key'`
#[derive(Clone, Debug, PartialEq)]
pub struct Reset {
    pub key: Option<SetKey>,
}

/// Dataphin: `SET path = value`. Which parts of the path are the table and which the property is decided when
/// names are resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct SetTable {
    pub path: ObjectName,
    pub value: SetTableValue,
    pub value_span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SetTableValue {
    Value(OptionValue),
    /// `WATERMARK [name] FOR c AS e`; also quoted as a string, see `quoted`.
    Watermark {
        watermark: Box<WatermarkDef>,
        quoted: bool,
    },
    /// `c AS e`, `(c1 AS e1, c2 AS e2)`
    Computed {
        columns: Vec<(Ident, Expr)>,
        parentheses: bool,
        quoted: bool,
    },
    /// `PRIMARY KEY (a)`, `INDEX (a)`, `UNIQUE INDEX (a)`, `(a, b)`
    Index {
        index: IndexDef,
        quoted: bool,
    },
    /// Any other expression.
    Expr(Expr),
}

/// `RESET path`
#[derive(Clone, Debug, PartialEq)]
pub struct ResetTable {
    pub path: ObjectName,
}
