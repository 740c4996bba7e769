//! What is said to the user about their text.

use crate::Span;

/// How serious a diagnostic is. An error makes the statement unusable; a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// One finding: a stable id, a short message that can stand alone, places, and what to do about it.
///
/// The message is lower case without a full stop and names the object and its kind; user text is in single quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Kebab-case and stable, such as `unknown-option`; `tamias help ID` explains it.
    pub id: &'static str,
    pub severity: Severity,
    pub message: String,
    /// The first label is the primary place.
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
    pub helps: Vec<String>,
    pub fix: Option<Fix>,
    /// The text that Apache Flink prints for the same mistake, where it is known and differs.
    pub flink: Option<String>,
}

/// A place in the text with a remark; an empty remark only marks the place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A change to the text that would repair the mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    pub title: String,
    pub edits: Vec<Edit>,
}

/// Replaces the text of a span; an empty span inserts.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Diagnostic {
    pub fn error(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(id, Severity::Error, span, message)
    }

    pub fn warning(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(id, Severity::Warning, span, message)
    }

    pub fn note(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(id, Severity::Note, span, message)
    }

    fn new(id: &'static str, severity: Severity, span: Span, message: impl Into<String>) -> Self {
        let labels = vec![Label { span, text: String::new() }];
        Diagnostic { id, severity, message: message.into(), labels, notes: vec![], helps: vec![], fix: None, flink: None }
    }

    /// Writes a remark at the primary place.
    pub fn with_remark(mut self, text: impl Into<String>) -> Self {
        self.labels[0].text = text.into();
        self
    }

    /// Marks a further place.
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.helps.push(help.into());
        self
    }

    /// Offers a replacement of one span.
    pub fn with_fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let edits = vec![Edit { span, text: text.into() }];
        self.fix = Some(Fix { title: title.into(), edits });
        self
    }

    /// Records the text that Apache Flink prints for this mistake.
    pub fn with_flink(mut self, text: impl Into<String>) -> Self {
        self.flink = Some(text.into());
        self
    }

    /// The primary place.
    pub fn span(&self) -> Span {
        self.labels[0].span
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// True when any of them is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}
