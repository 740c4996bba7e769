//! Aggregate functions.
//!
//! An accumulator holds the state of all groups in flat vectors by group number. NULL is skipped unless a function says otherwise.
//! Where taking rows back needs more than the plain state, a function has a second accumulator for it.

mod approx_count_distinct;
mod array_agg;
mod average;
mod bitmap;
mod collect;
mod count;
mod definition;
mod distinct;
mod extremes;
mod first_last;
mod groups;
mod json_arrayagg;
mod json_objectagg;
mod listagg;
mod lists;
mod multiset;
mod percentile;
mod single_value;
mod slots;
mod sum;
#[cfg(test)]
mod tests;
mod text_lists;
mod value_counts;
mod value_lists;
mod variance;

pub use distinct::DistinctAccumulator;

use crate::Entry;

pub(crate) static FUNCTIONS: &[Entry] = &[
    count::count,
    sum::sum,
    average::average,
    extremes::min,
    extremes::max,
    first_last::first_value,
    first_last::last_value,
    listagg::listagg,
    collect::collect,
    array_agg::array_agg,
    variance::stddev_pop,
    variance::stddev_samp,
    variance::var_pop,
    variance::var_samp,
    percentile::percentile,
    approx_count_distinct::approx_count_distinct,
    single_value::single_value,
    json_objectagg::json_objectagg,
    json_arrayagg::json_arrayagg,
    bitmap::bitmap_build_agg,
    bitmap::bitmap_build_cardinality_agg,
    bitmap::bitmap_and_agg,
    bitmap::bitmap_and_cardinality_agg,
    bitmap::bitmap_or_agg,
    bitmap::bitmap_or_cardinality_agg,
    bitmap::bitmap_xor_agg,
    bitmap::bitmap_xor_cardinality_agg,
];
