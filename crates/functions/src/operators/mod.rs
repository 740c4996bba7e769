//! Operators, found by their symbols, and the constructors of collections.

mod comparison;
mod concat;
mod datetime;
mod decimal;
mod divide;
mod in_list;
mod is;
mod item;
mod like;
mod logic;
mod minus;
mod nested;
mod new_collection;
mod numeric;
mod pattern;
mod plus;
mod remainder;
mod similar;
mod times;

pub(crate) use comparison::{Comparison, Operands, comparable};
pub(crate) use is::null_mask;

use crate::Entry;

pub(crate) static FUNCTIONS: &[Entry] = &[
    || comparison::EQUAL.definition(),
    || comparison::NOT_EQUAL.definition(),
    || comparison::LESS.definition(),
    || comparison::LESS_OR_EQUAL.definition(),
    || comparison::GREATER.definition(),
    || comparison::GREATER_OR_EQUAL.definition(),
    || comparison::IS_DISTINCT_FROM.definition(),
    || comparison::IS_NOT_DISTINCT_FROM.definition(),
    || is::IS_NULL.definition(),
    || is::IS_NOT_NULL.definition(),
    || is::IS_TRUE.definition(),
    || is::IS_NOT_TRUE.definition(),
    || is::IS_FALSE.definition(),
    || is::IS_NOT_FALSE.definition(),
    || is::IS_UNKNOWN.definition(),
    || is::IS_NOT_UNKNOWN.definition(),
    || logic::AND.definition(),
    || logic::OR.definition(),
    || logic::NOT.definition(),
    || in_list::IN.definition(),
    || like::LIKE.definition(),
    || similar::SIMILAR_TO.definition(),
    || plus::PLUS.definition(),
    || minus::MINUS.definition(),
    || minus::MINUS_DATE_DAY.definition(),
    || minus::MINUS_DATE_MONTH.definition(),
    || times::TIMES.definition(),
    || divide::DIVIDE.definition(),
    || remainder::REMAINDER.definition(),
    || concat::CONCATENATE.definition(),
    || item::ITEM.definition(),
    || item::FIELD.definition(),
    || new_collection::ARRAY.definition(),
    || new_collection::MAP.definition(),
    || new_collection::ROW.definition(),
];
