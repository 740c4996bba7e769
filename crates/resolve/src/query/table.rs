//! References to tables and views: scans with metadata and computed columns, watermarks, expanded views.

use crate::bound::{Column, Expr, Relation, RelationKind, Scan};
use crate::coercion::{CastSupport, cast_support, coerce};
use crate::columns::{Scope, column_expr};
use crate::context::{LateMistakes, MirrorSide, Resolver, unknown};
use crate::diagnostics::{CYCLIC_VIEW, DEPRECATED_JOIN_WITH, FlinkText, INVALID_METADATA, UNBOUNDED_IN_BATCH};
use crate::expr::{Clause, Place};
use crate::hints::legacy_options;
use crate::options::Role;
use crate::settings::{KeySlot, Reference, TableKeys};
use ::options::{Layer, TableOptions};
use diag::{Diagnostic, Span};
use sql::ast::{NamedTable, Quote};
use std::sync::Arc;
use table::catalog::{CatalogObject, CatalogTable, CatalogView, FoundObject, Namespace, ObjectIdentifier};
use table::connector::{MetadataKey, ScanColumn, ScanSource, TableContext, TableFactory};
use table::{ColumnKind, LogicalType, Schema, SqlText, TimeAttribute, TypeKind};

impl Resolver<'_> {
    /// The rows of a table or view.
    pub(super) fn object(&mut self, found: &FoundObject, named: &NamedTable) -> Relation {
        let (hints, span) = (named.hints.as_slice(), named.name.span);
        match &found.object {
            CatalogObject::Table(table) => {
                self.refuse_crop_of_source(hints);
                let mut options = self.hint_options(hints);
                options.merge(&legacy_options(named.legacy_with.as_ref()));
                self.warn_of_join_with(named);
                let role = if named.system_time.is_some() { Role::Lookup } else { Role::Source };
                let (table, mirror) = self.standing(&found.identifier, table, span);
                let reference = self.reference(&found.identifier, &table, hints, named.legacy_with.as_ref(), role);
                let key = reference.table.schema.primary_key.clone().filter(|_| role == Role::Source);
                let relation = match mirror {
                    Some(side) => self.mirror(&found.identifier, reference, &side, &options, role, span),
                    None => {
                        let scan = self.scan(&found.identifier, &found.identifier, &reference, &options, role, span);
                        self.with_watermark(scan, &reference.table)
                    }
                };
                match key {
                    Some(key) => self.one_row_per_key(relation, &key.columns),
                    None => relation,
                }
            }
            CatalogObject::View(view) => {
                self.refuse_hints_on_view(hints, Some(&found.identifier));
                self.view(&found.identifier, view, span)
            }
        }
    }

    /// The rows of the table behind a mirror table, with the columns of the mirror and what the script adds to them.
    fn mirror(
        &mut self,
        identifier: &ObjectIdentifier,
        mirror: Reference,
        side: &MirrorSide,
        hints: &TableOptions,
        role: Role,
        span: Span,
    ) -> Relation {
        let Some(behind) = self.mirrored(identifier, side, span) else { return self.columns_of_failed_table(&mirror.table, span) };
        if self.context.layers.and_then(|layers| layers.stand_ins()).is_some_and(|stand_ins| stand_ins.has_rows(identifier)) {
            let table = CatalogTable { schema: mirror.table.schema, ..CatalogTable::clone(&behind) };
            let reference = Reference { table, keys: mirror.keys, declared: mirror.declared };
            let scan = self.scan(identifier, identifier, &reference, hints, role, span);
            return self.with_watermark(scan, &reference.table);
        }
        // SET reaches a table by the name that the script uses: that of the mirror table.
        let reference = Reference { table: CatalogTable::clone(&behind), keys: mirror.keys, declared: mirror.declared };
        let hints = self.with_bind_behind(identifier, side, hints);
        let scan = self.scan(identifier, &side.table, &reference, &hints, role, span);
        let scan = self.with_watermark(scan, &reference.table);
        let relation = self.mirror_columns(scan, identifier, &mirror.table, side);
        let relation = self.add_computed_columns(relation, &mirror.table);
        self.with_watermark(relation, &mirror.table)
    }

    /// Blink before 3.6 wrote hints like this.
    fn warn_of_join_with(&mut self, named: &NamedTable) {
        let Some(with) = &named.legacy_with else { return };
        let Some(engine) = self.context.layers.and_then(|layers| layers.engine()).filter(|engine| !engine.has_join_with()) else { return };
        let message = format!("JOIN .. WITH (..) is the hint of Blink before 3.6, and the engine is {engine}");
        let hints: Vec<String> =
            with.options.iter().map(|(key, value)| hint_text(&key.value, &crate::hints::literal_text(&value.value))).collect();
        let diagnostic = Diagnostic::warning(DEPRECATED_JOIN_WITH, with.span, message);
        let text = format!("/*+ {} */", hints.join(", "));
        self.report(diagnostic.with_fix(format!("Write {text}"), with.span, text));
    }

    /// Reads a table under the name that the script uses; `rows_of` is the table that has the rows.
    fn scan(
        &mut self,
        identifier: &ObjectIdentifier,
        rows_of: &ObjectIdentifier,
        reference: &Reference,
        hints: &TableOptions,
        role: Role,
        span: Span,
    ) -> Relation {
        let reported = self.diagnostics.len();
        let table = &reference.table;
        let mut options = self.effective_options(identifier, table, hints);
        let limits = self.take_key_options(&mut options, role);
        let stands_in = options.winner("connector").is_some_and(|connector| connector.origin.layer == Layer::CommandLine);
        let Some((factory, mut context)) = self.table_context(identifier, table, options, role, span) else {
            return self.columns_of_failed_table(table, span);
        };
        let options_hold = !diag::has_errors(&self.diagnostics[reported..]);
        let stand_in = self.stand_in(factory, &context, rows_of);
        let bounded = stand_in.is_some() || factory.is_bounded(&context.options);
        self.reads_unbounded |= !bounded;
        if !bounded && options_hold && !self.streaming && self.context.streaming == Some(false) {
            self.refuse_unbounded(identifier, factory.identifier(), span);
        }
        if stands_in && stand_in.is_none() {
            context.schema = Arc::new(as_in_a_file(&context.schema, &factory.metadata(&context.options)));
        }
        let (columns, scan_columns) = self.scan_columns(factory, &context);
        let keys = TableKeys { unique: reference.keys.unique.clone(), indexes: reference.keys.indexes.clone(), ..limits };
        let declared = reference.declared.clone();
        let scan = Scan { factory, table: context, columns: scan_columns, bounded, keys, declared, stand_in };
        let relation = Relation::new(RelationKind::Scan(Box::new(scan)), columns, span);
        let relation = self.cast_metadata(relation, table);
        self.add_computed_columns(relation, table)
    }

    /// What a test reads instead of a table.
    fn stand_in(
        &mut self,
        factory: &'static dyn TableFactory,
        context: &TableContext,
        rows_of: &ObjectIdentifier,
    ) -> Option<Arc<dyn ScanSource>> {
        let stand_ins = self.context.layers?.stand_ins()?;
        stand_ins.source(context, rows_of, factory).unwrap_or_else(|found| {
            self.diagnostics.extend(found);
            None
        })
    }

    fn with_watermark(&mut self, relation: Relation, table: &CatalogTable) -> Relation {
        match &table.schema.watermark {
            Some(watermark) if self.streaming => self.add_watermark(relation, watermark),
            _ => relation,
        }
    }

    /// When the connector is unknown, the columns are still known.
    fn columns_of_failed_table(&mut self, table: &CatalogTable, span: Span) -> Relation {
        let columns: Vec<Column> = table.schema.columns.iter().map(|c| self.column(&c.name, c.data_type.clone())).collect();
        let row = columns.iter().map(|column| Expr { data_type: column.data_type.clone(), ..unknown(span) }).collect();
        Relation::new(RelationKind::Values(vec![row]), columns, span)
    }

    fn refuse_unbounded(&mut self, identifier: &ObjectIdentifier, connector: &str, span: Span) {
        let table = identifier.summary();
        let message = format!("table '{table}' of connector '{connector}' never ends, which batch mode cannot read");
        let diagnostic = Diagnostic::error(UNBOUNDED_IN_BATCH, span, message)
            .with_help("Use streaming mode: SET 'execution.runtime-mode' = 'streaming'.")
            .flink_validation(format!(
                "Querying an unbounded table '{table}' in batch mode is not allowed. The table source is unbounded."
            ));
        self.report(diagnostic);
    }

    /// The physical and metadata columns, in the order of the schema, with the connector's types.
    fn scan_columns(&mut self, factory: &'static dyn TableFactory, context: &TableContext) -> (Vec<Column>, Vec<ScanColumn>) {
        let offered = factory.metadata(&context.options);
        let (mut columns, mut scan_columns) = (Vec::new(), Vec::new());
        let mut physical = 0;
        for column in &context.schema.columns {
            match (&column.kind, column.metadata_key()) {
                (ColumnKind::Physical, _) => {
                    columns.push(self.column(&column.name, column.data_type.clone()));
                    scan_columns.push(ScanColumn::Physical(physical));
                    physical += 1;
                }
                (_, Some(key)) => {
                    let data_type = match offered.iter().find(|metadata| metadata.key == key) {
                        Some(metadata) => metadata.data_type.clone(),
                        None => {
                            let source = factory.source_name().unwrap_or(factory.identifier());
                            self.unknown_metadata(key, column, context, source, offered.iter().map(|m| m.key.as_str()).collect());
                            column.data_type.clone()
                        }
                    };
                    columns.push(self.column(&column.name, data_type.clone()));
                    scan_columns.push(ScanColumn::Metadata { key: key.to_owned(), data_type });
                }
                _ => {}
            }
        }
        (columns, scan_columns)
    }

    fn unknown_metadata(&mut self, key: &str, column: &table::Column, context: &TableContext, source: &str, known: Vec<&str>) {
        let name = &column.name;
        let table = context.identifier.summary();
        let place = if column.span.is_none() { context.span } else { column.span };
        let message = format!("column '{name}' of table '{table}' reads metadata '{key}', which its connector does not have");
        let flink = match known.is_empty() {
            true => format!(
                "Table '{source}' declares metadata columns, but the underlying DynamicTableSource doesn't implement the \
                 SupportsReadingMetadata interface. Therefore, metadata cannot be read from the given source."
            ),
            false => format!("Invalid metadata key '{key}' in column '{name}' of table '{table}'."),
        };
        let diagnostic = Diagnostic::error(INVALID_METADATA, place, message).flink_validation(flink);
        let diagnostic = if place == context.span { diagnostic } else { diagnostic.with_label(context.span, "the table is read here") };
        self.report(match diag::suggest::nearest(key, known.iter().copied()) {
            Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
            None if known.is_empty() => diagnostic.with_note("It offers no metadata."),
            None => diagnostic.with_note(format!("It offers {}.", known.join(", "))),
        });
    }

    /// Casts metadata columns to their declared types.
    fn cast_metadata(&mut self, relation: Relation, table: &CatalogTable) -> Relation {
        let declared: Vec<&table::Column> = table.schema.columns.iter().filter(|c| !matches!(c.kind, ColumnKind::Computed(_))).collect();
        for (column, declared) in relation.columns.iter().zip(&declared) {
            if cast_support(&column.data_type.kind, &declared.data_type.kind) == CastSupport::None {
                let message = format!("metadata of type {} cannot be read as {}", column.data_type.kind, declared.data_type.kind);
                let place = if declared.span.is_none() { relation.span } else { declared.span };
                self.diagnostics.push(Diagnostic::error(INVALID_METADATA, place, message));
            }
        }
        let types: Vec<LogicalType> = declared.iter().map(|c| c.data_type.clone()).collect();
        self.cast_columns(relation, &types)
    }

    /// Puts computed columns at their places in the schema.
    fn add_computed_columns(&mut self, input: Relation, table: &CatalogTable) -> Relation {
        if !table.schema.columns.iter().any(|c| matches!(c.kind, ColumnKind::Computed(_))) {
            return input;
        }
        let span = input.span;
        let mut plain = input.columns.iter();
        let (mut exprs, mut columns) = (Vec::new(), Vec::new());
        for column in &table.schema.columns {
            let expr = match &column.kind {
                ColumnKind::Computed(text) => {
                    let expr = self.computed(text, &input.columns);
                    match column.data_type.is_unknown() {
                        true => expr,
                        false => coerce(expr, &column.data_type.clone().without_time_attribute()),
                    }
                }
                _ => plain.next().map_or_else(|| unknown(span), |column| column_expr(column, span)),
            };
            columns.push(self.column(&column.name, expr.data_type.clone()));
            exprs.push(expr);
        }
        Relation::new(RelationKind::Project { input: Box::new(input), exprs }, columns, span)
    }

    /// A computed column with a mistake fails only where a query needs it.
    fn computed(&mut self, text: &SqlText, columns: &[Column]) -> Expr {
        let before = std::mem::replace(&mut self.late, LateMistakes::WhenUsed);
        let expr = self.sql_text(text, columns);
        self.late = before;
        expr
    }

    fn add_watermark(&mut self, input: Relation, watermark: &table::Watermark) -> Relation {
        let [name] = watermark.column.as_slice() else {
            self.unsupported(watermark.span, "a watermark on a nested field");
            return input;
        };
        let Some(index) = input.columns.iter().position(|c| c.name == *name) else { return input };
        let strategy = self.sql_text(&watermark.strategy, &input.columns);
        let span = input.span;
        let mut columns = input.columns.clone();
        let column = columns[index].id;
        if let TypeKind::Timestamp { attribute, .. } | TypeKind::TimestampLtz { attribute, .. } = &mut columns[index].data_type.kind {
            *attribute = TimeAttribute::Rowtime;
        }
        Relation::new(RelationKind::Watermark { input: Box::new(input), column, strategy }, columns, span)
    }

    /// Resolves an expression of a definition over columns; messages point into the definition.
    fn sql_text(&mut self, text: &SqlText, columns: &[Column]) -> Expr {
        let (parsed, found) = sql::parse_expression(text.span.source, &text.text, text.span.start);
        self.diagnostics.extend(found);
        let Some(parsed) = parsed else { return unknown(text.span) };
        let scope = Scope::of_columns(None, columns);
        self.expr(&parsed, Place::new(&scope, Clause::Definition))
    }

    /// The query of a view, where its names meant what they mean.
    fn view(&mut self, identifier: &ObjectIdentifier, view: &CatalogView, span: Span) -> Relation {
        if self.views.contains(identifier) {
            let message = format!("view '{}' contains itself", identifier.summary());
            self.report(Diagnostic::error(CYCLIC_VIEW, span, message));
            return self.failed(span);
        }
        let (query, found) = sql::parse_query(view.query.span.source, &view.query.text, view.query.span.start);
        self.diagnostics.extend(found);
        let Some(query) = query else { return self.failed(span) };
        let (catalog, database) = view.current.clone();
        let namespace = std::mem::replace(&mut self.namespace, Namespace { catalog, database });
        let common_tables = std::mem::take(&mut self.common_tables);
        self.views.push(identifier.clone());
        let mut relation = self.query(&query, None);
        self.views.pop();
        self.common_tables = common_tables;
        self.namespace = namespace;
        for (column, declared) in relation.columns.iter_mut().zip(&view.schema.columns) {
            column.name.clone_from(&declared.name);
        }
        relation
    }

    /// `dual` has one row and no columns, unless there is a table of this name.
    pub(super) fn is_dual(&self, name: &sql::ast::ObjectName) -> bool {
        let [single] = name.parts.as_slice() else { return false };
        single.quote != Quote::Variable
            && single.value.eq_ignore_ascii_case("dual")
            && !matches!(self.context.catalogs.lookup_in(&self.namespace, &[&single.value]), Ok(table::catalog::Lookup::Found(_)))
    }
}

/// A file has no attributes of messages: what such columns read is in columns of the file.
fn as_in_a_file(schema: &Schema, offered: &[MetadataKey]) -> Schema {
    let mut schema = schema.clone();
    for column in &mut schema.columns {
        if column.metadata_key().is_some_and(|key| offered.iter().all(|metadata| metadata.key != key)) {
            column.kind = ColumnKind::Physical;
        }
    }
    schema
}

/// `(index, 'a, b')` as a hint.
fn hint_text(key: &str, value: &str) -> String {
    match KeySlot::parse(key) {
        Some(_) => format!("{}({value})", key.to_ascii_lowercase()),
        None => format!("OPTIONS('{key}'='{}')", value.replace('\'', "''")),
    }
}
