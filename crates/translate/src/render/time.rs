//! Watermarks: `withOffset(ts, ms)` in Blink, an expression over the time elsewhere.

use super::Renderer;
use crate::definition::TableDefinition;
use crate::diagnostics::NOT_IN_TARGET;
use diag::{Diagnostic, Span};
use sql::ast::{
    BinaryOp, DataTypeKind, Expr, ExprKind, FunctionArg, FunctionCall, FunctionName, Ident, IntervalQualifier, Literal, ObjectName,
    StringLiteral, StringPrefix, TimeUnit,
};
use sql::statements::create_table::{ColumnKind, WatermarkDef};

/// The units of an offset from the largest, with their milliseconds.
const UNITS: &[(TimeUnit, u64)] =
    &[(TimeUnit::Day, 86_400_000), (TimeUnit::Hour, 3_600_000), (TimeUnit::Minute, 60_000), (TimeUnit::Second, 1000)];

impl Renderer<'_> {
    /// Writes the watermark of a table for the target.
    pub(crate) fn watermark(&mut self, definition: &mut TableDefinition) {
        let Some(mut watermark) = definition.watermark.take() else { return };
        self.check_rowtime(definition, &watermark);
        let offset = match with_offset(&watermark) {
            Some(Ok(millis)) => Some(millis),
            Some(Err(diagnostic)) => {
                self.report(*diagnostic);
                None
            }
            None => interval_offset(&watermark),
        };
        if self.target.is_blink() {
            match offset {
                Some(millis) => watermark.strategy = call_with_offset(&watermark, millis),
                None => {
                    let message = "Blink has only watermarks that are a fixed time behind";
                    self.report(Diagnostic::error(NOT_IN_TARGET, watermark.strategy.span, message));
                }
            }
        } else {
            watermark.name = None;
            if let (Some(Ok(_)), Some(millis)) = (with_offset(&watermark), offset) {
                self.rewritten(watermark.strategy.span, "withOffset is written as a difference of the time and an interval");
                watermark.strategy = minus_interval(&watermark, millis);
            }
            let mut strategy = watermark.strategy.clone();
            self.expression(&mut strategy, Some(definition));
            watermark.strategy = strategy;
        }
        definition.watermark = Some(watermark);
    }

    /// The time of a watermark is a TIMESTAMP.
    fn check_rowtime(&mut self, definition: &TableDefinition, watermark: &WatermarkDef) {
        let Some(column) = watermark.column.parts.first().and_then(|name| definition.column(&name.value)) else { return };
        let ColumnKind::Typed { data_type, .. } = &column.kind else { return };
        if matches!(data_type.kind, DataTypeKind::Timestamp(_) | DataTypeKind::TimestampLtz(_)) {
            return;
        }
        let message = format!("column '{}' of a watermark is no TIMESTAMP but {data_type}", column.name.value);
        let help = "Add a computed column with the time, such as ts AS TO_TIMESTAMP(..), and let the watermark be for it.";
        self.report(Diagnostic::error(NOT_IN_TARGET, watermark.column.span, message).with_help(help));
    }
}

/// The milliseconds of withOffset, or what is wrong with it; `None` for any other strategy.
fn with_offset(watermark: &WatermarkDef) -> Option<Result<u64, Box<Diagnostic>>> {
    let ExprKind::Function(call) = &watermark.strategy.kind else { return None };
    if !call.name.name.last().value.eq_ignore_ascii_case("withOffset") {
        return None;
    }
    let wrong = |message: String| Some(Err(Box::new(Diagnostic::error(crate::diagnostics::SETTING, call.span, message))));
    let [FunctionArg::Expr(time), FunctionArg::Expr(offset)] = call.args.as_slice() else {
        return wrong("watermark function 'withOffset(<rowtime_field>, <offset>)' only accepts two arguments".into());
    };
    if !matches!(&time.kind, ExprKind::Column(name) if name.parts == watermark.column.parts) {
        return wrong("the first argument of 'withOffset' must be the rowtime field".into());
    }
    match &offset.kind {
        ExprKind::Literal(Literal::Integer(digits)) => match digits.parse() {
            Ok(millis) => Some(Ok(millis)),
            Err(_) => wrong(format!("the second argument of 'withOffset' must be an integer, but is {offset}")),
        },
        _ => wrong(format!("the second argument of 'withOffset' must be an integer, but is {offset}")),
    }
}

/// The milliseconds of `ts - INTERVAL ..`, and 0 for `ts`.
fn interval_offset(watermark: &WatermarkDef) -> Option<u64> {
    let is_time = |expr: &Expr| matches!(&expr.unnested().kind, ExprKind::Column(name) if name.parts == watermark.column.parts);
    let strategy = watermark.strategy.unnested();
    if is_time(strategy) {
        return Some(0);
    }
    let ExprKind::Binary { op: BinaryOp::Subtract, left, right, .. } = &strategy.kind else { return None };
    let ExprKind::Literal(Literal::Interval { negative: false, value, qualifier }) = &right.unnested().kind else { return None };
    let unit = UNITS.iter().find(|(unit, _)| *unit == qualifier.start).filter(|_| qualifier.end.is_none())?;
    if !is_time(left) {
        return None;
    }
    let (whole, fraction) = value.value.split_once('.').unwrap_or((&value.value, ""));
    let millis: u64 = if fraction.is_empty() { 0 } else { format!("{fraction:0<3}").get(..3)?.parse().ok()? };
    whole.parse::<u64>().ok()?.checked_mul(unit.1)?.checked_add(millis)
}

/// `withOffset(ts, millis)`
fn call_with_offset(watermark: &WatermarkDef, millis: u64) -> Expr {
    let span = watermark.strategy.span;
    let args = [ExprKind::Column(watermark.column.clone()), ExprKind::Literal(Literal::Integer(millis.to_string()))];
    let call = FunctionCall {
        name: FunctionName { project: None, name: single("withOffset", span) },
        args: args.into_iter().map(|kind| FunctionArg::Expr(Expr::new(kind, span))).collect(),
        quantifier: None,
        order_by: vec![],
        within_group: vec![],
        filter: None,
        nulls: None,
        over: None,
        parentheses: true,
        span,
    };
    Expr::new(ExprKind::Function(Box::new(call)), span)
}

/// `ts`, or `ts - INTERVAL 'n' UNIT` in the largest unit that divides the offset.
fn minus_interval(watermark: &WatermarkDef, millis: u64) -> Expr {
    let span = watermark.strategy.span;
    let time = Expr::new(ExprKind::Column(watermark.column.clone()), span);
    if millis == 0 {
        return time;
    }
    let unit = UNITS.iter().find(|(_, size)| millis.is_multiple_of(*size));
    let (start, size) = unit.copied().unwrap_or((TimeUnit::Second, 1000));
    let whole = millis / size;
    let text = if unit.is_some() { whole.to_string() } else { format!("{whole}.{:03}", millis % 1000) };
    let digits = whole.to_string().len() as u32;
    let start_precision = (digits > 2).then_some(digits);
    let qualifier = IntervalQualifier { start, start_precision, end: None, fraction_precision: None, span };
    let value = StringLiteral { value: text, prefix: StringPrefix::None, span };
    let interval = ExprKind::Literal(Literal::Interval { negative: false, value, qualifier });
    let right = Box::new(Expr::new(interval, span));
    Expr::new(ExprKind::Binary { op: BinaryOp::Subtract, op_span: span, left: Box::new(time), right }, span)
}

pub(crate) fn single(name: &str, span: Span) -> ObjectName {
    ObjectName { parts: vec![Ident::new(name, span)], span }
}
