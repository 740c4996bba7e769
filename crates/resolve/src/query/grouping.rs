//! GROUP BY: keys, and the grouping sets that GROUPING SETS, ROLLUP and CUBE stand for.

use super::group_window::is_group_window;
use crate::bound::{Expr, GroupingSet};
use crate::context::Resolver;
use crate::diagnostics::TOO_MANY_GROUPING_SETS;
use crate::expr::{Grouping, Place};
use diag::Diagnostic;
use sql::ast::{self, ExprKind as Ast, GroupBy, GroupItem, Literal};
use table::{LogicalType, TypeKind};

/// CUBE over n columns makes 2^n sets.
const MAX_SETS: usize = 4096;

/// The sets of one item, as indexes of keys.
type Sets = Vec<Vec<usize>>;

impl Resolver<'_> {
    pub(super) fn grouping(&mut self, group_by: &GroupBy, place: Place<'_>) -> Grouping {
        let mut keys = Vec::new();
        let mut sets: Sets = vec![Vec::new()];
        for item in &group_by.items {
            let of_item = self.group_item(item, place, &mut keys);
            if sets.len() * of_item.len() > MAX_SETS {
                let message = format!("GROUP BY makes more than {MAX_SETS} grouping sets");
                self.report(Diagnostic::error(TOO_MANY_GROUPING_SETS, group_by.span, message));
                break;
            }
            sets = sets.iter().flat_map(|left| of_item.iter().map(|right| union(left, right))).collect();
        }
        if group_by.quantifier == Some(ast::SetQuantifier::Distinct) {
            let mut seen = std::collections::HashSet::new();
            sets.retain(|set| seen.insert(set.clone()));
        }
        let several = sets.len() > 1;
        let columns = keys
            .iter()
            .enumerate()
            .map(|(i, key): (usize, &Expr)| {
                let always = sets.iter().all(|set| set.contains(&i));
                let name = self.snippet(key.span).to_owned();
                self.column(name, key.data_type.clone().or_nullable(!always))
            })
            .collect();
        let set_number = several.then(|| self.column("grouping set", LogicalType::not_null(TypeKind::BigInt)));
        Grouping { keys, sets: sets.into_iter().map(GroupingSet).collect(), columns, set_number }
    }

    /// One group: no keys, one set.
    pub(super) fn global_grouping() -> Grouping {
        Grouping { keys: Vec::new(), sets: vec![GroupingSet(Vec::new())], columns: Vec::new(), set_number: None }
    }

    fn group_item(&mut self, item: &GroupItem, place: Place<'_>, keys: &mut Vec<Expr>) -> Sets {
        match item {
            GroupItem::Expr(expr) => vec![self.group_keys(expr, place, keys)],
            GroupItem::Empty(_) => vec![Vec::new()],
            GroupItem::GroupingSets { items, .. } => items.iter().flat_map(|item| self.group_item(item, place, keys)).collect(),
            GroupItem::Rollup { items, .. } => {
                let parts: Sets = items.iter().map(|item| self.group_keys(item, place, keys)).collect();
                (0..=parts.len()).rev().map(|kept| merge(&parts[..kept])).collect()
            }
            GroupItem::Cube { items, .. } => {
                let parts: Sets = items.iter().map(|item| self.group_keys(item, place, keys)).collect();
                let count = parts.len().min(usize::BITS as usize - 2);
                if 1 << count > MAX_SETS {
                    return vec![Vec::new(); MAX_SETS + 1];
                }
                (0..1_usize << count).rev().map(|mask| cube_set(&parts, mask)).collect()
            }
        }
    }

    /// The keys of an expression; `(a, b)` is several. A constant groups nothing but Flink takes it for no ordinal either.
    fn group_keys(&mut self, expr: &ast::Expr, place: Place<'_>, keys: &mut Vec<Expr>) -> Vec<usize> {
        let fields = match &expr.unnested().kind {
            Ast::Row { explicit: false, fields } => fields.iter().collect(),
            _ => vec![expr],
        };
        let mut indexes = Vec::new();
        for field in fields {
            if let (Some(window), true) = (place.group_window, is_group_window(field)) {
                for key in window.keys(field.span) {
                    indexes.push(keys.len());
                    keys.push(key);
                }
                continue;
            }
            let is_number = matches!(&field.unnested().kind, Ast::Literal(Literal::Integer(_)));
            let key = self.typed_expr(field, place);
            if is_number {
                continue;
            }
            let index = keys.iter().position(|other| other.is_same(&key)).unwrap_or_else(|| {
                keys.push(key);
                keys.len() - 1
            });
            if !indexes.contains(&index) {
                indexes.push(index);
            }
        }
        indexes
    }
}

fn union(left: &[usize], right: &[usize]) -> Vec<usize> {
    let mut all: Vec<usize> = left.iter().chain(right).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn merge(parts: &[Vec<usize>]) -> Vec<usize> {
    parts.iter().fold(Vec::new(), |merged, part| union(&merged, part))
}

/// The parts whose bit is set, the first part highest.
fn cube_set(parts: &[Vec<usize>], mask: usize) -> Vec<usize> {
    let chosen = parts.iter().enumerate().filter(|(i, _)| mask >> (parts.len() - 1 - i) & 1 == 1);
    chosen.fold(Vec::new(), |merged, (_, part)| union(&merged, part))
}
