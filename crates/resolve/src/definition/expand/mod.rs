//! Expansion: the text of an expression or a query as Flink keeps it, with full names.
//!
//! Tables get their catalog and database, columns their table, `*` becomes the list of columns, functions are in capitals, and what has a
//! short form gets its long one. The text is for people and for other systems; the query of a view is resolved from what was written.

mod operators;
mod query;

use crate::Context;
use diag::Span;
use sql::ast::{
    CastKind, Expr, ExprKind, FunctionArg, FunctionName, Literal, Query, Quote, StringLiteral, StringPrefix, TimeUnit, TrimSide,
};
use sql::print::{Layout, PrintOptions, Quoting, to_sql_with};
use sql::walk;

/// How Flink writes what it keeps.
const STYLE: PrintOptions = PrintOptions { quoting: Quoting::Always, layout: Layout::Clauses };

/// The text of an expression over the columns of one table.
pub fn expanded_expression(context: &Context<'_>, expr: &Expr) -> String {
    let mut expr = expr.clone();
    query::Expander::new(context).expression(&mut expr, None);
    to_sql_with(&expr, STYLE)
}

/// The text of a query.
pub fn expanded_query(context: &Context<'_>, query: &Query) -> String {
    let mut query = query.clone();
    query::Expander::new(context).query(&mut query, None);
    to_sql_with(&query, STYLE)
}

/// Gives an expression its long form, without looking at what is inside it.
fn lengthen(context: &Context<'_>, expr: &mut Expr) {
    let span = expr.span;
    match &mut expr.kind {
        ExprKind::Function(call) => match (date_part(&call.name), call.args.as_slice()) {
            (Some(unit), [FunctionArg::Expr(arg)]) => {
                let (unit_span, arg) = (call.name.span(), Box::new(arg.clone()));
                expr.kind = ExprKind::Extract { unit, unit_span, expr: arg };
            }
            _ => full_function_name(context, &mut call.name),
        },
        ExprKind::Substring { .. } => *expr = comma_form(std::mem::replace(expr, Expr::new(ExprKind::Error, span))),
        ExprKind::Literal(Literal::Approximate(number)) => number.make_ascii_uppercase(),
        ExprKind::Cast { kind, .. } if *kind == CastKind::SafeCast => *kind = CastKind::TryCast,
        ExprKind::Case { operand, branches, else_result } => {
            if let Some(operand) = operand.take() {
                for (condition, _) in branches.iter_mut() {
                    let left = Box::new((*operand).clone());
                    let right = Box::new(std::mem::replace(condition, Expr::new(ExprKind::Error, span)));
                    let kind = ExprKind::Binary { op: sql::ast::BinaryOp::Equal, op_span: span, left, right };
                    *condition = Expr::new(kind, span);
                }
            }
            else_result.get_or_insert_with(|| Box::new(Expr::new(ExprKind::Literal(Literal::Null), span)));
        }
        ExprKind::Trim { side, characters, from_keyword, .. } if characters.is_none() => {
            let blank = StringLiteral { value: " ".into(), prefix: StringPrefix::None, span };
            *side = if *from_keyword { *side } else { TrimSide::Both };
            *characters = Some(Box::new(Expr::new(ExprKind::Literal(Literal::String(blank)), span)));
            *from_keyword = true;
        }
        ExprKind::RoundTo { expr, .. } if !matches!(expr.kind, ExprKind::Column(_) | ExprKind::Literal(_) | ExprKind::Nested(_)) => {
            parenthesize(expr);
        }
        _ => {}
    }
}

/// `YEAR(d)` and its like are EXTRACT.
fn date_part(name: &FunctionName) -> Option<TimeUnit> {
    let [only] = name.name.parts.as_slice() else { return None };
    Some(match only.value.to_ascii_uppercase().as_str() {
        _ if name.project.is_some() => return None,
        "YEAR" => TimeUnit::Year,
        "QUARTER" => TimeUnit::Quarter,
        "MONTH" => TimeUnit::Month,
        "WEEK" => TimeUnit::Week,
        "DAYOFYEAR" => TimeUnit::Doy,
        "DAYOFMONTH" => TimeUnit::Day,
        "DAYOFWEEK" => TimeUnit::Dow,
        "HOUR" => TimeUnit::Hour,
        "MINUTE" => TimeUnit::Minute,
        "SECOND" => TimeUnit::Second,
        _ => return None,
    })
}

/// `SUBSTRING(s, i, n)` instead of `SUBSTRING(s FROM i FOR n)`.
fn comma_form(expr: Expr) -> Expr {
    match expr.kind {
        ExprKind::Substring { expr: text, from, length } => {
            let args = [Some(text), Some(from), length].into_iter().flatten().map(|arg| *arg);
            query::call("SUBSTRING", args.collect(), expr.span)
        }
        _ => expr,
    }
}

fn parenthesize(expr: &mut Expr) {
    let span = expr.span;
    let inner = std::mem::replace(expr, Expr::new(ExprKind::Error, span));
    *expr = Expr::new(ExprKind::Nested(Box::new(inner)), span);
}

/// Capitals for an operator of Flink's SQL planner; what is written, in back-ticks, for another built-in function; and the full name for one
/// of a catalog.
fn full_function_name(context: &Context<'_>, name: &mut FunctionName) {
    if name.project.is_some() {
        return;
    }
    let only = match name.name.parts.as_slice() {
        [only] => Some(only.value.as_str()),
        _ => None,
    };
    if only.is_some_and(|only| context.catalogs.system_function(only).is_some()) {
        return;
    }
    let is_built_in = only.is_some_and(|only| context.functions.find(only).is_some());
    let parts: Vec<&str> = name.name.parts.iter().map(|part| part.value.as_str()).collect();
    if !is_built_in
        && let Ok(Some(found)) = context.catalogs.function(&parts)
        && let Some(identifier) = found.identifier
    {
        name.name = query::full_name(&identifier, name.name.span);
    } else if let [only] = name.name.parts.as_mut_slice() {
        let upper = only.value.to_ascii_uppercase();
        if !operators::OPERATORS.contains(&upper.as_str()) {
            only.quote = Quote::Backtick;
        } else {
            only.value = upper;
            only.quote = Quote::Bare;
        }
    }
}

/// Visits an expression and all expressions inside it, but for those of subqueries.
pub(super) fn for_each_expression(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    fn walk_all(expr: &mut Expr, visit: &mut dyn FnMut(&Expr)) {
        visit(expr);
        walk::children(expr, &mut |node| {
            if let walk::Node::Expr(inner) = node {
                walk_all(inner, visit);
            }
        });
    }
    walk_all(&mut expr.clone(), visit);
}

/// The place of a query inside an expression.
pub(super) fn first_query(expr: &Expr) -> Option<Span> {
    fn walk_all(expr: &mut Expr, found: &mut Option<Span>) {
        walk::children(expr, &mut |node| match node {
            walk::Node::Expr(inner) => walk_all(inner, found),
            walk::Node::Query(query) => *found = found.or(Some(query.span)),
            walk::Node::Table(_) => {}
        });
    }
    let mut found = None;
    walk_all(&mut expr.clone(), &mut found);
    found
}
