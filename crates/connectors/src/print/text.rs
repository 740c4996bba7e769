//! Values as the print connector shows them: the text of the Java objects that Flink hands to a sink.

use crate::formats::column::Column;
use crate::formats::number_text::{DecimalForm, write_decimal, write_double, write_float};
use crate::formats::temporal::write_date;
use std::io::Write;

/// Appends one value. Writing to memory does not fail.
pub(crate) fn write_value(out: &mut Vec<u8>, column: &Column, row: usize) {
    if column.is_null(row) {
        out.extend_from_slice(b"null");
        return;
    }
    match column {
        Column::Null => {}
        Column::Boolean(array) => write_text(out, if array.value(row) { "true" } else { "false" }),
        Column::TinyInt(array) => write_int(out, array.value(row)),
        Column::SmallInt(array) => write_int(out, array.value(row)),
        Column::Int(array) => write_int(out, array.value(row)),
        Column::BigInt(array) => write_int(out, array.value(row)),
        Column::Float(array) => write_float(out, array.value(row)),
        Column::Double(array) => write_double(out, array.value(row)),
        Column::Decimal(array, scale) => write_decimal(out, array.value(row), *scale, DecimalForm::Java),
        Column::String(array) => write_text(out, array.value(row)),
        Column::Bytes(array) => write_list(out, array.value(row).iter(), |out, byte| write_int(out, byte.cast_signed())),
        Column::Date(array) => write_date(out, i64::from(array.value(row))),
        Column::Time(array) => write_local_time(out, i64::from(array.value(row)) * 1_000_000, Seconds::IfNeeded),
        Column::Timestamp { values, unit, is_local, .. } => write_timestamp(out, i128::from(values[row]) * i128::from(*unit), *is_local),
        Column::IntervalMonths(array) => write_period(out, array.value(row)),
        Column::IntervalMillis(array) => write_duration(out, array.value(row)),
        Column::List(list, values) => {
            let offsets = list.value_offsets();
            write_list(out, offsets[row] as usize..offsets[row + 1] as usize, |out, i| write_value(out, values, i));
        }
        Column::Map(map, keys, values) => {
            let offsets = map.value_offsets();
            let entries = in_hash_order(keys, offsets[row] as usize..offsets[row + 1] as usize);
            out.push(b'{');
            for (n, entry) in entries.into_iter().enumerate() {
                write_text(out, if n > 0 { ", " } else { "" });
                write_value(out, keys, entry);
                out.push(b'=');
                write_value(out, values, entry);
            }
            out.push(b'}');
        }
        Column::Row(_, columns) => {
            write_text(out, "+I");
            write_list(out, columns.iter(), |out, column| write_value(out, column, row));
        }
    }
}

fn write_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}

fn write_int(out: &mut Vec<u8>, value: impl itoa::Integer) {
    write_text(out, itoa::Buffer::new().format(value));
}

fn write_list<T>(out: &mut Vec<u8>, items: impl Iterator<Item = T>, write: impl Fn(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (n, item) in items.enumerate() {
        write_text(out, if n > 0 { ", " } else { "" });
        write(out, item);
    }
    out.push(b']');
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seconds {
    Always,
    /// `LocalTime.toString` leaves out seconds that are zero.
    IfNeeded,
}

/// `10:00`, `10:00:01`, `10:00:01.500`, `10:00:01.000001`
fn write_local_time(out: &mut Vec<u8>, nanos_of_day: i64, seconds: Seconds) {
    let (second_of_day, nanos) = (nanos_of_day / 1_000_000_000, nanos_of_day % 1_000_000_000);
    let (hour, minute, second) = (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
    let _ = write!(out, "{hour:02}:{minute:02}");
    if seconds == Seconds::Always || second != 0 || nanos != 0 {
        let _ = write!(out, ":{second:02}");
    }
    let _ = match nanos {
        0 => Ok(()),
        _ if nanos % 1_000_000 == 0 => write!(out, ".{:03}", nanos / 1_000_000),
        _ if nanos % 1000 == 0 => write!(out, ".{:06}", nanos / 1000),
        _ => write!(out, ".{nanos:09}"),
    };
}

/// A `LocalDateTime`, or an `Instant`.
fn write_timestamp(out: &mut Vec<u8>, nanos: i128, is_local: bool) {
    const DAY: i128 = 86_400_000_000_000;
    write_date(out, nanos.div_euclid(DAY) as i64);
    out.push(b'T');
    write_local_time(out, nanos.rem_euclid(DAY) as i64, if is_local { Seconds::Always } else { Seconds::IfNeeded });
    if is_local {
        out.push(b'Z');
    }
}

/// A `Period` of months.
fn write_period(out: &mut Vec<u8>, months: i32) {
    let _ = match months {
        0 => write!(out, "P0D"),
        _ => write!(out, "P{months}M"),
    };
}

/// A `Duration`: `PT26H3M4.5S`
fn write_duration(out: &mut Vec<u8>, millis: i64) {
    let (hours, minutes, seconds) = (millis / 3_600_000, millis / 60_000 % 60, millis % 60_000);
    write_text(out, "PT");
    if hours != 0 {
        let _ = write!(out, "{hours}H");
    }
    if minutes != 0 {
        let _ = write!(out, "{minutes}M");
    }
    if seconds != 0 || millis == 0 {
        let sign = if seconds < 0 { "-" } else { "" };
        let (whole, fraction) = (seconds.abs() / 1000, seconds.abs() % 1000);
        let fraction = if fraction == 0 { String::new() } else { format!(".{fraction:03}").trim_end_matches('0').to_owned() };
        let _ = write!(out, "{sign}{whole}{fraction}S");
    }
}

/// The entries of a map in the order in which Java's `HashMap` gives them out.
fn in_hash_order(keys: &Column, entries: std::ops::Range<usize>) -> Vec<usize> {
    let mut capacity = 16usize;
    while entries.len() > capacity / 4 * 3 {
        capacity *= 2;
    }
    let mut entries: Vec<usize> = entries.collect();
    entries.sort_by_key(|entry| {
        let hash = java_hash(keys, *entry);
        (hash ^ (hash >> 16)) as usize & (capacity - 1)
    });
    entries
}

/// `hashCode` of the objects whose order matters; others keep theirs.
fn java_hash(keys: &Column, row: usize) -> u32 {
    if keys.is_null(row) {
        return 0;
    }
    let of_long = |value: i64| (value ^ (value.cast_unsigned() >> 32).cast_signed()) as u32;
    match keys {
        Column::String(array) => {
            array.value(row).encode_utf16().fold(0u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)))
        }
        Column::TinyInt(array) => i32::from(array.value(row)).cast_unsigned(),
        Column::SmallInt(array) => i32::from(array.value(row)).cast_unsigned(),
        Column::Int(array) => array.value(row).cast_unsigned(),
        Column::BigInt(array) => of_long(array.value(row)),
        Column::Boolean(array) => {
            if array.value(row) {
                1231
            } else {
                1237
            }
        }
        _ => 0,
    }
}
