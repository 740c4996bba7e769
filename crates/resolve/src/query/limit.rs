//! LIMIT, OFFSET and FETCH.

use crate::bound::{Relation, RelationKind};
use crate::context::Resolver;
use crate::diagnostics::INVALID_LIMIT;
use diag::Diagnostic;
use sql::ast::{Expr, ExprKind, Limit, Literal, Query};

impl Resolver<'_> {
    pub(super) fn limit(&mut self, input: Relation, query: &Query) -> Relation {
        let limit = match &query.limit {
            Some(Limit::Rows(rows)) => self.row_count(rows, "LIMIT"),
            _ => None,
        };
        let fetch = query.fetch.as_ref().and_then(|rows| self.row_count(rows, "FETCH"));
        let offset = query.offset.as_ref().and_then(|rows| self.row_count(rows, "OFFSET"));
        let fetch = limit.or(fetch);
        if fetch.is_none() && offset.is_none() {
            return input;
        }
        let (columns, span) = (input.columns.clone(), input.span);
        Relation::new(RelationKind::Limit { input: Box::new(input), offset: offset.unwrap_or(0), fetch }, columns, span)
    }

    fn row_count(&mut self, expr: &Expr, clause: &str) -> Option<u64> {
        let rows = match &expr.unnested().kind {
            ExprKind::Literal(Literal::Integer(digits)) => digits.parse().ok(),
            ExprKind::Error => return None,
            _ => None,
        };
        if rows.is_none() {
            let message = format!("{clause} needs a whole number of rows");
            self.report(Diagnostic::error(INVALID_LIMIT, expr.span, message).with_help(format!("Write {clause} 10.")));
        }
        rows
    }
}
