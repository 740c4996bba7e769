//! Flink's logical types and their Arrow form.

mod arrow;
mod casts;
pub mod decimal;
mod display;
mod unify;

pub use self::arrow::{arrow_field, arrow_schema, arrow_type};
pub use self::casts::{Cast, CastRefusal, cast_kind, check_cast};
pub use self::unify::{common_argument_type, common_type, common_type_of, concatenated_type};

/// A SQL type with its nullability.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LogicalType {
    pub kind: TypeKind,
    pub nullable: bool,
}

/// What values a type has. STRING is `Varchar(MAX_LENGTH)`, BYTES is `Varbinary(MAX_LENGTH)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    Char(u32),
    Varchar(u32),
    Boolean,
    Binary(u32),
    Varbinary(u32),
    Decimal {
        precision: u8,
        scale: u8,
    },
    TinyInt,
    SmallInt,
    Int,
    BigInt,
    Float,
    Double,
    Date,
    Time {
        precision: u8,
    },
    Timestamp {
        precision: u8,
        attribute: TimeAttribute,
    },
    TimestampLtz {
        precision: u8,
        attribute: TimeAttribute,
    },
    /// All intervals of years and months; `INTERVAL MONTH` in text.
    IntervalYearMonth,
    /// All intervals of days to seconds; `INTERVAL SECOND(3)` in text.
    IntervalDayTime,
    Array(Box<LogicalType>),
    Multiset(Box<LogicalType>),
    Map(Box<LogicalType>, Box<LogicalType>),
    Row(Vec<Field>),
    Structured {
        class: String,
        fields: Vec<Field>,
    },
    Raw {
        class: String,
        serializer: String,
    },
    Variant,
    Bitmap,
    /// The type of an untyped NULL.
    Null,
    Descriptor,
    /// An undeclared type: unifies with every type and raises no error; nothing of this type can run.
    Unknown,
}

/// Whether a timestamp column drives event time or processing time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeAttribute {
    #[default]
    None,
    Rowtime,
    Proctime,
}

/// A field of a ROW or STRUCTURED type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    pub name: String,
    pub data_type: LogicalType,
    pub comment: Option<String>,
}

impl Field {
    pub fn new(name: impl Into<String>, data_type: LogicalType) -> Self {
        Field { name: name.into(), data_type, comment: None }
    }
}

/// The length of STRING and BYTES.
pub const MAX_LENGTH: u32 = i32::MAX as u32;

/// The largest precision of DECIMAL.
pub const MAX_PRECISION: u8 = 38;

impl LogicalType {
    /// A nullable type.
    pub const fn new(kind: TypeKind) -> Self {
        LogicalType { kind, nullable: true }
    }

    pub const fn not_null(kind: TypeKind) -> Self {
        LogicalType { kind, nullable: false }
    }

    pub fn with_nullable(mut self, nullable: bool) -> Self {
        self.nullable = nullable;
        self
    }

    /// Nullable when it was or `nullable` says so.
    pub fn or_nullable(self, nullable: bool) -> Self {
        let nullable = self.nullable || nullable;
        self.with_nullable(nullable)
    }

    pub const fn string() -> Self {
        Self::new(TypeKind::Varchar(MAX_LENGTH))
    }

    pub const fn bytes() -> Self {
        Self::new(TypeKind::Varbinary(MAX_LENGTH))
    }

    pub const fn boolean() -> Self {
        Self::new(TypeKind::Boolean)
    }

    pub const fn int() -> Self {
        Self::new(TypeKind::Int)
    }

    pub const fn bigint() -> Self {
        Self::new(TypeKind::BigInt)
    }

    pub const fn double() -> Self {
        Self::new(TypeKind::Double)
    }

    pub const fn decimal(precision: u8, scale: u8) -> Self {
        Self::new(TypeKind::Decimal { precision, scale })
    }

    pub const fn timestamp(precision: u8) -> Self {
        Self::new(TypeKind::Timestamp { precision, attribute: TimeAttribute::None })
    }

    pub const fn timestamp_ltz(precision: u8) -> Self {
        Self::new(TypeKind::TimestampLtz { precision, attribute: TimeAttribute::None })
    }

    pub fn array(element: LogicalType) -> Self {
        Self::new(TypeKind::Array(Box::new(element)))
    }

    pub fn map(key: LogicalType, value: LogicalType) -> Self {
        Self::new(TypeKind::Map(Box::new(key), Box::new(value)))
    }

    pub fn is_unknown(&self) -> bool {
        self.kind == TypeKind::Unknown
    }

    /// The same type as a plain value, no longer a time attribute.
    pub fn without_time_attribute(mut self) -> Self {
        if let TypeKind::Timestamp { attribute, .. } | TypeKind::TimestampLtz { attribute, .. } = &mut self.kind {
            *attribute = TimeAttribute::None;
        }
        self
    }

    pub fn time_attribute(&self) -> TimeAttribute {
        match self.kind {
            TypeKind::Timestamp { attribute, .. } | TypeKind::TimestampLtz { attribute, .. } => attribute,
            _ => TimeAttribute::None,
        }
    }
}

impl TypeKind {
    pub fn is_character(&self) -> bool {
        matches!(self, TypeKind::Char(_) | TypeKind::Varchar(_))
    }

    pub fn is_binary(&self) -> bool {
        matches!(self, TypeKind::Binary(_) | TypeKind::Varbinary(_))
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, TypeKind::TinyInt | TypeKind::SmallInt | TypeKind::Int | TypeKind::BigInt)
    }

    pub fn is_approximate(&self) -> bool {
        matches!(self, TypeKind::Float | TypeKind::Double)
    }

    pub fn is_numeric(&self) -> bool {
        self.is_integer() || self.is_approximate() || matches!(self, TypeKind::Decimal { .. })
    }

    pub fn is_timestamp(&self) -> bool {
        matches!(self, TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. })
    }

    pub fn is_datetime(&self) -> bool {
        self.is_timestamp() || matches!(self, TypeKind::Date | TypeKind::Time { .. })
    }

    pub fn is_interval(&self) -> bool {
        matches!(self, TypeKind::IntervalYearMonth | TypeKind::IntervalDayTime)
    }

    /// An integer's precision and scale as a DECIMAL, and a DECIMAL's own.
    pub fn as_decimal(&self) -> Option<(u8, u8)> {
        match self {
            TypeKind::TinyInt => Some((3, 0)),
            TypeKind::SmallInt => Some((5, 0)),
            TypeKind::Int => Some((10, 0)),
            TypeKind::BigInt => Some((19, 0)),
            TypeKind::Decimal { precision, scale } => Some((*precision, *scale)),
            _ => None,
        }
    }
}
