//! Result types of DECIMAL arithmetic, as `(precision, scale)`. Integers take part with [`TypeKind::as_decimal`](super::TypeKind::as_decimal).

use super::{MAX_PRECISION, TypeKind};

/// The scale that division and overflow keep at least.
const MIN_ADJUSTED_SCALE: u32 = 6;

type Decimal = (u8, u8);

/// `a + b` and `a - b`
pub fn sum_type((p1, s1): Decimal, (p2, s2): Decimal) -> TypeKind {
    let scale = wide(s1.max(s2));
    adjusted(wide(p1 - s1).max(wide(p2 - s2)) + scale + 1, scale)
}

/// `a * b`
pub fn product_type((p1, s1): Decimal, (p2, s2): Decimal) -> TypeKind {
    adjusted(wide(p1) + wide(p2) + 1, wide(s1) + wide(s2))
}

/// `a / b`
pub fn quotient_type((p1, s1): Decimal, (p2, s2): Decimal) -> TypeKind {
    let scale = MIN_ADJUSTED_SCALE.max(wide(s1) + wide(p2) + 1);
    adjusted(wide(p1 - s1) + wide(s2) + scale, scale)
}

/// `a % b`
pub fn remainder_type((p1, s1): Decimal, (p2, s2): Decimal) -> TypeKind {
    let scale = wide(s1.max(s2));
    adjusted(wide((p1 - s1).min(p2 - s2)) + scale, scale)
}

/// ROUND(x, digits) and TRUNCATE(x, digits); CEIL and FLOOR are rounding to 0 digits.
pub fn round_type((precision, scale): Decimal, digits: i32) -> TypeKind {
    if digits >= i32::from(scale) {
        return TypeKind::Decimal { precision, scale };
    }
    // Rounding may add a digit in front.
    let whole = precision - scale + 1;
    let kept = digits.max(0) as u8;
    TypeKind::Decimal { precision: (whole + kept).min(MAX_PRECISION), scale: kept }
}

/// SUM(x)
pub fn total_type(scale: u8) -> TypeKind {
    TypeKind::Decimal { precision: MAX_PRECISION, scale }
}

/// AVG(x)
pub fn average_type(scale: u8) -> TypeKind {
    TypeKind::Decimal { precision: MAX_PRECISION, scale: scale.max(MIN_ADJUSTED_SCALE as u8) }
}

/// The type that holds all values of both without loss, as far as 38 digits go: whole digits win over fraction digits.
pub fn union_type((p1, s1): Decimal, (p2, s2): Decimal) -> TypeKind {
    let whole = (p1 - s1).max(p2 - s2).min(MAX_PRECISION);
    let scale = s1.max(s2).min(MAX_PRECISION - whole);
    TypeKind::Decimal { precision: whole + scale, scale }
}

/// Brings a type with too many digits down to 38: whole digits are kept, fraction digits go, to no less than 6.
fn adjusted(precision: u32, scale: u32) -> TypeKind {
    let max = wide(MAX_PRECISION);
    let (precision, scale) = if precision <= max {
        (precision, scale)
    } else {
        let whole = precision - scale;
        (max, max.saturating_sub(whole).max(scale.min(MIN_ADJUSTED_SCALE)))
    };
    TypeKind::Decimal { precision: precision as u8, scale: scale as u8 }
}

fn wide(digits: u8) -> u32 {
    u32::from(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: TypeKind) -> String {
        kind.to_string()
    }

    /// The rows of `tests/flink/captures/casts-and-decimals.txt`: operands, then the types of + * / % SUM AVG and ROUND(,1).
    #[test]
    fn result_types_are_flinks() {
        let rows: &[(Decimal, Decimal, [&str; 7])] = &[
            ((10, 2), (10, 2), ["11, 2", "21, 4", "23, 13", "10, 2", "38, 2", "38, 6", "10, 1"]),
            ((38, 10), (38, 10), ["38, 9", "38, 6", "38, 6", "38, 10", "38, 10", "38, 10", "30, 1"]),
            ((20, 5), (10, 3), ["21, 5", "31, 8", "34, 16", "12, 5", "38, 5", "38, 6", "17, 1"]),
            ((38, 0), (38, 0), ["38, 0", "38, 0", "38, 6", "38, 0", "38, 0", "38, 6", "38, 0"]),
            ((10, 0), (10, 0), ["11, 0", "21, 0", "21, 11", "10, 0", "38, 0", "38, 6", "10, 0"]),
            ((5, 2), (3, 1), ["6, 2", "9, 3", "10, 6", "4, 2", "38, 2", "38, 6", "5, 1"]),
        ];
        for (a, b, expected) in rows {
            let found = [
                sum_type(*a, *b),
                product_type(*a, *b),
                quotient_type(*a, *b),
                remainder_type(*a, *b),
                total_type(a.1),
                average_type(a.1),
                round_type(*a, 1),
            ];
            for (found, expected) in found.into_iter().zip(expected) {
                assert_eq!(text(found), format!("DECIMAL({expected})"), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn rounding_to_fewer_digits_keeps_a_carry() {
        assert_eq!(text(round_type((4, 3), 2)), "DECIMAL(4, 2)");
        assert_eq!(text(round_type((2, 1), 0)), "DECIMAL(2, 0)");
        assert_eq!(text(round_type((4, 3), -1)), "DECIMAL(2, 0)");
    }

    #[test]
    fn unions_keep_whole_digits() {
        assert_eq!(text(union_type((10, 0), (5, 2))), "DECIMAL(12, 2)");
        assert_eq!(text(union_type((10, 2), (12, 5))), "DECIMAL(13, 5)");
        assert_eq!(text(union_type((38, 2), (38, 20))), "DECIMAL(38, 2)");
    }
}
