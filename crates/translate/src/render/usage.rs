//! Which definitions of a script are used, directly or through views.

use super::query::{self, Visitor};
use super::script::{ScriptParts, runs};
use sql::ast::{Expr, FunctionCall, ObjectName, TableArg, TableRef, TableRefKind};
use sql::statements::create_table::ColumnKind;
use sql::statements::set::SetTableValue;
use sql::statements::{Statement, StatementKind};
use std::collections::HashSet;

impl ScriptParts<'_> {
    /// Marks what is used; everything when the script runs nothing.
    pub(super) fn find_used(&mut self, statements: &[Statement]) {
        let runs_something = statements.iter().any(runs);
        let mut waiting: Vec<usize> = (0..statements.len()).filter(|index| !runs_something || runs(&statements[*index])).collect();
        while let Some(index) = waiting.pop() {
            if !self.used.insert(index) {
                continue;
            }
            let mut names = Names::default();
            names.statement(&mut statements[index].clone());
            waiting.extend(names.tables.iter().filter_map(|table| self.view(table)).map(|(index, _)| index));
            self.called.extend(names.functions);
        }
        let mut names = Names::default();
        for (_, definition) in &self.tables {
            definition.columns.iter().for_each(|column| names.column(&mut column.kind.clone()));
        }
        for statement in statements {
            names.setting(&mut statement.kind.clone());
        }
        self.called.extend(names.functions);
    }
}

/// The names that a statement mentions; functions in capitals.
#[derive(Default)]
struct Names {
    tables: Vec<ObjectName>,
    functions: HashSet<String>,
}

impl Names {
    fn statement(&mut self, statement: &mut Statement) {
        match &mut statement.kind {
            StatementKind::Query(query) => query::visit(query, self),
            StatementKind::Insert(insert) => query::visit(&mut insert.query, self),
            StatementKind::StatementSet(set) => set.inserts.iter_mut().for_each(|insert| query::visit(&mut insert.query, self)),
            StatementKind::CreateView(view) => query::visit(&mut view.query, self),
            StatementKind::CreateTable(create) => create.query.iter_mut().for_each(|query| query::visit(query, self)),
            StatementKind::CreateMaterializedTable(create) => query::visit(&mut create.query, self),
            StatementKind::Explain(explain) => self.statement(&mut explain.statement),
            StatementKind::CompilePlan(plan) => self.statement(&mut plan.statement),
            _ => {}
        }
    }

    fn column(&mut self, kind: &mut ColumnKind) {
        if let ColumnKind::Computed(expr) = kind {
            query::visit_expr(expr, self);
        }
    }

    fn setting(&mut self, kind: &mut StatementKind) {
        let StatementKind::SetTable(set) = kind else { return };
        match &mut set.value {
            SetTableValue::Computed { columns, .. } => columns.iter_mut().for_each(|(_, expr)| query::visit_expr(expr, self)),
            SetTableValue::Expr(expr) => query::visit_expr(expr, self),
            _ => {}
        }
    }
}

impl Visitor for Names {
    fn table(&mut self, reference: &mut TableRef) {
        if let TableRefKind::Named(table) = &reference.kind {
            self.tables.push(table.name.clone());
        }
    }

    fn table_name(&mut self, name: &mut ObjectName) {
        self.tables.push(name.clone());
    }

    fn table_arg(&mut self, arg: &mut TableArg) {
        self.tables.push(arg.name.clone());
    }

    fn call(&mut self, call: &mut FunctionCall) {
        self.functions.insert(call.name.name.last().value.to_ascii_uppercase());
    }

    fn expr(&mut self, _expr: &mut Expr) {}
}
