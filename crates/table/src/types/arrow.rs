//! The Arrow form of each logical type. Arrow fields are always nullable: NOT NULL is enforced at sinks.

use super::{Field, LogicalType, TypeKind};
use arrow::datatypes as a;
use std::sync::Arc;

/// The Arrow type that holds values of a logical type.
///
/// Timestamps of precision 0 to 3 are milliseconds, to 6 microseconds, to 9 nanoseconds (years 1677 to 2262);
/// TIMESTAMP_LTZ is the same with zone "UTC". A MULTISET is a map from element to count. VARIANT is JSON text.
/// A BITMAP is the portable serialization of a 32-bit roaring bitmap.
pub fn arrow_type(data_type: &LogicalType) -> a::DataType {
    use a::DataType as A;
    match &data_type.kind {
        TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => A::Utf8View,
        TypeKind::Boolean => A::Boolean,
        TypeKind::Binary(_) | TypeKind::Varbinary(_) | TypeKind::Bitmap | TypeKind::Raw { .. } => A::BinaryView,
        TypeKind::Decimal { precision, scale } => A::Decimal128(*precision, *scale as i8),
        TypeKind::TinyInt => A::Int8,
        TypeKind::SmallInt => A::Int16,
        TypeKind::Int | TypeKind::IntervalYearMonth => A::Int32,
        TypeKind::BigInt | TypeKind::IntervalDayTime => A::Int64,
        TypeKind::Float => A::Float32,
        TypeKind::Double => A::Float64,
        TypeKind::Date => A::Date32,
        TypeKind::Time { .. } => A::Time32(a::TimeUnit::Millisecond),
        TypeKind::Timestamp { precision, .. } => A::Timestamp(timestamp_unit(*precision), None),
        TypeKind::TimestampLtz { precision, .. } => A::Timestamp(timestamp_unit(*precision), Some("UTC".into())),
        TypeKind::Array(element) => A::List(Arc::new(arrow_field("element", element))),
        TypeKind::Multiset(element) => map_type(element, &LogicalType::not_null(TypeKind::Int)),
        TypeKind::Map(key, value) => map_type(key, value),
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
            A::Struct(fields.iter().map(|Field { name, data_type, .. }| arrow_field(name, data_type)).collect())
        }
        TypeKind::Null | TypeKind::Descriptor | TypeKind::Unknown => A::Null,
    }
}

/// A nullable Arrow field of a logical type.
pub fn arrow_field(name: &str, data_type: &LogicalType) -> a::Field {
    a::Field::new(name, arrow_type(data_type), true)
}

/// The Arrow schema of named columns.
pub fn arrow_schema<'a>(columns: impl IntoIterator<Item = (&'a str, &'a LogicalType)>) -> a::SchemaRef {
    Arc::new(a::Schema::new(columns.into_iter().map(|(name, t)| arrow_field(name, t)).collect::<Vec<_>>()))
}

fn timestamp_unit(precision: u8) -> a::TimeUnit {
    match precision {
        0..=3 => a::TimeUnit::Millisecond,
        4..=6 => a::TimeUnit::Microsecond,
        _ => a::TimeUnit::Nanosecond,
    }
}

fn map_type(key: &LogicalType, value: &LogicalType) -> a::DataType {
    // Arrow forbids null keys in its own map; Flink allows them, so the key field of ours is nullable too.
    let entries = vec![arrow_field("key", key), arrow_field("value", value)];
    a::DataType::Map(Arc::new(a::Field::new("entries", a::DataType::Struct(entries.into()), false)), false)
}
