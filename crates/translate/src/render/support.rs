//! What the target has no syntax for.

use super::Renderer;
use super::expr::is_called;
use crate::diagnostics::NOT_IN_TARGET;
use crate::target::Engine;
use diag::{Diagnostic, Span};
use sql::ast::{Expr, ExprKind, Ident, Literal, Query, QueryBody, Select, TableAlias, TableRef, TableRefKind, Values, ValuesRow, With};

const WINDOW_FUNCTIONS: &[&str] = &["TUMBLE", "HOP", "CUMULATE", "SESSION"];

impl Renderer<'_> {
    /// Reports that the target has none of this.
    pub(crate) fn refuse(&mut self, span: Span, what: &str) {
        let message = format!("{} has no {what}", self.target.title());
        self.report(Diagnostic::error(NOT_IN_TARGET, span, message));
    }

    pub(crate) fn check_with(&mut self, with: &With) {
        if with.recursive && self.target.is_before_flink_2() {
            self.refuse(with.span, "WITH RECURSIVE");
        }
    }

    pub(crate) fn check_select(&mut self, select: &mut Select) {
        if let Some(condition) = select.qualify.as_ref().filter(|_| self.target.is_before_flink_2()) {
            let message = format!("{} has no QUALIFY", self.target.title());
            let help =
                "Number the rows in a subquery and filter outside: SELECT .. FROM (SELECT .., ROW_NUMBER() OVER (..) AS n ..) WHERE n = 1.";
            self.report(Diagnostic::error(NOT_IN_TARGET, condition.span, message).with_help(help));
        }
        if self.target.is_blink() {
            for hint in std::mem::take(&mut select.hints) {
                self.rewritten(hint.span, format!("Blink has no hint {}: it is left out", hint.name.value));
            }
        }
    }

    /// A window table function needs TABLE(..) before Flink 2, and Blink has none.
    pub(crate) fn window_function(&mut self, reference: &mut TableRef) {
        let span = reference.span;
        let TableRefKind::Function { table_keyword, call, .. } = &mut reference.kind else { return };
        if !WINDOW_FUNCTIONS.iter().any(|name| is_called(call, name)) {
            return;
        }
        if self.target.is_blink() {
            let message = "Blink has no window table functions";
            let help = "Group by the window: GROUP BY TUMBLE(ts, INTERVAL '1' MINUTE).";
            self.report(Diagnostic::error(NOT_IN_TARGET, span, message).with_help(help));
        } else if self.target.is_before_flink_2() && !*table_keyword {
            *table_keyword = true;
            self.rewritten(span, format!("{} needs TABLE(..) around a window table function", self.target.title()));
        }
    }

    /// `FROM dual` is Blink's way to select from nothing.
    pub(crate) fn drop_dual(&mut self, select: &mut Select) {
        let [item] = select.from.as_mut_slice() else { return };
        let TableRefKind::Named(table) = &item.kind else { return };
        let is_dual = table.name.parts.len() == 1 && table.name.last().value.eq_ignore_ascii_case("dual") && table.hints.is_empty();
        if !is_dual
            || self.target.engine() == Engine::Blink
            || self.table_index(&table.name).is_some()
            || self.parts.view(&table.name).is_some()
        {
            return;
        }
        let span = item.span;
        let needs_from = select.selection.is_some() || select.group_by.is_some() || select.having.is_some();
        if needs_from {
            *item = one_row(span);
        } else {
            select.from.clear();
        }
        self.rewritten(span, format!("{} has no table 'dual'", self.target.title()));
    }
}

/// `(VALUES (0)) AS dual (dummy)`
fn one_row(span: Span) -> TableRef {
    let zero = Expr::new(ExprKind::Literal(Literal::Integer("0".into())), span);
    let row = ValuesRow { fields: vec![zero], parentheses: true, row_keyword: false, span };
    let body = QueryBody::Values(Values { rows: vec![row], span });
    let query = Query { with: None, body, order_by: vec![], limit: None, offset: None, fetch: None, span };
    TableRef {
        kind: TableRefKind::Derived { lateral: false, query: Box::new(query) },
        alias: Some(TableAlias { name: Ident::new("dual", span), columns: vec![Ident::new("dummy", span)], span }),
        span,
    }
}
