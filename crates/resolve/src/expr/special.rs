//! Functions with a syntax of their own: EXTRACT, FLOOR .. TO, TRIM, POSITION, TIMESTAMPADD and so on.
//!
//! Units become string constants: the first argument of EXTRACT, TIMESTAMPADD and TIMESTAMPDIFF, the second of FLOOR_TO and CEIL_TO.

use super::Place;
use crate::bound::Expr;
use crate::context::Resolver;
use crate::types::interval_kind;
use diag::Span;
use sql::ast::{self, BinaryOp, IntervalQualifier, TimeUnit, TrimSide};
use table::{LogicalType, TypeKind, Value};

impl Resolver<'_> {
    pub(super) fn extract(&mut self, unit: TimeUnit, expr: &ast::Expr, span: Span, place: Place<'_>) -> Expr {
        let operand = self.expr(expr, place);
        self.call_named("EXTRACT", vec![word(unit.keyword(), span), operand], span)
    }

    /// `FLOOR(e TO unit)` and `CEIL(e TO unit)`
    pub(super) fn round_to(&mut self, ceil: bool, expr: &ast::Expr, unit: TimeUnit, span: Span, place: Place<'_>) -> Expr {
        let operand = self.expr(expr, place);
        self.call_named(if ceil { "CEIL_TO" } else { "FLOOR_TO" }, vec![operand, word(unit.keyword(), span)], span)
    }

    pub(super) fn position(
        &mut self,
        needle: &ast::Expr,
        haystack: &ast::Expr,
        from: Option<&ast::Expr>,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        self.keyword_call("POSITION", [Some(needle), Some(haystack), from], span, place)
    }

    /// `TRIM([side] [characters] FROM s)`: the side and the characters are always given to the function.
    pub(super) fn trim(&mut self, side: TrimSide, characters: Option<&ast::Expr>, expr: &ast::Expr, span: Span, place: Place<'_>) -> Expr {
        let side = match side {
            TrimSide::Both => "BOTH",
            TrimSide::Leading => "LEADING",
            TrimSide::Trailing => "TRAILING",
        };
        let characters = match characters {
            Some(characters) => self.expr(characters, place),
            None => word(" ", span),
        };
        let operand = self.expr(expr, place);
        self.call_named("TRIM", vec![word(side, span), characters, operand], span)
    }

    pub(super) fn timestamp_function(&mut self, diff: bool, unit: TimeUnit, args: &[ast::Expr], span: Span, place: Place<'_>) -> Expr {
        let name = if diff { "TIMESTAMPDIFF" } else { "TIMESTAMPADD" };
        let mut bound = vec![word(unit.keyword(), span)];
        bound.extend(self.exprs(args, place));
        self.call_named(name, bound, span)
    }

    /// `(a - b) DAY TO SECOND`: the interval between two moments.
    pub(super) fn interval_difference(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        qualifier: &IntervalQualifier,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        let left = self.expr(left, place);
        let right = self.expr(right, place);
        let name = match interval_kind(qualifier) {
            TypeKind::IntervalYearMonth => "MINUS_DATE_MONTH",
            _ => "MINUS_DATE_DAY",
        };
        self.call_named(name, vec![left, right], span)
    }

    /// `INTERVAL e DAY`: a number of units.
    pub(super) fn interval_of(&mut self, expr: &ast::Expr, qualifier: &IntervalQualifier, span: Span, place: Place<'_>) -> Expr {
        let count = self.typed_expr(expr, place);
        let unit = match (interval_kind(qualifier), qualifier.start) {
            (TypeKind::IntervalYearMonth, TimeUnit::Year) => Value::IntervalMonths(12),
            (TypeKind::IntervalYearMonth, TimeUnit::Quarter) => Value::IntervalMonths(3),
            (TypeKind::IntervalYearMonth, _) => Value::IntervalMonths(1),
            (_, TimeUnit::Week) => Value::IntervalMillis(604_800_000),
            (_, TimeUnit::Day) => Value::IntervalMillis(86_400_000),
            (_, TimeUnit::Hour) => Value::IntervalMillis(3_600_000),
            (_, TimeUnit::Minute) => Value::IntervalMillis(60_000),
            _ => Value::IntervalMillis(1_000),
        };
        let unit = Expr::literal(unit, LogicalType::not_null(interval_kind(qualifier)), qualifier.span);
        self.operator(BinaryOp::Multiply, unit, count, span)
    }
}

/// A word of the syntax as a string constant.
fn word(text: &str, span: Span) -> Expr {
    Expr::literal(Value::String(text.to_owned()), LogicalType::not_null(TypeKind::Char(text.len() as u32)), span)
}
