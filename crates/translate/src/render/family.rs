//! Columns of a flat HBase table of Blink that is looked up: they are fields of the ROW of its column family elsewhere.

use super::Renderer;
use super::pruning::joined;
use diag::Span;
use sql::ast::{Expr, ExprKind, GroupItem, Ident, JoinConstraint, ObjectName, Select, SelectItem, TableRef, TableRefKind};
use sql::walk::{self, Node};

/// A table of a FROM clause whose columns moved.
struct Moved {
    /// What its columns are qualified with.
    alias: Ident,
    family: String,
    columns: Vec<String>,
}

impl Renderer<'_> {
    /// Writes `d.column` as `d.family.column`.
    pub(crate) fn family_columns(&mut self, select: &mut Select) {
        let mut dimensions = Vec::new();
        select.from.iter().for_each(|item| joined(item, &mut dimensions));
        let moved: Vec<Moved> = dimensions.into_iter().filter_map(|(name, alias)| self.moved(&name, alias)).collect();
        let Some(first) = moved.first() else { return };
        let span = first.alias.span;
        let is_star = |item: &SelectItem| match item {
            SelectItem::Star(_) => true,
            SelectItem::QualifiedStar { name, .. } => moved.iter().any(|table| table.is_called(name.last())),
            SelectItem::Expr { .. } => false,
        };
        if select.items.iter().any(is_star) {
            let columns = select.from.iter().flat_map(|item| self.columns_of(item)).collect::<Vec<_>>();
            self.expand_stars(select, &columns, span, "and those of a column family are read in another way");
        }
        each_expr(select, &mut |expr| move_columns(expr, &moved));
    }

    fn moved(&mut self, name: &ObjectName, alias: Ident) -> Option<Moved> {
        if self.is_common_table(name) || self.parts.view(name).is_some() {
            return None;
        }
        let index = self.table_index(name)?;
        let definition = &self.tables[index].base;
        if !self.gets_family(definition) {
            return None;
        }
        let key = super::hbase::key_name(definition)?;
        let columns = definition.column_names().into_iter().filter(|column| !column.eq_ignore_ascii_case(&key)).collect();
        Some(Moved { alias, family: super::hbase::family_of(definition), columns })
    }
}

impl Moved {
    fn is_called(&self, name: &Ident) -> bool {
        name.value.eq_ignore_ascii_case(&self.alias.value)
    }

    fn has(&self, column: &Ident) -> bool {
        self.columns.iter().any(|known| known.eq_ignore_ascii_case(&column.value))
    }
}

fn move_columns(expr: &mut Expr, moved: &[Moved]) {
    walk::children(expr, &mut |node| {
        if let Node::Expr(inner) = node {
            move_columns(inner, moved);
        }
    });
    let ExprKind::Column(name) = &mut expr.kind else { return };
    let found = match name.parts.as_slice() {
        [column] => moved.iter().find(|table| table.has(column)),
        [.., table, column] => moved.iter().find(|known| known.is_called(table) && known.has(column)),
        [] => None,
    };
    let (Some(table), Some(column)) = (found, name.parts.last().cloned()) else { return };
    let family = Ident::new(table.family.clone(), Span::none());
    name.parts = vec![table.alias.clone(), family, column];
}

/// The expressions of a SELECT itself, not those of queries in it.
fn each_expr(select: &mut Select, visit: &mut dyn FnMut(&mut Expr)) {
    select.from.iter_mut().for_each(|item| each_condition(item, visit));
    for item in &mut select.items {
        if let SelectItem::Expr { expr, .. } = item {
            visit(expr);
        }
    }
    select.selection.iter_mut().for_each(&mut *visit);
    for item in select.group_by.iter_mut().flat_map(|group_by| &mut group_by.items) {
        if let GroupItem::Expr(expr) = item {
            visit(expr);
        }
    }
    select.having.iter_mut().chain(&mut select.qualify).for_each(&mut *visit);
}

fn each_condition(item: &mut TableRef, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut item.kind {
        TableRefKind::Join(join) => {
            each_condition(&mut join.left, visit);
            each_condition(&mut join.right, visit);
            if let JoinConstraint::On(condition) = &mut join.constraint {
                visit(condition);
            }
        }
        TableRefKind::Nested(inner) => each_condition(inner, visit),
        _ => {}
    }
}
