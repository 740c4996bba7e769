//! AVG: integers give an integer, cut; DECIMAL(p, s) gives DECIMAL(38, max(6, s)).

use super::definition::{Aggregate, first_type, one_argument};
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use super::sum::Bounded;
use crate::signature::Family;
use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, BooleanArray, Int64Array, PrimitiveArray};
use arrow::datatypes::{DataType, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Accumulator, CallSite, Example, FunctionDefinition, FunctionDoc};
use table::types::decimal::{average_type, total_type};
use table::types::{MAX_PRECISION, arrow_type};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "AVG",
    aliases: &[],
    definition: "avg",
    signatures: &["AVG([DISTINCT] number)"],
    summary: "The mean of the values that are not NULL; NULL when there are none. The mean of integers is an integer, cut toward zero; \
              cast to DOUBLE or DECIMAL for a fraction.",
    examples: &[
        Example { expression: "AVG(x) FROM (VALUES (1), (2), (4)) AS t(x)", result: "2" },
        Example { expression: "AVG(CAST(x AS DOUBLE)) FROM (VALUES (1), (2), (4)) AS t(x)", result: "2.3333333333333335" },
        Example { expression: "AVG(CAST(x AS DECIMAL(5, 2))) FROM (VALUES (1), (2), (2)) AS t(x)", result: "1.666667" },
    ],
};

pub(super) fn average() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve: |arguments| one_argument("AVG", &[Family::Numeric], arguments, type_of_average),
        accumulator,
        state_types: |call| Ok(vec![type_of_total(&first_type(call)), LogicalType::bigint()]),
        retracting: None,
        order_sensitive: false,
    }
    .definition()
}

/// Also the type of a variance.
pub(super) fn type_of_average(argument: &LogicalType) -> LogicalType {
    match argument.kind {
        TypeKind::Decimal { scale, .. } => LogicalType::new(average_type(scale)).with_nullable(argument.nullable),
        _ => argument.clone(),
    }
}

fn type_of_total(argument: &LogicalType) -> LogicalType {
    match argument.kind {
        TypeKind::Decimal { scale, .. } => LogicalType::new(total_type(scale)),
        TypeKind::Float | TypeKind::Double => LogicalType::double(),
        _ => LogicalType::bigint(),
    }
}

fn accumulator(call: &CallSite) -> Result<Box<dyn Accumulator>> {
    match arrow_type(&first_type(call)) {
        DataType::Int8 => Ok(AverageAccumulator::<Int8Type>::boxed(call)),
        DataType::Int16 => Ok(AverageAccumulator::<Int16Type>::boxed(call)),
        DataType::Int32 => Ok(AverageAccumulator::<Int32Type>::boxed(call)),
        DataType::Int64 => Ok(AverageAccumulator::<Int64Type>::boxed(call)),
        DataType::Float32 => Ok(AverageAccumulator::<Float32Type>::boxed(call)),
        DataType::Float64 => Ok(AverageAccumulator::<Float64Type>::boxed(call)),
        DataType::Decimal128(..) => Ok(AverageAccumulator::<Decimal128Type>::boxed(call)),
        other => Err(Error::internal(format!("AVG of {other}"))),
    }
}

/// A type that has an average, and the type in which its values are added up.
trait Averaged: ArrowPrimitiveType + std::fmt::Debug {
    type Total: ArrowPrimitiveType;

    fn widen(value: Self::Native) -> TotalOf<Self>;

    fn add(left: TotalOf<Self>, right: TotalOf<Self>) -> TotalOf<Self>;

    fn subtract(left: TotalOf<Self>, right: TotalOf<Self>) -> TotalOf<Self>;

    /// The average of `count` values, with `digits` decimals more than they have.
    fn divide(total: TotalOf<Self>, count: i64, digits: u32) -> Option<Self::Native>;

    fn fits(_total: TotalOf<Self>) -> bool {
        true
    }

    /// A total that does not fit.
    const OVERFLOW: TotalOf<Self>;
}

type TotalOf<T> = <<T as Averaged>::Total as ArrowPrimitiveType>::Native;

macro_rules! averaged_integer {
    ($($arrow:ty),*) => {$(
        impl Averaged for $arrow {
            type Total = Int64Type;
            const OVERFLOW: i64 = 0;

            fn widen(value: Self::Native) -> i64 {
                i64::from(value)
            }

            fn add(left: i64, right: i64) -> i64 {
                left.wrapping_add(right)
            }

            fn subtract(left: i64, right: i64) -> i64 {
                left.wrapping_sub(right)
            }

            fn divide(total: i64, count: i64, _: u32) -> Option<Self::Native> {
                Some(total.wrapping_div(count) as Self::Native)
            }
        }
    )*};
}

averaged_integer!(Int8Type, Int16Type, Int32Type, Int64Type);

macro_rules! averaged_float {
    ($($arrow:ty),*) => {$(
        impl Averaged for $arrow {
            type Total = Float64Type;
            const OVERFLOW: f64 = 0.0;

            fn widen(value: Self::Native) -> f64 {
                f64::from(value)
            }

            fn add(left: f64, right: f64) -> f64 {
                left + right
            }

            fn subtract(left: f64, right: f64) -> f64 {
                left - right
            }

            fn divide(total: f64, count: i64, _: u32) -> Option<Self::Native> {
                Some((total / count as f64) as Self::Native)
            }
        }
    )*};
}

averaged_float!(Float32Type, Float64Type);

impl Averaged for Decimal128Type {
    type Total = Decimal128Type;
    const OVERFLOW: i128 = i128::MAX;

    fn widen(value: i128) -> i128 {
        value
    }

    fn add(left: i128, right: i128) -> i128 {
        Bounded::sum(left, right)
    }

    fn subtract(left: i128, right: i128) -> i128 {
        Bounded::sum(left, -right)
    }

    fn divide(total: i128, count: i64, digits: u32) -> Option<i128> {
        let (count, shift) = (i128::from(count), 10i128.pow(digits));
        let whole = (total / count).checked_mul(shift)?;
        // The rest is less than the count, so that shifting and doubling it cannot overflow.
        let rest = total % count * shift;
        let half_up = (rest * 2 + rest.signum() * count) / (count * 2);
        whole.checked_add(half_up).filter(|average| average.abs() < 10i128.pow(u32::from(MAX_PRECISION)))
    }

    fn fits(total: i128) -> bool {
        Bounded::is_in_bounds(total)
    }
}

#[derive(Debug)]
struct AverageAccumulator<T: Averaged> {
    totals: Vec<TotalOf<T>>,
    counts: Vec<i64>,
    total_type: DataType,
    result: DataType,
    digits: u32,
}

impl<T: Averaged> AverageAccumulator<T> {
    fn boxed(call: &CallSite) -> Box<dyn Accumulator> {
        let argument = first_type(call);
        let scale = |t: &LogicalType| t.kind.as_decimal().map_or(0, |(_, scale)| scale);
        Box::new(AverageAccumulator::<T> {
            totals: Vec::new(),
            counts: Vec::new(),
            total_type: arrow_type(&type_of_total(&argument)),
            result: arrow_type(&call.result),
            digits: u32::from(scale(&call.result).saturating_sub(scale(&argument))),
        })
    }

    fn grow(&mut self, group_count: usize) {
        grow(&mut self.totals, group_count);
        grow(&mut self.counts, group_count);
    }
}

impl<T: Averaged> Accumulator for AverageAccumulator<T> {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.grow(group_count);
        let values = arguments[0].as_primitive::<T>();
        for_each_row(groups, values.nulls(), filter, |row, group| {
            self.totals[group] = T::add(self.totals[group], T::widen(values.value(row)));
            self.counts[group] += 1;
        });
        Ok(())
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        self.grow(group_count);
        let (totals, counts) = (states[0].as_primitive::<T::Total>(), states[1].as_primitive::<Int64Type>());
        for_each_row(groups, counts.nulls(), None, |row, group| {
            let total = if totals.is_valid(row) { totals.value(row) } else { T::OVERFLOW };
            self.totals[group] = T::add(self.totals[group], total);
            self.counts[group] += counts.value(row);
        });
        Ok(())
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.grow(group_count);
        let values = arguments[0].as_primitive::<T>();
        for_each_row(groups, values.nulls(), filter, |row, group| {
            self.totals[group] = T::subtract(self.totals[group], T::widen(values.value(row)));
            self.counts[group] -= 1;
        });
        Ok(())
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.totals.len());
        let averages = self.totals[..count]
            .iter()
            .zip(&self.counts)
            .map(|(&total, &values)| (values > 0 && T::fits(total)).then(|| T::divide(total, values, self.digits)).flatten());
        Ok(Arc::new(PrimitiveArray::<T>::from_iter(averages).with_data_type(self.result.clone())))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.totals.len());
        let totals = self.totals[..count].iter().map(|&total| T::fits(total).then_some(total));
        let totals = PrimitiveArray::<T::Total>::from_iter(totals).with_data_type(self.total_type.clone());
        Ok(vec![Arc::new(totals), Arc::new(Int64Array::from_iter_values(self.counts[..count].iter().copied()))])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.totals, count);
        drop_groups(&mut self.counts, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.totals) + bytes_of(&self.counts)
    }
}
