//! ARRAY_AGG.

use super::definition::{Aggregate, first_type, one_argument};
use super::first_last::list_state;
use super::lists::{View, lists};
use crate::signature::Family;
use table::LogicalType;
use table::function::{Example, FunctionDefinition, FunctionDoc};

static DOC: FunctionDoc = FunctionDoc {
    name: "ARRAY_AGG",
    aliases: &[],
    definition: "ARRAY_AGG",
    signatures: &["ARRAY_AGG([DISTINCT] value)"],
    summary: "All values, also NULL, as an array in the order in which they come; NULL when there are no rows.",
    examples: &[Example { expression: "ARRAY_AGG(DISTINCT x) FROM (VALUES (1), (1), (3)) AS t(x)", result: "[1, 3]" }],
};

pub(super) fn array_agg() -> FunctionDefinition {
    Aggregate {
        doc: &DOC,
        resolve: |arguments| {
            let array = |t: &LogicalType| LogicalType::array(t.clone()).with_nullable(t.nullable);
            one_argument("ARRAY_AGG", &[Family::Any], arguments, array)
        },
        accumulator: |call| lists(&first_type(call), View::Array),
        state_types: list_state,
        retracting: None,
        order_sensitive: true,
    }
    .definition()
}
