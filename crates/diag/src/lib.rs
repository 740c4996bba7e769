//! Source text, spans and diagnostics.
//!
//! A [`Diagnostic`] tells a user what is wrong with *their* text: SQL, options, files. It points into a
//! [`SourceMap`] by [`Span`] and is rendered at the very end, in one of three forms ([`render`]).
//! Every stage up to name resolution returns a value *and* a list of diagnostics.

#![warn(missing_docs)]

mod declare;
mod diagnostic;
mod error;
pub mod render;
pub mod secret;
mod source;
mod span;
pub mod suggest;

pub use declare::Declaration;
pub use diagnostic::{DataPlace, Diagnostic, Edit, Fix, Label, Severity, has_errors};
pub use error::{Error, ErrorKind, Result};
pub use source::{LineColumn, Replaced, SourceId, SourceMap, SourceText};
pub use span::{Span, Spanned};
