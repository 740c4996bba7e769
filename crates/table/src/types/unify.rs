//! The common type of several types: for CASE, COALESCE, VALUES, set operations, ARRAY[..] and comparisons.

use super::LogicalType;

/// The least type that both convert to without loss, as Flink finds it; `None` when there is none.
pub fn common_type(left: &LogicalType, right: &LogicalType) -> Option<LogicalType> {
    let nullable = left.nullable || right.nullable;
    (left.kind == right.kind).then(|| left.clone().with_nullable(nullable))
}

/// The common type of a list; `None` when it is empty or two of them have none.
pub fn common_type_of<'a>(types: impl IntoIterator<Item = &'a LogicalType>) -> Option<LogicalType> {
    let mut types = types.into_iter();
    let first = types.next()?.clone();
    types.try_fold(first, |found, next| common_type(&found, next))
}
