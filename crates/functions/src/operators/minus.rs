//! `a - b`, `-a`, and the difference of two points in time.

use super::datetime;
use super::decimal::DecimalOperator;
use super::numeric::{self, NUMBERS, NumericOperator, not_runnable};
use crate::kernel::{Function, unary};
use crate::signature::{Family, Forms, accept, accept_as_is};
use arrow::datatypes::{Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use diag::Result;
use table::function::{Argument, CallError, CallSite, Example, FunctionDoc, Kernel, Signature};
use table::types::TypeKind;
use table::types::decimal::sum_type;

pub(super) static MINUS: Function = Function::new(
    &FunctionDoc {
        name: "-",
        aliases: &[],
        definition: "minus",
        signatures: &["number - number", "interval - interval", "datetime - interval", "- number", "- interval"],
        summary: "Subtracts, or changes the sign. The difference of two timestamps needs a unit: (a - b) DAY.",
        examples: &[
            Example { expression: "5.5 - 10", result: "-4.5" },
            Example { expression: "TIMESTAMP '2020-01-31 00:00:00' - INTERVAL '1 02:03' DAY TO MINUTE", result: "2020-01-29 21:57:00" },
        ],
    },
    resolve,
    kernel,
)
.infallible();

const FORMS: Forms = Forms {
    name: "-",
    forms: &[NUMBERS, &[Family::DatetimeInterval, Family::DatetimeInterval], &[Family::Datetime, Family::DatetimeInterval]],
};

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    if arguments.len() == 1 {
        return resolve_negation(arguments);
    }
    match numeric::resolve(&FORMS, arguments, sum_type)? {
        Some(signature) => Ok(signature),
        None => datetime::resolve_difference(arguments).ok_or_else(|| FORMS.refusal(arguments)),
    }
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    if call.arguments.len() == 1 {
        return negation_kernel(call);
    }
    if !call.result.kind.is_numeric() {
        return datetime::kernel(call, -1);
    }
    let operator = NumericOperator {
        tiny: i8::wrapping_sub,
        small: i16::wrapping_sub,
        int: i32::wrapping_sub,
        big: i64::wrapping_sub,
        float: |a, b| a - b,
        double: |a, b| a - b,
        decimal: DecimalOperator::Minus,
    };
    numeric::kernel(call, operator)
}

const NEGATION: Forms = Forms { name: "-", forms: &[&[Family::Numeric], &[Family::DatetimeInterval]] };

fn resolve_negation(arguments: &[Argument]) -> Result<Signature, CallError> {
    NEGATION.check(arguments)?;
    Ok(accept_as_is(arguments, arguments[0].data_type.clone()))
}

fn negation_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    match call.result.kind {
        TypeKind::TinyInt => unary::<Int8Type, Int8Type>(call, |v| Ok(Some(v.wrapping_neg()))),
        TypeKind::SmallInt => unary::<Int16Type, Int16Type>(call, |v| Ok(Some(v.wrapping_neg()))),
        TypeKind::Int | TypeKind::IntervalYearMonth => unary::<Int32Type, Int32Type>(call, |v| Ok(Some(v.wrapping_neg()))),
        TypeKind::BigInt | TypeKind::IntervalDayTime => unary::<Int64Type, Int64Type>(call, |v| Ok(Some(v.wrapping_neg()))),
        TypeKind::Float => unary::<Float32Type, Float32Type>(call, |v| Ok(Some(-v))),
        TypeKind::Double => unary::<Float64Type, Float64Type>(call, |v| Ok(Some(-v))),
        TypeKind::Decimal { .. } => unary::<Decimal128Type, Decimal128Type>(call, |v| Ok(Some(-v))),
        _ => Err(not_runnable(call)),
    }
}

pub(super) static MINUS_DATE_DAY: Function = Function::new(
    &FunctionDoc {
        name: "MINUS_DATE_DAY",
        aliases: &[],
        definition: "minusDateDay",
        signatures: &["(datetime - datetime) DAY TO SECOND"],
        summary: "The time between two points in time, as an interval of days and seconds.",
        examples: &[Example {
            expression: "(TIMESTAMP '2020-01-02 00:00:00' - TIMESTAMP '2020-01-01 00:00:00') DAY",
            result: "+1 00:00:00.000",
        }],
    },
    |arguments| resolve_between(arguments, TypeKind::IntervalDayTime),
    datetime::difference_kernel,
)
.infallible();

pub(super) static MINUS_DATE_MONTH: Function = Function::new(
    &FunctionDoc {
        name: "MINUS_DATE_MONTH",
        aliases: &[],
        definition: "minusDateMonth",
        signatures: &["(datetime - datetime) YEAR TO MONTH"],
        summary: "The whole months between two points in time.",
        examples: &[Example { expression: "(TIMESTAMP '2020-03-15 10:00:00' - TIMESTAMP '2020-01-15 11:00:00') MONTH", result: "+0-01" }],
    },
    |arguments| resolve_between(arguments, TypeKind::IntervalYearMonth),
    datetime::difference_kernel,
)
.infallible();

const BETWEEN: Forms = Forms { name: "-", forms: &[&[Family::Datetime, Family::Datetime]] };

fn resolve_between(arguments: &[Argument], result: TypeKind) -> Result<Signature, CallError> {
    BETWEEN.check(arguments)?;
    let kinds = datetime::common_point(&arguments[0].data_type.kind, &arguments[1].data_type.kind);
    let kind =
        kinds.ok_or_else(|| CallError::new("both points in time must be of one type").with_flink("Parameters must be of the same type"))?;
    Ok(accept(arguments, &[kind.clone(), kind], result))
}
