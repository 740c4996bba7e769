//! FLOOR and CEIL of a point in time to a unit. Weeks begin on Sunday.

use super::unit::{MILLIS_PER_DAY, Points, Unit, iso_day_of_week};
use crate::kernel::{Args, Function, Moment, rows};
use crate::signature::{Family, accept_as_is};
use arrow::array::ArrayRef;
use arrow::datatypes::{Date32Type, Time32MillisecondType};
use diag::{Error, Result};
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::text::{civil_from_days, days_from_civil};
use table::types::{TypeKind, arrow_type};
use table::value::Timestamp;
use table::zone::Zone;

static FLOOR_DOC: FunctionDoc = FunctionDoc {
    name: "FLOOR_TO",
    aliases: &[],
    definition: "",
    signatures: &["FLOOR(point TO unit)"],
    summary: "The last full unit at or before a date, time or timestamp: MILLISECOND, SECOND, MINUTE, HOUR, DAY, WEEK (from Sunday), MONTH, \
              QUARTER, YEAR, DECADE, CENTURY or MILLENNIUM.",
    examples: &[
        Example { expression: "FLOOR(TIMESTAMP '2020-05-06 07:08:09' TO HOUR)", result: "2020-05-06 07:00:00" },
        Example { expression: "FLOOR(TIMESTAMP '2020-05-06 07:08:09' TO WEEK)", result: "2020-05-03 00:00:00" },
    ],
};

static CEIL_DOC: FunctionDoc = FunctionDoc {
    name: "CEIL_TO",
    aliases: &[],
    definition: "",
    signatures: &["CEIL(point TO unit)", "CEILING(point TO unit)"],
    summary: "The next full unit at or after a date, time or timestamp. From WEEK on only the date counts.",
    examples: &[
        Example { expression: "CEIL(TIMESTAMP '2020-05-06 07:08:09' TO DAY)", result: "2020-05-07 00:00:00" },
        Example { expression: "CEIL(TIME '12:44:31' TO MINUTE)", result: "12:45:00" },
    ],
};

/// `FLOOR(x TO unit)` comes as FLOOR_TO(x, 'unit').
pub(super) fn floor_to() -> FunctionDefinition {
    Function::new(&FLOOR_DOC, |arguments| resolve("FLOOR", arguments), |call| kernel(call, Direction::Down)).infallible().definition()
}

pub(super) fn ceil_to() -> FunctionDefinition {
    Function::new(&CEIL_DOC, |arguments| resolve("CEIL", arguments), |call| kernel(call, Direction::Up)).infallible().definition()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Down,
    Up,
}

fn resolve(name: &str, arguments: &[Argument]) -> Result<Signature, CallError> {
    let [point, unit] = arguments else { return Err(CallError::new(format!("function '{name}' takes a point in time and a unit"))) };
    let Some(unit) = Unit::of(Some(unit)).filter(|unit| unit.nanos().is_some() || unit.months().is_some()) else {
        return Err(CallError::new(format!("the unit of '{name}' is not a unit of time")).at(1));
    };
    let kind = &point.data_type.kind;
    if !Family::Datetime.accepts(&point.data_type) {
        let unit = format!("{unit:?}").to_uppercase();
        let flink = format!(
            "Cannot apply '{name}' to arguments of type '{name}(<{}>, <INTERVAL {unit}>)'. Supported form(s): '{name}(<NUMERIC>)'\n\
             '{name}(<DATETIME_INTERVAL>)'\n'{name}(<DATE> TO <TIME_UNIT>)'\n'{name}(<TIME> TO <TIME_UNIT>)'\n'{name}(<TIMESTAMP> TO <TIME_UNIT>)'",
            point.data_type.validator_text()
        );
        return Err(CallError::new(format!("cannot apply '{name}' to {kind} and a unit"))
            .at(0)
            .with_help(format!("{name} to a unit takes a date, a time or a timestamp."))
            .with_flink(flink));
    }
    Ok(accept_as_is(arguments, point.data_type.clone().without_time_attribute()))
}

fn kernel(call: &CallSite, direction: Direction) -> Result<Box<dyn Kernel>> {
    let unit = Unit::of(call.arguments.get(1)).ok_or_else(|| Error::internal("rounding without a unit"))?;
    let (data_type, zone) = (call.arguments[0].data_type.clone(), call.context.zone);
    Ok(rows(move |args| round(args, &data_type, zone, unit, direction)))
}

fn round(args: &Args<'_>, data_type: &LogicalType, zone: Zone, unit: Unit, direction: Direction) -> Result<ArrayRef> {
    let points = Points::open(args, 0, data_type, zone)?;
    let arrow = arrow_type(data_type);
    match data_type.kind {
        TypeKind::Date => args.build::<Date32Type>(&arrow, |row| {
            Ok(points.get(row).map(|point| round_point(point, unit, direction).millis.div_euclid(MILLIS_PER_DAY) as i32))
        }),
        TypeKind::Time { .. } => args.build::<Time32MillisecondType>(&arrow, |row| {
            Ok(points.get(row).map(|point| {
                let rounded = if unit.is_below_day() { round_point(point, unit, direction) } else { point };
                rounded.millis.rem_euclid(MILLIS_PER_DAY) as i32
            }))
        }),
        TypeKind::TimestampLtz { .. } => args.build::<Moment>(&arrow, |row| {
            Ok(points.get(row).map(|point| {
                let rounded = round_point(point, unit, direction);
                Timestamp { millis: zone.to_instant(rounded.millis), ..rounded }
            }))
        }),
        _ => args.build::<Moment>(&arrow, |row| Ok(points.get(row).map(|point| round_point(point, unit, direction)))),
    }
}

fn round_point(point: Timestamp, unit: Unit, direction: Direction) -> Timestamp {
    if unit <= Unit::Day {
        let length = unit.nanos().unwrap_or(1);
        let nanos = point.as_nanos();
        let down = nanos - nanos.rem_euclid(length);
        return Timestamp::from_nanos(if direction == Direction::Up && down < nanos { down + length } else { down });
    }
    let days = round_days(point.millis.div_euclid(MILLIS_PER_DAY), unit, direction);
    Timestamp { millis: days * MILLIS_PER_DAY, nanos: 0 }
}

fn round_days(days: i64, unit: Unit, direction: Direction) -> i64 {
    let (down, up) = match unit {
        Unit::Week => {
            let sunday = days - iso_day_of_week(days) % 7;
            (sunday, sunday + 7)
        }
        _ => {
            let (year, month, _) = civil_from_days(days);
            let step = unit.months().unwrap_or(1);
            // Centuries and millennia begin in a year 1.
            let offset = if unit >= Unit::Century { 12 } else { 0 };
            let months = year * 12 + i64::from(month) - 1 - offset;
            let start = months.div_euclid(step) * step + offset;
            (first_of(start), first_of(start + step))
        }
    };
    if direction == Direction::Up && down < days { up } else { down }
}

fn first_of(months: i64) -> i64 {
    days_from_civil(months.div_euclid(12), months.rem_euclid(12) as u32 + 1, 1)
}
