//! Windows in GROUP BY: `GROUP BY TUMBLE(ts, INTERVAL '5' MINUTE)`, the form before window table functions.
//!
//! The rows are divided into windows below the aggregation, and the bounds of the window become keys. `TUMBLE_START(ts, ..)` and its like,
//! with the same arguments, are these keys.

use crate::bound::{Column, Expr, Relation, RelationKind, TimeWindow};
use crate::columns::column_expr;
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_TIME_WINDOW};
use crate::expr::{Place, interval_millis};
use diag::{Diagnostic, Span};
use sql::ast::{self, ExprKind as Ast, FunctionArg, FunctionCall, GroupBy, GroupItem};

/// The window of a GROUP BY clause.
pub(crate) struct GroupWindow {
    /// TUMBLE, HOP or SESSION.
    function: String,
    args: Vec<Expr>,
    /// window_start, window_end and window_time.
    columns: [Column; 3],
}

impl GroupWindow {
    /// The bounds, as keys of the aggregation.
    pub(super) fn keys(&self, span: Span) -> Vec<Expr> {
        self.columns.iter().map(|column| column_expr(column, span)).collect()
    }
}

/// Whether an item of GROUP BY makes a window.
pub(super) fn is_group_window(expr: &ast::Expr) -> bool {
    window_call(expr).is_some()
}

fn window_call(expr: &ast::Expr) -> Option<&FunctionCall> {
    match &expr.unnested().kind {
        Ast::Function(call) if matches!(name_of(call).as_str(), "TUMBLE" | "HOP" | "SESSION") => Some(call),
        _ => None,
    }
}

fn name_of(call: &FunctionCall) -> String {
    call.name.name.text().to_ascii_uppercase()
}

impl Resolver<'_> {
    /// Divides rows into the windows that GROUP BY asks for.
    pub(super) fn group_window(
        &mut self,
        input: Relation,
        group_by: Option<&GroupBy>,
        place: Place<'_>,
    ) -> (Relation, Option<GroupWindow>) {
        let calls = group_by.into_iter().flat_map(|group_by| &group_by.items).filter_map(|item| match item {
            GroupItem::Expr(expr) => window_call(expr),
            _ => None,
        });
        let mut calls = calls.collect::<Vec<_>>().into_iter();
        let Some(call) = calls.next() else { return (input, None) };
        if let Some(second) = calls.next() {
            self.report(Diagnostic::error(INVALID_TIME_WINDOW, second.span, "GROUP BY has two windows"));
        }
        let function = name_of(call);
        let args = self.plain_function_args(call, place);
        let Some((time, intervals)) = self.group_window_args(&function, &args, &input, call.span) else { return (input, None) };
        let Some(kind) = self.window_kind(&function, &intervals, call.span) else { return (input, None) };
        let mut columns = self.window_columns(&time);
        columns[2].data_type.nullable = time.data_type.nullable;
        let all = input.columns.iter().chain(&columns).cloned().collect();
        let span = input.span;
        let window = TimeWindow { input, kind, time: time.id, partition_by: Vec::new() };
        let relation = Relation::new(RelationKind::TimeWindow(Box::new(window)), all, span);
        (relation, Some(GroupWindow { function, args, columns }))
    }

    fn group_window_args(&mut self, function: &str, args: &[Expr], input: &Relation, span: Span) -> Option<(Column, Vec<i64>)> {
        let wanted = if function == "HOP" { 3..=4 } else { 2..=3 };
        if !wanted.contains(&args.len()) {
            let message =
                format!("the window {function} takes a time column and {} intervals, not {} arguments", wanted.start() - 1, args.len());
            self.report(Diagnostic::error(INVALID_TIME_WINDOW, span, message));
            return None;
        }
        if args.iter().any(|arg| arg.data_type.is_unknown()) {
            return None;
        }
        let time = args[0].as_column().and_then(|id| input.columns.iter().find(|column| column.id == id));
        let Some(time) = time.cloned() else {
            self.report(Diagnostic::error(
                INVALID_TIME_WINDOW,
                args[0].span,
                format!("the window {function} needs a time column of the table"),
            ));
            return None;
        };
        if !self.check_time_column(function, &time, args[0].span) {
            return None;
        }
        let intervals: Option<Vec<i64>> = args[1..].iter().map(interval_millis).collect();
        if intervals.is_none() {
            let diagnostic =
                Diagnostic::error(INVALID_TIME_WINDOW, span, format!("the window {function} needs constant intervals of days or less"))
                    .flink_table("Only constant window intervals with millisecond resolution are supported.");
            self.report(diagnostic);
        }
        Some((time, intervals?))
    }

    /// TUMBLE_START and its like; `None` for other functions.
    pub(crate) fn window_bound(&mut self, name: &str, call: &FunctionCall, span: Span, place: Place<'_>) -> Option<Expr> {
        let (function, bound) = name.split_once('_')?;
        let is_window = matches!(function, "TUMBLE" | "HOP" | "SESSION") && matches!(bound, "START" | "END" | "ROWTIME" | "PROCTIME");
        if !is_window {
            return None;
        }
        let exprs = call.args.iter().filter_map(|arg| match arg {
            FunctionArg::Expr(expr) => Some(expr),
            _ => None,
        });
        let args: Vec<Expr> = exprs.map(|expr| self.expr(expr, Place { calls: None, ..place })).collect();
        let same_args = |window: &&GroupWindow| args.len() == window.args.len() && args.iter().zip(&window.args).all(|(a, b)| a.is_same(b));
        let window = place.group_window.filter(|window| window.function == function).filter(same_args);
        let Some(window) = window else {
            if args.iter().any(|arg| arg.data_type.is_unknown()) {
                return Some(unknown(span));
            }
            let diagnostic = Diagnostic::error(INVALID_TIME_WINDOW, span, format!("'{name}' needs the same window in GROUP BY"))
                .with_help(format!("Add GROUP BY {function}(..) with the same arguments."))
                .flink_validator(format!(
                    "Call to auxiliary group function '{name}' must have matching call to group function '{function}' in GROUP BY clause"
                ));
            return Some(self.fail(span, diagnostic));
        };
        Some(match bound {
            "START" => column_expr(&window.columns[0], span),
            "END" => column_expr(&window.columns[1], span),
            "ROWTIME" => column_expr(&window.columns[2], span),
            _ => self.call_named("PROCTIME", Vec::new(), span),
        })
    }
}
