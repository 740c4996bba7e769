//! Columns of files in the form that tables have: files of many writers hold the same values in different ways.

use arrow::array::{Array, ArrayRef, AsArray, ListArray, MapArray, StructArray, new_null_array};
use arrow::compute::CastOptions;
use arrow::compute::cast_with_options;
use arrow::datatypes::{DataType, Field};
use arrow::error::ArrowError;
use std::sync::Arc;

/// Brings an array into another type that holds the same values.
pub(super) fn adapt(array: &ArrayRef, wanted: &DataType) -> Result<ArrayRef, ArrowError> {
    if array.data_type() == wanted {
        return Ok(Arc::clone(array));
    }
    match (array.data_type(), wanted) {
        (DataType::List(_), DataType::List(field)) => {
            let list = array.as_list::<i32>();
            let values = adapt(list.values(), field.data_type())?;
            Ok(Arc::new(ListArray::try_new(Arc::clone(field), list.offsets().clone(), values, list.nulls().cloned())?))
        }
        (DataType::Map(..), DataType::Map(field, is_sorted)) => {
            let map = array.as_map();
            let entries: ArrayRef = Arc::new(map.entries().clone());
            let entries = adapt_by_position(&entries, field)?;
            Ok(Arc::new(MapArray::try_new(Arc::clone(field), map.offsets().clone(), entries, map.nulls().cloned(), *is_sorted)?))
        }
        (DataType::Struct(_), DataType::Struct(fields)) => {
            let row = array.as_struct();
            let column = |field: &Arc<Field>| match row.column_by_name(field.name()) {
                Some(column) => adapt(column, field.data_type()),
                None => Ok(new_null_array(field.data_type(), row.len())),
            };
            let columns = fields.iter().map(column).collect::<Result<Vec<_>, _>>()?;
            match columns.is_empty() {
                true => Ok(Arc::new(StructArray::new_empty_fields(row.len(), row.nulls().cloned()))),
                false => Ok(Arc::new(StructArray::try_new(fields.clone(), columns, row.nulls().cloned())?)),
            }
        }
        _ => cast_with_options(array, wanted, &CastOptions { safe: false, ..CastOptions::default() }),
    }
}

/// Key and value of a map are called differently by different writers.
fn adapt_by_position(entries: &ArrayRef, field: &Field) -> Result<StructArray, ArrowError> {
    let DataType::Struct(fields) = field.data_type() else {
        return Err(ArrowError::SchemaError("a map without entries".into()));
    };
    let columns = entries.as_struct().columns().iter().zip(fields).map(|(column, field)| adapt(column, field.data_type()));
    StructArray::try_new(fields.clone(), columns.collect::<Result<_, _>>()?, None)
}

/// The type in which a column of a file is best read: texts as views, all else as the file has it.
pub(super) fn read_as(found: &DataType) -> DataType {
    let inner = |field: &Arc<Field>| Arc::new(field.as_ref().clone().with_data_type(read_as(field.data_type())));
    match found {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        DataType::List(field) => DataType::List(inner(field)),
        DataType::Map(field, is_sorted) => DataType::Map(inner(field), *is_sorted),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(inner).collect()),
        other => other.clone(),
    }
}

/// True when the batch engine reads a column of a file exactly as [`adapt`] does.
pub(super) fn is_plain(found: &DataType, wanted: &DataType) -> bool {
    use DataType::{Binary, BinaryView, Timestamp, Utf8, Utf8View};
    match (found, wanted) {
        (Utf8, Utf8View) | (Binary, BinaryView) | (Timestamp(..), Timestamp(..)) => true,
        _ => found == wanted && !found.is_nested(),
    }
}
