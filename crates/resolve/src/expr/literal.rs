//! Constants: which type the text of a literal has, and its value.

use crate::bound::Expr;
use crate::context::Resolver;
use crate::diagnostics::{FlinkText, INVALID_LITERAL, LITERAL_OUT_OF_RANGE};
use crate::types::interval_kind;
use diag::{Diagnostic, Span};
use sql::ast::{IntervalQualifier, Literal, TimeUnit};
use table::types::MAX_PRECISION;
use table::value::Timestamp;
use table::{LogicalType, TimeAttribute, TypeKind, Value};

const DAY_MILLIS: i64 = 86_400_000;

impl Resolver<'_> {
    pub(super) fn literal(&mut self, literal: &Literal, span: Span) -> Expr {
        match literal {
            Literal::Integer(digits) => self.integer(digits, false, span),
            Literal::Decimal(text) => self.decimal(text, false, span),
            Literal::Approximate(text) => self.approximate(text, false, span),
            Literal::String(string) => constant(Value::String(string.value.clone()), TypeKind::Char(length(&string.value)), span),
            Literal::Binary(digits) => self.binary_string(digits, span),
            Literal::Boolean(value) => constant(Value::Boolean(*value), TypeKind::Boolean, span),
            Literal::Unknown => Expr::literal(Value::Null, LogicalType::boolean(), span),
            Literal::Null => Expr::literal(Value::Null, LogicalType::new(TypeKind::Null), span),
            Literal::Date(text) => match parse_date(&text.value) {
                Some(days) => constant(Value::Date(days), TypeKind::Date, span),
                None => self.illegal(span, "DATE", &text.value, "yyyy-MM-dd"),
            },
            Literal::Time(text) => match parse_time(&text.value) {
                Some((millis, _, precision)) => constant(Value::Time(millis), TypeKind::Time { precision }, span),
                None => self.illegal(span, "TIME", &text.value, "HH:mm:ss"),
            },
            Literal::Timestamp(text) => match parse_timestamp(&text.value) {
                Some((moment, precision)) => {
                    constant(Value::Timestamp(moment), TypeKind::Timestamp { precision, attribute: TimeAttribute::None }, span)
                }
                None => self.illegal(span, "TIMESTAMP", &text.value, "yyyy-MM-dd HH:mm:ss"),
            },
            Literal::Interval { negative, value, qualifier } => self.interval(*negative, &value.value, qualifier, span),
        }
    }

    /// A negative number literal, so that the smallest BIGINT can be written.
    pub(super) fn negative_literal(&mut self, literal: &Literal, span: Span) -> Option<Expr> {
        match literal {
            Literal::Integer(digits) => Some(self.integer(digits, true, span)),
            Literal::Decimal(text) => Some(self.decimal(text, true, span)),
            Literal::Approximate(text) => Some(self.approximate(text, true, span)),
            _ => None,
        }
    }

    fn integer(&mut self, digits: &str, negative: bool, span: Span) -> Expr {
        let text = if negative { format!("-{digits}") } else { digits.to_owned() };
        match text.parse::<i64>() {
            Ok(value) if i32::try_from(value).is_ok() => constant(Value::Int(value), TypeKind::Int, span),
            Ok(value) => constant(Value::Int(value), TypeKind::BigInt, span),
            Err(_) => self.out_of_range(&text, span, "A whole number lies between -9223372036854775808 and 9223372036854775807."),
        }
    }

    fn decimal(&mut self, text: &str, negative: bool, span: Span) -> Expr {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        if fraction.is_empty() {
            return self.integer(whole, negative, span);
        }
        let digits = whole.len() + fraction.len();
        // Flink's parser holds the digits of a decimal constant in 64 bits.
        let unscaled = format!("{whole}{fraction}").parse::<i64>();
        match (unscaled, u8::try_from(digits)) {
            (Ok(unscaled), Ok(precision)) if precision <= MAX_PRECISION => {
                let value = Value::Decimal(i128::from(if negative { -unscaled } else { unscaled }));
                constant(value, TypeKind::Decimal { precision, scale: fraction.len() as u8 }, span)
            }
            _ => self.out_of_range(text, span, "Write it as text and cast it: CAST('..' AS DECIMAL(38, 9))."),
        }
    }

    fn approximate(&mut self, text: &str, negative: bool, span: Span) -> Expr {
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => constant(Value::Double(if negative { -value } else { value }), TypeKind::Double, span),
            _ => self.out_of_range(&text.to_uppercase(), span, "The largest DOUBLE is 1.7976931348623157E308."),
        }
    }

    fn out_of_range(&mut self, text: &str, span: Span, help: &str) -> Expr {
        let diagnostic = Diagnostic::error(LITERAL_OUT_OF_RANGE, span, format!("number {text} is too large"))
            .with_help(help)
            .flink_validator(format!("Numeric literal '{text}' out of range"));
        self.fail(span, diagnostic)
    }

    fn binary_string(&mut self, digits: &str, span: Span) -> Expr {
        let byte = |pair: &[u8]| std::str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
        match bytes {
            Some(bytes) if digits.len().is_multiple_of(2) => {
                let kind = TypeKind::Binary(bytes.len() as u32);
                constant(Value::Bytes(bytes), kind, span)
            }
            _ => {
                let diagnostic = Diagnostic::error(INVALID_LITERAL, span, "a binary string needs an even number of hexadecimal digits")
                    .flink_validator("Binary literal string must contain an even number of hexits");
                self.fail(span, diagnostic)
            }
        }
    }

    fn illegal(&mut self, span: Span, kind: &str, text: &str, form: &str) -> Expr {
        let diagnostic = Diagnostic::error(INVALID_LITERAL, span, format!("'{text}' is not a {kind}"))
            .with_help(format!("The form is {kind} '{form}'."))
            .flink_validator(format!("Illegal {kind} literal '{text}': not in format '{form}'"));
        self.fail(span, diagnostic)
    }

    fn interval(&mut self, negative: bool, text: &str, qualifier: &IntervalQualifier, span: Span) -> Expr {
        let kind = interval_kind(qualifier);
        let value = match kind {
            TypeKind::IntervalYearMonth => parse_months(text, qualifier).map(|months| {
                let months = if negative { -months } else { months };
                i32::try_from(months).map(Value::IntervalMonths)
            }),
            _ => parse_millis(text, qualifier).map(|millis| Ok(Value::IntervalMillis(if negative { -millis } else { millis }))),
        };
        if let Some(excess) = exceeds_precision(text, qualifier) {
            let unit = qualifier.start.keyword();
            let precision = qualifier.start_precision.unwrap_or(2);
            let message = format!("{excess} has more than {precision} digits, which {unit} needs a precision for");
            let diagnostic = Diagnostic::error(INVALID_LITERAL, span, message)
                .with_help(format!("Write {unit}({}).", excess.len()))
                .flink_validator(format!("Interval field value {excess} exceeds precision of {unit}({precision}) field"));
            return self.fail(span, diagnostic);
        }
        match value {
            Some(Ok(value)) => constant(value, kind, span),
            _ => {
                let unit = qualifier_text(qualifier);
                let diagnostic = Diagnostic::error(INVALID_LITERAL, span, format!("'{text}' is not an interval of {unit}"))
                    .with_help(interval_help(qualifier))
                    .flink_validator(format!("Illegal interval literal format '{text}' for INTERVAL {unit}"));
                self.fail(span, diagnostic)
            }
        }
    }
}

/// The milliseconds of a constant interval.
pub(crate) fn interval_millis(expr: &Expr) -> Option<i64> {
    match expr.as_literal()? {
        Value::IntervalMillis(millis) => Some(*millis),
        _ => None,
    }
}

fn constant(value: Value, kind: TypeKind, span: Span) -> Expr {
    Expr::literal(value, LogicalType::not_null(kind), span)
}

/// As Java counts: UTF-16 units.
fn length(text: &str) -> u32 {
    text.encode_utf16().count() as u32
}

/// Days since the epoch of `yyyy-MM-dd`; months and days may have one digit.
fn parse_date(text: &str) -> Option<i32> {
    let mut parts = text.trim().split('-');
    let (year, month, day) = (number(parts.next()?, 4)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    if parts.next().is_some() || !(1..=12).contains(&month) || day < 1 || day > days_in_month(year, month) {
        return None;
    }
    Some(days_from_civil(year, month, day) as i32)
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The day number of a date of the Gregorian calendar, counted in eras of 400 years from March.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Milliseconds of the day, the nanoseconds beyond them, and the number of fraction digits of `HH:mm:ss[.fraction]`.
fn parse_time(text: &str) -> Option<(i32, u32, u8)> {
    let (clock, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut parts = clock.split(':');
    let (hour, minute, second) = (number(parts.next()?, 2)?, number(parts.next()?, 2)?, number(parts.next()?, 2)?);
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 59 || fraction.len() > 9 || !is_digits(fraction) {
        return None;
    }
    let nanos: u32 = format!("{fraction:0<9}").parse().ok()?;
    let millis = ((hour * 60 + minute) * 60 + second) * 1000 + i64::from(nanos / 1_000_000);
    Some((millis as i32, nanos % 1_000_000, fraction.len() as u8))
}

/// A moment and its number of fraction digits; a date alone is its midnight.
fn parse_timestamp(text: &str) -> Option<(Timestamp, u8)> {
    let text = text.trim();
    let (date, time) = text.split_once(' ').map_or((text, None), |(date, time)| (date, Some(time)));
    let days = parse_date(date)?;
    let (millis, nanos, precision) = time.map_or(Some((0, 0, 0)), parse_time)?;
    Some((Timestamp { millis: i64::from(days) * DAY_MILLIS + i64::from(millis), nanos }, precision))
}

fn number(text: &str, digits: usize) -> Option<i64> {
    (!text.is_empty() && text.len() <= digits && is_digits(text)).then(|| text.parse().ok())?
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn signed(text: &str) -> (i64, &str) {
    let text = text.trim();
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn parse_months(text: &str, qualifier: &IntervalQualifier) -> Option<i64> {
    let (sign, text) = signed(text);
    let months = match (qualifier.start, qualifier.end) {
        (TimeUnit::Year, Some(TimeUnit::Month)) => {
            let (years, months) = text.split_once('-')?;
            let months = number(months, 2).filter(|m| *m < 12)?;
            number(years, 10)? * 12 + months
        }
        (TimeUnit::Year, None) => number(text, 10)? * 12,
        (TimeUnit::Quarter, None) => number(text, 10)? * 3,
        (TimeUnit::Month, None) => number(text, 10)?,
        _ => return None,
    };
    Some(sign * months)
}

fn parse_millis(text: &str, qualifier: &IntervalQualifier) -> Option<i64> {
    let (sign, text) = signed(text);
    let end = qualifier.end.unwrap_or(qualifier.start);
    let (days, clock) = match (qualifier.start, qualifier.end) {
        (TimeUnit::Week, None) => return Some(sign * number(text, 10)? * 7 * DAY_MILLIS),
        (TimeUnit::Day, None) => return Some(sign * number(text, 10)? * DAY_MILLIS),
        (TimeUnit::Day, Some(_)) => {
            let (days, clock) = text.split_once(' ')?;
            (number(days, 10)?, clock)
        }
        _ => (0, text),
    };
    let first = if qualifier.start == TimeUnit::Day { TimeUnit::Hour } else { qualifier.start };
    let units = [(TimeUnit::Hour, 3_600_000), (TimeUnit::Minute, 60_000), (TimeUnit::Second, 1_000)];
    let from = units.iter().position(|(unit, _)| *unit == first)?;
    let to = units.iter().position(|(unit, _)| *unit == end)?;
    let wanted = units.get(from..=to)?;
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let parts: Vec<&str> = clock.split(':').collect();
    if parts.len() != wanted.len() || (end != TimeUnit::Second && !fraction.is_empty()) || fraction.len() > 9 || !is_digits(fraction) {
        return None;
    }
    let mut millis = days * DAY_MILLIS;
    for (part, (unit, scale)) in parts.iter().zip(wanted) {
        let largest = match unit {
            _ if *unit == qualifier.start => i64::MAX,
            TimeUnit::Hour => 23,
            _ => 59,
        };
        millis += number(part, 10).filter(|value| *value <= largest)? * scale;
    }
    let nanos: i64 = format!("{fraction:0<9}").parse().ok()?;
    Some(sign * (millis + nanos / 1_000_000))
}

/// The first field of an interval when it has more digits than its precision allows.
fn exceeds_precision(text: &str, qualifier: &IntervalQualifier) -> Option<String> {
    let (_, text) = signed(text);
    let field: String = text.chars().take_while(char::is_ascii_digit).collect();
    let significant = field.trim_start_matches('0');
    let precision = qualifier.start_precision.unwrap_or(2) as usize;
    (significant.len() > precision).then(|| significant.to_owned())
}

fn qualifier_text(qualifier: &IntervalQualifier) -> String {
    match qualifier.end {
        Some(end) => format!("{} TO {}", qualifier.start.keyword(), end.keyword()),
        None => qualifier.start.keyword().to_owned(),
    }
}

fn interval_help(qualifier: &IntervalQualifier) -> String {
    let example = match (qualifier.start, qualifier.end) {
        (TimeUnit::Year, Some(_)) => "'1-6'",
        (TimeUnit::Day, Some(TimeUnit::Hour)) => "'1 02'",
        (TimeUnit::Day, Some(TimeUnit::Minute)) => "'1 02:03'",
        (TimeUnit::Day, Some(_)) => "'1 02:03:04.5'",
        (TimeUnit::Hour, Some(TimeUnit::Minute)) | (TimeUnit::Minute, Some(_)) => "'02:03'",
        (TimeUnit::Hour, Some(_)) => "'02:03:04.5'",
        _ => "'5'",
    };
    format!("Write INTERVAL {example} {}.", qualifier_text(qualifier))
}
