//! INSERT: the target, its columns, and the types of the query beside those of the table.

mod columns;
mod partition;
mod types;

use crate::bound::{BoundInsert, BoundSink, Relation};
use crate::columns::Scope;
use crate::context::{Context, Resolver};
use crate::diagnostics::{FlinkText, NOT_NULL_LITERAL, OVERWRITE_NOT_SUPPORTED, VIEW_AS_TARGET};
use crate::diagnostics::{INVALID_METADATA, INVALID_PARTITION};
use crate::expr::{Clause, Place};
use crate::nested_json::mark_nested_json;
use crate::options::Role;
use crate::prune::prune_columns;
use crate::settings::Reference;
use ::options::TableOptions;
use diag::Diagnostic;
use sql::ast::{self, ExprKind as Ast, Literal, ObjectName, Query, QueryBody};
use sql::statements::dml::{Insert, StatementSet};
use table::catalog::{CatalogObject, CatalogTable, ObjectIdentifier};
use table::connector::{TableContext, TableFactory};
use table::{Column as TableColumn, ColumnKind};

/// Resolves an INSERT. The value is `None` when a mistake was found.
pub fn insert(context: &Context<'_>, insert: &Insert) -> (Option<BoundInsert>, Vec<Diagnostic>) {
    let mut resolved = resolve_in_mode(context, insert, context.streaming.unwrap_or(false));
    if context.streaming.is_none() && resolved.reads_unbounded {
        resolved = resolve_in_mode(context, insert, true);
    }
    (resolved.bound, resolved.diagnostics)
}

/// Resolves the statements of a statement set, which run in one mode: in streaming mode when one of them never ends. A statement with a
/// mistake is left out.
pub fn statement_set(context: &Context<'_>, set: &StatementSet) -> (Vec<BoundInsert>, Vec<Diagnostic>) {
    let in_mode = |streaming| -> Vec<Resolved> { set.inserts.iter().map(|insert| resolve_in_mode(context, insert, streaming)).collect() };
    let mut results = in_mode(context.streaming.unwrap_or(false));
    if context.streaming.is_none() && results.iter().any(|resolved| resolved.reads_unbounded) {
        results = in_mode(true);
    }
    let (mut bound, mut diagnostics) = (Vec::new(), Vec::new());
    for resolved in results {
        bound.extend(resolved.bound);
        diagnostics.extend(resolved.diagnostics);
    }
    (bound, diagnostics)
}

/// What an INSERT became in one mode.
struct Resolved {
    bound: Option<BoundInsert>,
    diagnostics: Vec<Diagnostic>,
    reads_unbounded: bool,
}

fn resolve_in_mode(context: &Context<'_>, insert: &Insert, streaming: bool) -> Resolved {
    let mut resolver = Resolver::new(context, streaming);
    let bound = resolver.insert(insert).filter(|_| !diag::has_errors(&resolver.diagnostics));
    // What cannot run is resolved all the same.
    if let Some(bound) = bound.as_ref().filter(|_| streaming) {
        resolver.check_streaming(&bound.relation);
    }
    let reads_unbounded = resolver.reads_unbounded;
    Resolved { bound, diagnostics: resolver.into_diagnostics(insert.span), reads_unbounded }
}

/// The table that is written.
struct Target<'t> {
    identifier: ObjectIdentifier,
    table: &'t CatalogTable,
    /// The columns that are written, in the order of the table.
    columns: Vec<&'t TableColumn>,
}

impl Resolver<'_> {
    fn insert(&mut self, insert: &Insert) -> Option<BoundInsert> {
        let Some(found) = self.find_target(&insert.target) else {
            self.query(&insert.query, None);
            return None;
        };
        let CatalogObject::Table(table) = &found.object else {
            let name = found.identifier.summary();
            let diagnostic = Diagnostic::error(VIEW_AS_TARGET, insert.target.span, format!("'{name}' is a view, which cannot be written"));
            self.report(diagnostic);
            self.query(&insert.query, None);
            return None;
        };
        let (table, mirror) = self.standing(&found.identifier, table, insert.target.span);
        match mirror {
            Some(side) => {
                let behind = self.mirrored(&found.identifier, &side, insert.target.span)?;
                let insert = self.mirror_insert(insert, &found.identifier, &table, &side, &behind);
                let reference = Reference::of(CatalogTable::clone(&behind));
                let hints = self.hint_options(&insert.hints);
                let hints = self.with_bind_behind(&found.identifier, &side, &hints);
                self.insert_into(&insert, &found.identifier, reference, &hints)
            }
            None => {
                let reference = self.reference(&found.identifier, &table, &insert.hints, None, Role::Sink);
                let hints = self.hint_options(&insert.hints);
                self.insert_into(insert, &found.identifier, reference, &hints)
            }
        }
    }

    /// Writes to a table, which the script calls by this name.
    fn insert_into(
        &mut self,
        insert: &Insert,
        identifier: &ObjectIdentifier,
        reference: Reference,
        hints: &TableOptions,
    ) -> Option<BoundInsert> {
        let Reference { table, declared, .. } = reference;
        let reported = self.diagnostics.len();
        let table = self.cropped(&table, identifier, &insert.hints).unwrap_or(table);
        if diag::has_errors(&self.diagnostics[reported..]) {
            // Which columns are left for the query is not known.
            self.query(&insert.query, None);
            return None;
        }
        let target = Target { identifier: identifier.clone(), table: &table, columns: table.schema.persisted().collect() };
        let options = self.effective_options(identifier, &table, hints);
        let sink = self.table_context(identifier, &table, options, Role::Sink, insert.target.span);
        let static_partition = self.static_partition(insert, &target);
        let listed = self.target_columns(insert, &target, &static_partition);
        let relation = self.insert_query(&insert.query, listed.as_deref(), &target);
        let relation = self.sink_columns(relation, insert, &target, listed?, &static_partition)?;
        let (factory, context) = sink?;
        self.check_overwrite(insert, factory, &target);
        self.check_metadata(insert, factory, &context, &target);
        let mut relation = relation;
        mark_nested_json(&mut relation);
        prune_columns(&mut relation);
        self.report_missing_fields(&relation);
        self.report_failing(&relation);
        let request = self.sink_request(insert, &static_partition);
        Some(BoundInsert {
            relation,
            sink: BoundSink { factory, table: context, request, declared },
            streaming: self.streaming,
            span: insert.query.span,
        })
    }

    /// Columns of metadata are written, too, unless they are VIRTUAL.
    fn check_metadata(&mut self, insert: &Insert, factory: &'static dyn TableFactory, context: &TableContext, target: &Target<'_>) {
        let is_written = |column: &&table::Column| matches!(column.kind, ColumnKind::Metadata { is_virtual: false, .. });
        let Some(column) = target.table.schema.columns.iter().find(is_written) else { return };
        if factory.metadata(&context.options).iter().any(|metadata| metadata.writable) {
            return;
        }
        let table = target.identifier.summary();
        let message =
            format!("column '{}' of table '{table}' is metadata, which connector '{}' does not write", column.name, factory.identifier());
        let diagnostic = Diagnostic::error(INVALID_METADATA, insert.target.span, message).flink_validation(format!(
            "Table '{table}' declares persistable metadata columns, but the underlying DynamicTableSink doesn't implement the \
             SupportsWritingMetadata interface. If the column should not be persisted, it can be declared with the VIRTUAL keyword."
        ));
        let diagnostic = match column.span.is_none() {
            true => diagnostic,
            false => diagnostic.with_label(column.span, "the column"),
        };
        self.report(diagnostic.with_help(format!("Declare it as VIRTUAL: {} {} METADATA VIRTUAL.", column.name, column.data_type.kind)));
    }

    fn find_target(&mut self, name: &ObjectName) -> Option<table::catalog::FoundObject> {
        let before = self.diagnostics.len();
        let found = self.find_object(name);
        let parts: Vec<&str> = name.parts.iter().map(|part| part.value.as_str()).collect();
        if found.is_none()
            && let Some(identifier) = self.context.catalogs.qualify_in(&self.namespace, &parts)
        {
            let catalogs = self.context.catalogs.catalog_names().join(", ");
            let flink = format!("Cannot find table '{identifier}' in any of the catalogs [{catalogs}], nor as a temporary table.");
            let said = self.diagnostics.split_off(before);
            self.diagnostics.extend(said.into_iter().map(|diagnostic| diagnostic.flink_validation(&flink)));
        }
        found
    }

    /// The query; rows of VALUES may have NULL without a type where the column tells it.
    fn insert_query(&mut self, query: &Query, listed: Option<&[usize]>, target: &Target<'_>) -> Relation {
        if let (QueryBody::Values(values), None, Some(listed)) = (&query.body, &query.with, listed)
            && query.order_by.is_empty()
            && values.rows.iter().all(|row| row.fields.len() == listed.len())
            && values.rows.iter().flat_map(|row| &row.fields).any(is_null_literal)
        {
            return self.typed_values(values, listed, target);
        }
        self.query(query, None)
    }

    /// VALUES with NULLs: Flink refuses them, but the target's column says what they are.
    fn typed_values(&mut self, values: &ast::Values, listed: &[usize], target: &Target<'_>) -> Relation {
        let scope = Scope::new(None);
        let place = Place::new(&scope, Clause::Values);
        for field in values.rows.iter().flat_map(|row| &row.fields).filter(|field| is_null_literal(field)) {
            self.report(
                Diagnostic::error(NOT_NULL_LITERAL, field.span, "this NULL has no type")
                    .with_help(format!("Write CAST(NULL AS {}).", self.type_of_field(values, field, listed, target)))
                    .flink_validator("Illegal use of 'NULL'"),
            );
        }
        for field in values.rows.iter().flat_map(|row| &row.fields) {
            self.expr(field, place);
        }
        self.failed(values.span)
    }

    fn type_of_field(&self, values: &ast::Values, field: &ast::Expr, listed: &[usize], target: &Target<'_>) -> String {
        let position = values.rows.iter().find_map(|row| row.fields.iter().position(|other| std::ptr::eq(other, field)));
        let column = position.and_then(|position| target.columns.get(*listed.get(position)?));
        column.map_or("STRING".to_owned(), |column| column.data_type.kind.to_string())
    }

    fn check_overwrite(&mut self, insert: &Insert, factory: &'static dyn TableFactory, target: &Target<'_>) {
        let span = insert.target.span;
        if insert.overwrite && self.streaming {
            let diagnostic = Diagnostic::error(OVERWRITE_NOT_SUPPORTED, span, "INSERT OVERWRITE needs batch mode")
                .with_help("Use batch mode: --mode batch, or write INSERT INTO.")
                .with_flink("java.lang.IllegalStateException: Streaming mode not support overwrite.");
            self.report(diagnostic);
        }
        if insert.overwrite && !factory.abilities().overwrite {
            let table = target.identifier.summary();
            let message = format!("connector '{}' cannot replace the rows of table '{table}'", factory.identifier());
            let flink = format!(
                "INSERT OVERWRITE requires that the underlying DynamicTableSink of table '{table}' implements the SupportsOverwrite interface."
            );
            self.report(Diagnostic::error(OVERWRITE_NOT_SUPPORTED, span, message).with_help("Write INSERT INTO.").flink_validator(flink));
        }
        if let Some(partition) = &insert.partition
            && !factory.abilities().partitions
        {
            let message = format!("connector '{}' has no partitions", factory.identifier());
            self.report(Diagnostic::error(INVALID_PARTITION, partition.span, message));
        }
    }
}

fn is_null_literal(expr: &ast::Expr) -> bool {
    matches!(expr.unnested().kind, Ast::Literal(Literal::Null))
}
