//! Text as values, with the leniency of Flink's CAST.
//!
//! Errors carry Flink's message; a reader of files adds the place.

use super::datetime::days_from_civil;
use crate::value::Timestamp;
use std::fmt;

/// Text that is not a value of the wanted type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(pub String);

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<ParseError> for diag::Error {
    fn from(error: ParseError) -> Self {
        diag::Error::data(error.0)
    }
}

type Parsed<T> = Result<T, ParseError>;

const MILLIS_PER_DAY: i64 = 86_400_000;

/// BOOLEAN: true, t, yes, y, 1, false, f, no, n, 0 in any case; nothing around it.
pub fn parse_boolean(text: &str) -> Parsed<bool> {
    let is = |words: [&str; 5]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["true", "t", "yes", "y", "1"]) {
        Ok(true)
    } else if is(["false", "f", "no", "n", "0"]) {
        Ok(false)
    } else {
        Err(ParseError(format!("Cannot parse '{text}' as BOOLEAN.")))
    }
}

/// TINYINT to BIGINT, by their smallest and largest values: blanks around it are ignored, digits after a point are dropped.
pub fn parse_integer(text: &str, min: i64, max: i64) -> Parsed<i64> {
    let trimmed = text.trim_matches(' ');
    let fail = |why| Err(ParseError(format!("For input string: '{trimmed}'. {why}")));
    let (negative, digits) = match trimmed.as_bytes() {
        [] => return fail("Input is empty."),
        [b'-'] | [b'+'] => return fail("Input has only positive or negative symbol."),
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let mut value = 0i64;
    let mut overflow = false;
    let mut in_fraction = false;
    for byte in digits {
        match byte {
            b'0'..=b'9' if in_fraction => {}
            // Counted downwards, since the smallest value has no positive counterpart.
            b'0'..=b'9' => match value.checked_mul(10).and_then(|v| v.checked_sub(i64::from(byte - b'0'))) {
                Some(next) => value = next,
                None => overflow = true,
            },
            b'.' if !in_fraction => in_fraction = true,
            _ => return fail("Invalid character found."),
        }
    }
    let value = if negative { Some(value) } else { value.checked_neg() };
    match value {
        Some(value) if !overflow && (min..=max).contains(&value) => Ok(value),
        _ => fail("Overflow."),
    }
}

/// DOUBLE, in all forms of Java: `1.5`, `1e3`, `1d`, `0x1p3`, `NaN`, `-Infinity`; white space around it is ignored.
pub fn parse_double(text: &str) -> Parsed<f64> {
    let trimmed = trim_java(text);
    parse_floating(trimmed, |plain| plain.parse().ok(), f64::NAN, f64::INFINITY, |hex| hex)
}

/// FLOAT, in the forms of DOUBLE.
pub fn parse_float(text: &str) -> Parsed<f32> {
    let trimmed = trim_java(text);
    parse_floating(trimmed, |plain| plain.parse().ok(), f32::NAN, f32::INFINITY, |hex| hex as f32)
}

fn parse_floating<T: std::ops::Neg<Output = T> + Copy>(
    text: &str,
    decimal: impl Fn(&str) -> Option<T>,
    nan: T,
    infinity: T,
    hexadecimal: impl Fn(f64) -> T,
) -> Parsed<T> {
    if text.is_empty() {
        return Err(ParseError("empty String".into()));
    }
    let (negative, body) = match text.as_bytes()[0] {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let value = match body {
        "NaN" => Some(nan),
        "Infinity" => Some(infinity),
        _ => {
            let plain = body.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(body);
            if is_plain_number(plain) {
                decimal(plain)
            } else if body.starts_with("0x") || body.starts_with("0X") {
                // The suffix is a digit within the number, but not after its exponent.
                parse_hexadecimal(plain).map(&hexadecimal)
            } else {
                None
            }
        }
    };
    match value {
        Some(value) if negative => Ok(-value),
        Some(value) => Ok(value),
        None => Err(ParseError(format!("For input string: \"{text}\""))),
    }
}

/// Digits with a point and an exponent, without the words that Rust reads too.
fn is_plain_number(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let exponent_is_good = exponent.is_none_or(|e| {
        let unsigned = e.strip_prefix(['+', '-']).unwrap_or(e);
        !unsigned.is_empty() && digits(unsigned)
    });
    digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0 && exponent_is_good
}

/// `0x1.8p3`
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.get(2..)?.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() == 0 || whole.len() + fraction.len() > 16 {
        return None;
    }
    let digits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    Some(digits as f64 * f64::from(exponent.saturating_sub(4 * fraction.len() as i32)).exp2())
}

fn trim_java(text: &str) -> &str {
    text.trim_matches(|c: char| c <= ' ')
}

/// DECIMAL as its unscaled value: digits with a point and an exponent, blanks around it are ignored; rounded half up to the scale.
pub fn parse_decimal(text: &str, precision: u8, scale: u8) -> Parsed<i128> {
    let trimmed = text.trim_matches(' ');
    let fail = |why| ParseError(format!("For input string: '{trimmed}'. {why}"));
    let unsigned = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    if unsigned.is_empty() {
        return Err(fail(if trimmed.is_empty() { "Input is empty." } else { "Input has only positive or negative symbol." }));
    }
    if !is_plain_number(unsigned) {
        return Err(fail("Invalid character found."));
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (&unsigned[..at], unsigned[at + 1..].parse::<i64>().map_err(|_| fail("Overflow."))?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = whole.bytes().chain(fraction.bytes()).map(|b| i128::from(b - b'0'));
    let kept = whole.len() as i64 + exponent + i64::from(scale);
    let value = scaled_digits(digits, kept, 10i128.pow(u32::from(precision))).ok_or_else(|| fail("Overflow."))?;
    Ok(if trimmed.starts_with('-') { -value } else { value })
}

/// The number that the first `kept` digits make, rounded half up by the next; `None` when it reaches `limit`.
fn scaled_digits(digits: impl Iterator<Item = i128>, kept: i64, limit: i128) -> Option<i128> {
    let mut value = 0i128;
    let mut taken = 0;
    let mut rounding = 0;
    for digit in digits {
        if taken == kept {
            rounding = i128::from(digit >= 5);
            break;
        }
        if taken > kept {
            break;
        }
        value = value * 10 + digit;
        taken += 1;
        if value >= limit {
            return None;
        }
    }
    while taken < kept && value > 0 {
        value *= 10;
        taken += 1;
        if value >= limit {
            return None;
        }
    }
    value += rounding;
    (value < limit).then_some(value)
}

/// DATE as days: `y-m-d`, `y-m` or `y`, of years 0 to 9999; what follows a blank is ignored.
pub fn parse_date(text: &str) -> Parsed<i32> {
    date_of(text).ok_or_else(|| ParseError(format!("For input string: '{text}'.")))
}

fn date_of(text: &str) -> Option<i32> {
    let date = match text.find(' ') {
        Some(at) if at > 0 => &text[..at],
        _ => text,
    };
    let mut parts = date.splitn(3, '-').map(|part| small_number(trim_java(part)));
    let year = parts.next()??;
    let month = parts.next().unwrap_or(Some(1))?;
    let day = parts.next().unwrap_or(Some(1))?;
    let valid = year <= 9_999 && (1..=12).contains(&month) && (1..=days_in_month(i64::from(year), month)).contains(&day);
    valid.then(|| days_from_civil(i64::from(year), month, day) as i32)
}

fn small_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

fn days_in_month(year: i64, month: u32) -> u32 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// TIME as milliseconds of the day: `H`, `H:m`, `H:m:s` or `H:m:s.f`, cut to `precision` digits (3 at most).
pub fn parse_time(text: &str, precision: u8) -> Parsed<i32> {
    time_of(trim_java(text), precision).ok_or_else(|| {
        ParseError(format!("Invalid time format: '{text}'. Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59"))
    })
}

fn time_of(text: &str, precision: u8) -> Option<i32> {
    let mut parts = text.splitn(3, ':');
    let hour = small_number(parts.next()?)?;
    let minute = parts.next().map_or(Some(0), small_number)?;
    let (second, fraction) = match parts.next() {
        Some(seconds) => seconds.split_once('.').unwrap_or((seconds, "")),
        None => ("0", ""),
    };
    let second = small_number(second)?;
    if hour > 23 || minute > 59 || second > 59 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits = usize::from(precision.min(3));
    let millis = fraction.bytes().chain(std::iter::repeat(b'0')).take(3).enumerate();
    let millis = millis.fold(0, |sum, (i, b)| sum * 10 + if i < digits { u32::from(b - b'0') } else { 0 });
    Some((((hour * 60 + minute) * 60 + second) * 1_000 + millis) as i32)
}

/// TIMESTAMP as a point on a wall clock: `yyyy-M-d` or `yyyy-M-d H:m:s[.fffffffff]`; nothing may be around it. A day
/// beyond the end of its month is the month's last, 24:00:00 is the next midnight.
pub fn parse_timestamp(text: &str) -> Parsed<Timestamp> {
    let mut cursor = Cursor { text, at: 0 };
    let year = cursor.year().ok_or_else(|| cursor.fail())?;
    cursor.literal(b'-').ok_or_else(|| cursor.fail())?;
    let month = cursor.one_or_two().ok_or_else(|| cursor.fail())?;
    cursor.literal(b'-').ok_or_else(|| cursor.fail())?;
    let day = cursor.one_or_two().ok_or_else(|| cursor.fail())?;
    let date_end = cursor.at;
    let clock = cursor.clock().unwrap_or_else(|| {
        cursor.at = date_end;
        Clock::default()
    });
    if cursor.at < text.len() {
        return Err(ParseError(format!(
            "Text '{text}' could not be parsed, unparsed text found at index {}",
            utf16_index(text, cursor.at)
        )));
    }
    assemble(year, month, day, &clock)
}

#[derive(Default)]
struct Clock {
    hour: u32,
    minute: u32,
    second: u32,
    nanos: u32,
}

fn assemble(year: i64, month: u32, day: u32, clock: &Clock) -> Parsed<Timestamp> {
    in_range("YearOfEra", year, 1, 999_999_999)?;
    in_range("MonthOfYear", i64::from(month), 1, 12)?;
    in_range("DayOfMonth", i64::from(day), 1, 31)?;
    let midnight_after = clock.hour == 24 && clock.minute == 0 && clock.second == 0 && clock.nanos == 0;
    in_range("HourOfDay", i64::from(clock.hour), 0, if midnight_after { 24 } else { 23 })?;
    in_range("MinuteOfHour", i64::from(clock.minute), 0, 59)?;
    in_range("SecondOfMinute", i64::from(clock.second), 0, 59)?;
    let days = days_from_civil(year, month, day.min(days_in_month(year, month)));
    let seconds = (clock.hour * 60 + clock.minute) * 60 + clock.second;
    let millis = days * MILLIS_PER_DAY + i64::from(seconds) * 1_000 + i64::from(clock.nanos / 1_000_000);
    Ok(Timestamp { millis, nanos: clock.nanos % 1_000_000 })
}

fn in_range(field: &str, value: i64, min: i64, max: i64) -> Parsed<()> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    let shown_max = if field == "HourOfDay" { 23 } else { max };
    Err(ParseError(format!("Invalid value for {field} (valid values {min} - {shown_max}): {value}")))
}

/// Reads the fields of a timestamp from left to right.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn digits(&self, most: usize) -> usize {
        self.text.as_bytes()[self.at..].iter().take(most).take_while(|b| b.is_ascii_digit()).count()
    }

    fn number(&mut self, length: usize) -> Option<i64> {
        let value = self.text[self.at..self.at + length].parse().ok()?;
        self.at += length;
        Some(value)
    }

    /// Four digits, or more after a plus.
    fn year(&mut self) -> Option<i64> {
        if self.text.as_bytes().first() == Some(&b'+') {
            self.at = 1;
            let length = self.digits(10);
            return if length > 4 { self.number(length) } else { self.back() };
        }
        if self.digits(5) == 4 { self.number(4) } else { None }
    }

    fn back<T>(&mut self) -> Option<T> {
        self.at = 0;
        None
    }

    fn one_or_two(&mut self) -> Option<u32> {
        match self.digits(3) {
            length @ 1..=2 => self.number(length).map(|value| value as u32),
            _ => None,
        }
    }

    fn literal(&mut self, byte: u8) -> Option<()> {
        let found = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found.then_some(())
    }

    /// ` H:m:s[.f]`
    fn clock(&mut self) -> Option<Clock> {
        self.literal(b' ')?;
        let hour = self.one_or_two()?;
        self.literal(b':')?;
        let minute = self.one_or_two()?;
        self.literal(b':')?;
        let second = self.one_or_two()?;
        let mut nanos = 0;
        if self.literal(b'.').is_some() {
            let length = self.digits(9);
            if length > 0 {
                nanos = self.number(length)? as u32 * 10u32.pow(9 - length as u32);
            }
        }
        Some(Clock { hour, minute, second, nanos })
    }

    fn fail(&self) -> ParseError {
        ParseError(format!("Text '{}' could not be parsed at index {}", self.text, utf16_index(self.text, self.at)))
    }
}

/// Java counts UTF-16 units.
fn utf16_index(text: &str, byte: usize) -> usize {
    text[..byte].encode_utf16().count()
}

#[cfg(test)]
mod tests;
