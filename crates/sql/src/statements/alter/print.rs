//! ALTER back to SQL.

use super::{
    AlterCatalog, AlterCatalogAction, AlterConnection, AlterDatabase, AlterElement, AlterFunction, AlterModel, AlterObjectAction,
    AlterTable, AlterTableAction, AlterView, AlterViewAction, ColumnPosition, PartitionSpec, PartitionValue,
};
use crate::ast::StringLiteral;
use crate::print::{Print, Printer};
use crate::statements::create::print::{print_language, scope_words};
use crate::statements::create_table::print::print_distribution;

impl Print for AlterTable {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER TABLE ").when(self.if_exists, "IF EXISTS ").node(&self.name).text(" ").node(&self.action);
    }
}

impl Print for AlterTableAction {
    fn print(&self, p: &mut Printer) {
        match self {
            AlterTableAction::Add { elements, parentheses } => print_components(p.text("ADD "), elements, *parentheses),
            AlterTableAction::Modify { elements, parentheses } => print_components(p.text("MODIFY "), elements, *parentheses),
            AlterTableAction::AddDistribution(distribution) => print_distribution(distribution, p.text("ADD DISTRIBUTION")),
            AlterTableAction::ModifyDistribution(distribution) => print_distribution(distribution, p.text("MODIFY DISTRIBUTION")),
            AlterTableAction::AddPartitions { if_not_exists, partitions } => {
                p.text("ADD ").when(*if_not_exists, "IF NOT EXISTS ").separated_with(partitions, " ", |p, (spec, options)| {
                    p.node(spec).optional(" WITH ", options.as_ref());
                });
            }
            AlterTableAction::DropPartitions { if_exists, partitions } => {
                p.text("DROP ").when(*if_exists, "IF EXISTS ").list(partitions);
            }
            AlterTableAction::DropColumns { columns, parentheses } => print_components(p.text("DROP "), columns, *parentheses),
            AlterTableAction::DropPrimaryKey(_) => {
                p.text("DROP PRIMARY KEY");
            }
            AlterTableAction::DropConstraint(name) => {
                p.text("DROP CONSTRAINT ").node(name);
            }
            AlterTableAction::DropWatermark(_) => {
                p.text("DROP WATERMARK");
            }
            AlterTableAction::DropDistribution(_) => {
                p.text("DROP DISTRIBUTION");
            }
            AlterTableAction::RenameColumn { from, to } => {
                p.text("RENAME ").node(from).text(" TO ").node(to);
            }
            AlterTableAction::Rename(name) => {
                p.text("RENAME TO ").node(name);
            }
            AlterTableAction::Set(options) => {
                p.text("SET ").node(options);
            }
            AlterTableAction::Reset { keys, .. } => print_reset(keys, p),
            AlterTableAction::Compact(_) => {
                p.text("COMPACT");
            }
        }
    }
}

/// One component, or several in parentheses.
pub(crate) fn print_components<T: Print>(p: &mut Printer, components: &[T], parentheses: bool) {
    if parentheses || components.len() != 1 {
        p.in_parentheses(components);
    } else {
        p.list(components);
    }
}

pub(crate) fn print_reset(keys: &[StringLiteral], p: &mut Printer) {
    p.text("RESET ").in_parentheses(keys);
}

impl Print for AlterElement {
    fn print(&self, p: &mut Printer) {
        p.node(&self.element);
        match &self.position {
            Some(ColumnPosition::First(_)) => p.text(" FIRST"),
            Some(ColumnPosition::After(column)) => p.text(" AFTER ").node(column),
            None => p,
        };
    }
}

impl Print for PartitionSpec {
    fn print(&self, p: &mut Printer) {
        p.text("PARTITION (").separated_with(&self.entries, ", ", |p, (name, value)| {
            p.node(name).optional(" = ", value.as_ref());
        });
        p.text(")");
    }
}

impl Print for PartitionValue {
    fn print(&self, p: &mut Printer) {
        self.literal.print(p);
    }
}

impl Print for AlterView {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER VIEW ").node(&self.name);
        match &self.action {
            AlterViewAction::Rename(name) => p.text(" RENAME TO ").node(name),
            AlterViewAction::As(query) => p.text(" AS ").node(query),
        };
    }
}

impl Print for AlterDatabase {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER DATABASE ").node(&self.name).text(" SET ").node(&self.options);
    }
}

impl Print for AlterCatalog {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER CATALOG ").node(&self.name).text(" ");
        match &self.action {
            AlterCatalogAction::Set(options) => {
                p.text("SET ").node(options);
            }
            AlterCatalogAction::Reset { keys, .. } => print_reset(keys, p),
            AlterCatalogAction::Comment(comment) => {
                p.text("COMMENT ").node(comment);
            }
        }
    }
}

impl Print for AlterFunction {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER ").text(scope_words(self.scope)).text("FUNCTION ").when(self.if_exists, "IF EXISTS ");
        p.node(&self.name).text(" AS ").node(&self.class);
        print_language(self.language.as_ref(), p);
    }
}

impl Print for AlterModel {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER MODEL ").when(self.if_exists, "IF EXISTS ").node(&self.name).text(" ").node(&self.action);
    }
}

impl Print for AlterConnection {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER ").text(scope_words(self.scope)).text("CONNECTION ").when(self.if_exists, "IF EXISTS ");
        p.node(&self.name).text(" ").node(&self.action);
    }
}

impl Print for AlterObjectAction {
    fn print(&self, p: &mut Printer) {
        match self {
            AlterObjectAction::Set(options) => {
                p.text("SET ").node(options);
            }
            AlterObjectAction::Reset { keys, .. } => print_reset(keys, p),
            AlterObjectAction::Rename(name) => {
                p.text("RENAME TO ").node(name);
            }
        }
    }
}
