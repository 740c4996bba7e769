//! Equality of ARRAY and MAP values.
//!
//! What is in them compares as Java's objects do: NULL equals NULL, NaN equals NaN, -0.0 is not 0.0.

use super::comparison::internal;
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, make_comparator};
use arrow::compute::SortOptions;
use arrow::datatypes::DataType;
use diag::Result;

/// Whether the value at one place equals the value at another.
type Same<'a> = Box<dyn Fn(usize, usize) -> bool + 'a>;

/// Compares row by row; NULL where a side is NULL.
pub(super) fn equal(left: &ArrayRef, right: &ArrayRef) -> Result<BooleanArray> {
    let same = same(left, right)?;
    Ok((0..left.len()).map(|row| (left.is_valid(row) && right.is_valid(row)).then(|| same(row, row))).collect())
}

fn same<'a>(left: &'a ArrayRef, right: &'a ArrayRef) -> Result<Same<'a>> {
    let values = same_values(left, right)?;
    Ok(Box::new(move |i, j| match (left.is_null(i), right.is_null(j)) {
        (false, false) => values(i, j),
        (left_is_null, right_is_null) => left_is_null && right_is_null,
    }))
}

fn same_values<'a>(left: &'a ArrayRef, right: &'a ArrayRef) -> Result<Same<'a>> {
    match left.data_type() {
        DataType::List(_) => same_lists(left, right),
        DataType::Map(..) => same_maps(left, right),
        DataType::Struct(_) => {
            let columns = left.as_struct().columns().iter().zip(right.as_struct().columns());
            let fields = columns.map(|(a, b)| same(a, b)).collect::<Result<Vec<_>>>()?;
            Ok(Box::new(move |i, j| fields.iter().all(|field| field(i, j))))
        }
        _ => {
            let compare = make_comparator(left, right, SortOptions::default()).map_err(internal)?;
            Ok(Box::new(move |i, j| compare(i, j).is_eq()))
        }
    }
}

fn same_lists<'a>(left: &'a ArrayRef, right: &'a ArrayRef) -> Result<Same<'a>> {
    let (a, b) = (left.as_list::<i32>(), right.as_list::<i32>());
    let elements = same(a.values(), b.values())?;
    Ok(Box::new(move |i, j| {
        let (from_a, from_b) = (a.value_offsets()[i] as usize, b.value_offsets()[j] as usize);
        let length = a.value_length(i) as usize;
        length == b.value_length(j) as usize && (0..length).all(|at| elements(from_a + at, from_b + at))
    }))
}

/// The order of entries does not matter.
fn same_maps<'a>(left: &'a ArrayRef, right: &'a ArrayRef) -> Result<Same<'a>> {
    let (a, b) = (left.as_map(), right.as_map());
    let keys = same(a.keys(), b.keys())?;
    let values = same(a.values(), b.values())?;
    Ok(Box::new(move |i, j| {
        let entries = |offsets: &[i32], row: usize| offsets[row] as usize..offsets[row + 1] as usize;
        let (mut of_a, of_b) = (entries(a.value_offsets(), i), entries(b.value_offsets(), j));
        of_a.len() == of_b.len() && of_a.all(|x| of_b.clone().any(|y| keys(x, y) && values(x, y)))
    }))
}
