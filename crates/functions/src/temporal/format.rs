//! DATE_FORMAT, FROM_UNIXTIME and CONVERT_TZ.

use super::formatter::Formatter;
use super::simple_format::SimpleFormat;
use super::tokens::Compiled;
use super::unit::Points;
use crate::kernel::{Args, Function, Text, rows};
use crate::signature::{Family, Forms, accept};
use arrow::array::ArrayRef;
use arrow::datatypes::Int64Type;
use diag::{Error, Result};
use table::LogicalType;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::types::{MAX_LENGTH, TypeKind};
use table::zone::Zone;

static DATE_FORMAT_DOC: FunctionDoc = FunctionDoc {
    name: "DATE_FORMAT",
    aliases: &[],
    definition: "dateFormat",
    signatures: &["DATE_FORMAT(timestamp, pattern)", "DATE_FORMAT(text, pattern)"],
    summary: "A timestamp, or a text in the form 'yyyy-MM-dd HH:mm:ss', written by a date pattern of Java. NULL for a text of another form.",
    examples: &[
        Example {
            expression: "DATE_FORMAT(TIMESTAMP '2020-05-06 07:08:09.123', 'yyyy-MM-dd HH:mm:ss.SSS')",
            result: "2020-05-06 07:08:09.123",
        },
        Example { expression: "DATE_FORMAT('2020-05-06 07:08:09', 'yyyyMMdd')", result: "20200506" },
    ],
};

static FROM_UNIXTIME_DOC: FunctionDoc = FunctionDoc {
    name: "FROM_UNIXTIME",
    aliases: &[],
    definition: "fromUnixtime",
    signatures: &["FROM_UNIXTIME(seconds [, pattern])"],
    summary: "Seconds since 1970 written by a date pattern of Java, 'yyyy-MM-dd HH:mm:ss' if none is given, in the session time zone.",
    examples: &[Example { expression: "FROM_UNIXTIME(44, 'yyyy')", result: "1970" }],
};

static CONVERT_TZ_DOC: FunctionDoc = FunctionDoc {
    name: "CONVERT_TZ",
    aliases: &[],
    definition: "convertTz",
    signatures: &["CONVERT_TZ(text, from_zone, to_zone)"],
    summary: "What the clocks of one time zone show when those of another show a time, in the form 'yyyy-MM-dd HH:mm:ss'. NULL for a text \
              of another form; an unknown zone is GMT.",
    examples: &[Example { expression: "CONVERT_TZ('1970-01-01 00:00:00', 'UTC', 'America/Los_Angeles')", result: "1969-12-31 16:00:00" }],
};

const STRING: TypeKind = TypeKind::Varchar(MAX_LENGTH);
pub(super) const DEFAULT_PATTERN: &str = "yyyy-MM-dd HH:mm:ss";

pub(super) fn date_format() -> FunctionDefinition {
    const FORMS: Forms =
        Forms { name: "DATE_FORMAT", forms: &[&[Family::Timestamp, Family::Character], &[Family::Character, Family::Character]] };
    Function::new(
        &DATE_FORMAT_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            let point = &arguments[0].data_type;
            let kind = if point.kind.is_timestamp() { point.clone().without_time_attribute().kind } else { STRING };
            Ok(nullable(accept(arguments, &[kind, STRING], STRING)))
        },
        |call| if call.arguments[0].data_type.kind.is_timestamp() { Ok(timestamps(call)) } else { Ok(texts(call)) },
    )
    .definition()
}

pub(super) fn nullable(signature: Signature) -> Signature {
    Signature { result: signature.result.with_nullable(true), ..signature }
}

fn timestamps(call: &CallSite) -> Box<dyn Kernel> {
    let (data_type, zone) = (call.arguments[0].data_type.clone(), call.context.zone);
    let patterns = Compiled::new(Formatter::compile);
    rows(move |args| {
        let (points, pattern) = (Points::open(args, 0, &data_type, zone)?, args.column::<Text>(1)?);
        args.build_text(|row, out| {
            let (Some(point), Some(pattern)) = (points.get(row), pattern.get(row)) else { return Ok(false) };
            let formatted = patterns.get(pattern)?.format(point, out);
            formatted.map(|()| true).map_err(|reason| Error::data(format!("a timestamp has nothing for the pattern '{pattern}': {reason}")))
        })
    })
}

fn texts(call: &CallSite) -> Box<dyn Kernel> {
    let now = call.context.query_start_millis;
    let patterns = Compiled::new(SimpleFormat::compile);
    rows(move |args| {
        let (text, pattern) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
        let default = patterns.get(DEFAULT_PATTERN)?;
        args.build_text(|row, out| {
            let (Some(text), Some(pattern)) = (text.get(row), pattern.get(row)) else { return Ok(false) };
            let pattern = patterns.get(pattern)?;
            let Some(millis) = default.parse(text, Zone::UTC, now) else { return Ok(false) };
            pattern.format(millis, Zone::UTC, out);
            Ok(true)
        })
    })
}

pub(super) fn from_unixtime() -> FunctionDefinition {
    const FORMS: Forms = Forms { name: "FROM_UNIXTIME", forms: &[&[Family::Integer], &[Family::Integer, Family::Character]] };
    Function::new(
        &FROM_UNIXTIME_DOC,
        |arguments| {
            FORMS.check(arguments)?;
            Ok(nullable(accept(arguments, &[TypeKind::BigInt, STRING], STRING)))
        },
        |call| {
            let zone = call.context.zone;
            let patterns = Compiled::new(SimpleFormat::compile);
            Ok(rows(move |args| unix_times(args, &patterns, zone)))
        },
    )
    .definition()
}

fn unix_times(args: &Args<'_>, patterns: &Compiled<SimpleFormat>, zone: Zone) -> Result<ArrayRef> {
    let (seconds, pattern) = (args.column::<Int64Type>(0)?, args.optional::<Text>(1)?);
    args.build_text(|row, out| {
        let pattern = pattern.as_ref().map_or(Some(DEFAULT_PATTERN), |pattern| pattern.get(row));
        let (Some(seconds), Some(pattern)) = (seconds.get(row), pattern) else { return Ok(false) };
        patterns.get(pattern)?.format(seconds.saturating_mul(1_000), zone, out);
        Ok(true)
    })
}

pub(super) fn convert_tz() -> FunctionDefinition {
    Function::new(&CONVERT_TZ_DOC, resolve_convert, |call| Ok(converted(call))).definition()
}

fn resolve_convert(arguments: &[Argument]) -> Result<Signature, CallError> {
    const FORMS: Forms = Forms { name: "CONVERT_TZ", forms: &[&[Family::Character, Family::Character, Family::Character]] };
    FORMS.check(arguments)?;
    let mut signature = accept(arguments, &[STRING, STRING, STRING], STRING);
    signature.result = LogicalType::string();
    Ok(signature)
}

fn converted(call: &CallSite) -> Box<dyn Kernel> {
    let now = call.context.query_start_millis;
    let patterns = Compiled::new(SimpleFormat::compile);
    rows(move |args| {
        let (text, from, to) = (args.column::<Text>(0)?, args.column::<Text>(1)?, args.column::<Text>(2)?);
        let pattern = patterns.get(DEFAULT_PATTERN)?;
        args.build_text(|row, out| {
            let (Some(text), Some(from), Some(to)) = (text.get(row), from.get(row), to.get(row)) else { return Ok(false) };
            let Some(millis) = pattern.parse(text, java_zone(from), now) else { return Ok(false) };
            pattern.format(millis, java_zone(to), out);
            Ok(true)
        })
    })
}

/// A zone as `java.util.TimeZone` finds it: by region, by an old abbreviation, or `GMT` with an offset; GMT for all else.
fn java_zone(name: &str) -> Zone {
    let region = match name {
        "ACT" => "Australia/Darwin",
        "AET" => "Australia/Sydney",
        "AGT" => "America/Argentina/Buenos_Aires",
        "ART" => "Africa/Cairo",
        "AST" => "America/Anchorage",
        "BET" => "America/Sao_Paulo",
        "BST" => "Asia/Dhaka",
        "CAT" => "Africa/Harare",
        "CNT" => "America/St_Johns",
        "CST" => "America/Chicago",
        "CTT" => "Asia/Shanghai",
        "EAT" => "Africa/Addis_Ababa",
        "ECT" => "Europe/Paris",
        "IET" => "America/Indiana/Indianapolis",
        "IST" => "Asia/Kolkata",
        "JST" => "Asia/Tokyo",
        "MIT" => "Pacific/Apia",
        "NET" => "Asia/Yerevan",
        "NST" => "Pacific/Auckland",
        "PLT" => "Asia/Karachi",
        "PNT" => "America/Phoenix",
        "PRT" => "America/Puerto_Rico",
        "PST" => "America/Los_Angeles",
        "SST" => "Pacific/Guadalcanal",
        "VST" => "Asia/Ho_Chi_Minh",
        other => other,
    };
    let is_bare_offset = region.starts_with(['+', '-']) || region == "default";
    if is_bare_offset { Zone::UTC } else { Zone::parse(region).unwrap_or(Zone::UTC) }
}
