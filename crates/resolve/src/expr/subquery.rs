//! Subqueries in expressions: scalar, EXISTS, IN, ANY and ALL.

use super::Place;
use super::operators::symbol;
use crate::bound::{Expr, ExprKind, Relation, RelationKind, SubqueryTest};
use crate::coercion::{coerce, common, same_values};
use crate::columns::column_expr;
use crate::context::{Resolver, unknown};
use crate::diagnostics::{FlinkText, NO_COMMON_TYPE, SUBQUERY_COLUMNS};
use diag::{Diagnostic, Span};
use sql::ast::{self, BinaryOp, ExprKind as Ast, QuantifiedRight, Quantifier, Query};
use table::{LogicalType, TypeKind};

impl Resolver<'_> {
    pub(super) fn scalar_subquery(&mut self, query: &Query, span: Span, place: Place<'_>) -> Expr {
        let relation = self.query(query, Some(place.scope));
        match relation.columns.as_slice() {
            [column] => {
                let data_type = column.data_type.clone().without_time_attribute().with_nullable(true);
                Expr::new(ExprKind::ScalarSubquery(Box::new(relation)), data_type, span)
            }
            columns => {
                let fields: Vec<String> =
                    columns.iter().map(|c| format!("{} {}", c.data_type.validator_text(), c.name.to_uppercase())).collect();
                let message = format!("the subquery has {} columns, and a value is needed", columns.len());
                let flink = format!(
                    "Cannot apply '$SCALAR_QUERY' to arguments of type '$SCALAR_QUERY(<RECORDTYPE({})>)'. \
                     Supported form(s): '$SCALAR_QUERY(<RECORDTYPE(SINGLE FIELD)>)'",
                    fields.join(", ")
                );
                self.fail(span, Diagnostic::error(SUBQUERY_COLUMNS, span, message).flink_validator(flink))
            }
        }
    }

    pub(super) fn exists(&mut self, query: &Query, span: Span, place: Place<'_>) -> Expr {
        let relation = Box::new(self.query(query, Some(place.scope)));
        let kind = ExprKind::Subquery { test: SubqueryTest::Exists, relation };
        Expr::new(kind, LogicalType::boolean().with_nullable(false), span)
    }

    pub(super) fn in_subquery(&mut self, operand: &ast::Expr, query: &Query, negated: bool, span: Span, place: Place<'_>) -> Expr {
        let exprs = match &operand.unnested().kind {
            Ast::Row { fields, .. } => fields.iter().map(|field| self.typed_expr(field, place)).collect(),
            _ => vec![self.typed_expr(operand, place)],
        };
        let relation = self.query(query, Some(place.scope));
        if exprs.len() != relation.columns.len() {
            return self.wrong_columns(relation.columns.len(), exprs.len(), span);
        }
        let pairs = exprs.iter().zip(&relation.columns);
        let types: Vec<Option<LogicalType>> = pairs.map(|(expr, column)| common([&expr.data_type, &column.data_type])).collect();
        if let Some(wrong) = types.iter().position(Option::is_none) {
            let (left, right) = (&exprs[wrong].data_type, &relation.columns[wrong].data_type);
            if is_number_and_text(&left.kind, &right.kind) {
                let message = format!("IN compares {} with {}", left.kind, right.kind);
                let diagnostic = Diagnostic::error(NO_COMMON_TYPE, span, message).with_help("Cast one of them.").flink_table(format!(
                    "implicit type conversion between {} and {} is not supported on join's condition now",
                    left.validator_text(),
                    right.validator_text()
                ));
                return self.fail_late(span, diagnostic, LogicalType::boolean());
            }
            let message = format!("IN compares {} with {}", left.kind, right.kind);
            let diagnostic = Diagnostic::error(NO_COMMON_TYPE, span, message)
                .with_help("Cast one of them.")
                .flink_validator("Values passed to IN operator must have compatible types");
            return self.fail(span, diagnostic);
        }
        let types: Vec<LogicalType> = types.into_iter().flatten().collect();
        let nullable = exprs.iter().map(|e| e.data_type.nullable).chain(relation.columns.iter().map(|c| c.data_type.nullable)).any(|n| n);
        let exprs = exprs.into_iter().zip(&types).map(|(expr, to)| coerce(expr, to)).collect();
        let relation = Box::new(self.cast_columns(relation, &types));
        let kind = ExprKind::Subquery { test: SubqueryTest::In { exprs, negated }, relation };
        Expr::new(kind, LogicalType::boolean().with_nullable(nullable), span)
    }

    /// `x > ANY (..)`: over a list it is a chain of comparisons.
    pub(super) fn quantified(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        quantifier: Quantifier,
        right: &QuantifiedRight,
        span: Span,
        place: Place<'_>,
    ) -> Expr {
        let all = quantifier == Quantifier::All;
        let query = match right {
            QuantifiedRight::List(items) => {
                let operand = self.typed_expr(left, place);
                let items = self.exprs(items, place);
                return self.any_of(op, &operand, items, !all, span);
            }
            QuantifiedRight::Query(query) => query,
        };
        if (op == BinaryOp::Equal && !all) || (op == BinaryOp::NotEqual && all) {
            return self.in_subquery(left, query, all, span, place);
        }
        let operand = self.typed_expr(left, place);
        let relation = self.query(query, Some(place.scope));
        let [column] = relation.columns.as_slice() else {
            let count = relation.columns.len();
            return self.wrong_columns(count, 1, span);
        };
        let right = column_expr(column, query.span);
        let Some(name) = symbol(op) else { return unknown(span) };
        let comparison = self.call_named(name, vec![operand, right], span);
        let ExprKind::Call { .. } = &comparison.kind else { return Expr { span, ..comparison } };
        let test = SubqueryTest::Quantified { comparison: Box::new(comparison), all };
        let kind = ExprKind::Subquery { test, relation: Box::new(relation) };
        Expr::new(kind, LogicalType::boolean(), span)
    }

    fn wrong_columns(&mut self, given: usize, wanted: usize, span: Span) -> Expr {
        let noun = if wanted == 1 { "column" } else { "columns" };
        let message = format!("the subquery has {given} columns where {wanted} {noun} can be used");
        let diagnostic =
            Diagnostic::error(SUBQUERY_COLUMNS, span, message).flink_validator("Values passed to IN operator must have compatible types");
        self.fail(span, diagnostic)
    }

    /// A relation with its columns cast to types, where they differ.
    pub(crate) fn cast_columns(&mut self, relation: Relation, types: &[LogicalType]) -> Relation {
        let differs = |(column, to): (&crate::bound::Column, &LogicalType)| !same_values(&column.data_type.kind, &to.kind);
        if !relation.columns.iter().zip(types).any(differs) {
            return relation;
        }
        let span = relation.span;
        let exprs: Vec<Expr> = relation.columns.iter().zip(types).map(|(column, to)| coerce(column_expr(column, span), to)).collect();
        let names: Vec<String> = relation.columns.iter().map(|c| c.name.clone()).collect();
        let columns = names.into_iter().zip(&exprs).map(|(name, expr)| self.column(name, expr.data_type.clone())).collect();
        Relation::new(RelationKind::Project { input: Box::new(relation), exprs }, columns, span)
    }
}

/// Flink's validator lets a number be looked for among texts, and its planner does not.
fn is_number_and_text(left: &TypeKind, right: &TypeKind) -> bool {
    (left.is_numeric() && right.is_character()) || (left.is_character() && right.is_numeric())
}
