//! Queries and their clauses.

use super::hint::print_hints;
use super::{Layout, Print, Printer, Quoting, with_stack};
use crate::ast::{
    CommonTable, FrameBound, FrameExclusion, FrameUnit, GroupBy, GroupItem, Limit, NamedWindow, OrderItem, Query, QueryBody, Select,
    SelectItem, SetOperation, SetOperator, SetQuantifier, Values, ValuesRow, WindowFrame, WindowSpec, With,
};

impl Print for Query {
    fn print(&self, p: &mut Printer) {
        if let Some(with) = &self.with {
            p.node(with).text(" ");
        }
        p.node(&self.body);
        if !self.order_by.is_empty() {
            print_order_by(&self.order_by, p.clause_break());
        }
        match &self.limit {
            Some(Limit::All(_)) => p.clause_break().text("LIMIT ALL"),
            Some(Limit::Rows(count)) => p.clause_break().text("LIMIT ").node(count),
            None => p,
        };
        if let Some(offset) = &self.offset {
            p.clause_break().text("OFFSET ").node(offset).text(" ROWS");
        }
        if let Some(count) = &self.fetch {
            p.clause_break().text("FETCH NEXT ").node(count).text(" ROWS ONLY");
        }
    }
}

impl Print for With {
    fn print(&self, p: &mut Printer) {
        p.text("WITH ").when(self.recursive, "RECURSIVE ").list(&self.tables);
    }
}

impl Print for CommonTable {
    fn print(&self, p: &mut Printer) {
        p.node(&self.name);
        if !self.columns.is_empty() {
            p.text(" ").in_parentheses(&self.columns);
        }
        p.text(" AS (").node(&self.query).text(")");
    }
}

impl Print for QueryBody {
    fn print(&self, p: &mut Printer) {
        with_stack(|| match self {
            QueryBody::Select(select) => select.print(p),
            QueryBody::Values(values) => values.print(p),
            QueryBody::Table { name, .. } => {
                p.text("TABLE ").node(name);
            }
            QueryBody::SetOperation(operation) => operation.print(p),
            QueryBody::Nested(query) => {
                p.text("(").node(query).text(")");
            }
            QueryBody::Error(_) => {}
        });
    }
}

impl Print for SetOperation {
    fn print(&self, p: &mut Printer) {
        print_operand(&self.left, strength(self.op), p);
        p.clause_break().text(match self.op {
            SetOperator::Union => "UNION",
            SetOperator::Intersect => "INTERSECT",
            SetOperator::Except => "EXCEPT",
        });
        print_quantifier(self.quantifier, p);
        p.clause_break();
        print_operand(&self.right, strength(self.op) + 1, p);
    }
}

/// INTERSECT holds tighter than the others.
fn strength(op: SetOperator) -> u8 {
    match op {
        SetOperator::Union | SetOperator::Except => 1,
        SetOperator::Intersect => 2,
    }
}

fn print_operand(body: &QueryBody, least: u8, p: &mut Printer) {
    let needed = match body {
        QueryBody::SetOperation(inner) => strength(inner.op) < least,
        QueryBody::Nested(_) | QueryBody::Select(_) | QueryBody::Values(_) | QueryBody::Table { .. } | QueryBody::Error(_) => false,
    };
    if needed {
        p.text("(").node(body).text(")");
    } else {
        p.node(body);
    }
}

/// ` ALL`, ` DISTINCT` or nothing.
pub(super) fn print_quantifier(quantifier: Option<SetQuantifier>, p: &mut Printer) {
    match quantifier {
        Some(SetQuantifier::All) => p.text(" ALL"),
        Some(SetQuantifier::Distinct) => p.text(" DISTINCT"),
        None => p,
    };
}

impl Print for Values {
    fn print(&self, p: &mut Printer) {
        let separator = match p.options().quoting {
            Quoting::Needed => ", ",
            Quoting::Always => ",\n",
        };
        p.text("VALUES ").separated(&self.rows, separator);
    }
}

impl Print for ValuesRow {
    fn print(&self, p: &mut Printer) {
        if self.parentheses || self.fields.len() != 1 {
            p.when(self.row_keyword, "ROW").in_parentheses(&self.fields);
        } else {
            p.list(&self.fields);
        }
    }
}

impl Print for Select {
    fn print(&self, p: &mut Printer) {
        p.text("SELECT");
        print_hints(&self.hints, p);
        p.when(self.stream, " STREAM");
        print_quantifier(self.quantifier, p);
        if self.hints.is_empty() {
            p.text(" ");
        } else {
            p.clause_break();
        }
        p.list(&self.items);
        if !self.from.is_empty() {
            let separator = match p.options().layout {
                Layout::OneLine => ", ",
                Layout::Clauses => ",\n",
            };
            p.clause_break().text("FROM ").separated(&self.from, separator);
        }
        if let Some(condition) = &self.selection {
            p.clause_break().text("WHERE ").node(condition);
        }
        if let Some(group_by) = &self.group_by {
            p.clause_break().node(group_by);
        }
        if let Some(condition) = &self.having {
            p.clause_break().text("HAVING ").node(condition);
        }
        if !self.windows.is_empty() {
            p.clause_break().text("WINDOW ").list(&self.windows);
        }
        if let Some(condition) = &self.qualify {
            p.clause_break().text("QUALIFY ").node(condition);
        }
    }
}

impl Print for SelectItem {
    fn print(&self, p: &mut Printer) {
        match self {
            SelectItem::Star(_) => p.text("*"),
            SelectItem::QualifiedStar { name, .. } => p.node(name).text(".*"),
            SelectItem::Expr { expr, alias } => p.node(expr).optional(" AS ", alias.as_ref()),
        };
    }
}

impl Print for GroupBy {
    fn print(&self, p: &mut Printer) {
        p.text("GROUP BY");
        print_quantifier(self.quantifier, p);
        p.text(" ").list(&self.items);
    }
}

impl Print for GroupItem {
    fn print(&self, p: &mut Printer) {
        let blank = if p.options().quoting == Quoting::Always { "" } else { " " };
        match self {
            GroupItem::Expr(expr) => p.node(expr),
            GroupItem::Empty(_) => p.text("()"),
            GroupItem::GroupingSets { items, .. } => p.text("GROUPING SETS").text(blank).in_parentheses(items),
            GroupItem::Rollup { items, .. } => p.text("ROLLUP").text(blank).in_parentheses(items),
            GroupItem::Cube { items, .. } => p.text("CUBE").text(blank).in_parentheses(items),
        };
    }
}

impl Print for NamedWindow {
    fn print(&self, p: &mut Printer) {
        p.node(&self.name).text(" AS ").node(&self.spec);
    }
}

impl Print for WindowSpec {
    fn print(&self, p: &mut Printer) {
        p.text("(");
        let mut separator = "";
        if let Some(base) = &self.base {
            p.node(base);
            separator = " ";
        }
        if !self.partition_by.is_empty() {
            p.text(separator).text("PARTITION BY ").list(&self.partition_by);
            separator = " ";
        }
        if !self.order_by.is_empty() {
            print_order_by(&self.order_by, p.text(separator));
            separator = " ";
        }
        p.optional(separator, self.frame.as_ref()).text(")");
    }
}

impl Print for WindowFrame {
    fn print(&self, p: &mut Printer) {
        p.text(match self.unit {
            FrameUnit::Rows => "ROWS ",
            FrameUnit::Range => "RANGE ",
            FrameUnit::Groups => "GROUPS ",
        });
        match &self.end {
            Some(end) => p.text("BETWEEN ").node(&self.start).text(" AND ").node(end),
            None => p.node(&self.start),
        };
        match self.exclude {
            Some(FrameExclusion::CurrentRow) => p.text(" EXCLUDE CURRENT ROW"),
            Some(FrameExclusion::Group) => p.text(" EXCLUDE GROUP"),
            Some(FrameExclusion::Ties) => p.text(" EXCLUDE TIES"),
            Some(FrameExclusion::NoOthers) => p.text(" EXCLUDE NO OTHERS"),
            None => p,
        };
    }
}

impl Print for FrameBound {
    fn print(&self, p: &mut Printer) {
        match self {
            FrameBound::UnboundedPreceding => p.text("UNBOUNDED PRECEDING"),
            FrameBound::Preceding(expr) => p.node(expr).text(" PRECEDING"),
            FrameBound::CurrentRow => p.text("CURRENT ROW"),
            FrameBound::Following(expr) => p.node(expr).text(" FOLLOWING"),
            FrameBound::UnboundedFollowing => p.text("UNBOUNDED FOLLOWING"),
        };
    }
}

pub(super) fn print_order_by(items: &[OrderItem], p: &mut Printer) {
    p.text("ORDER BY ").list(items);
}

impl Print for OrderItem {
    fn print(&self, p: &mut Printer) {
        p.node(&self.expr);
        match self.descending {
            Some(true) => p.text(" DESC"),
            Some(false) => p.text(" ASC"),
            None => p,
        };
        match self.nulls_first {
            Some(true) => p.text(" NULLS FIRST"),
            Some(false) => p.text(" NULLS LAST"),
            None => p,
        };
    }
}
