//! BITMAP_BUILD_AGG, BITMAP_AND_AGG, BITMAP_OR_AGG, BITMAP_XOR_AGG, and how many integers there are in their results.
//!
//! A group without values has NULL. Where rows are taken back, it is counted how often each integer came.

use super::definition::Aggregate;
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use crate::bitmap::{check_bitmaps, read, write};
use crate::signature::accept_as_is;
use arrow::array::{Array, ArrayRef, AsArray, BinaryViewArray, BooleanArray, Int64Array, Int64Builder, ListBuilder};
use arrow::datatypes::{Int32Type, Int64Type};
use diag::Result;
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Signature};
use table::types::arrow_field;
use table::{LogicalType, TypeKind};

/// How the values of a group become one set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combination {
    /// Of integers.
    Build,
    And,
    Or,
    Xor,
}

macro_rules! aggregate {
    ($entry:ident, $name:literal, $argument:literal, $summary:literal, $example:literal, $result:literal, $combination:ident, $kind:ident) => {
        pub(super) fn $entry() -> FunctionDefinition {
            static DOC: FunctionDoc = FunctionDoc {
                name: $name,
                aliases: &[],
                definition: $name,
                signatures: &[concat!($name, "(", $argument, ")")],
                summary: $summary,
                examples: &[Example { expression: concat!($name, $example), result: $result }],
            };
            Aggregate {
                doc: &DOC,
                resolve: |arguments| resolve($name, arguments, Combination::$combination, TypeKind::$kind),
                accumulator: |call| Ok(Box::new(SetAccumulator::new(call, Combination::$combination))),
                state_types: |_| Ok(vec![LogicalType::new(TypeKind::Bitmap)]),
                retracting: Some((|call| Ok(Box::new(CountAccumulator::new(call, Combination::$combination))), count_state)),
                order_sensitive: false,
            }
            .definition()
        }
    };
}

aggregate!(
    bitmap_build_agg,
    "BITMAP_BUILD_AGG",
    "integer",
    "The set of the integers, without NULL.",
    "(x) FROM (VALUES (1), (2), (1)) AS t(x)",
    "{1,2}",
    Build,
    Bitmap
);
aggregate!(
    bitmap_build_cardinality_agg,
    "BITMAP_BUILD_CARDINALITY_AGG",
    "integer",
    "How many different integers there are.",
    "(x) FROM (VALUES (1), (2), (1)) AS t(x)",
    "2",
    Build,
    BigInt
);
aggregate!(
    bitmap_and_agg,
    "BITMAP_AND_AGG",
    "bitmap",
    "The integers that are in all sets.",
    "(BITMAP_BUILD(x)) FROM (VALUES (ARRAY[1, 2]), (ARRAY[2, 3])) AS t(x)",
    "{2}",
    And,
    Bitmap
);
aggregate!(
    bitmap_and_cardinality_agg,
    "BITMAP_AND_CARDINALITY_AGG",
    "bitmap",
    "How many integers are in all sets.",
    "(BITMAP_BUILD(x)) FROM (VALUES (ARRAY[1, 2]), (ARRAY[2, 3])) AS t(x)",
    "1",
    And,
    BigInt
);
aggregate!(
    bitmap_or_agg,
    "BITMAP_OR_AGG",
    "bitmap",
    "The integers that are in one of the sets.",
    "(BITMAP_BUILD(x)) FROM (VALUES (ARRAY[1, 2]), (ARRAY[2, 3])) AS t(x)",
    "{1,2,3}",
    Or,
    Bitmap
);
aggregate!(
    bitmap_or_cardinality_agg,
    "BITMAP_OR_CARDINALITY_AGG",
    "bitmap",
    "How many integers are in one of the sets.",
    "(BITMAP_BUILD(x)) FROM (VALUES (ARRAY[1, 2]), (ARRAY[2, 3])) AS t(x)",
    "3",
    Or,
    BigInt
);
aggregate!(
    bitmap_xor_agg,
    "BITMAP_XOR_AGG",
    "bitmap",
    "The integers that are in an odd number of sets.",
    "(BITMAP_BUILD(x)) FROM (VALUES (ARRAY[1, 2]), (ARRAY[2, 3])) AS t(x)",
    "{1,3}",
    Xor,
    Bitmap
);
aggregate!(
    bitmap_xor_cardinality_agg,
    "BITMAP_XOR_CARDINALITY_AGG",
    "bitmap",
    "How many integers are in an odd number of sets.",
    "(BITMAP_BUILD(x)) FROM (VALUES (ARRAY[1, 2]), (ARRAY[2, 3])) AS t(x)",
    "2",
    Xor,
    BigInt
);

fn resolve(name: &str, arguments: &[Argument], combination: Combination, kind: TypeKind) -> Result<Signature, CallError> {
    let accepted = accept_as_is(arguments, LogicalType::new(kind));
    if combination != Combination::Build {
        return check_bitmaps(name, arguments, 1).map(|()| accepted);
    }
    match arguments {
        [integer] if matches!(integer.data_type.kind, TypeKind::Int | TypeKind::Null | TypeKind::Unknown) => Ok(accepted),
        [other] => {
            let data_type = &other.data_type;
            let text = if data_type.nullable { data_type.to_string() } else { format!("{} NOT NULL", data_type.kind) };
            Err(CallError::new(format!("'{name}' takes an INT, not {}", data_type.kind))
                .at(0)
                .with_help("CAST it to INT.")
                .with_flink(format!("Unsupported argument type. Expected type root 'INTEGER' but actual type was '{text}'.")))
        }
        _ => Err(CallError::new(format!("function '{name}' takes 1 argument, not {}", arguments.len()))),
    }
}

/// What is given out of a set.
#[derive(Clone, Copy, Debug)]
enum Output {
    Bitmap,
    Cardinality,
}

impl Output {
    fn of(call: &CallSite) -> Self {
        if call.result.kind == TypeKind::Bitmap { Output::Bitmap } else { Output::Cardinality }
    }

    fn array(self, bitmaps: impl Iterator<Item = Option<RoaringBitmap>>) -> Result<ArrayRef> {
        match self {
            Output::Bitmap => {
                let bytes: Vec<Option<Vec<u8>>> = bitmaps.map(|bitmap| bitmap.map(write).transpose()).collect::<Result<_>>()?;
                Ok(Arc::new(BinaryViewArray::from_iter(bytes)))
            }
            Output::Cardinality => Ok(Arc::new(bitmaps.map(|bitmap| bitmap.map(|bitmap| bitmap.len() as i64)).collect::<Int64Array>())),
        }
    }
}

/// Calls `visit(group, set)` for the rows that count.
fn visit_sets(
    combination: Combination,
    values: &ArrayRef,
    groups: &[usize],
    filter: Option<&BooleanArray>,
    mut visit: impl FnMut(usize, RoaringBitmap),
) -> Result<()> {
    let mut result = Ok(());
    if combination == Combination::Build {
        let integers = values.as_primitive::<Int32Type>();
        for_each_row(groups, integers.nulls(), filter, |row, group| visit(group, RoaringBitmap::from([integers.value(row) as u32])));
    } else {
        let bitmaps = values.as_binary_view();
        for_each_row(groups, bitmaps.nulls(), filter, |row, group| match read(bitmaps.value(row)) {
            Ok(bitmap) => visit(group, bitmap),
            Err(error) => result = Err(error),
        });
    }
    result
}

/// Keeps one set for each group.
#[derive(Debug)]
struct SetAccumulator {
    combination: Combination,
    output: Output,
    sets: Vec<Option<RoaringBitmap>>,
}

impl SetAccumulator {
    fn new(call: &CallSite, combination: Combination) -> Self {
        SetAccumulator { combination, output: Output::of(call), sets: Vec::new() }
    }

    fn add(&mut self, group: usize, set: RoaringBitmap) {
        match (&mut self.sets[group], self.combination) {
            (empty @ None, _) => *empty = Some(set),
            (Some(kept), Combination::And) => *kept &= set,
            (Some(kept), Combination::Xor) => *kept ^= set,
            (Some(kept), Combination::Or | Combination::Build) => *kept |= set,
        }
    }
}

impl Accumulator for SetAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        grow(&mut self.sets, group_count);
        if self.combination == Combination::Build {
            let integers = arguments[0].as_primitive::<Int32Type>();
            for_each_row(groups, integers.nulls(), filter, |row, group| {
                self.sets[group].get_or_insert_default().insert(integers.value(row) as u32);
            });
            return Ok(());
        }
        visit_sets(self.combination, &arguments[0], groups, filter, |group, set| self.add(group, set))
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.sets, group_count);
        let merged = if self.combination == Combination::Build { Combination::Or } else { self.combination };
        visit_sets(merged, &states[0], groups, None, |group, set| self.add(group, set))
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.sets.len());
        self.output.array(self.sets[..count].iter().cloned())
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.sets.len());
        Ok(vec![Output::Bitmap.array(self.sets[..count].iter().cloned())?])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.sets, count);
    }

    fn size(&self) -> usize {
        bytes_of(&self.sets) + self.sets.iter().flatten().map(RoaringBitmap::serialized_size).sum::<usize>()
    }
}

fn count_state(_: &CallSite) -> Result<Vec<LogicalType>> {
    let counts = LogicalType::array(LogicalType::bigint().with_nullable(false));
    Ok(vec![LogicalType::bigint().with_nullable(false), counts.clone(), counts])
}

/// Counts the integers of each group, so that sets can be taken back.
#[derive(Debug)]
struct CountAccumulator {
    combination: Combination,
    output: Output,
    groups: Vec<Counts>,
}

#[derive(Clone, Debug, Default)]
struct Counts {
    /// How many sets came.
    sets: i64,
    integers: HashMap<u32, i64>,
}

impl Counts {
    fn add(&mut self, sets: i64, integers: impl Iterator<Item = (u32, i64)>) {
        self.sets += sets;
        for (integer, times) in integers {
            let count = self.integers.entry(integer).or_insert(0);
            *count += times;
            if *count == 0 {
                self.integers.remove(&integer);
            }
        }
    }

    fn set(&self, combination: Combination) -> Option<RoaringBitmap> {
        let belongs = |count: i64| match combination {
            Combination::And => count == self.sets,
            Combination::Xor => count % 2 != 0,
            Combination::Or | Combination::Build => count > 0,
        };
        let members = || self.integers.iter().filter(|(_, count)| belongs(**count)).map(|(integer, _)| *integer);
        (self.sets > 0).then(|| members().collect())
    }
}

impl CountAccumulator {
    fn new(call: &CallSite, combination: Combination) -> Self {
        CountAccumulator { combination, output: Output::of(call), groups: Vec::new() }
    }

    fn count(&mut self, values: &ArrayRef, groups: &[usize], filter: Option<&BooleanArray>, group_count: usize, times: i64) -> Result<()> {
        grow(&mut self.groups, group_count);
        visit_sets(self.combination, values, groups, filter, |group, set| {
            self.groups[group].add(times, set.iter().map(|integer| (integer, times)));
        })
    }
}

impl Accumulator for CountAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.count(&arguments[0], groups, filter, group_count, 1)
    }

    fn retract(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        self.count(&arguments[0], groups, filter, group_count, -1)
    }

    fn can_retract(&self) -> bool {
        true
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.groups, group_count);
        let sets = states[0].as_primitive::<Int64Type>();
        let (integers, counts) = (states[1].as_list::<i32>(), states[2].as_list::<i32>());
        for (row, &group) in groups.iter().enumerate() {
            let (integers, counts) = (integers.value(row), counts.value(row));
            let (integers, counts) = (integers.as_primitive::<Int64Type>(), counts.as_primitive::<Int64Type>());
            let pairs = integers.values().iter().zip(counts.values()).map(|(integer, count)| (*integer as u32, *count));
            self.groups[group].add(sets.value(row), pairs);
        }
        Ok(())
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.groups.len());
        self.output.array(self.groups[..count].iter().map(|counts| counts.set(self.combination)))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let groups = &self.groups[..first(count, self.groups.len())];
        let list = || {
            let element = arrow_field("element", &LogicalType::bigint().with_nullable(false));
            ListBuilder::new(Int64Builder::new()).with_field(element)
        };
        let (mut integers, mut counts) = (list(), list());
        for group in groups {
            for (integer, count) in &group.integers {
                integers.values().append_value(i64::from(*integer));
                counts.values().append_value(*count);
            }
            integers.append(true);
            counts.append(true);
        }
        let sets = Int64Array::from_iter_values(groups.iter().map(|group| group.sets));
        Ok(vec![Arc::new(sets), Arc::new(integers.finish()), Arc::new(counts.finish())])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.groups, count);
    }

    fn size(&self) -> usize {
        let entries = self.groups.iter().map(|group| group.integers.capacity() * size_of::<(u32, i64)>());
        bytes_of(&self.groups) + entries.sum::<usize>()
    }
}
