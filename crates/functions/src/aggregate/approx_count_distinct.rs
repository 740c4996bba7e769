//! APPROX_COUNT_DISTINCT: exact for few values, a HyperLogLog sketch for many.

use super::definition::Aggregate;
use super::extremes::type_root;
use super::groups::{bytes_of, drop_groups, first, for_each_row, grow};
use crate::row_codec::RowCodec;
use crate::signature::{Family, Forms, accept_as_is};
use arrow::array::{Array, ArrayRef, AsArray, BinaryViewArray, BooleanArray, Int64Array};
use diag::Result;
use std::collections::BTreeSet;
use std::sync::Arc;
use table::function::{Accumulator, Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Signature};
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "APPROX_COUNT_DISTINCT",
    aliases: &[],
    definition: "APPROX_COUNT_DISTINCT",
    signatures: &["APPROX_COUNT_DISTINCT(value)"],
    summary: "About how many different values there are, NULL not counted: within one percent in most cases, with little memory. Only in \
              batch mode.",
    examples: &[Example { expression: "APPROX_COUNT_DISTINCT(x) FROM (VALUES (1), (2)) AS t(x)", result: "2" }],
};

pub(super) fn approx_count_distinct() -> FunctionDefinition {
    Aggregate { doc: &DOC, resolve, accumulator, state_types: |_| Ok(vec![LogicalType::bytes()]), retracting: None, order_sensitive: false }
        .definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    Forms { name: DOC.name, forms: &[&[Family::Any]] }.check(arguments)?;
    let kind = &arguments[0].data_type.kind;
    let countable = kind.is_character() || kind.is_numeric() || kind.is_datetime();
    if !countable && !matches!(kind, TypeKind::Null | TypeKind::Unknown) {
        let root = type_root(kind);
        let flink = format!("APPROX_COUNT_DISTINCT aggregate function does not support type: ''{root}''.\nPlease re-check the data type.");
        return Err(CallError::new(format!("cannot apply 'APPROX_COUNT_DISTINCT' to {kind}"))
            .at(0)
            .with_help("APPROX_COUNT_DISTINCT takes text, numbers, dates, times and timestamps.")
            .with_flink(flink));
    }
    Ok(accept_as_is(arguments, LogicalType::not_null(TypeKind::BigInt)))
}

fn accumulator(call: &CallSite) -> Result<Box<dyn Accumulator>> {
    let codec = RowCodec::new(call.arguments.iter().map(|a| &a.data_type))?;
    Ok(Box::new(SketchAccumulator { codec, sketches: Vec::new() }))
}

#[derive(Debug)]
struct SketchAccumulator {
    codec: RowCodec,
    sketches: Vec<Sketch>,
}

/// A set of hashes: all of them up to a limit, then for each register the longest run of leading zeros.
#[derive(Clone, Debug)]
enum Sketch {
    Exact(BTreeSet<u64>),
    Registers(Vec<u8>),
}

const REGISTER_BITS: u32 = 14;
const REGISTERS: usize = 1 << REGISTER_BITS;

/// Beyond this many hashes the registers take less room.
const EXACT_LIMIT: usize = 1024;

impl Default for Sketch {
    fn default() -> Self {
        Sketch::Exact(BTreeSet::new())
    }
}

impl Sketch {
    fn add(&mut self, hash: u64) {
        match self {
            Sketch::Registers(registers) => raise(registers, hash),
            Sketch::Exact(hashes) => {
                hashes.insert(hash);
                if hashes.len() > EXACT_LIMIT {
                    let mut registers = vec![0; REGISTERS];
                    hashes.iter().for_each(|&hash| raise(&mut registers, hash));
                    *self = Sketch::Registers(registers);
                }
            }
        }
    }

    fn merge(&mut self, bytes: &[u8]) {
        if bytes.len() != REGISTERS {
            let hashes = bytes.chunks_exact(size_of::<u64>());
            return hashes.for_each(|hash| self.add(hash.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))));
        }
        let mut registers = bytes.to_vec();
        match self {
            Sketch::Registers(own) => own.iter_mut().zip(registers).for_each(|(own, other)| *own = (*own).max(other)),
            Sketch::Exact(hashes) => {
                hashes.iter().for_each(|&hash| raise(&mut registers, hash));
                *self = Sketch::Registers(registers);
            }
        }
    }

    /// Hashes, fewer than there are registers; or the registers.
    fn bytes(&self) -> Vec<u8> {
        match self {
            Sketch::Exact(hashes) => hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect(),
            Sketch::Registers(registers) => registers.clone(),
        }
    }

    fn estimate(&self) -> i64 {
        let registers = match self {
            Sketch::Exact(hashes) => return hashes.len() as i64,
            Sketch::Registers(registers) => registers,
        };
        let size = REGISTERS as f64;
        let sum: f64 = registers.iter().map(|&rank| (-f64::from(rank)).exp2()).sum();
        let raw = 0.7213 / (1.0 + 1.079 / size) * size * size / sum;
        let empty = registers.iter().filter(|&&rank| rank == 0).count();
        let estimate = if raw <= 2.5 * size && empty > 0 { size * (size / empty as f64).ln() } else { raw };
        estimate.round() as i64
    }
}

fn raise(registers: &mut [u8], hash: u64) {
    let register = (hash >> (64 - REGISTER_BITS)) as usize;
    let rank = (hash << REGISTER_BITS).leading_zeros().min(64 - REGISTER_BITS) as u8 + 1;
    registers[register] = registers[register].max(rank);
}

/// A hash that is the same in every process, because states are merged and restored.
fn stable_hash(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = PRIME ^ bytes.len() as u64;
    for chunk in bytes.chunks(size_of::<u64>()) {
        let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        hash = mix(hash ^ word).wrapping_mul(PRIME);
    }
    mix(hash)
}

fn mix(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    hash ^ (hash >> 33)
}

impl Accumulator for SketchAccumulator {
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()> {
        grow(&mut self.sketches, group_count);
        let rows = self.codec.encode(arguments)?;
        for_each_row(groups, arguments[0].logical_nulls().as_ref(), filter, |row, group| {
            self.sketches[group].add(stable_hash(rows.row(row).data()));
        });
        Ok(())
    }

    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()> {
        grow(&mut self.sketches, group_count);
        let states = states[0].as_binary_view();
        for_each_row(groups, states.nulls(), None, |row, group| self.sketches[group].merge(states.value(row)));
        Ok(())
    }

    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef> {
        let count = first(count, self.sketches.len());
        Ok(Arc::new(Int64Array::from_iter_values(self.sketches[..count].iter().map(Sketch::estimate))))
    }

    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>> {
        let count = first(count, self.sketches.len());
        Ok(vec![Arc::new(BinaryViewArray::from_iter_values(self.sketches[..count].iter().map(Sketch::bytes)))])
    }

    fn drop_first(&mut self, count: usize) {
        drop_groups(&mut self.sketches, count);
    }

    fn size(&self) -> usize {
        let owned = |sketch: &Sketch| match sketch {
            Sketch::Exact(hashes) => hashes.len() * 2 * size_of::<u64>(),
            Sketch::Registers(registers) => registers.capacity(),
        };
        bytes_of(&self.sketches) + self.sketches.iter().map(owned).sum::<usize>()
    }
}
