//! Values into Arrow arrays and back.

use super::{Timestamp, Value};
use crate::types::{Field, LogicalType, TypeKind, arrow_type};
use arrow::array::{
    Array, ArrayRef, AsArray, BinaryViewArray, BooleanArray, Date32Array, Decimal128Array, Float32Array, Float64Array, Int8Array,
    Int16Array, Int32Array, Int64Array, ListArray, MapArray, StringViewArray, StructArray, Time32MillisecondArray,
    TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray, new_null_array,
};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType,
    TimeUnit, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
};
use diag::{Error, Result};
use std::sync::Arc;

/// An array of `len` times the same value.
pub fn value_to_array(value: &Value, data_type: &LogicalType, len: usize) -> Result<ArrayRef> {
    let values: Vec<&Value> = std::iter::repeat_n(value, len).collect();
    values_to_array(&values, data_type)
}

/// An array of values; an error when one of them is not of the type.
pub fn values_to_array(values: &[&Value], data_type: &LogicalType) -> Result<ArrayRef> {
    let wanted = arrow_type(data_type);
    Ok(match &data_type.kind {
        TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => {
            Arc::new(StringViewArray::from(collect(values, data_type, |v| if let Value::String(s) = v { Some(s.as_str()) } else { None })?))
        }
        TypeKind::Boolean => {
            Arc::new(BooleanArray::from(collect(values, data_type, |v| if let Value::Boolean(b) = v { Some(*b) } else { None })?))
        }
        TypeKind::Binary(_) | TypeKind::Varbinary(_) | TypeKind::Bitmap | TypeKind::Raw { .. } => Arc::new(BinaryViewArray::from(collect(
            values,
            data_type,
            |v| if let Value::Bytes(b) = v { Some(b.as_slice()) } else { None },
        )?)),
        TypeKind::Decimal { .. } => {
            let unscaled = collect(values, data_type, |v| if let Value::Decimal(d) = v { Some(*d) } else { None })?;
            Arc::new(Decimal128Array::from(unscaled).with_data_type(wanted))
        }
        TypeKind::TinyInt => Arc::new(Int8Array::from(collect(values, data_type, |v| int(v).and_then(|i| i.try_into().ok()))?)),
        TypeKind::SmallInt => Arc::new(Int16Array::from(collect(values, data_type, |v| int(v).and_then(|i| i.try_into().ok()))?)),
        TypeKind::Int => Arc::new(Int32Array::from(collect(values, data_type, |v| int(v).and_then(|i| i.try_into().ok()))?)),
        TypeKind::BigInt => Arc::new(Int64Array::from(collect(values, data_type, int)?)),
        TypeKind::Float => {
            Arc::new(Float32Array::from(collect(values, data_type, |v| if let Value::Float(f) = v { Some(*f) } else { None })?))
        }
        TypeKind::Double => {
            Arc::new(Float64Array::from(collect(values, data_type, |v| if let Value::Double(d) = v { Some(*d) } else { None })?))
        }
        TypeKind::Date => {
            Arc::new(Date32Array::from(collect(values, data_type, |v| if let Value::Date(d) = v { Some(*d) } else { None })?))
        }
        TypeKind::Time { .. } => {
            Arc::new(Time32MillisecondArray::from(collect(values, data_type, |v| if let Value::Time(t) = v { Some(*t) } else { None })?))
        }
        TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. } => timestamps(values, data_type, wanted)?,
        TypeKind::IntervalYearMonth => {
            Arc::new(Int32Array::from(collect(values, data_type, |v| if let Value::IntervalMonths(m) = v { Some(*m) } else { None })?))
        }
        TypeKind::IntervalDayTime => {
            Arc::new(Int64Array::from(collect(values, data_type, |v| if let Value::IntervalMillis(m) = v { Some(*m) } else { None })?))
        }
        TypeKind::Array(element) => list(values, data_type, element, wanted)?,
        TypeKind::Map(key, value) => map(values, data_type, key, value, wanted)?,
        TypeKind::Multiset(element) => map(values, data_type, element, &LogicalType::not_null(TypeKind::Int), wanted)?,
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => row(values, data_type, fields, wanted)?,
        TypeKind::Null | TypeKind::Descriptor | TypeKind::Unknown => new_null_array(&wanted, values.len()),
    })
}

/// The value at a place of an array of a type.
pub fn array_to_value(array: &dyn Array, at: usize, data_type: &LogicalType) -> Result<Value> {
    if array.is_null(at) || array.data_type() == &DataType::Null {
        return Ok(Value::Null);
    }
    if array.data_type() != &arrow_type(data_type) {
        return Err(Error::internal(format!("a value of type {data_type} is held as {}", array.data_type())));
    }
    Ok(match &data_type.kind {
        TypeKind::Char(_) | TypeKind::Varchar(_) | TypeKind::Variant => Value::String(array.as_string_view().value(at).to_owned()),
        TypeKind::Boolean => Value::Boolean(array.as_boolean().value(at)),
        TypeKind::Binary(_) | TypeKind::Varbinary(_) | TypeKind::Bitmap | TypeKind::Raw { .. } => {
            Value::Bytes(array.as_binary_view().value(at).to_vec())
        }
        TypeKind::Decimal { .. } => Value::Decimal(array.as_primitive::<Decimal128Type>().value(at)),
        TypeKind::TinyInt => Value::Int(array.as_primitive::<Int8Type>().value(at).into()),
        TypeKind::SmallInt => Value::Int(array.as_primitive::<Int16Type>().value(at).into()),
        TypeKind::Int => Value::Int(array.as_primitive::<Int32Type>().value(at).into()),
        TypeKind::BigInt => Value::Int(array.as_primitive::<Int64Type>().value(at)),
        TypeKind::Float => Value::Float(array.as_primitive::<Float32Type>().value(at)),
        TypeKind::Double => Value::Double(array.as_primitive::<Float64Type>().value(at)),
        TypeKind::Date => Value::Date(array.as_primitive::<Date32Type>().value(at)),
        TypeKind::Time { .. } => Value::Time(array.as_primitive::<Time32MillisecondType>().value(at)),
        TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. } => Value::Timestamp(timestamp_at(array, at)),
        TypeKind::IntervalYearMonth => Value::IntervalMonths(array.as_primitive::<Int32Type>().value(at)),
        TypeKind::IntervalDayTime => Value::IntervalMillis(array.as_primitive::<Int64Type>().value(at)),
        TypeKind::Array(element) => {
            let elements = array.as_list::<i32>().value(at);
            Value::Array((0..elements.len()).map(|i| array_to_value(&elements, i, element)).collect::<Result<_>>()?)
        }
        TypeKind::Map(key, value) => entries_at(array, at, key, value)?,
        TypeKind::Multiset(element) => entries_at(array, at, element, &LogicalType::not_null(TypeKind::Int))?,
        TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
            let columns = array.as_struct().columns().iter().zip(fields);
            Value::Row(columns.map(|(column, field)| array_to_value(column, at, &field.data_type)).collect::<Result<_>>()?)
        }
        TypeKind::Null | TypeKind::Descriptor | TypeKind::Unknown => Value::Null,
    })
}

fn entries_at(array: &dyn Array, at: usize, key: &LogicalType, value: &LogicalType) -> Result<Value> {
    let entries = array.as_map().value(at);
    let entry = |i| Ok((array_to_value(entries.column(0), i, key)?, array_to_value(entries.column(1), i, value)?));
    Ok(Value::Map((0..entries.len()).map(entry).collect::<Result<_>>()?))
}

fn timestamp_at(array: &dyn Array, at: usize) -> Timestamp {
    let nanos = match array.data_type() {
        DataType::Timestamp(TimeUnit::Nanosecond, _) => i128::from(array.as_primitive::<TimestampNanosecondType>().value(at)),
        DataType::Timestamp(TimeUnit::Microsecond, _) => i128::from(array.as_primitive::<TimestampMicrosecondType>().value(at)) * 1_000,
        _ => i128::from(array.as_primitive::<TimestampMillisecondType>().value(at)) * 1_000_000,
    };
    Timestamp::from_nanos(nanos)
}

fn int(value: &Value) -> Option<i64> {
    if let Value::Int(value) = value { Some(*value) } else { None }
}

/// The values of one variant; NULL is `None`.
fn collect<'a, T>(values: &[&'a Value], data_type: &LogicalType, get: impl Fn(&'a Value) -> Option<T>) -> Result<Vec<Option<T>>> {
    let one = |value: &&'a Value| match value {
        Value::Null => Ok(None),
        value => get(value).map(Some).ok_or_else(|| wrong_value(value, data_type)),
    };
    values.iter().map(one).collect()
}

fn wrong_value(value: &Value, data_type: &LogicalType) -> Error {
    Error::internal(format!("{value:?} is not a value of type {data_type}"))
}

fn timestamps(values: &[&Value], data_type: &LogicalType, wanted: DataType) -> Result<ArrayRef> {
    let nanos = |v: &Value| if let Value::Timestamp(t) = v { Some(t.as_nanos()) } else { None };
    let unit =
        |nanos_per_unit: i128| collect(values, data_type, |v| nanos(v).and_then(|n| i64::try_from(n.div_euclid(nanos_per_unit)).ok()));
    Ok(match wanted {
        DataType::Timestamp(TimeUnit::Nanosecond, _) => Arc::new(TimestampNanosecondArray::from(unit(1)?).with_data_type(wanted)),
        DataType::Timestamp(TimeUnit::Microsecond, _) => Arc::new(TimestampMicrosecondArray::from(unit(1_000)?).with_data_type(wanted)),
        _ => Arc::new(TimestampMillisecondArray::from(unit(1_000_000)?).with_data_type(wanted)),
    })
}

fn list(values: &[&Value], data_type: &LogicalType, element: &LogicalType, wanted: DataType) -> Result<ArrayRef> {
    let lists = collect(values, data_type, |v| if let Value::Array(items) = v { Some(items) } else { None })?;
    let items: Vec<&Value> = lists.iter().flatten().flat_map(|items| items.iter()).collect();
    let DataType::List(field) = wanted else { return Err(Error::internal("an array is not a list")) };
    let offsets = OffsetBuffer::from_lengths(lists.iter().map(|items| items.map_or(0, Vec::len)));
    let nulls = NullBuffer::from_iter(lists.iter().map(Option::is_some));
    Ok(Arc::new(ListArray::new(field, offsets, values_to_array(&items, element)?, Some(nulls))))
}

fn map(values: &[&Value], data_type: &LogicalType, key: &LogicalType, value: &LogicalType, wanted: DataType) -> Result<ArrayRef> {
    let maps = collect(values, data_type, |v| if let Value::Map(entries) = v { Some(entries) } else { None })?;
    let keys: Vec<&Value> = maps.iter().flatten().flat_map(|entries| entries.iter().map(|(key, _)| key)).collect();
    let items: Vec<&Value> = maps.iter().flatten().flat_map(|entries| entries.iter().map(|(_, value)| value)).collect();
    let DataType::Map(field, ordered) = wanted else { return Err(Error::internal("a map is not a map")) };
    let DataType::Struct(fields) = field.data_type() else { return Err(Error::internal("entries of a map are not pairs")) };
    let entries = StructArray::new(fields.clone(), vec![values_to_array(&keys, key)?, values_to_array(&items, value)?], None);
    let offsets = OffsetBuffer::from_lengths(maps.iter().map(|entries| entries.map_or(0, Vec::len)));
    let nulls = NullBuffer::from_iter(maps.iter().map(Option::is_some));
    Ok(Arc::new(MapArray::new(field, offsets, entries, Some(nulls), ordered)))
}

fn row(values: &[&Value], data_type: &LogicalType, fields: &[Field], wanted: DataType) -> Result<ArrayRef> {
    let rows = collect(values, data_type, |v| match v {
        Value::Row(items) if items.len() == fields.len() => Some(items),
        _ => None,
    })?;
    let DataType::Struct(arrow_fields) = wanted else { return Err(Error::internal("a row is not a struct")) };
    let column = |i: usize, field: &Field| {
        let items: Vec<&Value> = rows.iter().map(|row| row.map_or(&Value::Null, |items| &items[i])).collect();
        values_to_array(&items, &field.data_type)
    };
    let columns = fields.iter().enumerate().map(|(i, field)| column(i, field)).collect::<Result<Vec<_>>>()?;
    let nulls = NullBuffer::from_iter(rows.iter().map(Option::is_some));
    let array = StructArray::try_new_with_length(arrow_fields, columns, Some(nulls), values.len());
    Ok(Arc::new(array.map_err(|e| Error::internal(e.to_string()))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(value: Value, data_type: LogicalType) {
        let array = value_to_array(&value, &data_type, 2).expect("an array");
        assert_eq!(array.len(), 2);
        assert_eq!(array.data_type(), &arrow_type(&data_type));
        assert_eq!(array_to_value(&array, 1, &data_type).expect("a value"), value, "{data_type}");
        let null = value_to_array(&Value::Null, &data_type, 1).expect("an array");
        assert_eq!(array_to_value(&null, 0, &data_type).expect("a value"), Value::Null);
    }

    #[test]
    fn values_of_every_type_go_into_arrays_and_back() {
        round_trip(Value::String("é".into()), LogicalType::string());
        round_trip(Value::Boolean(true), LogicalType::boolean());
        round_trip(Value::Bytes(vec![0, 255]), LogicalType::bytes());
        round_trip(Value::Decimal(-105), LogicalType::decimal(5, 2));
        for kind in [TypeKind::TinyInt, TypeKind::SmallInt, TypeKind::Int, TypeKind::BigInt] {
            round_trip(Value::Int(-5), LogicalType::new(kind));
        }
        round_trip(Value::Float(1.5), LogicalType::new(TypeKind::Float));
        round_trip(Value::Double(-0.5), LogicalType::double());
        round_trip(Value::Date(-1), LogicalType::new(TypeKind::Date));
        round_trip(Value::Time(1), LogicalType::new(TypeKind::Time { precision: 3 }));
        round_trip(Value::Timestamp(Timestamp { millis: -1, nanos: 0 }), LogicalType::timestamp(3));
        round_trip(Value::Timestamp(Timestamp { millis: -1, nanos: 999_000 }), LogicalType::timestamp_ltz(6));
        round_trip(Value::Timestamp(Timestamp { millis: -1, nanos: 999_999 }), LogicalType::timestamp(9));
        round_trip(Value::IntervalMonths(14), LogicalType::new(TypeKind::IntervalYearMonth));
        round_trip(Value::IntervalMillis(-5), LogicalType::new(TypeKind::IntervalDayTime));
    }

    #[test]
    fn nested_values_go_into_arrays_and_back() {
        let ints = LogicalType::array(LogicalType::int());
        round_trip(Value::Array(vec![Value::Int(1), Value::Null]), ints.clone());
        round_trip(Value::Map(vec![(Value::Null, Value::Array(vec![Value::Int(1)]))]), LogicalType::map(LogicalType::string(), ints));
        round_trip(
            Value::Map(vec![(Value::String("a".into()), Value::Int(2))]),
            LogicalType::new(TypeKind::Multiset(Box::new(LogicalType::string()))),
        );
        let fields = vec![Field::new("a", LogicalType::int()), Field::new("b", LogicalType::string())];
        round_trip(Value::Row(vec![Value::Int(1), Value::Null]), LogicalType::new(TypeKind::Row(fields)));
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        assert!(value_to_array(&Value::Int(300), &LogicalType::new(TypeKind::TinyInt), 1).is_err());
        assert!(value_to_array(&Value::String("a".into()), &LogicalType::int(), 1).is_err());
    }
}
