//! Constants as written.

use super::IntervalQualifier;
use diag::Span;

/// A constant. Numbers and date-times keep their text: what type they have is decided when names are resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `12`, without a sign.
    Integer(String),
    /// `1.5`, `.5`, `1.`
    Decimal(String),
    /// `1e0`, `1.0E2`
    Approximate(String),
    String(StringLiteral),
    /// `x'0aff'`: the digits, even in number.
    Binary(String),
    Boolean(bool),
    /// `UNKNOWN`: a BOOLEAN that is NULL.
    Unknown,
    Null,
    /// `DATE '2020-02-29'`
    Date(StringLiteral),
    /// `TIME '12:34:56.789'`
    Time(StringLiteral),
    /// `TIMESTAMP '2020-01-01 00:00:00'`
    Timestamp(StringLiteral),
    /// `INTERVAL [-] '1 02:03' DAY TO MINUTE`
    Interval {
        negative: bool,
        value: StringLiteral,
        qualifier: IntervalQualifier,
    },
}

/// The prefix of a string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StringPrefix {
    None,
    /// `E'a\nb'`
    Escape,
    /// `U&'\00e9' [UESCAPE 'c']`
    Unicode,
    /// `_UTF16'abc'`: the character set name.
    Charset(String),
    /// `N'abc'`
    National,
}

/// A string: `value` has quotes and escapes resolved. Adjacent literals on several lines are one.
#[derive(Clone, Debug)]
pub struct StringLiteral {
    pub value: String,
    pub prefix: StringPrefix,
    pub span: Span,
}

impl PartialEq for StringLiteral {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for StringLiteral {}
