//! COLLECT: a group's values as a MULTISET.

use super::definition::{Aggregate, first_type, one_argument};
use super::groups::for_each_row;
use super::multiset::{multiset_array, multiset_entries};
use super::value_counts::ValueCounts;
use crate::row_codec::RowCodec;
use crate::signature::Family;
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray};
use diag::Result;
use table::function::{Accumulator, CallSite, Example, FunctionDefinition, FunctionDoc};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "COLLECT",
    aliases: &[],
    definition: "collect",
    signatures: &["COLLECT([DISTINCT] value)"],
    summary: "The values that are not NULL as a MULTISET: each value with how often it came.",
    examples: &[Example { expression: "COLLECT(x) FROM (VALUES (1), (2), (2)) AS t(x)", result: "{1=1, 2=2}" }],
};

pub(super) fn collect() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve: |arguments| {
            let multiset = |t: &LogicalType| LogicalType::not_null(TypeKind::Multiset(Box::new(t.clone())));
            one_argument("COLLECT", &[Family::Any], arguments, multiset)
        },
        accumulator,
        state_types: |call| Ok(vec![call.result.clone()]),
        retracting: None,
        order_sensitive: false,
    }
    .definition()
}

fn accumulator(call: &CallSite) -> Result<Box<dyn Accumulator>> {
    let codec = RowCodec::new([&first_type(call)])?;
    Ok(Box::new(CollectAccumulator { codec, counts: ValueCounts::default(), groups: 0, result: call.result.clone() }))
}

#[derive(Debug)]
struct CollectAccumulator {
    codec: RowCodec,
    counts: ValueCounts,
    groups: usize,
    result: LogicalType,
}

impl CollectAccumulator {
    fn add(
        &mut self,
        values: &ArrayRef,
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
        times: impl Fn(usize) -> i64,
    ) -> Result<()> {
        self.groups = self.groups.max(group_count);
        let rows = self.codec.encode(std::slice::from_ref(values))?;
        for_each_row(groups, values.logical_nulls().as_ref(), filter, |row, group| {
            self.counts.add(group, rows.row(row).data(), times(row));
        });
        Ok(())
    }
}

impl Accumulator for CollectAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.add(&arguments[0], groups, filter, group_count, |_| 1)
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        let (values, counts, groups) = multiset_entries(states[0].as_map(), groups);
        self.add(&values, &groups, None, group_count, |row| i64::from(counts.value(row)))
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.add(&arguments[0], groups, filter, group_count, |_| -1)
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = super::groups::first(count, self.groups);
        multiset_array(&self.codec, &self.result, self.counts.by_group(count).into_iter().map(Vec::into_iter))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        Ok(vec![self.evaluate(count)?])
    }

    fn drop_first(&mut self, count: usize) {
        self.counts.drop_first(count);
        self.groups = self.groups.saturating_sub(count);
    }

    fn size(&self) -> usize {
        self.counts.size()
    }
}
