//! Failures of the engine beneath, as our own errors.

use datafusion::error::DataFusionError;
use diag::{Error, ErrorKind};

/// Our error for one of DataFusion's. Errors of our own functions and connectors travel inside and come out unchanged; any other is a
/// bug, except what the engine says it cannot do.
pub(crate) fn from_engine(error: DataFusionError) -> Error {
    match unwrap(error) {
        Ok(own) => own,
        Err(DataFusionError::ResourcesExhausted(_)) => Error::new(ErrorKind::Unavailable, "the query needs more memory than it may use"),
        Err(DataFusionError::IoError(error)) => error.into(),
        Err(other) => Error::internal(format!("the query engine failed: {}", core(&other))),
    }
}

/// What went wrong, without the names of libraries and where they want their bugs reported.
fn core(error: &DataFusionError) -> String {
    let text = error.strip_backtrace();
    let first = text.lines().next().unwrap_or_default();
    first.trim_start_matches("Internal error: ").trim_start_matches("Arrow error: ").to_owned()
}

/// Wraps one of our errors for its way through the engine.
pub(crate) fn into_engine(error: Error) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// Finds our own error inside the layers that the engine wraps around it.
fn unwrap(error: DataFusionError) -> Result<Error, DataFusionError> {
    match error {
        DataFusionError::External(inner) => match inner.downcast::<Error>() {
            Ok(own) => Ok(*own),
            Err(inner) => match inner.downcast::<DataFusionError>() {
                Ok(nested) => unwrap(*nested),
                Err(other) => Err(DataFusionError::External(other)),
            },
        },
        DataFusionError::Context(_, inner) | DataFusionError::Diagnostic(_, inner) => unwrap(*inner),
        DataFusionError::ArrowError(inner, backtrace) => match *inner {
            arrow::error::ArrowError::ExternalError(inner) => unwrap(DataFusionError::External(inner)),
            other => Err(DataFusionError::ArrowError(Box::new(other), backtrace)),
        },
        DataFusionError::Shared(shared) => match std::sync::Arc::try_unwrap(shared) {
            Ok(inner) => unwrap(inner),
            Err(shared) => match find_own(&shared) {
                Some(own) => Ok(own),
                None => Err(DataFusionError::Shared(shared)),
            },
        },
        other => Err(other),
    }
}

/// A copy of our own error inside one that somebody else still holds.
fn find_own(error: &DataFusionError) -> Option<Error> {
    let mut current: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(found) = current {
        if let Some(own) = found.downcast_ref::<Error>() {
            let copy = Error::new(own.kind, own.message.clone());
            return Some(match &own.diagnostic {
                Some(diagnostic) => copy.with_diagnostic((**diagnostic).clone()),
                None => copy,
            });
        }
        current = found.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn own_errors_come_out_of_every_wrapping() {
        let wrapped = || DataFusionError::Context("scan".into(), Box::new(into_engine(Error::data("'' is not a DOUBLE"))));
        assert_eq!(from_engine(wrapped()).kind, ErrorKind::Data);
        let arrow = arrow::error::ArrowError::ExternalError(Box::new(wrapped()));
        assert_eq!(from_engine(DataFusionError::ArrowError(Box::new(arrow), None)).message, "'' is not a DOUBLE");
        let shared = Arc::new(wrapped());
        let kept = Arc::clone(&shared);
        assert_eq!(from_engine(DataFusionError::Shared(shared)).kind, ErrorKind::Data);
        drop(kept);
    }
}
