//! Operators: arithmetic, comparison, logic, and the constructors of collections.

use super::{Place, negate};
use crate::bound::{Expr, ExprKind};
use crate::coercion::coerce;
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, NO_COMMON_TYPE};
use diag::{Diagnostic, Span};
use sql::ast::{self, BinaryOp, ExprKind as Ast, UnaryOp};
use table::{LogicalType, TypeKind};

impl Resolver<'_> {
    /// AND and OR.
    pub(super) fn logic(&mut self, exprs: &[ast::Expr], and: bool, span: Span, place: Place<'_>) -> Expr {
        let name = if and { "AND" } else { "OR" };
        let bound = self.exprs(exprs, place);
        let Some(bound) = self.check_nulls(name, bound) else { return crate::context::unknown(span) };
        if let Some(wrong) = bound.iter().position(|e| !is_boolean(e)) {
            let left = &bound[wrong.saturating_sub(1)];
            let right = &bound[wrong.max(1)];
            let given = format!("<{}> {name} <{}>", left.data_type.validator_text(), right.data_type.validator_text());
            let place = bound[wrong].span;
            let message = format!("{name} joins conditions, and this is {}", bound[wrong].data_type.kind);
            let flink = format!("Cannot apply '{name}' to arguments of type '{given}'. Supported form(s): '<BOOLEAN> {name} <BOOLEAN>'");
            return self.fail(span, Diagnostic::error(INVALID_ARGUMENTS, place, message).flink_validator(flink));
        }
        let nullable = bound.iter().any(|e| e.data_type.nullable);
        let kind = if and { ExprKind::And(bound) } else { ExprKind::Or(bound) };
        Expr::new(kind, LogicalType::boolean().with_nullable(nullable), span)
    }

    pub(super) fn not(&mut self, inner: &ast::Expr, span: Span, place: Place<'_>) -> Expr {
        let bound = self.typed_expr(inner, place);
        if is_boolean(&bound) {
            return Expr { span, ..negate(bound) };
        }
        let given = bound.data_type.validator_text();
        let message = format!("NOT turns a condition around, and this is {}", bound.data_type.kind);
        let flink = format!("Cannot apply 'NOT' to arguments of type 'NOT<{given}>'. Supported form(s): 'NOT<BOOLEAN>'");
        self.fail(span, Diagnostic::error(INVALID_ARGUMENTS, bound.span, message).flink_validator(flink))
    }

    pub(super) fn unary(&mut self, op: UnaryOp, operand: &ast::Expr, span: Span, place: Place<'_>) -> Expr {
        if let (UnaryOp::Minus, Ast::Literal(literal)) = (op, &operand.unnested().kind)
            && let Some(negative) = self.negative_literal(literal, span)
        {
            return negative;
        }
        let name = match op {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
        };
        let operand = self.expr(operand, place);
        if op == UnaryOp::Plus && (operand.data_type.kind.is_numeric() || operand.data_type.kind.is_interval()) {
            return operand;
        }
        self.call_named(name, vec![operand], span)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span, place: Place<'_>) -> Expr {
        let left = self.expr(left, place);
        let right = self.expr(right, place);
        self.operator(op, left, right, span)
    }

    /// An operator over resolved operands.
    pub(crate) fn operator(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        match symbol(op) {
            Some(name) => self.call_named(name, vec![left, right], span),
            None => self.no_plan_operator(op, span),
        }
    }

    fn no_plan_operator(&mut self, op: BinaryOp, span: Span) -> Expr {
        let name = match op {
            BinaryOp::MultisetUnion | BinaryOp::MultisetUnionAll => "MULTISET UNION",
            BinaryOp::MultisetIntersect => "MULTISET INTERSECT",
            BinaryOp::MultisetExcept => "MULTISET EXCEPT",
            BinaryOp::MemberOf => "MEMBER OF",
            _ => "SUBMULTISET OF",
        };
        self.no_plan(span, name)
    }

    /// `ARRAY[..]`
    pub(super) fn array(&mut self, elements: &[ast::Expr], span: Span, place: Place<'_>) -> Expr {
        let elements = self.exprs(elements, place);
        if elements.is_empty() {
            return self.empty_constructor("ARRAY", span);
        }
        self.call_named("ARRAY", elements, span)
    }

    /// `MAP[k, v, ..]`
    pub(super) fn map(&mut self, entries: &[ast::Expr], span: Span, place: Place<'_>) -> Expr {
        let entries = self.exprs(entries, place);
        if entries.is_empty() {
            return self.empty_constructor("MAP", span);
        }
        if !entries.len().is_multiple_of(2) {
            let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, span, "MAP needs a value for each key")
                .with_help("Write MAP['a', 1, 'b', 2].")
                .flink_validator("MAP requires an even number of arguments");
            return self.fail(span, diagnostic);
        }
        self.call_named("MAP", entries, span)
    }

    fn empty_constructor(&mut self, name: &str, span: Span) -> Expr {
        let diagnostic = Diagnostic::error(NO_COMMON_TYPE, span, format!("an empty {name} has no type"))
            .with_help(format!("Cast NULL to the type instead: CAST(NULL AS {name}<..>)."))
            .flink_validator("Require at least 1 argument");
        self.fail(span, diagnostic)
    }

    /// `ROW(..)` and `(a, b)`
    pub(super) fn row(&mut self, fields: &[ast::Expr], span: Span, place: Place<'_>) -> Expr {
        let fields = self.exprs(fields, place);
        self.row_of(fields, span)
    }

    pub(super) fn row_of(&mut self, fields: Vec<Expr>, span: Span) -> Expr {
        let nulls: Vec<Span> = fields.iter().filter(|f| f.data_type.kind == TypeKind::Null).map(|f| f.span).collect();
        if let Some(null) = nulls.first() {
            let diagnostic = Diagnostic::error(crate::diagnostics::NOT_NULL_LITERAL, *null, "this NULL in a ROW has no type")
                .with_help("Give it a type: CAST(NULL AS STRING).")
                .flink_validator("Illegal use of 'NULL'");
            return self.fail(span, diagnostic);
        }
        self.call_named("ROW", fields, span)
    }

    /// Casts both sides of a comparison to a common type where they have one.
    pub(super) fn unify(&mut self, left: Expr, right: Expr) -> (Expr, Expr) {
        match crate::coercion::common([&left.data_type, &right.data_type]) {
            Some(data_type) => (coerce(left, &data_type), coerce(right, &data_type)),
            None => (left, right),
        }
    }
}

/// The name under which the function of an operator is found; operators over multisets have none.
pub(crate) fn symbol(op: BinaryOp) -> Option<&'static str> {
    use BinaryOp as B;
    let has_function =
        !matches!(op, B::MultisetUnion | B::MultisetUnionAll | B::MultisetIntersect | B::MultisetExcept | B::MemberOf | B::SubmultisetOf);
    has_function.then(|| op.symbol())
}

fn is_boolean(expr: &Expr) -> bool {
    matches!(expr.data_type.kind, TypeKind::Boolean | TypeKind::Unknown)
}
