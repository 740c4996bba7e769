//! Queries: WITH, the body, ORDER BY and LIMIT.

mod from;
mod group_window;
mod grouping;
mod join;
mod limit;
mod order;
mod select;
mod set_operation;
mod table;
mod time_window;
mod unnest;
mod values;

use crate::bound::{BoundQuery, Column, Expr, Relation, RelationKind};
use crate::columns::{Scope, column_expr};
use crate::context::{CommonTable, Context, Resolver, unknown};
use crate::diagnostics::{COLUMN_COUNT, DUPLICATE_NAME, FlinkText};
use crate::nested_json::mark_nested_json;
use crate::prune::prune_columns;
use ::table::{LogicalType, TypeKind};
use diag::{Diagnostic, Span};
use sql::ast::{Ident, Query, QueryBody, TableRef, TableRefKind, With};

/// Resolves a query. The value is `None` when a mistake was found.
pub fn query(context: &Context<'_>, query: &Query) -> (Option<BoundQuery>, Vec<Diagnostic>) {
    let resolve = |streaming| {
        let mut resolver = Resolver::new(context, streaming);
        let mut relation = resolver.query(query, None);
        relation = resolver.top_level_names(relation);
        (relation, resolver)
    };
    let (mut relation, mut resolver) = resolve(context.streaming.unwrap_or(false));
    if context.streaming.is_none() && resolver.reads_unbounded {
        (relation, resolver) = resolve(true);
    }
    mark_nested_json(&mut relation);
    prune_columns(&mut relation);
    resolver.report_missing_fields(&relation);
    resolver.report_failing(&relation);
    let failed = diag::has_errors(&resolver.diagnostics);
    // What cannot run is resolved all the same.
    if resolver.streaming && !failed {
        resolver.check_streaming(&relation);
    }
    let bound = BoundQuery { relation, streaming: resolver.streaming, span: query.span };
    ((!failed).then_some(bound), resolver.into_diagnostics(query.span))
}

impl<'a> Resolver<'a> {
    /// Resolves a query; `parent` is the scope around a subquery.
    pub(crate) fn query(&mut self, query: &Query, parent: Option<&Scope<'_>>) -> Relation {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.query_here(query, parent))
    }

    fn query_here(&mut self, query: &Query, parent: Option<&Scope<'_>>) -> Relation {
        let outer_tables = self.common_tables.len();
        if let Some(with) = &query.with {
            self.with(with, parent);
        }
        let relation = match &query.body {
            QueryBody::Select(select) => self.select(select, &query.order_by, parent),
            body => {
                let relation = self.body(body, parent);
                self.sort_output(relation, &query.order_by)
            }
        };
        let relation = self.limit(relation, query);
        self.common_tables.truncate(outer_tables);
        relation
    }

    /// A body without its ORDER BY.
    fn body(&mut self, body: &QueryBody, parent: Option<&Scope<'_>>) -> Relation {
        match body {
            QueryBody::Select(select) => self.select(select, &[], parent),
            QueryBody::Values(values) => self.values(values, parent),
            QueryBody::Table { name, span } => {
                let named = sql::ast::NamedTable { name: name.clone(), hints: Vec::new(), legacy_with: None, system_time: None };
                let item = TableRef { kind: TableRefKind::Named(named), alias: None, span: *span };
                let scope = Scope::new(parent);
                self.table_ref(&item, &scope).relation
            }
            QueryBody::SetOperation(operation) => {
                stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.set_operation(operation, parent))
            }
            QueryBody::Nested(query) => self.query(query, parent),
            QueryBody::Error(span) => self.failed(*span),
        }
    }

    fn with(&mut self, with: &With, parent: Option<&Scope<'_>>) {
        for table in &with.tables {
            self.warn_of_hidden_table(&table.name);
            let relation = if with.recursive { self.maybe_recursive(table, parent) } else { self.query(&table.query, parent) };
            let given = table.columns.len();
            if given > 0 && given != relation.columns.len() && !has_any_column(&relation.columns) {
                let span = table.columns.iter().fold(table.name.span, |span, name| span.to(name.span));
                let message = format!("the list names {given} columns of a query that has {}", relation.columns.len());
                let flink = "Number of columns must match number of query columns";
                self.report(Diagnostic::error(COLUMN_COUNT, span, message).flink_validator(flink));
                let relation = self.failed(table.query.span);
                self.common_tables.push(CommonTable { name: table.name.value.clone(), relation, open: false });
                continue;
            }
            let relation = self.rename(relation, &table.columns, table.name.span);
            self.common_tables.push(CommonTable { name: table.name.value.clone(), relation, open: false });
        }
    }

    /// The query of a table of WITH RECURSIVE, which may name the table itself.
    fn maybe_recursive(&mut self, table: &sql::ast::CommonTable, parent: Option<&Scope<'_>>) -> Relation {
        let relation = self.failed(table.query.span);
        self.common_tables.push(CommonTable { name: table.name.value.clone(), relation, open: true });
        let relation = self.query(&table.query, parent);
        self.common_tables.pop();
        relation
    }

    /// What stands for a query that failed: it has a column for every name.
    pub(crate) fn failed(&mut self, span: Span) -> Relation {
        let column = self.column(WILDCARD, LogicalType::new(TypeKind::Unknown));
        Relation::new(RelationKind::Values(vec![vec![unknown(span)]]), vec![column], span)
    }

    /// Gives columns the names of a column list.
    fn rename(&mut self, mut relation: Relation, names: &[Ident], span: Span) -> Relation {
        if names.is_empty() || has_any_column(&relation.columns) {
            return relation;
        }
        if names.len() != relation.columns.len() {
            let (given, columns) = (names.len(), relation.columns.len());
            let span = names.iter().fold(span, |span, name| span.to(name.span));
            let message = format!("the list names {given} columns of a table that has {columns}");
            let listed: Vec<String> = relation.columns.iter().map(|c| format!("'{}'", c.name)).collect();
            let flink = format!(
                "List of column aliases must have same degree as table; table has {columns} columns ({}), whereas alias list has {given} columns",
                listed.join(", ")
            );
            self.report(Diagnostic::error(COLUMN_COUNT, span, message).flink_validator(flink));
            return self.failed(relation.span);
        }
        for (i, name) in names.iter().enumerate() {
            if names[..i].iter().any(|other| other.value == name.value) {
                let message = format!("the list names column '{}' twice", name.value);
                let flink = format!("Duplicate name '{}' in column alias list", name.value);
                self.report(Diagnostic::error(DUPLICATE_NAME, name.span, message).flink_validator(flink));
            }
            relation.columns[i].name.clone_from(&name.value);
        }
        relation
    }

    /// The result of a query has no two columns of one name.
    fn top_level_names(&mut self, mut relation: Relation) -> Relation {
        let mut taken = Vec::new();
        for column in &mut relation.columns {
            column.name = unique_name(&column.name, &taken);
            taken.push(column.name.clone());
        }
        relation
    }

    /// A projection whose columns have names.
    fn project(&mut self, input: Relation, exprs: Vec<Expr>, names: Vec<String>, span: Span) -> Relation {
        let columns = names.into_iter().zip(&exprs).map(|(name, expr)| self.column(name, expr.data_type.clone())).collect();
        Relation::new(RelationKind::Project { input: Box::new(input), exprs }, columns, span)
    }

    /// Each row once.
    fn distinct(&mut self, input: Relation) -> Relation {
        let span = input.span;
        let keys: Vec<Expr> = input.columns.iter().map(|column| column_expr(column, span)).collect();
        let columns = input.columns.iter().map(|column| Column { id: self.column_id(), ..column.clone() }).collect();
        let sets = vec![crate::bound::GroupingSet((0..keys.len()).collect())];
        Relation::new(RelationKind::Aggregate { input: Box::new(input), keys, sets, calls: Vec::new() }, columns, span)
    }
}

/// The name of the column of a failed query, which stands for all names.
const WILDCARD: &str = "*";

/// Whether a failed query is among the columns, so that any name may be one.
pub(crate) use group_window::GroupWindow;

pub(crate) fn has_any_column(columns: &[Column]) -> bool {
    columns.iter().any(|column| column.name == WILDCARD && column.data_type.is_unknown())
}

/// The name itself, or with the first number that makes it unique.
fn unique_name(name: &str, taken: &[String]) -> String {
    let is_taken = |candidate: &str| taken.iter().any(|other| other == candidate);
    if !is_taken(name) {
        return name.to_owned();
    }
    let mut number = 0;
    loop {
        let candidate = format!("{name}{number}");
        if !is_taken(&candidate) {
            return candidate;
        }
        number += 1;
    }
}

/// A relation whose rows fulfil a condition.
fn filter(input: Relation, predicate: Expr) -> Relation {
    let (columns, span) = (input.columns.clone(), input.span);
    Relation::new(RelationKind::Filter { input: Box::new(input), predicate }, columns, span)
}

/// One row without columns: what SELECT without FROM stands on.
fn one_row(span: Span) -> Relation {
    Relation::new(RelationKind::Values(vec![Vec::new()]), Vec::new(), span)
}
