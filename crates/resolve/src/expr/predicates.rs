//! Tests: IS, BETWEEN, LIKE, IN (list).

use super::{Place, negate, negate_if};
use crate::bound::{CaseBranch, Expr, ExprKind};
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, UNKNOWN_FUNCTION};
use diag::{Diagnostic, Span};
use sql::ast::{self, BinaryOp, IsTest, JsonKind, LikeKind, PeriodOp};
use table::function::FunctionDefinition;
use table::{LogicalType, TypeKind, Value};

impl Resolver<'_> {
    pub(super) fn is_test(&mut self, operand: &ast::Expr, test: IsTest, negated: bool, span: Span, place: Place<'_>) -> Expr {
        match test {
            IsTest::Null => {
                let operand = self.expr(operand, place);
                is_null(operand, negated)
            }
            IsTest::True | IsTest::False | IsTest::Unknown => {
                let operand = self.typed_expr(operand, place);
                self.is_truth(operand, test, negated, span)
            }
            IsTest::ASet | IsTest::Empty => self.no_plan(span, "IS A SET and IS EMPTY"),
        }
    }

    /// IS TRUE and its like never give NULL.
    fn is_truth(&mut self, operand: Expr, test: IsTest, negated: bool, span: Span) -> Expr {
        if !matches!(operand.data_type.kind, TypeKind::Boolean | TypeKind::Unknown) {
            let word = match test {
                IsTest::True => "TRUE",
                IsTest::False => "FALSE",
                _ => "UNKNOWN",
            };
            let message = format!("IS {word} asks about a condition, and this is {}", operand.data_type.kind);
            let given = operand.data_type.validator_text();
            let flink =
                format!("Cannot apply 'IS {word}' to arguments of type '<{given}> IS {word}'. Supported form(s): '<BOOLEAN> IS {word}'");
            return self.fail(span, Diagnostic::error(INVALID_ARGUMENTS, operand.span, message).flink_validator(flink));
        }
        let condition = match test {
            IsTest::Unknown => return is_null(operand, negated),
            IsTest::False => negate(operand),
            _ => operand,
        };
        if !condition.data_type.nullable {
            return negate_if(negated, condition);
        }
        let outcome = |value: bool| Expr::literal(Value::Boolean(value), LogicalType::boolean().with_nullable(false), span);
        let branches = vec![CaseBranch { condition, result: outcome(!negated) }];
        let kind = ExprKind::Case { branches, else_result: Some(Box::new(outcome(negated))) };
        Expr::new(kind, LogicalType::boolean().with_nullable(false), span)
    }

    /// `a IS NOT DISTINCT FROM b`: equal, and NULL is like NULL.
    pub(super) fn is_distinct(&mut self, left: &ast::Expr, right: &ast::Expr, negated: bool, span: Span, place: Place<'_>) -> Expr {
        let left = self.expr(left, place);
        let right = self.expr(right, place);
        let same = self.same(left, right, span);
        negate_if(!negated, same)
    }

    fn same(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        if let Some(FunctionDefinition::Scalar(function)) = self.context.functions.find("IS NOT DISTINCT FROM") {
            return self.call_scalar(function, vec![left, right], span);
        }
        let (left, right) = self.unify(left, right);
        let equal = self.operator(BinaryOp::Equal, left.clone(), right.clone(), span);
        let not_null = LogicalType::boolean().with_nullable(false);
        let no = Expr::literal(Value::Boolean(false), not_null.clone(), span);
        let equal = Expr { data_type: LogicalType { nullable: false, ..equal.data_type.clone() }, ..equal };
        let branches = vec![
            CaseBranch { condition: is_null(left, false), result: is_null(right.clone(), false) },
            CaseBranch { condition: is_null(right, false), result: no },
        ];
        Expr::new(ExprKind::Case { branches, else_result: Some(Box::new(equal)) }, not_null, span)
    }

    pub(super) fn is_json(&mut self, operand: &ast::Expr, kind: JsonKind, negated: bool, span: Span, place: Place<'_>) -> Expr {
        let name = match kind {
            JsonKind::Value => "IS JSON VALUE",
            JsonKind::Scalar => "IS JSON SCALAR",
            JsonKind::Array => "IS JSON ARRAY",
            JsonKind::Object => "IS JSON OBJECT",
        };
        let test = self.keyword_call(name, [Some(operand)], span, place);
        negate_if(negated, test)
    }

    /// `x BETWEEN low AND high` is `x >= low AND x <= high`; SYMMETRIC tries both orders.
    pub(super) fn between(&mut self, operands: [&ast::Expr; 3], symmetric: bool, negated: bool, span: Span, place: Place<'_>) -> Expr {
        let [value, low, high] = operands.map(|operand| self.expr(operand, place));
        let mut range = self.in_range(&value, &low, &high, span);
        if symmetric {
            let turned = self.in_range(&value, &high, &low, span);
            let data_type = range.data_type.clone();
            range = Expr::new(ExprKind::Or(vec![range, turned]), data_type, span);
        }
        negate_if(negated, range)
    }

    fn in_range(&mut self, value: &Expr, low: &Expr, high: &Expr, span: Span) -> Expr {
        let above = self.operator(BinaryOp::GreaterOrEqual, value.clone(), low.clone(), span);
        let below = self.operator(BinaryOp::LessOrEqual, value.clone(), high.clone(), span);
        let nullable = above.data_type.nullable || below.data_type.nullable;
        Expr::new(ExprKind::And(vec![above, below]), LogicalType::boolean().with_nullable(nullable), span)
    }

    pub(super) fn like(
        &mut self,
        operands: [&ast::Expr; 2],
        escape: Option<&ast::Expr>,
        kind: LikeKind,
        negated: bool,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        let name = match kind {
            LikeKind::Like => "LIKE",
            LikeKind::SimilarTo => "SIMILAR TO",
            LikeKind::ILike => return self.no_such_operator("ILIKE", "Write UPPER(a) LIKE UPPER(b).", span),
            LikeKind::RLike => return self.no_such_operator("RLIKE", "Write REGEXP(a, b).", span),
        };
        let test = self.keyword_call(name, [Some(operands[0]), Some(operands[1]), escape], span, place);
        negate_if(negated, test)
    }

    fn no_such_operator(&mut self, name: &str, help: &str, span: Span) -> Expr {
        let diagnostic = Diagnostic::error(UNKNOWN_FUNCTION, span, format!("operator {name} does not exist in Flink"))
            .with_help(help)
            .flink_validator(format!("No match found for function signature {name}"));
        self.fail(span, diagnostic)
    }

    /// `x IN (a)` is `x = a`.
    pub(super) fn in_list(&mut self, operand: &ast::Expr, list: &[ast::Expr], negated: bool, span: Span, place: Place<'_>) -> Expr {
        let operand = self.typed_expr(operand, place);
        let items = self.exprs(list, place);
        let test = match self.context.functions.find("IN") {
            Some(FunctionDefinition::Scalar(function)) if items.len() > 1 => {
                let args = std::iter::once(operand).chain(items).collect();
                self.call_scalar(function, args, span)
            }
            _ => self.any_of(BinaryOp::Equal, &operand, items, true, span),
        };
        negate_if(negated, test)
    }

    /// Whether a comparison holds for one (`any`) or for all items.
    pub(super) fn any_of(&mut self, op: BinaryOp, operand: &Expr, items: Vec<Expr>, any: bool, span: Span) -> Expr {
        let mut tests: Vec<Expr> = items
            .into_iter()
            .map(|item| {
                let span = item.span;
                self.operator(op, operand.clone(), item, span)
            })
            .collect();
        let nullable = tests.iter().any(|t| t.data_type.nullable);
        match tests.len() {
            1 => tests.remove(0),
            _ if any => Expr::new(ExprKind::Or(tests), LogicalType::boolean().with_nullable(nullable), span),
            _ => Expr::new(ExprKind::And(tests), LogicalType::boolean().with_nullable(nullable), span),
        }
    }

    /// Predicates over periods: pairs of a start and an end.
    pub(super) fn period(&mut self, op: PeriodOp, left: &ast::Expr, right: &ast::Expr, span: Span, place: Place<'_>) -> Expr {
        if op != PeriodOp::Overlaps {
            return self.no_plan(span, "a predicate over periods other than OVERLAPS");
        }
        let (Some([a, b]), Some([c, d])) = (self.period_of(left, place), self.period_of(right, place)) else {
            let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, span, "OVERLAPS compares two periods")
                .with_help("Write (start, end) OVERLAPS (start, end).");
            return self.fail(span, diagnostic);
        };
        self.call_named("OVERLAPS", vec![a, b, c, d], span)
    }

    /// The start and the end of `(start, end)` or `(start, interval)`.
    fn period_of(&mut self, expr: &ast::Expr, place: Place<'_>) -> Option<[Expr; 2]> {
        let ast::ExprKind::Row { fields, .. } = &expr.unnested().kind else { return None };
        let [start, end] = fields.as_slice() else { return None };
        let start = self.expr(start, place);
        let end = self.expr(end, place);
        Some([start, end])
    }
}

/// `e IS [NOT] NULL`
pub(super) fn is_null(expr: Expr, negated: bool) -> Expr {
    let span = expr.span;
    Expr::new(ExprKind::IsNull { expr: Box::new(expr), negated }, LogicalType::boolean().with_nullable(false), span)
}
