//! ALTER TABLE: from a table and a change to the changed table.

mod columns;
mod partitions;

pub use partitions::partition_spec;

use super::columns::{KeyDef, set_key_not_null};
use super::create::table_options;
use super::diagnostics::{INVALID_ALTER, NOT_SUPPORTED};
use super::{Definer, VALIDATION};
use crate::Context;
use ::options::Layer;
use diag::{Diagnostic, Span};
use sql::ast::StringLiteral;
use sql::statements::alter::AlterTableAction;
use sql::statements::create_table::{self as ast, TableElement, WatermarkDef};
use table::catalog::{CatalogTable, ObjectIdentifier};
use table::{Column, ColumnKind, PrimaryKey, Watermark};

/// Reads an ALTER TABLE of a table that exists; all changes but that of its name.
pub fn alter_table(
    context: &Context<'_>,
    statement: Span,
    identifier: &ObjectIdentifier,
    table: &CatalogTable,
    action: &AlterTableAction,
) -> (Option<CatalogTable>, Vec<Diagnostic>) {
    let mut definer = Definer::new(context, statement);
    let mut changed = table.clone();
    let done = definer.alter(identifier, &mut changed, action);
    (done.map(|()| changed), definer.diagnostics)
}

/// Checks the keys of a RESET clause: there are some, and none is what makes the object.
pub fn alter_options(what: &str, keys: &[StringLiteral], span: Span, fixed: &str) -> Option<Diagnostic> {
    if keys.is_empty() {
        let flink = format!("{VALIDATION}: ALTER {what} RESET does not support empty key");
        return Some(Diagnostic::error(INVALID_ALTER, span, "RESET names no option").with_flink(flink));
    }
    let key = keys.iter().find(|key| key.value == fixed)?;
    let flink = format!("{VALIDATION}: ALTER {what} RESET does not support changing '{fixed}'");
    Some(Diagnostic::error(INVALID_ALTER, key.span, format!("option '{fixed}' cannot be reset")).with_flink(flink))
}

impl Definer<'_> {
    fn alter(&mut self, identifier: &ObjectIdentifier, table: &mut CatalogTable, action: &AlterTableAction) -> Option<()> {
        match action {
            AlterTableAction::Add { elements, .. } => self.add(table, elements),
            AlterTableAction::Modify { elements, .. } => self.modify(table, elements),
            AlterTableAction::DropColumns { columns, .. } => self.drop_columns(table, columns),
            AlterTableAction::RenameColumn { from, to } => self.rename_column(table, from, to),
            AlterTableAction::AddDistribution(def) => self.add_distribution(table, def),
            AlterTableAction::ModifyDistribution(def) => self.modify_distribution(table, def),
            AlterTableAction::DropDistribution(span) => self.drop_distribution(identifier, table, *span),
            AlterTableAction::DropPrimaryKey(span) => self.drop_key(table, None, *span),
            AlterTableAction::DropConstraint(name) => self.drop_key(table, Some(&name.value), name.span),
            AlterTableAction::DropWatermark(span) => self.drop_watermark(table, *span),
            AlterTableAction::AddPartitions { if_not_exists, partitions } => {
                self.add_partitions(identifier, table, *if_not_exists, partitions)
            }
            AlterTableAction::DropPartitions { if_exists, partitions } => self.drop_partitions(identifier, table, *if_exists, partitions),
            AlterTableAction::Set(options) => {
                table.options.merge(&table_options(options));
                self.check_options(identifier, table, options.span);
                Some(())
            }
            AlterTableAction::Reset { keys, span } => self.reset(table, keys, *span),
            AlterTableAction::Rename(_) => Some(()),
            AlterTableAction::Compact(span) => {
                let message = "ALTER TABLE .. COMPACT is not supported";
                self.report(Diagnostic::error(NOT_SUPPORTED, *span, message));
                None
            }
        }
    }

    fn reset(&mut self, table: &mut CatalogTable, keys: &[StringLiteral], span: Span) -> Option<()> {
        if let Some(diagnostic) = alter_options("TABLE", keys, span, "connector") {
            self.report(diagnostic);
            return None;
        }
        for key in keys {
            table.options.reset(&key.value, Layer::Definition);
        }
        Some(())
    }

    /// Reports why a change is refused.
    fn refuse(&mut self, span: Span, message: impl Into<String>, flink: impl AsRef<str>) -> Option<()> {
        let flink = format!("{VALIDATION}: Failed to execute ALTER TABLE statement.\n{}", flink.as_ref());
        self.report(Diagnostic::error(INVALID_ALTER, span, message).with_flink(flink));
        None
    }

    fn add_key(&mut self, table: &mut CatalogTable, def: &KeyDef<'_>) -> Option<()> {
        if let Some(existing) = &table.schema.primary_key {
            let columns: Vec<_> = existing.columns.iter().map(|c| format!("`{c}`")).collect();
            let flink = format!(
                "The current table has already defined the primary key constraint [{}]. You might want to drop it before adding a new one.",
                columns.join(", ")
            );
            return self.refuse(def.span, "the table has a primary key already", flink);
        }
        let key = self.primary_key(def)?;
        table.schema.primary_key = Some(key);
        Some(())
    }

    fn modify_key(&mut self, table: &mut CatalogTable, def: &KeyDef<'_>) -> Option<()> {
        if table.schema.primary_key.is_none() {
            let flink = "The current table does not define any primary key constraint. You might want to add a new one.";
            return self.refuse(def.span, "the table has no primary key", flink);
        }
        let key = self.primary_key(def)?;
        table.schema.primary_key = Some(key);
        Some(())
    }

    fn drop_key(&mut self, table: &mut CatalogTable, name: Option<&str>, span: Span) -> Option<()> {
        let Some(key) = &table.schema.primary_key else {
            return self.refuse(span, "the table has no primary key", "The current table does not define any primary key.");
        };
        if let Some(name) = name
            && name != key.name
        {
            let flink = format!(
                "The current table does not define a primary key constraint named '{name}'. Available constraint name: ['{}'].",
                key.name
            );
            let message = format!("the table has no constraint '{name}', but '{}'", key.name);
            return self.refuse(span, message, flink);
        }
        table.schema.primary_key = None;
        Some(())
    }

    fn set_watermark_if(&mut self, table: &mut CatalogTable, def: &WatermarkDef, expected: bool) -> Option<()> {
        match (&table.schema.watermark, expected) {
            (Some(existing), false) => {
                let flink = format!(
                    "The current table has already defined the watermark strategy {}. You might want to drop it before adding a new one.",
                    watermark_text(existing)
                );
                self.refuse(def.span, "the table has a watermark already", flink)
            }
            (None, true) => {
                let flink = "The current table does not define any watermark. You might want to add a new one.";
                self.refuse(def.span, "the table has no watermark", flink)
            }
            _ => {
                let watermark = self.watermark(def, &table.schema.columns)?;
                table.schema.watermark = Some(watermark);
                Some(())
            }
        }
    }

    fn drop_watermark(&mut self, table: &mut CatalogTable, span: Span) -> Option<()> {
        if table.schema.watermark.take().is_none() {
            return self.refuse(span, "the table has no watermark", "The current table does not define any watermark strategy.");
        }
        Some(())
    }

    fn add_distribution(&mut self, table: &mut CatalogTable, def: &ast::Distribution) -> Option<()> {
        if let Some(existing) = &table.distribution {
            let flink = format!(
                "The current table has already defined the distribution '{existing}'. You can modify it or drop it before adding a new one."
            );
            return self.refuse(def.span, "the table is distributed already", flink);
        }
        table.distribution = Some(self.distribution(def, &table.schema)?);
        Some(())
    }

    fn modify_distribution(&mut self, table: &mut CatalogTable, def: &ast::Distribution) -> Option<()> {
        if table.distribution.is_none() {
            let flink = "The base table does not define any distribution. You might want to add a new one.";
            return self.refuse(def.span, "the table is not distributed", flink);
        }
        table.distribution = Some(self.distribution(def, &table.schema)?);
        Some(())
    }

    fn drop_distribution(&mut self, identifier: &ObjectIdentifier, table: &mut CatalogTable, span: Span) -> Option<()> {
        if table.distribution.take().is_none() {
            let flink = format!("{VALIDATION}: Table {identifier} does not have a distribution to drop.");
            self.report(Diagnostic::error(INVALID_ALTER, span, "the table is not distributed").with_flink(flink));
            return None;
        }
        Some(())
    }

    /// Checks a schema whose columns changed, and finds the types of its computed columns anew.
    fn settle(&mut self, table: &mut CatalogTable) -> Option<()> {
        let before = self.diagnostics.len();
        let in_sight: Vec<Column> = table.schema.columns.iter().filter(|c| !matches!(c.kind, ColumnKind::Computed(_))).cloned().collect();
        for column in &mut table.schema.columns {
            if let ColumnKind::Computed(text) = &column.kind
                && let Some(expr) = self.stored_expression(text)
            {
                column.data_type = self.infer(&expr, &in_sight);
            }
        }
        if let Some(watermark) = table.schema.watermark.clone() {
            self.check_watermark(&watermark, &table.schema.columns);
        }
        if let Some(key) = &table.schema.primary_key {
            self.check_key(key, &table.schema.columns);
        }
        set_key_not_null(&mut table.schema);
        (!diag::has_errors(&self.diagnostics[before..])).then_some(())
    }

    fn check_key(&mut self, key: &PrimaryKey, columns: &[Column]) {
        for name in &key.columns {
            let reason = match columns.iter().find(|c| c.name == *name) {
                Some(column) if column.kind == ColumnKind::Physical => continue,
                Some(_) => "is not a physical column",
                None => "does not exist",
            };
            let flink = format!("{VALIDATION}: Invalid primary key '{}'. Column '{name}' {reason}.", key.name);
            let message = format!("column '{name}' of the primary key {reason}");
            self.report(Diagnostic::error(super::diagnostics::INVALID_PRIMARY_KEY, key.span, message).with_flink(flink));
        }
    }
}

/// `` `d` AS `d` - INTERVAL '1' SECOND ``
fn watermark_text(watermark: &Watermark) -> String {
    let path: Vec<_> = watermark.column.iter().map(|part| format!("`{part}`")).collect();
    format!("{} AS {}", path.join("."), watermark.strategy.expanded)
}

/// The elements of ADD and MODIFY by kind.
fn watermark_def<'n>(elements: impl IntoIterator<Item = &'n TableElement>) -> Option<&'n WatermarkDef> {
    elements.into_iter().find_map(|element| match element {
        TableElement::Watermark(watermark) => Some(watermark),
        _ => None,
    })
}
