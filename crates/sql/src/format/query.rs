//! Marks for queries: each clause and each join on its own line, lists on one line when they fit.

use super::marks::{Mark, Marks};
use crate::ast::{
    Expr, GroupItem, Join, JoinConstraint, Limit, MatchRecognize, OrderItem, Query, QueryBody, Select, SelectItem, SetOperation, TableRef,
    TableRefKind, Values, WindowSpec, With,
};
use crate::print::with_stack;
use diag::Span;

/// Whether a query may stand on one line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Every clause begins a line.
    Block,
    /// A query inside an expression: on one line when it fits.
    Inline,
}

impl Shape {
    fn line_end(self) -> Mark {
        match self {
            Shape::Block => Mark::Newline,
            Shape::Inline => Mark::Break,
        }
    }
}

impl Marks<'_> {
    pub(super) fn query(&mut self, query: &Query, shape: Shape) {
        let line_end = shape.line_end();
        if let Some(with) = &query.with {
            self.with(with);
            let body = self.first(query.body.span());
            self.mark_before(body, line_end);
        }
        with_stack(|| self.query_body(&query.body, shape));
        if let Some(first) = query.order_by.first() {
            let by = self.first(first.span) - 1;
            self.mark_before(by - 1, line_end);
            self.order_items(&query.order_by);
        }
        match &query.limit {
            Some(Limit::All(span)) => self.clause(self.word_before(*span, "LIMIT"), line_end),
            Some(Limit::Rows(count)) => self.clause(self.first(count.span) - 1, line_end),
            None => {}
        }
        if let Some(offset) = &query.offset {
            self.clause(self.first(offset.span) - 1, line_end);
        }
        if let Some(fetch) = &query.fetch {
            self.clause(self.first(fetch.span) - 2, line_end);
        }
    }

    fn clause(&mut self, token: usize, line_end: Mark) {
        self.mark_before(token, line_end);
    }

    /// The token of a word that stands at a place or just before it.
    fn word_before(&self, span: Span, word: &str) -> usize {
        let first = self.first(span);
        if self.is_word(first, word) { first } else { first.saturating_sub(1) }
    }

    fn with(&mut self, with: &With) {
        for (i, table) in with.tables.iter().enumerate() {
            if i > 0 {
                let first = self.first(table.span);
                self.mark_before(first, Mark::Newline);
            }
            self.query_in_parentheses(&table.query, self.first(table.query.span) - 1, Shape::Block);
        }
    }

    /// Marks a query and the parentheses around it.
    pub(super) fn query_in_parentheses(&mut self, query: &Query, open: usize, shape: Shape) {
        let close = self.matching(open);
        match shape {
            Shape::Block => {
                self.open_block(open);
                self.query(query, shape);
                self.close_block(close);
            }
            Shape::Inline => {
                self.open_parenthesis(open);
                self.query(query, shape);
                self.close_parenthesis(close);
            }
        }
    }

    fn query_body(&mut self, body: &QueryBody, shape: Shape) {
        match body {
            QueryBody::Select(select) => self.select(select, shape),
            QueryBody::Values(values) => self.values(values),
            QueryBody::SetOperation(operation) => self.set_operation(operation, shape),
            QueryBody::Nested(query) => self.query_in_parentheses(query, self.first(query.span) - 1, shape),
            QueryBody::Table { .. } | QueryBody::Error(_) => {}
        }
    }

    fn set_operation(&mut self, operation: &SetOperation, shape: Shape) {
        with_stack(|| self.query_body(&operation.left, shape));
        let (op, right) = (self.first(operation.op_span), self.first(operation.right.span()));
        self.mark_before(op, shape.line_end());
        self.mark_before(right, shape.line_end());
        with_stack(|| self.query_body(&operation.right, shape));
    }

    fn values(&mut self, values: &Values) {
        self.clause_list(
            &values.rows,
            |row| row.span,
            |marks, row| {
                let first = marks.first(row.span);
                if row.parentheses {
                    let open = if marks.is_word(first, "ROW") { first + 1 } else { first };
                    if open > first {
                        marks.glue(open);
                    }
                    marks.list_in_parentheses(open, &row.fields, |field| field.span, Marks::expr);
                } else {
                    row.fields.iter().for_each(|field| marks.expr(field));
                }
            },
        );
    }

    fn select(&mut self, select: &Select, shape: Shape) {
        let line_end = shape.line_end();
        self.clause_list(&select.items, select_item_span, Marks::select_item);
        if let Some(first) = select.from.first() {
            self.clause(self.first(first.span) - 1, line_end);
            match select.from.as_slice() {
                [table] => self.table_ref(table, shape),
                tables => self.clause_list(tables, |table| table.span, |marks, table| marks.table_ref(table, shape)),
            }
        }
        if let Some(condition) = &select.selection {
            self.condition(condition, line_end);
        }
        if let Some(group_by) = &select.group_by {
            self.clause(self.first(group_by.span), line_end);
            self.clause_list(&group_by.items, group_item_span, Marks::group_item);
        }
        if let Some(condition) = &select.having {
            self.condition(condition, line_end);
        }
        if let Some(first) = select.windows.first() {
            self.clause(self.first(first.name.span) - 1, line_end);
            self.clause_list(&select.windows, |w| w.name.span.to(w.spec.span), |marks, w| marks.window_spec(&w.spec));
        }
        if let Some(condition) = &select.qualify {
            self.condition(condition, line_end);
        }
    }

    /// A list after the word of its clause: on the same line, or each item on a line of its own.
    pub(super) fn clause_list<T>(&mut self, items: &[T], span: impl Fn(&T) -> Span, mut item: impl FnMut(&mut Self, &T)) {
        let (Some(first), Some(last)) = (items.first().map(&span), items.last().map(&span)) else { return };
        if let [only] = items {
            item(self, only);
            return;
        }
        let (first_token, last_token) = (self.first(first), self.last(last));
        self.indent_after(first_token - 1);
        self.mark_before(first_token, Mark::Open);
        for each in items {
            let token = self.first(span(each));
            self.mark_before(token, Mark::Break);
            item(self, each);
        }
        self.mark_after(last_token, Mark::Close);
        self.dedent_after(last_token);
    }

    /// `(a, b, c)`, each on a line of its own when they do not fit.
    pub(super) fn list_in_parentheses<T>(
        &mut self,
        open: usize,
        items: &[T],
        span: impl Fn(&T) -> Span,
        mut item: impl FnMut(&mut Self, &T),
    ) {
        let close = self.matching(open);
        self.open_parenthesis(open);
        for (i, each) in items.iter().enumerate() {
            if i > 0 {
                let token = self.first(span(each));
                self.mark_before(token, Mark::Break);
            }
            item(self, each);
        }
        self.close_parenthesis(close);
    }

    /// `WHERE e` and its like.
    fn condition(&mut self, condition: &Expr, line_end: Mark) {
        self.clause(self.first(condition.span) - 1, line_end);
        self.expr(condition);
    }

    fn select_item(&mut self, item: &SelectItem) {
        if let SelectItem::Expr { expr, .. } = item {
            self.expr(expr);
        }
    }

    fn group_item(&mut self, item: &GroupItem) {
        match item {
            GroupItem::Expr(expr) => self.expr(expr),
            GroupItem::Empty(_) => {}
            GroupItem::GroupingSets { items, span } => {
                let open = self.open_after(*span);
                self.list_in_parentheses(open, items, group_item_span, Marks::group_item);
            }
            GroupItem::Rollup { items, span } | GroupItem::Cube { items, span } => {
                let open = self.open_after(*span);
                self.list_in_parentheses(open, items, |e| e.span, Marks::expr);
            }
        }
    }

    /// The first opening parenthesis of a span.
    pub(super) fn open_after(&self, span: Span) -> usize {
        let (first, last) = (self.first(span), self.last(span));
        (first..=last).find(|token| self.kind(*token) == crate::token::TokenKind::LeftParen).unwrap_or(first)
    }

    fn order_items(&mut self, items: &[OrderItem]) {
        self.clause_list(items, |item| item.span, |marks, item| marks.expr(&item.expr));
    }

    pub(super) fn window_spec(&mut self, spec: &WindowSpec) {
        let (open, close) = (self.first(spec.span), self.last(spec.span));
        self.open_parenthesis(open);
        if let Some(first) = spec.partition_by.first() {
            let token = self.first(first.span) - 2;
            self.break_unless_first(token, open);
            spec.partition_by.iter().for_each(|e| self.expr(e));
        }
        if let Some(first) = spec.order_by.first() {
            let token = self.first(first.span) - 2;
            self.break_unless_first(token, open);
            spec.order_by.iter().for_each(|item| self.expr(&item.expr));
        }
        if let Some(frame) = &spec.frame {
            self.break_unless_first(self.first(frame.span), open);
        }
        self.close_parenthesis(close);
    }

    fn break_unless_first(&mut self, token: usize, open: usize) {
        if token > open + 1 {
            self.mark_before(token, Mark::Break);
        }
    }

    fn table_ref(&mut self, table: &TableRef, shape: Shape) {
        with_stack(|| match &table.kind {
            TableRefKind::Named(named) => {
                if let Some(time) = &named.system_time {
                    self.expr(time);
                }
            }
            TableRefKind::Derived { query, .. } => {
                let shape = if matches!(query.body, QueryBody::Values(_)) { Shape::Inline } else { shape };
                self.query_in_parentheses(query, self.first(query.span) - 1, shape);
            }
            TableRefKind::Function { table_keyword, call, .. } => {
                if *table_keyword {
                    self.glue(self.first(call.span) - 1);
                }
                self.call(call);
            }
            TableRefKind::Unnest { exprs, .. } => {
                if let Some(first) = exprs.first() {
                    self.glue(self.first(first.span) - 1);
                }
                exprs.iter().for_each(|e| self.expr(e));
            }
            TableRefKind::Join(join) => self.join(join, shape),
            TableRefKind::Nested(inner) => {
                let open = self.first(table.span);
                let close = self.matching(open);
                self.open_parenthesis(open);
                self.table_ref(inner, shape);
                self.close_parenthesis(close);
            }
            TableRefKind::MatchRecognize(inner) => self.match_recognize(inner, shape),
            TableRefKind::Pivot(pivot) => {
                self.table_ref(&pivot.input, shape);
                pivot.aggregates.iter().for_each(|(e, _)| self.expr(e));
                pivot.values.iter().flat_map(|(values, _)| values).for_each(|e| self.expr(e));
            }
            TableRefKind::Unpivot(unpivot) => {
                self.table_ref(&unpivot.input, shape);
                unpivot.columns.iter().filter_map(|(_, values)| values.as_ref()).flatten().for_each(|e| self.expr(e));
            }
            TableRefKind::Sample { input, percentage, repeatable, .. } => {
                self.table_ref(input, shape);
                self.glue(self.first(percentage.span) - 1);
                if let Some(seed) = repeatable {
                    self.glue(self.first(seed.span) - 1);
                }
            }
            TableRefKind::Error => {}
        });
        if let Some(alias) = table.alias.as_ref().filter(|a| !a.columns.is_empty()) {
            let open = self.first(alias.name.span) + 1;
            self.list_in_parentheses(open, &alias.columns, |c| c.span, |_, _| {});
        }
    }

    fn join(&mut self, join: &Join, shape: Shape) {
        self.table_ref(&join.left, shape);
        let op = self.first(join.op_span);
        self.mark_before(op, Mark::Indent);
        self.mark_before(op, shape.line_end());
        let last = match &join.constraint {
            JoinConstraint::On(condition) => self.join_on(join, op, condition, shape),
            JoinConstraint::Using(columns) => {
                self.table_ref(&join.right, shape);
                columns.last().map_or(op, |column| self.last(column.span) + 1)
            }
            JoinConstraint::None => {
                self.table_ref(&join.right, shape);
                self.last(join.right.span)
            }
        };
        self.dedent_after(last);
    }

    /// The condition goes to a line of its own when it does not fit behind the table; returns its last token.
    fn join_on(&mut self, join: &Join, op: usize, condition: &Expr, shape: Shape) -> usize {
        let (on, last) = (self.first(condition.span) - 1, self.last(condition.span));
        if matches!(join.right.kind, TableRefKind::Derived { .. }) {
            self.table_ref(&join.right, shape);
            self.expr(condition);
            return last;
        }
        self.mark_before(op, Mark::Open);
        self.table_ref(&join.right, shape);
        self.indent_after(on - 1);
        self.mark_before(on, Mark::Break);
        self.expr(condition);
        self.dedent_after(last);
        self.mark_after(last, Mark::Close);
        last
    }

    fn match_recognize(&mut self, node: &MatchRecognize, shape: Shape) {
        self.table_ref(&node.input, shape);
        let open = (self.last(node.input.span)..self.last(node.span)).find(|t| self.is_word(*t, "MATCH_RECOGNIZE")).map_or(0, |t| t + 1);
        let close = self.matching(open);
        self.open_block(open);
        if let Some(first) = node.partition_by.first() {
            self.clause_unless_first(self.first(first.span) - 2, open);
            self.clause_list(&node.partition_by, |e| e.span, Marks::expr);
        }
        if let Some(first) = node.order_by.first() {
            self.clause_unless_first(self.first(first.span) - 2, open);
            self.order_items(&node.order_by);
        }
        if let Some(first) = node.measures.first() {
            let word = self.words_before(first.expr.span, &["FINAL", "RUNNING"]) - 1;
            self.clause_unless_first(word, open);
            self.own_lines(node.measures.iter().map(|m| (m.expr.span, &m.expr)), &["FINAL", "RUNNING"]);
        }
        let pattern = (open..self.first(node.pattern.span)).rev().find(|t| self.is_word(*t, "PATTERN")).unwrap_or(open + 1);
        for token in open + 1..pattern {
            let rows = (self.is_word(token, "ONE") || self.is_word(token, "ALL")) && self.is_word(token + 2, "PER");
            let after = self.is_word(token, "AFTER") && self.is_word(token + 1, "MATCH");
            if rows || after {
                self.clause_unless_first(token, open);
            }
        }
        self.clause_unless_first(pattern, open);
        self.keep_as_written(node.pattern.span);
        if let Some(within) = &node.within {
            self.clause(self.first(within.span) - 1, Mark::Newline);
        }
        if let Some((first, _)) = node.subsets.first() {
            self.clause(self.first(first.span) - 1, Mark::Newline);
        }
        if let Some((first, _)) = node.define.first() {
            self.clause(self.first(first.span) - 1, Mark::Newline);
            self.own_lines(node.define.iter().map(|(name, condition)| (name.span, condition)), &[]);
        }
        self.close_block(close);
    }

    fn clause_unless_first(&mut self, token: usize, open: usize) {
        if token > open + 1 {
            self.clause(token, Mark::Newline);
        }
    }

    /// The token at which an item begins that one of these words may precede.
    fn words_before(&self, span: Span, words: &[&str]) -> usize {
        let first = self.first(span);
        if words.iter().any(|word| self.is_word(first - 1, word)) { first - 1 } else { first }
    }

    /// Items of a clause, each on a line of its own.
    fn own_lines<'e>(&mut self, items: impl Iterator<Item = (Span, &'e Expr)>, words: &[&str]) {
        let mut last = None;
        for (span, expr) in items {
            let token = self.words_before(span, words);
            if last.is_none() {
                self.indent_after(token - 1);
            }
            self.mark_before(token, Mark::Newline);
            self.expr(expr);
            last = Some(self.last(expr.span));
        }
        if let Some(last) = last {
            self.dedent_after(last);
        }
    }
}

fn select_item_span(item: &SelectItem) -> Span {
    match item {
        SelectItem::Star(span) | SelectItem::QualifiedStar { span, .. } => *span,
        SelectItem::Expr { expr, alias } => alias.as_ref().map_or(expr.span, |alias| expr.span.to(alias.span)),
    }
}

fn group_item_span(item: &GroupItem) -> Span {
    match item {
        GroupItem::Expr(expr) => expr.span,
        GroupItem::Empty(span) | GroupItem::GroupingSets { span, .. } | GroupItem::Rollup { span, .. } | GroupItem::Cube { span, .. } => {
            *span
        }
    }
}
