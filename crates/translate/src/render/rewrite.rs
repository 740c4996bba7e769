//! What is done with each part of a query on the way.

use super::Renderer;
use super::query::Visitor;
use super::tables::Role;
use sql::ast::{CommonTable, Expr, FunctionCall, ObjectName, Select, SelectItem, TableArg, TableRef};

impl Visitor for Renderer<'_> {
    fn common_table(&mut self, table: &CommonTable) {
        let columns = match table.columns.as_slice() {
            [] => self.output_columns(&table.query),
            columns => Some(columns.iter().map(|column| column.value.clone()).collect()),
        };
        self.common_tables.push((table.name.value.clone(), columns));
    }

    fn leave_common_tables(&mut self, count: usize) {
        let rest = self.common_tables.len().saturating_sub(count);
        self.common_tables.truncate(rest);
    }

    fn ordered(&mut self, columns: Vec<ObjectName>) {
        self.ordered = columns;
    }

    fn select(&mut self, select: &mut Select) {
        self.check_select(select);
        self.drop_dual(select);
        self.processing_time(select);
        self.note_columns(select);
        self.family_columns(select);
        for item in &mut select.items {
            if let SelectItem::QualifiedStar { name, .. } = item {
                self.leave_project(name);
            }
        }
    }

    fn table(&mut self, reference: &mut TableRef) {
        self.reference(reference);
    }

    fn table_name(&mut self, name: &mut ObjectName) {
        if self.is_common_table(name) || self.parts.view(name).is_some() {
            return;
        }
        self.refuse_mirror(name);
        if let Some(written) = self.fold(name, &mut Vec::new(), None, Role::Source) {
            *name = written;
        }
    }

    fn table_arg(&mut self, arg: &mut TableArg) {
        if self.is_common_table(&arg.name) || self.parts.view(&arg.name).is_some() {
            return;
        }
        self.refuse_mirror(&arg.name);
        if let Some(written) = self.fold(&arg.name, &mut arg.hints, None, Role::Source) {
            arg.name = written;
        }
    }

    fn call(&mut self, call: &mut FunctionCall) {
        self.function(call);
    }

    fn table_function(&mut self, reference: &mut TableRef) {
        self.window_function(reference);
    }

    fn expr(&mut self, expr: &mut Expr) {
        self.rewrite_expr(expr);
    }
}
