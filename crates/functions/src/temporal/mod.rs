//! Date and time functions.
//!
//! A unit of time is a constant text: EXTRACT('YEAR', x), TIMESTAMPADD('DAY', n, x), TIMESTAMPDIFF('DAY', a, b), FLOOR_TO(x, 'DAY') and
//! CEIL_TO(x, 'DAY') are what the special syntax of these functions becomes.

mod arithmetic;
mod current;
mod extract;
mod format;
mod formatter;
mod overlaps;
mod parse;
mod rounding;
mod simple_format;
mod tokens;
mod unit;

use crate::Entry;

pub(crate) static FUNCTIONS: &[Entry] = &[
    current::current_date,
    current::current_time,
    current::local_time,
    current::current_timestamp,
    current::now,
    current::local_timestamp,
    current::current_row_timestamp,
    current::proctime,
    current::current_watermark,
    extract::extract,
    extract::year,
    extract::quarter,
    extract::month,
    extract::week,
    extract::day_of_year_function,
    extract::day_of_month,
    extract::day_of_week,
    extract::hour,
    extract::minute,
    extract::second,
    rounding::floor_to,
    rounding::ceil_to,
    arithmetic::timestamp_add,
    arithmetic::timestamp_diff,
    format::date_format,
    format::from_unixtime,
    format::convert_tz,
    parse::to_date,
    parse::to_timestamp,
    parse::to_timestamp_ltz,
    parse::unix_timestamp,
    overlaps::overlaps,
];
