//! Removes columns that nobody uses, down to the scans: a cell that is not used is not read, so it cannot fail either.
//!
//! Needed columns are collected from the top down. The right side of a join comes before the left one, because it may be correlated with
//! it; subqueries come before the inputs of their relation for the same reason.

use crate::bound::{Column, ColumnId, Expr, ExprKind, Relation, RelationKind, SetOperator, SubqueryTest};
use std::collections::HashSet;

/// Keeps what the columns of this relation need.
pub(crate) fn prune_columns(relation: &mut Relation) {
    let mut needed: HashSet<ColumnId> = relation.columns.iter().map(|column| column.id).collect();
    prune(relation, &mut needed);
}

fn prune(relation: &mut Relation, needed: &mut HashSet<ColumnId>) {
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || prune_here(relation, needed));
}

fn prune_here(relation: &mut Relation, needed: &mut HashSet<ColumnId>) {
    let before: Vec<ColumnId> = relation.columns.iter().map(|column| column.id).collect();
    drop_outputs(relation, needed);
    if let Some(simpler) = without_purpose(relation) {
        *relation = simpler;
        return prune_here(relation, needed);
    }
    let is_kept: Vec<bool> = before.iter().map(|id| relation.columns.iter().any(|column| column.id == *id)).collect();
    for expr in relation.exprs_mut() {
        need_expr(expr, needed);
    }
    match &mut relation.kind {
        RelationKind::TimeWindow(window) => needed.extend(std::iter::once(window.time).chain(window.partition_by.iter().copied())),
        RelationKind::Watermark { column, .. } => {
            needed.insert(*column);
        }
        RelationKind::PerKey(per_key) => needed.extend(per_key.key.iter().copied()),
        RelationKind::SetOperation { inputs, .. } => {
            for input in inputs {
                needed.extend(input.columns.iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(column, _)| column.id));
            }
        }
        _ => {}
    }
    let made = made_columns(relation);
    for input in relation.inputs_mut().into_iter().rev() {
        prune(input, needed);
    }
    relation.columns = output_columns(relation, made);
}

/// Drops what this relation itself makes and nobody needs.
fn drop_outputs(relation: &mut Relation, needed: &HashSet<ColumnId>) {
    let columns = &mut relation.columns;
    match &mut relation.kind {
        RelationKind::Scan(scan) => {
            let mut keep = columns.iter().map(|column| needed.contains(&column.id));
            scan.columns.retain(|_| keep.next().unwrap_or(true));
            columns.retain(|column| needed.contains(&column.id));
        }
        RelationKind::Values(rows) => {
            for row in rows {
                let mut keep = columns.iter().map(|column| needed.contains(&column.id));
                row.retain(|_| keep.next().unwrap_or(true));
            }
            columns.retain(|column| needed.contains(&column.id));
        }
        RelationKind::Project { exprs, .. } => {
            let mut keep = columns.iter().map(|column| needed.contains(&column.id));
            exprs.retain(|_| keep.next().unwrap_or(true));
            columns.retain(|column| needed.contains(&column.id));
        }
        RelationKind::Aggregate { keys, calls, .. } => {
            let first = keys.len();
            let is_kept: Vec<bool> = columns.iter().map(|column| needed.contains(&column.id)).collect();
            let last = first + calls.len();
            let mut index = first;
            calls.retain(|_| {
                index += 1;
                is_kept[index - 1]
            });
            let mut index = 0;
            columns.retain(|_| {
                index += 1;
                !(first..last).contains(&(index - 1)) || is_kept[index - 1]
            });
        }
        RelationKind::Over { input, calls } => {
            let first = input.columns.len();
            let is_kept: Vec<bool> = columns.iter().map(|column| needed.contains(&column.id)).collect();
            let mut index = first;
            calls.retain(|_| {
                index += 1;
                is_kept[index - 1]
            });
            let mut index = 0;
            columns.retain(|_| {
                index += 1;
                index - 1 < first || is_kept[index - 1]
            });
        }
        RelationKind::SetOperation { op: SetOperator::Union, all: true, inputs } if inputs.iter().all(makes_columns) => {
            columns.retain(|column| needed.contains(&column.id));
        }
        _ => {}
    }
}

/// What remains of a relation of which nothing is used: the input of OVER calls, the one row of an aggregation without keys.
fn without_purpose(relation: &mut Relation) -> Option<Relation> {
    let span = relation.span;
    match &mut relation.kind {
        RelationKind::Over { input, calls } if calls.is_empty() => {
            Some(std::mem::replace(&mut **input, Relation::new(RelationKind::Values(Vec::new()), Vec::new(), span)))
        }
        RelationKind::Aggregate { keys, sets, calls, .. } if keys.is_empty() && calls.is_empty() && sets.len() == 1 => {
            Some(Relation::new(RelationKind::Values(vec![Vec::new()]), Vec::new(), span))
        }
        _ => None,
    }
}

/// Whether a relation can leave out any of its columns.
fn makes_columns(relation: &Relation) -> bool {
    matches!(relation.kind, RelationKind::Scan(_) | RelationKind::Values(_) | RelationKind::Project { .. })
}

fn need_expr(expr: &mut Expr, needed: &mut HashSet<ColumnId>) {
    if let ExprKind::Column(id) = &expr.kind {
        needed.insert(*id);
    }
    for child in expr.children_mut() {
        need_expr(child, needed);
    }
    let keeps_columns = !matches!(&expr.kind, ExprKind::Subquery { test: SubqueryTest::Exists, .. });
    if let Some(relation) = expr.subquery_mut() {
        if keeps_columns {
            needed.extend(relation.columns.iter().map(|column| column.id));
        }
        prune(relation, needed);
    }
}

/// How many columns a relation adds behind those of its input.
fn made_columns(relation: &Relation) -> usize {
    match &relation.kind {
        RelationKind::Over { calls, .. } => calls.len(),
        RelationKind::Unnest(unnest) => relation.columns.len() - unnest.input.columns.len(),
        RelationKind::TimeWindow(window) => relation.columns.len() - window.input.columns.len(),
        _ => 0,
    }
}

/// The columns of a relation: those that its inputs still have, and its own. Outer joins and watermarks change the types of columns that
/// they pass on, so the relation's view of a column stays.
fn output_columns(relation: &Relation, made: usize) -> Vec<Column> {
    let own = &relation.columns;
    match &relation.kind {
        RelationKind::Filter { .. }
        | RelationKind::Sort { .. }
        | RelationKind::Limit { .. }
        | RelationKind::Watermark { .. }
        | RelationKind::Join(_)
        | RelationKind::Over { .. }
        | RelationKind::Unnest(_)
        | RelationKind::PerKey(_)
        | RelationKind::TimeWindow(_) => {
            let ids: HashSet<ColumnId> =
                relation.inputs().into_iter().flat_map(|input| input.columns.iter().map(|column| column.id)).collect();
            let (passed, made) = own.split_at(own.len() - made);
            passed.iter().filter(|column| ids.contains(&column.id)).chain(made).cloned().collect()
        }
        _ => own.clone(),
    }
}
