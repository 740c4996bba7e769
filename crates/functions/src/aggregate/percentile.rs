//! PERCENTILE: exact, interpolated between neighbours.

use super::definition::Aggregate;
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use crate::row_codec::internal;
use crate::signature::{Family, Forms};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, Float64Array, Float64Builder, Int64Array, ListArray, ListBuilder};
use arrow::buffer::OffsetBuffer;
use arrow::compute::cast;
use arrow::datatypes::{DataType, Float64Type, Int64Type};
use diag::Result;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Signature};
use table::types::arrow_field;
use table::{LogicalType, TypeKind, Value};

static DOC: FunctionDoc = FunctionDoc {
    name: "PERCENTILE",
    aliases: &[],
    definition: "PERCENTILE",
    signatures: &["PERCENTILE(number, percentage [, frequency])", "PERCENTILE(number, percentages [, frequency])"],
    summary: "The value below which a share of the values lies, interpolated between two neighbours; an array of shares from 0 to 1 gives \
              an array. A frequency counts a value several times.",
    examples: &[
        Example { expression: "PERCENTILE(x, 0.5) FROM (VALUES (1), (2), (3), (10)) AS t(x)", result: "2.5" },
        Example { expression: "PERCENTILE(x, ARRAY[0.25, 0.75]) FROM (VALUES (1), (2), (3), (10)) AS t(x)", result: "[1.75, 4.75]" },
    ],
};

const FORMS: Forms =
    Forms { name: "PERCENTILE", forms: &[&[Family::Numeric, Family::Any], &[Family::Numeric, Family::Any, Family::Integer]] };

pub(super) fn percentile() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve,
        accumulator,
        state_types: |_| {
            let doubles = LogicalType::array(LogicalType::double());
            Ok(vec![doubles.clone(), LogicalType::array(LogicalType::bigint()), doubles])
        },
        retracting: None,
        order_sensitive: false,
    }
    .definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    FORMS.check(arguments)?;
    let percentage = &arguments[1].data_type;
    let (percentage_type, result) = match &percentage.kind {
        TypeKind::Array(element) if element.kind.is_numeric() && !element.nullable => {
            let doubles = LogicalType::array(LogicalType::double());
            (doubles.clone(), doubles)
        }
        kind if kind.is_numeric() => (LogicalType::double(), LogicalType::double()),
        TypeKind::Unknown => (percentage.clone(), LogicalType::double()),
        _ => return Err(wrong_percentage(format!("the percentage of 'PERCENTILE' cannot be {percentage}"))),
    };
    if percentage.nullable && !percentage.is_unknown() {
        return Err(wrong_percentage("the percentage of 'PERCENTILE' must not be nullable".to_owned()));
    }
    if let Some(share) = arguments[1].literal.as_ref().and_then(|value| share(value, percentage)).filter(|s| !(0.0..=1.0).contains(s)) {
        return Err(wrong_percentage(format!("the percentage of 'PERCENTILE' must be between 0 and 1, not {share}")));
    }
    let mut types = vec![LogicalType::double().with_nullable(arguments[0].data_type.nullable), percentage_type.with_nullable(false)];
    types.extend(arguments.get(2).map(|frequency| LogicalType::bigint().with_nullable(frequency.data_type.nullable)));
    Ok(Signature { arguments: types, result })
}

fn wrong_percentage(message: String) -> CallError {
    CallError::new(message)
        .at(1)
        .with_help("A percentage is a number from 0 to 1, or an array of such numbers.")
        .with_flink("Invalid input arguments.")
}

fn share(value: &Value, data_type: &LogicalType) -> Option<f64> {
    match value {
        Value::Int(n) => Some(*n as f64),
        Value::Float(n) => Some(f64::from(*n)),
        Value::Double(n) => Some(*n),
        Value::Decimal(n) => Some(*n as f64 / 10f64.powi(i32::from(data_type.kind.as_decimal()?.1))),
        _ => None,
    }
}

fn accumulator(call: &CallSite) -> Result<Box<dyn Accumulator>> {
    let many = matches!(call.result.kind, TypeKind::Array(_));
    Ok(Box::new(PercentileAccumulator { values: Vec::new(), shares: Vec::new(), many }))
}

/// All values of each group with their frequencies, and the shares that the group's first row asked for.
#[derive(Debug)]
struct PercentileAccumulator {
    values: Vec<Vec<(f64, i64)>>,
    shares: Vec<Vec<f64>>,
    many: bool,
}

impl PercentileAccumulator {
    fn add(
        &mut self,
        arguments: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
        sign: i64,
    ) -> Result<()> {
        grow(&mut self.values, group_count);
        grow(&mut self.shares, group_count);
        let values = cast(&arguments[0], &DataType::Float64).map_err(internal)?;
        let values = values.as_primitive::<Float64Type>();
        let frequencies = arguments.get(2).map(|f| f.as_primitive::<Int64Type>());
        for_each_row(groups, None, filter, |row, group| {
            if self.shares[group].is_empty() {
                self.shares[group] = shares_of(&arguments[1], row);
            }
            let times = frequencies.map_or(1, |f| if f.is_valid(row) { f.value(row) } else { 0 });
            if values.is_valid(row) && times > 0 {
                self.values[group].push((values.value(row), times * sign));
            }
        });
        Ok(())
    }
}

fn shares_of(percentages: &ArrayRef, row: usize) -> Vec<f64> {
    match percentages.as_list_opt::<i32>() {
        Some(lists) => lists.value(row).as_primitive::<Float64Type>().iter().flatten().collect(),
        None => percentages.as_primitive_opt::<Float64Type>().map(|p| p.value(row)).into_iter().collect(),
    }
}

impl Accumulator for PercentileAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.add(arguments, groups, filter, group_count, 1)
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.values, group_count);
        grow(&mut self.shares, group_count);
        for (row, &group) in groups.iter().enumerate() {
            let (values, counts) = (states[0].as_list::<i32>().value(row), states[1].as_list::<i32>().value(row));
            let pairs = values.as_primitive::<Float64Type>().values().iter().zip(counts.as_primitive::<Int64Type>().values());
            self.values[group].extend(pairs.map(|(&value, &count)| (value, count)));
            if self.shares[group].is_empty() {
                self.shares[group] = shares_of(&states[2], row);
            }
        }
        Ok(())
    }

    /// A value taken back is kept with a negative frequency until the result is asked for.
    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.add(arguments, groups, filter, group_count, -1)
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.values.len());
        self.values[..count].iter_mut().for_each(settle);
        let groups = self.values[..count].iter().zip(&self.shares);
        if !self.many {
            let percentiles = groups.map(|(values, shares)| shares.first().and_then(|&share| percentile_of(values, share)));
            return Ok(Arc::new(Float64Array::from_iter(percentiles)));
        }
        let mut builder = ListBuilder::new(Float64Builder::new()).with_field(Arc::new(arrow_field("element", &LogicalType::double())));
        for (values, shares) in groups {
            builder.values().extend(shares.iter().filter(|_| !values.is_empty()).map(|&share| percentile_of(values, share)));
            builder.append(!values.is_empty());
        }
        Ok(Arc::new(builder.finish()))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.values.len());
        let values = Float64Array::from_iter_values(self.values[..count].iter().flatten().map(|(value, _)| *value));
        let counts = Int64Array::from_iter_values(self.values[..count].iter().flatten().map(|(_, count)| *count));
        let shares = Float64Array::from_iter_values(self.shares[..count].iter().flatten().copied());
        let lengths = || OffsetBuffer::from_lengths(self.values[..count].iter().map(Vec::len));
        Ok(vec![
            list(lengths(), Arc::new(values), &LogicalType::double())?,
            list(lengths(), Arc::new(counts), &LogicalType::bigint())?,
            list(OffsetBuffer::from_lengths(self.shares[..count].iter().map(Vec::len)), Arc::new(shares), &LogicalType::double())?,
        ])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.values, count);
        drop_groups(&mut self.shares, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.values) + bytes_of(&self.shares) + self.values.iter().map(bytes_of).sum::<usize>()
    }
}

fn list(offsets: OffsetBuffer<i32>, values: ArrayRef, element: &LogicalType) -> Result<ArrayRef> {
    let list = ListArray::try_new(Arc::new(arrow_field("element", element)), offsets, values, None);
    Ok(Arc::new(list.map_err(internal)?))
}

/// Sorts the values and adds up the frequencies of equal ones.
fn settle(values: &mut Vec<(f64, i64)>) {
    values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    values.dedup_by(|next, kept| {
        let same = next.0.total_cmp(&kept.0).is_eq();
        if same {
            kept.1 += next.1;
        }
        same
    });
    values.retain(|(_, count)| *count != 0);
}

fn percentile_of(values: &[(f64, i64)], share: f64) -> Option<f64> {
    let total: i64 = values.iter().map(|(_, count)| count).sum();
    let position = (total - 1) as f64 * share;
    let (lower, higher) = (position.floor(), position.ceil());
    let (low, high) = (nth(values, lower as i64)?, nth(values, higher as i64)?);
    if lower == higher || low == high {
        return Some(low);
    }
    Some((higher - position) * low + (position - lower) * high)
}

fn nth(values: &[(f64, i64)], index: i64) -> Option<f64> {
    let mut before = 0;
    values.iter().find_map(|&(value, count)| {
        before += count;
        (index < before).then_some(value)
    })
}
