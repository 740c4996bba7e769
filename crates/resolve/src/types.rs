//! Types as written to logical types.

use crate::diagnostics::{FlinkText, INVALID_TYPE, UNKNOWN_TYPE};
use diag::{Diagnostic, suggest};
use sql::ast::{self, DataTypeKind, TimeUnit};
use table::types::{MAX_LENGTH, MAX_PRECISION};
use table::{Field, LogicalType, TimeAttribute, TypeKind};

/// The names of types that other systems have, and what Flink calls them.
const FOREIGN_TYPES: &[(&str, &str)] = &[
    ("TEXT", "STRING"),
    ("LONGTEXT", "STRING"),
    ("NVARCHAR", "VARCHAR"),
    ("VARCHAR2", "VARCHAR"),
    ("CLOB", "STRING"),
    ("JSON", "STRING"),
    ("UUID", "STRING"),
    ("BLOB", "BYTES"),
    ("BYTEA", "BYTES"),
    ("BOOL", "BOOLEAN"),
    ("BIT", "BOOLEAN"),
    ("LONG", "BIGINT"),
    ("INT2", "SMALLINT"),
    ("INT4", "INT"),
    ("INT8", "BIGINT"),
    ("FLOAT4", "FLOAT"),
    ("FLOAT8", "DOUBLE"),
    ("NUMBER", "DECIMAL"),
    ("DATETIME", "TIMESTAMP"),
    ("TIMESTAMPTZ", "TIMESTAMP_LTZ"),
    ("STRUCT", "ROW"),
    ("LIST", "ARRAY"),
];

const TYPE_NAMES: &[&str] = &[
    "CHAR",
    "VARCHAR",
    "STRING",
    "BOOLEAN",
    "BINARY",
    "VARBINARY",
    "BYTES",
    "DECIMAL",
    "NUMERIC",
    "TINYINT",
    "SMALLINT",
    "INT",
    "INTEGER",
    "BIGINT",
    "FLOAT",
    "DOUBLE",
    "DATE",
    "TIME",
    "TIMESTAMP",
    "TIMESTAMP_LTZ",
    "INTERVAL",
    "ARRAY",
    "MULTISET",
    "MAP",
    "ROW",
    "VARIANT",
    "BITMAP",
];

/// Turns a type as written into a logical type; UNKNOWN, with a diagnostic, when there is no such type.
pub fn resolve_data_type(data_type: &ast::DataType, diagnostics: &mut Vec<Diagnostic>) -> LogicalType {
    let kind = type_kind(data_type, diagnostics);
    LogicalType { kind, nullable: data_type.nullable.unwrap_or(true) }
}

fn type_kind(data_type: &ast::DataType, diagnostics: &mut Vec<Diagnostic>) -> TypeKind {
    match &data_type.kind {
        DataTypeKind::Char(length) => TypeKind::Char(length.unwrap_or(1).min(MAX_LENGTH)),
        DataTypeKind::Varchar(length) => TypeKind::Varchar(length.unwrap_or(MAX_LENGTH).min(MAX_LENGTH)),
        DataTypeKind::String => TypeKind::Varchar(MAX_LENGTH),
        DataTypeKind::Boolean => TypeKind::Boolean,
        DataTypeKind::Binary(length) => TypeKind::Binary(length.unwrap_or(1).min(MAX_LENGTH)),
        DataTypeKind::Varbinary(length) => TypeKind::Varbinary(length.unwrap_or(MAX_LENGTH).min(MAX_LENGTH)),
        DataTypeKind::Bytes => TypeKind::Varbinary(MAX_LENGTH),
        DataTypeKind::Decimal { precision, scale } => decimal(data_type, *precision, *scale, diagnostics),
        DataTypeKind::TinyInt => TypeKind::TinyInt,
        DataTypeKind::SmallInt => TypeKind::SmallInt,
        DataTypeKind::Int => TypeKind::Int,
        DataTypeKind::BigInt => TypeKind::BigInt,
        DataTypeKind::Float => TypeKind::Float,
        DataTypeKind::Double => TypeKind::Double,
        DataTypeKind::Real => {
            invalid(data_type, "type REAL has no implementation", "Write FLOAT.", "Type is not supported: REAL", diagnostics)
        }
        DataTypeKind::Date => TypeKind::Date,
        DataTypeKind::Time(precision) => TypeKind::Time { precision: fraction(*precision, 0) },
        DataTypeKind::Timestamp(precision) => TypeKind::Timestamp { precision: fraction(*precision, 6), attribute: TimeAttribute::None },
        DataTypeKind::TimestampLtz(precision) => {
            TypeKind::TimestampLtz { precision: fraction(*precision, 6), attribute: TimeAttribute::None }
        }
        DataTypeKind::Interval(qualifier) => interval_kind(qualifier),
        DataTypeKind::Array(element) => TypeKind::Array(Box::new(resolve_data_type(element, diagnostics))),
        DataTypeKind::Multiset(element) => TypeKind::Multiset(Box::new(resolve_data_type(element, diagnostics))),
        DataTypeKind::Map(key, value) => {
            TypeKind::Map(Box::new(resolve_data_type(key, diagnostics)), Box::new(resolve_data_type(value, diagnostics)))
        }
        DataTypeKind::Row(fields) => TypeKind::Row(row_fields(fields, diagnostics)),
        DataTypeKind::Structured { class, fields } => {
            TypeKind::Structured { class: class.value.clone(), fields: row_fields(fields, diagnostics) }
        }
        DataTypeKind::Raw { class, serializer } => TypeKind::Raw { class: class.value.clone(), serializer: serializer.value.clone() },
        DataTypeKind::Variant => TypeKind::Variant,
        DataTypeKind::Bitmap => TypeKind::Bitmap,
        DataTypeKind::Null => TypeKind::Null,
        DataTypeKind::Descriptor => TypeKind::Descriptor,
        DataTypeKind::Any => TypeKind::Unknown,
        DataTypeKind::Named(name) => {
            diagnostics.push(unknown_type(name));
            TypeKind::Unknown
        }
    }
}

/// The internal kind of an interval: months for years and months, milliseconds for the rest.
pub(crate) fn interval_kind(qualifier: &ast::IntervalQualifier) -> TypeKind {
    match qualifier.start {
        TimeUnit::Year | TimeUnit::Quarter | TimeUnit::Month | TimeUnit::Decade | TimeUnit::Century | TimeUnit::Millennium => {
            TypeKind::IntervalYearMonth
        }
        _ => TypeKind::IntervalDayTime,
    }
}

fn row_fields(fields: &[ast::RowField], diagnostics: &mut Vec<Diagnostic>) -> Vec<Field> {
    let resolve = |field: &ast::RowField| Field {
        name: field.name.value.clone(),
        data_type: resolve_data_type(&field.data_type, diagnostics),
        // Flink reads the comment of a field and forgets it.
        comment: None,
    };
    fields.iter().map(resolve).collect()
}

/// As Flink, a precision beyond the largest is taken for the largest.
fn fraction(precision: Option<u32>, default: u8) -> u8 {
    precision.map_or(default, |p| p.min(9) as u8)
}

fn decimal(data_type: &ast::DataType, precision: Option<u32>, scale: Option<i32>, diagnostics: &mut Vec<Diagnostic>) -> TypeKind {
    let precision = precision.unwrap_or(10).min(u32::from(MAX_PRECISION)) as u8;
    let scale = scale.unwrap_or(0);
    if precision == 0 {
        let flink = format!("Decimal precision must be between 1 and {MAX_PRECISION} (both inclusive).");
        return invalid(data_type, "a DECIMAL has at least one digit", "The precision is 1 to 38.", &flink, diagnostics);
    }
    if scale < 0 || scale > i32::from(precision) {
        let message = format!("scale {scale} of a DECIMAL is not between 0 and its precision {precision}");
        let flink = format!("Decimal scale must be between 0 and the precision {precision} (both inclusive).");
        return invalid(data_type, &message, "The scale counts the digits after the point, the precision all digits.", &flink, diagnostics);
    }
    TypeKind::Decimal { precision, scale: scale as u8 }
}

fn invalid(data_type: &ast::DataType, message: &str, help: &str, flink: &str, diagnostics: &mut Vec<Diagnostic>) -> TypeKind {
    diagnostics.push(Diagnostic::error(INVALID_TYPE, data_type.span, message).with_help(help).flink_validation(flink));
    TypeKind::Unknown
}

fn unknown_type(name: &ast::ObjectName) -> Diagnostic {
    let text = name.text();
    let upper = text.to_ascii_uppercase();
    let foreign = FOREIGN_TYPES.iter().find(|(foreign, _)| *foreign == upper).map(|(_, ours)| *ours);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, name.span, format!("type '{text}' does not exist"))
        .flink_validator(format!("Unknown identifier '{text}'"));
    match foreign.or_else(|| suggest::nearest(&upper, TYPE_NAMES.iter().copied())) {
        Some(near) => diagnostic.with_fix(format!("write {near}"), name.span, near),
        None => diagnostic,
    }
}
