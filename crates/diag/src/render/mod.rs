//! Diagnostics as text: with excerpts for people ([`text`]), one line each for tools and logs ([`short`]), or as JSON ([`json`]).

mod excerpt;
mod json;
mod short;
mod text;

pub use json::json;
pub use short::short;
pub use text::text;

use crate::{Diagnostic, Severity};

/// How [`text`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to colour with terminal escapes.
    pub color: bool,
    /// How many columns there are.
    pub width: usize,
}

impl Style {
    /// No colours, 100 columns.
    pub const PLAIN: Style = Style { color: false, width: 100 };
}

impl Default for Style {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// Counts what there is: `2 errors (1 fixable), 1 warning`; `no errors` when there is nothing. Notes do not count. Fixable is what has a fix
/// that is certain.
pub fn summary<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let all: Vec<&Diagnostic> = diagnostics.into_iter().collect();
    let parts = [count(&all, Severity::Error), count(&all, Severity::Warning)];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => "no errors".to_string(),
        false => parts.join(", "),
    }
}

fn count(all: &[&Diagnostic], severity: Severity) -> Option<String> {
    let these: Vec<_> = all.iter().filter(|d| d.severity == severity).collect();
    let fixable = these.iter().filter(|d| d.fix.as_ref().is_some_and(crate::Fix::is_certain)).count();
    let plural = if these.len() == 1 { "" } else { "s" };
    let counted = format!("{} {}{plural}", these.len(), severity.word());
    match (these.len(), fixable) {
        (0, _) => None,
        (_, 0) => Some(counted),
        (_, fixable) => Some(format!("{counted} ({fixable} fixable)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    #[test]
    fn a_summary_counts_errors_warnings_and_fixes() {
        let error = Diagnostic::error("a", Span::none(), "a");
        let warning = Diagnostic::warning("b", Span::none(), "b");
        assert_eq!(summary([]), "no errors");
        assert_eq!(summary([&error]), "1 error");
        let fixable = error.clone().with_fix("c", Span::none(), "c");
        let guess = warning.clone().with_fix("did you mean 'c'?", Span::none(), "c");
        assert_eq!(summary([&error, &guess, &fixable]), "2 errors (1 fixable), 1 warning");
        assert_eq!(summary([&warning]), "1 warning");
    }
}
