//! Types as text, as Flink's DESCRIBE, SHOW CREATE TABLE and TYPEOF print them.

use super::{LogicalType, TimeAttribute, TypeKind};
use std::fmt;

impl fmt::Display for LogicalType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not_null = if self.nullable || self.kind == TypeKind::Null { "" } else { " NOT NULL" };
        let attribute = self.time_attribute();
        match attribute {
            TimeAttribute::None => write!(f, "{}{not_null}", self.kind),
            _ => write!(f, "{}{not_null}{}", self.clone().without_time_attribute().kind, suffix(attribute)),
        }
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

impl LogicalType {
    /// The type as SHOW CREATE TABLE writes it: `VARCHAR(2147483647)` where DESCRIBE says `STRING`.
    pub fn ddl_text(&self) -> String {
        let mut out = String::new();
        write_ddl(&mut out, self);
        out
    }

    /// The type as the messages of Flink's validator name it, without the angle brackets: `INTEGER`, `CHAR(4)`, `INTERVAL DAY`.
    pub fn validator_text(&self) -> String {
        let mut out = String::new();
        write_validator(&mut out, &self.kind);
        out
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

fn write_ddl(out: &mut String, data_type: &LogicalType) {
    use std::fmt::Write;
    let written = match &data_type.kind {
        TypeKind::Varchar(n) => write!(out, "VARCHAR({n})"),
        TypeKind::Varbinary(n) => write!(out, "VARBINARY({n})"),
        TypeKind::Timestamp { precision, .. } => write!(out, "TIMESTAMP({precision})"),
        TypeKind::TimestampLtz { precision, .. } => write!(out, "TIMESTAMP({precision}) WITH LOCAL TIME ZONE"),
        TypeKind::Array(element) => {
            write_nested(out, "ARRAY<", [&**element]);
            Ok(())
        }
        TypeKind::Multiset(element) => {
            write_nested(out, "MULTISET<", [&**element]);
            Ok(())
        }
        TypeKind::Map(key, value) => {
            write_nested(out, "MAP<", [&**key, &**value]);
            Ok(())
        }
        TypeKind::Row(fields) => {
            out.push_str("ROW<");
            write_ddl_fields(out, fields);
            Ok(())
        }
        TypeKind::Structured { class, fields } => {
            out.push_str("STRUCTURED<'");
            out.push_str(&class.replace('\'', "''"));
            out.push_str(if fields.is_empty() { "'" } else { "', " });
            write_ddl_fields(out, fields);
            Ok(())
        }
        kind => write!(out, "{kind}"),
    };
    debug_assert!(written.is_ok(), "writing to a string does not fail");
    if !data_type.nullable && data_type.kind != TypeKind::Null {
        out.push_str(" NOT NULL");
    }
}

fn write_nested<const N: usize>(out: &mut String, open: &str, types: [&LogicalType; N]) {
    out.push_str(open);
    for (i, data_type) in types.into_iter().enumerate() {
        out.push_str(if i > 0 { ", " } else { "" });
        write_ddl(out, data_type);
    }
    out.push('>');
}

fn write_ddl_fields(out: &mut String, fields: &[super::Field]) {
    for (i, field) in fields.iter().enumerate() {
        out.push_str(if i > 0 { ", `" } else { "`" });
        out.push_str(&field.name.replace('`', "``"));
        out.push_str("` ");
        write_ddl(out, &field.data_type);
        if let Some(comment) = &field.comment {
            out.push_str(" '");
            out.push_str(&comment.replace('\'', "''"));
            out.push('\'');
        }
    }
    out.push('>');
}

fn write_validator(out: &mut String, kind: &TypeKind) {
    match kind {
        TypeKind::Varchar(n) => *out += &format!("VARCHAR({n})"),
        TypeKind::Varbinary(n) => *out += &format!("VARBINARY({n})"),
        TypeKind::Int => out.push_str("INTEGER"),
        TypeKind::Timestamp { precision, attribute } => *out += &format!("TIMESTAMP({precision}){}", suffix(*attribute)),
        TypeKind::TimestampLtz { precision, attribute } => {
            *out += &format!("TIMESTAMP_WITH_LOCAL_TIME_ZONE({precision}){}", suffix(*attribute));
        }
        TypeKind::IntervalYearMonth => out.push_str("INTERVAL MONTH"),
        TypeKind::IntervalDayTime => out.push_str("INTERVAL DAY"),
        TypeKind::Array(element) => {
            write_validator(out, &element.kind);
            out.push_str(" ARRAY");
        }
        TypeKind::Multiset(element) => {
            write_validator(out, &element.kind);
            out.push_str(" MULTISET");
        }
        TypeKind::Map(key, value) => {
            out.push('(');
            write_validator(out, &key.kind);
            out.push_str(", ");
            write_validator(out, &value.kind);
            out.push_str(") MAP");
        }
        TypeKind::Row(fields) => {
            out.push_str("RecordType:peek_no_expand(");
            for (i, field) in fields.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                write_validator(out, &field.data_type.kind);
                out.push(' ');
                out.push_str(&field.name);
            }
            out.push(')');
        }
        kind => *out += &kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Field, MAX_LENGTH};
    use super::*;

    fn row() -> LogicalType {
        let fields = vec![Field::new("a", LogicalType::int()), Field::new("b", LogicalType::string().with_nullable(false))];
        LogicalType::new(TypeKind::Row(fields))
    }

    /// `tests/flink/out/ddl_002_types_echo.out`
    #[test]
    fn show_create_table_spells_types_out() {
        let rows = [
            (LogicalType::string(), "VARCHAR(2147483647)"),
            (LogicalType::bytes(), "VARBINARY(2147483647)"),
            (LogicalType::new(TypeKind::Char(5)), "CHAR(5)"),
            (LogicalType::decimal(7, 3), "DECIMAL(7, 3)"),
            (LogicalType::timestamp(6), "TIMESTAMP(6)"),
            (LogicalType::timestamp_ltz(3), "TIMESTAMP(3) WITH LOCAL TIME ZONE"),
            (LogicalType::array(LogicalType::int().with_nullable(false)), "ARRAY<INT NOT NULL>"),
            (LogicalType::map(LogicalType::string(), LogicalType::bigint()), "MAP<VARCHAR(2147483647), BIGINT>"),
            (LogicalType::new(TypeKind::Multiset(Box::new(LogicalType::string()))), "MULTISET<VARCHAR(2147483647)>"),
            (row(), "ROW<`a` INT, `b` VARCHAR(2147483647) NOT NULL>"),
        ];
        for (data_type, expected) in rows {
            assert_eq!(data_type.ddl_text(), expected);
        }
    }

    #[test]
    fn describe_shortens_types() {
        assert_eq!(LogicalType::string().to_string(), "STRING");
        assert_eq!(row().to_string(), "ROW<`a` INT, `b` STRING NOT NULL>");
        assert_eq!(LogicalType::timestamp_ltz(3).to_string(), "TIMESTAMP_LTZ(3)");
    }

    #[test]
    fn the_validator_has_its_own_names() {
        let rows = [
            (LogicalType::int(), "INTEGER"),
            (LogicalType::string(), "VARCHAR(2147483647)"),
            (LogicalType::new(TypeKind::Varchar(MAX_LENGTH - 1)), "VARCHAR(2147483646)"),
            (LogicalType::timestamp_ltz(3), "TIMESTAMP_WITH_LOCAL_TIME_ZONE(3)"),
            (LogicalType::array(LogicalType::int().with_nullable(false)), "INTEGER ARRAY"),
            (LogicalType::map(LogicalType::new(TypeKind::Char(1)), LogicalType::int()), "(CHAR(1), INTEGER) MAP"),
            (row(), "RecordType:peek_no_expand(INTEGER a, VARCHAR(2147483647) b)"),
            (LogicalType::new(TypeKind::IntervalDayTime), "INTERVAL DAY"),
        ];
        for (data_type, expected) in rows {
            assert_eq!(data_type.validator_text(), expected);
        }
    }
}
