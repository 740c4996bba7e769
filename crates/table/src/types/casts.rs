//! Which casts exist: Flink's matrix, and what its SQL layer refuses beyond it.

use super::{LogicalType, TypeKind};

/// Whether a cast is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Happens where it is needed.
    Implicit,
    /// Only when written.
    Explicit,
    /// Never.
    No,
}

/// A cast that is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct CastRefusal {
    pub message: String,
    pub help: Option<String>,
    /// What Flink prints.
    pub flink: String,
}

/// What Flink's matrix says about a cast, before SQL's own refusals.
pub fn cast_kind(from: &TypeKind, to: &TypeKind) -> Cast {
    use TypeKind as K;
    if from == to || matches!(from, K::Null | K::Unknown) || matches!(to, K::Unknown) {
        return Cast::Implicit;
    }
    if let Some(cast) = collection_cast(from, to) {
        return cast;
    }
    let (Some(row), Some(column)) = (root_index(from), root_index(to)) else { return Cast::No };
    match MATRIX[row].split_ascii_whitespace().nth(column) {
        Some("I") => Cast::Implicit,
        Some("E") => Cast::Explicit,
        _ => Cast::No,
    }
}

/// Checks a CAST that is written in SQL.
pub fn check_cast(from: &LogicalType, to: &LogicalType) -> Result<(), CastRefusal> {
    if let Some(refusal) = dedicated_refusal(&from.kind, &to.kind) {
        return Err(refusal);
    }
    if cast_kind(&from.kind, &to.kind) != Cast::No {
        return Ok(());
    }
    let (source, target) = (from.validator_text(), to.validator_text());
    Err(CastRefusal {
        message: format!("a {} cannot be cast to {}", from.kind, to.kind),
        help: None,
        flink: format!("Cast function cannot convert value of type {source} to type {target}"),
    })
}

/// The refusals that have words of their own.
fn dedicated_refusal(from: &TypeKind, to: &TypeKind) -> Option<CastRefusal> {
    use TypeKind as K;
    let refuse = |help: Option<&str>, flink: String| {
        Some(CastRefusal { message: format!("a {from} cannot be cast to {to}"), help: help.map(str::to_owned), flink })
    };
    match (from, to) {
        (from, to) if from.is_numeric() && to.is_timestamp() => refuse(
            Some("Use TO_TIMESTAMP_LTZ(number, 0) for seconds since 1970 and TO_TIMESTAMP_LTZ(number, 3) for milliseconds."),
            format!(
                "The cast from NUMERIC type to {} type is not allowed. It's recommended to use {} instead, note the numeric is in seconds.",
                if matches!(to, K::TimestampLtz { .. }) { "TIMESTAMP_LTZ" } else { "TIMESTAMP" },
                if matches!(to, K::TimestampLtz { .. }) {
                    "TO_TIMESTAMP_LTZ(numeric_col, precision)"
                } else {
                    "TO_TIMESTAMP(FROM_UNIXTIME(numeric_col))"
                },
            ),
        ),
        (K::Timestamp { .. }, to) if to.is_numeric() => refuse(
            Some("Use UNIX_TIMESTAMP(CAST(column AS STRING)) for seconds since 1970."),
            "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use UNIX_TIMESTAMP(CAST(timestamp_col \
             AS STRING)) instead."
                .to_owned(),
        ),
        (K::TimestampLtz { .. }, to) if to.is_numeric() => {
            refuse(None, "The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed.".to_owned())
        }
        (from, to) if from.is_interval() && to.is_numeric() => refuse(
            None,
            format!(
                "Cast function cannot convert value of type {} to type {}",
                LogicalType::new(from.clone()).validator_text(),
                LogicalType::new(to.clone()).validator_text()
            ),
        ),
        (from, to) if to.is_interval() && (from.is_character() || matches!(from, K::Decimal { .. })) => {
            refuse(None, format!("Unsupported cast from '{from}' to '{to}'."))
        }
        _ => None,
    }
}

/// Collections cast element by element.
fn collection_cast(from: &TypeKind, to: &TypeKind) -> Option<Cast> {
    use TypeKind as K;
    let element = |from: &LogicalType, to: &LogicalType| cast_kind(&from.kind, &to.kind);
    Some(match (from, to) {
        (K::Array(a), K::Array(b)) | (K::Multiset(a), K::Multiset(b)) => element(a, b),
        (K::Map(k1, v1), K::Map(k2, v2)) => weakest([element(k1, k2), element(v1, v2)]),
        (K::Row(a) | K::Structured { fields: a, .. }, K::Row(b) | K::Structured { fields: b, .. }) => {
            if a.len() != b.len() {
                return Some(Cast::No);
            }
            weakest(a.iter().zip(b).map(|(a, b)| element(&a.data_type, &b.data_type)))
        }
        _ => return None,
    })
}

fn weakest(casts: impl IntoIterator<Item = Cast>) -> Cast {
    casts.into_iter().fold(Cast::Implicit, |weakest, cast| match (weakest, cast) {
        (Cast::No, _) | (_, Cast::No) => Cast::No,
        (Cast::Explicit, _) | (_, Cast::Explicit) => Cast::Explicit,
        _ => Cast::Implicit,
    })
}

fn root_index(kind: &TypeKind) -> Option<usize> {
    use TypeKind as K;
    Some(match kind {
        K::Char(_) => 0,
        K::Varchar(_) => 1,
        K::Binary(_) => 2,
        K::Varbinary(_) => 3,
        K::Boolean => 4,
        K::Decimal { .. } => 5,
        K::TinyInt => 6,
        K::SmallInt => 7,
        K::Int => 8,
        K::BigInt => 9,
        K::Float => 10,
        K::Double => 11,
        K::Date => 12,
        K::Time { .. } => 13,
        K::Timestamp { .. } => 14,
        K::TimestampLtz { .. } => 15,
        K::IntervalYearMonth => 16,
        K::IntervalDayTime => 17,
        K::Array(_) => 18,
        K::Multiset(_) => 19,
        K::Map(..) => 20,
        K::Row(_) | K::Structured { .. } => 21,
        K::Variant => 22,
        K::Bitmap => 23,
        K::Raw { .. } | K::Null | K::Descriptor | K::Unknown => return None,
    })
}

/// Rows are sources, columns targets, both in the order of [`root_index`]: I implicit, E explicit, `.` none. What is `.` in Flink's own
/// table but works in its SQL (DECIMAL, FLOAT, DOUBLE to BOOLEAN) is E.
#[rustfmt::skip]
const MATRIX: [&str; 24] = [
    // CH VC BI VB BO DE TI SM IN BI FL DO DA TI TS TZ YM DS AR MS MA RO VA BM
    "  I  I  E  E  E  E  E  E  E  E  E  E  E  E  E  E  E  E  .  .  .  .  .  .", // CHAR
    "  E  I  E  E  E  E  E  E  E  E  E  E  E  E  E  E  E  E  .  .  .  .  .  .", // VARCHAR
    "  E  E  I  I  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .", // BINARY
    "  E  E  E  I  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .", // VARBINARY
    "  E  E  .  .  I  E  E  E  E  E  E  E  .  .  .  .  .  .  .  .  .  .  .  .", // BOOLEAN
    "  E  E  .  .  E  I  E  E  E  E  I  I  .  .  E  E  I  I  .  .  .  .  .  .", // DECIMAL
    "  E  E  .  .  E  I  I  I  I  I  I  I  .  .  E  E  I  I  .  .  .  .  .  .", // TINYINT
    "  E  E  .  .  E  I  E  I  I  I  I  I  .  .  E  E  I  I  .  .  .  .  .  .", // SMALLINT
    "  E  E  .  .  E  I  E  E  I  I  I  I  .  .  E  E  I  I  .  .  .  .  .  .", // INT
    "  E  E  .  .  E  I  E  E  E  I  I  I  .  .  E  E  I  I  .  .  .  .  .  .", // BIGINT
    "  E  E  .  .  E  I  E  E  E  E  I  I  .  .  E  E  .  .  .  .  .  .  .  .", // FLOAT
    "  E  E  .  .  E  I  E  E  E  E  E  I  .  .  E  E  .  .  .  .  .  .  .  .", // DOUBLE
    "  E  E  .  .  .  .  .  .  .  .  .  .  I  .  E  E  .  .  .  .  .  .  .  .", // DATE
    "  E  E  .  .  .  .  .  .  .  .  .  .  .  I  E  E  .  .  .  .  .  .  .  .", // TIME
    "  E  E  .  .  .  E  E  E  E  E  E  E  I  I  I  I  .  .  .  .  .  .  .  .", // TIMESTAMP
    "  E  E  .  .  .  E  E  E  E  E  E  E  E  E  I  I  .  .  .  .  .  .  .  .", // TIMESTAMP_LTZ
    "  E  E  .  .  .  I  I  I  I  I  .  .  .  .  .  .  I  .  .  .  .  .  .  .", // INTERVAL MONTH
    "  E  E  .  .  .  I  I  I  I  I  .  .  .  .  .  .  .  I  .  .  .  .  .  .", // INTERVAL SECOND
    "  E  E  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  I  .  .  .  .  .", // ARRAY
    "  E  E  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  I  .  .  .  .", // MULTISET
    "  E  E  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  I  .  .  .", // MAP
    "  E  E  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  I  .  .", // ROW
    "  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  I  .", // VARIANT
    "  E  E  .  E  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  I", // BITMAP
];

#[cfg(test)]
mod tests {
    use super::*;

    const CAPTURE: &str = include_str!("../../../../tests/flink/captures/casts-and-decimals.txt");

    fn example(name: &str) -> Option<TypeKind> {
        use TypeKind as K;
        let int = || Box::new(LogicalType::int());
        Some(match name {
            "CHAR" => K::Char(3),
            "VARCHAR" => K::Varchar(5),
            "BINARY" => K::Binary(3),
            "VARBIN" => K::Varbinary(5),
            "BOOL" => K::Boolean,
            "DEC" => K::Decimal { precision: 10, scale: 2 },
            "TINY" => K::TinyInt,
            "SMALL" => K::SmallInt,
            "INT" => K::Int,
            "BIG" => K::BigInt,
            "FLOAT" => K::Float,
            "DBL" => K::Double,
            "DATE" => K::Date,
            "TIME" => K::Time { precision: 0 },
            "TS" => LogicalType::timestamp(3).kind,
            "TSLTZ" => LogicalType::timestamp_ltz(3).kind,
            "YM" => K::IntervalYearMonth,
            "DS" => K::IntervalDayTime,
            "ARR" => K::Array(int()),
            "MSET" => K::Multiset(int()),
            "MAP" => K::Map(int(), int()),
            "ROW" => K::Row(vec![super::super::Field::new("f", LogicalType::int())]),
            "VARIANT" => K::Variant,
            "BITMAP" => K::Bitmap,
            _ => return None,
        })
    }

    #[test]
    fn every_cell_of_flinks_matrix_agrees() {
        let mut lines = CAPTURE.lines();
        let names: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().skip(1).collect();
        let mut cells = 0;
        for line in lines.by_ref().take(names.len()) {
            let mut words = line.split_whitespace();
            let from = words.next().unwrap_or_default();
            for (to, cell) in names.iter().zip(words) {
                let (Some(source), Some(target)) = (example(from), example(to)) else { panic!("{from} {to}") };
                let expected = match cell.as_bytes() {
                    // Flink's SQL layer allows what its own table leaves out.
                    [b'.', b'Y'] if *to == "BOOL" => Cast::Explicit,
                    [b'I', ..] => Cast::Implicit,
                    [b'E', ..] => Cast::Explicit,
                    _ => Cast::No,
                };
                assert_eq!(cast_kind(&source, &target), expected, "{from} to {to}");
                cells += 1;
            }
        }
        assert_eq!(cells, 24 * 24);
    }

    #[test]
    fn sql_refuses_numbers_as_timestamps() {
        let refusal = check_cast(&LogicalType::int(), &LogicalType::timestamp(3)).expect_err("refused");
        assert_eq!(
            refusal.flink,
            "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use \
             TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds."
        );
        let refusal = check_cast(&LogicalType::timestamp_ltz(3), &LogicalType::bigint()).expect_err("refused");
        assert_eq!(refusal.flink, "The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed.");
    }

    #[test]
    fn refusals_name_both_types() {
        let refusal = check_cast(&LogicalType::new(TypeKind::Date), &LogicalType::int()).expect_err("refused");
        assert_eq!(refusal.flink, "Cast function cannot convert value of type DATE to type INTEGER");
        assert_eq!(refusal.message, "a DATE cannot be cast to INT");
        let refusal = check_cast(&LogicalType::boolean(), &LogicalType::new(TypeKind::Date)).expect_err("refused");
        assert_eq!(refusal.flink, "Cast function cannot convert value of type BOOLEAN to type DATE");
    }
}
