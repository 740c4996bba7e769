//! Window table functions: TUMBLE, HOP, CUMULATE, SESSION.

use super::from::From;
use crate::bound::{Column, ColumnId, Expr, Relation, RelationKind, TimeWindow, TimeWindowKind};
use crate::columns::{Scope, type_text};
use crate::context::{LateMistakes, Resolver};
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, INVALID_TIME_WINDOW, UNKNOWN_COLUMN};
use crate::expr::{Clause, Place, interval_millis};
use diag::{Diagnostic, Span, suggest};
use sql::ast::{self, ExprKind as Ast, FunctionArg, FunctionCall, Ident, NamedTable, TableRef, TableRefKind};
use table::{LogicalType, TimeAttribute, TypeKind};

/// The arguments by name, in order; the last ones may be missing.
fn parameters(function: &str) -> &'static [&'static str] {
    match function {
        "TUMBLE" => &["DATA", "TIMECOL", "SIZE", "OFFSET"],
        "HOP" => &["DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"],
        "CUMULATE" => &["DATA", "TIMECOL", "STEP", "SIZE"],
        _ => &["DATA", "TIMECOL", "GAP"],
    }
}

fn form(function: &str) -> &'static str {
    match function {
        "TUMBLE" => "TUMBLE(TABLE table_name, DESCRIPTOR(timecol), datetime interval[, datetime interval])",
        "HOP" => "HOP(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])",
        "CUMULATE" => "CUMULATE(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])",
        _ => "SESSION(TABLE table_name [PARTITION BY (keys)], DESCRIPTOR(timecol), datetime interval)",
    }
}

impl Resolver<'_> {
    pub(super) fn time_window(&mut self, function: &str, call: &FunctionCall, scope: &Scope<'_>) -> Relation {
        let span = call.span;
        let Some(args) = self.window_args(function, call) else { return self.failed(span) };
        let Some((input, partition_by)) = self.window_input(function, args[0], scope) else { return self.failed(span) };
        let intervals: Vec<Option<i64>> = args[2..].iter().flatten().map(|arg| self.window_interval(function, arg, scope)).collect();
        let Some(time) = args[1].and_then(|arg| self.window_time(function, arg, &input.relation)) else { return self.failed(span) };
        if super::has_any_column(&input.relation.columns) {
            return self.failed(span);
        }
        let Some(intervals) = intervals.into_iter().collect::<Option<Vec<i64>>>() else { return self.failed(span) };
        let Some(kind) = self.window_kind(function, &intervals, span) else { return self.failed(span) };
        let bounds = self.window_columns(&time);
        let columns = input.relation.columns.iter().cloned().chain(bounds).collect();
        let window = TimeWindow { input: input.relation, kind, time: time.id, partition_by };
        Relation::new(RelationKind::TimeWindow(Box::new(window)), columns, span)
    }

    /// The arguments in the order of the parameters, given by place or by name.
    fn window_args<'c>(&mut self, function: &str, call: &'c FunctionCall) -> Option<Vec<Option<&'c FunctionArg>>> {
        let names = parameters(function);
        let mut args: Vec<Option<&FunctionArg>> = vec![None; names.len()];
        for (place, arg) in call.args.iter().enumerate() {
            let (slot, value) = match arg {
                FunctionArg::Named { name, value } => match names.iter().position(|n| n.eq_ignore_ascii_case(&name.value)) {
                    Some(slot) => (slot, &**value),
                    None => {
                        let message = format!("'{}' is no argument of {function}", name.value);
                        let help = format!("Its arguments are {}.", names.join(", "));
                        self.report(Diagnostic::error(INVALID_ARGUMENTS, name.span, message).with_help(help));
                        return None;
                    }
                },
                plain => (place, plain),
            };
            match args.get_mut(slot) {
                Some(free) => *free = Some(value),
                None => return self.wrong_window_args(function, call),
            }
        }
        let required = if matches!(function, "TUMBLE" | "HOP") { names.len() - 1 } else { names.len() };
        if args[..required].iter().any(Option::is_none) {
            return self.wrong_window_args(function, call);
        }
        Some(args)
    }

    fn wrong_window_args<T>(&mut self, function: &str, call: &FunctionCall) -> Option<T> {
        let wanted = parameters(function).len() - usize::from(matches!(function, "TUMBLE" | "HOP"));
        let diagnostic =
            Diagnostic::error(INVALID_ARGUMENTS, call.span, format!("{function} takes {wanted} arguments, not {}", call.args.len()))
                .with_help(format!("Write {}.", form(function)))
                .flink_validator(format!("Invalid number of arguments to function '{function}'. Was expecting {wanted} arguments"));
        self.report(diagnostic);
        None
    }

    /// The table or query that is divided into windows, and the keys of PARTITION BY.
    fn window_input(&mut self, function: &str, arg: Option<&FunctionArg>, scope: &Scope<'_>) -> Option<(From, Vec<ColumnId>)> {
        let (from, keys) = match arg? {
            FunctionArg::Table(table) => {
                let named = NamedTable { name: table.name.clone(), hints: table.hints.clone(), legacy_with: None, system_time: None };
                let item = TableRef { kind: TableRefKind::Named(named), alias: None, span: table.span };
                (self.table_ref(&item, scope), &table.partition_by)
            }
            FunctionArg::Query(query) => {
                let relation = self.query(&query.query, scope.parent);
                (self.with_alias(relation, None, None), &query.partition_by)
            }
            FunctionArg::Expr(ast::Expr { kind: Ast::Subquery(query), .. }) => {
                let relation = self.query(query, scope.parent);
                return Some((self.with_alias(relation, None, None), Vec::new()));
            }
            other => {
                let span = argument_span(other);
                let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, span, format!("the first argument of {function} is a table"))
                    .with_help(format!("Write {}.", form(function)));
                self.report(diagnostic);
                return None;
            }
        };
        let columns = self.partition_columns(keys, &from);
        Some((from, columns))
    }

    fn partition_columns(&mut self, keys: &[ast::Expr], from: &From) -> Vec<ColumnId> {
        let scope = Scope { parent: None, tables: from.tables.clone(), merged: Vec::new() };
        let mut columns = Vec::new();
        for key in keys {
            let expr = self.typed_expr(key, Place::new(&scope, Clause::From));
            match expr.as_column() {
                Some(id) => columns.push(id),
                None if expr.data_type.is_unknown() => {}
                None => self.report(Diagnostic::error(INVALID_ARGUMENTS, expr.span, "PARTITION BY of a window takes columns only")),
            }
        }
        columns
    }

    /// The column that DESCRIPTOR names.
    fn window_time(&mut self, function: &str, arg: &FunctionArg, input: &Relation) -> Option<Column> {
        let FunctionArg::Expr(ast::Expr { kind: Ast::Descriptor(names), span }) = arg else {
            let span = argument_span(arg);
            let diagnostic =
                Diagnostic::error(INVALID_ARGUMENTS, span, format!("the second argument of {function} is DESCRIPTOR(time column)"));
            self.report(diagnostic);
            return None;
        };
        let [name] = names.as_slice() else {
            self.report(Diagnostic::error(INVALID_ARGUMENTS, *span, "DESCRIPTOR of a window names one column"));
            return None;
        };
        if super::has_any_column(&input.columns) {
            return None;
        }
        let mut found = input.columns.iter().filter(|column| column.name == name.value);
        let column = match (found.next(), found.next()) {
            (Some(column), None) => column.clone(),
            (None, _) => return self.unknown_time_column(name, input),
            _ => {
                let message = format!("column '{}' is ambiguous", name.value);
                self.report(Diagnostic::error(crate::diagnostics::AMBIGUOUS_COLUMN, name.span, message));
                return None;
            }
        };
        self.check_time_column(function, &column, name.span).then_some(column)
    }

    fn unknown_time_column(&mut self, name: &Ident, input: &Relation) -> Option<Column> {
        let diagnostic = Diagnostic::error(UNKNOWN_COLUMN, name.span, format!("column '{}' is not in the table of the window", name.value))
            .flink_validator(format!("Unknown identifier '{}'", name.value));
        self.report(match suggest::nearest(&name.value, input.columns.iter().map(|c| c.name.as_str())) {
            Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), name.span, near),
            None => diagnostic,
        });
        None
    }

    pub(super) fn check_time_column(&mut self, function: &str, column: &Column, span: Span) -> bool {
        if column.data_type.is_unknown() {
            return true;
        }
        if !column.data_type.kind.is_timestamp() {
            let message = format!("the time column of {function} is a TIMESTAMP or TIMESTAMP_LTZ, not {}", type_text(&column.data_type));
            let mut flink = format!(
                "The window function {} requires the timecol to be TIMESTAMP or TIMESTAMP_LTZ, but is {}.",
                form(function),
                column.data_type.kind
            );
            if self.streaming {
                flink.push_str("\nBesides, the timecol must be a time attribute type in streaming mode.");
            }
            self.report(Diagnostic::error(INVALID_TIME_WINDOW, span, message).flink_validation(flink));
            return false;
        }
        // A view may be made for either mode.
        let needs_attribute = match self.late {
            LateMistakes::Refused => self.streaming,
            _ => self.context.streaming == Some(true),
        };
        if needs_attribute && column.data_type.time_attribute() == TimeAttribute::None {
            let message = format!("column '{}' has no watermark, which {function} needs in streaming mode", column.name);
            let diagnostic = Diagnostic::error(INVALID_TIME_WINDOW, span, message)
                .with_help(format!("Declare it in the table: WATERMARK FOR {0} AS {0} - INTERVAL '5' SECOND.", column.name))
                .flink_validation(format!(
                    "The window function requires the timecol is a time attribute type, but is {}.",
                    column.data_type.kind
                ));
            self.report_late(diagnostic);
            return self.late == LateMistakes::Warned;
        }
        true
    }

    fn window_interval(&mut self, function: &str, arg: &FunctionArg, scope: &Scope<'_>) -> Option<i64> {
        let FunctionArg::Expr(expr) = arg else {
            let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, argument_span(arg), format!("{function} takes an interval here"));
            self.report(diagnostic.with_help(format!("Write {}.", form(function))));
            return None;
        };
        let bound = self.typed_expr(expr, Place::new(scope, Clause::From));
        if let Some(millis) = interval_millis(&bound) {
            return Some(millis);
        }
        let diagnostic = match &bound.data_type.kind {
            TypeKind::Unknown => return None,
            TypeKind::IntervalYearMonth => Diagnostic::error(
                INVALID_TIME_WINDOW,
                bound.span,
                "a window cannot be as long as months or years, which differ in length",
            )
            .with_help("Use days, hours, minutes or seconds.")
            .flink_table(
                "Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit. MONTH and YEAR time unit are not supported yet.",
            ),
            _ => Diagnostic::error(INVALID_ARGUMENTS, bound.span, format!("{function} takes a constant interval here"))
                .with_help("Write INTERVAL '5' MINUTE."),
        };
        if self.late == LateMistakes::Warned && bound.data_type.kind == TypeKind::IntervalYearMonth {
            self.report_late(diagnostic);
            return Some(1);
        }
        self.report(diagnostic);
        None
    }

    pub(super) fn window_kind(&mut self, function: &str, intervals: &[i64], span: Span) -> Option<TimeWindowKind> {
        let offset = |at: usize| intervals.get(at).copied().unwrap_or(0);
        let positive = if matches!(function, "HOP" | "CUMULATE") { 2 } else { 1 };
        if intervals.iter().take(positive).any(|millis| *millis <= 0) {
            self.report_late(Diagnostic::error(INVALID_TIME_WINDOW, span, format!("the lengths of {function} must be positive")));
            if self.late == LateMistakes::Refused {
                return None;
            }
        }
        match (function, intervals) {
            ("TUMBLE", [size, ..]) => Some(TimeWindowKind::Tumble { size: *size, offset: offset(1) }),
            ("HOP", [slide, size, ..]) => Some(TimeWindowKind::Hop { slide: *slide, size: *size, offset: offset(2) }),
            ("CUMULATE", [step, max_size, ..]) => {
                if *step > 0 && max_size % step != 0 {
                    self.not_a_multiple("CUMULATE", "maxSize", "step", *max_size, *step, span);
                    if self.late == LateMistakes::Refused {
                        return None;
                    }
                }
                Some(TimeWindowKind::Cumulate { step: *step, max_size: *max_size, offset: 0 })
            }
            ("SESSION", [gap, ..]) => {
                if !self.streaming {
                    let diagnostic = Diagnostic::error(INVALID_TIME_WINDOW, span, "session windows exist only in streaming mode")
                        .with_help("SET 'execution.runtime-mode' = 'streaming'.")
                        .flink_table("Unaligned windows like session are not supported in batch mode yet.");
                    self.report(diagnostic);
                    return None;
                }
                Some(TimeWindowKind::Session { gap: *gap })
            }
            _ => None,
        }
    }

    /// Rows of HOP may be read with any sizes, but aggregated only when the size is a multiple of the slide.
    pub(super) fn check_aggregated_window(&mut self, input: &Relation) {
        let mut relation = input;
        while let RelationKind::Filter { input, .. } = &relation.kind {
            relation = input;
        }
        if let RelationKind::TimeWindow(window) = &relation.kind
            && let TimeWindowKind::Hop { slide, size, .. } = window.kind
            && size % slide != 0
        {
            self.not_a_multiple("HOP", "size", "slide", size, slide, relation.span);
        }
    }

    fn not_a_multiple(&mut self, function: &str, whole: &str, part: &str, size: i64, step: i64, span: Span) {
        let message = format!("the {whole} of {function} is no multiple of its {part}: {size} ms and {step} ms");
        let end = if function == "CUMULATE" { "." } else { "" };
        let flink = format!(
            "{function} table function based aggregate requires {whole} must be an integral multiple of {part}, \
             but got {whole} {size} ms and {part} {step} ms{end}"
        );
        let diagnostic = Diagnostic::error(INVALID_TIME_WINDOW, span, message);
        self.report_late(if function == "HOP" { diagnostic.flink_table(flink) } else { diagnostic.flink_validation(flink) });
    }

    /// window_start, window_end and window_time.
    pub(super) fn window_columns(&mut self, time: &Column) -> [Column; 3] {
        let plain = match &time.data_type.kind {
            TypeKind::TimestampLtz { .. } => LogicalType::timestamp_ltz(3),
            _ => LogicalType::timestamp(3),
        };
        let plain = plain.with_nullable(false);
        let mut rowtime = plain.clone();
        if let TypeKind::Timestamp { attribute, .. } | TypeKind::TimestampLtz { attribute, .. } = &mut rowtime.kind {
            *attribute = time.data_type.time_attribute();
        }
        [self.column("window_start", plain.clone()), self.column("window_end", plain), self.column("window_time", rowtime)]
    }

    /// The arguments of a table function that are expressions.
    pub(super) fn plain_function_args(&mut self, call: &FunctionCall, place: Place<'_>) -> Vec<Expr> {
        let exprs = call.args.iter().filter_map(|arg| match arg {
            FunctionArg::Expr(expr) => Some(expr),
            _ => None,
        });
        exprs.map(|expr| self.expr(expr, place)).collect()
    }
}

fn argument_span(arg: &FunctionArg) -> Span {
    match arg {
        FunctionArg::Expr(expr) => expr.span,
        FunctionArg::Star(span) | FunctionArg::Model { span, .. } => *span,
        FunctionArg::Named { name, .. } => name.span,
        FunctionArg::Table(table) => table.span,
        FunctionArg::Query(query) => query.span,
    }
}
