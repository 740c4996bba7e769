//! Dates and times in the text forms of Flink's formats, read and written.

use table::text::{civil_from_days, days_from_civil};

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in_month(year: i64, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// How values that do not exist are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolver {
    /// They are errors.
    Strict,
    /// The 30th of February is the last of February, and hour 24 is the next midnight.
    Smart,
}

/// `yyyy-MM-dd`; years with more than four digits have a sign.
pub(crate) fn parse_iso_date(text: &[u8], resolver: Resolver) -> Option<i32> {
    let (date, rest) = take_iso_date(text)?;
    if !rest.is_empty() {
        return None;
    }
    i32::try_from(date.days(resolver)?).ok()
}

/// `HH:mm[:ss[.f]]`, as nanoseconds of the day.
pub(crate) fn parse_iso_time(text: &[u8]) -> Option<i64> {
    let (time, rest) = take_time(text, SecondsAre::Optional)?;
    (rest.is_empty() && time.hour < 24).then(|| time.nanos_of_day())
}

/// `HH:mm:ss[.f]`, as nanoseconds of the day.
pub(crate) fn parse_sql_time(text: &[u8]) -> Option<i64> {
    let (time, rest) = take_time(text, SecondsAre::Required)?;
    let is_midnight = time.hour == 24 && time.minute == 0 && time.second == 0 && time.nanos == 0;
    match (rest.is_empty(), is_midnight) {
        (true, true) => Some(0),
        (true, false) if time.hour < 24 => Some(time.nanos_of_day()),
        _ => None,
    }
}

/// What stands between date and time, and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimestampForm {
    separator: u8,
    seconds: SecondsAre,
    resolver: Resolver,
    suffix: &'static [u8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SecondsAre {
    Required,
    Optional,
}

impl TimestampForm {
    /// `2024-01-01 10:00:00.5`
    pub(crate) const SQL: Self = Self { separator: b' ', seconds: SecondsAre::Required, resolver: Resolver::Smart, suffix: b"" };
    /// `2024-01-01 10:00:00.5Z`
    pub(crate) const SQL_UTC: Self = Self { suffix: b"Z", ..Self::SQL };
    /// `2024-01-01T10:00:00.5`
    pub(crate) const ISO: Self = Self { separator: b'T', seconds: SecondsAre::Optional, resolver: Resolver::Strict, suffix: b"" };
    /// `2024-01-01T10:00:00.5Z`
    pub(crate) const ISO_UTC: Self = Self { separator: b'T', suffix: b"Z", ..Self::SQL };

    /// Nanoseconds since the epoch.
    pub(crate) fn parse(&self, text: &[u8]) -> Option<i128> {
        if let Some(nanos) = self.parse_usual(text) {
            return Some(nanos);
        }
        let (date, rest) = take_iso_date(text)?;
        let rest = match rest.split_first()? {
            (found, rest) if *found == self.separator => rest,
            (b't', rest) if self.resolver == Resolver::Strict => rest,
            _ => return None,
        };
        let (time, rest) = take_time(rest, self.seconds)?;
        if rest != self.suffix {
            return None;
        }
        let days = date.days(self.resolver)?;
        let is_midnight = time.minute == 0 && time.second == 0 && time.nanos == 0;
        if time.hour == 24 && !(self.resolver == Resolver::Smart && is_midnight) {
            return None;
        }
        Some(i128::from(days) * 86_400_000_000_000 + i128::from(time.nanos_of_day()))
    }

    /// The common case without choices: `dddd-dd-dd?dd:dd:dd` with a fraction of at most nine digits.
    fn parse_usual(&self, text: &[u8]) -> Option<i128> {
        let text = text.strip_suffix(self.suffix)?;
        let (fixed, fraction) = text.split_at_checked(19)?;
        let two = |at: usize| -> Option<u32> {
            let (tens, ones) = (fixed[at].wrapping_sub(b'0'), fixed[at + 1].wrapping_sub(b'0'));
            (tens < 10 && ones < 10).then(|| u32::from(tens) * 10 + u32::from(ones))
        };
        let marks = [fixed[4], fixed[7], fixed[10], fixed[13], fixed[16]];
        if marks != [b'-', b'-', self.separator, b':', b':'] {
            return None;
        }
        let (year, month, day) = (i64::from(two(0)? * 100 + two(2)?), two(5)?, two(8)?);
        let (hour, minute, second) = (two(11)?, two(14)?, two(17)?);
        let exists = (1..=12).contains(&month) && day >= 1 && day <= days_in_month(year, month) && hour < 24 && minute < 60 && second < 60;
        if !exists {
            return None;
        }
        let nanos = match fraction {
            [] => 0,
            [b'.', digits @ ..] if digits.len() <= 9 => fraction_nanos(digits)?,
            _ => return None,
        };
        let seconds = days_from_civil(year, month, day) * 86_400 + i64::from(hour * 3600 + minute * 60 + second);
        Some(i128::from(seconds) * 1_000_000_000 + i128::from(nanos))
    }
}

fn fraction_nanos(digits: &[u8]) -> Option<u32> {
    let mut nanos = 0;
    for i in 0..9 {
        let digit = digits.get(i).map_or(0, |d| d.wrapping_sub(b'0'));
        if digit > 9 {
            return None;
        }
        nanos = nanos * 10 + u32::from(digit);
    }
    Some(nanos)
}

struct CivilDate {
    year: i64,
    month: u32,
    day: u32,
}

impl CivilDate {
    fn days(&self, resolver: Resolver) -> Option<i64> {
        let longest = days_in_month(self.year, self.month);
        let day = match resolver {
            Resolver::Strict if self.day > longest => return None,
            _ => self.day.min(longest),
        };
        Some(days_from_civil(self.year, self.month, day))
    }
}

struct TimeOfDay {
    hour: u32,
    minute: u32,
    second: u32,
    nanos: u32,
}

impl TimeOfDay {
    fn nanos_of_day(&self) -> i64 {
        i64::from(self.hour * 3600 + self.minute * 60 + self.second) * 1_000_000_000 + i64::from(self.nanos)
    }
}

fn take_iso_date(text: &[u8]) -> Option<(CivilDate, &[u8])> {
    let (sign, rest) = match text {
        [b'-', rest @ ..] => (Some(-1), rest),
        [b'+', rest @ ..] => (Some(1), rest),
        _ => (None, text),
    };
    let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    // Four digits stand without a plus sign, more only with a sign.
    let fits = match sign {
        None => length == 4,
        Some(1) => (5..=10).contains(&length),
        Some(_) => (4..=10).contains(&length),
    };
    if !fits {
        return None;
    }
    let year = rest[..length].iter().fold(0i64, |n, d| n * 10 + i64::from(d - b'0')) * sign.unwrap_or(1);
    let rest = rest[length..].strip_prefix(b"-")?;
    let (month, rest) = take_two(rest)?;
    let (day, rest) = take_two(rest.strip_prefix(b"-")?)?;
    let fits = (1..=12).contains(&month) && (1..=31).contains(&day) && (-999_999_999..=999_999_999).contains(&year);
    fits.then_some((CivilDate { year, month, day }, rest))
}

fn take_time(text: &[u8], seconds: SecondsAre) -> Option<(TimeOfDay, &[u8])> {
    let (hour, rest) = take_two(text)?;
    let (minute, rest) = take_two(rest.strip_prefix(b":")?)?;
    let mut time = TimeOfDay { hour, minute, second: 0, nanos: 0 };
    let mut rest = rest;
    match (rest.strip_prefix(b":"), seconds) {
        (Some(tail), _) => {
            (time.second, rest) = take_two(tail)?;
            if let Some(tail) = rest.strip_prefix(b".") {
                let length = tail.iter().take(9).take_while(|b| b.is_ascii_digit()).count();
                time.nanos = fraction_nanos(&tail[..length])?;
                rest = &tail[length..];
            }
        }
        (None, SecondsAre::Optional) => {}
        (None, SecondsAre::Required) => return None,
    }
    (time.hour <= 24 && time.minute < 60 && time.second < 60).then_some((time, rest))
}

fn take_two(text: &[u8]) -> Option<(u32, &[u8])> {
    match text {
        [a @ b'0'..=b'9', b @ b'0'..=b'9', rest @ ..] => Some((u32::from(a - b'0') * 10 + u32::from(b - b'0'), rest)),
        _ => None,
    }
}

/// `yyyy-[m]m-[d]d` as `java.sql.Date` reads it: days that a month does not have run over into the next one, and before October 1582 the
/// calendar is the Julian one.
pub(crate) fn parse_sql_date(text: &[u8]) -> Option<i32> {
    let mut parts = text.split(|b| *b == b'-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 || !(1..=2).contains(&month.len()) || !(1..=2).contains(&day.len()) {
        return None;
    }
    let number = |digits: &[u8]| super::number::parse_integer(digits, 0, 9999);
    let (year, month, day) = (number(year)?, number(month)? as u32, number(day)? as u32);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let is_julian = (year, month, day) < (1582, 10, 15);
    let longest = if is_julian && month == 2 && year % 4 == 0 { 29 } else { days_in_month(year, month) };
    let days = if day > longest {
        days_from_civil(year, month, longest) + i64::from(day - longest)
    } else if is_julian && (year, month) == (1582, 10) && day > 4 {
        // These days were left out; they count on from the 15th.
        days_from_civil(year, month, day + 10)
    } else if day > days_in_month(year, month) {
        return None;
    } else {
        days_from_civil(year, month, day)
    };
    i32::try_from(days).ok()
}

/// Nanoseconds since the epoch in the unit that holds timestamps of a precision, cut to that precision; `None` outside of its range.
pub(crate) fn in_unit(nanos: i128, precision: u8) -> Option<i64> {
    let step = 10i64.pow(9 - u32::from(precision.min(9)));
    let unit = match precision {
        0..=3 => 1_000_000,
        4..=6 => 1000,
        _ => 1,
    };
    // Between the years 1677 and 2262, which is nearly always, this needs no division of wide numbers.
    match i64::try_from(nanos) {
        Ok(nanos) => Some(nanos.div_euclid(step) * (step / unit)),
        Err(_) => i64::try_from(nanos.div_euclid(i128::from(step)) * i128::from(step / unit)).ok(),
    }
}

/// Nanoseconds of the day as milliseconds, cut to a precision.
pub(crate) fn time_millis(nanos_of_day: i64, precision: u8) -> i32 {
    let step = 10i64.pow(9 - u32::from(precision.min(3)));
    (nanos_of_day / step * step / 1_000_000) as i32
}

/// Writes `yyyy-MM-dd`.
pub(crate) fn write_date(out: &mut Vec<u8>, days: i64) {
    let (year, month, day) = civil_from_days(days);
    write_year(out, year);
    out.push(b'-');
    write_two(out, month);
    out.push(b'-');
    write_two(out, day);
}

/// Writes `HH:mm:ss` and as many digits of the fraction as are not zero.
pub(crate) fn write_time(out: &mut Vec<u8>, nanos_of_day: i64) {
    let seconds = (nanos_of_day / 1_000_000_000) as u32;
    write_two(out, seconds / 3600);
    out.push(b':');
    write_two(out, seconds / 60 % 60);
    out.push(b':');
    write_two(out, seconds % 60);
    let nanos = nanos_of_day % 1_000_000_000;
    if nanos != 0 {
        let digits = format!("{nanos:09}");
        out.push(b'.');
        out.extend_from_slice(digits.trim_end_matches('0').as_bytes());
    }
}

/// Writes date, separator and time.
pub(crate) fn write_timestamp(out: &mut Vec<u8>, nanos: i128, separator: u8) {
    let days = nanos.div_euclid(86_400_000_000_000) as i64;
    write_date(out, days);
    out.push(separator);
    write_time(out, nanos.rem_euclid(86_400_000_000_000) as i64);
}

/// Four digits; a sign in front of more, and of years before 0.
fn write_year(out: &mut Vec<u8>, year: i64) {
    let text = match year {
        0..=9999 => format!("{year:04}"),
        10_000.. => format!("+{year}"),
        _ => format!("-{:04}", -year),
    };
    out.extend_from_slice(text.as_bytes());
}

fn write_two(out: &mut Vec<u8>, number: u32) {
    out.push(b'0' + (number / 10 % 10) as u8);
    out.push(b'0' + (number % 10) as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(nanos: Option<i128>) -> Option<String> {
        let mut out = vec![];
        write_timestamp(&mut out, nanos?, b' ');
        String::from_utf8(out).ok()
    }

    #[test]
    fn sql_timestamps_are_read_as_flink_reads_them() {
        let read = |text: &str| shown(TimestampForm::SQL.parse(text.as_bytes()));
        for (text, value) in [
            ("2020-01-01 00:00:00", "2020-01-01 00:00:00"),
            ("2020-01-01 00:00:00.1239", "2020-01-01 00:00:00.1239"),
            ("2020-02-30 00:00:00", "2020-02-29 00:00:00"),
            ("2020-01-01 24:00:00", "2020-01-02 00:00:00"),
            ("2020-01-01 00:00:00.", "2020-01-01 00:00:00"),
            ("1582-10-10 00:00:00", "1582-10-10 00:00:00"),
            ("+10000-01-01 00:00:00", "+10000-01-01 00:00:00"),
            ("-0001-01-01 00:00:00", "-0001-01-01 00:00:00"),
            ("1969-12-31 23:59:59.9", "1969-12-31 23:59:59.9"),
        ] {
            assert_eq!(read(text).as_deref(), Some(value), "{text}");
        }
        for bad in [
            "2020-01-01T00:00:00",
            "2020-01-01 1:2:3",
            "2020-1-1 00:00:00",
            "2020-01-01 00:00",
            "2020-01-01 00:00:00.1234567891",
            "2020-01-01",
            "2020-01-01 00:00:00Z",
            "10000-01-01 00:00:00",
            "-001-01-01 00:00:00",
            "2020-13-01 00:00:00",
            "2020-01-01 24:00:01",
            "",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn timestamps_with_zone_and_iso_forms_have_their_own_rules() {
        assert!(TimestampForm::SQL_UTC.parse(b"2020-01-01 00:00:00.5Z").is_some());
        assert!(TimestampForm::SQL_UTC.parse(b"2020-01-01 00:00:00z").is_none());
        assert!(TimestampForm::SQL_UTC.parse(b"2020-01-01 00:00:00+01:00").is_none());
        assert!(TimestampForm::ISO.parse(b"2020-01-01T00:00").is_some());
        assert!(TimestampForm::ISO.parse(b"2020-02-30T00:00:00").is_none());
        assert!(TimestampForm::ISO.parse(b"2020-01-01 00:00:00").is_none());
        assert!(TimestampForm::ISO_UTC.parse(b"2020-01-01T00:00:00Z").is_some());
    }

    #[test]
    fn dates_of_java_sql_run_over() {
        let read = |text: &str| parse_sql_date(text.as_bytes()).map(|days| civil_from_days(i64::from(days)));
        assert_eq!(read("2020-1-2"), Some((2020, 1, 2)));
        assert_eq!(read("2020-02-30"), Some((2020, 3, 1)));
        assert_eq!(read("1582-10-10"), Some((1582, 10, 20)));
        for bad in ["1500-02-29", " 2020-01-02", "20200102", "02020-01-02", "2020-01-32", "2020-01-02 ", "2020-01-02 00:00:00"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn times_are_read_in_two_forms() {
        assert_eq!(parse_iso_time(b"10:11"), Some((10 * 3600 + 11 * 60) * 1_000_000_000));
        assert_eq!(parse_iso_time(b"10:11:12."), Some((10 * 3600 + 11 * 60 + 12) * 1_000_000_000));
        assert_eq!(parse_iso_time(b"24:00:00"), None);
        assert_eq!(parse_iso_time(b" 10:11:12"), None);
        assert_eq!(parse_sql_time(b"10:11"), None);
        assert_eq!(parse_sql_time(b"10:11:12.345"), Some((10 * 3600 + 11 * 60 + 12) * 1_000_000_000 + 345_000_000));
    }
}
