//! The list of all functions, and finding one by name.

use crate::{aggregate, bitmap, cast, collection, conditional, json, math, operators, string, temporal};
use diag::Result;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock};
use table::LogicalType;
use table::function::{
    AggregateFunction, EvalContext, FunctionDefinition, FunctionDoc, FunctionLookup, Kernel, RankFunction, ScalarFunction,
};

/// Functions that belong together on one page of the reference.
pub struct Group {
    pub title: &'static str,
    pub functions: &'static [Entry],
}

/// Makes a function; a group is a slice of these.
pub type Entry = fn() -> FunctionDefinition;

/// Every group, in the order of the reference.
pub static GROUPS: &[Group] = &[
    Group { title: "Operators", functions: operators::FUNCTIONS },
    Group { title: "Conditional functions", functions: conditional::FUNCTIONS },
    Group { title: "Arithmetic functions", functions: math::FUNCTIONS },
    Group { title: "String functions", functions: string::FUNCTIONS },
    Group { title: "Date and time functions", functions: temporal::FUNCTIONS },
    Group { title: "Collection functions", functions: collection::FUNCTIONS },
    Group { title: "JSON functions", functions: json::FUNCTIONS },
    Group { title: "Bitmap functions", functions: bitmap::FUNCTIONS },
    Group { title: "Aggregate functions", functions: aggregate::FUNCTIONS },
];

/// An entry for a scalar function.
pub fn scalar_entry<F: ScalarFunction + Default + 'static>() -> FunctionDefinition {
    FunctionDefinition::Scalar(Arc::new(F::default()))
}

/// An entry for an aggregate function.
pub fn aggregate_entry<F: AggregateFunction + Default + 'static>() -> FunctionDefinition {
    FunctionDefinition::Aggregate(Arc::new(F::default()))
}

/// Flink's core module.
#[derive(Clone, Copy, Default)]
pub struct Builtins;

/// Functions by upper-case name.
static BY_NAME: LazyLock<HashMap<&'static str, FunctionDefinition>> = LazyLock::new(|| {
    let mut by_name: HashMap<_, _> = RANKS.iter().map(|(name, rank)| (*name, FunctionDefinition::Rank(*rank))).collect();
    for entry in GROUPS.iter().flat_map(|group| group.functions) {
        let definition = entry();
        if let Some(doc) = doc_of(&definition) {
            for name in std::iter::once(&doc.name).chain(doc.aliases) {
                by_name.insert(name, definition.clone());
            }
        }
    }
    by_name.extend(ONLY_IN_FLINK.iter().map(|name| (*name, FunctionDefinition::Unsupported { name, reason: NOT_OF_SQL })));
    by_name
});

/// Functions of Flink's list that can be called by name and have no counterpart here.
const ONLY_IN_FLINK: &[&str] = &[
    "AGG_DECIMAL_MINUS",
    "AGG_DECIMAL_PLUS",
    "AT",
    "CURRENTDATABASE",
    "HIVE_AGG_DECIMAL_PLUS",
    "IFTHENELSE",
    "LOWERCASE",
    "SUM0",
    "UPPERCASE",
];

const NOT_OF_SQL: &str = "Flink knows this function for its own plans and for programs; SQL has another one in its place.";

const RANKS: &[(&str, RankFunction)] = &[
    ("ROW_NUMBER", RankFunction::RowNumber),
    ("RANK", RankFunction::Rank),
    ("DENSE_RANK", RankFunction::DenseRank),
    ("PERCENT_RANK", RankFunction::PercentRank),
    ("CUME_DIST", RankFunction::CumeDist),
    ("NTILE", RankFunction::Ntile),
    ("LEAD", RankFunction::Lead),
    ("LAG", RankFunction::Lag),
];

/// What a function says about itself, where it has documentation.
pub fn doc_of(definition: &FunctionDefinition) -> Option<&'static FunctionDoc> {
    match definition {
        FunctionDefinition::Scalar(f) => Some(f.doc()),
        FunctionDefinition::Aggregate(f) => Some(f.doc()),
        _ => None,
    }
}

impl fmt::Debug for Builtins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Builtins")
    }
}

impl FunctionLookup for Builtins {
    fn find(&self, name: &str) -> Option<FunctionDefinition> {
        BY_NAME.get(name.to_ascii_uppercase().as_str()).cloned()
    }

    fn names(&self) -> Vec<&'static str> {
        let supported = BY_NAME.iter().filter(|(_, definition)| !matches!(definition, FunctionDefinition::Unsupported { .. }));
        let mut names: Vec<_> = supported.map(|(name, _)| *name).filter(|n| n.starts_with(|c: char| c.is_ascii_alphabetic())).collect();
        names.sort_unstable();
        names
    }

    fn cast_kernel(&self, from: &LogicalType, to: &LogicalType, try_cast: bool, context: &EvalContext) -> Result<Box<dyn Kernel>> {
        cast::kernel(from, to, try_cast, context)
    }
}
