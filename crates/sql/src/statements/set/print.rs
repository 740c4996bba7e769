//! SET and RESET back to SQL.

use super::{Reset, ResetTable, Set, SetKey, SetTable, SetTableValue};
use crate::ast::{Expr, Ident};
use crate::print::{Print, Printer, quote_string, to_sql_with};
use crate::statements::create_table::IndexDef;

impl Print for Set {
    fn print(&self, p: &mut Printer) {
        p.text("SET");
        if let Some((key, value)) = &self.assignment {
            p.text(" ").node(key).text(" = ").node(value);
        }
    }
}

impl Print for SetKey {
    fn print(&self, p: &mut Printer) {
        match self {
            SetKey::String(key) => key.print(p),
            SetKey::Name { text, span } => {
                p.note_identifier(*span);
                p.text(text);
            }
        }
    }
}

impl Print for Reset {
    fn print(&self, p: &mut Printer) {
        p.text("RESET").optional(" ", self.key.as_ref());
    }
}

impl Print for SetTable {
    fn print(&self, p: &mut Printer) {
        p.text("SET ").node(&self.path).text(" = ").node(&self.value);
    }
}

impl Print for SetTableValue {
    fn print(&self, p: &mut Printer) {
        match self {
            SetTableValue::Value(value) => value.print(p),
            SetTableValue::Watermark { watermark, quoted } => print_quoted(watermark.as_ref(), *quoted, p),
            SetTableValue::Computed { columns, parentheses, quoted } => {
                print_quoted(&Computed { columns, parentheses: *parentheses }, *quoted, p);
            }
            SetTableValue::Index { index, quoted: true } => print_quoted(index, true, p),
            SetTableValue::Index { index, quoted: false } => print_quoted(&Key(index), false, p),
            SetTableValue::Expr(expr) => expr.print(p),
        }
    }
}

/// A definition by itself, or inside a string.
fn print_quoted(node: &impl Print, quoted: bool, p: &mut Printer) {
    if quoted {
        let text = to_sql_with(node, p.options());
        p.text(&quote_string(&text));
    } else {
        node.print(p);
    }
}

struct Computed<'a> {
    columns: &'a [(Ident, Expr)],
    parentheses: bool,
}

impl Print for Computed<'_> {
    fn print(&self, p: &mut Printer) {
        p.when(self.parentheses, "(").separated_with(self.columns, ", ", |p, (name, expr)| {
            p.node(name).text(" AS ").node(expr);
        });
        p.when(self.parentheses, ")");
    }
}

/// Which key it is, the property says: a plain one is only its columns.
struct Key<'a>(&'a IndexDef);

impl Print for Key<'_> {
    fn print(&self, p: &mut Printer) {
        if self.0.unique || self.0.name.is_some() {
            self.0.print(p);
        } else {
            p.in_parentheses(&self.0.columns);
        }
    }
}

impl Print for ResetTable {
    fn print(&self, p: &mut Printer) {
        p.text("RESET ").node(&self.path);
    }
}
