//! `SET t.dataphinColumnPruning = 'true'`: a dimension table that is joined directly has no more columns than are used, and its keys.

use super::Renderer;
use super::query::{self, Visitor};
use super::tables::{Role, Variant};
use crate::diagnostics::UNUSED_SETTING;
use diag::{Diagnostic, Span};
use sql::ast::{Expr, ExprKind, FunctionCall, Ident, ObjectName, Query, Select, SelectItem, TableArg, TableRef, TableRefKind};
use sql::statements::create_table::ColumnKind;
use std::collections::HashSet;

impl Renderer<'_> {
    /// Finds the columns that a SELECT reads from the dimension tables that it joins.
    pub(crate) fn note_columns(&mut self, select: &Select) {
        if self.tables.iter().all(|table| table.pruning.is_none()) {
            return;
        }
        let mut dimensions = Vec::new();
        select.from.iter().for_each(|item| joined(item, &mut dimensions));
        for (name, alias) in dimensions {
            let read = read_of(select, &alias, &self.ordered);
            self.read.insert((name.span.source.0, name.span.start), read);
        }
    }

    /// The columns that a reference reads, where only those are wanted.
    pub(crate) fn read_columns(&self, index: usize, name: &ObjectName, role: Role) -> Option<HashSet<String>> {
        let is_pruned = self.tables[index].pruning.is_some() && role == Role::Dimension;
        is_pruned.then(|| self.read.get(&(name.span.source.0, name.span.start)).cloned()).flatten().flatten()
    }

    /// Leaves out the columns that nothing reads.
    pub(crate) fn prune(&mut self, table: usize, variant: &mut Variant) {
        let Some(setting) = self.tables[table].pruning else { return };
        let definition = &mut variant.definition;
        let name = definition.name.text();
        let (Some(read), [Role::Dimension]) = (&variant.read, variant.roles.as_slice()) else {
            if variant.roles != [Role::Dimension] {
                let message = format!("column pruning has no effect on table '{name}', which is no dimension table here");
                self.report(Diagnostic::warning(UNUSED_SETTING, setting, message));
            }
            return;
        };
        let mut kept: HashSet<String> = read.clone();
        let keys = &definition.keys;
        let all_keys = keys.primary.iter().chain(&keys.unique).chain(&keys.index).chain(&keys.unique_index).flatten();
        kept.extend(all_keys.map(|column| column.value.to_lowercase()));
        kept.extend(definition.watermark.iter().flat_map(|watermark| &watermark.column.parts).map(|part| part.value.to_lowercase()));
        // What computed columns read, the last first: one may read another.
        for column in definition.columns.iter().rev() {
            if let ColumnKind::Computed(expr) = &column.kind
                && kept.contains(&column.name.value.to_lowercase())
            {
                let mut names = Names::default();
                query::visit_expr(&mut expr.clone(), &mut names);
                kept.extend(names.columns.iter().map(|name| name.last().value.to_lowercase()));
            }
        }
        let before = definition.columns.len();
        let (columns, gone): (Vec<_>, Vec<_>) =
            std::mem::take(&mut definition.columns).into_iter().partition(|column| kept.contains(&column.name.value.to_lowercase()));
        definition.columns = columns;
        if definition.columns.len() < before {
            let gone: Vec<String> = gone.into_iter().map(|column| column.name.value).collect();
            self.rewritten(setting, format!("table '{name}' is written without the columns that nothing reads: {}", gone.join(", ")));
        }
    }
}

/// The tables that are looked up in a FROM clause itself, with the name that their columns are qualified with.
pub(super) fn joined(item: &TableRef, found: &mut Vec<(ObjectName, Ident)>) {
    match &item.kind {
        TableRefKind::Join(join) => {
            joined(&join.left, found);
            joined(&join.right, found);
        }
        TableRefKind::Nested(inner) => joined(inner, found),
        TableRefKind::Named(table) if table.system_time.is_some() => {
            let alias = item.alias.as_ref().map_or_else(|| table.name.last().clone(), |alias| alias.name.clone());
            found.push((table.name.clone(), alias));
        }
        _ => {}
    }
}

/// The columns that a SELECT may read from a table, in lower case; `None` where it reads them all.
fn read_of(select: &Select, table: &Ident, ordered: &[ObjectName]) -> Option<HashSet<String>> {
    let reads_all = select.items.iter().any(|item| match item {
        SelectItem::Star(_) => true,
        SelectItem::QualifiedStar { name, .. } => name.last().value.eq_ignore_ascii_case(&table.value),
        SelectItem::Expr { .. } => false,
    });
    if reads_all || select.from.iter().any(super::proctime::merges_columns) {
        return None;
    }
    let mut names = Names::default();
    let body = sql::ast::QueryBody::Select(Box::new(select.clone()));
    let mut query = Query { with: None, body, order_by: vec![], limit: None, offset: None, fetch: None, span: Span::none() };
    query::visit(&mut query, &mut names);
    let columns = names.columns.iter().chain(ordered.iter());
    // A field of a ROW may stand behind the column, and a project before the table.
    let is_its = |name: &&ObjectName| {
        let parts = &name.parts;
        parts.len() == 1 || parts.iter().any(|part| part.value.eq_ignore_ascii_case(&table.value))
    };
    Some(columns.filter(is_its).flat_map(|name| &name.parts).map(|part| part.value.to_lowercase()).collect())
}

/// The columns that are named in a query.
#[derive(Default)]
pub(super) struct Names {
    pub(super) columns: Vec<ObjectName>,
}

impl Visitor for Names {
    fn table(&mut self, _reference: &mut TableRef) {}

    fn table_name(&mut self, _name: &mut ObjectName) {}

    fn table_arg(&mut self, _arg: &mut TableArg) {}

    fn call(&mut self, _call: &mut FunctionCall) {}

    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Column(name) = &expr.kind {
            self.columns.push(name.clone());
        }
    }
}
