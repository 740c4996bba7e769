//! Constants.

use super::{Print, Printer};
use crate::ast::{IntervalQualifier, Literal, StringLiteral, StringPrefix};

/// Returns a string literal with this value.
pub fn quote_string(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

impl Print for StringLiteral {
    fn print(&self, p: &mut Printer) {
        match &self.prefix {
            StringPrefix::None | StringPrefix::Unicode => p.text(&quote_string(&self.value)),
            StringPrefix::Escape => p.text("E'").text(&escape(&self.value)).text("'"),
            StringPrefix::Charset(name) => p.text("_").text(name).text(&quote_string(&self.value)),
            StringPrefix::National => p.text("N").text(&quote_string(&self.value)),
        };
    }
}

fn escape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\'' => out.push_str("\\'"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            _ => out.push(c),
        }
    }
    out
}

impl Print for Literal {
    fn print(&self, p: &mut Printer) {
        match self {
            Literal::Integer(text) | Literal::Decimal(text) | Literal::Approximate(text) => p.text(text),
            Literal::String(s) => p.node(s),
            Literal::Binary(digits) => p.text("X'").text(digits).text("'"),
            Literal::Boolean(true) => p.text("TRUE"),
            Literal::Boolean(false) => p.text("FALSE"),
            Literal::Unknown => p.text("UNKNOWN"),
            Literal::Null => p.text("NULL"),
            Literal::Date(s) => p.text("DATE ").node(s),
            Literal::Time(s) => p.text("TIME ").node(s),
            Literal::Timestamp(s) => p.text("TIMESTAMP ").node(s),
            Literal::Interval { negative, value, qualifier } => {
                p.text("INTERVAL ").when(*negative, "-").node(value).text(" ").node(qualifier)
            }
        };
    }
}

impl Print for IntervalQualifier {
    fn print(&self, p: &mut Printer) {
        p.text(self.start.keyword());
        match (self.start_precision, self.fraction_precision.filter(|_| self.end.is_none())) {
            (Some(precision), Some(fraction)) => p.text("(").display(precision).text(", ").display(fraction).text(")"),
            (Some(precision), None) => p.text("(").display(precision).text(")"),
            (None, _) => p,
        };
        if let Some(end) = self.end {
            p.text(" TO ").text(end.keyword());
            if let Some(fraction) = self.fraction_precision {
                p.text("(").display(fraction).text(")");
            }
        }
    }
}
