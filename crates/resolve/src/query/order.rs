//! ORDER BY over the columns of a result: ordinals, names, expressions.

use crate::bound::{Column, Relation, RelationKind, SortKey};
use crate::columns::{Scope, column_expr};
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, INVALID_ORDINAL};
use crate::expr::{Clause, Place, sort_key};
use diag::{Diagnostic, Span};
use sql::ast::{self, ExprKind as Ast, Literal, OrderItem};

impl Resolver<'_> {
    /// Sorts by columns of the result: for set operations, VALUES and the like.
    pub(super) fn sort_output(&mut self, input: Relation, order_by: &[OrderItem]) -> Relation {
        if order_by.is_empty() {
            return input;
        }
        let scope = Scope::of_columns(None, &input.columns);
        let keys = order_by
            .iter()
            .filter_map(|item| {
                let expr = match ordinal(&item.expr) {
                    Some(digits) => column_expr(self.by_ordinal(digits, &input.columns, item.expr.span)?, item.expr.span),
                    None => self.typed_expr(&item.expr, Place::new(&scope, Clause::OrderBy)),
                };
                Some(sort_key(expr, item))
            })
            .collect();
        sort(input, keys)
    }

    /// The column of a position, counted from 1.
    pub(super) fn by_ordinal<'c>(&mut self, digits: &str, columns: &'c [Column], span: Span) -> Option<&'c Column> {
        let column = digits.parse::<usize>().ok().and_then(|position| columns.get(position.checked_sub(1)?));
        if column.is_none() && !super::has_any_column(columns) {
            let message = format!("ORDER BY {digits} names no column: there are {}", columns.len());
            self.report(Diagnostic::error(INVALID_ORDINAL, span, message).flink_validator("Ordinal out of range"));
        }
        column
    }
}

/// The digits of an expression that is a position.
pub(super) fn ordinal(expr: &ast::Expr) -> Option<&str> {
    match &expr.kind {
        Ast::Literal(Literal::Integer(digits)) => Some(digits),
        _ => None,
    }
}

/// Sorted, unless there is nothing to sort by.
pub(super) fn sort(input: Relation, keys: Vec<SortKey>) -> Relation {
    if keys.is_empty() {
        return input;
    }
    let (columns, span) = (input.columns.clone(), input.span);
    Relation::new(RelationKind::Sort { input: Box::new(input), keys }, columns, span)
}
