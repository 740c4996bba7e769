//! Patterns of `java.text.SimpleDateFormat` in English: lenient, with weeks as in the United States.

use super::formatter::week_of_month;
use super::tokens::{MONTHS, Token, WEEKDAYS, tokens};
use super::unit::{MILLIS_PER_DAY, day_of_year, iso_day_of_week, us_week};
use chrono::{DateTime, Offset, TimeZone};
use std::fmt::{Display, Write};
use table::text::{civil_from_days, days_from_civil};
use table::zone::Zone;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct SimpleFormat {
    tokens: Vec<Token>,
}

impl SimpleFormat {
    /// An error in Java's words for a pattern that is not valid.
    pub(super) fn compile(pattern: &str) -> Result<SimpleFormat, String> {
        let tokens = tokens(pattern).ok_or("Unterminated quote")?;
        let wrong = tokens.iter().find_map(|token| match token {
            Token::Field(letter, _) if !"GyYMLwWDdFEuaHkKhmsSzZX".contains(*letter) => Some(*letter),
            _ => None,
        });
        match wrong {
            Some(letter) => Err(format!("Illegal pattern character '{letter}'")),
            None => Ok(SimpleFormat { tokens }),
        }
    }

    /// Appends an instant, in milliseconds since the epoch, as the clocks of a zone show it.
    pub(super) fn format(&self, millis: i64, zone: Zone, out: &mut String) {
        let local = zone.to_local(millis);
        for token in &self.tokens {
            match token {
                Token::Literal(text) => out.push_str(text),
                Token::Field('z', count) => out.push_str(&zone_name(zone, millis, *count)),
                Token::Field('Z', _) => print_offset(out, zone.offset_at(millis), 2),
                Token::Field('X', count) => match zone.offset_at(millis) {
                    0 => out.push('Z'),
                    offset => print_offset(out, offset, *count),
                },
                Token::Field(letter, count) => print_field(*letter, *count, local, out),
            }
        }
    }

    /// Reads an instant from the beginning of a text. Numbers out of range carry over; two digits of a year are near `now`.
    pub(super) fn parse(&self, text: &str, zone: Zone, now: i64) -> Option<i64> {
        let mut fields = Fields::default();
        let mut at = 0;
        for (i, token) in self.tokens.iter().enumerate() {
            at = match token {
                Token::Literal(literal) => text[at..].starts_with(literal.as_str()).then(|| at + literal.len())?,
                Token::Field(letter, count) => {
                    let start = at + text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
                    let is_abutting = matches!(self.tokens.get(i + 1), Some(Token::Field(..)));
                    parse_field(*letter, *count, is_abutting, text, start, zone, now, &mut fields)?
                }
            };
        }
        Some(fields.resolve(zone))
    }
}

fn print_field(letter: char, count: usize, local: i64, out: &mut String) {
    let (days, in_day) = (local.div_euclid(MILLIS_PER_DAY), local.rem_euclid(MILLIS_PER_DAY));
    let (year, month, day) = civil_from_days(days);
    let (hour, weekday) = (in_day / 3_600_000, iso_day_of_week(days));
    let number = match letter {
        'G' => return out.push_str(if year > 0 { "AD" } else { "BC" }),
        'y' | 'Y' => {
            let year = if letter == 'Y' {
                us_week(days).0
            } else if year > 0 {
                year
            } else {
                1 - year
            };
            if count == 2 { year.rem_euclid(100) } else { year }
        }
        'M' | 'L' if count > 2 => return out.push_str(name(MONTHS[month as usize - 1], count)),
        'M' | 'L' => i64::from(month),
        'E' => return out.push_str(name(WEEKDAYS[weekday as usize - 1], count)),
        'u' => weekday,
        'w' => us_week(days).1,
        'W' => week_of_month(days, day),
        'D' => day_of_year(days),
        'd' => i64::from(day),
        'F' => (i64::from(day) - 1) / 7 + 1,
        'a' => return out.push_str(if hour < 12 { "AM" } else { "PM" }),
        'H' => hour,
        'k' => (hour + 23) % 24 + 1,
        'K' => hour % 12,
        'h' => (hour + 11) % 12 + 1,
        'm' => in_day / 60_000 % 60,
        's' => in_day / 1_000 % 60,
        _ => in_day % 1_000,
    };
    // Writing to a String cannot fail.
    let _ = write!(out, "{number:0count$}");
}

fn name(text: &str, count: usize) -> &str {
    if count >= 4 { text } else { &text[..3] }
}

/// 1: hours; 2: hours and minutes; 3: with a colon.
fn print_offset(out: &mut String, seconds: i32, form: usize) {
    let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
    // Writing to a String cannot fail.
    let _ = match form {
        1 => write!(out, "{sign}{:02}", minutes / 60),
        2 => write!(out, "{sign}{:02}{:02}", minutes / 60, minutes % 60),
        _ => write!(out, "{sign}{:02}:{:02}", minutes / 60, minutes % 60),
    };
}

fn zone_name(zone: Zone, millis: i64, count: usize) -> String {
    match zone {
        Zone::Offset(0) if count >= 4 => "Coordinated Universal Time".to_owned(),
        Zone::Offset(_) => zone.to_string(),
        Zone::Region(region) => match DateTime::from_timestamp_millis(millis) {
            Some(instant) => abbreviation(&region.offset_from_utc_datetime(&instant.naive_utc())),
            None => region.name().to_owned(),
        },
    }
}

fn abbreviation(offset: &(impl Offset + Display)) -> String {
    offset.to_string()
}

#[derive(Debug, Default)]
struct Fields {
    year: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    day_of_year: Option<i64>,
    week: Option<i64>,
    /// Monday is 1.
    weekday: Option<i64>,
    hour: Option<i64>,
    half_day_hour: i64,
    afternoon: bool,
    minute: i64,
    second: i64,
    millis: i64,
    offset_seconds: Option<i32>,
    before_christ: bool,
}

#[expect(clippy::too_many_arguments, reason = "the state of one step of a parser")]
fn parse_field(
    letter: char,
    count: usize,
    is_abutting: bool,
    text: &str,
    at: usize,
    zone: Zone,
    now: i64,
    fields: &mut Fields,
) -> Option<usize> {
    let rest = text.get(at..)?;
    match letter {
        'M' | 'L' if count > 2 => {
            let (index, length) = longest_name(rest, &MONTHS)?;
            fields.month = Some(index as i64 + 1);
            return Some(at + length);
        }
        'E' => {
            let (index, length) = longest_name(rest, &WEEKDAYS)?;
            fields.weekday = Some(index as i64 + 1);
            return Some(at + length);
        }
        'a' => {
            let half = rest.get(..2)?;
            fields.afternoon = half.eq_ignore_ascii_case("PM");
            return (fields.afternoon || half.eq_ignore_ascii_case("AM")).then_some(at + 2);
        }
        'G' => {
            let era = rest.get(..2)?;
            fields.before_christ = era.eq_ignore_ascii_case("BC");
            return (fields.before_christ || era.eq_ignore_ascii_case("AD")).then_some(at + 2);
        }
        'z' | 'Z' | 'X' => {
            let (offset, length) = parse_zone(letter, count, rest, zone)?;
            fields.offset_seconds = Some(offset);
            return Some(at + length);
        }
        _ => {}
    }
    let (value, length) = parse_number(rest, is_abutting.then_some(count))?;
    match letter {
        'y' | 'Y' => fields.year = Some(if count <= 2 && length == 2 && value >= 0 { near(value, now) } else { value }),
        'M' | 'L' => fields.month = Some(value),
        'd' => fields.day = Some(value),
        'D' => fields.day_of_year = Some(value),
        'w' => fields.week = Some(value),
        'u' => fields.weekday = Some(value),
        'H' => fields.hour = Some(value),
        'k' => fields.hour = Some(if value == 24 { 0 } else { value }),
        'K' => fields.half_day_hour = value,
        'h' => fields.half_day_hour = if value == 12 { 0 } else { value },
        'm' => fields.minute = value,
        's' => fields.second = value,
        'S' => fields.millis = value,
        _ => {}
    }
    Some(at + length)
}

/// A number with the given count of characters where another field follows directly, else as long as it goes.
fn parse_number(text: &str, width: Option<usize>) -> Option<(i64, usize)> {
    let text = match width {
        Some(width) => text.get(..width)?,
        None => text,
    };
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let length = sign + digits;
    Some((text[..length].parse().ok()?, length))
}

/// The year with these last digits from 80 years ago to 20 years ahead.
fn near(digits: i64, now: i64) -> i64 {
    let start = civil_from_days(now.div_euclid(MILLIS_PER_DAY)).0 - 80;
    let year = start - start.rem_euclid(100) + digits;
    if year < start { year + 100 } else { year }
}

fn longest_name(text: &str, names: &[&str]) -> Option<(usize, usize)> {
    let matches = |length: usize, name: &str| text.get(..length).is_some_and(|start| start.eq_ignore_ascii_case(&name[..length]));
    let full = names.iter().position(|name| matches(name.len(), name));
    full.map(|i| (i, names[i].len())).or_else(|| names.iter().position(|name| matches(3, name)).map(|i| (i, 3)))
}

/// Names of zones that Java knows by their abbreviation, with their offsets in hours.
const ZONE_NAMES: [(&str, i32); 20] = [
    ("Eastern Standard Time", -5),
    ("Eastern Daylight Time", -4),
    ("Central Standard Time", -6),
    ("Central Daylight Time", -5),
    ("Mountain Standard Time", -7),
    ("Mountain Daylight Time", -6),
    ("Pacific Standard Time", -8),
    ("Pacific Daylight Time", -7),
    ("EST", -5),
    ("EDT", -4),
    ("CST", -6),
    ("CDT", -5),
    ("MST", -7),
    ("MDT", -6),
    ("PST", -8),
    ("PDT", -7),
    ("CEST", 2),
    ("CET", 1),
    ("JST", 9),
    ("MSK", 3),
];

/// An offset in seconds and how long its text is.
fn parse_zone(letter: char, count: usize, text: &str, zone: Zone) -> Option<(i32, usize)> {
    if letter == 'X' {
        return if text.starts_with('Z') { Some((0, 1)) } else { parse_offset(text, count.min(3)) };
    }
    if text.starts_with(['+', '-']) {
        return parse_offset(text, 2);
    }
    for name in ["GMT", "UTC"] {
        if let Some(rest) = text.get(..3).filter(|start| start.eq_ignore_ascii_case(name)).map(|_| &text[3..]) {
            return if rest.starts_with(['+', '-']) {
                parse_offset(rest, 3).map(|(offset, length)| (offset, length + 3))
            } else {
                Some((0, 3))
            };
        }
    }
    let own = zone_name(zone, 0, 1);
    if text.starts_with(own.as_str()) && !own.is_empty() {
        return Some((zone.offset_at(0), own.len()));
    }
    let known = ZONE_NAMES.iter().find(|(name, _)| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
    known.map(|(name, hours)| (hours * 3_600, name.len()))
}

fn parse_offset(text: &str, form: usize) -> Option<(i32, usize)> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let two = |at: usize| text.get(at..at + 2)?.bytes().all(|b| b.is_ascii_digit()).then(|| text[at..at + 2].parse::<i32>().ok())?;
    let hours = two(1)?;
    let (minutes, length) = match form {
        1 => (0, 3),
        2 => (two(3)?, 5),
        _ => (text[3..].starts_with(':').then(|| two(4))??, 6),
    };
    (hours < 24 && minutes < 60).then_some((sign * (hours * 3_600 + minutes * 60), length))
}

impl Fields {
    fn resolve(&self, zone: Zone) -> i64 {
        let hour = self.hour.unwrap_or(self.half_day_hour + if self.afternoon { 12 } else { 0 });
        let in_day = ((hour * 60 + self.minute) * 60 + self.second) * 1_000 + self.millis;
        let local = self.days() * MILLIS_PER_DAY + in_day;
        match self.offset_seconds {
            Some(seconds) => local - i64::from(seconds) * 1_000,
            None => zone.to_instant(local),
        }
    }

    fn days(&self) -> i64 {
        let year = self.year.unwrap_or(1970);
        let year = if self.before_christ { 1 - year } else { year }.clamp(-300_000_000, 300_000_000);
        if let (None, None, Some(day)) = (self.month, self.day, self.day_of_year) {
            return days_from_civil(year, 1, 1) + day - 1;
        }
        if let (None, None, Some(week)) = (self.month, self.day, self.week) {
            let first = days_from_civil(year, 1, 1);
            let first_sunday = first - iso_day_of_week(first) % 7;
            return first_sunday + (week - 1) * 7 + self.weekday.unwrap_or(7) % 7;
        }
        let months = self.month.unwrap_or(1) - 1;
        let first = days_from_civil(year + months.div_euclid(12), months.rem_euclid(12) as u32 + 1, 1);
        first + self.day.unwrap_or(1) - 1
    }
}
