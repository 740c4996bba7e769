//! `FOR SYSTEM_TIME AS OF PROCTIME()`: Flink takes only a time attribute of the left side, so the left side gets one.
//!
//! The attribute is added in a subquery around the first table of the FROM clause. Where `*` would show it, `*` becomes the list of columns.

use super::Renderer;
use super::expr::is_called;
use crate::definition::TableDefinition;
use crate::diagnostics::NOT_IN_TARGET;
use crate::target::Mode;
use diag::{Diagnostic, Span};
use sql::ast::{
    Expr, ExprKind, FunctionCall, FunctionName, Ident, JoinConstraint, ObjectName, Query, QueryBody, Select, SelectItem, TableAlias,
    TableRef, TableRefKind,
};
use sql::statements::create_table::ColumnKind;

/// The column that is added.
const ATTRIBUTE: &str = "__proctime";

/// The columns of a table of a FROM clause: what they can be qualified with, and their names where they are known.
pub(super) type FromColumns = (Option<Ident>, Option<Vec<String>>);

impl Renderer<'_> {
    pub(crate) fn processing_time(&mut self, select: &mut Select) {
        if self.target.is_blink() {
            return select.from.iter_mut().for_each(|item| self.use_proctime_call(item));
        }
        select.from.iter_mut().for_each(|item| self.without_lookup(item));
        let spans = select.from.iter().flat_map(calls).collect::<Vec<_>>();
        let Some(first_call) = spans.first().copied() else { return };
        let columns: Vec<FromColumns> = select.from.iter().flat_map(|item| self.columns_of(item)).collect();
        let Some(first) = select.from.first_mut() else { return };
        let (attribute, is_added) = with_leftmost(first, |left| self.attribute(left));
        for item in &mut select.from {
            put_attribute(item, &attribute);
        }
        if is_added {
            self.expand_stars(select, &columns, first_call, "and the time that is added would be among them");
        }
        self.rewritten(
            first_call,
            format!("FOR SYSTEM_TIME AS OF PROCTIME() is the time attribute '{}' of the left side", attribute.text()),
        );
    }

    /// Blink joins a dimension table as of PROCTIME() and nothing else.
    fn use_proctime_call(&mut self, item: &mut TableRef) {
        match &mut item.kind {
            TableRefKind::Join(join) => {
                self.use_proctime_call(&mut join.left);
                self.use_proctime_call(&mut join.right);
            }
            TableRefKind::Nested(inner) => self.use_proctime_call(inner),
            TableRefKind::Named(table) => {
                let Some(time) = table.system_time.as_mut().filter(|time| !is_proctime(time)) else { return };
                if !matches!(time.kind, ExprKind::Column(_)) {
                    return;
                }
                let span = time.span;
                if self.is_processing_time(time) {
                    **time = proctime_call(span);
                    self.rewritten(span, "Blink joins a dimension table as of PROCTIME()");
                } else {
                    self.refuse(span, "join as of an event time");
                }
            }
            _ => {}
        }
    }

    /// PROCTIME(), or a column that is it.
    fn is_processing_time(&self, time: &Expr) -> bool {
        let is_attribute =
            |name: &ObjectName| self.tables.iter().any(|table| proctime_column(&table.base).is_some_and(|known| known == *name.last()));
        is_proctime(time) || matches!(&time.unnested().kind, ExprKind::Column(name) if is_attribute(name))
    }

    /// A table that cannot be looked up is joined as a whole where it has an end, and not at all in a job that goes on.
    fn without_lookup(&mut self, item: &mut TableRef) {
        let table = match &mut item.kind {
            TableRefKind::Join(join) => {
                self.without_lookup(&mut join.left);
                return self.without_lookup(&mut join.right);
            }
            TableRefKind::Nested(inner) => return self.without_lookup(inner),
            TableRefKind::Named(table) => table,
            _ => return,
        };
        if self.is_common_table(&table.name) || self.parts.view(&table.name).is_some() {
            return;
        }
        // Tables are known in the order in which they stand.
        let index = self.table_index(&table.name);
        let Some(time) = table.system_time.as_ref().filter(|time| self.is_processing_time(time)) else { return };
        let span = time.span;
        let Some(definition) = index.map(|index| self.tables[index].base.clone()) else { return };
        if definition.can_be_looked_up() {
            return;
        }
        let (name, connector) = (definition.name.text(), definition.connector().map_or("", |connector| connector.text.as_str()));
        if self.mode == Mode::Batch && definition.is_bounded() {
            table.system_time = None;
            return self.rewritten(
                span,
                format!("{} looks nothing up in connector '{connector}': table '{name}' is joined whole", self.target.title()),
            );
        }
        let message = format!("{} looks nothing up in connector '{connector}' of table '{name}'", self.target.title());
        let help = "Keep the table in a store that is read by key, such as 'jdbc'; in batch mode a table of files is joined whole.";
        self.report(Diagnostic::error(NOT_IN_TARGET, span, message).with_help(help));
    }

    /// The processing time of the left side, and whether it had to be added.
    fn attribute(&mut self, left: &mut TableRef) -> (ObjectName, bool) {
        let span = left.span;
        let qualifier = match (&left.alias, &left.kind) {
            (Some(alias), _) => alias.name.clone(),
            (None, TableRefKind::Named(table)) => table.name.last().clone(),
            _ => Ident::new("__left", span),
        };
        let name = |column: Ident| ObjectName { parts: vec![qualifier.clone(), column], span };
        if let Some(column) = self.existing_attribute(left) {
            if left.alias.is_none() && !matches!(left.kind, TableRefKind::Named(_)) {
                left.alias = Some(TableAlias { name: qualifier.clone(), columns: vec![], span });
            }
            return (name(column), false);
        }
        let renamed = left.alias.take();
        let columns = renamed.as_ref().map(|alias| alias.columns.clone()).unwrap_or_default();
        let mut inner = TableRef { kind: std::mem::replace(&mut left.kind, TableRefKind::Error), alias: None, span };
        if !columns.is_empty() || !matches!(inner.kind, TableRefKind::Named(_)) {
            inner.alias = Some(TableAlias { name: qualifier.clone(), columns, span });
        }
        let added = SelectItem::Expr { expr: proctime_call(span), alias: Some(Ident::new(ATTRIBUTE, span)) };
        let query = select_from(vec![SelectItem::Star(span), added], inner, span);
        left.kind = TableRefKind::Derived { lateral: false, query: Box::new(query) };
        left.alias = Some(TableAlias { name: qualifier.clone(), columns: vec![], span });
        (name(Ident::new(ATTRIBUTE, span)), true)
    }

    /// A column that is PROCTIME() already.
    fn existing_attribute(&mut self, left: &TableRef) -> Option<Ident> {
        if left.alias.as_ref().is_some_and(|alias| !alias.columns.is_empty()) {
            return None;
        }
        match &left.kind {
            TableRefKind::Named(table) if self.is_common_table(&table.name) => None,
            TableRefKind::Named(table) => match self.parts.view(&table.name) {
                Some((_, view)) if view.columns.is_empty() => query_attribute(&view.query),
                Some(_) => None,
                None => self.table_index(&table.name).and_then(|index| proctime_column(&self.tables[index].base)),
            },
            TableRefKind::Derived { query, .. } => query_attribute(query),
            _ => None,
        }
    }

    /// Writes out `*`, where it would stand for other columns than in the script; `why` says so.
    pub(super) fn expand_stars(&mut self, select: &mut Select, columns: &[FromColumns], call: Span, why: &str) {
        let is_merged = select.from.iter().any(merges_columns);
        let mut items = Vec::new();
        for item in std::mem::take(&mut select.items) {
            let (wanted, span) = match &item {
                SelectItem::Star(span) => (None, *span),
                SelectItem::QualifiedStar { name, span } if name.parts.len() == 1 => (Some(name.last().clone()), *span),
                _ => {
                    items.push(item);
                    continue;
                }
            };
            let tables: Vec<&FromColumns> = columns.iter().filter(|(name, _)| wanted.is_none() || *name == wanted).collect();
            if tables.is_empty() || tables.iter().any(|(_, names)| names.is_none()) || (is_merged && wanted.is_none()) {
                let message = format!("the columns that '*' stands for are not known, {why}");
                self.report(Diagnostic::error(NOT_IN_TARGET, span, message).with_label(call, "for this").with_help("Name the columns."));
                items.push(item);
                continue;
            }
            for (qualifier, names) in tables {
                items.extend(names.iter().flatten().map(|name| column_item(qualifier.as_ref(), name, span)));
            }
            self.rewritten(span, "'*' is written out, so that it stands for the same columns");
        }
        select.items = items;
    }

    pub(super) fn columns_of(&mut self, item: &TableRef) -> Vec<FromColumns> {
        let alias = item.alias.as_ref();
        let renamed = alias.filter(|alias| !alias.columns.is_empty());
        let renamed = renamed.map(|alias| alias.columns.iter().map(|column| column.value.clone()).collect::<Vec<_>>());
        let name = alias.map(|alias| alias.name.clone());
        match &item.kind {
            TableRefKind::Join(join) => {
                let mut columns = self.columns_of(&join.left);
                columns.extend(self.columns_of(&join.right));
                columns
            }
            TableRefKind::Nested(inner) if alias.is_none() => self.columns_of(inner),
            TableRefKind::Named(table) => {
                let columns = renamed.or_else(|| self.named_columns(&table.name));
                vec![(name.or_else(|| Some(table.name.last().clone())), columns)]
            }
            TableRefKind::Derived { query, .. } => vec![(name, renamed.or_else(|| self.output_columns(query)))],
            _ => vec![(name, renamed)],
        }
    }

    fn named_columns(&mut self, name: &ObjectName) -> Option<Vec<String>> {
        if let Some((_, columns)) = self.common_tables.iter().rev().find(|(known, _)| name.parts.len() == 1 && *known == name.last().value)
        {
            return columns.clone();
        }
        if let Some((_, view)) = self.parts.view(name) {
            return match view.columns.as_slice() {
                [] => self.output_columns(&view.query),
                columns => Some(columns.iter().map(|column| column.value.clone()).collect()),
            };
        }
        let index = self.table_index(name)?;
        let definition = &self.tables[index].base;
        definition.like.is_none().then(|| definition.field_names())
    }

    /// The names of a query's columns, where the text tells them.
    pub(crate) fn output_columns(&mut self, query: &Query) -> Option<Vec<String>> {
        if query.with.is_some() {
            return None;
        }
        match &query.body {
            QueryBody::Select(select) => self.select_columns(select),
            QueryBody::SetOperation(operation) => match &operation.left {
                QueryBody::Select(select) => self.select_columns(select),
                _ => None,
            },
            QueryBody::Nested(inner) => self.output_columns(inner),
            QueryBody::Table { name, .. } => self.named_columns(name),
            QueryBody::Values(values) => Some((0..values.rows.first()?.fields.len()).map(|index| format!("EXPR${index}")).collect()),
            QueryBody::Error(_) => None,
        }
    }

    fn select_columns(&mut self, select: &Select) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for (index, item) in select.items.iter().enumerate() {
            match item {
                SelectItem::Expr { alias: Some(alias), .. } => names.push(alias.value.clone()),
                SelectItem::Expr { expr, alias: None } => names.push(match &expr.kind {
                    ExprKind::Column(name) => name.last().value.clone(),
                    _ => format!("EXPR${index}"),
                }),
                SelectItem::Star(_) | SelectItem::QualifiedStar { .. } => {
                    let wanted = match item {
                        SelectItem::QualifiedStar { name, .. } => Some(name.last().clone()),
                        _ => None,
                    };
                    if select.from.iter().any(merges_columns) {
                        return None;
                    }
                    let columns: Vec<FromColumns> = select.from.iter().flat_map(|item| self.columns_of(item)).collect();
                    for (_, inner) in columns.into_iter().filter(|(name, _)| wanted.is_none() || *name == wanted) {
                        names.extend(inner?);
                    }
                }
            }
        }
        Some(names)
    }
}

/// The places of PROCTIME() behind FOR SYSTEM_TIME AS OF.
fn calls(item: &TableRef) -> Vec<Span> {
    match &item.kind {
        TableRefKind::Join(join) => [calls(&join.left), calls(&join.right)].concat(),
        TableRefKind::Nested(inner) => calls(inner),
        TableRefKind::Named(table) => table.system_time.iter().filter(|time| is_proctime(time)).map(|time| time.span).collect(),
        _ => Vec::new(),
    }
}

fn put_attribute(item: &mut TableRef, attribute: &ObjectName) {
    match &mut item.kind {
        TableRefKind::Join(join) => {
            put_attribute(&mut join.left, attribute);
            put_attribute(&mut join.right, attribute);
        }
        TableRefKind::Nested(inner) => put_attribute(inner, attribute),
        TableRefKind::Named(table) => {
            if let Some(time) = table.system_time.as_mut().filter(|time| is_proctime(time)) {
                let span = time.span;
                **time = Expr::new(ExprKind::Column(attribute.clone()), span);
            }
        }
        _ => {}
    }
}

/// Does something with the first table of a chain of joins.
fn with_leftmost<R>(item: &mut TableRef, f: impl FnOnce(&mut TableRef) -> R) -> R {
    match &mut item.kind {
        TableRefKind::Join(join) => with_leftmost(&mut join.left, f),
        TableRefKind::Nested(inner) if item.alias.is_none() => with_leftmost(inner, f),
        _ => f(item),
    }
}

/// NATURAL and USING show a column of both sides once.
pub(super) fn merges_columns(item: &TableRef) -> bool {
    match &item.kind {
        TableRefKind::Join(join) => {
            join.natural || matches!(join.constraint, JoinConstraint::Using(_)) || merges_columns(&join.left) || merges_columns(&join.right)
        }
        TableRefKind::Nested(inner) => merges_columns(inner),
        _ => false,
    }
}

fn is_proctime(expr: &Expr) -> bool {
    matches!(&expr.unnested().kind, ExprKind::Function(call) if is_called(call, "PROCTIME") && call.args.is_empty())
}

fn proctime_column(definition: &TableDefinition) -> Option<Ident> {
    let is_computed = |kind: &ColumnKind| matches!(kind, ColumnKind::Computed(expr) if is_proctime(expr));
    definition.columns.iter().find(|column| is_computed(&column.kind)).map(|column| column.name.clone())
}

fn query_attribute(query: &Query) -> Option<Ident> {
    let QueryBody::Select(select) = &query.body else { return None };
    let is_plain = query.with.is_none() && select.group_by.is_none() && select.quantifier.is_none();
    let mut aliases = select.items.iter().filter_map(|item| match item {
        SelectItem::Expr { expr, alias } if is_proctime(expr) => alias.clone(),
        _ => None,
    });
    aliases.next().filter(|_| is_plain)
}

pub(crate) fn column(name: &str, span: Span) -> Expr {
    Expr::new(ExprKind::Column(super::time::single(name, span)), span)
}

fn proctime_call(span: Span) -> Expr {
    let call = FunctionCall {
        name: FunctionName { project: None, name: super::time::single("PROCTIME", span) },
        args: vec![],
        quantifier: None,
        order_by: vec![],
        within_group: vec![],
        filter: None,
        nulls: None,
        over: None,
        parentheses: true,
        span,
    };
    Expr::new(ExprKind::Function(Box::new(call)), span)
}

fn column_item(qualifier: Option<&Ident>, name: &str, span: Span) -> SelectItem {
    let parts = qualifier.cloned().into_iter().chain([Ident::new(name, span)]).collect();
    SelectItem::Expr { expr: Expr::new(ExprKind::Column(ObjectName { parts, span }), span), alias: None }
}

/// `SELECT items FROM from`
pub(crate) fn select_from(items: Vec<SelectItem>, from: TableRef, span: Span) -> Query {
    let select = Select {
        hints: vec![],
        stream: false,
        quantifier: None,
        items,
        from: vec![from],
        selection: None,
        group_by: None,
        having: None,
        windows: vec![],
        qualify: None,
        span,
    };
    Query { with: None, body: QueryBody::Select(Box::new(select)), order_by: vec![], limit: None, offset: None, fetch: None, span }
}
