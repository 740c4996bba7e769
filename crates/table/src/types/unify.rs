//! The common type of several types: for CASE, COALESCE, VALUES, set operations, ARRAY[..] and comparisons.
//!
//! Flink finds it in two ways that differ in corners. [`common_type`] is the one of the language: CASE, VALUES, UNION, ARRAY[..], IF.
//! [`common_argument_type`] is the one of functions such as COALESCE and GREATEST.

use super::decimal::union_type;
use super::{Field, LogicalType, MAX_LENGTH, TimeAttribute, TypeKind};

/// The least type that both convert to without loss, as Flink finds it; `None` when there is none.
pub fn common_type(left: &LogicalType, right: &LogicalType) -> Option<LogicalType> {
    unify(left, right, Flavor::Language)
}

/// The common type of a list; `None` when it is empty or two of them have none.
pub fn common_type_of<'a>(types: impl IntoIterator<Item = &'a LogicalType>) -> Option<LogicalType> {
    fold(types, Flavor::Language)
}

/// The common type of function arguments that must agree. It differs from [`common_type`]: FLOAT with DOUBLE is DOUBLE in
/// either order, and the first of DATE, TIME and TIMESTAMP wins.
pub fn common_argument_type<'a>(types: impl IntoIterator<Item = &'a LogicalType>) -> Option<LogicalType> {
    fold(types, Flavor::Arguments)
}

#[derive(Clone, Copy, PartialEq)]
enum Flavor {
    Language,
    Arguments,
}

fn fold<'a>(types: impl IntoIterator<Item = &'a LogicalType>, flavor: Flavor) -> Option<LogicalType> {
    let mut types = types.into_iter();
    let first = types.next()?.clone();
    types.try_fold(first, |found, next| unify(&found, next, flavor))
}

fn unify(left: &LogicalType, right: &LogicalType, flavor: Flavor) -> Option<LogicalType> {
    // What is compared with an undeclared type is undeclared no longer: the other side says what it is.
    if left.is_unknown() {
        return Some(right.clone().or_nullable(left.nullable));
    }
    if right.is_unknown() {
        return Some(left.clone().or_nullable(right.nullable));
    }
    let nullable = left.nullable || right.nullable || left.kind == TypeKind::Null || right.kind == TypeKind::Null;
    let kind = match (&left.kind, &right.kind) {
        (TypeKind::Null, kind) | (kind, TypeKind::Null) => kind.clone(),
        (left, right) => unify_kinds(left, right, flavor)?,
    };
    Some(LogicalType { kind, nullable })
}

fn unify_kinds(left: &TypeKind, right: &TypeKind, flavor: Flavor) -> Option<TypeKind> {
    use TypeKind as K;
    Some(match (left, right) {
        (left, right) if left == right => left.clone(),
        (left, right) if left.is_numeric() && right.is_numeric() => unify_numbers(left, right, flavor),
        (K::Char(a), K::Char(b)) | (K::Char(a) | K::Varchar(a), K::Char(b) | K::Varchar(b)) => K::Varchar(*a.max(b)),
        (K::Binary(a) | K::Varbinary(a), K::Binary(b) | K::Varbinary(b)) => K::Varbinary(*a.max(b)),
        (K::Time { precision: a }, K::Time { precision: b }) => K::Time { precision: *a.max(b) },
        (K::Timestamp { precision: a, .. }, K::Timestamp { precision: b, .. }) => {
            K::Timestamp { precision: *a.max(b), attribute: TimeAttribute::None }
        }
        (
            K::Timestamp { precision: a, .. } | K::TimestampLtz { precision: a, .. },
            K::Timestamp { precision: b, .. } | K::TimestampLtz { precision: b, .. },
        ) => K::TimestampLtz { precision: *a.max(b), attribute: TimeAttribute::None },
        (K::Date | K::Time { .. }, K::Timestamp { .. }) if flavor == Flavor::Arguments => left.clone(),
        (K::Timestamp { .. }, K::Date | K::Time { .. }) if flavor == Flavor::Arguments => right.clone(),
        (K::Array(a), K::Array(b)) => K::Array(Box::new(unify(a, b, flavor)?)),
        (K::Multiset(a), K::Multiset(b)) => K::Multiset(Box::new(unify(a, b, flavor)?)),
        (K::Map(k1, v1), K::Map(k2, v2)) => K::Map(Box::new(unify(k1, k2, flavor)?), Box::new(unify(v1, v2, flavor)?)),
        (K::Row(a), K::Row(b)) => K::Row(unify_fields(a, b, flavor)?),
        _ => return None,
    })
}

fn unify_numbers(left: &TypeKind, right: &TypeKind, flavor: Flavor) -> TypeKind {
    match (left, right) {
        // The language takes FLOAT and DOUBLE for equally wide, so the first one stays.
        (TypeKind::Float, TypeKind::Double) if flavor == Flavor::Language => TypeKind::Float,
        (TypeKind::Double, _) | (_, TypeKind::Double) => TypeKind::Double,
        (TypeKind::Float, TypeKind::Decimal { .. }) | (TypeKind::Decimal { .. }, TypeKind::Float) => TypeKind::Double,
        (TypeKind::Float, _) | (_, TypeKind::Float) => TypeKind::Float,
        _ => unify_exact(left, right),
    }
}

fn unify_exact(left: &TypeKind, right: &TypeKind) -> TypeKind {
    let (Some(a), Some(b)) = (left.as_decimal(), right.as_decimal()) else { return left.clone() };
    match (left.is_integer(), right.is_integer()) {
        (true, true) if a.0 >= b.0 => left.clone(),
        (true, true) => right.clone(),
        _ => union_type(a, b),
    }
}

fn unify_fields(left: &[Field], right: &[Field], flavor: Flavor) -> Option<Vec<Field>> {
    if left.len() != right.len() {
        return None;
    }
    let unified = left.iter().zip(right).map(|(a, b)| {
        let data_type = unify(&a.data_type, &b.data_type, flavor)?;
        Some(Field { name: a.name.clone(), data_type, comment: a.comment.clone() })
    });
    unified.collect()
}

/// The type of `a || b` of text or of bytes.
pub fn concatenated_type(left: &TypeKind, right: &TypeKind) -> Option<TypeKind> {
    use TypeKind as K;
    let length = |a: &u32, b: &u32| a.saturating_add(*b).min(MAX_LENGTH);
    Some(match (left, right) {
        (K::Char(a), K::Char(b)) => K::Char(length(a, b)),
        (K::Char(a) | K::Varchar(a), K::Char(b) | K::Varchar(b)) => K::Varchar(length(a, b)),
        (K::Binary(a), K::Binary(b)) => K::Binary(length(a, b)),
        (K::Binary(a) | K::Varbinary(a), K::Binary(b) | K::Varbinary(b)) => K::Varbinary(length(a, b)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use TypeKind as K;

    fn t(kind: TypeKind) -> LogicalType {
        LogicalType::new(kind)
    }

    fn language(left: LogicalType, right: LogicalType) -> String {
        common_type(&left, &right).map_or("none".into(), |t| t.to_string())
    }

    fn arguments(left: LogicalType, right: LogicalType) -> String {
        common_argument_type([&left, &right]).map_or("none".into(), |t| t.to_string())
    }

    /// The list of `tests/flink/captures/casts-and-decimals.txt`.
    #[test]
    fn common_argument_types_are_flinks() {
        let ts = |precision| LogicalType::timestamp(precision);
        let rows = [
            (t(K::Int), t(K::BigInt), "BIGINT"),
            (t(K::Int), t(K::Float), "FLOAT"),
            (t(K::BigInt), t(K::Float), "FLOAT"),
            (t(K::Int), LogicalType::decimal(5, 2), "DECIMAL(12, 2)"),
            (LogicalType::decimal(10, 2), t(K::Double), "DOUBLE"),
            (LogicalType::decimal(10, 2), LogicalType::decimal(12, 5), "DECIMAL(13, 5)"),
            (LogicalType::decimal(38, 2), LogicalType::decimal(38, 20), "DECIMAL(38, 2)"),
            (t(K::Char(3)), t(K::Varchar(5)), "VARCHAR(5)"),
            (t(K::Char(3)), t(K::Char(5)), "VARCHAR(5)"),
            (ts(3), LogicalType::timestamp_ltz(6), "TIMESTAMP_LTZ(6)"),
            (t(K::Date), ts(3), "DATE"),
            (t(K::Date), LogicalType::timestamp_ltz(3), "none"),
            (t(K::Time { precision: 0 }), ts(3), "TIME(0)"),
            (t(K::Int), t(K::Varchar(5)), "none"),
            (t(K::Boolean), t(K::Int), "none"),
            (ts(0), ts(9), "TIMESTAMP(9)"),
            (t(K::Binary(3)), t(K::Varbinary(5)), "VARBINARY(5)"),
            (LogicalType::array(t(K::Int)), LogicalType::array(t(K::BigInt)), "ARRAY<BIGINT>"),
            (t(K::Float), t(K::Double), "DOUBLE"),
            (t(K::Double), t(K::Float), "DOUBLE"),
            (t(K::Float), LogicalType::decimal(2, 1), "DOUBLE"),
        ];
        for (left, right, expected) in rows {
            assert_eq!(arguments(left.clone(), right.clone()), expected, "{left}, {right}");
        }
    }

    #[test]
    fn the_first_of_float_and_double_stays_in_the_language() {
        assert_eq!(language(t(K::Float), t(K::Double)), "FLOAT");
        assert_eq!(language(t(K::Double), t(K::Float)), "DOUBLE");
        assert_eq!(language(t(K::BigInt), t(K::Float)), "FLOAT");
        assert_eq!(language(t(K::Float), LogicalType::decimal(2, 1)), "DOUBLE");
    }

    #[test]
    fn dates_and_timestamps_do_not_mix_in_the_language() {
        assert_eq!(language(t(K::Date), LogicalType::timestamp(0)), "none");
        assert_eq!(language(t(K::Time { precision: 0 }), LogicalType::timestamp(0)), "none");
        assert_eq!(language(LogicalType::timestamp(0), LogicalType::timestamp_ltz(3)), "TIMESTAMP_LTZ(3)");
        assert_eq!(language(t(K::Date), t(K::Char(1))), "none");
        assert_eq!(language(t(K::IntervalDayTime), t(K::IntervalYearMonth)), "none");
    }

    #[test]
    fn collections_unify_by_element() {
        let char1 = LogicalType::not_null(K::Char(1));
        let char2 = LogicalType::not_null(K::Char(2));
        let left = LogicalType::map(char1, LogicalType::not_null(K::Int)).with_nullable(false);
        let right = LogicalType::map(char2, LogicalType::not_null(K::BigInt)).with_nullable(false);
        assert_eq!(language(left, right), "MAP<VARCHAR(2) NOT NULL, BIGINT NOT NULL> NOT NULL");
    }

    #[test]
    fn null_takes_any_type_and_an_unknown_type_every_one() {
        let int = LogicalType::not_null(K::Int);
        assert_eq!(language(t(K::Null), int.clone()), "INT");
        assert_eq!(language(t(K::Unknown).with_nullable(false), int.clone()), "INT NOT NULL");
        assert_eq!(language(int, t(K::Unknown)), "INT");
    }
}
