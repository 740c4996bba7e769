//! CREATE TABLE AS: the columns of a table made from a query.

use super::Definer;
use super::columns::with_near;
use super::create::{CreateTableQuery, TableBuilder};
use super::diagnostics::INVALID_TABLE_AS;
use super::{SQL_VALIDATE, VALIDATION};
use crate::coercion::{CastSupport, cast_support};
use diag::{Diagnostic, Span};
use sql::ast::{Ident, Query};
use sql::statements::create_table::{CreateTable, TableElement};
use std::collections::HashSet;
use table::{Column, ColumnKind, LogicalType, Schema, TypeKind};

impl Definer<'_> {
    /// The columns of a query as a table stores them.
    pub(super) fn stored_columns(&mut self, query: &Query) -> Option<Vec<Column>> {
        let mut columns = self.query_columns(query)?;
        let names = unique_names(columns.iter().map(|column| column.name.as_str()));
        for (column, name) in columns.iter_mut().zip(names) {
            column.name = name;
            column.data_type = stored_type(column.data_type.clone());
            column.span = query.span;
        }
        Some(columns)
    }

    /// Joins the declared columns with those of the query; also returns the latter.
    pub(super) fn add_query(
        &mut self,
        builder: &mut TableBuilder,
        node: &CreateTable,
        query: &Query,
        columns: Vec<Column>,
    ) -> Option<(CreateTableQuery, Vec<Column>)> {
        let names = columns.iter().map(|column| column.name.clone()).collect();
        let order: Vec<&Ident> = node.elements.iter().filter_map(bare_name).collect();
        if order.is_empty() {
            self.merge_columns(builder, columns.clone());
        } else {
            builder.schema.columns = self.reorder(&columns, &order, query.span)?;
        }
        Some((CreateTableQuery { query: Box::new(query.clone()), columns: names }, columns))
    }

    /// Columns that are only declared come first; a declared column of the query's gives it its type.
    fn merge_columns(&mut self, builder: &mut TableBuilder, columns: Vec<Column>) {
        let (declared, own): (Vec<_>, Vec<_>) =
            builder.schema.columns.drain(..).partition(|column| columns.iter().any(|c| c.name == column.name));
        builder.schema.columns = own;
        for column in columns {
            let found = declared.iter().find(|declared| declared.name == column.name);
            if let Some(declared) = found {
                self.check_not_computed(declared);
            }
            builder.schema.columns.push(found.cloned().unwrap_or(column));
        }
    }

    fn check_not_computed(&mut self, declared: &Column) {
        if let ColumnKind::Computed(_) = declared.kind {
            let name = &declared.name;
            let flink = format!(
                "A column named '{name}' already exists in the source schema. Computed columns cannot overwrite columns from source."
            );
            let diagnostic =
                Diagnostic::error(INVALID_TABLE_AS, declared.span, format!("computed column '{name}' is a column of the query too"))
                    .with_flink(format!("{VALIDATION}: {flink}"));
            self.report(diagnostic);
        }
    }

    /// Checks that the columns of the query fit the columns that are declared for them.
    pub(super) fn check_assigned(&mut self, schema: &Schema, given: &[Column]) {
        for (position, column) in schema.persisted().enumerate() {
            let Some(source) = given.iter().find(|given| given.name == column.name) else { continue };
            let fits = cast_support(&source.data_type.kind, &column.data_type.kind) == CastSupport::Implicit
                && (column.data_type.nullable || !source.data_type.nullable || source.data_type.is_unknown());
            if fits {
                continue;
            }
            let flink = format!(
                "{VALIDATION}: Incompatible types for sink column '{}' at position {}. The source column has type '{}', while the target \
                 column has type '{}'.",
                column.name,
                position + 1,
                source.data_type,
                column.data_type
            );
            let message = format!("column '{}' is {} in the query and cannot become {}", column.name, source.data_type, column.data_type);
            self.report(Diagnostic::error(INVALID_TABLE_AS, column.span, message).with_help("Cast it in the query.").with_flink(flink));
        }
    }

    fn reorder(&mut self, columns: &[Column], order: &[&Ident], query: Span) -> Option<Vec<Column>> {
        let list = order.iter().fold(order[0].span, |span, name| span.to(name.span));
        if order.len() != columns.len() {
            let names: Vec<_> = columns.iter().map(|c| c.name.as_str()).collect();
            let flink = "The number of columns in the column list must match the number of columns in the source schema.";
            let diagnostic = Diagnostic::error(INVALID_TABLE_AS, list, "the list does not name each column of the query once")
                .with_label(query, format!("gives {}", names.join(", ")))
                .with_flink(format!("{VALIDATION}: {flink}"));
            self.report(diagnostic);
            return None;
        }
        let mut ordered = Vec::with_capacity(columns.len());
        let mut used = HashSet::new();
        for name in order {
            let Some(column) = columns.iter().find(|column| column.name == name.value) else {
                let flink = format!("Column '{}' not found in the source schema.", name.value);
                let diagnostic = Diagnostic::error(INVALID_TABLE_AS, name.span, format!("the query has no column '{}'", name.value))
                    .with_flink(format!("{VALIDATION}: {flink}"));
                self.report(with_near(diagnostic, &name.value, columns.iter().map(|c| c.name.as_str())));
                return None;
            };
            if !used.insert(&name.value) {
                let diagnostic = Diagnostic::error(INVALID_TABLE_AS, name.span, format!("column '{}' is named twice", name.value));
                self.report(diagnostic.with_flink(format!("{SQL_VALIDATE}: A column named '{}' already exists.", name.value)));
                return None;
            }
            ordered.push(column.clone());
        }
        Some(ordered)
    }
}

fn bare_name(element: &TableElement) -> Option<&Ident> {
    match element {
        TableElement::Name(name) => Some(name),
        _ => None,
    }
}

/// A second column of a name gets a number: `a`, `a0`, `a1`.
fn unique_names<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut unique = Vec::new();
    for name in names {
        let mut candidate = name.to_string();
        let mut number = 0;
        while !taken.insert(candidate.clone()) {
            candidate = format!("{name}{number}");
            number += 1;
        }
        unique.push(candidate);
    }
    unique
}

/// The type of a column that stores a value: no time attribute, and text for a NULL without type.
fn stored_type(data_type: LogicalType) -> LogicalType {
    match data_type.kind {
        TypeKind::Null => LogicalType::string(),
        _ => data_type.without_time_attribute(),
    }
}
