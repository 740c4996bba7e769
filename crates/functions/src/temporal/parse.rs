//! TO_DATE, TO_TIMESTAMP, TO_TIMESTAMP_LTZ and UNIX_TIMESTAMP.

use super::format::{DEFAULT_PATTERN, nullable};
use super::formatter::Formatter;
use super::simple_format::SimpleFormat;
use super::tokens::Compiled;
use super::unit::MILLIS_PER_DAY;
use crate::kernel::{Function, Moment, Text, every_row, rows};
use crate::signature::{Family, Forms, accept};
use arrow::array::Int64Array;
use arrow::datatypes::{DataType, Date32Type, Decimal128Type, Float64Type, Int64Type};
use diag::{Error, Result};
use std::sync::Arc;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::text::days_from_civil;
use table::text::parse::{parse_date, parse_timestamp};
use table::types::{MAX_LENGTH, TypeKind, arrow_type};
use table::value::Timestamp;
use table::zone::Zone;
use table::{LogicalType, Value};

static TO_DATE_DOC: FunctionDoc = FunctionDoc {
    name: "TO_DATE",
    aliases: &[],
    definition: "toDate",
    signatures: &["TO_DATE(text [, pattern])"],
    summary: "The date that a text says, in the form 'yyyy-MM-dd' or by a date pattern of Java; NULL for a text of another form.",
    examples: &[
        Example { expression: "TO_DATE('2020-05-06')", result: "2020-05-06" },
        Example { expression: "TO_DATE('20200506', 'yyyyMMdd')", result: "2020-05-06" },
        Example { expression: "TO_DATE('bad')", result: "<NULL>" },
    ],
};

static TO_TIMESTAMP_DOC: FunctionDoc = FunctionDoc {
    name: "TO_TIMESTAMP",
    aliases: &[],
    definition: "toTimestamp",
    signatures: &["TO_TIMESTAMP(text [, pattern])"],
    summary: "The timestamp that a text says, in the form 'yyyy-MM-dd[ HH:mm:ss[.f]]' or by a date pattern of Java; NULL for a text of \
              another form.",
    examples: &[
        Example { expression: "TO_TIMESTAMP('2020-05-06 07:08:09')", result: "2020-05-06 07:08:09.000" },
        Example { expression: "TO_TIMESTAMP('06/05/2020', 'dd/MM/yyyy')", result: "2020-05-06 00:00:00.000" },
    ],
};

static TO_TIMESTAMP_LTZ_DOC: FunctionDoc = FunctionDoc {
    name: "TO_TIMESTAMP_LTZ",
    aliases: &[],
    definition: "TO_TIMESTAMP_LTZ",
    signatures: &["TO_TIMESTAMP_LTZ(number [, precision])", "TO_TIMESTAMP_LTZ(text [, pattern [, zone]])"],
    summary: "The instant of a number of seconds (precision 0), milliseconds (3, the default), microseconds (6) or nanoseconds (9) since 1970; \
              or that a text says in a time zone, UTC if none is given.",
    examples: &[Example { expression: "CAST(TO_TIMESTAMP_LTZ(100, 0) AS STRING) IS NOT NULL", result: "TRUE" }],
};

static UNIX_TIMESTAMP_DOC: FunctionDoc = FunctionDoc {
    name: "UNIX_TIMESTAMP",
    aliases: &[],
    definition: "unixTimestamp",
    signatures: &["UNIX_TIMESTAMP()", "UNIX_TIMESTAMP(text [, pattern])"],
    summary: "Seconds since 1970: now, or when the clocks of the session time zone show what a text says, in the form 'yyyy-MM-dd HH:mm:ss' or \
              by a date pattern of Java. The least BIGINT for a text of another form.",
    examples: &[
        Example { expression: "UNIX_TIMESTAMP('1970-01-01 08:00:01.001 +0800', 'yyyy-MM-dd HH:mm:ss.SSS X')", result: "1" },
        Example { expression: "UNIX_TIMESTAMP('bad')", result: "-9223372036854775808" },
    ],
};

const STRING: TypeKind = TypeKind::Varchar(MAX_LENGTH);

use Family::{Character, Numeric};

pub(super) fn to_date() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "TO_DATE", forms: &[&[Character], &[Character, Character]] };
    Function::new(
        &TO_DATE_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(nullable(accept(arguments, &[STRING, STRING], TypeKind::Date)))
        },
        |call| {
            let now = call.context.query_start_millis;
            let patterns = Compiled::new(SimpleFormat::compile);
            Ok(rows(move |args| {
                let (text, pattern) = (args.column::<Text>(0)?, args.optional::<Text>(1)?);
                args.build::<Date32Type>(&DataType::Date32, |row| {
                    let Some(text) = text.get(row) else { return Ok(None) };
                    match pattern.as_ref().map(|pattern| pattern.get(row)) {
                        None => Ok(parse_date(text).ok()),
                        Some(None) => Ok(None),
                        Some(Some(pattern)) => {
                            let millis = patterns.get(pattern)?.parse(text, Zone::UTC, now);
                            Ok(millis.map(|millis| millis.div_euclid(MILLIS_PER_DAY) as i32))
                        }
                    }
                })
            }))
        },
    )
    .definition()
}

pub(super) fn to_timestamp() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "TO_TIMESTAMP", forms: &[&[Character], &[Character, Character]] };
    Function::new(
        &TO_TIMESTAMP_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let mut signature = accept(arguments, &[STRING, STRING], TypeKind::Null);
            signature.result = LogicalType::timestamp(3);
            Ok(signature)
        },
        |call| {
            let result = arrow_type(&call.result);
            let patterns = Compiled::new(Formatter::compile);
            Ok(rows(move |args| {
                let (text, pattern) = (args.column::<Text>(0)?, args.optional::<Text>(1)?);
                args.build::<Moment>(&result, |row| {
                    let Some(text) = text.get(row) else { return Ok(None) };
                    Ok(match pattern.as_ref().map(|pattern| pattern.get(row)) {
                        None => parse_timestamp(text).ok(),
                        Some(None) => None,
                        // A pattern that is not valid matches nothing.
                        Some(Some(pattern)) => patterns.get(pattern).ok().and_then(|pattern| by_pattern(&pattern, text)),
                    })
                })
            }))
        },
    )
    .infallible()
    .definition()
}

/// By the pattern, or else in the form of a JDBC timestamp or date.
fn by_pattern(pattern: &Formatter, text: &str) -> Option<Timestamp> {
    pattern.parse(text).or_else(|| jdbc_timestamp(text.trim()))
}

/// `yyyy-M-d` or `yyyy-M-d H:m:s[.f]`, as java.sql.Timestamp and java.sql.Date read it: what is out of range carries over.
fn jdbc_timestamp(text: &str) -> Option<Timestamp> {
    let (date, time) = text.split_once(' ').map_or((text, None), |(date, time)| (date, Some(time.trim())));
    let number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<i64>().ok())?;
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, number(parts.next()?)?, number(parts.next()?)?);
    if parts.next().is_some() || year.len() != 4 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = days_from_civil(number(year)?, month as u32, 1) + day - 1;
    let (mut seconds, mut nanos) = (0, 0);
    if let Some(time) = time {
        let (clock, fraction) = time.split_once('.').map_or((time, None), |(clock, fraction)| (clock, Some(fraction)));
        let mut parts = clock.split(':');
        seconds = (number(parts.next()?)? * 60 + number(parts.next()?)?) * 60 + number(parts.next()?)?;
        if parts.next().is_some() {
            return None;
        }
        if let Some(fraction) = fraction {
            nanos = number(fraction).filter(|_| (1..=9).contains(&fraction.len()))? * 10i64.pow(9 - fraction.len() as u32);
        }
    }
    Some(Timestamp { millis: days * MILLIS_PER_DAY + seconds * 1_000 + nanos / 1_000_000, nanos: (nanos % 1_000_000) as u32 })
}

pub(super) fn to_timestamp_ltz() -> FunctionDefinition {
    Function::new(&TO_TIMESTAMP_LTZ_DOC, resolve_ltz, |call| match call.arguments[0].data_type.kind {
        TypeKind::BigInt => Ok(from_number::<Int64Type>(call, |n| Some(i128::from(n)))),
        TypeKind::Double => Ok(from_number::<Float64Type>(call, |n| Some(i128::from(n as i64)))),
        TypeKind::Decimal { scale, .. } => {
            let unit = 10i128.pow(u32::from(scale));
            Ok(from_number::<Decimal128Type>(call, move |n| Some(n / unit)))
        }
        _ => Ok(from_text(call)),
    })
    .definition()
}

fn resolve_ltz(arguments: &[Argument]) -> Result<Signature, CallError> {
    const FORMS: Forms = Forms {
        name: "TO_TIMESTAMP_LTZ",
        forms: &[&[Character], &[Character, Character], &[Character, Character, Character], &[Numeric], &[Numeric, Family::Integer]],
    };
    FORMS.check(arguments).map_err(|error| error.with_flink("Invalid input arguments."))?;
    let number = &arguments[0].data_type.kind;
    let kinds = match number {
        kind if kind.is_integer() => [TypeKind::BigInt, TypeKind::Int, STRING],
        kind if kind.is_approximate() => [TypeKind::Double, TypeKind::Int, STRING],
        TypeKind::Decimal { .. } => [number.clone(), TypeKind::Int, STRING],
        _ => [STRING, STRING, STRING],
    };
    let precision = match arguments.get(1).and_then(|argument| argument.literal.as_ref()) {
        Some(Value::Int(precision)) => *precision,
        _ => 3,
    };
    let Some(precision) = u8::try_from(precision).ok().filter(|precision| *precision <= 9) else {
        return Err(CallError::new(format!("the precision of 'TO_TIMESTAMP_LTZ' must be 0 to 9, not {precision}"))
            .at(1)
            .with_flink(format!("Precision for TO_TIMESTAMP_LTZ must be between 0 and 9 but was {precision}.")));
    };
    let mut signature = accept(arguments, &kinds, TypeKind::Null);
    signature.result = LogicalType::timestamp_ltz(precision.max(3));
    Ok(signature)
}

fn from_number<T: arrow::datatypes::ArrowPrimitiveType>(
    call: &CallSite,
    whole: impl Fn(T::Native) -> Option<i128> + Send + Sync + 'static,
) -> Box<dyn Kernel> {
    let result = arrow_type(&call.result);
    rows(move |args| {
        let (number, precision) = (args.column::<T>(0)?, args.optional::<arrow::datatypes::Int32Type>(1)?);
        args.build::<Moment>(&result, |row| {
            let precision = precision.as_ref().map_or(Some(3), |precision| precision.get(row));
            let (Some(number), Some(precision)) = (number.get(row), precision) else { return Ok(None) };
            if !(0..=9).contains(&precision) {
                return Err(Error::data(format!("Precision for TO_TIMESTAMP_LTZ must be between 0 and 9 but was {precision}.")));
            }
            let nanos = whole(number).map(|number| number * 10i128.pow(9 - precision as u32));
            Ok(nanos.filter(|nanos| nanos.abs() < MOST_NANOS).map(Timestamp::from_nanos))
        })
    })
}

/// The years that a timestamp can have end at 9999.
const MOST_NANOS: i128 = 253_402_300_800 * 1_000_000_000;

fn from_text(call: &CallSite) -> Box<dyn Kernel> {
    let result = arrow_type(&call.result);
    let patterns = Compiled::new(Formatter::compile);
    rows(move |args| {
        let text = args.column::<Text>(0)?;
        let (pattern, zone) = (args.optional::<Text>(1)?, args.optional::<Text>(2)?);
        args.build::<Moment>(&result, |row| {
            let Some(text) = text.get(row) else { return Ok(None) };
            let zone = match zone.as_ref().map(|zone| zone.get(row)) {
                None => Zone::UTC,
                Some(None) => return Ok(None),
                Some(Some(name)) => Zone::parse(name)
                    .ok_or_else(|| Error::data(format!("Invalid timezone for parsing TIMESTAMP_LTZ: Unknown time-zone ID: {name}")))?,
            };
            let local = match pattern.as_ref().map(|pattern| pattern.get(row)) {
                None => Some(parse_timestamp(text).map_err(|error| Error::data(error.to_string()))?),
                Some(None) => None,
                Some(Some(pattern)) => patterns.get(pattern).ok().and_then(|pattern| by_pattern(&pattern, text)),
            };
            Ok(local.map(|local| Timestamp { millis: zone.to_instant(local.millis), ..local }))
        })
    })
}

pub(super) fn unix_timestamp() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "UNIX_TIMESTAMP", forms: &[&[], &[Character], &[Character, Character]] };
    Function::new(
        &UNIX_TIMESTAMP_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(accept(arguments, &[STRING, STRING], TypeKind::BigInt))
        },
        |call| if call.arguments.is_empty() { Ok(unix_now(call)) } else { Ok(unix_of_text(call)) },
    )
    .non_deterministic()
    .definition()
}

fn unix_now(call: &CallSite) -> Box<dyn Kernel> {
    let context = call.context.clone();
    every_row(move |args| {
        let seconds = context.clock.now_millis().div_euclid(1_000);
        Ok(Arc::new(Int64Array::from_value(seconds, args.rows())))
    })
}

fn unix_of_text(call: &CallSite) -> Box<dyn Kernel> {
    let (zone, now) = (call.context.zone, call.context.query_start_millis);
    let patterns = Compiled::new(SimpleFormat::compile);
    rows(move |args| {
        let (text, pattern) = (args.column::<Text>(0)?, args.optional::<Text>(1)?);
        args.build::<Int64Type>(&DataType::Int64, |row| {
            let pattern = pattern.as_ref().map_or(Some(DEFAULT_PATTERN), |pattern| pattern.get(row));
            let (Some(text), Some(pattern)) = (text.get(row), pattern) else { return Ok(None) };
            let millis = patterns.get(pattern)?.parse(text, zone, now);
            Ok(Some(millis.map_or(i64::MIN, |millis| millis / 1_000)))
        })
    })
}
