//! Types as text, as Flink's DESCRIBE, SHOW CREATE TABLE and TYPEOF print them.

use super::{LogicalType, TimeAttribute, TypeKind};
use std::fmt;

impl fmt::Display for LogicalType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if !self.nullable && self.kind != TypeKind::Null {
            f.write_str(" NOT NULL")?;
        }
        Ok(())
    }
}

impl fmt::Display for TypeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeKind::Char(n) => write!(f, "CHAR({n})"),
            TypeKind::Varchar(super::MAX_LENGTH) => f.write_str("STRING"),
            TypeKind::Varchar(n) => write!(f, "VARCHAR({n})"),
            TypeKind::Boolean => f.write_str("BOOLEAN"),
            TypeKind::Binary(n) => write!(f, "BINARY({n})"),
            TypeKind::Varbinary(super::MAX_LENGTH) => f.write_str("BYTES"),
            TypeKind::Varbinary(n) => write!(f, "VARBINARY({n})"),
            TypeKind::Decimal { precision, scale } => write!(f, "DECIMAL({precision}, {scale})"),
            TypeKind::TinyInt => f.write_str("TINYINT"),
            TypeKind::SmallInt => f.write_str("SMALLINT"),
            TypeKind::Int => f.write_str("INT"),
            TypeKind::BigInt => f.write_str("BIGINT"),
            TypeKind::Float => f.write_str("FLOAT"),
            TypeKind::Double => f.write_str("DOUBLE"),
            TypeKind::Date => f.write_str("DATE"),
            TypeKind::Time { precision } => write!(f, "TIME({precision})"),
            TypeKind::Timestamp { precision, attribute } => write!(f, "TIMESTAMP({precision}){}", suffix(*attribute)),
            TypeKind::TimestampLtz { precision, attribute } => write!(f, "TIMESTAMP_LTZ({precision}){}", suffix(*attribute)),
            TypeKind::IntervalYearMonth => f.write_str("INTERVAL MONTH"),
            TypeKind::IntervalDayTime => f.write_str("INTERVAL SECOND(3)"),
            TypeKind::Array(element) => write!(f, "ARRAY<{element}>"),
            TypeKind::Multiset(element) => write!(f, "MULTISET<{element}>"),
            TypeKind::Map(key, value) => write!(f, "MAP<{key}, {value}>"),
            TypeKind::Row(fields) => {
                f.write_str("ROW<")?;
                write_fields(f, fields)?;
                f.write_str(">")
            }
            TypeKind::Structured { class, fields } => {
                write!(f, "STRUCTURED<'{}'", class.replace('\'', "''"))?;
                if !fields.is_empty() {
                    f.write_str(", ")?;
                }
                write_fields(f, fields)?;
                f.write_str(">")
            }
            TypeKind::Raw { class, serializer } => write!(f, "RAW('{class}', '{serializer}')"),
            TypeKind::Variant => f.write_str("VARIANT"),
            TypeKind::Bitmap => f.write_str("BITMAP"),
            TypeKind::Null => f.write_str("NULL"),
            TypeKind::Descriptor => f.write_str("DESCRIPTOR"),
            TypeKind::Unknown => f.write_str("UNKNOWN"),
        }
    }
}

fn suffix(attribute: TimeAttribute) -> &'static str {
    match attribute {
        TimeAttribute::None => "",
        TimeAttribute::Rowtime => " *ROWTIME*",
        TimeAttribute::Proctime => " *PROCTIME*",
    }
}

fn write_fields(f: &mut fmt::Formatter<'_>, fields: &[super::Field]) -> fmt::Result {
    for (i, field) in fields.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}`{}` {}", field.name.replace('`', "``"), field.data_type)?;
        if let Some(comment) = &field.comment {
            write!(f, " '{}'", comment.replace('\'', "''"))?;
        }
    }
    Ok(())
}
