//! JSON inside JSON across a subquery: `JSON_OBJECT('k' VALUE x)` over `SELECT JSON_OBJECT(..) AS x` puts the value in as JSON, not as a string.
//!
//! Flink decides by the expression that stands behind an argument after projections and filters have been put together. Aggregates, joins
//! and set operations stay between: their columns are strings.

use crate::bound::{ColumnId, Expr, ExprKind, Relation, RelationKind};
use crate::expr::{JSON_VALUES, is_json};
use std::collections::HashSet;
use table::Value;

/// The place of the argument that says which values are JSON, one letter for each.
const KINDS: usize = 1;

/// Marks the values of JSON_OBJECT and JSON_ARRAY that are made as JSON further down.
pub(crate) fn mark_nested_json(relation: &mut Relation) {
    relation.inputs_mut().into_iter().for_each(mark_nested_json);
    for expr in relation.exprs_mut() {
        mark_in_subqueries(expr);
    }
    let made_as_json = match &relation.kind {
        RelationKind::Project { input, .. } | RelationKind::Filter { input, .. } => json_columns(input),
        _ => return,
    };
    if !made_as_json.is_empty() {
        relation.exprs_mut().into_iter().for_each(|expr| mark_calls(expr, &made_as_json));
    }
}

fn mark_in_subqueries(expr: &mut Expr) {
    if let Some(relation) = expr.subquery_mut() {
        mark_nested_json(relation);
    }
    expr.children_mut().into_iter().for_each(mark_in_subqueries);
}

/// The columns of projections and filters that a JSON function makes.
fn json_columns(relation: &Relation) -> HashSet<ColumnId> {
    match &relation.kind {
        RelationKind::Filter { input, .. } => json_columns(input),
        RelationKind::Project { input, exprs } => {
            let below = json_columns(input);
            let made = |expr: &Expr| is_json(expr) || expr.as_column().is_some_and(|id| below.contains(&id));
            relation.columns.iter().zip(exprs).filter(|(_, expr)| made(expr)).map(|(column, _)| column.id).collect()
        }
        _ => HashSet::new(),
    }
}

fn mark_calls(expr: &mut Expr, made_as_json: &HashSet<ColumnId>) {
    for child in expr.children_mut() {
        mark_calls(child, made_as_json);
    }
    let ExprKind::Call { function, args } = &mut expr.kind else { return };
    let Some((_, step)) = JSON_VALUES.iter().find(|(name, _)| *name == function.doc().name) else { return };
    let values = args.iter().skip(KINDS + 1).skip(step - 1).step_by(*step);
    let is_marked: Vec<bool> = values.map(|value| value.as_column().is_some_and(|id| made_as_json.contains(&id))).collect();
    let Some(ExprKind::Literal(Value::String(kinds))) = args.get_mut(KINDS).map(|kinds| &mut kinds.kind) else { return };
    *kinds = kinds.chars().zip(is_marked).map(|(kind, marked)| if marked { 'J' } else { kind }).collect();
}
