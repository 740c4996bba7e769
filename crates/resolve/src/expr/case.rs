//! CASE and the functions that are short forms of it.

use super::Place;
use super::predicates::is_null;
use crate::bound::{CaseBranch, Expr, ExprKind};
use crate::coercion::{coerce, common};
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS, NO_COMMON_TYPE, NOT_A_CONDITION};
use diag::{Diagnostic, Span};
use sql::ast::{self, BinaryOp};
use table::{LogicalType, TypeKind, Value};

impl Resolver<'_> {
    pub(super) fn case(
        &mut self,
        operand: Option<&ast::Expr>,
        branches: &[(ast::Expr, ast::Expr)],
        else_result: Option<&ast::Expr>,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        let operand = operand.map(|operand| self.expr(operand, place));
        let conditions: Vec<Expr> = branches
            .iter()
            .map(|(condition, _)| {
                let condition = self.expr(condition, place);
                match &operand {
                    Some(operand) => {
                        let span = condition.span;
                        self.operator(BinaryOp::Equal, operand.clone(), condition, span)
                    }
                    None => self.case_condition(condition),
                }
            })
            .collect();
        let results: Vec<Expr> = branches.iter().map(|(_, result)| self.expr(result, place)).collect();
        let else_result = else_result.map(|result| self.expr(result, place));
        self.case_of(conditions, results, else_result, span)
    }

    fn case_condition(&mut self, condition: Expr) -> Expr {
        if matches!(condition.data_type.kind, TypeKind::Boolean | TypeKind::Unknown | TypeKind::Null) {
            return coerce(condition, &LogicalType::boolean());
        }
        let message = format!("WHEN needs a condition, not {}", condition.data_type.kind);
        self.fail(condition.span, Diagnostic::error(NOT_A_CONDITION, condition.span, message).flink_validator("Expected a boolean type"))
    }

    fn case_of(&mut self, conditions: Vec<Expr>, results: Vec<Expr>, else_result: Option<Expr>, span: Span) -> Expr {
        let data_type = match common(results.iter().chain(&else_result).map(|e| &e.data_type)) {
            Some(data_type) => data_type.or_nullable(else_result.is_none()),
            None => {
                let types: Vec<String> = results.iter().chain(&else_result).map(|e| e.data_type.kind.to_string()).collect();
                let message = format!("the results of CASE have no common type: {}", distinct(types).join(", "));
                let diagnostic = Diagnostic::error(NO_COMMON_TYPE, span, message)
                    .with_help("Cast them to one type.")
                    .flink_validator("Illegal mixing of types in CASE or COALESCE statement");
                return self.fail(span, diagnostic);
            }
        };
        if data_type.kind == TypeKind::Null {
            let diagnostic = Diagnostic::error(NO_COMMON_TYPE, span, "all results of CASE are NULL without a type")
                .with_help("Give one a type: CAST(NULL AS STRING).")
                .flink_validator("ELSE clause or at least one THEN clause must be non-NULL");
            return self.fail(span, diagnostic);
        }
        let branches = conditions.into_iter().zip(results);
        let branches = branches.map(|(condition, result)| CaseBranch { condition, result: coerce(result, &data_type) }).collect();
        let else_result = else_result.map(|result| Box::new(coerce(result, &data_type)));
        Expr::new(ExprKind::Case { branches, else_result }, data_type, span)
    }

    /// COALESCE(a, b, ..), and IFNULL(a, b): the first that is not NULL.
    pub(crate) fn coalesce(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Expr {
        if args.is_empty() || (name == "IFNULL" && args.len() != 2) {
            return self.wrong_count(name, if name == "IFNULL" { 2 } else { 1 }, args.len(), span);
        }
        let Some(data_type) = common(args.iter().map(|a| &a.data_type)) else {
            let types: Vec<String> = args.iter().map(|e| e.data_type.kind.to_string()).collect();
            let message = format!("the arguments of {name} have no common type: {}", distinct(types).join(", "));
            let diagnostic = Diagnostic::error(NO_COMMON_TYPE, span, message).with_help("Cast them to one type.");
            return self.fail(span, diagnostic.flink_validation("Invalid input arguments."));
        };
        let data_type = data_type.with_nullable(args.iter().all(|a| a.data_type.nullable));
        let mut args: Vec<Expr> = args.into_iter().map(|arg| coerce(arg, &data_type)).collect();
        // What follows an argument that is never NULL is never needed.
        if let Some(last) = args.iter().position(|a| !a.data_type.nullable) {
            args.truncate(last + 1);
        }
        let Some(last) = args.pop() else { return unknown(span) };
        if args.is_empty() {
            return Expr { data_type, span, ..last };
        }
        let branches = args.into_iter().map(|arg| CaseBranch { condition: is_null(arg.clone(), true), result: arg }).collect();
        Expr::new(ExprKind::Case { branches, else_result: Some(Box::new(last)) }, data_type, span)
    }

    /// IF(condition, a, b)
    pub(super) fn if_call(&mut self, args: Vec<Expr>, span: Span) -> Expr {
        let [condition, then_result, else_result] = match <[Expr; 3]>::try_from(args) {
            Ok(args) => args,
            Err(args) => return self.wrong_count("IF", 3, args.len(), span),
        };
        let condition = self.case_condition(condition);
        let Some(data_type) = common([&then_result.data_type, &else_result.data_type]) else {
            let message = format!("the results of IF have no common type: {}, {}", then_result.data_type.kind, else_result.data_type.kind);
            return self.fail(span, Diagnostic::error(NO_COMMON_TYPE, span, message).with_help("Cast them to one type."));
        };
        let data_type = data_type.or_nullable(condition.data_type.nullable);
        let branches = vec![CaseBranch { condition, result: coerce(then_result, &data_type) }];
        Expr::new(ExprKind::Case { branches, else_result: Some(Box::new(coerce(else_result, &data_type))) }, data_type, span)
    }

    /// NULLIF(a, b): NULL where they are equal.
    pub(super) fn null_if(&mut self, args: Vec<Expr>, span: Span) -> Expr {
        let [value, other] = match <[Expr; 2]>::try_from(args) {
            Ok(args) => args,
            Err(args) => return self.wrong_count("NULLIF", 2, args.len(), span),
        };
        let condition = self.operator(BinaryOp::Equal, value.clone(), other, span);
        let data_type = value.data_type.clone().with_nullable(true);
        let null = Expr::literal(Value::Null, data_type.clone(), span);
        let branches = vec![CaseBranch { condition, result: null }];
        Expr::new(ExprKind::Case { branches, else_result: Some(Box::new(value)) }, data_type, span)
    }

    pub(super) fn wrong_count(&mut self, name: &str, wanted: usize, given: usize, span: Span) -> Expr {
        let noun = if wanted == 1 { "argument" } else { "arguments" };
        let diagnostic = Diagnostic::error(INVALID_ARGUMENTS, span, format!("function '{name}' takes {wanted} {noun}, not {given}"))
            .flink_validator(format!("Invalid number of arguments to function '{name}'. Was expecting {wanted} arguments"));
        self.fail(span, diagnostic)
    }
}

fn distinct(mut texts: Vec<String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    texts.retain(|text| seen.insert(text.clone()));
    texts
}
