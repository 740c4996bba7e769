//! Items of a FROM clause.

use super::hint::print_hints;
use super::{Print, Printer, with_stack};
use crate::ast::{
    Join, JoinConstraint, JoinKind, LegacyWith, NamedTable, Pivot, SampleMethod, TableAlias, TableRef, TableRefKind, Unpivot,
};

impl Print for TableRef {
    fn print(&self, p: &mut Printer) {
        with_stack(|| self.kind.print(p));
        p.optional(" AS ", self.alias.as_ref());
    }
}

impl Print for TableAlias {
    fn print(&self, p: &mut Printer) {
        p.node(&self.name);
        if !self.columns.is_empty() {
            p.text(" ").in_parentheses(&self.columns);
        }
    }
}

impl Print for TableRefKind {
    fn print(&self, p: &mut Printer) {
        match self {
            TableRefKind::Named(table) => p.node(table),
            TableRefKind::Derived { lateral, query } => p.when(*lateral, "LATERAL ").text("(").node(query).text(")"),
            TableRefKind::Function { lateral, table_keyword, call } => {
                let p = p.when(*lateral, "LATERAL ").when(*table_keyword, "TABLE(");
                p.node(call).when(*table_keyword, ")")
            }
            TableRefKind::Unnest { lateral, exprs, ordinality } => {
                let p = p.when(*lateral, "LATERAL ").text("UNNEST");
                p.in_parentheses(exprs).when(*ordinality, " WITH ORDINALITY")
            }
            TableRefKind::Join(join) => p.node(join),
            TableRefKind::Nested(inner) => p.text("(").node(inner).text(")"),
            TableRefKind::MatchRecognize(inner) => p.node(inner),
            TableRefKind::Pivot(pivot) => p.node(pivot),
            TableRefKind::Unpivot(unpivot) => p.node(unpivot),
            TableRefKind::Sample { input, method, percentage, repeatable } => {
                p.node(input).text(match method {
                    SampleMethod::Bernoulli => " TABLESAMPLE BERNOULLI(",
                    SampleMethod::System => " TABLESAMPLE SYSTEM(",
                });
                p.node(&percentage.value).text(")");
                if let Some(seed) = repeatable {
                    p.text(" REPEATABLE(").node(&seed.value).text(")");
                }
                p
            }
            TableRefKind::Error => p,
        };
    }
}

impl Print for NamedTable {
    fn print(&self, p: &mut Printer) {
        p.node(&self.name);
        print_hints(&self.hints, p);
        p.optional(" ", self.legacy_with.as_ref()).optional(" FOR SYSTEM_TIME AS OF ", self.system_time.as_ref());
    }
}

impl Print for LegacyWith {
    fn print(&self, p: &mut Printer) {
        p.text("WITH (").separated_with(&self.options, ", ", |p, (key, value)| {
            p.node(key).text(" = ").node(&value.value);
        });
        p.text(")");
    }
}

impl Print for Join {
    fn print(&self, p: &mut Printer) {
        p.node(&self.left).clause_break().when(self.natural, "NATURAL ").text(match self.kind {
            JoinKind::Inner => "INNER JOIN ",
            JoinKind::Left => "LEFT JOIN ",
            JoinKind::Right => "RIGHT JOIN ",
            JoinKind::Full => "FULL JOIN ",
            JoinKind::Cross => "CROSS JOIN ",
            JoinKind::LeftSemi => "LEFT SEMI JOIN ",
            JoinKind::LeftAnti => "LEFT ANTI JOIN ",
            JoinKind::CrossApply => "CROSS APPLY ",
            JoinKind::OuterApply => "OUTER APPLY ",
            JoinKind::Asof => "ASOF JOIN ",
            JoinKind::LeftAsof => "LEFT ASOF JOIN ",
        });
        match &self.right.kind {
            TableRefKind::Join(_) if self.right.alias.is_none() => p.text("(").node(&self.right).text(")"),
            _ => p.node(&self.right),
        };
        match &self.constraint {
            JoinConstraint::None => p,
            JoinConstraint::On(condition) => p.text(" ON ").node(condition),
            JoinConstraint::Using(columns) => p.text(" USING ").in_parentheses(columns),
        };
    }
}

impl Print for Pivot {
    fn print(&self, p: &mut Printer) {
        p.node(&self.input).text(" PIVOT (").separated_with(&self.aggregates, ", ", |p, (aggregate, alias)| {
            p.node(aggregate).optional(" AS ", alias.as_ref());
        });
        p.text(" FOR ");
        print_one_or_list(&self.axes, p);
        p.text(" IN (").separated_with(&self.values, ", ", |p, (values, alias)| {
            print_one_or_list(values, p);
            p.optional(" AS ", alias.as_ref());
        });
        p.text("))");
    }
}

impl Print for Unpivot {
    fn print(&self, p: &mut Printer) {
        p.node(&self.input).text(match self.include_nulls {
            Some(true) => " UNPIVOT INCLUDE NULLS (",
            Some(false) => " UNPIVOT EXCLUDE NULLS (",
            None => " UNPIVOT (",
        });
        print_one_or_list(&self.measures, p);
        p.text(" FOR ");
        print_one_or_list(&self.axes, p);
        p.text(" IN (").separated_with(&self.columns, ", ", |p, (columns, values)| {
            print_one_or_list(columns, p);
            if let Some(values) = values {
                p.text(" AS ");
                print_one_or_list(values, p);
            }
        });
        p.text("))");
    }
}

fn print_one_or_list<T: Print>(items: &[T], p: &mut Printer) {
    match items {
        [item] => p.node(item),
        _ => p.in_parentheses(items),
    };
}
