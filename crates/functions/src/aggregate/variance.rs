//! VAR_POP, VAR_SAMP, STDDEV_POP and STDDEV_SAMP, by Welford's method. The result has the type of the values, so that integers are cut.

use super::average::type_of_average;
use super::definition::{Aggregate, Prepare, Resolve, first_type, one_argument};
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use crate::row_codec::internal;
use crate::signature::Family;
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Float64Array, Int64Array, PrimitiveArray};
use arrow::datatypes::{ArrowPrimitiveType, DataType, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Accumulator, CallSite, Example, FunctionDefinition, FunctionDoc};
use table::types::arrow_type;
use table::{LogicalType, TypeKind};

static VAR_POP_DOC: FunctionDoc = FunctionDoc {
    name: "VAR_POP",
    aliases: &[],
    definition: "varPop",
    signatures: &["VAR_POP([DISTINCT] number)"],
    summary: "The variance of the values as a whole population. The result of integers is an integer.",
    examples: &[Example { expression: "VAR_POP(CAST(x AS DOUBLE)) FROM (VALUES (100), (20), (3)) AS t(x)", result: "1788.6666666666667" }],
};

static VAR_SAMP_DOC: FunctionDoc = FunctionDoc {
    name: "VAR_SAMP",
    aliases: &["VARIANCE"],
    definition: "varSamp",
    signatures: &["VAR_SAMP([DISTINCT] number)", "VARIANCE([DISTINCT] number)"],
    summary: "The variance of the values as a sample; NULL for fewer than two values. The result of integers is an integer.",
    examples: &[Example {
        expression: "VAR_SAMP(CAST(x AS DECIMAL(30, 10))) FROM (VALUES (100), (20), (3)) AS t(x)",
        result: "2683.0000000000",
    }],
};

static STDDEV_POP_DOC: FunctionDoc = FunctionDoc {
    name: "STDDEV_POP",
    aliases: &[],
    definition: "stddevPop",
    signatures: &["STDDEV_POP([DISTINCT] number)"],
    summary: "The standard deviation of the values as a whole population. The result of integers is an integer.",
    examples: &[Example { expression: "STDDEV_POP(CAST(x AS DOUBLE)) FROM (VALUES (1), (2), (4)) AS t(x)", result: "1.247219128924647" }],
};

static STDDEV_SAMP_DOC: FunctionDoc = FunctionDoc {
    name: "STDDEV_SAMP",
    aliases: &["STDDEV"],
    definition: "stddevSamp",
    signatures: &["STDDEV_SAMP([DISTINCT] number)", "STDDEV([DISTINCT] number)"],
    summary: "The standard deviation of the values as a sample; NULL for fewer than two values. The result of integers is an integer.",
    examples: &[Example { expression: "STDDEV_SAMP(CAST(x AS FLOAT)) FROM (VALUES (100), (20), (3)) AS t(x)", result: "51.797684" }],
};

pub(super) fn var_pop() -> FunctionDefinition {
    const MEASURE: Measure = Measure { sample: false, root: false };
    aggregate(&VAR_POP_DOC, |a| one_argument("VAR_POP", NUMBER, a, type_of_average), |call| prepare(call, MEASURE))
}

pub(super) fn var_samp() -> FunctionDefinition {
    const MEASURE: Measure = Measure { sample: true, root: false };
    aggregate(&VAR_SAMP_DOC, |a| one_argument("VAR_SAMP", NUMBER, a, type_of_average), |call| prepare(call, MEASURE))
}

pub(super) fn stddev_pop() -> FunctionDefinition {
    const MEASURE: Measure = Measure { sample: false, root: true };
    aggregate(&STDDEV_POP_DOC, |a| one_argument("STDDEV_POP", NUMBER, a, type_of_average), |call| prepare(call, MEASURE))
}

pub(super) fn stddev_samp() -> FunctionDefinition {
    const MEASURE: Measure = Measure { sample: true, root: true };
    aggregate(&STDDEV_SAMP_DOC, |a| one_argument("STDDEV_SAMP", NUMBER, a, type_of_average), |call| prepare(call, MEASURE))
}

const NUMBER: &[Family] = &[Family::Numeric];

fn aggregate(doc: &'static FunctionDoc, resolve: Resolve, accumulator: Prepare) -> FunctionDefinition {
    let state_types = |_: &CallSite| Ok(vec![LogicalType::bigint(), LogicalType::double(), LogicalType::double()]);
    Aggregate { doc, resolve, accumulator, state_types, retracting: None, order_sensitive: false }.definition()
}

/// Which of the four is asked for.
#[derive(Clone, Copy, Debug)]
struct Measure {
    sample: bool,
    root: bool,
}

impl Measure {
    fn of(self, count: i64, squares: f64) -> Option<f64> {
        let divisor = count - i64::from(self.sample);
        let variance = (divisor > 0).then(|| squares / divisor as f64)?;
        Some(if self.root { variance.sqrt() } else { variance })
    }
}

fn prepare(call: &CallSite, measure: Measure) -> Result<Box<dyn Accumulator>> {
    if !first_type(call).kind.is_numeric() {
        return Err(Error::internal(format!("a variance of {}", first_type(call))));
    }
    let result = call.result.clone();
    Ok(Box::new(VarianceAccumulator { counts: Vec::new(), means: Vec::new(), squares: Vec::new(), measure, result }))
}

/// For each group the number of values, their mean, and the sum of the squared distances from it.
#[derive(Debug)]
struct VarianceAccumulator {
    counts: Vec<i64>,
    means: Vec<f64>,
    squares: Vec<f64>,
    measure: Measure,
    result: LogicalType,
}

impl VarianceAccumulator {
    fn grow(&mut self, group_count: usize) {
        grow(&mut self.counts, group_count);
        grow(&mut self.means, group_count);
        grow(&mut self.squares, group_count);
    }

    fn add(&mut self, group: usize, value: f64) {
        self.counts[group] += 1;
        let distance = value - self.means[group];
        self.means[group] += distance / self.counts[group] as f64;
        self.squares[group] += distance * (value - self.means[group]);
    }

    fn take(&mut self, group: usize, value: f64) {
        self.counts[group] -= 1;
        if self.counts[group] == 0 {
            (self.means[group], self.squares[group]) = (0.0, 0.0);
            return;
        }
        let distance = value - self.means[group];
        self.means[group] -= distance / self.counts[group] as f64;
        self.squares[group] -= distance * (value - self.means[group]);
    }

    fn combine(&mut self, group: usize, count: i64, mean: f64, squares: f64) {
        if count == 0 {
            return;
        }
        let (before, total) = (self.counts[group] as f64, (self.counts[group] + count) as f64);
        let distance = mean - self.means[group];
        self.means[group] += distance * count as f64 / total;
        self.squares[group] += squares + distance * distance * before * count as f64 / total;
        self.counts[group] += count;
    }

    fn numbers<T: ArrowPrimitiveType>(&self, values: impl Iterator<Item = Option<f64>>, convert: impl Fn(f64) -> T::Native) -> ArrayRef {
        Arc::new(PrimitiveArray::<T>::from_iter(values.map(|value| value.map(&convert))))
    }
}

impl Accumulator for VarianceAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.grow(group_count);
        let values = doubles(&arguments[0])?;
        for_each_row(groups, values.nulls(), filter, |row, group| self.add(group, values.value(row)));
        Ok(())
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        self.grow(group_count);
        let counts = states[0].as_primitive::<Int64Type>();
        let (means, squares) = (states[1].as_primitive::<Float64Type>(), states[2].as_primitive::<Float64Type>());
        for_each_row(groups, counts.nulls(), None, |row, group| {
            self.combine(group, counts.value(row), means.value(row), squares.value(row));
        });
        Ok(())
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.grow(group_count);
        let values = doubles(&arguments[0])?;
        for_each_row(groups, values.nulls(), filter, |row, group| self.take(group, values.value(row)));
        Ok(())
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.counts.len());
        let values = self.counts[..count].iter().zip(&self.squares).map(|(&count, &squares)| self.measure.of(count, squares));
        Ok(match self.result.kind {
            TypeKind::TinyInt => self.numbers::<Int8Type>(values, |x| x as i32 as i8),
            TypeKind::SmallInt => self.numbers::<Int16Type>(values, |x| x as i32 as i16),
            TypeKind::Int => self.numbers::<Int32Type>(values, |x| x as i32),
            TypeKind::BigInt => self.numbers::<Int64Type>(values, |x| x as i64),
            TypeKind::Float => self.numbers::<Float32Type>(values, |x| x as f32),
            TypeKind::Decimal { precision, scale } => {
                let values = values.map(|value| value.and_then(|value| decimal(value, precision, scale)));
                Arc::new(PrimitiveArray::<Decimal128Type>::from_iter(values).with_data_type(arrow_type(&self.result)))
            }
            _ => self.numbers::<Float64Type>(values, |x| x),
        })
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.counts.len());
        Ok(vec![
            Arc::new(Int64Array::from_iter_values(self.counts[..count].iter().copied())),
            Arc::new(Float64Array::from_iter_values(self.means[..count].iter().copied())),
            Arc::new(Float64Array::from_iter_values(self.squares[..count].iter().copied())),
        ])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.counts, count);
        drop_groups(&mut self.means, count);
        drop_groups(&mut self.squares, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.counts) + bytes_of(&self.means) + bytes_of(&self.squares)
    }
}

fn doubles(values: &ArrayRef) -> Result<Float64Array> {
    let doubles = arrow::compute::cast(values, &DataType::Float64).map_err(internal)?;
    Ok(doubles.as_primitive::<Float64Type>().clone())
}

/// The shortest decimal form of a number, rounded half up to a scale; `None` when it does not fit.
fn decimal(value: f64, precision: u8, scale: u8) -> Option<i128> {
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e')?;
    let fraction = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
    let digits: i128 = mantissa.replace('.', "").parse().ok()?;
    let shift = exponent.parse::<i32>().ok()? - fraction + i32::from(scale);
    let unscaled = match u32::try_from(shift) {
        Ok(up) => digits.checked_mul(10i128.checked_pow(up)?)?,
        Err(_) => match 10i128.checked_pow(shift.unsigned_abs()) {
            Some(power) => digits / power + digits % power * 2 / power,
            None => 0,
        },
    };
    (unscaled.abs() < 10i128.pow(u32::from(precision))).then_some(unscaled)
}
