//! UNNEST: one row for each element of a collection.

use super::from::From;
use super::one_row;
use crate::bound::{Column, Expr, Relation, RelationKind, Unnest};
use crate::columns::Scope;
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, INVALID_ARGUMENTS};
use crate::expr::{Clause, Place};
use diag::Diagnostic;
use sql::ast::{self, TableRef};
use table::{LogicalType, TypeKind};

impl Resolver<'_> {
    /// UNNEST of something that no table is needed for.
    pub(super) fn unnest_alone(&mut self, exprs: &[ast::Expr], ordinality: bool, item: &TableRef, scope: &Scope<'_>) -> From {
        let left = From { relation: one_row(item.span), tables: Vec::new(), merged: Vec::new(), dimension: None };
        self.unnest(left, exprs, ordinality, false, item, scope)
    }

    /// The rows of the left side, each with each element of its collection.
    pub(super) fn unnest(
        &mut self,
        left: From,
        exprs: &[ast::Expr],
        ordinality: bool,
        outer: bool,
        item: &TableRef,
        scope: &Scope<'_>,
    ) -> From {
        let place = Place::new(scope, Clause::From);
        let mut collections = exprs.iter().map(|expr| self.typed_expr(expr, place)).collect::<Vec<_>>();
        if collections.len() != 1 {
            self.unsupported(item.span, "UNNEST of several collections");
        }
        let elements = match collections.pop() {
            Some(collection) => self.element_columns(&collection).map(|columns| (collection, columns)),
            None => None,
        };
        let Some((collection, mut columns)) = elements else {
            let relation = self.failed(item.span);
            let right = self.with_alias(relation, item.alias.as_ref(), None);
            let span = left.relation.span.to(item.span);
            return Self::pair(left, right, crate::bound::JoinKind::Inner, span);
        };
        if ordinality {
            columns.push(self.column("ORDINALITY", LogicalType::not_null(TypeKind::Int)));
        }
        for column in columns.iter_mut().filter(|_| outer) {
            column.data_type.nullable = true;
        }
        // The alias is checked on a relation of the elements alone.
        let elements = Relation::new(RelationKind::Values(Vec::new()), columns, item.span);
        let named = self.with_alias(elements, item.alias.as_ref(), None);
        let span = left.relation.span.to(item.span);
        let columns = left.relation.columns.iter().chain(&named.relation.columns).cloned().collect();
        let unnest = Unnest { input: left.relation, collection, ordinality, outer };
        let relation = Relation::new(RelationKind::Unnest(Box::new(unnest)), columns, span);
        let tables = left.tables.into_iter().chain(named.tables).collect();
        From { relation, tables, merged: left.merged, dimension: None }
    }

    /// A column for each field of a row element, key and value of a map, or one for the element; `None` after a report.
    fn element_columns(&mut self, collection: &Expr) -> Option<Vec<Column>> {
        match &collection.data_type.kind {
            TypeKind::Array(element) | TypeKind::Multiset(element) => match &element.kind {
                TypeKind::Row(fields) | TypeKind::Structured { fields, .. } => {
                    let nullable = element.nullable;
                    Some(fields.iter().map(|f| self.column(&f.name, f.data_type.clone().or_nullable(nullable))).collect())
                }
                _ => Some(vec![self.column("EXPR$0", LogicalType::clone(element))]),
            },
            TypeKind::Map(key, value) => {
                Some(vec![self.column("KEY", LogicalType::clone(key)), self.column("VALUE", LogicalType::clone(value))])
            }
            TypeKind::Unknown => None,
            other => {
                let message = format!("UNNEST takes an ARRAY, MAP or MULTISET, not {other}");
                let given = collection.data_type.validator_text();
                let flink = format!("Cannot apply 'UNNEST' to arguments of type 'UNNEST(<{given}>)'.");
                self.report(Diagnostic::error(INVALID_ARGUMENTS, collection.span, message).flink_validator(flink));
                None
            }
        }
    }
}
