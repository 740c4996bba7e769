//! MIN and MAX.

use super::definition::{Aggregate, first_type};
use super::groups::{drop_groups, first, for_each_row, grow};
use super::multiset::{multiset_array, multiset_entries};
use super::slots::{Choice, slots};
use crate::row_codec::RowCodec;
use crate::signature::{Family, Forms};
use arrow::array::{Array, ArrayRef, AsArray, BooleanArray, UInt32Array};
use diag::Result;
use std::collections::BTreeMap;
use table::function::{Accumulator, Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Signature};
use table::{LogicalType, TypeKind};

static MIN_DOC: FunctionDoc = FunctionDoc {
    name: "MIN",
    aliases: &[],
    definition: "min",
    signatures: &["MIN([DISTINCT] value)"],
    summary: "The least value that is not NULL; NULL when there is none.",
    examples: &[Example { expression: "MIN(x) FROM (VALUES ('b'), ('a'), ('b')) AS t(x)", result: "a" }],
};

static MAX_DOC: FunctionDoc = FunctionDoc {
    name: "MAX",
    aliases: &[],
    definition: "max",
    signatures: &["MAX([DISTINCT] value)"],
    summary: "The greatest value that is not NULL; NULL when there is none.",
    examples: &[Example { expression: "MAX(x) FROM (VALUES (TRUE), (FALSE)) AS t(x)", result: "TRUE" }],
};

pub(super) fn min() -> FunctionDefinition {
    Aggregate {
        doc: &MIN_DOC,
        resolve: |arguments| resolve("MIN", "Min", arguments),
        accumulator: |call| slots(&first_type(call), Choice::Min),
        state_types: |call| Ok(vec![first_type(call).with_nullable(true)]),
        retracting: Some((|call| SortedValues::boxed(call, Choice::Min), sorted_state)),
        order_sensitive: false,
    }
    .definition()
}

pub(super) fn max() -> FunctionDefinition {
    Aggregate {
        doc: &MAX_DOC,
        resolve: |arguments| resolve("MAX", "Max", arguments),
        accumulator: |call| slots(&first_type(call), Choice::Max),
        state_types: |call| Ok(vec![first_type(call).with_nullable(true)]),
        retracting: Some((|call| SortedValues::boxed(call, Choice::Max), sorted_state)),
        order_sensitive: false,
    }
    .definition()
}

fn resolve(name: &'static str, title: &str, arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name, forms: &[&[Family::Any]] }.check(arguments)?;
    let argument = arguments[0].data_type.clone().without_time_attribute();
    let kind = &argument.kind;
    let comparable = kind.is_character() || kind.is_numeric() || kind.is_datetime();
    if !comparable && !matches!(kind, TypeKind::Boolean | TypeKind::Null | TypeKind::Unknown) {
        let flink = format!("{title} aggregate function does not support type: ''{}''.\nPlease re-check the data type.", type_root(kind));
        return Err(CallError::new(format!("cannot apply '{name}' to {kind}"))
            .at(0)
            .with_help(format!("{name} takes text, numbers, dates, times, timestamps and BOOLEAN."))
            .with_flink(flink));
    }
    Ok(Signature { result: argument.clone(), arguments: vec![argument] })
}

/// A type's family as Flink's planner calls it.
pub(super) fn type_root(kind: &TypeKind) -> &'static str {
    match kind {
        TypeKind::Boolean => "BOOLEAN",
        TypeKind::Binary(_) => "BINARY",
        TypeKind::Varbinary(_) => "VARBINARY",
        TypeKind::IntervalYearMonth => "INTERVAL_YEAR_MONTH",
        TypeKind::IntervalDayTime => "INTERVAL_DAY_TIME",
        TypeKind::Array(_) => "ARRAY",
        TypeKind::Multiset(_) => "MULTISET",
        TypeKind::Map(..) => "MAP",
        TypeKind::Row(_) => "ROW",
        TypeKind::Structured { .. } => "STRUCTURED_TYPE",
        TypeKind::Raw { .. } => "RAW",
        TypeKind::Variant => "VARIANT",
        TypeKind::Bitmap => "BITMAP",
        _ => "NULL",
    }
}

fn sorted_state(call: &CallSite) -> Result<Vec<LogicalType>> {
    Ok(vec![LogicalType::new(TypeKind::Multiset(Box::new(first_type(call))))])
}

/// All values of each group with their counts, sorted: what MIN and MAX need to take values back.
#[derive(Debug)]
struct SortedValues {
    codec: RowCodec,
    /// A value that was taken back more often than it came has a negative count until it comes.
    groups: Vec<BTreeMap<Box<[u8]>, i64>>,
    choice: Choice,
    state_type: LogicalType,
}

impl SortedValues {
    fn boxed(call: &CallSite, choice: Choice) -> Result<Box<dyn Accumulator>> {
        let value = first_type(call);
        let codec = RowCodec::new([&value])?;
        let state_type = LogicalType::new(TypeKind::Multiset(Box::new(value)));
        Ok(Box::new(SortedValues { codec, groups: Vec::new(), choice, state_type }))
    }

    fn add(
        &mut self,
        values: &ArrayRef,
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
        times: impl Fn(usize) -> i64,
    ) -> Result<()> {
        grow(&mut self.groups, group_count);
        let rows = self.codec.encode(std::slice::from_ref(values))?;
        for_each_row(groups, values.logical_nulls().as_ref(), filter, |row, group| {
            let (value, values) = (rows.row(row), &mut self.groups[group]);
            match values.get_mut(value.data()) {
                Some(count) => {
                    *count += times(row);
                    if *count == 0 {
                        values.remove(value.data());
                    }
                }
                None => {
                    values.insert(value.data().into(), times(row));
                }
            }
        });
        Ok(())
    }
}

impl Accumulator for SortedValues {
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
        let count = first(count, self.groups.len());
        let chosen: Vec<Option<&[u8]>> = self.groups[..count]
            .iter()
            .map(|values| {
                let mut there = values.iter().filter(|(_, count)| **count > 0).map(|(value, _)| &**value);
                if self.choice == Choice::Min { there.next() } else { there.next_back() }
            })
            .collect();
        let values = self.codec.decode_one(chosen.iter().flatten().copied())?;
        let mut next = 0;
        let indices = chosen.iter().map(|value| {
            next += u32::from(value.is_some());
            value.map(|_| next - 1)
        });
        arrow::compute::take(&values, &UInt32Array::from_iter(indices), None).map_err(crate::row_codec::internal)
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.groups.len());
        let entries = self.groups[..count].iter().map(|values| values.iter().map(|(value, count)| (&**value, *count)));
        Ok(vec![multiset_array(&self.codec, &self.state_type, entries)?])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.groups, count);
    }

    fn size(&self) -> usize {
        let entry = size_of::<(Box<[u8]>, i64)>();
        self.groups.iter().flat_map(|values| values.keys()).map(|value| value.len() + entry).sum()
    }
}
