//! Types.

use super::{Print, Printer};
use crate::ast::{DataType, DataTypeKind, RowField};

impl Print for DataType {
    fn print(&self, p: &mut Printer) {
        super::with_stack(|| self.kind.print(p));
        match self.nullable {
            Some(false) => p.text(" NOT NULL"),
            Some(true) => p.text(" NULL"),
            None => p,
        };
    }
}

impl Print for DataTypeKind {
    fn print(&self, p: &mut Printer) {
        match self {
            DataTypeKind::Char(length) => with_length(p, "CHAR", *length),
            DataTypeKind::Varchar(length) => with_length(p, "VARCHAR", *length),
            DataTypeKind::String => p.text("STRING"),
            DataTypeKind::Boolean => p.text("BOOLEAN"),
            DataTypeKind::Binary(length) => with_length(p, "BINARY", *length),
            DataTypeKind::Varbinary(length) => with_length(p, "VARBINARY", *length),
            DataTypeKind::Bytes => p.text("BYTES"),
            DataTypeKind::Decimal { precision, scale } => decimal(p, *precision, *scale),
            DataTypeKind::TinyInt => p.text("TINYINT"),
            DataTypeKind::SmallInt => p.text("SMALLINT"),
            DataTypeKind::Int => p.text("INT"),
            DataTypeKind::BigInt => p.text("BIGINT"),
            DataTypeKind::Float => p.text("FLOAT"),
            DataTypeKind::Real => p.text("REAL"),
            DataTypeKind::Double => p.text("DOUBLE"),
            DataTypeKind::Date => p.text("DATE"),
            DataTypeKind::Time(precision) => with_length(p, "TIME", *precision),
            DataTypeKind::Timestamp(precision) => with_length(p, "TIMESTAMP", *precision),
            DataTypeKind::TimestampLtz(precision) => with_length(p, "TIMESTAMP_LTZ", *precision),
            DataTypeKind::Interval(qualifier) => p.text("INTERVAL ").node(qualifier),
            DataTypeKind::Array(element) => p.text("ARRAY<").node(element).text(">"),
            DataTypeKind::Multiset(element) => p.text("MULTISET<").node(element).text(">"),
            DataTypeKind::Map(key, value) => p.text("MAP<").node(key).text(", ").node(value).text(">"),
            DataTypeKind::Row(fields) => p.text("ROW<").list(fields).text(">"),
            DataTypeKind::Structured { class, fields } => {
                p.text("STRUCTURED<").node(class).when(!fields.is_empty(), ", ").list(fields).text(">")
            }
            DataTypeKind::Raw { class, serializer } => p.text("RAW(").node(class).text(", ").node(serializer).text(")"),
            DataTypeKind::Variant => p.text("VARIANT"),
            DataTypeKind::Bitmap => p.text("BITMAP"),
            DataTypeKind::Null => p.text("NULL"),
            DataTypeKind::Descriptor => p.text("DESCRIPTOR"),
            DataTypeKind::Any => p.text("ANY"),
            DataTypeKind::Named(name) => p.node(name),
        };
    }
}

fn with_length<'a>(p: &'a mut Printer, name: &str, length: Option<u32>) -> &'a mut Printer {
    p.text(name);
    match length {
        Some(length) => p.text("(").display(length).text(")"),
        None => p,
    }
}

fn decimal(p: &mut Printer, precision: Option<u32>, scale: Option<i32>) -> &mut Printer {
    p.text("DECIMAL");
    match (precision, scale) {
        (Some(precision), Some(scale)) => p.text("(").display(precision).text(", ").display(scale).text(")"),
        (Some(precision), None) => p.text("(").display(precision).text(")"),
        (None, _) => p,
    }
}

impl Print for RowField {
    fn print(&self, p: &mut Printer) {
        p.node(&self.name).text(" ").node(&self.data_type).optional(" ", self.comment.as_ref());
    }
}
