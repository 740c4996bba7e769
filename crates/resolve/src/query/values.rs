//! VALUES: rows of expressions; each column has the common type of its fields.

use super::one_row;
use crate::bound::{Expr, Relation, RelationKind};
use crate::coercion::{coerce, common};
use crate::columns::Scope;
use crate::context::Resolver;
use crate::diagnostics::{COLUMN_COUNT, FlinkText, NO_COMMON_TYPE};
use crate::expr::{Clause, Place};
use diag::{Diagnostic, Span};
use sql::ast::Values;

const FLINK: &str = "Values passed to VALUES operator must have compatible types";

impl Resolver<'_> {
    pub(super) fn values(&mut self, values: &Values, parent: Option<&Scope<'_>>) -> Relation {
        let scope = Scope::new(parent);
        let place = Place::new(&scope, Clause::Values);
        let rows: Vec<(Vec<Expr>, Span)> =
            values.rows.iter().map(|row| (row.fields.iter().map(|field| self.typed_expr(field, place)).collect(), row.span)).collect();
        let Some((first, _)) = rows.first() else { return one_row(values.span) };
        let width = first.len();
        if let Some((row, span)) = rows.iter().find(|(row, _)| row.len() != width) {
            let message = format!("the row has {} fields, and the first row has {width}", row.len());
            self.report(Diagnostic::error(COLUMN_COUNT, *span, message).flink_validator(FLINK));
            return self.failed(values.span);
        }
        let mut types = Vec::with_capacity(width);
        for column in 0..width {
            match common(rows.iter().map(|(row, _)| &row[column].data_type)) {
                Some(data_type) => types.push(data_type),
                None => {
                    self.report(mixed_column(&rows, column));
                    return self.failed(values.span);
                }
            }
        }
        let rows = rows.into_iter().map(|(row, _)| row.into_iter().zip(&types).map(|(field, to)| coerce(field, to)).collect()).collect();
        let columns = types.into_iter().enumerate().map(|(i, data_type)| self.column(format!("EXPR${i}"), data_type)).collect();
        Relation::new(RelationKind::Values(rows), columns, values.span)
    }
}

/// Points at the first field that does not fit those above it.
fn mixed_column(rows: &[(Vec<Expr>, Span)], column: usize) -> Diagnostic {
    let fields: Vec<&Expr> = rows.iter().map(|(row, _)| &row[column]).collect();
    let wrong = (1..fields.len()).find(|end| common(fields[..=*end].iter().map(|f| &f.data_type)).is_none()).unwrap_or(0);
    let (field, first) = (fields[wrong], fields[0]);
    let message = format!("{} does not fit the {} above it", field.data_type.kind, first.data_type.kind);
    Diagnostic::error(NO_COMMON_TYPE, field.span, message)
        .with_label(first.span, format!("{} here", first.data_type.kind))
        .with_help("Cast them to one type.")
        .flink_validator(FLINK)
}
