//! Units of time, and moments on the wall clock.

use crate::kernel::{Args, Column, Moment};
use arrow::datatypes::{DataType, Date32Type, Time32MillisecondType};
use diag::{Error, Result};
use table::function::Argument;
use table::text::{civil_from_days, days_from_civil};
use table::types::arrow_type;
use table::value::Timestamp;
use table::zone::Zone;
use table::{LogicalType, TypeKind, Value};

pub(super) const MILLIS_PER_DAY: i64 = 86_400_000;

/// What a point in time is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Nanosecond,
    Microsecond,
    Millisecond,
    Second,
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Decade,
    Century,
    Millennium,
    Epoch,
    DayOfWeek,
    IsoDayOfWeek,
    DayOfYear,
    IsoYear,
}

impl Unit {
    pub(super) fn named(name: &str) -> Option<Unit> {
        let name = name.to_ascii_uppercase();
        Some(match name.strip_prefix("SQL_TSI_").unwrap_or(&name) {
            "NANOSECOND" => Unit::Nanosecond,
            "MICROSECOND" | "FRAC_SECOND" => Unit::Microsecond,
            "MILLISECOND" => Unit::Millisecond,
            "SECOND" => Unit::Second,
            "MINUTE" => Unit::Minute,
            "HOUR" => Unit::Hour,
            "DAY" => Unit::Day,
            "WEEK" => Unit::Week,
            "MONTH" => Unit::Month,
            "QUARTER" => Unit::Quarter,
            "YEAR" => Unit::Year,
            "DECADE" => Unit::Decade,
            "CENTURY" => Unit::Century,
            "MILLENNIUM" => Unit::Millennium,
            "EPOCH" => Unit::Epoch,
            "DOW" => Unit::DayOfWeek,
            "ISODOW" => Unit::IsoDayOfWeek,
            "DOY" => Unit::DayOfYear,
            "ISOYEAR" => Unit::IsoYear,
            _ => return None,
        })
    }

    /// The unit that a constant argument names.
    pub(super) fn of(argument: Option<&Argument>) -> Option<Unit> {
        match argument?.literal.as_ref()? {
            Value::String(name) => Unit::named(name),
            _ => None,
        }
    }

    /// Nanoseconds of a unit of fixed length, up to a week.
    pub(super) fn nanos(self) -> Option<i128> {
        Some(match self {
            Unit::Nanosecond => 1,
            Unit::Microsecond => 1_000,
            Unit::Millisecond => 1_000_000,
            Unit::Second => 1_000_000_000,
            Unit::Minute => 60_000_000_000,
            Unit::Hour => 3_600_000_000_000,
            Unit::Day => 86_400_000_000_000,
            Unit::Week => 604_800_000_000_000,
            _ => return None,
        })
    }

    /// Months of a unit from a month on.
    pub(super) fn months(self) -> Option<i64> {
        Some(match self {
            Unit::Month => 1,
            Unit::Quarter => 3,
            Unit::Year => 12,
            Unit::Decade => 120,
            Unit::Century => 1_200,
            Unit::Millennium => 12_000,
            _ => return None,
        })
    }

    pub(super) fn is_below_day(self) -> bool {
        self < Unit::Day
    }
}

/// Reads dates, times and timestamps as points on a wall clock; instants on the clock of a zone.
pub(super) enum Points<'a> {
    Dates(Column<'a, Date32Type>),
    Times(Column<'a, Time32MillisecondType>),
    Moments(Column<'a, Moment>, Option<Zone>),
}

impl<'a> Points<'a> {
    pub(super) fn open(args: &Args<'a>, index: usize, data_type: &LogicalType, zone: Zone) -> Result<Self> {
        Ok(match arrow_type(data_type) {
            DataType::Date32 => Points::Dates(args.column(index)?),
            DataType::Time32(_) => Points::Times(args.column(index)?),
            DataType::Timestamp(..) => {
                let zone = matches!(data_type.kind, TypeKind::TimestampLtz { .. }).then_some(zone);
                Points::Moments(args.column(index)?, zone)
            }
            other => return Err(Error::internal(format!("a point in time of type {other}"))),
        })
    }

    pub(super) fn get(&self, row: usize) -> Option<Timestamp> {
        match self {
            Points::Dates(column) => column.get(row).map(|days| Timestamp { millis: i64::from(days) * MILLIS_PER_DAY, nanos: 0 }),
            Points::Times(column) => column.get(row).map(|millis| Timestamp { millis: i64::from(millis), nanos: 0 }),
            Points::Moments(column, None) => column.get(row),
            Points::Moments(column, Some(zone)) => {
                column.get(row).map(|moment| Timestamp { millis: zone.to_local(moment.millis), ..moment })
            }
        }
    }
}

/// Adds months to days since the epoch; a day beyond the end of its month becomes the last.
pub(super) fn add_months(days: i64, months: i64) -> i64 {
    let (year, month, day) = civil_from_days(days);
    let total = year.saturating_mul(12).saturating_add(i64::from(month) - 1).saturating_add(months);
    let (year, month) = (total.div_euclid(12).clamp(-1_000_000, 1_000_000), total.rem_euclid(12) as u32 + 1);
    days_from_civil(year, month, day.min(days_in_month(year, month)))
}

pub(super) fn days_in_month(year: i64, month: u32) -> u32 {
    let next = if month == 12 { days_from_civil(year + 1, 1, 1) } else { days_from_civil(year, month + 1, 1) };
    (next - days_from_civil(year, month, 1)) as u32
}

/// Monday is 1.
pub(super) fn iso_day_of_week(days: i64) -> i64 {
    (days + 3).rem_euclid(7) + 1
}

/// The year and the week of it by ISO 8601.
pub(super) fn iso_week(days: i64) -> (i64, i64) {
    // The Thursday of a week says to which year it belongs.
    let thursday = days - iso_day_of_week(days) + 4;
    let (year, ..) = civil_from_days(thursday);
    (year, (thursday - days_from_civil(year, 1, 1)) / 7 + 1)
}

/// The year and the week of it as counted in the United States: weeks begin on Sunday, the first holds January 1.
pub(super) fn us_week(days: i64) -> (i64, i64) {
    let saturday = days - iso_day_of_week(days) % 7 + 6;
    let (year, ..) = civil_from_days(saturday);
    let first = days_from_civil(year, 1, 1);
    let first_sunday = first - iso_day_of_week(first) % 7;
    (year, (days - first_sunday) / 7 + 1)
}

pub(super) fn day_of_year(days: i64) -> i64 {
    let (year, ..) = civil_from_days(days);
    days - days_from_civil(year, 1, 1) + 1
}
