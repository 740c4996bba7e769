//! EXTRACT and the functions that are short for it: YEAR, MONTH, ...

use super::unit::{MILLIS_PER_DAY, Points, Unit, day_of_year, iso_day_of_week, iso_week};
use crate::kernel::{Function, rows};
use crate::signature::{accept_as_is, refuse};
use arrow::datatypes::{DataType, Int32Type, Int64Type};
use diag::{Error, Result};
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::text::civil_from_days;
use table::types::TypeKind;
use table::value::Timestamp;

static EXTRACT_DOC: FunctionDoc = FunctionDoc {
    name: "EXTRACT",
    aliases: &[],
    definition: "extract",
    signatures: &["EXTRACT(unit FROM point)", "EXTRACT(unit FROM interval)"],
    summary: "A part of a date, time, timestamp or interval: YEAR, ISOYEAR, QUARTER, MONTH, WEEK (ISO), DAY, DOW (Sunday is 1), ISODOW \
              (Monday is 1), DOY, HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND or NANOSECOND (the fraction of the second in this unit), \
              EPOCH (seconds since 1970), DECADE, CENTURY or MILLENNIUM.",
    examples: &[
        Example { expression: "EXTRACT(YEAR FROM DATE '2020-05-06')", result: "2020" },
        Example { expression: "EXTRACT(DOW FROM DATE '2020-05-03')", result: "1" },
        Example { expression: "EXTRACT(MILLISECOND FROM TIMESTAMP '2020-01-01 00:00:12.345')", result: "345" },
    ],
};

/// The unit comes as the first argument, as a text.
pub(super) fn extract() -> FunctionDefinition {
    Function::new(&EXTRACT_DOC, |arguments| resolve(Unit::of(arguments.first()), arguments, 1), |call| kernel(call, 1)).definition()
}

macro_rules! part {
    ($entry:ident, $doc:ident, $name:literal, $unit:expr, $summary:literal, $example:literal, $result:literal) => {
        static $doc: FunctionDoc = FunctionDoc {
            name: $name,
            aliases: &[],
            definition: "",
            signatures: &[concat!($name, "(point)")],
            summary: $summary,
            examples: &[Example { expression: concat!($name, "(", $example, ")"), result: $result }],
        };

        pub(super) fn $entry() -> FunctionDefinition {
            Function::new(&$doc, |arguments| resolve(Some($unit), arguments, 0), |call| part_kernel(call, $unit, 0)).definition()
        }
    };
}

part!(year, YEAR_DOC, "YEAR", Unit::Year, "The year.", "DATE '2020-05-06'", "2020");
part!(quarter, QUARTER_DOC, "QUARTER", Unit::Quarter, "The quarter of the year, from 1.", "DATE '2020-05-06'", "2");
part!(month, MONTH_DOC, "MONTH", Unit::Month, "The month of the year, from 1.", "DATE '2020-05-06'", "5");
part!(week, WEEK_DOC, "WEEK", Unit::Week, "The week of the year by ISO 8601.", "DATE '2020-05-06'", "19");
part!(day_of_year_function, DAY_OF_YEAR_DOC, "DAYOFYEAR", Unit::DayOfYear, "The day of the year, from 1.", "DATE '2020-05-06'", "127");
part!(day_of_month, DAY_OF_MONTH_DOC, "DAYOFMONTH", Unit::Day, "The day of the month, from 1.", "DATE '2020-05-06'", "6");
part!(day_of_week, DAY_OF_WEEK_DOC, "DAYOFWEEK", Unit::DayOfWeek, "The day of the week; Sunday is 1.", "DATE '2020-05-06'", "4");
part!(hour, HOUR_DOC, "HOUR", Unit::Hour, "The hour of the day.", "TIMESTAMP '2020-05-06 07:08:09'", "7");
part!(minute, MINUTE_DOC, "MINUTE", Unit::Minute, "The minute of the hour.", "TIMESTAMP '2020-05-06 07:08:09'", "8");
part!(second, SECOND_DOC, "SECOND", Unit::Second, "The second of the minute.", "TIMESTAMP '2020-05-06 07:08:09'", "9");

fn resolve(unit: Option<Unit>, arguments: &[Argument], index: usize) -> Result<Signature, CallError> {
    let [.., point] = arguments else { return Err(CallError::new("function 'EXTRACT' takes a unit and a point in time")) };
    if arguments.len() != index + 1 {
        return Err(CallError::new(format!("function 'EXTRACT' takes {} arguments, not {}", index + 1, arguments.len())));
    }
    let Some(unit) = unit else { return Err(CallError::new("the unit of 'EXTRACT' is not a unit of time").at(0)) };
    let kind = &point.data_type.kind;
    let allowed = match kind {
        TypeKind::IntervalYearMonth => unit.months().is_some(),
        TypeKind::IntervalDayTime => unit <= Unit::Day,
        _ => kind.is_datetime() || matches!(kind, TypeKind::Null | TypeKind::Unknown),
    };
    if !allowed {
        let given = format!("EXTRACT(<INTERVAL {}> FROM <{}>)", name_of(unit), point.data_type.validator_text());
        let forms = ["EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME_INTERVAL>)", "EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME>)"];
        return Err(refuse("EXTRACT", &given, &forms.map(str::to_owned), arguments, Some(index)));
    }
    if matches!(kind, TypeKind::Time { .. }) && !matches!(unit, Unit::Hour | Unit::Minute | Unit::Second | Unit::Millisecond) {
        return Err(CallError::new(format!("a TIME has no {}", name_of(unit)))
            .at(index)
            .with_flink(format!("unit {} can not be applied to time variable", name_of(unit))));
    }
    Ok(accept_as_is(arguments, LogicalType::bigint().with_nullable(point.data_type.nullable)))
}

fn name_of(unit: Unit) -> String {
    match unit {
        Unit::DayOfWeek => "DOW".to_owned(),
        Unit::IsoDayOfWeek => "ISODOW".to_owned(),
        Unit::DayOfYear => "DOY".to_owned(),
        other => format!("{other:?}").to_uppercase(),
    }
}

fn kernel(call: &CallSite, index: usize) -> Result<Box<dyn Kernel>> {
    let unit = Unit::of(call.arguments.first()).ok_or_else(|| Error::internal("EXTRACT without a unit"))?;
    part_kernel(call, unit, index)
}

fn part_kernel(call: &CallSite, unit: Unit, index: usize) -> Result<Box<dyn Kernel>> {
    let (data_type, zone) = (call.arguments[index].data_type.clone(), call.context.zone);
    Ok(match data_type.kind {
        TypeKind::IntervalYearMonth => rows(move |args| {
            let months = args.column::<Int32Type>(index)?;
            args.build::<Int64Type>(&DataType::Int64, |row| Ok(months.get(row).map(|months| part_of_months(unit, i64::from(months)))))
        }),
        TypeKind::IntervalDayTime => rows(move |args| {
            let millis = args.column::<Int64Type>(index)?;
            args.build::<Int64Type>(&DataType::Int64, |row| Ok(millis.get(row).map(|millis| part_of_millis(unit, millis))))
        }),
        _ => rows(move |args| {
            let points = Points::open(args, index, &data_type, zone)?;
            args.build::<Int64Type>(&DataType::Int64, |row| Ok(points.get(row).map(|point| part_of(unit, point))))
        }),
    })
}

fn part_of_months(unit: Unit, months: i64) -> i64 {
    match unit {
        Unit::Month => months % 12,
        Unit::Quarter => months % 12 / 3 + 1,
        Unit::Year => months / 12,
        Unit::Decade => months / 120,
        Unit::Century => months / 1_200,
        _ => months / 12_000,
    }
}

fn part_of_millis(unit: Unit, millis: i64) -> i64 {
    match unit {
        Unit::Day => millis / MILLIS_PER_DAY,
        Unit::Hour => millis / 3_600_000 % 24,
        Unit::Minute => millis / 60_000 % 60,
        Unit::Second => millis / 1_000 % 60,
        Unit::Millisecond => millis % 1_000,
        Unit::Microsecond => millis % 1_000 * 1_000,
        _ => millis % 1_000 * 1_000_000,
    }
}

fn part_of(unit: Unit, point: Timestamp) -> i64 {
    let days = point.millis.div_euclid(MILLIS_PER_DAY);
    let in_day = point.millis.rem_euclid(MILLIS_PER_DAY);
    let year_month_day = || civil_from_days(days);
    match unit {
        Unit::Nanosecond => in_day % 1_000 * 1_000_000 + i64::from(point.nanos),
        Unit::Microsecond => in_day % 1_000 * 1_000 + i64::from(point.nanos / 1_000),
        Unit::Millisecond => in_day % 1_000,
        Unit::Second => in_day / 1_000 % 60,
        Unit::Minute => in_day / 60_000 % 60,
        Unit::Hour => in_day / 3_600_000,
        Unit::Day => i64::from(year_month_day().2),
        Unit::Week => iso_week(days).1,
        Unit::Month => i64::from(year_month_day().1),
        Unit::Quarter => (i64::from(year_month_day().1) - 1) / 3 + 1,
        Unit::Year => year_month_day().0,
        Unit::Decade => year_month_day().0.div_euclid(10),
        Unit::Century => (year_month_day().0 - 1).div_euclid(100) + 1,
        Unit::Millennium => (year_month_day().0 - 1).div_euclid(1_000) + 1,
        Unit::Epoch => point.millis.div_euclid(1_000),
        Unit::DayOfWeek => iso_day_of_week(days) % 7 + 1,
        Unit::IsoDayOfWeek => iso_day_of_week(days),
        Unit::DayOfYear => day_of_year(days),
        Unit::IsoYear => iso_week(days).0,
    }
}
