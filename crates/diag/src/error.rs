//! Failures of the outside world and of ourselves, as opposed to mistakes in the user's text.

use crate::Diagnostic;
use std::fmt;

/// A value or an [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What a caller can do about an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request itself is wrong; change it.
    InvalidInput,
    /// A file, table or host is not there.
    NotFound,
    /// Nothing answers; try again.
    Unavailable,
    /// Somebody else changed or holds it.
    Conflict,
    /// A record cannot be read or written as asked.
    Data,
    /// A known construct that is not supported yet.
    Unsupported,
    /// The user stopped it.
    Cancelled,
    /// A bug of this program; please report it.
    Internal,
}

/// A failure with what to do about it. When it concerns the user's text or data it carries the diagnostic to show.
#[derive(Debug)]
pub struct Error {
    /// What a caller can do about it.
    pub kind: ErrorKind,
    /// What happened, in one line.
    pub message: String,
    /// What to show, when it concerns the user's text or data.
    pub diagnostic: Option<Box<Diagnostic>>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// Creates a failure of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), diagnostic: None, source: None }
    }

    /// The request itself is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// A record cannot be read or written.
    pub fn data(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Data, message)
    }

    /// A known construct is not supported.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }

    /// A bug of this program.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Keeps the failure that caused it.
    pub fn with_source(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Attaches what to show to the user.
    pub fn with_diagnostic(mut self, diagnostic: Diagnostic) -> Self {
        self.diagnostic = Some(Box::new(diagnostic));
        self
    }

    /// Puts what was being done in front of the message.
    pub fn context(mut self, what: impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|s| s.as_ref() as _)
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Self {
        Error::new(ErrorKind::InvalidInput, diagnostic.message.clone()).with_diagnostic(diagnostic)
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        let kind = match error.kind() {
            std::io::ErrorKind::NotFound => ErrorKind::NotFound,
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::InvalidInput => ErrorKind::InvalidInput,
            _ => ErrorKind::Unavailable,
        };
        Error::new(kind, error.to_string()).with_source(error)
    }
}
