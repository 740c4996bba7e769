//! Walking through an expression: every expression and query directly inside it, in place.

use crate::ast::{
    Expr, ExprKind, FrameBound, FunctionArg, FunctionCall, JsonCall, JsonEntry, JsonValueDefault, OrderItem, Over, QuantifiedRight, Query,
    WindowSpec,
};

/// What a walk hands out.
pub enum Node<'n> {
    Expr(&'n mut Expr),
    Query(&'n mut Query),
    /// An argument that is a table.
    Table(&'n mut FunctionArg),
}

/// Visits what is directly inside an expression.
pub fn children(expr: &mut Expr, visit: &mut dyn FnMut(Node<'_>)) {
    match &mut expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Column(_)
        | ExprKind::Descriptor(_)
        | ExprKind::Default
        | ExprKind::Parameter
        | ExprKind::SequenceValue { .. }
        | ExprKind::Error => {}
        ExprKind::Nested(inner) | ExprKind::Not(inner) => visit(Node::Expr(inner)),
        ExprKind::Unary { expr, .. }
        | ExprKind::Is { expr, .. }
        | ExprKind::IsJson { expr, .. }
        | ExprKind::Cast { expr, .. }
        | ExprKind::Extract { expr, .. }
        | ExprKind::RoundTo { expr, .. }
        | ExprKind::IntervalOf { expr, .. }
        | ExprKind::Field { expr, .. } => visit(Node::Expr(expr)),
        ExprKind::And(list) | ExprKind::Or(list) | ExprKind::Array(list) | ExprKind::Multiset(list) | ExprKind::Map(list) => {
            all(list, visit)
        }
        ExprKind::Row { fields, .. } => all(fields, visit),
        ExprKind::TimestampFunction { args, .. } => all(args, visit),
        ExprKind::Binary { left, right, .. }
        | ExprKind::IsDistinct { left, right, .. }
        | ExprKind::IntervalDifference { left, right, .. }
        | ExprKind::Period { left, right, .. } => each([left, right], visit),
        ExprKind::Item { expr, index } => each([expr, index], visit),
        ExprKind::Between { expr, low, high, .. } => each([expr, low, high], visit),
        ExprKind::Like { expr, pattern, escape, .. } => each([expr, pattern].into_iter().chain(escape), visit),
        ExprKind::InList { expr, list, .. } => {
            visit(Node::Expr(expr));
            all(list, visit);
        }
        ExprKind::InSubquery { expr, query, .. } => {
            visit(Node::Expr(expr));
            visit(Node::Query(query));
        }
        ExprKind::Quantified { left, right, .. } => {
            visit(Node::Expr(left));
            match right {
                QuantifiedRight::Query(query) => visit(Node::Query(query)),
                QuantifiedRight::List(list) => all(list, visit),
            }
        }
        ExprKind::Exists(query) | ExprKind::Subquery(query) | ExprKind::CollectionQuery { query, .. } => visit(Node::Query(query)),
        ExprKind::Case { operand, branches, else_result } => {
            each(operand, visit);
            for (condition, result) in branches {
                visit(Node::Expr(condition));
                visit(Node::Expr(result));
            }
            each(else_result, visit);
        }
        ExprKind::Position { needle, haystack, from } => each([needle, haystack].into_iter().chain(from), visit),
        ExprKind::Trim { characters, expr, .. } => each(characters.iter_mut().chain([expr]), visit),
        ExprKind::Substring { expr, from, length } => each([expr, from].into_iter().chain(length), visit),
        ExprKind::Overlay { expr, placing, from, length } => each([expr, placing, from].into_iter().chain(length), visit),
        ExprKind::AtTimeZone { expr, zone } => each([expr].into_iter().chain(zone), visit),
        ExprKind::Function(call) => function(call, visit),
        ExprKind::Json(call) => json(call, visit),
    }
}

fn each<'n>(exprs: impl IntoIterator<Item = &'n mut Box<Expr>>, visit: &mut dyn FnMut(Node<'_>)) {
    for expr in exprs {
        visit(Node::Expr(expr));
    }
}

fn all<'n>(exprs: impl IntoIterator<Item = &'n mut Expr>, visit: &mut dyn FnMut(Node<'_>)) {
    for expr in exprs {
        visit(Node::Expr(expr));
    }
}

/// Visits what is directly inside a call.
pub fn function(call: &mut FunctionCall, visit: &mut dyn FnMut(Node<'_>)) {
    for arg in &mut call.args {
        argument(arg, visit);
    }
    order(&mut call.order_by, visit);
    order(&mut call.within_group, visit);
    each(&mut call.filter, visit);
    if let Some(Over::Spec(spec)) = &mut call.over {
        window(spec, visit);
    }
}

fn argument(arg: &mut FunctionArg, visit: &mut dyn FnMut(Node<'_>)) {
    match arg {
        FunctionArg::Expr(expr) => visit(Node::Expr(expr)),
        FunctionArg::Named { value, .. } => argument(value, visit),
        FunctionArg::Query(query) => {
            visit(Node::Query(&mut query.query));
            all(&mut query.partition_by, visit);
            order(&mut query.order_by, visit);
        }
        FunctionArg::Table(_) => visit(Node::Table(arg)),
        FunctionArg::Star(_) | FunctionArg::Model { .. } => {}
    }
}

/// Visits the expressions of an ORDER BY.
pub fn order(items: &mut [OrderItem], visit: &mut dyn FnMut(Node<'_>)) {
    all(items.iter_mut().map(|item| &mut item.expr), visit);
}

/// Visits the expressions of a window.
pub fn window(spec: &mut WindowSpec, visit: &mut dyn FnMut(Node<'_>)) {
    all(&mut spec.partition_by, visit);
    order(&mut spec.order_by, visit);
    if let Some(frame) = &mut spec.frame {
        for bound in std::iter::once(&mut frame.start).chain(&mut frame.end) {
            if let FrameBound::Preceding(expr) | FrameBound::Following(expr) = bound {
                visit(Node::Expr(expr));
            }
        }
    }
}

fn json(call: &mut JsonCall, visit: &mut dyn FnMut(Node<'_>)) {
    match call {
        JsonCall::Exists { input, path, .. } | JsonCall::Query { input, path, .. } => all([input, path], visit),
        JsonCall::Value { input, path, on_empty, on_error, .. } => {
            all([input, path], visit);
            for default in [on_empty, on_error].into_iter().flatten() {
                if let JsonValueDefault::Default(expr) = default {
                    visit(Node::Expr(expr));
                }
            }
        }
        JsonCall::Object { entries, .. } => entries.iter_mut().for_each(|entry| json_entry(entry, visit)),
        JsonCall::Array { values, query, .. } => {
            all(values, visit);
            if let Some(query) = query {
                visit(Node::Query(query));
            }
        }
        JsonCall::ObjectAgg { entry, filter, .. } => {
            json_entry(entry, visit);
            all(filter, visit);
        }
        JsonCall::ArrayAgg { value, order_by, filter, .. } => {
            visit(Node::Expr(value));
            order(order_by, visit);
            all(filter, visit);
        }
    }
}

fn json_entry(entry: &mut JsonEntry, visit: &mut dyn FnMut(Node<'_>)) {
    all([&mut entry.key, &mut entry.value], visit);
}
