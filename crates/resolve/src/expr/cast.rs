//! CAST and TRY_CAST.

use super::Place;
use crate::bound::{Expr, ExprKind};
use crate::coercion::{cast_refusal, same_values};
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_CAST, UNSUPPORTED_EXPRESSION};
use crate::types::resolve_data_type;
use diag::{Diagnostic, Span};
use sql::ast::{self, CastKind};
use table::{LogicalType, TypeKind, Value};

impl Resolver<'_> {
    pub(super) fn cast(&mut self, expr: &ast::Expr, data_type: &ast::DataType, kind: CastKind, span: Span, place: Place<'_>) -> Expr {
        let to = resolve_data_type(data_type, &mut self.diagnostics);
        let operand = self.expr(expr, place);
        if kind == CastKind::SafeCast {
            let diagnostic = Diagnostic::error(UNSUPPORTED_EXPRESSION, span, "SAFE_CAST is reserved but does nothing in Flink")
                .with_help("Write TRY_CAST.")
                .with_flink("java.lang.UnsupportedOperationException: This should never be called");
            return self.fail(span, diagnostic);
        }
        self.cast_to(operand, to, kind == CastKind::TryCast, span)
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
