//! MULTISET columns: a map from each value to how often it is there.

use crate::row_codec::{RowCodec, internal};
use arrow::array::{Array, ArrayRef, AsArray, Int32Array, MapArray, StructArray};
use arrow::buffer::OffsetBuffer;
use arrow::datatypes::{DataType, Int32Type};
use diag::{Error, Result};
use std::sync::Arc;
use table::LogicalType;
use table::types::arrow_type;

/// Builds a multiset for each group from encoded values and counts.
pub(super) fn multiset_array<'a, G: Iterator<Item = (&'a [u8], i64)>>(
    codec: &RowCodec,
    data_type: &LogicalType,
    groups: impl Iterator<Item = G>,
) -> Result<ArrayRef> {
    let (mut values, mut counts, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for group in groups {
        let before = values.len();
        for (value, count) in group {
            values.push(value);
            counts.push(count as i32);
        }
        lengths.push(values.len() - before);
    }
    let DataType::Map(entries, sorted) = arrow_type(data_type) else {
        return Err(Error::internal(format!("{data_type} is no multiset")));
    };
    let DataType::Struct(fields) = entries.data_type() else {
        return Err(Error::internal("a map without entries"));
    };
    let columns = vec![codec.decode_one(values)?, Arc::new(Int32Array::from(counts)) as ArrayRef];
    let rows = StructArray::try_new(fields.clone(), columns, None).map_err(internal)?;
    let map = MapArray::try_new(entries, OffsetBuffer::from_lengths(lengths), rows, None, sorted);
    Ok(Arc::new(map.map_err(internal)?))
}

/// The values of multisets, their counts and the group of each.
pub(super) fn multiset_entries(multisets: &MapArray, groups: &[usize]) -> (ArrayRef, Int32Array, Vec<usize>) {
    let offsets = multisets.value_offsets();
    let (start, end) = (offsets.first().map_or(0, |&o| o as usize), offsets.last().map_or(0, |&o| o as usize));
    let of_entries = groups.iter().enumerate().flat_map(|(row, &group)| std::iter::repeat_n(group, multisets.value_length(row) as usize));
    let of_entries = of_entries.collect();
    let counts = multisets.values().slice(start, end - start);
    (multisets.keys().slice(start, end - start), counts.as_primitive::<Int32Type>().clone(), of_entries)
}
