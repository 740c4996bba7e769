//! Expansion of queries: which table each column belongs to.

use super::walk::{Node, children, window};
use super::{lengthen, parenthesize};
use crate::Context;
use diag::Span;
use sql::ast::{
    Expr, ExprKind, FunctionArg, FunctionCall, GroupItem, Ident, Join, JoinConstraint, Limit, NamedTable, ObjectName, Query, QueryArg,
    QueryBody, Quote, Select, SelectItem, TableAlias, TableArg, TableRef, TableRefKind, ValuesRow,
};
use table::catalog::{CatalogObject, Lookup, ObjectIdentifier};

/// The columns that a window function adds.
const WINDOW_COLUMNS: [&str; 3] = ["window_start", "window_end", "window_time"];

/// The functions that take a table and add the columns of a window.
const WINDOW_FUNCTIONS: [&str; 4] = ["TUMBLE", "HOP", "CUMULATE", "SESSION"];

/// Expands what stands in one statement.
pub(super) struct Expander<'a> {
    context: &'a Context<'a>,
    /// The tables of WITH clauses with their columns, the nearest last.
    common: Vec<(String, Vec<String>)>,
    /// How many tables got a name here.
    named: usize,
}

/// The tables of a FROM clause, and those around the query.
#[derive(Default)]
pub(super) struct Scope<'s> {
    parent: Option<&'s Scope<'s>>,
    tables: Vec<ScopeTable>,
    /// Columns that USING makes one of, with the tables they come from.
    merged: Vec<(String, Vec<String>)>,
}

struct ScopeTable {
    name: String,
    columns: Vec<String>,
}

/// The full name of an object as syntax.
pub(super) fn full_name(identifier: &ObjectIdentifier, span: Span) -> ObjectName {
    let part = |text: &String| Ident { value: text.clone(), quote: Quote::Backtick, span };
    ObjectName { parts: vec![part(&identifier.catalog), part(&identifier.database), part(&identifier.object)], span }
}

fn ident(text: &str, span: Span) -> Ident {
    Ident { value: text.to_string(), quote: Quote::Backtick, span }
}

fn column_of(table: &str, column: &str, span: Span) -> Expr {
    let name = ObjectName { parts: vec![ident(table, span), ident(column, span)], span };
    Expr::new(ExprKind::Column(name), span)
}

impl<'a> Expander<'a> {
    pub(super) fn new(context: &'a Context<'a>) -> Self {
        Expander { context, common: Vec::new(), named: 0 }
    }

    /// Expands an expression; columns keep their names when there is no scope.
    pub(super) fn expression(&mut self, expr: &mut Expr, scope: Option<&Scope<'_>>) {
        if let (ExprKind::Column(name), Some(scope)) = (&mut expr.kind, scope) {
            if let Some(merged) = scope.merged_column(name) {
                expr.kind = merged;
            } else {
                scope.qualify(name);
            }
            return;
        }
        lengthen(self.context, expr);
        children(expr, &mut |node| match node {
            Node::Expr(inner) => self.expression(inner, scope),
            Node::Query(query) => {
                self.query(query, scope);
            }
            Node::Table(arg) => {
                self.table_argument(arg, scope);
            }
        });
    }

    /// Expands a query and returns the names of its columns; those without a name are `None`.
    pub(super) fn query(&mut self, query: &mut Query, outer: Option<&Scope<'_>>) -> Vec<Option<String>> {
        let common = self.common.len();
        if let Some(with) = &mut query.with {
            for table in &mut with.tables {
                let own = self.query(&mut table.query, outer);
                let columns = match table.columns.is_empty() {
                    true => visible(own),
                    false => table.columns.iter().map(|column| column.value.clone()).collect(),
                };
                self.common.push((table.name.value.clone(), columns));
            }
        }
        let names = match &mut query.body {
            QueryBody::Select(select) => {
                let scope = self.from(&mut select.from, outer);
                let names = self.select(select, &scope);
                for item in &mut query.order_by {
                    self.order_key(&mut item.expr, &names, &scope);
                }
                names
            }
            body => self.body(body, outer),
        };
        // LIMIT is kept as FETCH.
        if let Some(Limit::Rows(_)) = &query.limit
            && let Some(Limit::Rows(count)) = query.limit.take()
        {
            query.fetch = Some(count);
        }
        self.common.truncate(common);
        names
    }

    fn body(&mut self, body: &mut QueryBody, outer: Option<&Scope<'_>>) -> Vec<Option<String>> {
        match body {
            QueryBody::Select(select) => {
                let scope = self.from(&mut select.from, outer);
                self.select(select, &scope)
            }
            QueryBody::Values(values) => {
                for row in &mut values.rows {
                    self.values_row(row, outer);
                }
                vec![None; values.rows.first().map_or(0, |row| row.fields.len())]
            }
            QueryBody::Table { name, .. } => self.table_name(name).into_iter().map(Some).collect(),
            QueryBody::SetOperation(operation) => {
                let names = self.body(&mut operation.left, outer);
                self.body(&mut operation.right, outer);
                names
            }
            QueryBody::Nested(query) => self.query(query, outer),
            QueryBody::Error(_) => Vec::new(),
        }
    }

    fn values_row(&mut self, row: &mut ValuesRow, outer: Option<&Scope<'_>>) {
        (row.parentheses, row.row_keyword) = (true, true);
        for field in &mut row.fields {
            self.expression(field, outer);
        }
    }

    /// A sort key: the name of a result column stands for itself.
    fn order_key(&mut self, expr: &mut Expr, names: &[Option<String>], scope: &Scope<'_>) {
        if let ExprKind::Column(name) = &expr.kind
            && let [only] = name.parts.as_slice()
            && names.iter().any(|result| result.as_deref() == Some(only.value.as_str()))
        {
            return;
        }
        self.expression(expr, Some(scope));
    }

    fn select(&mut self, select: &mut Select, scope: &Scope<'_>) -> Vec<Option<String>> {
        let mut names = Vec::new();
        let mut items = Vec::new();
        for item in std::mem::take(&mut select.items) {
            match item {
                SelectItem::Star(span) => {
                    for (name, expr) in scope.star(None, span) {
                        let alias = matches!(expr.kind, ExprKind::Function(_)).then(|| ident(&name, span));
                        names.push(Some(name));
                        items.push(SelectItem::Expr { expr, alias });
                    }
                }
                SelectItem::QualifiedStar { name, span } => {
                    for (name, expr) in scope.star(Some(&name.last().value), span) {
                        names.push(Some(name));
                        items.push(SelectItem::Expr { expr, alias: None });
                    }
                }
                SelectItem::Expr { mut expr, alias } => {
                    names.push(result_name(&expr, alias.as_ref()));
                    self.expression(&mut expr, Some(scope));
                    let alias = alias.or_else(|| own_name(&expr));
                    if alias.is_some() && matches!(expr.kind, ExprKind::Subquery(_)) {
                        // Flink writes two more pairs before AS.
                        parenthesize(&mut expr);
                        parenthesize(&mut expr);
                    }
                    items.push(SelectItem::Expr { expr, alias });
                }
            }
        }
        select.items = items;
        let conditions = [&mut select.selection, &mut select.having, &mut select.qualify];
        for condition in conditions.into_iter().flatten() {
            self.expression(condition, Some(scope));
        }
        for item in select.group_by.iter_mut().flat_map(|group| &mut group.items) {
            self.group_item(item, scope);
        }
        for named in &mut select.windows {
            window(&mut named.spec, &mut |node| {
                if let Node::Expr(expr) = node {
                    self.expression(expr, Some(scope));
                }
            });
        }
        names
    }

    fn group_item(&mut self, item: &mut GroupItem, scope: &Scope<'_>) {
        match item {
            GroupItem::Expr(expr) => self.expression(expr, Some(scope)),
            GroupItem::Empty(_) => {}
            GroupItem::GroupingSets { items, .. } => {
                for item in items {
                    self.group_item(item, scope);
                    if let GroupItem::Expr(expr) = item {
                        while let ExprKind::Nested(inner) = &expr.kind {
                            *expr = (**inner).clone();
                        }
                    }
                }
            }
            GroupItem::Rollup { items, .. } | GroupItem::Cube { items, .. } => {
                items.iter_mut().for_each(|expr| self.expression(expr, Some(scope)));
            }
        }
    }
}

/// Tables.
impl Expander<'_> {
    fn from<'s>(&mut self, tables: &mut [TableRef], outer: Option<&'s Scope<'s>>) -> Scope<'s> {
        let mut scope = Scope { parent: outer, tables: Vec::new(), merged: Vec::new() };
        for table in tables {
            self.table(table, &mut scope);
        }
        scope
    }

    /// Expands an item of a FROM clause and adds it to the scope; it may use what is already there.
    fn table(&mut self, table: &mut TableRef, scope: &mut Scope<'_>) {
        let span = table.span;
        let columns = match &mut table.kind {
            TableRefKind::Named(named) => {
                let written = named.name.last().value.clone();
                let columns = self.named_table(named, scope);
                // Flink gives a table with hints no alias.
                if table.alias.is_none() && !named.hints.is_empty() {
                    scope.tables.push(ScopeTable { name: written, columns });
                    return;
                }
                table.alias.get_or_insert_with(|| TableAlias { name: ident(&written, span), columns: Vec::new(), span });
                columns
            }
            TableRefKind::Derived { query, .. } => visible(self.query(query, Some(scope))),
            TableRefKind::Function { call, .. } => self.table_function(call, scope),
            TableRefKind::Unnest { exprs, .. } => {
                for expr in exprs {
                    self.expression(expr, Some(scope));
                }
                Vec::new()
            }
            TableRefKind::Join(join) => return self.join(join, scope),
            TableRefKind::Nested(inner) => return self.table(inner, scope),
            TableRefKind::Sample { input, .. } => return self.table(input, scope),
            TableRefKind::MatchRecognize(_) | TableRefKind::Pivot(_) | TableRefKind::Unpivot(_) | TableRefKind::Error => return,
        };
        let alias = table.alias.get_or_insert_with(|| {
            let name = ident(&format!("EXPR${}", self.named), span);
            self.named += 1;
            TableAlias { name, columns: Vec::new(), span }
        });
        let columns = match alias.columns.is_empty() {
            true => columns,
            false => alias.columns.iter().map(|column| column.value.clone()).collect(),
        };
        scope.tables.push(ScopeTable { name: alias.name.value.clone(), columns });
    }

    fn named_table(&mut self, named: &mut NamedTable, scope: &Scope<'_>) -> Vec<String> {
        if let Some(time) = &mut named.system_time {
            self.expression(time, Some(scope));
        }
        self.table_name(&mut named.name)
    }

    /// Completes the name of a table and returns its columns.
    fn table_name(&mut self, name: &mut ObjectName) -> Vec<String> {
        if let [only] = name.parts.as_slice()
            && let Some((_, columns)) = self.common.iter().rev().find(|(common, _)| *common == only.value)
        {
            return columns.clone();
        }
        let Ok(Lookup::Found(found)) = self.context.catalogs.lookup(&super::super::parts(name)) else { return Vec::new() };
        *name = full_name(&found.identifier, name.span);
        let schema = match &found.object {
            CatalogObject::Table(table) => &table.schema,
            CatalogObject::View(view) => &view.schema,
        };
        schema.columns.iter().map(|column| column.name.clone()).collect()
    }

    fn table_function(&mut self, call: &mut FunctionCall, scope: &Scope<'_>) -> Vec<String> {
        super::full_function_name(self.context, &mut call.name);
        let mut columns = Vec::new();
        for arg in &mut call.args {
            match innermost(arg) {
                FunctionArg::Expr(expr) => self.expression(expr, Some(scope)),
                FunctionArg::Query(query) => columns.extend(visible(self.query(&mut query.query, Some(scope)))),
                table @ FunctionArg::Table(_) => columns.extend(self.table_argument(table, Some(scope))),
                _ => {}
            }
        }
        let name = call.name.name.last().value.to_ascii_uppercase();
        if WINDOW_FUNCTIONS.contains(&name.as_str()) {
            columns.extend(WINDOW_COLUMNS.map(str::to_string));
        }
        columns
    }

    /// `TABLE t` becomes `(SELECT .. FROM t)`.
    fn table_argument(&mut self, arg: &mut FunctionArg, scope: Option<&Scope<'_>>) -> Vec<String> {
        let FunctionArg::Table(table) = arg else { return Vec::new() };
        let mut query = select_star(table);
        let columns = visible(self.query(&mut query, scope));
        let TableArg { partition_by, order_by, span, .. } = table.clone();
        *arg = FunctionArg::Query(QueryArg { query: Box::new(query), partition_by, order_by, span });
        columns
    }

    fn join(&mut self, join: &mut Join, scope: &mut Scope<'_>) {
        let left = scope.tables.len();
        self.table(&mut join.left, scope);
        let right = scope.tables.len();
        self.table(&mut join.right, scope);
        match &mut join.constraint {
            JoinConstraint::On(condition) => self.expression(condition, Some(scope)),
            JoinConstraint::Using(columns) => {
                for column in columns {
                    let owner = |tables: &[ScopeTable]| tables.iter().find(|t| t.columns.contains(&column.value)).map(|t| t.name.clone());
                    let owners = [owner(&scope.tables[left..right]), owner(&scope.tables[right..])];
                    scope.merged.push((column.value.clone(), owners.into_iter().flatten().collect()));
                }
            }
            JoinConstraint::None => {}
        }
    }
}

impl Scope<'_> {
    /// Puts the table in front of a column.
    fn qualify(&self, name: &mut ObjectName) {
        if self.find(name).is_some() {
            let extra = name.parts.len().saturating_sub(1);
            // A name may carry catalog and database: the alias alone is what is in sight.
            if let Some(at) = (0..extra).rev().find(|&at| self.has_table(&name.parts[at].value)) {
                name.parts.drain(..at);
            }
            return;
        }
        let column = &name.parts[0];
        let owner = self.tables.iter().find(|table| table.columns.contains(&column.value));
        match (owner, self.parent) {
            (Some(table), _) => name.parts.insert(0, ident(&table.name, column.span)),
            (None, Some(parent)) => parent.qualify(name),
            (None, None) => {}
        }
    }

    /// The table that a name of several parts starts with.
    fn find(&self, name: &ObjectName) -> Option<&ScopeTable> {
        let qualifiers = &name.parts[..name.parts.len() - 1];
        let here = qualifiers.iter().take(3).rev().find_map(|part| self.tables.iter().find(|table| table.name == part.value));
        here.or_else(|| self.parent?.find(name))
    }

    fn has_table(&self, name: &str) -> bool {
        self.tables.iter().any(|table| table.name == name) || self.parent.is_some_and(|parent| parent.has_table(name))
    }

    fn merged_column(&self, name: &ObjectName) -> Option<ExprKind> {
        let [only] = name.parts.as_slice() else { return None };
        let (column, owners) = self.merged.iter().find(|(column, _)| *column == only.value)?;
        Some(coalesce(column, owners, only.span).kind)
    }

    /// The columns of all tables, or of one; a merged column comes first and once.
    fn star(&self, table: Option<&str>, span: Span) -> Vec<(String, Expr)> {
        let mut columns = Vec::new();
        if table.is_none() {
            columns.extend(self.merged.iter().map(|(name, owners)| (name.clone(), coalesce(name, owners, span))));
        }
        for owner in self.tables.iter().filter(|t| table.is_none_or(|name| name == t.name)) {
            let is_merged =
                |column: &str| table.is_none() && self.merged.iter().any(|(name, owners)| name == column && owners.contains(&owner.name));
            let own = owner.columns.iter().filter(|column| !is_merged(column));
            columns.extend(own.map(|column| (column.clone(), column_of(&owner.name, column, span))));
        }
        columns
    }
}

/// `COALESCE(l.c, r.c)`
fn coalesce(column: &str, owners: &[String], span: Span) -> Expr {
    call("COALESCE", owners.iter().map(|owner| column_of(owner, column, span)).collect(), span)
}

/// A plain call of a function.
pub(super) fn call(name: &str, args: Vec<Expr>, span: Span) -> Expr {
    let name = sql::ast::FunctionName { project: None, name: ObjectName { parts: vec![Ident::new(name, span)], span } };
    let call = FunctionCall {
        name,
        args: args.into_iter().map(FunctionArg::Expr).collect(),
        quantifier: None,
        order_by: Vec::new(),
        within_group: Vec::new(),
        filter: None,
        nulls: None,
        over: None,
        parentheses: true,
        span,
    };
    Expr::new(ExprKind::Function(Box::new(call)), span)
}

fn innermost(arg: &mut FunctionArg) -> &mut FunctionArg {
    match arg {
        FunctionArg::Named { value, .. } => innermost(value),
        other => other,
    }
}

fn select_star(table: &TableArg) -> Query {
    let span = table.span;
    let named = NamedTable { name: table.name.clone(), hints: table.hints.clone(), legacy_with: None, system_time: None };
    let select = Select {
        hints: Vec::new(),
        stream: false,
        quantifier: None,
        items: vec![SelectItem::Star(span)],
        from: vec![TableRef { kind: TableRefKind::Named(named), alias: None, span }],
        selection: None,
        group_by: None,
        having: None,
        windows: Vec::new(),
        qualify: None,
        span,
    };
    let body = QueryBody::Select(Box::new(select));
    Query { with: None, body, order_by: Vec::new(), limit: None, offset: None, fetch: None, span }
}

/// Flink gives `CURRENT_DATE` and its like their own name, in capitals and without back-ticks.
fn own_name(expr: &Expr) -> Option<Ident> {
    let ExprKind::Function(call) = &expr.kind else { return None };
    let name = call.name.name.last();
    (!call.parentheses).then(|| Ident { value: name.value.to_ascii_uppercase(), quote: Quote::Variable, span: expr.span })
}

/// The name that a select item gives its column.
fn result_name(expr: &Expr, alias: Option<&Ident>) -> Option<String> {
    match (alias, &expr.kind) {
        (Some(alias), _) => Some(alias.value.clone()),
        (None, ExprKind::Column(name)) => Some(name.last().value.clone()),
        (None, ExprKind::Function(call)) if !call.parentheses => Some(call.name.name.last().value.clone()),
        _ => None,
    }
}

/// Result columns without a name are called by their place.
fn visible(names: Vec<Option<String>>) -> Vec<String> {
    names.into_iter().enumerate().map(|(i, name)| name.unwrap_or_else(|| format!("EXPR${i}"))).collect()
}
