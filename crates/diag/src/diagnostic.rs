//! What is said to the user about their text.

use crate::Span;
use std::ops::Range;

/// How serious a diagnostic is. An error makes the statement unusable; a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something to know.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The statement cannot be used.
    Error,
}

impl Severity {
    /// The word that messages begin with.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One finding: a stable id, a short message that can stand alone, places, and what to do about it.
///
/// The message is lower case without a full stop and names the object and its kind; user text is in single quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Kebab-case and stable, such as `unknown-option`; `tamias help ID` explains it.
    pub id: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// What is wrong, understandable alone.
    pub message: String,
    /// The first label is the primary place.
    pub labels: Vec<Label>,
    /// The place in a data file, where the mistake is in the data; the first label then says which text reads that file.
    pub data: Option<DataPlace>,
    /// Facts that explain it, as sentences.
    pub notes: Vec<String>,
    /// What to do, as sentences.
    pub helps: Vec<String>,
    /// A change of the text that repairs it.
    pub fix: Option<Fix>,
    /// The environments that it holds for, when it does not hold for all.
    pub environments: Vec<String>,
    /// The text that Apache Flink prints for the same mistake, where it is known and differs.
    pub flink: Option<String>,
}

/// A place in the text with a remark; an empty remark only marks the place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The remark.
    pub text: String,
}

/// A place in a file of records, which is too large to be a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataPlace {
    /// The file, as the user named it.
    pub file: String,
    /// Counted from 1; 0 when the format has no lines.
    pub line: u64,
    /// In characters, counted from 1; 0 for the whole line.
    pub column: u64,
    /// The record, or the part of it around the cell.
    pub excerpt: String,
    /// The bytes of the excerpt that are the cell; empty for an empty cell.
    pub mark: Range<usize>,
    /// Further lines that fail the same way.
    pub also: Vec<u64>,
}

/// A change to the text that would repair the mistake.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What the change does, as a sentence; a guess asks: `did you mean 'x'?`.
    pub title: String,
    /// The changes, none overlapping another.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// True when the change is what was meant beyond doubt, so that it can be made without asking.
    pub fn is_certain(&self) -> bool {
        !self.title.ends_with('?')
    }
}

/// Replaces the text of a span; an empty span inserts.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes in its place.
    pub text: String,
}

impl Diagnostic {
    /// Creates an error at a place.
    pub fn error(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(id, Severity::Error, span, message)
    }

    /// Creates a warning at a place.
    pub fn warning(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(id, Severity::Warning, span, message)
    }

    /// Creates a note at a place.
    pub fn note(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(id, Severity::Note, span, message)
    }

    fn new(id: &'static str, severity: Severity, span: Span, message: impl Into<String>) -> Self {
        let labels = vec![Label { span, text: String::new() }];
        Diagnostic {
            id,
            severity,
            message: message.into(),
            labels,
            data: None,
            notes: vec![],
            helps: vec![],
            fix: None,
            environments: vec![],
            flink: None,
        }
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

    /// Puts the primary place into a data file; the first label stays as the text that reads it.
    pub fn with_data(mut self, place: DataPlace) -> Self {
        self.data = Some(place);
        self
    }

    /// Adds a fact that explains it.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds what to do.
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

    /// Limits it to some environments.
    pub fn in_environments(mut self, names: Vec<String>) -> Self {
        self.environments = names;
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

    /// True when the statement cannot be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// True when any of them is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}
