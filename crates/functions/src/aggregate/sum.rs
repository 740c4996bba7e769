//! SUM: integers keep their type and wrap, a DECIMAL becomes NULL when it does not fit.

use super::definition::{Aggregate, first_type, one_argument};
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use crate::signature::Family;
use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, BooleanArray, Int64Array, PrimitiveArray};
use arrow::datatypes::{ArrowNativeTypeOp, DataType, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use table::function::{Accumulator, CallSite, Example, FunctionDefinition, FunctionDoc};
use table::types::decimal::total_type;
use table::types::{MAX_PRECISION, arrow_type};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "SUM",
    aliases: &[],
    definition: "sum",
    signatures: &["SUM([DISTINCT] number)"],
    summary: "The sum of the values that are not NULL; NULL when there are none. An integer type stays and wraps around on overflow; \
              DECIMAL(p, s) gives DECIMAL(38, s).",
    examples: &[
        Example { expression: "SUM(x) FROM (VALUES (1), (2), (4)) AS t(x)", result: "7" },
        Example { expression: "SUM(x) FROM (VALUES (2147483647), (1)) AS t(x)", result: "-2147483648" },
    ],
};

pub(super) fn sum() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve: |arguments| one_argument("SUM", &[Family::Numeric], arguments, sum_type),
        accumulator,
        state_types: |call| Ok(vec![call.result.clone().with_nullable(true), LogicalType::bigint()]),
        retracting: None,
        order_sensitive: false,
    }
    .definition()
}

fn sum_type(argument: &LogicalType) -> LogicalType {
    match argument.kind {
        TypeKind::Decimal { scale, .. } => LogicalType::new(total_type(scale)).with_nullable(argument.nullable),
        _ => argument.clone(),
    }
}

fn accumulator(call: &CallSite) -> Result<Box<dyn Accumulator>> {
    let result = arrow_type(&call.result);
    match arrow_type(&first_type(call)) {
        DataType::Int8 => Ok(SumAccumulator::<Int8Type, Wrapping>::boxed(result)),
        DataType::Int16 => Ok(SumAccumulator::<Int16Type, Wrapping>::boxed(result)),
        DataType::Int32 => Ok(SumAccumulator::<Int32Type, Wrapping>::boxed(result)),
        DataType::Int64 => Ok(SumAccumulator::<Int64Type, Wrapping>::boxed(result)),
        DataType::Float32 => Ok(SumAccumulator::<Float32Type, Wrapping>::boxed(result)),
        DataType::Float64 => Ok(SumAccumulator::<Float64Type, Wrapping>::boxed(result)),
        DataType::Decimal128(..) => Ok(SumAccumulator::<Decimal128Type, Bounded>::boxed(result)),
        other => Err(Error::internal(format!("SUM of {other}"))),
    }
}

/// How two numbers are added.
trait Adding<N>: fmt::Debug + Send + 'static {
    fn add(left: N, right: N) -> N;

    fn subtract(left: N, right: N) -> N;

    /// False for a sum that did not fit.
    fn fits(sum: N) -> bool;
}

#[derive(Debug)]
struct Wrapping;

impl<N: ArrowNativeTypeOp> Adding<N> for Wrapping {
    fn add(left: N, right: N) -> N {
        left.add_wrapping(right)
    }

    fn subtract(left: N, right: N) -> N {
        left.sub_wrapping(right)
    }

    fn fits(_: N) -> bool {
        true
    }
}

/// Within 38 digits. A sum that left them once stays out.
#[derive(Debug)]
pub(super) struct Bounded;

/// Stands for a sum out of bounds: no DECIMAL has this value.
const OVERFLOW: i128 = i128::MAX;
const LIMIT: i128 = 10i128.pow(MAX_PRECISION as u32);

impl Bounded {
    pub(super) fn sum(left: i128, right: i128) -> i128 {
        if left == OVERFLOW || right == OVERFLOW {
            return OVERFLOW;
        }
        left.checked_add(right).filter(|sum| sum.abs() < LIMIT).unwrap_or(OVERFLOW)
    }

    pub(super) fn is_in_bounds(sum: i128) -> bool {
        sum != OVERFLOW
    }
}

impl Adding<i128> for Bounded {
    fn add(left: i128, right: i128) -> i128 {
        Bounded::sum(left, right)
    }

    fn subtract(left: i128, right: i128) -> i128 {
        Bounded::sum(left, -right)
    }

    fn fits(sum: i128) -> bool {
        Bounded::is_in_bounds(sum)
    }
}

/// Sums by group, with the number of values: without values the sum is NULL, and it is again after all were taken back.
#[derive(Debug)]
struct SumAccumulator<T: ArrowPrimitiveType, A> {
    sums: Vec<T::Native>,
    counts: Vec<i64>,
    result: DataType,
    adding: PhantomData<A>,
}

impl<T: ArrowPrimitiveType + fmt::Debug, A: Adding<T::Native>> SumAccumulator<T, A> {
    fn boxed(result: DataType) -> Box<dyn Accumulator> {
        Box::new(SumAccumulator::<T, A> { sums: Vec::new(), counts: Vec::new(), result, adding: PhantomData })
    }

    fn grow(&mut self, group_count: usize) {
        grow(&mut self.sums, group_count);
        grow(&mut self.counts, group_count);
    }
}

impl<T: ArrowPrimitiveType + fmt::Debug, A: Adding<T::Native>> Accumulator for SumAccumulator<T, A> {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.grow(group_count);
        let values = arguments[0].as_primitive::<T>();
        for_each_row(groups, values.nulls(), filter, |row, group| {
            self.sums[group] = A::add(self.sums[group], values.value(row));
            self.counts[group] += 1;
        });
        Ok(())
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        self.grow(group_count);
        let (sums, counts) = (states[0].as_primitive::<T>(), states[1].as_primitive::<Int64Type>());
        for_each_row(groups, counts.nulls(), None, |row, group| {
            if sums.is_valid(row) {
                self.sums[group] = A::add(self.sums[group], sums.value(row));
            } else if counts.value(row) > 0 {
                // A partial sum that is NULL though it had values did not fit: so does not the whole.
                self.sums[group] = A::add(T::Native::MAX_TOTAL_ORDER, self.sums[group]);
            }
            self.counts[group] += counts.value(row);
        });
        Ok(())
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.grow(group_count);
        let values = arguments[0].as_primitive::<T>();
        for_each_row(groups, values.nulls(), filter, |row, group| {
            self.sums[group] = A::subtract(self.sums[group], values.value(row));
            self.counts[group] -= 1;
        });
        Ok(())
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.sums.len());
        let sums = self.sums[..count].iter().zip(&self.counts);
        let sums = sums.map(|(&sum, &values)| (values > 0 && A::fits(sum)).then_some(sum));
        Ok(Arc::new(PrimitiveArray::<T>::from_iter(sums).with_data_type(self.result.clone())))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let length = first(count, self.counts.len());
        Ok(vec![self.evaluate(count)?, Arc::new(Int64Array::from_iter_values(self.counts[..length].iter().copied()))])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.sums, count);
        drop_groups(&mut self.counts, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.sums) + bytes_of(&self.counts)
    }
}
