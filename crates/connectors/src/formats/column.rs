//! Arrays by logical type, for everything that writes rows as text.

use arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, BooleanArray, Date32Array, Decimal128Array, Float32Array, Float64Array, Int8Array,
    Int16Array, Int32Array, Int64Array, ListArray, MapArray, StringViewArray, StructArray, Time32MillisecondArray,
};
use arrow::buffer::ScalarBuffer;
use arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType,
    TimeUnit, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
};
use arrow::record_batch::RecordBatch;
use diag::{Error, Result};
use table::types::{Field, LogicalType, TypeKind, arrow_type};

/// The values of a column.
#[derive(Debug)]
pub(crate) enum Column {
    Null,
    Boolean(BooleanArray),
    TinyInt(Int8Array),
    SmallInt(Int16Array),
    Int(Int32Array),
    BigInt(Int64Array),
    Float(Float32Array),
    Double(Float64Array),
    Decimal(Decimal128Array, u8),
    String(StringViewArray),
    Bytes(BinaryViewArray),
    Date(Date32Array),
    Time(Time32MillisecondArray),
    /// Nanoseconds in one unit of the values; the flag tells TIMESTAMP_LTZ.
    Timestamp {
        array: ArrayRef,
        values: ScalarBuffer<i64>,
        unit: i64,
        is_local: bool,
    },
    IntervalMonths(Int32Array),
    IntervalMillis(Int64Array),
    List(ListArray, Box<Column>),
    Map(MapArray, Box<Column>, Box<Column>),
    Row(StructArray, Vec<Column>),
}

/// The columns of a batch, whose types are `fields`.
pub(crate) fn columns(rows: &RecordBatch, fields: &[Field]) -> Result<Vec<Column>> {
    rows.columns().iter().zip(fields).map(|(array, field)| Column::new(array, &field.data_type)).collect()
}

impl Column {
    pub(crate) fn new(array: &ArrayRef, data_type: &LogicalType) -> Result<Self> {
        let wanted = arrow_type(data_type);
        let array = match same_layout(array.data_type(), &wanted) {
            true => array.clone(),
            false => arrow::compute::cast(array, &wanted).map_err(|e| misfit(array.data_type(), data_type).with_source(e))?,
        };
        Ok(match &data_type.kind {
            TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => Column::String(array.as_string_view().clone()),
            TypeKind::Boolean => Column::Boolean(array.as_boolean().clone()),
            TypeKind::Binary(_) | TypeKind::Varbinary(_) | TypeKind::Bitmap | TypeKind::Raw { .. } => {
                Column::Bytes(array.as_binary_view().clone())
            }
            TypeKind::Decimal { scale, .. } => Column::Decimal(array.as_primitive::<Decimal128Type>().clone(), *scale),
            TypeKind::TinyInt => Column::TinyInt(array.as_primitive::<Int8Type>().clone()),
            TypeKind::SmallInt => Column::SmallInt(array.as_primitive::<Int16Type>().clone()),
            TypeKind::Int => Column::Int(array.as_primitive::<Int32Type>().clone()),
            TypeKind::BigInt => Column::BigInt(array.as_primitive::<Int64Type>().clone()),
            TypeKind::IntervalYearMonth => Column::IntervalMonths(array.as_primitive::<Int32Type>().clone()),
            TypeKind::IntervalDayTime => Column::IntervalMillis(array.as_primitive::<Int64Type>().clone()),
            TypeKind::Float => Column::Float(array.as_primitive::<Float32Type>().clone()),
            TypeKind::Double => Column::Double(array.as_primitive::<Float64Type>().clone()),
            TypeKind::Date => Column::Date(array.as_primitive::<Date32Type>().clone()),
            TypeKind::Time { .. } => Column::Time(array.as_primitive::<Time32MillisecondType>().clone()),
            TypeKind::Timestamp { .. } => timestamps(&array, false),
            TypeKind::TimestampLtz { .. } => timestamps(&array, true),
            TypeKind::Array(element) => {
                let list = array.as_list::<i32>().clone();
                let values = Column::new(list.values(), element)?;
                Column::List(list, Box::new(values))
            }
            TypeKind::Map(key, value) => map(&array, key, value)?,
            TypeKind::Multiset(element) => map(&array, element, &LogicalType::not_null(TypeKind::Int))?,
            TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
                let row = array.as_struct().clone();
                let columns = row.columns().iter().zip(fields).map(|(array, field)| Column::new(array, &field.data_type));
                let columns = columns.collect::<Result<_>>()?;
                Column::Row(row, columns)
            }
            TypeKind::Null | TypeKind::Descriptor | TypeKind::Unknown => Column::Null,
        })
    }

    pub(crate) fn is_null(&self, row: usize) -> bool {
        match self {
            Column::Null => true,
            Column::Boolean(array) => array.is_null(row),
            Column::TinyInt(array) => array.is_null(row),
            Column::SmallInt(array) => array.is_null(row),
            Column::Int(array) | Column::IntervalMonths(array) => array.is_null(row),
            Column::BigInt(array) | Column::IntervalMillis(array) => array.is_null(row),
            Column::Float(array) => array.is_null(row),
            Column::Double(array) => array.is_null(row),
            Column::Decimal(array, _) => array.is_null(row),
            Column::String(array) => array.is_null(row),
            Column::Bytes(array) => array.is_null(row),
            Column::Date(array) => array.is_null(row),
            Column::Time(array) => array.is_null(row),
            Column::Timestamp { array, .. } => array.is_null(row),
            Column::List(array, _) => array.is_null(row),
            Column::Map(array, ..) => array.is_null(row),
            Column::Row(array, _) => array.is_null(row),
        }
    }
}

fn timestamps(array: &ArrayRef, is_local: bool) -> Column {
    let (values, unit) = match array.data_type() {
        DataType::Timestamp(TimeUnit::Millisecond, _) => (array.as_primitive::<TimestampMillisecondType>().values(), 1_000_000),
        DataType::Timestamp(TimeUnit::Microsecond, _) => (array.as_primitive::<TimestampMicrosecondType>().values(), 1000),
        _ => (array.as_primitive::<TimestampNanosecondType>().values(), 1),
    };
    Column::Timestamp { array: array.clone(), values: values.clone(), unit, is_local }
}

fn map(array: &ArrayRef, key: &LogicalType, value: &LogicalType) -> Result<Column> {
    let map = array.as_map().clone();
    let keys = Column::new(map.keys(), key)?;
    let values = Column::new(map.values(), value)?;
    Ok(Column::Map(map, Box::new(keys), Box::new(values)))
}

/// The same type but for names of inner fields and NOT NULL.
fn same_layout(found: &DataType, wanted: &DataType) -> bool {
    match (found, wanted) {
        (DataType::List(a), DataType::List(b)) | (DataType::Map(a, _), DataType::Map(b, _)) => same_layout(a.data_type(), b.data_type()),
        (DataType::Struct(a), DataType::Struct(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_layout(a.data_type(), b.data_type()))
        }
        (DataType::Timestamp(a, _), DataType::Timestamp(b, _)) => a == b,
        _ => found == wanted,
    }
}

fn misfit(found: &DataType, data_type: &LogicalType) -> Error {
    Error::internal(format!("a column of type {data_type} holds {found}"))
}
