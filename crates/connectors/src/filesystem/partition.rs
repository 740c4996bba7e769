//! Partitions: directories that say the values of the partition columns, `dt=2024-01-01/hour=7`.

use super::path::is_hidden;
use crate::formats::column::Column;
use crate::formats::number::{Decimal, parse_decimal, parse_double, parse_float, parse_integer};
use crate::formats::temporal::{Resolver, TimestampForm, in_unit, parse_iso_date, parse_iso_time, time_millis};
use crate::print::write_value;
use arrow::array::{
    ArrayRef, BinaryViewArray, BooleanArray, Date32Array, Decimal128Array, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array,
    Int64Array, StringViewArray, Time32MillisecondArray, TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray,
    new_null_array,
};
use diag::{Error, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::types::{LogicalType, TypeKind, arrow_type};

/// A partition that was found: its values as text, and its directory.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Partition {
    pub(super) values: Vec<Option<String>>,
    pub(super) directory: PathBuf,
}

/// Finds the partitions under a directory, sorted.
pub(super) fn list(root: &Path, keys: &[String], default_name: &str) -> std::io::Result<Vec<Partition>> {
    let mut found = vec![Partition { values: vec![], directory: root.to_owned() }];
    for key in keys {
        let mut deeper = vec![];
        for partition in found {
            for entry in fs::read_dir(&partition.directory)? {
                let path = entry?.path();
                let Some(value) = value_of(&path, key) else { continue };
                let mut values = partition.values.clone();
                values.push((value != default_name).then_some(value));
                deeper.push(Partition { values, directory: path });
            }
        }
        found = deeper;
    }
    found.sort_by(|a, b| a.directory.cmp(&b.directory));
    Ok(found)
}

/// The value in a directory name `key=value`.
fn value_of(path: &Path, key: &str) -> Option<String> {
    if is_hidden(path) || !path.is_dir() {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let (found, value) = name.split_once('=')?;
    (unescape(found) == key).then(|| unescape(value))
}

/// The value of a partition key that the path of a file says.
pub(super) fn value_in_path(path: &Path, key: &str) -> Option<String> {
    let names = path.parent()?.iter().rev().filter_map(|name| name.to_str()?.split_once('='));
    names.into_iter().find(|(found, _)| unescape(found) == key).map(|(_, value)| unescape(value))
}

/// The directory of a partition, relative to the table's.
pub(super) fn directory_of(keys: &[String], values: &[Option<String>], default_name: &str) -> PathBuf {
    let part = |(key, value): (&String, &Option<String>)| {
        let value = value.as_deref().filter(|value| !value.is_empty()).unwrap_or(default_name);
        format!("{}={}", escape(key), escape(value))
    };
    keys.iter().zip(values).map(part).collect()
}

/// Characters that Hive escapes in the names of partitions.
fn is_escaped(c: char) -> bool {
    c <= '\u{1f}' || matches!(c, '"' | '#' | '%' | '\'' | '*' | '/' | ':' | '=' | '?' | '\\' | '\u{7f}' | '{' | '[' | ']' | '^')
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match is_escaped(c) {
            true => out.push_str(&format!("%{:02X}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

fn unescape(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let code = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The text of a value in the name of a partition; `None` for NULL.
pub(super) fn value_text(column: &Column, row: usize) -> Option<String> {
    if column.is_null(row) {
        return None;
    }
    let mut out = vec![];
    write_value(&mut out, column, row);
    Some(String::from_utf8_lossy(&out).into_owned())
}

/// The value of a partition column as an array of one row.
pub(super) fn constant(column: &str, data_type: &LogicalType, value: Option<&str>) -> Result<ArrayRef> {
    let Some(text) = value else { return Ok(new_null_array(&arrow_type(data_type), 1)) };
    read(data_type, text).ok_or_else(|| {
        let kind = crate::formats::with_article(data_type);
        Error::data(format!("'{text}' is not {kind} for partition column '{column}'"))
    })
}

fn read(data_type: &LogicalType, text: &str) -> Option<ArrayRef> {
    let bytes = text.as_bytes();
    let int = |min: i64, max: i64| parse_integer(bytes, min, max);
    let array: ArrayRef = match &data_type.kind {
        TypeKind::Char(_) | TypeKind::Varchar(_) => Arc::new(StringViewArray::from(vec![text])),
        TypeKind::Binary(_) | TypeKind::Varbinary(_) => Arc::new(BinaryViewArray::from(vec![bytes])),
        TypeKind::Boolean => Arc::new(BooleanArray::from(vec![text.eq_ignore_ascii_case("true")])),
        TypeKind::TinyInt => Arc::new(Int8Array::from(vec![int(i64::from(i8::MIN), i64::from(i8::MAX))? as i8])),
        TypeKind::SmallInt => Arc::new(Int16Array::from(vec![int(i64::from(i16::MIN), i64::from(i16::MAX))? as i16])),
        TypeKind::Int => Arc::new(Int32Array::from(vec![int(i64::from(i32::MIN), i64::from(i32::MAX))? as i32])),
        TypeKind::BigInt => Arc::new(Int64Array::from(vec![int(i64::MIN, i64::MAX)?])),
        TypeKind::Float => Arc::new(Float32Array::from(vec![parse_float(bytes)?])),
        TypeKind::Double => Arc::new(Float64Array::from(vec![parse_double(bytes)?])),
        TypeKind::Decimal { precision, scale } => match parse_decimal(bytes, *precision, *scale) {
            Decimal::Value(value) => Arc::new(Decimal128Array::from(vec![value]).with_data_type(arrow_type(data_type))),
            _ => return None,
        },
        // Flink itself writes dates as days since the epoch, which it cannot read again.
        TypeKind::Date => Arc::new(Date32Array::from(vec![parse_iso_date(bytes, Resolver::Strict).or_else(|| text.parse().ok())?])),
        TypeKind::Time { precision } => Arc::new(Time32MillisecondArray::from(vec![time_millis(parse_iso_time(bytes)?, *precision)])),
        TypeKind::Timestamp { precision, .. } => timestamp(read_timestamp(bytes)?, *precision, None)?,
        TypeKind::TimestampLtz { precision, .. } => {
            timestamp(read_timestamp(bytes.strip_suffix(b"Z").unwrap_or(bytes))?, *precision, Some("UTC"))?
        }
        _ => return None,
    };
    Some(array)
}

fn read_timestamp(text: &[u8]) -> Option<i128> {
    TimestampForm::ISO.parse(text).or_else(|| TimestampForm::SQL.parse(text))
}

fn timestamp(nanos: i128, precision: u8, zone: Option<&str>) -> Option<ArrayRef> {
    let values = vec![in_unit(nanos, precision)?];
    Some(match precision {
        0..=3 => Arc::new(TimestampMillisecondArray::from(values).with_timezone_opt(zone)),
        4..=6 => Arc::new(TimestampMicrosecondArray::from(values).with_timezone_opt(zone)),
        _ => Arc::new(TimestampNanosecondArray::from(values).with_timezone_opt(zone)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_partitions_are_escaped_as_in_hive() {
        let keys = ["p".to_owned(), "q".to_owned()];
        let values = [Some("a b/c=d:e%\"*\u{e9}".to_owned()), None];
        let directory = directory_of(&keys, &values, "__DEFAULT_PARTITION__");
        assert_eq!(directory, Path::new("p=a b%2Fc%3Dd%3Ae%25%22%2A\u{e9}/q=__DEFAULT_PARTITION__"));
        assert_eq!(unescape("a b%2Fc%3Dd%3Ae%25%22%2A\u{e9}"), "a b/c=d:e%\"*\u{e9}");
        assert_eq!(unescape("100%"), "100%");
    }

    #[test]
    fn values_of_partitions_are_read_by_type() {
        let date = constant("d", &LogicalType::new(TypeKind::Date), Some("2020-01-02")).expect("a date");
        let days = constant("d", &LogicalType::new(TypeKind::Date), Some("18263")).expect("a date");
        assert_eq!(&date, &days);
        assert!(constant("i", &LogicalType::int(), Some("x")).is_err());
        assert!(constant("t", &LogicalType::timestamp(3), Some("2020-01-01T00:00")).is_ok());
        assert!(constant("t", &LogicalType::timestamp(3), Some("2020-01-01 00:00:00")).is_ok());
    }
}
