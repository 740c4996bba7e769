//! SINGLE_VALUE: the value of a subquery that stands for one value.

use super::definition::{Aggregate, first_type, one_argument};
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use super::slots::{Choice, slots};
use crate::signature::Family;
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array};
use arrow::datatypes::Int64Type;
use diag::{Error, Result};
use std::sync::Arc;
use table::LogicalType;
use table::function::{Accumulator, CallSite, Example, FunctionDefinition, FunctionDoc};

static DOC: FunctionDoc = FunctionDoc {
    name: "SINGLE_VALUE",
    aliases: &[],
    definition: "SINGLE_VALUE",
    signatures: &["SINGLE_VALUE(value)"],
    summary: "The value of the only row; NULL without rows, and an error with more than one.",
    examples: &[Example { expression: "SINGLE_VALUE(x) FROM (VALUES (1)) AS t(x)", result: "1" }],
};

pub(super) fn single_value() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve: |arguments| one_argument("SINGLE_VALUE", &[Family::Any], arguments, Clone::clone),
        accumulator,
        state_types: |call| Ok(vec![first_type(call).with_nullable(true), LogicalType::bigint()]),
        retracting: None,
        order_sensitive: false,
    }
    .definition()
}

fn accumulator(call: &CallSite) -> Result<Box<dyn Accumulator>> {
    Ok(Box::new(SingleAccumulator { values: slots(&first_type(call), Choice::Last)?, counts: Vec::new() }))
}

/// A count of rows beside a value. The value of a row that was taken back is masked by its count.
#[derive(Debug)]
struct SingleAccumulator {
    values: Box<dyn Accumulator>,
    counts: Vec<i64>,
}

impl Accumulator for SingleAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        grow(&mut self.counts, group_count);
        for_each_row(groups, None, filter, |_, group| self.counts[group] += 1);
        self.values.update(arguments, groups, filter, group_count)
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.counts, group_count);
        let counts = states[1].as_primitive::<Int64Type>();
        for_each_row(groups, counts.nulls(), None, |row, group| self.counts[group] += counts.value(row));
        self.values.merge(&states[..1], groups, group_count)
    }

    fn retract(&mut self, _: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        grow(&mut self.counts, group_count);
        for_each_row(groups, None, filter, |_, group| self.counts[group] -= 1);
        Ok(())
    }

    fn can_retract(&self) -> bool {
        true
    }

    /// Several rows are an error only here: a second row may be taken back before the end of a batch.
    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.counts.len());
        if self.counts[..count].iter().any(|&rows| rows > 1) {
            return Err(Error::data(
                "a subquery for one value gave more than one row: SingleValueAggFunction received more than one element.",
            ));
        }
        let values = self.values.evaluate(Some(count))?;
        let absent = BooleanArray::from_iter(self.counts[..count].iter().map(|&rows| Some(rows <= 0)));
        arrow::compute::nullif(&values, &absent).map_err(crate::row_codec::internal)
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.counts.len());
        let mut state = self.values.state(Some(count))?;
        state.push(Arc::new(Int64Array::from_iter_values(self.counts[..count].iter().copied())));
        Ok(state)
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.counts, count);
        self.values.drop_first(count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.counts) + self.values.size()
    }
}
