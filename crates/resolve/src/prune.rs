//! Removes columns that nobody uses, down to the scans: a cell that is not used is not read, so it cannot fail either.
//!
//! Needed columns are collected from the top down. The right side of a join comes before the left one, because it may be correlated with
//! it; subqueries come before the inputs of their relation for the same reason.

use crate::bound::{Column, ColumnId, Expr, ExprKind, Relation, RelationKind};
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
    drop_outputs(relation, needed);
    for expr in relation.exprs_mut() {
        need_expr(expr, needed);
    }
    match &mut relation.kind {
        RelationKind::TimeWindow(window) => needed.extend(std::iter::once(window.time).chain(window.partition_by.iter().copied())),
        RelationKind::Watermark { column, .. } => {
            needed.insert(*column);
        }
        RelationKind::SetOperation { inputs, .. } => {
            for input in inputs {
                needed.extend(input.columns.iter().map(|column| column.id));
            }
        }
        _ => {}
    }
    for input in relation.inputs_mut().into_iter().rev() {
        prune(input, needed);
    }
    relation.columns = output_columns(relation);
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
        RelationKind::SetOperation { op: crate::bound::SetOperator::Union, all: true, inputs } => {
            let is_kept: Vec<bool> = columns.iter().map(|column| needed.contains(&column.id)).collect();
            for input in inputs {
                keep_positions(input, &is_kept);
            }
            columns.retain(|column| needed.contains(&column.id));
        }
        _ => {}
    }
}

/// Leaves only some of the columns of an input of UNION ALL.
fn keep_positions(input: &mut Relation, is_kept: &[bool]) {
    if is_kept.iter().all(|kept| *kept) {
        return;
    }
    let span = input.span;
    let columns: Vec<Column> = input.columns.iter().zip(is_kept).filter(|(_, kept)| **kept).map(|(column, _)| column.clone()).collect();
    let exprs = columns.iter().map(|column| crate::columns::column_expr(column, span)).collect();
    // The projection shows columns of the input under their own ids, because no other relation refers to them.
    let below = std::mem::replace(input, Relation::new(RelationKind::Values(Vec::new()), Vec::new(), span));
    *input = Relation::new(RelationKind::Project { input: Box::new(below), exprs }, columns, span);
}

fn need_expr(expr: &mut Expr, needed: &mut HashSet<ColumnId>) {
    if let ExprKind::Column(id) = &expr.kind {
        needed.insert(*id);
    }
    for child in expr.children_mut() {
        need_expr(child, needed);
    }
    let keeps_columns = !matches!(&expr.kind, ExprKind::Subquery { test: crate::bound::SubqueryTest::Exists, .. });
    if let Some(relation) = expr.subquery_mut() {
        if keeps_columns {
            needed.extend(relation.columns.iter().map(|column| column.id));
        }
        prune(relation, needed);
    }
}

/// The columns of a relation, from those that its inputs still have.
fn output_columns(relation: &Relation) -> Vec<Column> {
    let own = &relation.columns;
    // Outer joins and watermarks change types of columns that they pass on, so the relation's own view of a column stays.
    let pass = |inputs: Vec<&Relation>| -> Vec<Column> {
        let ids: HashSet<ColumnId> = inputs.into_iter().flat_map(|input| input.columns.iter().map(|column| column.id)).collect();
        own.iter().filter(|column| ids.contains(&column.id)).cloned().collect()
    };
    match &relation.kind {
        RelationKind::Filter { .. }
        | RelationKind::Sort { .. }
        | RelationKind::Limit { .. }
        | RelationKind::Watermark { .. }
        | RelationKind::Join(_) => pass(relation.inputs()),
        RelationKind::Over { input, calls } => {
            let made = own[own.len() - calls.len()..].iter().cloned();
            pass(vec![input]).into_iter().chain(made).collect()
        }
        RelationKind::Unnest(unnest) => passed_and_made(own, &unnest.input),
        RelationKind::TimeWindow(window) => passed_and_made(own, &window.input),
        _ => own.clone(),
    }
}

/// Columns of the input that it still has, and those that the relation adds. Its own are at the end: what is before was the input's.
fn passed_and_made(own: &[Column], input: &Relation) -> Vec<Column> {
    let ids: HashSet<ColumnId> = input.columns.iter().map(|column| column.id).collect();
    let added = added_columns(own, input);
    own.iter().enumerate().filter(|(i, column)| ids.contains(&column.id) || *i >= own.len() - added).map(|(_, column)| column.clone()).collect()
}

fn added_columns(own: &[Column], input: &Relation) -> usize {
    let last_of_input = own.iter().rposition(|column| input.columns.iter().any(|other| other.id == column.id));
    last_of_input.map_or(own.len(), |last| own.len() - last - 1)
}
