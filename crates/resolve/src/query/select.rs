//! SELECT: from the rows of FROM to the result, clause by clause.
//!
//! All expressions are resolved over the columns of FROM first; calls of aggregates and OVER calls in them become columns. When there is
//! a grouping, the expressions are then turned into ones over its columns. The relations are stacked in this order: FROM, WHERE,
//! aggregation, HAVING, OVER, QUALIFY, projection, DISTINCT, ORDER BY.

use super::from::From;
use super::order::{ordinal, sort};
use super::{filter, has_any_column, one_row, unique_name};
use crate::bound::{Column, ColumnId, Expr, ExprKind, Relation, RelationKind, SortKey};
use crate::columns::{Scope, ScopeTable, column_expr};
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, MISPLACED_WINDOW_FUNCTION, NOT_SELECTED, UNKNOWN_TABLE_ALIAS};
use crate::expr::{Calls, Clause, Grouping, Place, sort_key};
use diag::{Diagnostic, Span};
use sql::ast::{self, ExprKind as Ast, ObjectName, OrderItem, Select, SelectItem, SetQuantifier};
use std::cell::RefCell;
use std::collections::HashMap;
use table::TypeKind;

/// The expressions of a SELECT, over the columns of FROM until they are regrouped.
#[derive(Default)]
struct Parts {
    items: Vec<Expr>,
    /// The output columns; same order as the items.
    columns: Vec<Column>,
    having: Option<Expr>,
    qualify: Option<Expr>,
    order: Vec<SortKey>,
    /// For each sort key its item. Items after the visible ones are there only for sorting.
    order_items: Vec<usize>,
    visible: usize,
}

impl Resolver<'_> {
    /// Resolves a SELECT with the ORDER BY of its query.
    pub(super) fn select(&mut self, select: &Select, order_by: &[OrderItem], parent: Option<&Scope<'_>>) -> Relation {
        let From { relation, tables, merged, .. } = self.tables_of(&select.from, parent, select.span);
        let scope = Scope { parent, tables, merged };
        self.query_hints(&select.hints, &scope);
        let aliases: Vec<String> = select.items.iter().filter_map(alias).collect();
        let plain = Place { aliases: &aliases, ..Place::new(&scope, Clause::Where) };
        let relation = match &select.selection {
            Some(selection) => filter(relation, self.condition(selection, plain)),
            None => relation,
        };
        let (relation, group_window) = self.group_window(relation, select.group_by.as_ref(), plain.with_clause(Clause::GroupBy));
        let plain = Place { group_window: group_window.as_ref(), ..plain };
        let grouping = select.group_by.as_ref().map(|group_by| self.grouping(group_by, plain.with_clause(Clause::GroupBy)));
        let calls = RefCell::new(Calls::default());
        let place = Place { calls: Some(&calls), windows: &select.windows, grouping: grouping.as_ref(), ..plain };
        let mut parts = Parts::default();
        self.select_items(select, place.with_clause(Clause::Select), &mut parts);
        parts.having = select.having.as_ref().map(|having| self.condition(having, place.with_clause(Clause::Having)));
        parts.qualify = select.qualify.as_ref().map(|qualify| self.condition(qualify, place.with_clause(Clause::Qualify)));
        if let (Some(qualify), true) = (&select.qualify, calls.borrow().overs.is_empty()) {
            let text = self.snippet(qualify.span).to_owned();
            let diagnostic =
                Diagnostic::error(MISPLACED_WINDOW_FUNCTION, qualify.span, "QUALIFY filters the result of an OVER call, and there is none")
                    .with_help("Use WHERE or HAVING.")
                    .flink_validator(format!("QUALIFY expression '{text}' must contain a window function"));
            self.report(diagnostic);
        }
        self.order_keys(order_by, place.with_clause(Clause::OrderBy), &mut parts);
        let mut calls = calls.into_inner();
        substitute_aliases(&mut parts, &mut calls);
        self.place_order_keys(&mut parts, select.quantifier == Some(SetQuantifier::Distinct));
        let is_global = grouping.is_none() && (!calls.aggregates.is_empty() || parts.having.is_some());
        let grouping = grouping.or_else(|| is_global.then(Self::global_grouping));
        let relation = match &grouping {
            Some(grouping) => self.aggregate(relation, grouping, &mut calls, &mut parts, select.span),
            None => relation,
        };
        self.finish_select(select, relation, calls, parts)
    }

    fn tables_of(&mut self, from: &[ast::TableRef], parent: Option<&Scope<'_>>, span: Span) -> From {
        match from.is_empty() {
            true => From { relation: one_row(span), tables: Vec::new(), merged: Vec::new(), dimension: None },
            false => self.comma_list(from, parent),
        }
    }

    fn select_items(&mut self, select: &Select, place: Place<'_>, parts: &mut Parts) {
        let mut names = Vec::new();
        for item in &select.items {
            let expanded = match item {
                SelectItem::Star(span) => place.scope.star(*span),
                SelectItem::QualifiedStar { name, span } => self.qualified_star(name, *span, place),
                SelectItem::Expr { expr, alias } => {
                    let bound = self.typed_expr(expr, place);
                    let name = match alias {
                        Some(alias) => alias.value.clone(),
                        None => derived_name(expr).unwrap_or_else(|| format!("EXPR${}", parts.items.len())),
                    };
                    vec![(name, bound)]
                }
            };
            for (name, expr) in expanded {
                let is_star = !matches!(item, SelectItem::Expr { .. });
                let name = if is_star && name != super::WILDCARD { unique_name(&name, &names) } else { name };
                names.push(name.clone());
                parts.columns.push(self.column(name, expr.data_type.clone()));
                parts.items.push(expr);
            }
        }
    }

    /// `t.*`, `r.*` of a row column, `t.r.*`.
    fn qualified_star(&mut self, name: &ObjectName, span: Span, place: Place<'_>) -> Vec<(String, Expr)> {
        if let Some((table, count)) = place.scope.find_table(&name.parts)
            && count == name.parts.len()
        {
            return table.columns.iter().map(|column| (column.name.clone(), column_expr(column, span))).collect();
        }
        let is_column = name.parts.len() > 1 || place.scope.has_column(&name.parts[0].value);
        if !is_column {
            let text = name.text();
            let diagnostic = Diagnostic::error(UNKNOWN_TABLE_ALIAS, name.span, format!("'{text}' is no table of this query"))
                .flink_validator(format!("Unknown identifier '{text}'"));
            self.report(diagnostic);
            return vec![(super::WILDCARD.to_owned(), unknown(span))];
        }
        let row = self.column_name(name, place);
        let fields = match &row.data_type.kind {
            TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => fields.clone(),
            TypeKind::Unknown => return vec![(super::WILDCARD.to_owned(), unknown(span))],
            other => {
                let message = format!("'{}' is {other}, and only a ROW has fields", name.text());
                self.report(Diagnostic::error(UNKNOWN_TABLE_ALIAS, name.span, message));
                return Vec::new();
            }
        };
        let take = |(index, field): (usize, &table::Field)| {
            let data_type = field.data_type.clone().or_nullable(row.data_type.nullable);
            (field.name.clone(), Expr::new(ExprKind::Field { expr: Box::new(row.clone()), index }, data_type, span))
        };
        fields.iter().enumerate().map(take).collect()
    }

    /// ORDER BY: names of the result come before those of FROM.
    fn order_keys(&mut self, order_by: &[OrderItem], place: Place<'_>, parts: &mut Parts) {
        let output = ScopeTable { name: None, qualifier: Vec::new(), columns: parts.columns.clone() };
        let scope = Scope { parent: Some(place.scope), tables: vec![output], merged: Vec::new() };
        let place = Place { scope: &scope, aliases: &[], ..place };
        for item in order_by {
            let span = item.expr.span;
            let expr = match ordinal(&item.expr) {
                Some(digits) => match self.by_ordinal(digits, &parts.columns, span) {
                    Some(column) => column_expr(column, span),
                    None => continue,
                },
                None => self.typed_expr(&item.expr, place),
            };
            parts.order.push(sort_key(expr, item));
        }
    }

    /// The aggregation, and all expressions over its columns.
    fn aggregate(&mut self, input: Relation, grouping: &Grouping, calls: &mut Calls, parts: &mut Parts, span: Span) -> Relation {
        self.check_aggregated_window(&input);
        let names: HashMap<ColumnId, String> = input.columns.iter().map(|column| (column.id, column.name.clone())).collect();
        let overs = calls.overs.iter_mut().flat_map(|(call, _)| call.exprs_mut());
        for expr in parts.items.iter_mut().chain(&mut parts.having).chain(&mut parts.qualify).chain(overs) {
            self.regroup(expr, grouping, &names);
        }
        for (column, item) in parts.columns.iter_mut().zip(&parts.items) {
            column.data_type = item.data_type.clone();
        }
        let aggregates = std::mem::take(&mut calls.aggregates);
        let columns =
            grouping.columns.iter().cloned().chain(aggregates.iter().map(|(_, column)| column.clone())).chain(grouping.set_number.clone());
        let columns = columns.collect();
        let calls = aggregates.into_iter().map(|(call, _)| call).collect();
        let kind = RelationKind::Aggregate { input: Box::new(input), keys: grouping.keys.clone(), sets: grouping.sets.clone(), calls };
        Relation::new(kind, columns, span)
    }

    /// HAVING, OVER, QUALIFY, projection, DISTINCT and ORDER BY.
    fn finish_select(&mut self, select: &Select, mut relation: Relation, calls: Calls, mut parts: Parts) -> Relation {
        let span = select.span;
        if let Some(having) = parts.having.take() {
            relation = filter(relation, having);
        }
        if !calls.overs.is_empty() {
            let columns = relation.columns.iter().cloned().chain(calls.overs.iter().map(|(_, column)| column.clone())).collect();
            let calls = calls.overs.into_iter().map(|(call, _)| call).collect();
            relation = Relation::new(RelationKind::Over { input: Box::new(relation), calls }, columns, span);
        }
        if let Some(qualify) = parts.qualify.take() {
            relation = filter(relation, qualify);
        }
        let mut relation = Relation::new(RelationKind::Project { input: Box::new(relation), exprs: parts.items }, parts.columns, span);
        if select.quantifier == Some(SetQuantifier::Distinct) {
            relation = self.distinct(relation);
        }
        for (key, item) in parts.order.iter_mut().zip(parts.order_items) {
            key.expr = column_expr(&relation.columns[item], key.expr.span);
        }
        let relation = sort(relation, parts.order);
        match relation.columns.len() > parts.visible {
            true => self.drop_hidden(relation, parts.visible),
            false => relation,
        }
    }

    /// Finds the item of each sort key; what is not selected becomes a further item.
    fn place_order_keys(&mut self, parts: &mut Parts, distinct: bool) {
        parts.visible = parts.items.len();
        for key in &parts.order {
            let found = parts.items.iter().position(|item| item.is_same(&key.expr));
            if found.is_none() {
                if distinct && !has_any_column(&parts.columns) && !key.expr.data_type.is_unknown() {
                    let text = self.snippet(key.expr.span).to_owned();
                    let diagnostic =
                        Diagnostic::error(NOT_SELECTED, key.expr.span, format!("'{text}' is not selected, so DISTINCT loses it"))
                            .with_help("Add it to SELECT, or leave out DISTINCT.")
                            .flink_validator(format!("Expression '{text}' is not in the select clause"));
                    self.report(diagnostic);
                }
                parts.columns.push(self.column("", key.expr.data_type.clone()));
                parts.items.push(key.expr.clone());
            }
            parts.order_items.push(found.unwrap_or(parts.items.len() - 1));
        }
    }

    fn drop_hidden(&mut self, input: Relation, wanted: usize) -> Relation {
        let span = input.span;
        let kept = &input.columns[..wanted];
        let exprs = kept.iter().map(|column| column_expr(column, span)).collect();
        let names = kept.iter().map(|column| column.name.clone()).collect();
        self.project(input, exprs, names, span)
    }
}

fn alias(item: &SelectItem) -> Option<String> {
    match item {
        SelectItem::Expr { alias: Some(alias), .. } => Some(alias.value.clone()),
        _ => None,
    }
}

/// The name of a column without alias: the last part of its path.
fn derived_name(expr: &ast::Expr) -> Option<String> {
    match &expr.unnested().kind {
        Ast::Column(name) => Some(name.last().value.clone()),
        // CURRENT_DATE and its like are read as names first.
        Ast::Function(call) if !call.parentheses => Some(call.name.name.last().value.clone()),
        _ => None,
    }
}

/// Replaces names of the result, which ORDER BY uses, by what they stand for.
fn substitute_aliases(parts: &mut Parts, calls: &mut Calls) {
    let meanings: HashMap<ColumnId, &Expr> = parts.columns.iter().map(|column| column.id).zip(&parts.items).collect();
    let keys = parts.order.iter_mut().map(|key| &mut key.expr);
    let aggregates = calls.aggregates.iter_mut().flat_map(|(call, _)| call.args.iter_mut().chain(&mut call.filter));
    let overs = calls.overs.iter_mut().flat_map(|(call, _)| call.exprs_mut());
    for expr in keys.chain(aggregates).chain(overs) {
        substitute(expr, &meanings);
    }
}

fn substitute(expr: &mut Expr, meanings: &HashMap<ColumnId, &Expr>) {
    if let ExprKind::Column(id) = expr.kind
        && let Some(meaning) = meanings.get(&id)
    {
        *expr = Expr { span: expr.span, ..(*meaning).clone() };
        return;
    }
    for child in expr.children_mut() {
        substitute(child, meanings);
    }
}
