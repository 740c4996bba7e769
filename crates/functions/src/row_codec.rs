//! Values of any type as bytes: comparable, hashable, and turned back into arrays.

use arrow::array::{Array, ArrayRef, AsArray, ListArray, MapArray, StructArray, new_empty_array};
use arrow::datatypes::{DataType, Field, FieldRef, Fields};
use arrow::row::{RowConverter, Rows, SortField};
use diag::{Error, Result};
use std::sync::Arc;
use table::LogicalType;
use table::types::arrow_type;

/// Encodes rows of some columns. Equal bytes mean equal values, with NULL equal to NULL; bytes of one column compare as its values.
#[derive(Debug)]
pub(crate) struct RowCodec {
    converter: RowConverter,
    types: Vec<DataType>,
}

impl RowCodec {
    pub(crate) fn new<'a>(types: impl IntoIterator<Item = &'a LogicalType>) -> Result<Self> {
        let types: Vec<DataType> = types.into_iter().map(arrow_type).collect();
        let fields = types.iter().map(|t| SortField::new(without_maps(t))).collect();
        Ok(RowCodec { converter: RowConverter::new(fields).map_err(internal)?, types })
    }

    pub(crate) fn encode(&self, columns: &[ArrayRef]) -> Result<Rows> {
        let columns: Vec<ArrayRef> = columns.iter().map(maps_to_lists).collect::<Result<_>>()?;
        self.converter.convert_columns(&columns).map_err(internal)
    }

    /// The columns of encoded rows.
    pub(crate) fn decode<'a>(&self, rows: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<ArrayRef>> {
        let parser = self.converter.parser();
        let columns = self.converter.convert_rows(rows.into_iter().map(|bytes| parser.parse(bytes))).map_err(internal)?;
        if columns.iter().all(|column| column.is_empty()) {
            return Ok(self.types.iter().map(new_empty_array).collect());
        }
        columns.iter().zip(&self.types).map(|(column, t)| lists_to_maps(column, t)).collect()
    }

    /// Like [`RowCodec::decode`] for a codec of one column.
    pub(crate) fn decode_one<'a>(&self, rows: impl IntoIterator<Item = &'a [u8]>) -> Result<ArrayRef> {
        self.decode(rows)?.pop().ok_or_else(|| Error::internal("a row without columns"))
    }
}

pub(crate) fn internal(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}

/// The type with each map replaced by a list of its entries: the row format knows no maps.
fn without_maps(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Map(entries, _) => DataType::List(inner(entries)),
        DataType::List(element) => DataType::List(inner(element)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(inner).collect()),
        other => other.clone(),
    }
}

fn inner(field: &FieldRef) -> FieldRef {
    Arc::new(Field::new(field.name(), without_maps(field.data_type()), field.is_nullable()))
}

fn maps_to_lists(array: &ArrayRef) -> Result<ArrayRef> {
    let target = without_maps(array.data_type());
    if target == *array.data_type() {
        return Ok(array.clone());
    }
    match (array.data_type(), &target) {
        (DataType::Map(..), DataType::List(field)) => {
            let map = array.as_map();
            let entries = maps_to_lists(&(Arc::new(map.entries().clone()) as ArrayRef))?;
            Ok(Arc::new(ListArray::try_new(field.clone(), map.offsets().clone(), entries, map.nulls().cloned()).map_err(internal)?))
        }
        (DataType::List(_), DataType::List(field)) => {
            let list = array.as_list::<i32>();
            let values = maps_to_lists(list.values())?;
            Ok(Arc::new(ListArray::try_new(field.clone(), list.offsets().clone(), values, list.nulls().cloned()).map_err(internal)?))
        }
        (DataType::Struct(_), DataType::Struct(fields)) => rebuild(array.as_struct(), fields, maps_to_lists),
        _ => Ok(array.clone()),
    }
}

fn lists_to_maps(array: &ArrayRef, target: &DataType) -> Result<ArrayRef> {
    if array.data_type() == target {
        return Ok(array.clone());
    }
    match target {
        DataType::Map(entries, sorted) => {
            let list = array.as_list::<i32>();
            let values = lists_to_maps(list.values(), entries.data_type())?;
            let values = values.as_struct().clone();
            let map = MapArray::try_new(entries.clone(), list.offsets().clone(), values, list.nulls().cloned(), *sorted);
            Ok(Arc::new(map.map_err(internal)?))
        }
        DataType::List(field) => {
            let list = array.as_list::<i32>();
            let values = lists_to_maps(list.values(), field.data_type())?;
            Ok(Arc::new(ListArray::try_new(field.clone(), list.offsets().clone(), values, list.nulls().cloned()).map_err(internal)?))
        }
        DataType::Struct(fields) => {
            let mut types = fields.iter().map(|field| field.data_type());
            rebuild(array.as_struct(), fields, |column| match types.next() {
                Some(t) => lists_to_maps(column, t),
                None => Ok(column.clone()),
            })
        }
        _ => Ok(array.clone()),
    }
}

fn rebuild(array: &StructArray, fields: &Fields, convert: impl FnMut(&ArrayRef) -> Result<ArrayRef>) -> Result<ArrayRef> {
    let columns: Vec<ArrayRef> = array.columns().iter().map(convert).collect::<Result<_>>()?;
    let rebuilt = StructArray::try_new_with_length(fields.clone(), columns, array.nulls().cloned(), array.len());
    Ok(Arc::new(rebuilt.map_err(internal)?))
}
