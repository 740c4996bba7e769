//! Walking over the rows of a batch by group.

use arrow::array::BooleanArray;
use arrow::buffer::NullBuffer;

/// Calls `visit(row, group)` for the rows that count: their filter is TRUE and their argument is not NULL.
pub(super) fn for_each_row(
    groups: &[usize],
    nulls: Option<&NullBuffer>,
    filter: Option<&BooleanArray>,
    mut visit: impl FnMut(usize, usize),
) {
    let nulls = nulls.filter(|nulls| nulls.null_count() > 0);
    match (nulls, filter) {
        (None, None) => groups.iter().enumerate().for_each(|(row, &group)| visit(row, group)),
        (Some(nulls), None) => {
            for (row, &group) in groups.iter().enumerate() {
                if nulls.is_valid(row) {
                    visit(row, group);
                }
            }
        }
        (nulls, Some(filter)) => {
            for (row, &group) in groups.iter().enumerate() {
                if is_true(filter, row) && nulls.is_none_or(|nulls| nulls.is_valid(row)) {
                    visit(row, group);
                }
            }
        }
    }
}

fn is_true(filter: &BooleanArray, row: usize) -> bool {
    use arrow::array::Array;
    filter.is_valid(row) && filter.value(row)
}

/// How many of `available` groups to give out.
pub(super) fn first(count: Option<usize>, available: usize) -> usize {
    count.map_or(available, |count| count.min(available))
}

/// Grows a vector by group to `count` groups.
pub(super) fn grow<T: Default + Clone>(values: &mut Vec<T>, count: usize) {
    if values.len() < count {
        values.resize(count, T::default());
    }
}

/// Forgets the first groups.
pub(super) fn drop_groups<T>(values: &mut Vec<T>, count: usize) {
    values.drain(..count.min(values.len()));
}

/// Bytes of a vector without what its values own.
pub(super) fn bytes_of<T>(values: &Vec<T>) -> usize {
    values.capacity() * size_of::<T>()
}
