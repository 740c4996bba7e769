//! The message about a record that cannot be read.

use super::decode::FormatContext;
use crate::diagnostics::BAD_RECORD;
use diag::{DataPlace, Diagnostic, Error, ErrorKind};
use table::types::{LogicalType, TypeKind};

/// How many further lines with the same mistake a message names.
pub(crate) const ALSO: usize = 3;

/// Says that a cell is not a value of its column's type.
pub(crate) fn bad_cell(context: &FormatContext, column: &str, data_type: &LogicalType, text: &str, place: DataPlace) -> Diagnostic {
    let shown = shortened(text);
    let message = format!("'{shown}' is not {} for column '{column}' of table '{}'", with_article(data_type), context.table);
    Diagnostic::error(BAD_RECORD, context.span, message).with_data(place)
}

/// Says what else is wrong with a record.
pub(crate) fn bad_record(context: &FormatContext, what: &str, place: DataPlace) -> Diagnostic {
    let message = format!("{what} in table '{}'", context.table);
    Diagnostic::error(BAD_RECORD, context.span, message).with_data(place)
}

/// The failure that carries the message.
pub(crate) fn failure(diagnostic: Diagnostic) -> Error {
    Error::new(ErrorKind::Data, diagnostic.message.clone()).with_diagnostic(diagnostic)
}

/// The type with its article, without nullability.
pub(crate) fn with_article(data_type: &LogicalType) -> String {
    let name = data_type.kind.to_string();
    let article = match data_type.kind {
        TypeKind::Int | TypeKind::Array(_) | TypeKind::IntervalDayTime | TypeKind::IntervalYearMonth => "an",
        _ => "a",
    };
    format!("{article} {name}")
}

fn shortened(text: &str) -> String {
    match text.chars().count() {
        0..=60 => text.to_owned(),
        _ => text.chars().take(59).chain(['\u{2026}']).collect(),
    }
}
