//! FIRST_VALUE and LAST_VALUE: in order of arrival, without NULL.

use super::definition::{Aggregate, first_type, one_argument};
use super::lists::{View, lists};
use super::slots::{Choice, slots};
use crate::signature::Family;
use diag::Result;
use table::LogicalType;
use table::function::{CallSite, Example, FunctionDefinition, FunctionDoc};

static FIRST_DOC: FunctionDoc = FunctionDoc {
    name: "FIRST_VALUE",
    aliases: &[],
    definition: "first_value",
    signatures: &["FIRST_VALUE(value)"],
    summary: "The first value that is not NULL, in the order in which rows come; NULL when there is none.",
    examples: &[Example { expression: "FIRST_VALUE(x) FROM (VALUES (1), (2), (2)) AS t(x)", result: "1" }],
};

static LAST_DOC: FunctionDoc = FunctionDoc {
    name: "LAST_VALUE",
    aliases: &[],
    definition: "last_value",
    signatures: &["LAST_VALUE(value)"],
    summary: "The last value that is not NULL, in the order in which rows come; NULL when there is none.",
    examples: &[Example { expression: "LAST_VALUE(x) FROM (VALUES (1), (2), (2)) AS t(x)", result: "2" }],
};

pub(super) fn first_value() -> FunctionDefinition {
    Aggregate {
        doc: &FIRST_DOC,
        resolve: |arguments| one_argument("FIRST_VALUE", &[Family::Any], arguments, Clone::clone),
        accumulator: |call| slots(&first_type(call), Choice::First),
        state_types: value_state,
        retracting: Some((|call| lists(&first_type(call), View::First), list_state)),
        order_sensitive: true,
    }
    .definition()
}

pub(super) fn last_value() -> FunctionDefinition {
    Aggregate {
        doc: &LAST_DOC,
        resolve: |arguments| one_argument("LAST_VALUE", &[Family::Any], arguments, Clone::clone),
        accumulator: |call| slots(&first_type(call), Choice::Last),
        state_types: value_state,
        retracting: Some((|call| lists(&first_type(call), View::Last), list_state)),
        order_sensitive: true,
    }
    .definition()
}

fn value_state(call: &CallSite) -> Result<Vec<LogicalType>> {
    Ok(vec![first_type(call).with_nullable(true)])
}

pub(super) fn list_state(call: &CallSite) -> Result<Vec<LogicalType>> {
    Ok(vec![LogicalType::array(first_type(call))])
}
