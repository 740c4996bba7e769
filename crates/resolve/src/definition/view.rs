//! CREATE VIEW and ALTER VIEW.

use super::diagnostics::INVALID_VIEW;
use super::expand::expanded_query;
use super::{Definer, SQL_VALIDATE, VALIDATION};
use crate::Context;
use crate::context::{LateMistakes, Resolver};
use diag::{Diagnostic, Span};
use sql::ast::{Ident, Query, QueryBody, SelectItem};
use std::sync::Arc;
use table::catalog::CatalogView;
use table::{Column, Schema, SqlText};

/// What a view is made of.
#[derive(Clone, Debug)]
pub struct ViewParts<'n> {
    /// The column list; empty when there is none.
    pub columns: &'n [Ident],
    pub query: &'n Query,
    pub comment: Option<String>,
}

/// Reads the definition of a view.
pub fn view(context: &Context<'_>, statement: Span, parts: &ViewParts<'_>) -> (Option<CatalogView>, Vec<Diagnostic>) {
    let mut definer = Definer::new(context, statement);
    let view = definer.view(parts);
    (view, definer.diagnostics)
}

impl Definer<'_> {
    fn view(&mut self, parts: &ViewParts<'_>) -> Option<CatalogView> {
        // A check goes on with a view that has mistakes; whoever runs it stops at them.
        let (mut columns, _) = self.resolved_columns(parts.query);
        self.rename_columns(&mut columns, parts)?;
        let current = self.context.catalogs.current();
        Some(CatalogView {
            schema: Schema { columns, ..Schema::default() },
            query: SqlText {
                text: Arc::from(self.context.sources.snippet(parts.query.span)),
                span: parts.query.span,
                expanded: Arc::from(expanded_query(self.context, parts.query)),
            },
            current: (current.catalog.clone(), current.database.clone()),
            comment: parts.comment.clone(),
            span: self.statement,
        })
    }

    /// The columns of a query, in whatever mode it will run: that a source never ends is no mistake here.
    pub(super) fn query_columns(&mut self, query: &Query) -> Option<Vec<Column>> {
        let (columns, is_right) = self.resolved_columns(query);
        is_right.then_some(columns)
    }

    /// The columns of a query, and whether there are no mistakes in it.
    fn resolved_columns(&mut self, query: &Query) -> (Vec<Column>, bool) {
        let mut resolver = Resolver::new(self.context, true);
        resolver.late = LateMistakes::Warned;
        let relation = resolver.query(query, None);
        let failed = diag::has_errors(&resolver.diagnostics);
        self.diagnostics.extend(resolver.diagnostics);
        let columns = relation.columns.into_iter().map(|column| Column::physical(column.name, column.data_type)).collect();
        (columns, !failed)
    }

    fn rename_columns(&mut self, columns: &mut [Column], parts: &ViewParts<'_>) -> Option<()> {
        if let (Some(first), Some(last)) = (parts.columns.first(), parts.columns.last()) {
            if parts.columns.len() != columns.len() {
                self.column_count(columns, parts, first.span.to(last.span));
                return None;
            }
            for (column, name) in columns.iter_mut().zip(parts.columns) {
                column.name = name.value.clone();
                column.span = name.span;
            }
        }
        for (i, column) in columns.iter().enumerate() {
            if let Some(first) = columns[..i].iter().position(|earlier| earlier.name == column.name) {
                let place = |at: usize| item_span(parts.query, at).unwrap_or(parts.query.span);
                let position = self.position(place(first));
                let message = format!("the view has two columns '{}'", column.name);
                let span = if column.span.is_none() { place(i) } else { column.span };
                let diagnostic = Diagnostic::error(INVALID_VIEW, span, message)
                    .with_help("Give one of them another name: SELECT a, a AS b, or a column list after the name of the view.")
                    .with_flink(format!("{SQL_VALIDATE}: A column with the same name `{}` has been defined at {position}.", column.name));
                self.report(diagnostic);
                return None;
            }
        }
        Some(())
    }

    fn column_count(&mut self, columns: &[Column], parts: &ViewParts<'_>, span: Span) {
        let defined: Vec<_> = parts.columns.iter().map(|c| c.value.as_str()).collect();
        let given: Vec<_> = columns.iter().map(|c| c.name.as_str()).collect();
        let flink = format!(
            "{VALIDATION}: VIEW definition and input fields not match:\n\tDef fields: [{}].\n\tInput fields: [{}].",
            defined.join(", "),
            given.join(", ")
        );
        let message = format!("the view names {} columns, and its query has {}", defined.len(), given.len());
        let diagnostic =
            Diagnostic::error(INVALID_VIEW, span, message).with_note(format!("The query gives {}.", given.join(", "))).with_flink(flink);
        self.report(diagnostic);
    }
}

/// The item of SELECT that gives a column, where there is one for each.
fn item_span(query: &Query, at: usize) -> Option<Span> {
    let QueryBody::Select(select) = &query.body else { return None };
    if select.items.iter().any(|item| !matches!(item, SelectItem::Expr { .. })) {
        return None;
    }
    match select.items.get(at)? {
        SelectItem::Expr { expr, .. } => Some(expr.span),
        SelectItem::Star(span) | SelectItem::QualifiedStar { span, .. } => Some(*span),
    }
}
