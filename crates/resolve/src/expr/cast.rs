//! CAST and TRY_CAST.

use super::Place;
use crate::bound::{Expr, ExprKind};
use crate::coercion::{cast_refusal, same_values};
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_CAST, UNSUPPORTED_EXPRESSION};
use crate::types::resolve_data_type;
use diag::{Diagnostic, Span};
use sql::ast::{self, CastKind, DataTypeKind, IntervalQualifier, TimeUnit};
use table::{LogicalType, TypeKind, Value};

impl Resolver<'_> {
    pub(super) fn cast(&mut self, expr: &ast::Expr, data_type: &ast::DataType, kind: CastKind, span: Span, place: Place<'_>) -> Expr {
        let mut to = resolve_data_type(data_type, &mut self.diagnostics);
        refuse_nulls_in_suffix(data_type, &mut to);
        let operand = self.expr(expr, place);
        if kind == CastKind::SafeCast {
            let diagnostic = Diagnostic::error(UNSUPPORTED_EXPRESSION, span, "SAFE_CAST is reserved but does nothing in Flink")
                .with_help("Write TRY_CAST.")
                .with_flink("java.lang.UnsupportedOperationException: This should never be called");
            return self.fail(span, diagnostic);
        }
        if let DataTypeKind::Interval(qualifier @ IntervalQualifier { end: Some(_), .. }) = &data_type.kind
            && operand.data_type.kind.is_numeric()
        {
            return self.number_to_units(&operand, qualifier, span);
        }
        if let Some(interval) = literal_interval(&operand, data_type) {
            return Expr::literal(interval, to.with_nullable(false), span);
        }
        self.cast_to(operand, to, kind == CastKind::TryCast, span)
    }

    fn number_to_units(&mut self, operand: &Expr, qualifier: &IntervalQualifier, span: Span) -> Expr {
        let units = self.snippet(qualifier.span).to_uppercase();
        let from = operand.data_type.validator_text();
        let diagnostic = Diagnostic::error(INVALID_CAST, span, format!("a number cannot be cast to an interval of several units, {units}"))
            .with_help("Cast it to an interval of one unit, such as INTERVAL SECOND.")
            .flink_validator(format!("Cast function cannot convert value of type {from} to type INTERVAL {units}"));
        self.fail(span, diagnostic)
    }

    /// A written cast of a resolved expression; the result is nullable when the operand is, or when failures become NULL.
    pub(crate) fn cast_to(&mut self, operand: Expr, to: LogicalType, try_cast: bool, span: Span) -> Expr {
        if to.is_unknown() {
            return unknown(span);
        }
        if operand.data_type.kind == TypeKind::Null {
            return Expr::literal(Value::Null, to.with_nullable(true), span);
        }
        if let Some((message, help, flink)) = cast_refusal(&operand.data_type, &to) {
            let diagnostic = Diagnostic::error(INVALID_CAST, span, message);
            let diagnostic = match flink.starts_with("The cast from") {
                true => diagnostic.flink_validation(flink),
                false => diagnostic.flink_validator(flink),
            };
            let diagnostic = match help {
                Some(help) => diagnostic.with_help(help),
                None => diagnostic,
            };
            return self.fail(span, diagnostic);
        }
        let data_type = to.with_nullable(operand.data_type.nullable || try_cast);
        if same_values(&operand.data_type.kind, &data_type.kind) {
            return Expr { data_type, span, ..operand };
        }
        Expr::new(ExprKind::Cast { expr: Box::new(operand), try_cast }, data_type, span)
    }
}

/// The elements of `INT ARRAY` are NOT NULL in a cast, other than those of `ARRAY<INT>` and of a column of either type.
fn refuse_nulls_in_suffix(written: &ast::DataType, to: &mut LogicalType) {
    let (DataTypeKind::Array(inner) | DataTypeKind::Multiset(inner), TypeKind::Array(element) | TypeKind::Multiset(element)) =
        (&written.kind, &mut to.kind)
    else {
        return;
    };
    let is_suffix = written.span.start == inner.span.start;
    if is_suffix {
        element.nullable &= inner.nullable == Some(true);
        refuse_nulls_in_suffix(inner, element);
    }
}

/// A whole number that is written out counts units of the interval; any other number is its months or milliseconds.
fn literal_interval(operand: &Expr, data_type: &ast::DataType) -> Option<Value> {
    let DataTypeKind::Interval(IntervalQualifier { start, end: None, .. }) = &data_type.kind else { return None };
    let &Value::Int(count) = operand.as_literal()? else { return None };
    Some(match start {
        TimeUnit::Year => Value::IntervalMonths(i32::try_from(count.checked_mul(12)?).ok()?),
        TimeUnit::Month => Value::IntervalMonths(i32::try_from(count).ok()?),
        TimeUnit::Day => Value::IntervalMillis(count.checked_mul(86_400_000)?),
        TimeUnit::Hour => Value::IntervalMillis(count.checked_mul(3_600_000)?),
        TimeUnit::Minute => Value::IntervalMillis(count.checked_mul(60_000)?),
        TimeUnit::Second => Value::IntervalMillis(count.checked_mul(1_000)?),
        _ => return None,
    })
}
