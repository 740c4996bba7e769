//! The columns of the query beside those of the table: their number and their types.

use super::Target;
use crate::bound::{Expr, ExprKind, Relation, RelationKind};
use crate::coercion::{CastSupport, can_assign, cast_support, coerce, same_values};
use crate::columns::column_expr;
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, SINK_MISMATCH};
use crate::query::has_any_column;
use diag::{Diagnostic, Span};
use sql::ast::{self, Query, QueryBody};
use sql::statements::dml::Insert;
use table::{LogicalType, TypeKind, Value};

impl Resolver<'_> {
    /// The written columns in the order of the table, each with its type: those of the query, fixed ones, NULL for the rest.
    pub(super) fn sink_columns(
        &mut self,
        relation: Relation,
        insert: &Insert,
        target: &Target<'_>,
        listed: Vec<usize>,
        fixed: &[(usize, Value)],
    ) -> Option<Relation> {
        let takes_any = target.columns.iter().any(|column| column.data_type.is_unknown() && column.name == "*");
        if takes_any || has_any_column(&relation.columns) {
            return None;
        }
        if relation.columns.len() != listed.len() {
            self.different_count(&relation, insert, target, listed.len());
            return None;
        }
        self.check_types(&relation, insert, target, &listed)?;
        let span = relation.span;
        let exprs: Vec<Expr> = target
            .columns
            .iter()
            .enumerate()
            .map(|(index, column)| match listed.iter().position(|listed| *listed == index) {
                Some(position) => coerce(column_expr(&relation.columns[position], span), &column.data_type),
                None => fixed_column(index, &column.data_type, fixed, span),
            })
            .collect();
        let columns = target.columns.iter().zip(&exprs).map(|(column, expr)| self.column(&column.name, expr.data_type.clone())).collect();
        Some(Relation::new(RelationKind::Project { input: Box::new(relation), exprs }, columns, span))
    }

    fn different_count(&mut self, relation: &Relation, insert: &Insert, target: &Target<'_>, wanted: usize) {
        let table = target.identifier.summary();
        let given = relation.columns.len();
        let message =
            format!("the query gives {given} {}, and table '{table}' takes {wanted}", if given == 1 { "column" } else { "columns" });
        let missing: Vec<&str> = target.columns.iter().skip(given).map(|c| c.name.as_str()).collect();
        let diagnostic = Diagnostic::error(SINK_MISMATCH, insert.query.span, message).flink_validation(mismatch_in_flink(
            relation,
            target,
            "Different number of columns.",
        ));
        self.report(match missing.is_empty() || !insert.columns.is_empty() {
            true => diagnostic,
            false => diagnostic.with_help(format!("Nothing is left for {}.", missing.join(", "))),
        });
    }

    fn check_types(&mut self, relation: &Relation, insert: &Insert, target: &Target<'_>, listed: &[usize]) -> Option<()> {
        let mut failed = false;
        for (position, index) in listed.iter().enumerate() {
            let (given, column) = (&relation.columns[position], target.columns[*index]);
            if can_assign(&given.data_type, &column.data_type) {
                continue;
            }
            failed = true;
            let span = item_span(&insert.query, position).unwrap_or(insert.query.span);
            let message = format!("column '{}' is {}, and the query gives {}", column.name, column.data_type.kind, given.data_type.kind);
            let cause = format!("Incompatible types for sink column '{}' at position {}.", column.name, index + 1);
            let diagnostic = Diagnostic::error(SINK_MISMATCH, span, message).flink_validation(mismatch_in_flink(relation, target, &cause));
            let diagnostic = match column.span.is_none() {
                true => diagnostic,
                false => diagnostic.with_label(column.span, format!("'{}' is declared here", column.name)),
            };
            self.report(match cast_support(&given.data_type.kind, &column.data_type.kind) {
                CastSupport::Explicit => diagnostic.with_help(format!("Write CAST(.. AS {}).", column.data_type.kind)),
                _ => diagnostic,
            });
        }
        (!failed).then_some(())
    }
}

/// A column that the query does not give.
fn fixed_column(index: usize, data_type: &LogicalType, fixed: &[(usize, Value)], span: Span) -> Expr {
    let Some((_, value)) = fixed.iter().find(|(column, _)| *column == index) else {
        return Expr::literal(Value::Null, data_type.clone().with_nullable(true), span);
    };
    let kind = match value {
        Value::Null => return Expr::literal(Value::Null, data_type.clone().with_nullable(true), span),
        Value::Boolean(_) => TypeKind::Boolean,
        Value::Int(_) => TypeKind::BigInt,
        Value::Double(_) => TypeKind::Double,
        Value::Date(_) => TypeKind::Date,
        Value::String(text) => TypeKind::Char(text.encode_utf16().count() as u32),
        _ => data_type.kind.clone(),
    };
    let literal = Expr::literal(value.clone(), LogicalType::not_null(kind), span);
    match same_values(&literal.data_type.kind, &data_type.kind) {
        true => literal,
        false => {
            let to = data_type.clone().with_nullable(true);
            Expr::new(ExprKind::Cast { expr: Box::new(literal), try_cast: false }, to, span)
        }
    }
}

/// The place of the expression that gives a column, where the query shows it.
fn item_span(query: &Query, position: usize) -> Option<Span> {
    match &query.body {
        QueryBody::Select(select) => {
            let plain = select.items.iter().all(|item| matches!(item, ast::SelectItem::Expr { .. }));
            match select.items.get(position) {
                Some(ast::SelectItem::Expr { expr, .. }) if plain => Some(expr.span),
                _ => None,
            }
        }
        QueryBody::Values(values) => Some(values.rows.first()?.fields.get(position)?.span),
        QueryBody::Nested(query) => item_span(query, position),
        _ => None,
    }
}

fn mismatch_in_flink(relation: &Relation, target: &Target<'_>, cause: &str) -> String {
    let table = target.identifier.summary();
    let query: Vec<String> = relation.columns.iter().map(|c| format!("{}: {}", c.name, c.data_type)).collect();
    let sink: Vec<String> = target.columns.iter().map(|c| format!("{}: {}", c.name, c.data_type)).collect();
    format!(
        "Column types of query result and sink for '{table}' do not match.\nCause: {cause}\n\nQuery schema: [{}]\nSink schema:  [{}]",
        query.join(", "),
        sink.join(", ")
    )
}
