//! Identifiers and dotted names.

use super::{Print, Printer, Quoting};
use crate::ast::{FunctionName, Ident, ObjectName, Quote};
use crate::keywords::Keyword;

/// Returns an identifier in back-ticks.
pub fn quote_identifier(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

/// True for a name that cannot stand without back-ticks: a reserved word, or not a plain word.
pub fn needs_quotes(name: &str) -> bool {
    !is_plain_word(name) || Keyword::lookup(name).is_reserved()
}

fn is_plain_word(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

impl Print for Ident {
    fn print(&self, p: &mut Printer) {
        p.note_identifier(self.span);
        if self.quote == Quote::Variable {
            p.text(&self.value);
        } else if p.options.quoting == Quoting::Always || needs_quotes(&self.value) {
            p.text(&quote_identifier(&self.value));
        } else {
            p.text(&self.value);
        }
    }
}

impl Print for ObjectName {
    fn print(&self, p: &mut Printer) {
        p.separated(&self.parts, ".");
    }
}

impl Print for FunctionName {
    fn print(&self, p: &mut Printer) {
        if let Some(project) = &self.project {
            p.node(project).text(":");
        }
        match self.name.parts.as_slice() {
            [name] => print_function_name(name, p),
            _ => {
                p.node(&self.name);
            }
        }
    }
}

/// The name of a built-in function may be a reserved word, which back-ticks would make another thing.
fn print_function_name(name: &Ident, p: &mut Printer) {
    let bare = match name.quote {
        Quote::Bare => is_plain_word(&name.value),
        Quote::Backtick => p.options.quoting != Quoting::Always && !needs_quotes(&name.value),
        Quote::Variable => false,
    };
    if !bare {
        p.node(name);
        return;
    }
    if !Keyword::lookup(&name.value).is_reserved() {
        p.note_identifier(name.span);
    }
    p.text(&name.value);
}

/// An identifier of a hint.
pub(super) fn print_hint_name(name: &Ident, p: &mut Printer) {
    p.note_identifier(name.span);
    let quoted = p.options.quoting == Quoting::Always || needs_quotes(&name.value);
    if name.quote != Quote::Variable && quoted {
        p.text(&quote_identifier(&name.value));
    } else {
        p.text(&name.value);
    }
}
