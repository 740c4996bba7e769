//! The formatter: the same tokens and comments in one style.
//!
//! The text is never printed anew. Its tokens go out one by one, and the syntax tree only says where groups, indents
//! and line ends are ([`marks`]); so nothing can get lost. Only white space changes, and words of the grammar become
//! upper case.

mod expr;
mod gaps;
mod layout;
mod marks;
mod query;
mod spacing;
mod statement;

use crate::parser::parse;
use crate::print::identifier_spans;
use crate::token::Token;
use diag::{Diagnostic, SourceId, Span, has_errors};
use gaps::Formatter;
use layout::{Page, lay_out};
use marks::Marks;

/// How a script is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatOptions {
    /// The width that lines keep to where they can.
    pub width: usize,
    /// The blanks of one indent.
    pub indent: usize,
}

impl Default for FormatOptions {
    fn default() -> Self {
        FormatOptions { width: 100, indent: 2 }
    }
}

/// Returns a script in one style, or what is wrong with it: a script with errors is not touched.
///
/// Formatting twice gives the same as once. Line ends and a byte order mark stay as they are in the text.
pub fn format(source: SourceId, text: &str, options: &FormatOptions) -> Result<String, Vec<Diagnostic>> {
    let script = parse(source, text);
    if has_errors(&script.diagnostics) {
        return Err(script.diagnostics);
    }
    let tokens: Vec<Token> = script.tokens.iter().copied().filter(|t| !t.kind.is_comment()).collect();
    let mut marks = Marks::new(&tokens);
    for statement in &script.statements {
        marks.note_statement(statement.span);
        marks.statement(statement);
        identifier_spans(statement).into_iter().for_each(|span| marks.note_name(span));
    }
    marks.hints();
    let items = Formatter { text, all: &script.tokens, tokens: &tokens, marks: &marks }.items();
    let line_end = if uses_crlf(text) { "\r\n" } else { "\n" };
    let formatted = lay_out(&items, Page { width: options.width, indent: options.indent, line_end });
    Ok(if text.starts_with('\u{feff}') { format!("\u{feff}{formatted}") } else { formatted })
}

fn uses_crlf(text: &str) -> bool {
    text.find('\n').is_some_and(|newline| text[..newline].ends_with('\r'))
}

/// The text of a span of this text.
fn text_of(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}
