//! MATCH_RECOGNIZE.

use super::query::print_order_by;
use super::{Print, Printer};
use crate::ast::{AfterMatch, MatchRecognize, Measure, Pattern, PatternKind, PatternQuantifier, RowsPerMatch};

impl Print for MatchRecognize {
    fn print(&self, p: &mut Printer) {
        p.node(&self.input).text(" MATCH_RECOGNIZE (");
        let mut clauses = Clauses { p, first: true };
        if !self.partition_by.is_empty() {
            clauses.next().text("PARTITION BY ").list(&self.partition_by);
        }
        if !self.order_by.is_empty() {
            print_order_by(&self.order_by, clauses.next());
        }
        if !self.measures.is_empty() {
            clauses.next().text("MEASURES ").list(&self.measures);
        }
        match self.rows {
            Some(RowsPerMatch::One) => clauses.next().text("ONE ROW PER MATCH"),
            Some(RowsPerMatch::All) => clauses.next().text("ALL ROWS PER MATCH"),
            None => clauses.p,
        };
        if let Some(after) = &self.after {
            clauses.next().text("AFTER MATCH SKIP ").node(after);
        }
        let p = clauses.next().text("PATTERN (").when(self.anchored_start, "^ ").node(&self.pattern);
        p.when(self.anchored_end, " $").text(")").optional(" WITHIN ", self.within.as_ref());
        if !self.subsets.is_empty() {
            clauses.next().text("SUBSET ").separated_with(&self.subsets, ", ", |p, (name, variables)| {
                p.node(name).text(" = ").in_parentheses(variables);
            });
        }
        if !self.define.is_empty() {
            clauses.next().text("DEFINE ").separated_with(&self.define, ", ", |p, (name, condition)| {
                p.node(name).text(" AS ").node(condition);
            });
        }
        clauses.p.text(")");
    }
}

/// Puts what separates clauses before all but the first.
struct Clauses<'a> {
    p: &'a mut Printer,
    first: bool,
}

impl Clauses<'_> {
    fn next(&mut self) -> &mut Printer {
        if !std::mem::replace(&mut self.first, false) {
            self.p.clause_break();
        }
        self.p
    }
}

impl Print for Measure {
    fn print(&self, p: &mut Printer) {
        match self.final_semantics {
            Some(true) => p.text("FINAL "),
            Some(false) => p.text("RUNNING "),
            None => p,
        };
        p.node(&self.expr).text(" AS ").node(&self.alias);
    }
}

impl Print for AfterMatch {
    fn print(&self, p: &mut Printer) {
        match self {
            AfterMatch::PastLastRow => p.text("PAST LAST ROW"),
            AfterMatch::ToNextRow => p.text("TO NEXT ROW"),
            AfterMatch::ToFirst(variable) => p.text("TO FIRST ").node(variable),
            AfterMatch::ToLast(variable) => p.text("TO LAST ").node(variable),
        };
    }
}

/// How tightly a pattern holds together: an alternation, a sequence, a single factor, a quantifiable primary.
fn strength(pattern: &Pattern) -> u8 {
    match pattern.kind {
        PatternKind::Alternation(_) => 0,
        PatternKind::Concat(_) => 1,
        PatternKind::Quantified { .. } => 2,
        _ => 3,
    }
}

impl Print for Pattern {
    fn print(&self, p: &mut Printer) {
        super::with_stack(|| match &self.kind {
            PatternKind::Variable(name) => name.print(p),
            PatternKind::Concat(parts) => {
                p.separated_with(parts, " ", |p, part| print_part(part, 2, p));
            }
            PatternKind::Alternation(parts) => {
                p.separated_with(parts, " | ", |p, part| print_part(part, 1, p));
            }
            PatternKind::Group(inner) => {
                p.text("(").node(inner).text(")");
            }
            PatternKind::Quantified { pattern, quantifier, reluctant } => {
                print_part(pattern, 3, p);
                p.node(quantifier).when(*reluctant, "?");
            }
            PatternKind::Exclude(inner) => {
                p.text("{- ").node(inner).text(" -}");
            }
            PatternKind::Permute(parts) => {
                p.text("PERMUTE").in_parentheses(parts);
            }
        });
    }
}

fn print_part(part: &Pattern, least: u8, p: &mut Printer) {
    if strength(part) < least {
        p.text("(").node(part).text(")");
    } else {
        part.print(p);
    }
}

impl Print for PatternQuantifier {
    fn print(&self, p: &mut Printer) {
        match self {
            PatternQuantifier::ZeroOrMore => p.text("*"),
            PatternQuantifier::OneOrMore => p.text("+"),
            PatternQuantifier::Optional => p.text("?"),
            PatternQuantifier::Range { min, max, exact } => {
                p.text("{");
                if let Some(min) = min {
                    p.display(min);
                }
                p.when(!exact, ",");
                if let Some(max) = max.filter(|_| !exact) {
                    p.display(max);
                }
                p.text("}")
            }
        };
    }
}
