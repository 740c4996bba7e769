//! `= <> < <= > >=` and IS [NOT] DISTINCT FROM.

use super::is::null_mask;
use super::nested;
use super::numeric::{decimal_kind, decimal_operands};
use crate::cast;
use crate::cast::number::power;
use crate::kernel::{Args, Function, rows};
use crate::signature::{accept, refuse};
use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, BooleanArray, Datum, Scalar};
use arrow::buffer::NullBuffer;
use arrow::compute::kernels::cmp;
use arrow::compute::{and_kleene, not, or_kleene};
use arrow::datatypes::{Decimal128Type, Float32Type, Float64Type, i256};
use diag::{Error, Result};
use std::cmp::Ordering;
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Columnar, EvalContext, Example, FunctionDoc, Kernel, Signature};
use table::types::{Field, LogicalType, TypeKind, common_type};

/// What a comparison asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    fn is_equality(self) -> bool {
        matches!(self, Comparison::Equal | Comparison::NotEqual)
    }

    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

macro_rules! comparison {
    ($static:ident, $variant:ident, $name:literal, $definition:literal, $summary:literal, $example:literal, $result:literal) => {
        pub(super) static $static: Function = Function::new(
            &FunctionDoc {
                name: $name,
                aliases: &[],
                definition: $definition,
                signatures: &[concat!("value ", $name, " value")],
                summary: $summary,
                examples: &[Example { expression: $example, result: $result }],
            },
            |arguments| resolve(Comparison::$variant, $name, arguments),
            |call| kernel(Comparison::$variant, call),
        )
        .infallible();
    };
}

comparison!(EQUAL, Equal, "=", "equals", "TRUE when both values are equal; NULL when one is NULL.", "'a' = 'a '", "FALSE");
comparison!(NOT_EQUAL, NotEqual, "<>", "notEquals", "TRUE when the values differ; NULL when one is NULL.", "1 <> 2", "TRUE");
comparison!(LESS, Less, "<", "lessThan", "TRUE when the first value comes before the second.", "'Z' < 'a'", "TRUE");
comparison!(
    LESS_OR_EQUAL,
    LessOrEqual,
    "<=",
    "lessThanOrEqual",
    "TRUE when the first value does not come after the second.",
    "1 <= 1.0",
    "TRUE"
);
comparison!(GREATER, Greater, ">", "greaterThan", "TRUE when the first value comes after the second.", "2 > 10", "FALSE");
comparison!(
    GREATER_OR_EQUAL,
    GreaterOrEqual,
    ">=",
    "greaterThanOrEqual",
    "TRUE when the first value does not come before the second.",
    "TIMESTAMP '2020-01-01 00:00:00' >= '2020-01-01'",
    "TRUE"
);

macro_rules! distinction {
    ($static:ident, $distinct:literal, $name:literal, $definition:literal, $summary:literal, $example:literal, $result:literal) => {
        pub(super) static $static: Function = Function::new(
            &FunctionDoc {
                name: $name,
                aliases: &[],
                definition: $definition,
                signatures: &[concat!("value ", $name, " value")],
                summary: $summary,
                examples: &[Example { expression: $example, result: $result }],
            },
            |arguments| {
                let mut signature = resolve(Comparison::Equal, $name, arguments)?;
                signature.result.nullable = false;
                Ok(signature)
            },
            |call| distinction_kernel($distinct, call),
        )
        .infallible();
    };
}

distinction!(
    IS_DISTINCT_FROM,
    true,
    "IS DISTINCT FROM",
    "isDistinctFrom",
    "TRUE when the values differ, where NULL is a value like any other.",
    "1 IS DISTINCT FROM CAST(NULL AS INT)",
    "TRUE"
);
distinction!(
    IS_NOT_DISTINCT_FROM,
    false,
    "IS NOT DISTINCT FROM",
    "isNotDistinctFrom",
    "TRUE when the values are equal, where NULL is a value like any other.",
    "CAST(NULL AS INT) IS NOT DISTINCT FROM CAST(NULL AS INT)",
    "TRUE"
);

fn resolve(comparison: Comparison, name: &str, arguments: &[Argument]) -> Result<Signature, CallError> {
    let [left, right] = arguments else {
        return Err(CallError::new(format!("'{name}' compares two values, not {}", arguments.len())));
    };
    let kinds = comparable(comparison.is_equality(), name, arguments, &left.data_type, &right.data_type)?;
    Ok(accept(arguments, &kinds, TypeKind::Boolean))
}

/// The types in which two values are compared.
pub(crate) fn comparable(
    equality: bool,
    name: &str,
    arguments: &[Argument],
    left: &LogicalType,
    right: &LogicalType,
) -> Result<[TypeKind; 2], CallError> {
    use TypeKind as K;
    let (l, r) = (&left.kind, &right.kind);
    let both = |kind: TypeKind| Ok([kind.clone(), kind]);
    match (l, r) {
        (K::Unknown, _) | (_, K::Unknown) => Ok([l.clone(), r.clone()]),
        (K::Null, other) | (other, K::Null) => both(other.clone()),
        (l, r) if l.is_character() && r.is_character() => Ok([l.clone(), r.clone()]),
        (l, r) if l.is_binary() && r.is_binary() => Ok([l.clone(), r.clone()]),
        (l, r) if l.is_numeric() && r.is_numeric() => Ok(comparable_numbers(equality, l, r)),
        (l, r) if (l.is_character() && r.is_numeric()) || (l.is_numeric() && r.is_character()) => {
            if equality {
                return Err(no_implicit_conversion(l, r));
            }
            both(number_of_text(if l.is_numeric() { l } else { r }))
        }
        // Equality reads the text itself, so that a bad one is NULL and no failure.
        (l, r) if (l.is_character() && reads_text(r)) || (r.is_character() && reads_text(l)) => {
            if equality {
                Ok([l.clone(), r.clone()])
            } else {
                both(if l.is_character() { r.clone() } else { l.clone() })
            }
        }
        (l @ (K::Array(_) | K::Map(..) | K::Row(_) | K::Structured { .. }), r) => {
            comparable_collections(equality, l, left, right).unwrap_or_else(|| Err(incomparable(name, arguments, l, r)))
        }
        (K::Bitmap, K::Bitmap) if equality => both(K::Bitmap),
        (K::Multiset(_) | K::Variant | K::Bitmap | K::Raw { .. } | K::Descriptor, _) => Err(incomparable(name, arguments, l, r)),
        (l, r) => match common_type(left, right) {
            Some(common) => both(common.kind),
            None => Err(incomparable(name, arguments, l, r)),
        },
    }
}

/// Types other than numbers beside which text is read as a value.
fn reads_text(kind: &TypeKind) -> bool {
    kind.is_datetime() || *kind == TypeKind::Boolean
}

/// Numbers are compared in their common type, DECIMALs as they are; FLOAT and DOUBLE are ordered as DOUBLE.
fn comparable_numbers(equality: bool, l: &TypeKind, r: &TypeKind) -> [TypeKind; 2] {
    if let Some(digits) = decimal_operands(l, r) {
        return digits.map(decimal_kind);
    }
    let doubles = matches!((l, r), (TypeKind::Float, TypeKind::Double) | (TypeKind::Double, TypeKind::Float)) && !equality;
    let common = common_type(&LogicalType::new(l.clone()), &LogicalType::new(r.clone())).map_or(TypeKind::Double, |common| common.kind);
    let kind = if doubles { TypeKind::Double } else { common };
    [kind.clone(), kind]
}

/// The type that text takes beside a number.
pub(super) fn number_of_text(number: &TypeKind) -> TypeKind {
    match number {
        TypeKind::Decimal { .. } => TypeKind::Decimal { precision: 38, scale: 18 },
        other => other.clone(),
    }
}

fn comparable_collections(
    equality: bool,
    kind: &TypeKind,
    left: &LogicalType,
    right: &LogicalType,
) -> Option<Result<[TypeKind; 2], CallError>> {
    if std::mem::discriminant(kind) != std::mem::discriminant(&right.kind) {
        return None;
    }
    if !equality {
        let error = CallError::new(format!("values of type {} have no order", left.kind));
        return Some(Err(error.with_flink(format!("Comparable type expected, but was '{left}'."))));
    }
    match common_type(left, right) {
        Some(common) => Some(Ok([common.kind.clone(), common.kind])),
        None => first_difference(left, right).map(|(l, r)| Err(no_implicit_conversion(l, r))),
    }
}

/// The first pair of fields or elements that do not agree.
fn first_difference<'a>(left: &'a LogicalType, right: &'a LogicalType) -> Option<(&'a TypeKind, &'a TypeKind)> {
    match (&left.kind, &right.kind) {
        (TypeKind::Row(a), TypeKind::Row(b)) if a.len() == b.len() => a
            .iter()
            .zip(b)
            .find(|(a, b)| common_type(&a.data_type, &b.data_type).is_none())
            .map(|(a, b)| (&a.data_type.kind, &b.data_type.kind)),
        (TypeKind::Array(a), TypeKind::Array(b)) => Some((&a.kind, &b.kind)),
        _ => None,
    }
}

pub(super) fn no_implicit_conversion(left: &TypeKind, right: &TypeKind) -> CallError {
    let root = |kind: &TypeKind| {
        let text = LogicalType::new(kind.clone()).validator_text();
        text.split('(').next().unwrap_or_default().to_owned()
    };
    CallError::new(format!("{left} is not compared with {right}"))
        .with_help("CAST one side to the type of the other.")
        .with_flink(format!("implicit type conversion between {} and {} is not supported now", root(left), root(right)))
        .found_late(LogicalType::boolean())
}

fn incomparable(name: &str, arguments: &[Argument], left: &TypeKind, right: &TypeKind) -> CallError {
    let text = |kind: &TypeKind| LogicalType::new(kind.clone()).validator_text().to_uppercase();
    let given = format!("<{}> {name} <{}>", text(left), text(right));
    refuse(name, &given, &[format!("<COMPARABLE_TYPE> {name} <COMPARABLE_TYPE>")], arguments, None)
}

fn kernel(comparison: Comparison, call: &CallSite) -> Result<Box<dyn Kernel>> {
    let operands = operands(call)?;
    Ok(rows(move |args| Ok(Arc::new(operands.compare(comparison, args)?) as ArrayRef)))
}

fn operands(call: &CallSite) -> Result<Operands> {
    let [left, right] = call.arguments.as_slice() else { return Err(Error::internal("a comparison has two sides")) };
    let types = [left.data_type.kind.clone(), right.data_type.kind.clone()];
    Operands::prepare(types, &left.data_type, &right.data_type, &call.context)
}

/// Both sides of a comparison, brought to the types in which they are compared.
pub(crate) struct Operands {
    casts: [Box<dyn Kernel>; 2],
    types: [TypeKind; 2],
}

impl Operands {
    /// `types` are those that [`comparable`] gave for the two sides.
    pub(crate) fn prepare(types: [TypeKind; 2], left: &LogicalType, right: &LogicalType, context: &EvalContext) -> Result<Operands> {
        let types = match types {
            [l, r] if l.is_character() && reads_text(&r) => [r.clone(), r],
            [l, r] if r.is_character() && reads_text(&l) => [l.clone(), l],
            types => types,
        };
        let cast = |from: &LogicalType, to: &TypeKind| {
            let reads = from.kind.is_character() && reads_text(to);
            cast::kernel(from, &LogicalType::new(to.clone()), reads, context)
        };
        Ok(Operands { casts: [cast(left, &types[0])?, cast(right, &types[1])?], types })
    }

    /// Compares the first two arguments.
    pub(crate) fn compare(&self, comparison: Comparison, args: &Args<'_>) -> Result<BooleanArray> {
        let side = |i: usize| self.casts[i].evaluate(std::slice::from_ref(args.at(i)?), args.rows());
        compare_columns(comparison, &side(0)?, &side(1)?, &self.types, args.rows())
    }
}

fn distinction_kernel(distinct: bool, call: &CallSite) -> Result<Box<dyn Kernel>> {
    let operands = operands(call)?;
    Ok(rows(move |args| Ok(Arc::new(distinction(distinct, args, &operands)?) as ArrayRef)))
}

fn distinction(distinct: bool, args: &Args<'_>, operands: &Operands) -> Result<BooleanArray> {
    let equal = operands.compare(Comparison::Equal, args)?;
    let (left, right) = (null_mask(&args.array(0)?)?, null_mask(&args.array(1)?)?);
    let same = (0..args.rows()).map(|row| match (left.value(row), right.value(row)) {
        (true, true) => true,
        (false, false) => equal.is_valid(row) && equal.value(row),
        _ => false,
    });
    Ok(same.map(|same| Some(same != distinct)).collect())
}

/// Compares two columns of the types that [`comparable`] gave; NULL where one is NULL.
pub(crate) fn compare_columns(
    comparison: Comparison,
    left: &Columnar,
    right: &Columnar,
    types: &[TypeKind; 2],
    rows: usize,
) -> Result<BooleanArray> {
    match types {
        [TypeKind::Float, TypeKind::Float] => floats::<Float32Type>(comparison, left, right, rows),
        [TypeKind::Double, TypeKind::Double] => floats::<Float64Type>(comparison, left, right, rows),
        [TypeKind::Decimal { scale: a, .. }, TypeKind::Decimal { scale: b, .. }] => decimals(comparison, left, right, [*a, *b], rows),
        [TypeKind::Array(_) | TypeKind::Map(..), _] => {
            let equal = nested::equal(&left.clone().into_array(rows)?, &right.clone().into_array(rows)?)?;
            negated_for(comparison, equal)
        }
        [TypeKind::Row(fields) | TypeKind::Structured { fields, .. }, _] => {
            let equal = equal_rows(fields, &left.clone().into_array(rows)?, &right.clone().into_array(rows)?)?;
            negated_for(comparison, equal)
        }
        [TypeKind::Null, _] | [_, TypeKind::Null] => Ok(BooleanArray::new_null(rows)),
        _ => scalars(comparison, left, right, rows),
    }
}

fn negated_for(comparison: Comparison, equal: BooleanArray) -> Result<BooleanArray> {
    if comparison == Comparison::NotEqual { not(&equal).map_err(internal) } else { Ok(equal) }
}

/// Rows are equal when all fields are, field by field as if with AND: a NULL field makes the answer unknown unless another differs.
fn equal_rows(fields: &[Field], left: &ArrayRef, right: &ArrayRef) -> Result<BooleanArray> {
    let (a, b) = (left.as_struct(), right.as_struct());
    let mut equal = BooleanArray::from(vec![true; left.len()]);
    for ((field, x), y) in fields.iter().zip(a.columns()).zip(b.columns()) {
        let types = [field.data_type.kind.clone(), field.data_type.kind.clone()];
        let next = compare_columns(Comparison::Equal, &Columnar::Array(x.clone()), &Columnar::Array(y.clone()), &types, left.len())?;
        equal = and_kleene(&equal, &next).map_err(internal)?;
    }
    let nulls = NullBuffer::union(NullBuffer::union(equal.nulls(), left.nulls()).as_ref(), right.nulls());
    Ok(BooleanArray::new(equal.values().clone(), nulls))
}

/// Types whose order in Arrow is Flink's.
fn scalars(comparison: Comparison, left: &Columnar, right: &Columnar, rows: usize) -> Result<BooleanArray> {
    let (left, right) = (datum(left), datum(right));
    let compare = match comparison {
        Comparison::Equal => cmp::eq,
        Comparison::NotEqual => cmp::neq,
        Comparison::Less => cmp::lt,
        Comparison::LessOrEqual => cmp::lt_eq,
        Comparison::Greater => cmp::gt,
        Comparison::GreaterOrEqual => cmp::gt_eq,
    };
    let result = compare(left.as_ref(), right.as_ref()).map_err(internal)?;
    debug_assert_eq!(result.len(), rows);
    Ok(result)
}

fn datum(column: &Columnar) -> Box<dyn Datum> {
    match column {
        Columnar::Array(array) => Box::new(array.clone()),
        Columnar::Scalar(scalar) => Box::new(Scalar::new(scalar.clone())),
    }
}

/// As IEEE 754 says: NaN is not equal to itself, -0.0 equals 0.0.
fn floats<T: ArrowPrimitiveType<Native: PartialOrd>>(
    comparison: Comparison,
    left: &Columnar,
    right: &Columnar,
    rows: usize,
) -> Result<BooleanArray> {
    each::<T>(left, right, rows, move |a, b| match comparison {
        Comparison::Equal => a == b,
        Comparison::NotEqual => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    })
}

fn decimals(comparison: Comparison, left: &Columnar, right: &Columnar, [a, b]: [u8; 2], rows: usize) -> Result<BooleanArray> {
    let scale = a.max(b);
    let (left_factor, right_factor) = (power(scale - a), power(scale - b));
    each::<Decimal128Type>(left, right, rows, move |a, b| {
        let ordering = match (a.checked_mul(left_factor), b.checked_mul(right_factor)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => wide(a, left_factor).cmp(&wide(b, right_factor)),
        };
        comparison.holds(ordering)
    })
}

fn wide(value: i128, factor: i128) -> i256 {
    i256::from_i128(value).wrapping_mul(i256::from_i128(factor))
}

fn each<T: ArrowPrimitiveType>(
    left: &Columnar,
    right: &Columnar,
    rows: usize,
    holds: impl Fn(T::Native, T::Native) -> bool,
) -> Result<BooleanArray> {
    let constant = |scalar: &ArrayRef| scalar.is_valid(0).then(|| scalar.as_primitive::<T>().value(0));
    match (left, right) {
        (Columnar::Scalar(scalar), other) => Ok(match constant(scalar) {
            None => BooleanArray::new_null(rows),
            Some(a) => BooleanArray::from_unary(other.array().as_primitive::<T>(), |b| holds(a, b)),
        }),
        (other, Columnar::Scalar(scalar)) => Ok(match constant(scalar) {
            None => BooleanArray::new_null(rows),
            Some(b) => BooleanArray::from_unary(other.array().as_primitive::<T>(), |a| holds(a, b)),
        }),
        (Columnar::Array(left), Columnar::Array(right)) if left.len() == right.len() => {
            Ok(BooleanArray::from_binary(left.as_primitive::<T>(), right.as_primitive::<T>(), holds))
        }
        _ => Err(Error::internal("the sides of a comparison differ in length")),
    }
}

/// TRUE where any of the columns says so, NULL where none does and one is NULL.
pub(super) fn any_of(found: BooleanArray, next: &BooleanArray) -> Result<BooleanArray> {
    or_kleene(&found, next).map_err(internal)
}

pub(super) fn internal(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}
