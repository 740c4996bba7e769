//! Calls with OVER: windows by name or in place, default frames, and where they are allowed.

use super::aggregate::NULL_WHEN_EMPTY;
use super::arguments::arguments;
use super::{Clause, Inside, Place};
use crate::bound::{AggregateCall, Column, Expr, Frame, FrameBound, FrameUnit, OverCall, OverFunction, SortKey};
use crate::coercion::{coerce, common};
use crate::columns::column_expr;
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, INVALID_WINDOW, MISPLACED_WINDOW_FUNCTION, NO_COMMON_TYPE, UNSUPPORTED_YET};
use diag::{Diagnostic, Span};
use sql::ast::{self, FunctionCall, NullTreatment, Over, SetQuantifier, WindowSpec};
use std::sync::Arc;
use table::function::{AggregateFunction, RankFunction};
use table::{LogicalType, TypeKind, Value};

/// The aggregate and OVER calls of one SELECT, each with the column that holds its result.
#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) aggregates: Vec<(AggregateCall, Column)>,
    pub(crate) overs: Vec<(OverCall, Column)>,
}

/// A resolved window.
#[derive(Clone, Default)]
struct Window {
    partition_by: Vec<Expr>,
    order_by: Vec<SortKey>,
    frame: Option<Frame>,
}

impl Resolver<'_> {
    pub(super) fn over_aggregate(
        &mut self,
        function: Arc<dyn AggregateFunction>,
        call: &FunctionCall,
        over: &Over,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        if let Some(refusal) = self.refuse_over(place, span) {
            return refusal;
        }
        self.refuse_ordered_aggregate(call);
        self.refuse_over_clauses(call);
        let inner = place.inside(Inside::Over);
        let args = self.star_or_args(call, inner);
        let filter = self.filter(call.filter.as_deref(), inner);
        let window = self.window(over, inner);
        let (Some(args), Some(window)) = (args, window) else { return unknown(span) };
        let signature = match function.resolve(&arguments(&args)) {
            Ok(signature) => signature,
            Err(error) => return self.refused_call(error, &args, span),
        };
        let args = args.into_iter().zip(&signature.arguments).map(|(arg, to)| coerce(arg, to)).collect();
        let frame = window.frame.clone().unwrap_or_else(|| default_frame(&window));
        let may_be_empty = filter.is_some() || has_offset(&frame);
        let is_null_when_empty = NULL_WHEN_EMPTY.contains(&function.doc().name);
        let data_type = signature.result.without_time_attribute().or_nullable(may_be_empty && is_null_when_empty);
        let distinct = call.quantifier == Some(SetQuantifier::Distinct);
        let bound = OverCall {
            function: OverFunction::Aggregate(function),
            args,
            distinct,
            filter,
            partition_by: window.partition_by,
            order_by: window.order_by,
            frame,
            ignore_nulls: call.nulls == Some(NullTreatment::Ignore),
            data_type,
            span,
        };
        self.place_over(bound, place, span)
    }

    pub(super) fn over_rank(&mut self, rank: RankFunction, call: &FunctionCall, over: &Over, span: Span, place: Place<'_>) -> Expr {
        if let Some(refusal) = self.refuse_over(place, span) {
            return refusal;
        }
        let inner = place.inside(Inside::Over);
        let name = call.name.name.text().to_ascii_uppercase();
        let args = self.plain_args(call, &name, inner).and_then(|args| self.check_nulls(&name, args));
        let window = self.window(over, inner);
        let (Some(args), Some(window)) = (args, window) else { return unknown(span) };
        let Some((args, data_type)) = self.rank_signature(rank, &name, args, span) else { return unknown(span) };
        let is_reported = window.order_by.iter().any(|key| key.expr.data_type.is_unknown());
        if !is_reported && window.order_by.iter().all(|key| key.expr.is_constant()) {
            let diagnostic = Diagnostic::error(INVALID_WINDOW, span, format!("function '{name}' needs ORDER BY in its OVER"))
                .with_help(format!("Write {name}(..) OVER (.. ORDER BY column)."))
                .flink_validation(
                    "Over Agg: The window rank function requires order by clause with non-constant fields. \
                     please re-check the over window statement.",
                );
            return self.fail(span, diagnostic);
        }
        let frame = match rank {
            RankFunction::RowNumber => whole_frame(FrameUnit::Rows, FrameBound::CurrentRow),
            _ => window.frame.clone().unwrap_or_else(|| default_frame(&window)),
        };
        let bound = OverCall {
            function: OverFunction::Rank(rank),
            args,
            distinct: false,
            filter: None,
            partition_by: window.partition_by,
            order_by: window.order_by,
            frame,
            ignore_nulls: call.nulls == Some(NullTreatment::Ignore),
            data_type,
            span,
        };
        self.place_over(bound, place, span)
    }

    /// The argument and result types of the functions that exist only with OVER.
    fn rank_signature(&mut self, rank: RankFunction, name: &str, args: Vec<Expr>, span: Span) -> Option<(Vec<Expr>, LogicalType)> {
        let bigint = LogicalType::not_null(TypeKind::BigInt);
        let (counts, result) = match rank {
            RankFunction::RowNumber | RankFunction::Rank | RankFunction::DenseRank => (0..=0, bigint.clone()),
            RankFunction::PercentRank | RankFunction::CumeDist => (0..=0, LogicalType::not_null(TypeKind::Double)),
            RankFunction::Ntile => (1..=1, bigint.clone()),
            RankFunction::Lead | RankFunction::Lag => return self.shift_signature(name, args, span),
        };
        if !counts.contains(&args.len()) {
            self.wrong_count(name, *counts.start(), args.len(), span);
            return None;
        }
        if let Some(wrong) = args.iter().find(|a| !a.data_type.kind.is_integer() && !a.data_type.is_unknown()) {
            let message = format!("function '{name}' takes a whole number, not {}", wrong.data_type.kind);
            let given = wrong.data_type.validator_text();
            let flink = format!("Cannot apply '{name}' to arguments of type '{name}(<{given}>)'. Supported form(s): '{name}(<NUMERIC>)'");
            self.report(Diagnostic::error(INVALID_ARGUMENTS, wrong.span, message).flink_validator(flink));
            return None;
        }
        let is_positive = |arg: &Expr| matches!(arg.as_literal(), Some(Value::Int(count)) if *count > 0);
        if let Some(wrong) = args.iter().find(|arg| !is_positive(arg) && !arg.data_type.is_unknown()) {
            let diagnostic =
                Diagnostic::error(INVALID_ARGUMENTS, wrong.span, format!("function '{name}' takes a positive number, written out"));
            self.report(diagnostic.flink_validator(format!("Argument to function '{name}' must be a positive integer literal")));
            return None;
        }
        Some((args.into_iter().map(|arg| coerce(arg, &bigint)).collect(), result))
    }

    /// LEAD and LAG: value, offset, default.
    fn shift_signature(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Option<(Vec<Expr>, LogicalType)> {
        if !(1..=3).contains(&args.len()) {
            self.wrong_count(name, 1, args.len(), span);
            return None;
        }
        let mut args = args.into_iter();
        let (value, offset, default) = (args.next()?, args.next(), args.next());
        if let Some(offset) = &offset
            && !offset.data_type.kind.is_integer()
            && !offset.data_type.is_unknown()
        {
            let message = format!("the offset of '{name}' is a whole number, not {}", offset.data_type.kind);
            self.report(Diagnostic::error(INVALID_ARGUMENTS, offset.span, message));
            return None;
        }
        let value_type = value.data_type.clone().without_time_attribute();
        let data_type = match &default {
            None => value_type.with_nullable(true),
            // Flink looks at the default only.
            Some(default) if common([&value_type, &default.data_type]).is_some() => {
                with_room_for(value_type, &default.data_type).with_nullable(default.data_type.nullable)
            }
            Some(default) => {
                let message = format!("the default of '{name}' is {}, its value {}", default.data_type.kind, value_type.kind);
                self.report(Diagnostic::error(NO_COMMON_TYPE, default.span, message).with_help("Cast the default."));
                return None;
            }
        };
        let mut bound = vec![coerce(value, &data_type)];
        bound.extend(offset.map(|offset| coerce(offset, &LogicalType::not_null(TypeKind::BigInt))));
        bound.extend(default.map(|default| coerce(default, &data_type)));
        Some((bound, data_type))
    }

    fn refuse_over(&mut self, place: Place<'_>, span: Span) -> Option<Expr> {
        let allowed = matches!(place.clause, Clause::Select | Clause::OrderBy | Clause::Qualify);
        if place.calls.is_some() && place.inside == Inside::Nothing && allowed {
            return None;
        }
        if place.inside == Inside::Nothing && place.clause == Clause::Definition {
            return None;
        }
        let diagnostic = match place.inside {
            Inside::Nothing => {
                let clause = place.clause.text();
                Diagnostic::error(MISPLACED_WINDOW_FUNCTION, span, format!("an OVER call cannot be used in {clause}"))
                    .with_help("Compute it in a subquery, or filter its result with QUALIFY.")
                    .flink_validator(match place.clause {
                        Clause::Where => "Windowed aggregate expression is illegal in WHERE clause".to_owned(),
                        _ => format!("Windowed aggregate expression is illegal in {clause} clause"),
                    })
            }
            _ => Diagnostic::error(MISPLACED_WINDOW_FUNCTION, span, "an OVER call stands inside another aggregate")
                .with_help("Compute the inner one in a subquery.")
                .flink_validator("Aggregate expressions cannot be nested"),
        };
        Some(self.fail(span, diagnostic))
    }

    /// DISTINCT in batch mode and FILTER in any: Flink has no plan for them.
    fn refuse_over_clauses(&mut self, call: &FunctionCall) {
        if call.quantifier == Some(SetQuantifier::Distinct) && !self.streaming {
            let diagnostic = Diagnostic::error(INVALID_WINDOW, call.span, "an OVER call takes no DISTINCT")
                .with_help("Count the distinct values in a subquery with GROUP BY, and join it.")
                .with_flink("org.apache.calcite.tools.ValidationException: Distinct not supported in Windowing function!");
            self.report(diagnostic);
        }
        if let Some(filter) = &call.filter {
            let diagnostic = Diagnostic::error(INVALID_WINDOW, filter.span, "an OVER call takes no FILTER")
                .with_help("Put the condition into the argument: CASE WHEN condition THEN value END.")
                .flink_validator("OVER must be applied to aggregate function");
            self.report(diagnostic);
        }
    }

    fn place_over(&mut self, call: OverCall, place: Place<'_>, span: Span) -> Expr {
        if place.clause == Clause::Definition {
            let diagnostic = Diagnostic::error(UNSUPPORTED_YET, span, "an OVER call in a column definition is not supported yet")
                .with_help("Compute it in a query over the table, or in a view.");
            return self.fail_late(span, diagnostic, call.data_type);
        }
        let column = self.column(self.snippet(span).to_owned(), call.data_type.clone());
        let expr = column_expr(&column, span);
        if let Some(calls) = place.calls {
            calls.borrow_mut().overs.push((call, column));
        }
        expr
    }

    /// The window of an OVER: named ones from the WINDOW clause, which may build on others.
    fn window(&mut self, over: &Over, place: Place<'_>) -> Option<Window> {
        match over {
            Over::Name(name) => self.named_window(name, place, place.windows.len()),
            Over::Spec(spec) => self.window_spec(spec, place, place.windows.len()),
        }
    }

    /// A window of the WINDOW clause among the first `visible`, so that none builds on itself.
    fn named_window(&mut self, name: &ast::Ident, place: Place<'_>, visible: usize) -> Option<Window> {
        match place.windows[..visible].iter().position(|window| window.name.value == name.value) {
            Some(index) => self.window_spec(&place.windows[index].spec, place, index),
            None => {
                let diagnostic = Diagnostic::error(INVALID_WINDOW, name.span, format!("window '{}' is not defined", name.value))
                    .with_help("Define it: WINDOW w AS (PARTITION BY .. ORDER BY ..).")
                    .flink_validator(format!("Window '{}' not found", name.value));
                self.report(diagnostic);
                None
            }
        }
    }

    fn window_spec(&mut self, spec: &WindowSpec, place: Place<'_>, visible: usize) -> Option<Window> {
        let base = match &spec.base {
            Some(base) => self.named_window(base, place, visible)?,
            None => Window::default(),
        };
        let mut partition_by = base.partition_by;
        for key in &spec.partition_by {
            partition_by.push(self.typed_expr(key, place));
        }
        let mut order_by = base.order_by;
        for item in &spec.order_by {
            let expr = self.typed_expr(&item.expr, place);
            order_by.push(sort_key(expr, item));
        }
        let frame = match &spec.frame {
            Some(frame) => Some(self.frame(frame, &order_by, place)?),
            None => base.frame,
        };
        Some(Window { partition_by, order_by, frame })
    }

    fn frame(&mut self, frame: &ast::WindowFrame, order_by: &[SortKey], place: Place<'_>) -> Option<Frame> {
        let unit = match frame.unit {
            ast::FrameUnit::Rows => FrameUnit::Rows,
            ast::FrameUnit::Range => FrameUnit::Range,
            ast::FrameUnit::Groups => {
                self.unsupported(frame.span, "a frame in GROUPS");
                return None;
            }
        };
        if !matches!(frame.exclude, None | Some(ast::FrameExclusion::NoOthers)) {
            self.unsupported(frame.span, "EXCLUDE in a frame");
            return None;
        }
        let start = self.frame_bound(&frame.start, unit, order_by, place)?;
        let end = match &frame.end {
            Some(end) => self.frame_bound(end, unit, order_by, place)?,
            None => FrameBound::CurrentRow,
        };
        if matches!(start, FrameBound::UnboundedFollowing)
            || matches!(end, FrameBound::UnboundedPreceding)
            || position(&start) > position(&end)
        {
            let diagnostic = Diagnostic::error(INVALID_WINDOW, frame.span, "the frame ends before it starts")
                .with_help("Write BETWEEN the earlier bound AND the later one.");
            self.report(match (&start, &end) {
                (FrameBound::Following(_), FrameBound::Preceding(_)) => {
                    diagnostic.flink_validator("Upper frame boundary cannot be PRECEDING when lower boundary is FOLLOWING")
                }
                _ => diagnostic,
            });
            return None;
        }
        Some(Frame { unit, start, end })
    }

    fn frame_bound(&mut self, bound: &ast::FrameBound, unit: FrameUnit, order_by: &[SortKey], place: Place<'_>) -> Option<FrameBound> {
        Some(match bound {
            ast::FrameBound::UnboundedPreceding => FrameBound::UnboundedPreceding,
            ast::FrameBound::CurrentRow => FrameBound::CurrentRow,
            ast::FrameBound::UnboundedFollowing => FrameBound::UnboundedFollowing,
            ast::FrameBound::Preceding(expr) => FrameBound::Preceding(self.frame_offset(expr, unit, order_by, place)?),
            ast::FrameBound::Following(expr) => FrameBound::Following(self.frame_offset(expr, unit, order_by, place)?),
        })
    }

    fn frame_offset(&mut self, expr: &ast::Expr, unit: FrameUnit, order_by: &[SortKey], place: Place<'_>) -> Option<Expr> {
        let offset = self.typed_expr(expr, place);
        let kind = &offset.data_type.kind;
        let of_rows = "ROWS value must be a non-negative integral constant";
        let problem = match unit {
            _ if offset.data_type.is_unknown() => return None,
            _ if !offset.is_constant() => Some(("is not constant", of_rows)),
            FrameUnit::Rows if !kind.is_integer() => Some(("is not a whole number of rows", of_rows)),
            FrameUnit::Range if order_by.len() != 1 => {
                Some(("needs ORDER BY over exactly one column", "RANGE clause cannot be used with compound ORDER BY clause"))
            }
            FrameUnit::Range if !is_distance(kind, &order_by[0].expr.data_type.kind) => {
                Some(("is no distance between values of ORDER BY", "Data type of ORDER BY prohibits use of RANGE clause"))
            }
            _ if is_negative(&offset) => Some(("is negative", of_rows)),
            _ => None,
        };
        if let Some((problem, flink)) = problem {
            let text = self.snippet(offset.span).to_owned();
            let diagnostic = Diagnostic::error(INVALID_WINDOW, offset.span, format!("the frame bound '{text}' {problem}"));
            self.report(diagnostic.flink_validator(flink));
            return None;
        }
        Some(offset)
    }
}

/// A sort key with Flink's rule for NULL.
pub(crate) fn sort_key(expr: Expr, item: &ast::OrderItem) -> SortKey {
    let key = SortKey::new(expr, item.descending.unwrap_or(false));
    SortKey { nulls_first: item.nulls_first.unwrap_or(key.nulls_first), ..key }
}

/// Whether values of the order can be that far apart: numbers by a number, times by an interval.
fn is_distance(offset: &TypeKind, order: &TypeKind) -> bool {
    (offset.is_interval() && order.is_datetime()) || (offset.is_numeric() && order.is_numeric()) || *order == TypeKind::Unknown
}

fn is_negative(expr: &Expr) -> bool {
    match expr.as_literal() {
        Some(Value::Int(value)) => *value < 0,
        Some(Value::Decimal(value)) => *value < 0,
        Some(Value::IntervalMillis(value)) => *value < 0,
        Some(Value::IntervalMonths(value)) => *value < 0,
        _ => false,
    }
}

/// A default that is longer than the VARCHAR of the value is not cut; one for a CHAR is.
fn with_room_for(value: LogicalType, default: &LogicalType) -> LogicalType {
    match (&value.kind, &default.kind) {
        (TypeKind::Varchar(length), TypeKind::Char(other) | TypeKind::Varchar(other)) if other > length => {
            LogicalType { kind: TypeKind::Varchar(*other), ..value }
        }
        _ => value,
    }
}

/// Up to the current row and its peers, or the whole partition when there is no order.
fn default_frame(window: &Window) -> Frame {
    let end = if window.order_by.is_empty() { FrameBound::UnboundedFollowing } else { FrameBound::CurrentRow };
    whole_frame(FrameUnit::Range, end)
}

fn whole_frame(unit: FrameUnit, end: FrameBound) -> Frame {
    Frame { unit, start: FrameBound::UnboundedPreceding, end }
}

/// Where a bound lies: before, at or after the current row.
fn position(bound: &FrameBound) -> i8 {
    match bound {
        FrameBound::UnboundedPreceding => -2,
        FrameBound::Preceding(_) => -1,
        FrameBound::CurrentRow => 0,
        FrameBound::Following(_) => 1,
        FrameBound::UnboundedFollowing => 2,
    }
}

/// Flink takes a frame with an offset for one that may have no rows.
fn has_offset(frame: &Frame) -> bool {
    [&frame.start, &frame.end].into_iter().any(|bound| matches!(bound, FrameBound::Preceding(_) | FrameBound::Following(_)))
}
