//! COUNT.

use super::definition::Aggregate;
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Int64Array};
use arrow::buffer::NullBuffer;
use arrow::datatypes::Int64Type;
use diag::Result;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallError, Example, FunctionDefinition, FunctionDoc, Signature};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "COUNT",
    aliases: &[],
    definition: "count",
    signatures: &["COUNT(*)", "COUNT([DISTINCT] value [, value ...])"],
    summary: "The number of rows, or of rows in which no given value is NULL.",
    examples: &[
        Example { expression: "COUNT(*) FROM (VALUES (1), (2), (4)) AS t(x)", result: "3" },
        Example { expression: "COUNT(DISTINCT x) FROM (VALUES (1), (1), (3)) AS t(x)", result: "2" },
    ],
};

pub(super) fn count() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve,
        accumulator: |_| Ok(Box::<CountAccumulator>::default()),
        state_types: |_| Ok(vec![LogicalType::not_null(TypeKind::BigInt)]),
        retracting: None,
        order_sensitive: false,
    }
    .definition()
}

/// COUNT(*) comes without arguments.
fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    let arguments = arguments.iter().map(|a| a.data_type.clone()).collect();
    Ok(Signature { arguments, result: LogicalType::not_null(TypeKind::BigInt) })
}

#[derive(Debug, Default)]
struct CountAccumulator {
    counts: Vec<i64>,
}

impl CountAccumulator {
    fn add(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize, step: i64) {
        grow(&mut self.counts, group_count);
        let nulls =
            arguments.iter().fold(None, |nulls: Option<NullBuffer>, a| NullBuffer::union(nulls.as_ref(), a.logical_nulls().as_ref()));
        for_each_row(groups, nulls.as_ref(), filter, |_, group| self.counts[group] += step);
    }
}

impl Accumulator for CountAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.add(arguments, groups, filter, group_count, 1);
        Ok(())
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.counts, group_count);
        let counts = states[0].as_primitive::<Int64Type>();
        for_each_row(groups, counts.nulls(), None, |row, group| self.counts[group] += counts.value(row));
        Ok(())
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.add(arguments, groups, filter, group_count, -1);
        Ok(())
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.counts.len());
        Ok(Arc::new(Int64Array::from_iter_values(self.counts[..count].iter().copied())))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        Ok(vec![self.evaluate(count)?])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.counts, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.counts)
    }
}
