//! Which types convert to which: casts that may be written, casts that Flink inserts, and common types.

use crate::bound::{Expr, ExprKind};
use table::types::common_type_of;
use table::{LogicalType, TypeKind, Value};

/// How a type may become another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastSupport {
    /// Inserted where it is needed.
    Implicit,
    /// Only where CAST is written.
    Explicit,
    None,
}

/// The families of types in the order of [`CASTS`].
const FAMILIES: usize = 24;

/// From (line) to (column): I implicit, E explicit, `.` none. The order is CHAR VARCHAR BINARY VARBINARY BOOLEAN DECIMAL TINYINT SMALLINT
/// INT BIGINT FLOAT DOUBLE DATE TIME TIMESTAMP TIMESTAMP_LTZ INTERVAL-MONTH INTERVAL-SECOND ARRAY MULTISET MAP ROW VARIANT BITMAP.
const CASTS: [&[u8; FAMILIES]; FAMILIES] = [
    b"IIEEEEEEEEEEEEEE........",
    b"EIEEEEEEEEEEEEEE........",
    b"EEII....................",
    b"EEEI....................",
    b"EE..IEEEEEEE............",
    b"EE..EIEEEEII..EE........",
    b"EE..EIIIIIII..EEII......",
    b"EE..EIEIIIII..EEII......",
    b"EE..EIEEIIII..EEII......",
    b"EE..EIEEEIII..EEII......",
    b"EE..EIEEEEII..EE........",
    b"EE..EIEEEEEI..EE........",
    b"EE..........I.EE........",
    b"EE...........IEE........",
    b"EE...EEEEEEEIIII........",
    b"EE...EEEEEEEEEII........",
    b"EE......II......I.......",
    b"EE......II.......I......",
    b"EE................I.....",
    b"EE.................I....",
    b"EE..................I...",
    b"EE...................I..",
    b"......................I.",
    b"EE.E...................I",
];

fn family(kind: &TypeKind) -> Option<usize> {
    Some(match kind {
        TypeKind::Char(_) => 0,
        TypeKind::Varchar(_) => 1,
        TypeKind::Binary(_) => 2,
        TypeKind::Varbinary(_) => 3,
        TypeKind::Boolean => 4,
        TypeKind::Decimal { .. } => 5,
        TypeKind::TinyInt => 6,
        TypeKind::SmallInt => 7,
        TypeKind::Int => 8,
        TypeKind::BigInt => 9,
        TypeKind::Float => 10,
        TypeKind::Double => 11,
        TypeKind::Date => 12,
        TypeKind::Time { .. } => 13,
        TypeKind::Timestamp { .. } => 14,
        TypeKind::TimestampLtz { .. } => 15,
        TypeKind::IntervalYearMonth => 16,
        TypeKind::IntervalDayTime => 17,
        TypeKind::Array(_) => 18,
        TypeKind::Multiset(_) => 19,
        TypeKind::Map(..) => 20,
        TypeKind::Row(_) => 21,
        TypeKind::Variant => 22,
        TypeKind::Bitmap => 23,
        TypeKind::Structured { .. } | TypeKind::Raw { .. } | TypeKind::Null | TypeKind::Descriptor | TypeKind::Unknown => return None,
    })
}

/// How Flink lets a type become another; nested types as their elements.
pub fn cast_support(from: &TypeKind, to: &TypeKind) -> CastSupport {
    if from == to || matches!(from, TypeKind::Null | TypeKind::Unknown) || *to == TypeKind::Unknown {
        return CastSupport::Implicit;
    }
    match (from, to) {
        (TypeKind::Array(a), TypeKind::Array(b)) | (TypeKind::Multiset(a), TypeKind::Multiset(b)) => cast_support(&a.kind, &b.kind),
        (TypeKind::Map(ka, va), TypeKind::Map(kb, vb)) => weakest([cast_support(&ka.kind, &kb.kind), cast_support(&va.kind, &vb.kind)]),
        (TypeKind::Row(a) | TypeKind::Structured { fields: a, .. }, TypeKind::Row(b) | TypeKind::Structured { fields: b, .. }) => {
            if a.len() != b.len() {
                return CastSupport::None;
            }
            weakest(a.iter().zip(b).map(|(a, b)| cast_support(&a.data_type.kind, &b.data_type.kind)))
        }
        _ => match (family(from), family(to)) {
            (Some(from), Some(to)) => support_of(CASTS[from][to]),
            _ => CastSupport::None,
        },
    }
}

/// Whether Flink converts a type by itself to another, as for the columns of a table that a query writes to.
pub(crate) fn can_assign(from: &LogicalType, to: &LogicalType) -> bool {
    cast_support(&from.kind, &to.kind) == CastSupport::Implicit
}

fn support_of(letter: u8) -> CastSupport {
    match letter {
        b'I' => CastSupport::Implicit,
        b'E' => CastSupport::Explicit,
        _ => CastSupport::None,
    }
}

fn weakest(supports: impl IntoIterator<Item = CastSupport>) -> CastSupport {
    supports.into_iter().fold(CastSupport::Implicit, |weakest, next| match (weakest, next) {
        (CastSupport::None, _) | (_, CastSupport::None) => CastSupport::None,
        (CastSupport::Explicit, _) | (_, CastSupport::Explicit) => CastSupport::Explicit,
        _ => CastSupport::Implicit,
    })
}

/// The refusal of a written cast: a message, what to do, and Flink's text. `None` when the cast exists.
pub(crate) fn cast_refusal(from: &LogicalType, to: &LogicalType) -> Option<(String, Option<&'static str>, String)> {
    let message = format!("{} cannot be cast to {}", from.kind, to.kind);
    if from.kind.is_numeric() && to.kind.is_timestamp() {
        let help = "Write TO_TIMESTAMP(FROM_UNIXTIME(x)) for seconds, or TO_TIMESTAMP_LTZ(x, 3) for milliseconds.";
        let flink = "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use \
                     TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds.";
        return Some((message, Some(help), flink.to_owned()));
    }
    if from.kind.is_timestamp() && to.kind.is_numeric() {
        let help = "Write UNIX_TIMESTAMP(CAST(x AS STRING)).";
        let flink = match from.kind {
            TypeKind::TimestampLtz { .. } => "The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed.",
            _ => {
                "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use \
                 UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead."
            }
        };
        return Some((message, Some(help), flink.to_owned()));
    }
    let interval_to_number = from.kind.is_interval() && to.kind.is_numeric();
    if cast_support(&from.kind, &to.kind) != CastSupport::None && !interval_to_number {
        return None;
    }
    let flink = format!("Cast function cannot convert value of type {} to type {}", from.validator_text(), to.validator_text());
    Some((message, None, flink))
}

/// Converts an expression to a type; nothing happens when it has that type apart from nullability.
pub(crate) fn coerce(expr: Expr, to: &LogicalType) -> Expr {
    if to.is_unknown() || same_values(&expr.data_type.kind, &to.kind) {
        return expr;
    }
    let span = expr.span;
    if matches!(expr.kind, ExprKind::Literal(Value::Null)) {
        return Expr::literal(Value::Null, to.clone().with_nullable(true), span);
    }
    let data_type = to.clone().with_nullable(expr.data_type.nullable);
    Expr::new(ExprKind::Cast { expr: Box::new(expr), try_cast: false }, data_type, span)
}

/// Whether two types have the same values in the same form: nullability, names of fields and time attributes do not matter.
pub(crate) fn same_values(a: &TypeKind, b: &TypeKind) -> bool {
    match (a, b) {
        (TypeKind::Timestamp { precision: a, .. }, TypeKind::Timestamp { precision: b, .. })
        | (TypeKind::TimestampLtz { precision: a, .. }, TypeKind::TimestampLtz { precision: b, .. }) => a == b,
        (TypeKind::Array(a), TypeKind::Array(b)) | (TypeKind::Multiset(a), TypeKind::Multiset(b)) => same_values(&a.kind, &b.kind),
        (TypeKind::Map(ka, va), TypeKind::Map(kb, vb)) => same_values(&ka.kind, &kb.kind) && same_values(&va.kind, &vb.kind),
        (TypeKind::Row(a), TypeKind::Row(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.name == b.name && same_values(&a.data_type.kind, &b.data_type.kind))
        }
        _ => a == b,
    }
}

/// The common type of several; unknown types have no say, untyped NULLs only make it nullable.
pub(crate) fn common<'t>(types: impl IntoIterator<Item = &'t LogicalType>) -> Option<LogicalType> {
    let types: Vec<&LogicalType> = types.into_iter().collect();
    let typed: Vec<LogicalType> = types
        .iter()
        .filter(|t| !matches!(t.kind, TypeKind::Null | TypeKind::Unknown))
        .map(|t| (*t).clone().without_time_attribute())
        .collect();
    let nullable = types.iter().any(|t| t.nullable);
    if typed.is_empty() {
        let unknown = types.iter().any(|t| t.is_unknown()) || types.is_empty();
        return Some(LogicalType::new(if unknown { TypeKind::Unknown } else { TypeKind::Null }));
    }
    let has_unknown = types.iter().any(|t| t.is_unknown());
    match common_type_of(&typed) {
        Some(common) => Some(common.or_nullable(nullable)),
        None if has_unknown => Some(LogicalType::new(TypeKind::Unknown)),
        None => None,
    }
}
