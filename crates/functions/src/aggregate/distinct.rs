//! DISTINCT inside an aggregate: each value counts once in each group.

use super::groups::{first, for_each_row};
use super::value_counts::ValueCounts;
use crate::row_codec::{RowCodec, internal};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array, ListArray};
use arrow::buffer::OffsetBuffer;
use arrow::datatypes::Int64Type;
use diag::Result;
use std::sync::Arc;
use table::LogicalType;
use table::function::{Accumulator, CallSite};
use table::types::arrow_field;

/// Lets another accumulator see the first of equal rows of a group only, and its end when the last of them is taken back.
#[derive(Debug)]
pub struct DistinctAccumulator {
    inner: Box<dyn Accumulator>,
    codec: RowCodec,
    types: Vec<LogicalType>,
    seen: ValueCounts,
    groups: usize,
}

impl DistinctAccumulator {
    pub fn new(inner: Box<dyn Accumulator>, call: &CallSite) -> Result<Self> {
        let types: Vec<LogicalType> = call.arguments.iter().map(|a| a.data_type.clone()).collect();
        Ok(DistinctAccumulator { inner, codec: RowCodec::new(&types)?, types, seen: ValueCounts::default(), groups: 0 })
    }

    /// A list of the distinct values for each argument, and one of how often each came.
    pub fn state_types(call: &CallSite) -> Vec<LogicalType> {
        let values = call.arguments.iter().map(|a| LogicalType::array(a.data_type.clone()));
        values.chain([LogicalType::array(LogicalType::bigint())]).collect()
    }

    /// Counts rows and says which of them changed whether their value is there.
    fn count(
        &mut self,
        arguments: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
        times: impl Fn(usize) -> i64,
    ) -> Result<BooleanArray> {
        self.groups = self.groups.max(group_count);
        let rows = self.codec.encode(arguments)?;
        let mut changed = vec![false; groups.len()];
        for_each_row(groups, None, filter, |row, group| {
            let (before, after) = self.seen.add(group, rows.row(row).data(), times(row));
            changed[row] = (before > 0) != (after > 0);
        });
        Ok(BooleanArray::from(changed))
    }
}

impl Accumulator for DistinctAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        let new = self.count(arguments, groups, filter, group_count, |_| 1)?;
        self.inner.update(arguments, groups, Some(&new), group_count)
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        let Some((counts, values)) = states.split_last() else { return Ok(()) };
        let lists = counts.as_list::<i32>();
        let of_values = groups.iter().enumerate().flat_map(|(row, &group)| std::iter::repeat_n(group, lists.value_length(row) as usize));
        let of_values: Vec<usize> = of_values.collect();
        let flat = |list: &ArrayRef| {
            let list = list.as_list::<i32>();
            let start = list.value_offsets().first().map_or(0, |&offset| offset as usize);
            list.values().slice(start, of_values.len())
        };
        let values: Vec<ArrayRef> = values.iter().map(flat).collect();
        let counts = flat(counts);
        let counts = counts.as_primitive::<Int64Type>();
        let new = self.count(&values, &of_values, None, group_count, |row| counts.value(row))?;
        self.inner.update(&values, &of_values, Some(&new), group_count)
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        let gone = self.count(arguments, groups, filter, group_count, |_| -1)?;
        self.inner.retract(arguments, groups, Some(&gone), group_count)
    }

    fn can_retract(&self) -> bool {
        self.inner.can_retract()
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        self.inner.evaluate(count)
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let groups = self.seen.by_group(first(count, self.groups));
        let lengths = || OffsetBuffer::from_lengths(groups.iter().map(Vec::len));
        let columns = self.codec.decode(groups.iter().flatten().map(|(value, _)| *value))?;
        let counts = Int64Array::from_iter_values(groups.iter().flatten().map(|(_, count)| *count));
        let bigint = LogicalType::bigint();
        let columns = columns.into_iter().zip(&self.types).chain([(Arc::new(counts) as ArrayRef, &bigint)]);
        columns
            .map(|(column, element)| {
                let list = ListArray::try_new(Arc::new(arrow_field("element", element)), lengths(), column, None);
                Ok(Arc::new(list.map_err(internal)?) as ArrayRef)
            })
            .collect()
    }

    fn drop_first(&mut self, count: usize) {
        self.seen.drop_first(count);
        self.groups = self.groups.saturating_sub(count);
        self.inner.drop_first(count);
    }

    fn size(&self) -> usize {
        self.seen.size() + self.inner.size()
    }
}
