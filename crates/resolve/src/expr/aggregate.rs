//! Calls of aggregate functions without OVER, and the functions that ask about the grouping.
//!
//! A call becomes a column of the aggregation below the expression; the expression refers to that column.

use super::arguments::arguments;
use super::{Clause, Inside, Place};
use crate::bound::{AggregateCall, CaseBranch, Column, ColumnId, Expr, ExprKind, GroupingSet, Relation};
use crate::coercion::coerce;
use crate::columns::column_expr;
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, MISPLACED_AGGREGATE, MISPLACED_CLAUSE, NESTED_AGGREGATE, NOT_GROUPED};
use diag::{Diagnostic, Span};
use sql::ast::{self, BinaryOp, FunctionCall, SetQuantifier};
use std::collections::HashMap;
use std::sync::Arc;
use table::function::AggregateFunction;
use table::{LogicalType, TypeKind, Value};

/// A resolved GROUP BY clause.
pub(crate) struct Grouping {
    /// Over the columns of FROM.
    pub(crate) keys: Vec<Expr>,
    pub(crate) sets: Vec<GroupingSet>,
    /// The key columns that the aggregation produces.
    pub(crate) columns: Vec<Column>,
    /// With several sets, the column that numbers them.
    pub(crate) set_number: Option<Column>,
}

/// Aggregates that have no value for an empty group.
pub(super) const NULL_WHEN_EMPTY: &[&str] =
    &["SUM", "MIN", "MAX", "AVG", "STDDEV_POP", "STDDEV_SAMP", "VAR_POP", "VAR_SAMP", "SINGLE_VALUE", "FIRST_VALUE", "LAST_VALUE"];

impl Resolver<'_> {
    pub(super) fn aggregate_call(
        &mut self,
        function: Arc<dyn AggregateFunction>,
        call: &FunctionCall,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        if place.inside != Inside::Aggregate && place.calls.is_some() {
            self.refuse_ordered_aggregate(call);
        }
        let distinct = call.quantifier == Some(SetQuantifier::Distinct);
        self.aggregate_of(function, call.filter.as_deref(), distinct, span, place, |resolver, inner| resolver.star_or_args(call, inner))
    }

    /// A call whose arguments are resolved by a closure, inside the aggregate.
    pub(super) fn aggregate_of(
        &mut self,
        function: Arc<dyn AggregateFunction>,
        filter: Option<&ast::Expr>,
        distinct: bool,
        span: Span,
        place: Place<'_>,
        args: impl FnOnce(&mut Self, Place<'_>) -> Option<Vec<Expr>>,
    ) -> Expr {
        if let Some(refusal) = self.refuse_aggregate(place, span) {
            return refusal;
        }
        let inner = place.inside(Inside::Aggregate);
        let args = args(self, inner);
        let filter = self.filter(filter, inner);
        let Some(args) = args else { return unknown(span) };
        let signature = match function.resolve(&arguments(&args)) {
            Ok(signature) => signature,
            Err(error) => return self.refused_call(error, &args, span),
        };
        let args: Vec<Expr> = args.into_iter().zip(&signature.arguments).map(|(arg, to)| coerce(arg, to)).collect();
        let may_be_empty = filter.is_some() || place.grouping.is_none_or(|g| g.sets.iter().any(|set| set.0.is_empty()));
        let is_null_when_empty = NULL_WHEN_EMPTY.contains(&function.doc().name);
        let data_type = signature.result.without_time_attribute().or_nullable(may_be_empty && is_null_when_empty);
        let Some(calls) = place.calls else {
            let name = function.doc().name;
            let types: Vec<String> = args.iter().map(|arg| arg.data_type.kind.to_string()).collect();
            let diagnostic =
                Diagnostic::error(MISPLACED_AGGREGATE, span, format!("an aggregate cannot be used in {}", place.clause.text()))
                    .with_help("Compute it in a query over the table.")
                    .with_flink(format!(
                        "org.apache.flink.table.planner.codegen.CodeGenException: Unsupported call: {name}({}) \n\
                     If you think this function should be supported, you can create an issue and start a discussion for it.",
                        types.join(", ")
                    ));
            return self.fail_late(span, diagnostic, data_type);
        };
        let bound = AggregateCall { function, args, distinct, filter, data_type: data_type.clone(), span };
        if let Some((_, column)) = calls.borrow().aggregates.iter().find(|(other, _)| is_same_call(other, &bound)) {
            return column_expr(column, span);
        }
        let column = self.column(self.snippet(span).to_owned(), data_type);
        let expr = column_expr(&column, span);
        calls.borrow_mut().aggregates.push((bound, column));
        expr
    }

    /// Refuses an aggregate inside another one, or in a clause that is computed before groups exist.
    fn refuse_aggregate(&mut self, place: Place<'_>, span: Span) -> Option<Expr> {
        if place.inside == Inside::Aggregate {
            let diagnostic = Diagnostic::error(NESTED_AGGREGATE, span, "an aggregate stands inside another aggregate")
                .with_help("Compute the inner one in a subquery.")
                .flink_validator("Aggregate expressions cannot be nested");
            return Some(self.fail(span, diagnostic));
        }
        // Flink's validator lets an aggregate into the definition of a column.
        if place.calls.is_some() || place.clause == Clause::Definition {
            return None;
        }
        let clause = place.clause.text();
        let diagnostic = Diagnostic::error(MISPLACED_AGGREGATE, span, format!("an aggregate cannot be used in {clause}"));
        let diagnostic = match place.clause {
            Clause::Where => diagnostic.with_help("Conditions on aggregates belong in HAVING."),
            Clause::On => diagnostic.with_help("Compute it in a subquery and join that."),
            _ => diagnostic,
        };
        Some(self.fail(span, diagnostic.flink_validator(format!("Aggregate expression is illegal in {clause} clause"))))
    }

    pub(super) fn refuse_ordered_aggregate(&mut self, call: &FunctionCall) {
        let name = call.name.name.text().to_ascii_uppercase();
        if !call.within_group.is_empty() {
            let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, call.span, format!("'{name}' takes no WITHIN GROUP"))
                .flink_validator(format!("Aggregate expression '{name}' must not contain a WITHIN GROUP clause"));
            self.report(diagnostic);
        }
        if let Some(order) = call.order_by.first() {
            let diagnostic = Diagnostic::error(MISPLACED_CLAUSE, order.span, format!("'{name}' takes no ORDER BY"))
                .with_help("Flink's aggregates have no order; sort with ROW_NUMBER() OVER in a subquery.")
                .with_flink("org.apache.calcite.runtime.CalciteException: ORDER BY unexpected");
            self.report(diagnostic);
        }
    }

    /// GROUPING(a), GROUPING_ID(a, b) and GROUP_ID(): constants for each grouping set.
    pub(super) fn grouping_call(&mut self, name: &str, call: &FunctionCall, span: Span, place: Place<'_>) -> Expr {
        let (Some(grouping), Some(_)) = (place.grouping, place.calls) else {
            let diagnostic = Diagnostic::error(MISPLACED_AGGREGATE, span, format!("{name} needs a GROUP BY"))
                .flink_validator(format!("{name} operator may only occur in an aggregate query"));
            return self.fail(span, diagnostic);
        };
        if name != "GROUP_ID" && call.args.is_empty() {
            return self.wrong_count(name, 1, 0, span);
        }
        let plain = Place { calls: None, ..place };
        let Some(args) = self.plain_args(call, name, plain) else { return unknown(span) };
        let mut wanted = Vec::with_capacity(args.len());
        for arg in &args {
            match grouping.keys.iter().position(|key| key.is_same(arg)) {
                Some(key) => wanted.push(key),
                None if arg.data_type.is_unknown() => return unknown(span),
                None => {
                    let text = self.snippet(arg.span).to_owned();
                    let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, arg.span, format!("'{text}' is not in GROUP BY"))
                        .flink_validator(format!("Argument to {name} operator must be a grouped expression"));
                    return self.fail(span, diagnostic);
                }
            }
        }
        let values: Vec<i64> = (0..grouping.sets.len()).map(|set| grouping_value(name, grouping, set, &wanted)).collect();
        self.per_set(grouping, &values, span)
    }

    fn per_set(&mut self, grouping: &Grouping, values: &[i64], span: Span) -> Expr {
        let data_type = LogicalType::not_null(TypeKind::BigInt);
        let constant = |value: i64| Expr::literal(Value::Int(value), data_type.clone(), span);
        let (Some(number), Some((last, others))) = (&grouping.set_number, values.split_last()) else {
            return constant(values.first().copied().unwrap_or(0));
        };
        let branches: Vec<CaseBranch> = others
            .iter()
            .enumerate()
            .map(|(set, value)| {
                let condition = self.operator(BinaryOp::Equal, column_expr(number, span), constant(set as i64), span);
                CaseBranch { condition, result: constant(*value) }
            })
            .collect();
        if branches.is_empty() {
            return constant(*last);
        }
        Expr::new(ExprKind::Case { branches, else_result: Some(Box::new(constant(*last))) }, data_type.clone(), span)
    }

    /// Turns an expression over the columns of FROM, whose names are given, into one over the columns of the aggregation: what equals a
    /// key becomes the key's column, and a column that is left over is not grouped.
    pub(crate) fn regroup(&mut self, expr: &mut Expr, grouping: &Grouping, names: &HashMap<ColumnId, String>) {
        if let Some(key) = grouping.keys.iter().position(|key| key.is_same(expr)) {
            *expr = column_expr(&grouping.columns[key], expr.span);
            return;
        }
        if let ExprKind::Column(id) = expr.kind
            && let Some(name) = names.get(&id)
        {
            if grouping.keys.iter().any(|key| key.data_type.is_unknown()) {
                *expr = unknown(expr.span);
                return;
            }
            let written = self.snippet(expr.span);
            let text = if written.is_empty() || written.ends_with('*') { name.clone() } else { written.to_owned() };
            let diagnostic = Diagnostic::error(NOT_GROUPED, expr.span, format!("'{text}' is neither in GROUP BY nor in an aggregate"))
                .with_help(format!("Add it to GROUP BY, or choose a value of the group: MAX({text})."))
                .flink_validator(format!("Expression '{text}' is not being grouped"));
            *expr = self.fail(expr.span, diagnostic);
            return;
        }
        for child in expr.children_mut() {
            self.regroup(child, grouping, names);
        }
        if let Some(relation) = expr.subquery_mut() {
            self.regroup_relation(relation, grouping, names);
        }
    }

    fn regroup_relation(&mut self, relation: &mut Relation, grouping: &Grouping, names: &HashMap<ColumnId, String>) {
        for expr in relation.exprs_mut() {
            self.regroup(expr, grouping, names);
        }
        for input in relation.inputs_mut() {
            self.regroup_relation(input, grouping, names);
        }
    }
}

fn is_same_call(a: &AggregateCall, b: &AggregateCall) -> bool {
    let same_filter = match (&a.filter, &b.filter) {
        (Some(a), Some(b)) => a.is_same(b),
        (None, None) => true,
        _ => false,
    };
    a.function.doc().name == b.function.doc().name
        && a.distinct == b.distinct
        && same_filter
        && a.args.len() == b.args.len()
        && a.args.iter().zip(&b.args).all(|(a, b)| a.is_same(b))
}

/// For GROUPING functions a bit mask of the keys that a set leaves out, the first argument highest; for GROUP_ID the number of equal sets before.
fn grouping_value(name: &str, grouping: &Grouping, set: usize, keys: &[usize]) -> i64 {
    let kept = &grouping.sets[set];
    if name == "GROUP_ID" {
        return grouping.sets[..set].iter().filter(|other| *other == kept).count() as i64;
    }
    keys.iter().fold(0, |mask, key| mask << 1 | i64::from(!kept.0.contains(key)))
}
