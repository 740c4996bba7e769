//! Walking through queries: every table, call and expression in them, in place.

use super::with_stack;
use sql::ast::{
    CommonTable, Expr, ExprKind, FunctionArg, FunctionCall, GroupItem, JoinConstraint, Limit, MatchRecognize, ObjectName, Query, QueryBody,
    Select, SelectItem, TableArg, TableRef, TableRefKind,
};
use sql::walk::{self, Node};

/// What is done with the parts of a query.
pub(crate) trait Visitor {
    /// A common table expression, before its query; it is in sight for what follows.
    fn common_table(&mut self, _table: &CommonTable) {}

    /// So many common table expressions go out of sight.
    fn leave_common_tables(&mut self, _count: usize) {}

    /// The columns that a query orders by, before its body.
    fn ordered(&mut self, _columns: Vec<ObjectName>) {}

    /// A SELECT before anything in it.
    fn select(&mut self, _select: &mut Select) {}

    /// A named table in a FROM clause, with its alias.
    fn table(&mut self, reference: &mut TableRef);

    /// `TABLE t`
    fn table_name(&mut self, name: &mut ObjectName);

    /// `TABLE t` as an argument.
    fn table_arg(&mut self, arg: &mut TableArg);

    /// A call before its arguments.
    fn call(&mut self, call: &mut FunctionCall);

    /// A table function in a FROM clause, before its call.
    fn table_function(&mut self, _reference: &mut TableRef) {}

    /// An expression after what is in it.
    fn expr(&mut self, expr: &mut Expr);
}

pub(crate) fn visit(query: &mut Query, visitor: &mut dyn Visitor) {
    with_stack(|| {
        let mut count = 0;
        if let Some(with) = &mut query.with {
            for table in &mut with.tables {
                let before = table.clone();
                if with.recursive {
                    visitor.common_table(&before);
                    visit(&mut table.query, visitor);
                } else {
                    visit(&mut table.query, visitor);
                    visitor.common_table(&before);
                }
                count += 1;
            }
        }
        visitor.ordered(ordering(query));
        body(&mut query.body, visitor);
        query.order_by.iter_mut().for_each(|item| visit_expr(&mut item.expr, visitor));
        if let Some(Limit::Rows(rows)) = &mut query.limit {
            visit_expr(rows, visitor);
        }
        query.offset.iter_mut().chain(&mut query.fetch).for_each(|expr| visit_expr(expr, visitor));
        visitor.leave_common_tables(count);
    });
}

/// The columns that a query is ordered by, as they stand.
fn ordering(query: &Query) -> Vec<ObjectName> {
    let columns = query.order_by.iter().filter_map(|item| match &item.expr.kind {
        ExprKind::Column(name) => Some(name.clone()),
        _ => None,
    });
    columns.collect()
}

pub(crate) fn visit_expr(expr: &mut Expr, visitor: &mut dyn Visitor) {
    with_stack(|| {
        if let ExprKind::Function(call) = &mut expr.kind {
            visitor.call(call);
        }
        walk::children(expr, &mut |node| visit_node(node, visitor));
        visitor.expr(expr);
    });
}

fn visit_node(node: Node<'_>, visitor: &mut dyn Visitor) {
    match node {
        Node::Expr(expr) => visit_expr(expr, visitor),
        Node::Query(query) => visit(query, visitor),
        Node::Table(FunctionArg::Table(arg)) => {
            arg.partition_by.iter_mut().for_each(|expr| visit_expr(expr, visitor));
            arg.order_by.iter_mut().for_each(|item| visit_expr(&mut item.expr, visitor));
            visitor.table_arg(arg);
        }
        Node::Table(_) => {}
    }
}

fn body(body_node: &mut QueryBody, visitor: &mut dyn Visitor) {
    with_stack(|| match body_node {
        QueryBody::Select(node) => select(node, visitor),
        QueryBody::Values(values) => values.rows.iter_mut().flat_map(|row| &mut row.fields).for_each(|expr| visit_expr(expr, visitor)),
        QueryBody::Table { name, .. } => visitor.table_name(name),
        QueryBody::SetOperation(operation) => {
            body(&mut operation.left, visitor);
            body(&mut operation.right, visitor);
        }
        QueryBody::Nested(query) => visit(query, visitor),
        QueryBody::Error(_) => {}
    });
}

fn select(node: &mut Select, visitor: &mut dyn Visitor) {
    visitor.select(node);
    node.from.iter_mut().for_each(|item| table_ref(item, visitor));
    for item in &mut node.items {
        if let SelectItem::Expr { expr, .. } = item {
            visit_expr(expr, visitor);
        }
    }
    node.selection.iter_mut().for_each(|expr| visit_expr(expr, visitor));
    node.group_by.iter_mut().flat_map(|group_by| &mut group_by.items).for_each(|item| group_item(item, visitor));
    node.having.iter_mut().for_each(|expr| visit_expr(expr, visitor));
    for window in &mut node.windows {
        walk::window(&mut window.spec, &mut |inner| visit_node(inner, visitor));
    }
    node.qualify.iter_mut().for_each(|expr| visit_expr(expr, visitor));
}

fn group_item(item: &mut GroupItem, visitor: &mut dyn Visitor) {
    match item {
        GroupItem::Expr(expr) => visit_expr(expr, visitor),
        GroupItem::Empty(_) => {}
        GroupItem::GroupingSets { items, .. } => items.iter_mut().for_each(|inner| group_item(inner, visitor)),
        GroupItem::Rollup { items, .. } | GroupItem::Cube { items, .. } => items.iter_mut().for_each(|expr| visit_expr(expr, visitor)),
    }
}

fn table_ref(reference: &mut TableRef, visitor: &mut dyn Visitor) {
    with_stack(|| match &mut reference.kind {
        TableRefKind::Named(table) => {
            table.system_time.iter_mut().for_each(|expr| visit_expr(expr, visitor));
            visitor.table(reference);
        }
        TableRefKind::Derived { query, .. } => visit(query, visitor),
        TableRefKind::Function { .. } => table_function(reference, visitor),
        TableRefKind::Unnest { exprs, .. } => exprs.iter_mut().for_each(|expr| visit_expr(expr, visitor)),
        TableRefKind::Join(join) => {
            table_ref(&mut join.left, visitor);
            table_ref(&mut join.right, visitor);
            if let JoinConstraint::On(condition) = &mut join.constraint {
                visit_expr(condition, visitor);
            }
        }
        TableRefKind::Nested(inner) => table_ref(inner, visitor),
        TableRefKind::MatchRecognize(inner) => match_recognize(inner, visitor),
        TableRefKind::Pivot(pivot) => {
            table_ref(&mut pivot.input, visitor);
            pivot.aggregates.iter_mut().for_each(|(expr, _)| visit_expr(expr, visitor));
            pivot.values.iter_mut().flat_map(|(exprs, _)| exprs).for_each(|expr| visit_expr(expr, visitor));
        }
        TableRefKind::Unpivot(unpivot) => table_ref(&mut unpivot.input, visitor),
        TableRefKind::Sample { input, .. } => table_ref(input, visitor),
        TableRefKind::Error => {}
    });
}

fn table_function(reference: &mut TableRef, visitor: &mut dyn Visitor) {
    visitor.table_function(reference);
    if let TableRefKind::Function { call, .. } = &mut reference.kind {
        visitor.call(call);
        walk::function(call, &mut |node| visit_node(node, visitor));
    }
}

fn match_recognize(node: &mut MatchRecognize, visitor: &mut dyn Visitor) {
    table_ref(&mut node.input, visitor);
    let exprs = node.partition_by.iter_mut().chain(node.order_by.iter_mut().map(|item| &mut item.expr));
    let exprs = exprs.chain(node.measures.iter_mut().map(|measure| &mut measure.expr)).chain(&mut node.within);
    exprs.chain(node.define.iter_mut().map(|(_, expr)| expr)).for_each(|expr| visit_expr(expr, visitor));
}
