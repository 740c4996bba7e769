//! Lengths of time: `10 min`, `500 ms`, `PT3M`.

use super::InvalidValue;
use std::time::Duration;

/// The units with their labels, as Flink knows them, and their nanoseconds.
const UNITS: &[(&str, &[&str], u128)] = &[
    ("DAYS", &["d", "day", "days"], 86_400_000_000_000),
    ("HOURS", &["h", "hour", "hours"], 3_600_000_000_000),
    ("MINUTES", &["min", "m", "minute", "minutes"], 60_000_000_000),
    ("SECONDS", &["s", "sec", "secs", "second", "seconds"], 1_000_000_000),
    ("MILLISECONDS", &["ms", "milli", "millis", "millisecond", "milliseconds"], 1_000_000),
    ("MICROSECONDS", &["µs", "micro", "micros", "microsecond", "microseconds"], 1_000),
    ("NANOSECONDS", &["ns", "nano", "nanos", "nanosecond", "nanoseconds"], 1),
];

const MILLISECOND: u128 = 1_000_000;
const SECOND: u128 = 1_000_000_000;

/// Reads a number with a unit, a number of milliseconds, or an ISO-8601 duration.
pub fn parse_duration(text: &str) -> Result<Duration, InvalidValue> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(invalid().flink("IllegalArgumentException", "argument is an empty- or whitespace-only string"));
    }
    let digits = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or(trimmed.len());
    let (number, label) = trimmed.split_at(digits);
    if number.is_empty() {
        return parse_iso(trimmed);
    }
    let label = label.trim().to_lowercase();
    let unit = unit_of(&label).ok_or_else(|| unknown_unit(&label))?;
    let total = number.parse::<u128>().ok().and_then(|n| n.checked_mul(unit));
    total.and_then(from_nanos).ok_or_else(|| {
        let message = format!("The value '{number}' cannot be represented as Duration (numeric overflow).");
        invalid().flink("IllegalArgumentException", message)
    })
}

/// Writes a duration with the largest unit that needs no fraction: `10 min`.
pub fn format_duration(duration: Duration) -> String {
    let nanos = duration.as_nanos();
    let fits = |(_, labels, unit): &(&str, &[&str], u128)| (nanos.is_multiple_of(*unit)).then(|| format!("{} {}", nanos / unit, labels[0]));
    match nanos {
        0 => "0 ms".to_string(),
        _ => UNITS.iter().find_map(fits).unwrap_or_default(),
    }
}

fn invalid() -> InvalidValue {
    InvalidValue::new("a duration", "Expected a number and a unit, such as '10 min', '500 ms' or '1 d'; a bare number counts milliseconds.")
}

fn unit_of(label: &str) -> Option<u128> {
    match label {
        "" => Some(MILLISECOND),
        _ => UNITS.iter().find(|(_, labels, _)| labels.contains(&label)).map(|(_, _, unit)| *unit),
    }
}

fn unknown_unit(label: &str) -> InvalidValue {
    let units: Vec<String> = UNITS.iter().map(|(name, labels, _)| format!("{name}: ({})", labels.join(" | "))).collect();
    let message = format!("Time interval unit label '{label}' does not match any of the recognized units: {}", units.join(", "));
    let mut invalid = invalid().flink("IllegalArgumentException", message);
    if label == "us" {
        invalid.expected = "Microseconds are written 'µs' or 'micros'.".to_string();
    }
    invalid
}

/// Flink keeps seconds in a signed 64-bit number.
fn from_nanos(nanos: u128) -> Option<Duration> {
    let seconds = i64::try_from(nanos / SECOND).ok()?;
    Some(Duration::new(seconds as u64, (nanos % SECOND) as u32))
}

/// Reads `PnDTnHnMn.nS` in any case; every number may have a sign, the total must not be negative.
fn parse_iso(text: &str) -> Result<Duration, InvalidValue> {
    let total = iso_nanos(&text.to_ascii_uppercase()).ok_or_else(|| {
        let message = format!("text does not start with a number, and is not a valid ISO-8601 duration format: {text}");
        invalid().flink("NumberFormatException", message)
    })?;
    let positive = u128::try_from(total).ok().and_then(from_nanos);
    positive.ok_or_else(|| {
        let expected = "A duration cannot be negative.";
        InvalidValue::new("a duration", expected).flink("NumberFormatException", "negative duration is not supported")
    })
}

fn iso_nanos(text: &str) -> Option<i128> {
    let (sign, rest) = split_sign(text);
    let rest = rest.strip_prefix('P')?;
    let (days, time) = rest.split_once('T').map_or((rest, None), |(days, time)| (days, Some(time)));
    if time == Some("") || (days.is_empty() && time.is_none()) {
        return None;
    }
    let mut total: i128 = 0;
    let mut rest = add_part(days, 'D', 86_400 * SECOND, &mut total)?;
    if let Some(time) = time {
        if !rest.is_empty() {
            return None;
        }
        rest = add_part(time, 'H', 3_600 * SECOND, &mut total)?;
        rest = add_part(rest, 'M', 60 * SECOND, &mut total)?;
        rest = add_seconds(rest, &mut total)?;
    }
    rest.is_empty().then_some(sign * total)
}

fn split_sign(text: &str) -> (i128, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Takes a leading `n<unit>` off the text, if there is one.
fn add_part<'a>(text: &'a str, unit: char, nanos: u128, total: &mut i128) -> Option<&'a str> {
    let Some((number, rest)) = text.split_once(unit) else { return Some(text) };
    let (sign, digits) = split_sign(number);
    *total = total.checked_add(sign.checked_mul(whole(digits)?)?.checked_mul(nanos as i128)?)?;
    Some(rest)
}

fn add_seconds<'a>(text: &'a str, total: &mut i128) -> Option<&'a str> {
    let Some((number, rest)) = text.split_once('S') else { return Some(text) };
    let (sign, digits) = split_sign(number);
    let (seconds, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    if fraction.len() > 9 {
        return None;
    }
    let fraction = whole(&format!("{fraction:0<9}"))?;
    *total = total.checked_add(sign * whole(seconds)?.checked_mul(SECOND as i128)?.checked_add(fraction)?)?;
    Some(rest)
}

fn whole(digits: &str) -> Option<i128> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(text: &str) -> Option<f64> {
        parse_duration(text).ok().map(|d| d.as_nanos() as f64 / 1e6)
    }

    #[test]
    fn numbers_with_flinks_units_are_durations() {
        let cases =
            [("10 min", 600_000.0), ("1d", 86_400_000.0), ("5", 5.0), (" 7  s ", 7000.0), ("5 m", 300_000.0), ("2 DAYS", 172_800_000.0)];
        for (text, expected) in cases.into_iter().chain([("1 secs", 1000.0), ("1µs", 0.001), ("1 micros", 0.001), ("1ns", 0.000_001)]) {
            assert_eq!(millis(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn iso_durations_are_read_in_any_case() {
        let cases = [("PT3M", 180_000.0), ("pt3m", 180_000.0), ("P1DT1H", 90_000_000.0), ("PT0.1S", 100.0), ("PT1,5S", 1500.0)];
        for (text, expected) in cases.into_iter().chain([("+PT5S", 5000.0), ("p2dt3h", 183_600_000.0)]) {
            assert_eq!(millis(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused_in_flinks_words() {
        let refused = |text: &str| parse_duration(text).expect_err(text).flink.unwrap_or_default();
        assert_eq!(refused("  "), "java.lang.IllegalArgumentException: argument is an empty- or whitespace-only string");
        assert_eq!(refused("PT-3M"), "java.lang.NumberFormatException: negative duration is not supported");
        for text in ["soon", "-5 s", "PT", "P", "PT1.5M"] {
            let message = "text does not start with a number, and is not a valid ISO-8601 duration format";
            assert_eq!(refused(text), format!("java.lang.NumberFormatException: {message}: {text}"));
        }
        for (text, label) in [("1 week", "week"), ("1us", "us"), ("1.5 s", ".5 s"), ("1d 2h", "d 2h")] {
            let message = format!("java.lang.IllegalArgumentException: Time interval unit label '{label}' does not match any of the");
            assert!(refused(text).starts_with(&message), "{text}");
        }
        let overflow =
            "java.lang.IllegalArgumentException: The value '9223372036854775807' cannot be represented as Duration (numeric overflow).";
        assert_eq!(refused("9223372036854775807 d"), overflow);
    }

    #[test]
    fn durations_are_written_with_the_largest_whole_unit() {
        for text in ["10 min", "1 d", "500 ms", "90 s", "0 ms", "1 ns"] {
            assert_eq!(parse_duration(text).map(format_duration).as_deref(), Ok(text));
        }
    }
}
