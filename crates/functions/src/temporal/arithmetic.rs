//! TIMESTAMPADD and TIMESTAMPDIFF. The unit comes as the first argument, as a text.

use super::unit::{MILLIS_PER_DAY, Points, Unit, add_months};
use crate::kernel::{Function, Moment, rows};
use crate::signature::{Family, any_nullable};
use arrow::datatypes::{DataType, Date32Type, Int32Type, Int64Type, Time32MillisecondType};
use diag::{Error, Result};
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{TypeKind, arrow_type};
use table::value::Timestamp;
use table::zone::Zone;

static ADD_DOC: FunctionDoc = FunctionDoc {
    name: "TIMESTAMPADD",
    aliases: &[],
    definition: "",
    signatures: &["TIMESTAMPADD(unit, number, point)"],
    summary: "A date, time or timestamp a number of units later. A day beyond the end of a month becomes its last day; a DATE plus less than \
              days becomes a TIMESTAMP.",
    examples: &[
        Example { expression: "TIMESTAMPADD(WEEK, 1, DATE '2003-01-02')", result: "2003-01-09" },
        Example { expression: "TIMESTAMPADD(MONTH, 1, TIMESTAMP '2003-01-31 00:00:00')", result: "2003-02-28 00:00:00" },
    ],
};

static DIFF_DOC: FunctionDoc = FunctionDoc {
    name: "TIMESTAMPDIFF",
    aliases: &[],
    definition: "timestampDiff",
    signatures: &["TIMESTAMPDIFF(unit, from, to)"],
    summary: "How many full units lie between two points in time; negative when the second is the earlier.",
    examples: &[
        Example { expression: "TIMESTAMPDIFF(DAY, TIMESTAMP '2003-01-02 10:00:00', TIMESTAMP '2003-01-03 09:00:00')", result: "0" },
        Example { expression: "TIMESTAMPDIFF(MONTH, DATE '2003-01-31', DATE '2003-02-28')", result: "1" },
    ],
};

pub(super) fn timestamp_add() -> FunctionDefinition {
    Function::new(&ADD_DOC, resolve_add, add_kernel).infallible().definition()
}

pub(super) fn timestamp_diff() -> FunctionDefinition {
    Function::new(&DIFF_DOC, resolve_diff, diff_kernel).infallible().definition()
}

fn unit_of(name: &str, arguments: &[Argument]) -> Result<Unit, CallError> {
    if arguments.len() != 3 {
        return Err(CallError::new(format!("function '{name}' takes 3 arguments, not {}", arguments.len()))
            .with_flink(format!("Invalid number of arguments to function '{name}'. Was expecting 3 arguments")));
    }
    Unit::of(arguments.first())
        .filter(|unit| unit.nanos().is_some() || unit.months().is_some())
        .ok_or_else(|| CallError::new(format!("the unit of '{name}' is not a unit of time")).at(0))
}

fn refusal(name: &str, unit: Unit, arguments: &[Argument], wrong: usize, form: &str) -> CallError {
    let unit = format!("{unit:?}").to_uppercase();
    let types: Vec<String> = arguments[1..].iter().map(|a| format!("<{}>", a.data_type.validator_text())).collect();
    let flink = format!(
        "Cannot apply '{name}' to arguments of type '{name}(<INTERVAL {unit}>, {})'. Supported form(s): '{name}(<ANY>, {form})'",
        types.join(", ")
    );
    CallError::new(format!("cannot apply '{name}' to {}", arguments[wrong].data_type.kind)).at(wrong).with_flink(flink)
}

fn resolve_add(arguments: &[Argument]) -> Result<Signature, CallError> {
    let unit = unit_of("TIMESTAMPADD", arguments)?;
    let (number, point) = (&arguments[1].data_type, &arguments[2].data_type);
    for (i, family) in [(1, Family::Integer), (2, Family::Datetime)] {
        if !family.accepts(&arguments[i].data_type) {
            return Err(refusal("TIMESTAMPADD", unit, arguments, i, "<INTEGER>, <DATETIME>"));
        }
    }
    let point = point.clone().without_time_attribute();
    let (argument, mut result) = match &point.kind {
        TypeKind::Date if unit.is_below_day() => {
            let precision = if unit == Unit::Nanosecond { 9 } else { 6 };
            (point.clone(), LogicalType::timestamp(precision))
        }
        TypeKind::Timestamp { precision, .. } => (point.clone(), LogicalType::timestamp(finest(*precision, unit))),
        TypeKind::TimestampLtz { precision, .. } => (point.clone(), LogicalType::timestamp_ltz(finest(*precision, unit))),
        _ => (point.clone(), point.clone()),
    };
    result.nullable = any_nullable(&arguments[1..]);
    let types = vec![arguments[0].data_type.clone(), LogicalType::bigint().with_nullable(number.nullable), argument];
    Ok(Signature { arguments: types, result })
}

/// The digits that a timestamp needs after adding units.
fn finest(precision: u8, unit: Unit) -> u8 {
    precision.max(match unit {
        Unit::Millisecond => 3,
        Unit::Microsecond => 6,
        Unit::Nanosecond => 9,
        _ => 0,
    })
}

fn add_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let unit = Unit::of(call.arguments.first()).ok_or_else(|| Error::internal("TIMESTAMPADD without a unit"))?;
    let (point_type, result) = (call.arguments[2].data_type.clone(), call.result.clone());
    let arrow = arrow_type(&result);
    Ok(rows(move |args| {
        let number = args.column::<Int64Type>(1)?;
        // An instant moves on the clock of UTC.
        let points = Points::open(args, 2, &point_type, Zone::UTC)?;
        let later = |row| Some(later(points.get(row)?, unit, number.get(row)?));
        match result.kind {
            TypeKind::Date => args.build::<Date32Type>(&arrow, |row| Ok(later(row).map(|t| t.millis.div_euclid(MILLIS_PER_DAY) as i32))),
            TypeKind::Time { .. } => args.build::<Time32MillisecondType>(&arrow, |row| {
                let moved = if unit.is_below_day() { later(row) } else { number.get(row).and_then(|_| points.get(row)) };
                Ok(moved.map(|t| t.millis.rem_euclid(MILLIS_PER_DAY) as i32))
            }),
            _ => args.build::<Moment>(&arrow, |row| Ok(later(row))),
        }
    }))
}

fn later(point: Timestamp, unit: Unit, number: i64) -> Timestamp {
    if let Some(months) = unit.months() {
        let (days, in_day) = (point.millis.div_euclid(MILLIS_PER_DAY), point.millis.rem_euclid(MILLIS_PER_DAY));
        let days = add_months(days, months.saturating_mul(number));
        return Timestamp { millis: days * MILLIS_PER_DAY + in_day, ..point };
    }
    Timestamp::from_nanos(point.as_nanos() + unit.nanos().unwrap_or(0) * i128::from(number))
}

fn resolve_diff(arguments: &[Argument]) -> Result<Signature, CallError> {
    let unit = unit_of("TIMESTAMPDIFF", arguments)?;
    if let Some(wrong) = (1..3).find(|&i| !Family::Datetime.accepts(&arguments[i].data_type)) {
        return Err(refusal("TIMESTAMPDIFF", unit, arguments, wrong, "<DATETIME>, <DATETIME>"));
    }
    let is_ltz = |i: usize| matches!(arguments[i].data_type.kind, TypeKind::TimestampLtz { .. });
    let is_time = |i: usize| matches!(arguments[i].data_type.kind, TypeKind::Time { .. });
    let is_open = |i: usize| matches!(arguments[i].data_type.kind, TypeKind::Null | TypeKind::Unknown);
    if !is_open(1) && !is_open(2) && (is_ltz(1) != is_ltz(2) || is_time(1) != is_time(2)) {
        let (from, to) = (&arguments[1].data_type.kind, &arguments[2].data_type.kind);
        return Err(CallError::new(format!("'TIMESTAMPDIFF' has no difference between {from} and {to}"))
            .at(2)
            .with_flink("TIMESTAMP_LTZ only supports diff between the same type."));
    }
    let kind = if unit == Unit::Nanosecond { TypeKind::BigInt } else { TypeKind::Int };
    let types = arguments.iter().map(|a| a.data_type.clone().without_time_attribute()).collect();
    Ok(Signature { arguments: types, result: LogicalType::new(kind).with_nullable(any_nullable(&arguments[1..])) })
}

fn diff_kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let unit = Unit::of(call.arguments.first()).ok_or_else(|| Error::internal("TIMESTAMPDIFF without a unit"))?;
    let types = [call.arguments[1].data_type.clone(), call.arguments[2].data_type.clone()];
    let is_long = call.result.kind == TypeKind::BigInt;
    Ok(rows(move |args| {
        let from = Points::open(args, 1, &types[0], Zone::UTC)?;
        let to = Points::open(args, 2, &types[1], Zone::UTC)?;
        let between = |row| Some(between(unit, from.get(row)?, to.get(row)?));
        if is_long {
            return args.build::<Int64Type>(&DataType::Int64, |row| Ok(between(row)));
        }
        args.build::<Int32Type>(&DataType::Int32, |row| Ok(between(row).map(|units| units as i32)))
    }))
}

fn between(unit: Unit, from: Timestamp, to: Timestamp) -> i64 {
    match (unit.nanos(), unit.months()) {
        (Some(length), _) => ((to.as_nanos() - from.as_nanos()) / length) as i64,
        (None, Some(length)) => months_between(from, to) / length,
        (None, None) => 0,
    }
}

/// Full months: a month is full on the same day of the next one, or on its last day, at the same time of day.
fn months_between(from: Timestamp, to: Timestamp) -> i64 {
    let split = |t: Timestamp| (t.millis.div_euclid(MILLIS_PER_DAY), t.millis.rem_euclid(MILLIS_PER_DAY));
    let ((from_day, from_time), (to_day, to_time)) = (split(from), split(to));
    let months = months_between_days(from_day, to_day);
    if add_months(from_day, months) == to_day && to_time < from_time { months - 1 } else { months }
}

fn months_between_days(from: i64, to: i64) -> i64 {
    if to < from {
        return -months_between_days(to, from);
    }
    // No month has more than 31 days, so that this is not too many.
    let mut months = (to - from) / 31;
    while add_months(from, months) < to && add_months(from, months + 1) <= to {
        months += 1;
    }
    months
}
