//! ALTER TABLE of columns: ADD, MODIFY, DROP, RENAME.

use super::super::Definer;
use super::super::columns::with_near;
use super::super::diagnostics::{INVALID_ALTER, NOT_SUPPORTED};
use super::{VALIDATION, watermark_def};
use diag::Diagnostic;
use sql::ast::{ExprKind, Ident, ObjectName};
use sql::statements::alter::{AlterElement, ColumnPosition};
use sql::statements::create_table::{self as ast, ColumnDef, TableElement};
use std::collections::BTreeSet;
use table::catalog::CatalogTable;
use table::{Column, ColumnKind, Schema, SqlText};

/// A column that is added or changed, and where it goes.
struct Change<'n> {
    def: &'n ColumnDef,
    position: Option<&'n ColumnPosition>,
}

impl Definer<'_> {
    pub(super) fn add(&mut self, table: &mut CatalogTable, elements: &[AlterElement]) -> Option<()> {
        let changes = self.column_changes(elements)?;
        for change in &changes {
            let name = &change.def.name;
            if table.schema.column(&name.value).is_some() {
                let flink = format!("Column `{}` already exists in the table.", name.value);
                return self.refuse(name.span, format!("the table has a column '{}' already", name.value), flink);
            }
            let column = self.changed_column(change.def, None);
            let at = self.position_in(&table.schema, change.position)?.unwrap_or(table.schema.columns.len());
            table.schema.columns.insert(at, column);
        }
        self.finish(table, elements, false)
    }

    pub(super) fn modify(&mut self, table: &mut CatalogTable, elements: &[AlterElement]) -> Option<()> {
        let changes = self.column_changes(elements)?;
        for change in &changes {
            let name = &change.def.name;
            let Some(old) = table.schema.index_of(&name.value) else {
                let flink = format!("Column `{}` does not exist in the table.", name.value);
                self.refuse(name.span, format!("the table has no column '{}'", name.value), flink);
                return self.suggest_column(&name.value, &table.schema);
            };
            let column = self.changed_column(change.def, Some(&table.schema.columns[old]));
            let target = self.position_in(&table.schema, change.position)?;
            table.schema.columns[old] = column;
            if let Some(target) = target {
                let column = table.schema.columns.remove(old);
                let target = if target > old { target - 1 } else { target };
                table.schema.columns.insert(target, column);
            }
        }
        self.finish(table, elements, true)
    }

    fn column_changes<'n>(&mut self, elements: &'n [AlterElement]) -> Option<Vec<Change<'n>>> {
        let mut changes: Vec<Change<'n>> = Vec::new();
        for element in elements {
            let TableElement::Column(def) = &element.element else { continue };
            if changes.iter().any(|change| change.def.name == def.name) {
                let flink = format!("Encounter duplicate column `{}`.", def.name.value);
                self.refuse(def.name.span, format!("column '{}' is named twice", def.name.value), flink)?;
            }
            changes.push(Change { def, position: element.position.as_ref() });
        }
        Some(changes)
    }

    /// The column, without the type of its expression, which [`Definer::settle`] finds; a comment stays when none is given.
    fn changed_column(&mut self, def: &ColumnDef, old: Option<&Column>) -> Column {
        let mut column = match &def.kind {
            ast::ColumnKind::Typed { .. } => self.column(def, &[]),
            ast::ColumnKind::Computed(expr) => Column {
                name: def.name.value.clone(),
                kind: ColumnKind::Computed(self.sql_text(expr)),
                data_type: table::LogicalType::new(table::TypeKind::Unknown),
                comment: def.comment.as_ref().map(|comment| comment.value.clone()),
                span: def.span,
            },
        };
        column.comment = column.comment.or_else(|| old.and_then(|old| old.comment.clone()));
        column
    }

    fn position_in(&mut self, schema: &Schema, position: Option<&ColumnPosition>) -> Option<Option<usize>> {
        match position {
            None => Some(None),
            Some(ColumnPosition::First(_)) => Some(Some(0)),
            Some(ColumnPosition::After(name)) => match schema.index_of(&name.text()) {
                Some(at) => Some(Some(at + 1)),
                None => {
                    let flink = format!("Referenced column `{}` by 'AFTER' does not exist in the table.", name.text());
                    self.refuse(name.span, format!("the table has no column '{}'", name.text()), flink);
                    self.suggest_column(&name.text(), schema);
                    None
                }
            },
        }
    }

    /// Adds the likely column to what was just reported.
    fn suggest_column(&mut self, name: &str, schema: &Schema) -> Option<()> {
        if let Some(last) = self.diagnostics.pop() {
            self.report(with_near(last, name, schema.columns.iter().map(|c| c.name.as_str())));
        }
        None
    }

    /// Key and watermark of ADD and MODIFY, then the check of the whole.
    fn finish(&mut self, table: &mut CatalogTable, elements: &[AlterElement], modify: bool) -> Option<()> {
        let all = || elements.iter().map(|element| &element.element);
        let before = self.diagnostics.len();
        let key = self.primary_key_def(all());
        if diag::has_errors(&self.diagnostics[before..]) {
            return None;
        }
        if let Some(key) = key {
            if modify { self.modify_key(table, &key)? } else { self.add_key(table, &key)? }
        }
        let watermark = watermark_def(all());
        if let Some(def) = watermark
            && table.schema.watermark.is_some() != modify
        {
            return self.set_watermark_if(table, def, modify);
        }
        if watermark.is_some() {
            table.schema.watermark = None;
        }
        self.settle(table)?;
        match watermark {
            Some(def) => {
                let watermark = self.watermark(def, &table.schema.columns);
                if diag::has_errors(&self.diagnostics[before..]) {
                    return None;
                }
                table.schema.watermark = watermark;
                Some(())
            }
            None => Some(()),
        }
    }

    pub(super) fn drop_columns(&mut self, table: &mut CatalogTable, columns: &[ObjectName]) -> Option<()> {
        let mut names: Vec<&Ident> = Vec::new();
        for column in columns {
            let name = self.plain_column(column)?;
            if names.contains(&name) {
                return self.refuse(
                    name.span,
                    format!("column '{}' is named twice", name.value),
                    format!("Duplicate column `{}`.", name.value),
                );
            }
            names.push(name);
        }
        for name in &names {
            if table.schema.column(&name.value).is_none() {
                let flink = format!("The column `{}` does not exist in the base table.", name.value);
                self.refuse(name.span, format!("the table has no column '{}'", name.value), flink);
                return self.suggest_column(&name.value, &table.schema);
            }
        }
        let dropped: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
        for name in &names {
            self.check_unused(table, name, &dropped, true)?;
        }
        table.schema.columns.retain(|column| !dropped.contains(&column.name.as_str()));
        Some(())
    }

    pub(super) fn rename_column(&mut self, table: &mut CatalogTable, from: &ObjectName, to: &Ident) -> Option<()> {
        let name = self.plain_column(from)?;
        let Some(at) = table.schema.index_of(&name.value) else {
            let flink = format!("The column `{}` does not exist in the base table.", name.value);
            self.refuse(name.span, format!("the table has no column '{}'", name.value), flink);
            return self.suggest_column(&name.value, &table.schema);
        };
        self.check_unused(table, name, &[], false)?;
        if table.schema.column(&to.value).is_some() {
            let flink = format!("The column `{}` already existed in table schema.", to.value);
            return self.refuse(to.span, format!("the table has a column '{}' already", to.value), flink);
        }
        table.schema.columns[at].name = to.value.clone();
        let in_key = table.schema.primary_key.iter_mut().flat_map(|key| &mut key.columns);
        for column in in_key.filter(|column| **column == name.value) {
            *column = to.value.clone();
        }
        Some(())
    }

    /// Fields of rows cannot be changed.
    fn plain_column<'n>(&mut self, name: &'n ObjectName) -> Option<&'n Ident> {
        if let [only] = name.parts.as_slice() {
            return Some(only);
        }
        let path: Vec<_> = name.parts.iter().map(|part| format!("`{}`", part.value)).collect();
        let flink = format!(
            "java.lang.UnsupportedOperationException: Failed to execute ALTER TABLE statement.\nAltering the nested row type {} is not \
             supported yet.",
            path.join(".")
        );
        let diagnostic = Diagnostic::error(NOT_SUPPORTED, name.span, format!("field '{}' of a row cannot be changed alone", name.text()))
            .with_help("Change the type of the whole column with MODIFY.")
            .with_flink(flink);
        self.report(diagnostic);
        None
    }

    /// Refuses to drop or rename a column that something else uses; what goes together does not count.
    fn check_unused(&mut self, table: &CatalogTable, name: &Ident, dropped: &[&str], for_drop: bool) -> Option<()> {
        let column = name.value.as_str();
        let computed: BTreeSet<String> = table
            .schema
            .columns
            .iter()
            .filter(|c| !dropped.contains(&c.name.as_str()))
            .filter(|c| matches!(&c.kind, ColumnKind::Computed(text) if self.uses(text, column)))
            .map(|c| c.name.clone())
            .collect();
        let watermark = table.schema.watermark.as_ref();
        let in_watermark = watermark.is_some_and(|w| w.column.first().is_some_and(|c| c == column) || self.uses(&w.strategy, column));
        let in_key = table.schema.primary_key.as_ref().is_some_and(|key| key.columns.iter().any(|c| c == column));
        let in_distribution = table.distribution.as_ref().is_some_and(|d| d.columns.iter().any(|c| c == column));
        let (message, flink) = if !computed.is_empty() {
            // Flink lists them in no special order; the longest first is what is seen most.
            let list: Vec<_> = computed.iter().rev().map(|c| format!("`{c}`")).collect();
            ("is used by a computed column", format!("is referenced by computed column {}.", list.join(", ")))
        } else if table.partition_keys.iter().any(|key| key == column) {
            ("partitions the table", "is used as the partition keys.".to_string())
        } else if in_watermark {
            ("is used by the watermark", "is referenced by watermark expression.".to_string())
        } else if in_distribution {
            ("distributes the table", "is used as a distribution key.".to_string())
        } else if for_drop && in_key {
            ("is in the primary key", "is used as the primary key.".to_string())
        } else {
            return Some(());
        };
        self.refuse(name.span, format!("column '{column}' {message}"), format!("The column `{column}` {flink}"))
    }

    fn uses(&self, text: &SqlText, column: &str) -> bool {
        let Some(expr) = self.parsed(text) else { return false };
        let mut found = false;
        super::super::expand::for_each_expression(&expr, &mut |part| {
            if let ExprKind::Column(name) = &part.kind {
                found |= name.parts.first().is_some_and(|first| first.value == column);
            }
        });
        found
    }

    /// Where a change leaves a table with a watermark that is not event time any more.
    pub(super) fn check_watermark(&mut self, watermark: &table::Watermark, columns: &[Column]) {
        let Some(strategy) = self.parsed(&watermark.strategy) else { return };
        let parts = watermark.column.iter().map(|part| Ident::new(part, watermark.span)).collect();
        let def = ast::WatermarkDef { name: None, column: ObjectName { parts, span: watermark.span }, strategy, span: watermark.span };
        self.watermark(&def, columns);
    }

    pub(super) fn stored_expression(&mut self, text: &SqlText) -> Option<sql::ast::Expr> {
        let expr = self.parsed(text);
        if expr.is_none() {
            let message = format!("'{}' cannot be read again", text.text);
            self.report(Diagnostic::error(INVALID_ALTER, text.span, message).with_flink(format!("{VALIDATION}: {}", text.text)));
        }
        expr
    }

    fn parsed(&self, text: &SqlText) -> Option<sql::ast::Expr> {
        let (expr, diagnostics) = sql::parse_expression(text.span.source, &text.text, text.span.start);
        expr.filter(|_| !diag::has_errors(&diagnostics))
    }
}
