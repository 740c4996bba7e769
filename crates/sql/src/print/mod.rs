//! From the syntax tree back to SQL.
//!
//! Every node prints as text that reads as the same tree again (places aside). Parentheses of the text are nodes
//! of the tree and come back; a tree built by code gets the parentheses that it needs. [`crate::format`] is the
//! other way to text: it keeps what a user wrote and only moves white space.

mod call;
mod data_type;
mod expr;
mod hint;
mod literal;
mod match_recognize;
mod name;
mod query;
mod table_ref;

pub(crate) use hint::print_hints;
pub use literal::quote_string;
pub use name::{needs_quotes, quote_identifier};

use diag::Span;
use std::fmt;

/// Returns a node's SQL: identifiers quoted where needed, a query on one line.
pub fn to_sql(node: &(impl Print + ?Sized)) -> String {
    to_sql_with(node, PrintOptions::default())
}

/// Returns a node's SQL in a given style.
pub fn to_sql_with(node: &(impl Print + ?Sized), options: PrintOptions) -> String {
    let mut printer = Printer { out: String::new(), options, identifiers: vec![] };
    node.print(&mut printer);
    printer.out
}

/// Returns where the names of a node stand in its source: words there are no keywords, whatever they look like.
pub(crate) fn identifier_spans(node: &impl Print) -> Vec<Span> {
    let mut printer = Printer { out: String::new(), options: PrintOptions::default(), identifiers: vec![] };
    node.print(&mut printer);
    printer.identifiers
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    pub quoting: Quoting,
    pub layout: Layout,
}

/// Which identifiers are put in back-ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quoting {
    /// Reserved words and names that are not plain words.
    #[default]
    Needed,
    /// All but the names of functions without a qualifier: what Flink stores for a view.
    Always,
}

/// Where the clauses of a query begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    #[default]
    OneLine,
    /// Each clause and each join on its own line, without indents: what Flink stores for a view.
    Clauses,
}

/// A node that can be written as SQL.
pub trait Print {
    fn print(&self, p: &mut Printer);
}

impl<T: Print> Print for Box<T> {
    fn print(&self, p: &mut Printer) {
        self.as_ref().print(p);
    }
}

/// Collects the text of a tree.
pub struct Printer {
    out: String,
    options: PrintOptions,
    identifiers: Vec<Span>,
}

impl Printer {
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.out.push_str(text);
        self
    }

    pub(crate) fn display(&mut self, value: impl fmt::Display) -> &mut Self {
        self.out.push_str(&value.to_string());
        self
    }

    pub(crate) fn node(&mut self, node: &(impl Print + ?Sized)) -> &mut Self {
        node.print(self);
        self
    }

    pub(crate) fn note_identifier(&mut self, span: Span) {
        self.identifiers.push(span);
    }

    /// Nodes with a separator between.
    pub(crate) fn separated<'a, T: Print + 'a>(&mut self, nodes: impl IntoIterator<Item = &'a T>, separator: &str) -> &mut Self {
        self.separated_with(nodes, separator, |p, node| node.print(p))
    }

    /// Like [`Printer::separated`], for items that are no nodes by themselves.
    pub(crate) fn separated_with<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        separator: &str,
        mut print: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.text(separator);
            }
            print(self, item);
        }
        self
    }

    /// `a, b, c`
    pub(crate) fn list<'a, T: Print + 'a>(&mut self, nodes: impl IntoIterator<Item = &'a T>) -> &mut Self {
        self.separated(nodes, ", ")
    }

    /// `(a, b, c)`
    pub(crate) fn in_parentheses<'a, T: Print + 'a>(&mut self, nodes: impl IntoIterator<Item = &'a T>) -> &mut Self {
        self.text("(").list(nodes).text(")")
    }

    /// ` COMMENT 's'` and its like: a clause that is there or not.
    pub(crate) fn optional(&mut self, before: &str, node: Option<&impl Print>) -> &mut Self {
        if let Some(node) = node {
            self.text(before).node(node);
        }
        self
    }

    pub(crate) fn when(&mut self, condition: bool, text: &str) -> &mut Self {
        if condition {
            self.text(text);
        }
        self
    }

    pub(crate) fn options(&self) -> PrintOptions {
        self.options
    }

    /// What stands between two clauses of a query.
    pub(crate) fn clause_break(&mut self) -> &mut Self {
        match self.options.layout {
            Layout::OneLine => self.text(" "),
            Layout::Clauses => self.text("\n"),
        }
    }
}

/// Runs on a larger stack when the current one is nearly used up: trees may be very deep.
pub(crate) fn with_stack<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, f)
}

/// `Display` for nodes: the same as [`to_sql`].
macro_rules! display_as_sql {
    ($($node:ty),* $(,)?) => {$(
        impl std::fmt::Display for $node {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::print::to_sql(self))
            }
        }
    )*};
}
display_as_sql!(
    crate::ast::DataType,
    crate::ast::Expr,
    crate::ast::FunctionName,
    crate::ast::Hint,
    crate::ast::Ident,
    crate::ast::Literal,
    crate::ast::ObjectName,
    crate::ast::Query,
    crate::ast::StringLiteral,
    crate::ast::TableRef,
    crate::statements::Statement,
);
