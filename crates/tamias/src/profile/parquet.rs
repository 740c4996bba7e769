//! Parquet files: the types are in the file.

use super::name::quoted;
use super::{Note, Profile, ProposedColumn};
use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use arrow::datatypes::{DataType, TimeUnit};
use diag::{Error, Result};
use std::fs::File;

/// Reads the schema of a file.
pub(super) fn profile(file: File) -> Result<Profile> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(file);
    let reader = reader.map_err(|_| Error::data("it is not a complete Parquet file"))?;
    let rows = reader.metadata().file_metadata().num_rows();
    let mut profile = Profile { rows: u64::try_from(rows).unwrap_or(0), ..Profile::default() };
    for field in reader.schema().fields() {
        match sql_type(field.data_type()) {
            Some(data_type) => profile.columns.push(ProposedColumn { name: field.name().clone(), data_type }),
            None => profile.notes.push(Note::plain(format!("Column '{}' was left out: no SQL type holds its values.", field.name()))),
        }
    }
    Ok(profile)
}

fn sql_type(data_type: &DataType) -> Option<String> {
    let text = match data_type {
        DataType::Boolean => "BOOLEAN",
        DataType::Int8 => "TINYINT",
        DataType::Int16 | DataType::UInt8 => "SMALLINT",
        DataType::Int32 | DataType::UInt16 => "INT",
        DataType::Int64 | DataType::UInt32 => "BIGINT",
        DataType::UInt64 => "DECIMAL(20, 0)",
        DataType::Float16 | DataType::Float32 => "FLOAT",
        DataType::Float64 => "DOUBLE",
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "STRING",
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => "BYTES",
        DataType::Date32 | DataType::Date64 => "DATE",
        DataType::Time32(TimeUnit::Second) => "TIME(0)",
        DataType::Time32(_) | DataType::Time64(_) => "TIME(3)",
        DataType::FixedSizeBinary(length) => return Some(format!("BINARY({length})")),
        DataType::Decimal32(precision, scale) | DataType::Decimal64(precision, scale) | DataType::Decimal128(precision, scale) => {
            return (*scale >= 0).then(|| format!("DECIMAL({precision}, {scale})"));
        }
        DataType::Timestamp(unit, zone) => return Some(timestamp(unit, zone.is_some())),
        DataType::List(element) | DataType::LargeList(element) | DataType::FixedSizeList(element, _) => {
            return Some(format!("ARRAY<{}>", sql_type(element.data_type())?));
        }
        DataType::Struct(fields) => {
            let fields = fields.iter().map(|field| Some(format!("{} {}", quoted(field.name()), sql_type(field.data_type())?)));
            return Some(format!("ROW<{}>", fields.collect::<Option<Vec<_>>>()?.join(", ")));
        }
        DataType::Map(entries, _) => return map(entries.data_type()),
        DataType::Dictionary(_, values) => return sql_type(values),
        _ => return None,
    };
    Some(text.to_owned())
}

fn timestamp(unit: &TimeUnit, has_zone: bool) -> String {
    let precision = match unit {
        TimeUnit::Second => 0,
        TimeUnit::Millisecond => 3,
        TimeUnit::Microsecond => 6,
        TimeUnit::Nanosecond => 9,
    };
    let name = if has_zone { "TIMESTAMP_LTZ" } else { "TIMESTAMP" };
    format!("{name}({precision})")
}

fn map(entries: &DataType) -> Option<String> {
    let DataType::Struct(fields) = entries else { return None };
    let [key, value] = fields.as_ref() else { return None };
    Some(format!("MAP<{}, {}>", sql_type(key.data_type())?, sql_type(value.data_type())?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::datatypes::{Field, Fields};
    use std::sync::Arc;

    #[test]
    fn types_of_the_file_become_sql_types() {
        let list = DataType::List(Arc::new(Field::new("item", DataType::Int32, true)));
        let fields: Fields = vec![Field::new("a", DataType::Utf8, true), Field::new("value", list, true)].into();
        assert_eq!(sql_type(&DataType::Struct(fields)).as_deref(), Some("ROW<a STRING, `value` ARRAY<INT>>"));
        assert_eq!(sql_type(&DataType::Decimal128(10, 2)).as_deref(), Some("DECIMAL(10, 2)"));
        assert_eq!(sql_type(&DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))).as_deref(), Some("TIMESTAMP_LTZ(6)"));
        assert_eq!(sql_type(&DataType::Null), None);
    }
}
