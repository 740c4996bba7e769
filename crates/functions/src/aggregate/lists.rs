//! The values of a group in order of arrival, shown in different ways: the state of ARRAY_AGG, and of FIRST_VALUE, LAST_VALUE and
//! LISTAGG where rows are taken back.

use super::groups::{first, for_each_row};
use super::value_lists::ValueLists;
use crate::row_codec::{RowCodec, internal};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, ListArray, StringViewBuilder, UInt32Array};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use diag::Result;
use std::fmt::Debug;
use std::sync::Arc;
use table::LogicalType;
use table::function::Accumulator;
use table::types::{arrow_field, arrow_type};

/// What becomes of a group's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// All of them, also NULL; NULL without any.
    Array,
    First,
    Last,
    /// The texts with a separator between; NULL without any.
    Joined(String),
}

/// Keeps all values of a type for each group.
pub(super) fn lists(element: &LogicalType, view: View) -> Result<Box<dyn Accumulator>> {
    Ok(Box::new(ListAccumulator { codec: RowCodec::new([element])?, element: element.clone(), lists: ValueLists::default(), view }))
}

#[derive(Debug)]
struct ListAccumulator {
    codec: RowCodec,
    element: LogicalType,
    lists: ValueLists,
    view: View,
}

impl ListAccumulator {
    fn visit(
        &mut self,
        values: &ArrayRef,
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
        mut visit: impl FnMut(&mut ValueLists, usize, &[u8]),
    ) -> Result<()> {
        self.lists.grow(group_count);
        let rows = self.codec.encode(std::slice::from_ref(values))?;
        let nulls = if self.view == View::Array { None } else { values.logical_nulls() };
        for_each_row(groups, nulls.as_ref(), filter, |row, group| visit(&mut self.lists, group, rows.row(row).data()));
        Ok(())
    }

    fn array(&self, count: usize, null_when_empty: bool) -> Result<ArrayRef> {
        let values = self.codec.decode_one((0..count).flat_map(|group| self.lists.values(group)))?;
        let offsets = OffsetBuffer::from_lengths((0..count).map(|group| self.lists.len(group)));
        let nulls = null_when_empty.then(|| NullBuffer::from_iter((0..count).map(|group| self.lists.len(group) > 0)));
        let list = ListArray::try_new(Arc::new(arrow_field("element", &self.element)), offsets, values, nulls);
        Ok(Arc::new(list.map_err(internal)?))
    }

    fn one<'a>(&'a self, count: usize, choose: impl Fn(usize) -> Option<&'a [u8]>) -> Result<ArrayRef> {
        let values = self.codec.decode_one((0..count).filter_map(&choose))?;
        let mut next = 0;
        let indices = (0..count).map(|group| {
            choose(group).map(|_| {
                next += 1;
                next - 1
            })
        });
        arrow::compute::take(&values, &UInt32Array::from_iter(indices), None).map_err(internal)
    }

    fn joined(&self, count: usize, separator: &str) -> Result<ArrayRef> {
        let values = self.codec.decode_one((0..count).flat_map(|group| self.lists.values(group)))?;
        let mut values = values.as_string_view().iter().flatten();
        let mut builder = StringViewBuilder::with_capacity(count);
        for group in 0..count {
            let texts: Vec<&str> = values.by_ref().take(self.lists.len(group)).collect();
            builder.append_option((!texts.is_empty()).then(|| texts.join(separator)));
        }
        Ok(Arc::new(builder.finish()))
    }
}

impl Accumulator for ListAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.visit(&arguments[0], groups, filter, group_count, |lists, group, value| lists.push(group, value))
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        let states = states[0].as_list::<i32>();
        let of_values = groups.iter().enumerate().flat_map(|(row, &group)| std::iter::repeat_n(group, states.value_length(row) as usize));
        let of_values: Vec<usize> = of_values.collect();
        let start = states.value_offsets().first().map_or(0, |&offset| offset as usize);
        let values = states.values().slice(start, of_values.len());
        self.visit(&values, &of_values, None, group_count, |lists, group, value| lists.push(group, value))
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.visit(&arguments[0], groups, filter, group_count, |lists, group, value| lists.remove(group, value))
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.lists.groups());
        match &self.view {
            View::Array => self.array(count, true),
            View::First => self.one(count, |group| self.lists.first(group)),
            View::Last => self.one(count, |group| self.lists.last(group)),
            View::Joined(separator) => self.joined(count, separator),
        }
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let state = self.array(first(count, self.lists.groups()), false)?;
        debug_assert_eq!(state.data_type(), &arrow_type(&LogicalType::array(self.element.clone())));
        Ok(vec![state])
    }

    fn drop_first(&mut self, count: usize) {
        self.lists.drop_first(count);
    }

    fn size(&self) -> usize {
        self.lists.size()
    }
}
