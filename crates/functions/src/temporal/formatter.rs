//! Patterns of `java.time.format.DateTimeFormatter` in English, with weeks as in the United States.

use super::tokens::{MONTHS, Token, WEEKDAYS, tokens};
use super::unit::{MILLIS_PER_DAY, day_of_year, days_in_month, iso_day_of_week, us_week};
use std::fmt::Write;
use table::text::{civil_from_days, days_from_civil};
use table::value::Timestamp;

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Formatter {
    items: Vec<Item>,
}

#[derive(Debug)]
enum Item {
    Literal(String),
    Field(char, usize),
    /// A field filled up with blanks to a width.
    Padded(usize, char, usize),
    /// Left out when it cannot be printed or does not match.
    Optional(Vec<Item>),
}

impl Formatter {
    /// An error in Java's words for a pattern that is not valid.
    pub(super) fn compile(pattern: &str) -> Result<Formatter, String> {
        let tokens = tokens(pattern).ok_or_else(|| format!("Pattern ends with an incomplete string literal: {pattern}"))?;
        let mut open: Vec<Vec<Item>> = vec![Vec::new()];
        let mut padding = None;
        for token in tokens {
            match token {
                Token::Field('p', count) => padding = Some(count),
                Token::Field(letter, count) => {
                    check_count(letter, count)?;
                    let item = match padding.take() {
                        Some(width) => Item::Padded(width, letter, count),
                        None => Item::Field(letter, count),
                    };
                    push(&mut open, item);
                }
                Token::Literal(text) => push_text(&mut open, &text)?,
            }
        }
        while open.len() > 1 {
            close(&mut open);
        }
        Ok(Formatter { items: open.pop().unwrap_or_default() })
    }

    /// Appends a point on a wall clock; an error when the pattern asks for a zone.
    pub(super) fn format(&self, point: Timestamp, out: &mut String) -> Result<(), String> {
        Printer::new(point).print_all(&self.items, out)
    }

    /// Reads a point on a wall clock: what the text does not say is as on 1970-01-01 at midnight. A zone is read and passed over.
    pub(super) fn parse(&self, text: &str) -> Option<Timestamp> {
        let mut fields = Fields::default();
        let end = parse_all(&self.items, text, 0, &mut fields)?;
        (end == text.len()).then(|| fields.resolve()).flatten()
    }
}

fn push(open: &mut [Vec<Item>], item: Item) {
    if let Some(items) = open.last_mut() {
        items.push(item);
    }
}

fn close(open: &mut Vec<Vec<Item>>) {
    if let Some(items) = open.pop() {
        push(open, Item::Optional(items));
    }
}

/// A quoted bracket cannot be told from a bare one here; patterns have no use for it.
fn push_text(open: &mut Vec<Vec<Item>>, text: &str) -> Result<(), String> {
    let mut literal = String::new();
    for c in text.chars() {
        if !matches!(c, '[' | ']' | '{' | '}' | '#') {
            literal.push(c);
            continue;
        }
        if !literal.is_empty() {
            push(open, Item::Literal(std::mem::take(&mut literal)));
        }
        match c {
            '[' => open.push(Vec::new()),
            ']' if open.len() > 1 => close(open),
            ']' => return Err("Pattern invalid as it contains ] without previous [".to_owned()),
            _ => return Err(format!("Pattern includes reserved character: '{c}'")),
        }
    }
    if !literal.is_empty() {
        push(open, Item::Literal(literal));
    }
    Ok(())
}

fn check_count(letter: char, count: usize) -> Result<(), String> {
    let most = match letter {
        'u' | 'y' | 'Y' | 'n' | 'N' | 'A' | 'g' => 19,
        'G' | 'M' | 'L' | 'E' | 'e' | 'Q' | 'q' | 'B' | 'X' | 'x' | 'Z' => 5,
        'c' if count != 2 => 5,
        'z' | 'v' | 'O' => 4,
        'D' => 3,
        'd' | 'h' | 'H' | 'k' | 'K' | 'm' | 's' | 'w' => 2,
        'V' if count == 2 => 2,
        'S' => 9,
        'a' | 'F' | 'W' => 1,
        'c' | 'V' => return Err(format!("Invalid pattern \"{}\"", letter.to_string().repeat(count))),
        _ => return Err(format!("Unknown pattern letter: {letter}")),
    };
    if count > most { Err(format!("Too many pattern letters: {letter}")) } else { Ok(()) }
}

/// The parts of a point in time.
struct Printer {
    days: i64,
    year: i64,
    month: u32,
    day: u32,
    in_day: i64,
    /// Nanoseconds of the second.
    nanos: i64,
}

impl Printer {
    fn new(point: Timestamp) -> Self {
        let (days, in_day) = (point.millis.div_euclid(MILLIS_PER_DAY), point.millis.rem_euclid(MILLIS_PER_DAY));
        let (year, month, day) = civil_from_days(days);
        Printer { days, year, month, day, in_day, nanos: in_day % 1_000 * 1_000_000 + i64::from(point.nanos) }
    }

    fn print_all(&self, items: &[Item], out: &mut String) -> Result<(), String> {
        for item in items {
            match item {
                Item::Literal(text) => out.push_str(text),
                Item::Field(letter, count) => self.print(*letter, *count, out)?,
                Item::Padded(width, letter, count) => {
                    let mut field = String::new();
                    self.print(*letter, *count, &mut field)?;
                    out.extend(std::iter::repeat_n(' ', width.saturating_sub(field.chars().count())));
                    out.push_str(&field);
                }
                Item::Optional(items) => {
                    let before = out.len();
                    if self.print_all(items, out).is_err() {
                        out.truncate(before);
                    }
                }
            }
        }
        Ok(())
    }

    fn print(&self, letter: char, count: usize, out: &mut String) -> Result<(), String> {
        let (hour, weekday) = (self.in_day / 3_600_000, iso_day_of_week(self.days));
        let quarter = (i64::from(self.month) - 1) / 3 + 1;
        let nanos_of_day = self.in_day / 1_000 * 1_000_000_000 + self.nanos;
        let year_of_era = if self.year > 0 { self.year } else { 1 - self.year };
        match letter {
            'G' => out.push_str(era(self.year, count)),
            'y' => number_of_year(out, year_of_era, count),
            'u' => number_of_year(out, self.year, count),
            'Y' => number_of_year(out, us_week(self.days).0, count),
            'M' | 'L' => number_or_name(out, i64::from(self.month), count, MONTHS[self.month as usize - 1]),
            'Q' | 'q' => print_quarter(out, quarter, count),
            'E' => name(out, WEEKDAYS[weekday as usize - 1], count.max(3)),
            'e' | 'c' => number_or_name(out, weekday % 7 + 1, count, WEEKDAYS[weekday as usize - 1]),
            'w' => padded(out, us_week(self.days).1, count),
            'W' => padded(out, week_of_month(self.days, self.day), count),
            'F' => padded(out, (i64::from(self.day) - 1) % 7 + 1, count),
            'D' => padded(out, day_of_year(self.days), count),
            'd' => padded(out, i64::from(self.day), count),
            'g' => padded(out, self.days + 40_587, count),
            'a' => out.push_str(if hour < 12 { "AM" } else { "PM" }),
            'B' => out.push_str(period(nanos_of_day)),
            'h' => padded(out, (hour + 11) % 12 + 1, count),
            'H' => padded(out, hour, count),
            'k' => padded(out, (hour + 23) % 24 + 1, count),
            'K' => padded(out, hour % 12, count),
            'm' => padded(out, self.in_day / 60_000 % 60, count),
            's' => padded(out, self.in_day / 1_000 % 60, count),
            'S' => {
                let digits = format!("{:09}", self.nanos);
                out.push_str(&digits[..count.min(9)]);
            }
            'n' => padded(out, self.nanos, count),
            'N' => padded(out, nanos_of_day, count),
            'A' => padded(out, self.in_day, count),
            'X' | 'x' | 'Z' | 'O' => return Err("Unsupported field: OffsetSeconds".to_owned()),
            _ => return Err("Unable to extract ZoneId from temporal".to_owned()),
        }
        Ok(())
    }
}

fn padded(out: &mut String, number: i64, width: usize) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{number:0width$}");
}

/// Two letters give two digits; from four on a longer year has a sign.
fn number_of_year(out: &mut String, year: i64, count: usize) {
    if count == 2 {
        return padded(out, year.rem_euclid(100), 2);
    }
    if year < 0 {
        out.push('-');
    }
    let magnitude = year.abs();
    if count >= 4 && year > 0 && magnitude.to_string().len() > count {
        out.push('+');
    }
    padded(out, magnitude, count);
}

fn number_or_name(out: &mut String, number: i64, count: usize, text: &str) {
    if count <= 2 { padded(out, number, count) } else { name(out, text, count) }
}

/// Three letters give a short name, four the full one, five the first letter.
fn name(out: &mut String, text: &str, count: usize) {
    out.push_str(match count {
        4 => text,
        5 => &text[..1],
        _ => &text[..3],
    });
}

fn print_quarter(out: &mut String, quarter: i64, count: usize) {
    match count {
        1 | 2 => padded(out, quarter, count),
        3 => {
            out.push('Q');
            padded(out, quarter, 1);
        }
        4 => out.push_str(["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"][quarter as usize - 1]),
        _ => padded(out, quarter, 1),
    }
}

fn era(year: i64, count: usize) -> &'static str {
    match (year > 0, count) {
        (true, 4) => "Anno Domini",
        (true, 5) => "A",
        (true, _) => "AD",
        (false, 4) => "Before Christ",
        (false, 5) => "B",
        (false, _) => "BC",
    }
}

fn period(nanos_of_day: i64) -> &'static str {
    match nanos_of_day / 3_600_000_000_000 {
        0 if nanos_of_day == 0 => "midnight",
        12 if nanos_of_day == 43_200_000_000_000 => "noon",
        6..=11 => "in the morning",
        12..=17 => "in the afternoon",
        18..=20 => "in the evening",
        _ => "at night",
    }
}

/// Weeks begin on Sunday, the first holds the first day.
pub(super) fn week_of_month(days: i64, day: u32) -> i64 {
    let first = days - i64::from(day) + 1;
    (i64::from(day) - 1 + iso_day_of_week(first) % 7) / 7 + 1
}

/// What a text said.
#[derive(Clone, Debug, Default)]
struct Fields {
    year: Option<i64>,
    year_of_era: Option<i64>,
    before_christ: bool,
    month: Option<i64>,
    day: Option<i64>,
    day_of_year: Option<i64>,
    weekday: Option<i64>,
    week_year: Option<i64>,
    week: Option<i64>,
    hour: Option<i64>,
    half_day_hour: Option<i64>,
    afternoon: Option<bool>,
    minute: Option<i64>,
    second: Option<i64>,
    nanos: Option<i64>,
    nanos_of_day: Option<i64>,
}

fn parse_all(items: &[Item], text: &str, mut at: usize, fields: &mut Fields) -> Option<usize> {
    for (i, item) in items.iter().enumerate() {
        at = match item {
            Item::Literal(literal) => text[at..].starts_with(literal.as_str()).then(|| at + literal.len())?,
            Item::Field(letter, count) => parse_field(*letter, *count, reserved(&items[i + 1..]), text, at, fields)?,
            Item::Padded(width, letter, count) => {
                let field = text.get(at..at + width)?;
                let mut inner = Fields::clone(fields);
                let blanks = field.len() - field.trim_start_matches(' ').len();
                let end = parse_field(*letter, *count, 0, &text[..at + width], at + blanks, &mut inner)?;
                *fields = inner;
                (end == at + width).then_some(end)?
            }
            Item::Optional(items) => {
                let mut tried = fields.clone();
                match parse_all(items, text, at, &mut tried) {
                    Some(end) => {
                        *fields = tried;
                        end
                    }
                    None => at,
                }
            }
        };
    }
    Some(at)
}

/// How many digits the fields that follow directly need.
fn reserved(following: &[Item]) -> usize {
    let widths = following.iter().map_while(|item| match item {
        Item::Field('M' | 'L' | 'd' | 'h' | 'H' | 'k' | 'K' | 'm' | 's' | 'w' | 'e' | 'Q' | 'q' | 'y' | 'u' | 'Y', 2) => Some(2),
        Item::Field('D', 3) => Some(3),
        Item::Field('S', count) => Some(*count),
        _ => None,
    });
    widths.sum()
}

fn parse_field(letter: char, count: usize, reserved: usize, text: &str, at: usize, fields: &mut Fields) -> Option<usize> {
    let number = |widths: Widths| parse_number(text, at, widths, reserved);
    let usual = match (letter, count) {
        ('D', 2) => Widths { least: 2, most: 3, sign: Sign::None },
        ('n' | 'N' | 'A' | 'g', count) => Widths { least: count, most: 19, sign: Sign::None },
        (_, 1) => Widths { least: 1, most: 19, sign: Sign::Minus },
        (_, count) => Widths { least: count, most: count, sign: Sign::None },
    };
    let by_name = matches!(letter, 'M' | 'L' | 'E' | 'e' | 'c') && (count > 2 || letter == 'E');
    if by_name {
        let is_month = matches!(letter, 'M' | 'L');
        let (index, end) = parse_name(text, at, if is_month { &MONTHS } else { &WEEKDAYS }, count)?;
        set(if is_month { &mut fields.month } else { &mut fields.weekday }, index as i64 + 1)?;
        return Some(end);
    }
    match letter {
        'y' | 'u' | 'Y' => {
            let (year, end) = match count {
                2 => number(usual).map(|(year, end)| (2_000 + year, end))?,
                1..4 => number(Widths { least: count, most: 19, sign: Sign::Minus })?,
                _ => number(Widths { least: count, most: 19, sign: Sign::ExceedsPad })?,
            };
            let field = match letter {
                'y' => &mut fields.year_of_era,
                'u' => &mut fields.year,
                _ => &mut fields.week_year,
            };
            set(field, year)?;
            Some(end)
        }
        'S' => {
            let digits = text.get(at..at + count).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
            set(&mut fields.nanos, digits.parse::<i64>().ok()? * 10i64.pow(9 - count.min(9) as u32))?;
            Some(at + count)
        }
        'a' => {
            let half = text.get(at..at + 2)?;
            fields.afternoon = Some(match half {
                "AM" => false,
                "PM" => true,
                _ => return None,
            });
            Some(at + 2)
        }
        'G' => {
            let names: [&str; 2] = if count == 4 { ["Anno Domini", "Before Christ"] } else { ["AD", "BC"] };
            let index = names.iter().position(|name| text[at..].starts_with(name))?;
            fields.before_christ = index == 1;
            Some(at + names[index].len())
        }
        'V' | 'z' | 'v' | 'O' | 'X' | 'x' | 'Z' => {
            let zone = text[at..].find(|c: char| !(c.is_ascii_alphanumeric() || "/_+-:".contains(c))).unwrap_or(text.len() - at);
            (zone > 0).then_some(at + zone)
        }
        'Q' | 'q' if count > 2 => None,
        'B' => None,
        _ => {
            let (value, end) = number(usual)?;
            set_number(letter, value, fields)?;
            Some(end)
        }
    }
}

fn set_number(letter: char, value: i64, fields: &mut Fields) -> Option<()> {
    let within = |low: i64, high: i64| (low..=high).contains(&value).then_some(value);
    match letter {
        'M' | 'L' => set(&mut fields.month, within(1, 12)?),
        'd' => set(&mut fields.day, within(1, 31)?),
        'D' => set(&mut fields.day_of_year, within(1, 366)?),
        'H' => set(&mut fields.hour, within(0, 24)?),
        'k' => set(&mut fields.hour, within(1, 24)? % 24),
        'h' => set(&mut fields.half_day_hour, within(1, 12)? % 12),
        'K' => set(&mut fields.half_day_hour, within(0, 11)?),
        'm' => set(&mut fields.minute, within(0, 59)?),
        's' => set(&mut fields.second, within(0, 59)?),
        'n' => set(&mut fields.nanos, within(0, 999_999_999)?),
        'N' => set(&mut fields.nanos_of_day, within(0, MILLIS_PER_DAY * 1_000_000 - 1)?),
        'A' => set(&mut fields.nanos_of_day, within(0, MILLIS_PER_DAY - 1)? * 1_000_000),
        'w' => set(&mut fields.week, within(1, 53)?),
        // Sunday is 1.
        'e' | 'c' => set(&mut fields.weekday, (within(1, 7)? + 5) % 7 + 1),
        _ => Some(()),
    }
}

/// A field that comes twice must say the same.
fn set(field: &mut Option<i64>, value: i64) -> Option<()> {
    if field.is_some_and(|known| known != value) {
        return None;
    }
    *field = Some(value);
    Some(())
}

#[derive(Clone, Copy)]
struct Widths {
    least: usize,
    most: usize,
    sign: Sign,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    None,
    /// A minus for a negative number.
    Minus,
    /// Also a plus, which a number longer than the pattern must have.
    ExceedsPad,
}

fn parse_number(text: &str, at: usize, widths: Widths, reserved: usize) -> Option<(i64, usize)> {
    let sign = match text.as_bytes().get(at) {
        Some(b'-') if widths.sign != Sign::None => -1,
        Some(b'+') if widths.sign == Sign::ExceedsPad => 1,
        _ => 0,
    };
    let start = at + usize::from(sign != 0);
    let available = text.get(start..)?.bytes().take_while(u8::is_ascii_digit).count();
    let most = if widths.least == widths.most { widths.most } else { widths.most + reserved };
    let mut length = available.min(most);
    if reserved > 0 && widths.least != widths.most {
        length = length.saturating_sub(reserved).max(widths.least);
    }
    if length < widths.least || length > available {
        return None;
    }
    if widths.sign == Sign::ExceedsPad && sign >= 0 && (sign == 1) != (length > widths.least) {
        return None;
    }
    let number: i64 = text[start..start + length].parse().ok()?;
    Some((if sign < 0 { -number } else { number }, start + length))
}

fn parse_name(text: &str, at: usize, names: &[&str], count: usize) -> Option<(usize, usize)> {
    let length = |name: &str| match count {
        4 => name.len(),
        5 => 1,
        _ => 3,
    };
    let index = names.iter().position(|name| text[at..].starts_with(&name[..length(name)]))?;
    Some((index, at + length(names[index])))
}

impl Fields {
    fn resolve(&self) -> Option<Timestamp> {
        let (time, next_day) = self.time()?;
        let days = self.date()? + i64::from(next_day);
        let nanos = i128::from(days) * 86_400_000_000_000 + i128::from(time);
        Some(Timestamp::from_nanos(nanos))
    }

    fn date(&self) -> Option<i64> {
        let era = self.year_of_era.map(|year| if self.before_christ { 1 - year } else { year });
        if era.is_some_and(|_| self.year_of_era < Some(1)) {
            return None;
        }
        let year = self.year.or(era);
        let days = match (year, self.month, self.day, self.day_of_year, self.week_year, self.week) {
            (Some(year), None, None, Some(day), ..) => {
                let start = days_from_civil(year, 1, 1);
                (start + day <= days_from_civil(year + 1, 1, 1)).then_some(start + day - 1)?
            }
            (None, None, None, None, Some(year), Some(week)) => {
                let first = days_from_civil(year, 1, 1);
                let first_sunday = first - iso_day_of_week(first) % 7;
                return Some(first_sunday + (week - 1) * 7 + self.weekday.unwrap_or(7) % 7);
            }
            _ => {
                let (year, month) = (year.unwrap_or(1970), self.month.unwrap_or(1) as u32);
                let last = days_in_month(year, month);
                days_from_civil(year, month, (self.day.unwrap_or(1) as u32).min(last))
            }
        };
        let is_whole = year.is_some() && self.month.is_some() && self.day.is_some();
        let fits = !is_whole || self.weekday.is_none_or(|weekday| weekday == iso_day_of_week(days));
        fits.then_some(days)
    }

    /// Nanoseconds of the day; 24:00 is the midnight after.
    fn time(&self) -> Option<(i64, bool)> {
        if let Some(nanos) = self.nanos_of_day {
            return Some((nanos, false));
        }
        let half = self.half_day_hour.zip(self.afternoon).map(|(hour, afternoon)| hour + if afternoon { 12 } else { 0 });
        let hour = self.hour.or(half).unwrap_or(0);
        let (minute, second, nanos) = (self.minute.unwrap_or(0), self.second.unwrap_or(0), self.nanos.unwrap_or(0));
        if hour == 24 {
            return (minute == 0 && second == 0 && nanos == 0).then_some((0, true));
        }
        Some((((hour * 60 + minute) * 60 + second) * 1_000_000_000 + nanos, false))
    }
}
