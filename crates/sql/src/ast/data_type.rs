//! Types as written.

use super::{Ident, StringLiteral};
use diag::Span;

/// A type with its nullability as written: `INT NOT NULL`, `ROW<a INT, b STRING> ARRAY`.
#[derive(Debug)]
pub struct DataType {
    pub kind: DataTypeKind,
    /// `Some(false)` for NOT NULL, `Some(true)` for an explicit NULL.
    pub nullable: Option<bool>,
    pub span: Span,
}

/// The kinds of types. Lengths and precisions are `None` when not written.
#[derive(Clone, Debug, PartialEq)]
pub enum DataTypeKind {
    Char(Option<u32>),
    Varchar(Option<u32>),
    String,
    Boolean,
    Binary(Option<u32>),
    Varbinary(Option<u32>),
    Bytes,
    /// DECIMAL, DEC, NUMERIC
    Decimal {
        precision: Option<u32>,
        scale: Option<i32>,
    },
    TinyInt,
    SmallInt,
    Int,
    BigInt,
    Float,
    Real,
    /// DOUBLE, DOUBLE PRECISION
    Double,
    Date,
    Time(Option<u32>),
    Timestamp(Option<u32>),
    /// TIMESTAMP_LTZ(p), TIMESTAMP(p) WITH LOCAL TIME ZONE
    TimestampLtz(Option<u32>),
    Interval(IntervalQualifier),
    Array(Box<DataType>),
    Multiset(Box<DataType>),
    Map(Box<DataType>, Box<DataType>),
    Row(Vec<RowField>),
    Structured {
        class: StringLiteral,
        fields: Vec<RowField>,
    },
    Raw {
        class: StringLiteral,
        serializer: StringLiteral,
    },
    Variant,
    Bitmap,
    Null,
    Descriptor,
    /// Blink's ANY.
    Any,
    /// A name that is no built-in type: a user-defined type, or a mistake.
    Named(super::ObjectName),
}

/// A field of a ROW or STRUCTURED type.
#[derive(Clone, Debug, PartialEq)]
pub struct RowField {
    pub name: Ident,
    pub data_type: DataType,
    pub comment: Option<StringLiteral>,
}

/// The unit of an interval, an EXTRACT, a FLOOR ... TO.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    Year,
    IsoYear,
    Quarter,
    Month,
    Week,
    Day,
    Dow,
    IsoDow,
    Doy,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
    Epoch,
    Decade,
    Century,
    Millennium,
}

impl TimeUnit {
    /// The unit as it is written.
    pub fn keyword(self) -> &'static str {
        match self {
            TimeUnit::Year => "YEAR",
            TimeUnit::IsoYear => "ISOYEAR",
            TimeUnit::Quarter => "QUARTER",
            TimeUnit::Month => "MONTH",
            TimeUnit::Week => "WEEK",
            TimeUnit::Day => "DAY",
            TimeUnit::Dow => "DOW",
            TimeUnit::IsoDow => "ISODOW",
            TimeUnit::Doy => "DOY",
            TimeUnit::Hour => "HOUR",
            TimeUnit::Minute => "MINUTE",
            TimeUnit::Second => "SECOND",
            TimeUnit::Millisecond => "MILLISECOND",
            TimeUnit::Microsecond => "MICROSECOND",
            TimeUnit::Nanosecond => "NANOSECOND",
            TimeUnit::Epoch => "EPOCH",
            TimeUnit::Decade => "DECADE",
            TimeUnit::Century => "CENTURY",
            TimeUnit::Millennium => "MILLENNIUM",
        }
    }
}

/// `DAY(2) TO SECOND(3)`: a range of units with precisions.
#[derive(Clone, Debug)]
pub struct IntervalQualifier {
    pub start: TimeUnit,
    pub start_precision: Option<u32>,
    pub end: Option<TimeUnit>,
    pub fraction_precision: Option<u32>,
    pub span: Span,
}

impl PartialEq for IntervalQualifier {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.start_precision, self.end, self.fraction_precision)
            == (other.start, other.start_precision, other.end, other.fraction_precision)
    }
}
