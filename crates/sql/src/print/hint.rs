//! Hints.

use super::name::print_hint_name;
use super::{Print, Printer};
use crate::ast::{Hint, HintArgs, HintKey, HintOption, HintValue, ObjectName};

impl Print for Hint {
    fn print(&self, p: &mut Printer) {
        print_hint_name(&self.name, p);
        match &self.args {
            HintArgs::None => {}
            HintArgs::Options(options) => {
                p.in_parentheses(options);
            }
            HintArgs::List(values) => {
                p.in_parentheses(values);
            }
        }
    }
}

impl Print for HintOption {
    fn print(&self, p: &mut Printer) {
        match &self.key {
            HintKey::String(key) => key.print(p),
            HintKey::Name(key) => print_dotted(key, p),
        }
        p.text(" = ").node(&self.value);
    }
}

impl Print for HintValue {
    fn print(&self, p: &mut Printer) {
        match self {
            HintValue::Name(name) => print_dotted(name, p),
            HintValue::String(s) => s.print(p),
            HintValue::Number(number, _) => {
                p.text(number);
            }
        }
    }
}

fn print_dotted(name: &ObjectName, p: &mut Printer) {
    p.separated_with(&name.parts, ".", |p, part| print_hint_name(part, p));
}

/// ` /*+ A, B */`, or nothing; on a line of its own where clauses are.
pub(crate) fn print_hints(hints: &[Hint], p: &mut Printer) {
    if !hints.is_empty() {
        p.clause_break().text("/*+ ").list(hints).text(" */");
    }
}
