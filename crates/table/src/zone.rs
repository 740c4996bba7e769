//! The session time zone: `table.local-time-zone`.

use chrono::{DateTime, NaiveDateTime, Offset, TimeDelta, TimeZone};
use chrono_tz::Tz;
use std::fmt;

/// A time zone by region id or by fixed offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    Region(Tz),
    /// Seconds east of UTC.
    Offset(i32),
}

/// What Flink says of another value of `table.local-time-zone`.
pub const INVALID_SESSION_ZONE: &str = "Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as 'America/Los_Angeles' \
     to include daylight saving time. Fixed offsets are supported using 'GMT-03:00' or 'GMT+03:00'. Or use 'UTC' without time zone and \
     daylight saving time.";

const MAX_OFFSET_SECONDS: i32 = 18 * 3600;

impl Zone {
    pub const UTC: Zone = Zone::Offset(0);

    /// Reads a zone as Flink does: `default`, a region id such as `Asia/Shanghai`, `UTC`, `GMT`, `Z`, an offset such as `+08:00`, or an
    /// offset after `UTC`, `GMT` or `UT`.
    pub fn parse(text: &str) -> Option<Zone> {
        if text == "default" {
            return Some(Zone::system());
        }
        if matches!(text, "Z" | "UTC" | "GMT" | "UT") {
            return Some(Zone::UTC);
        }
        let after_name = ["UTC", "GMT", "UT"].iter().find_map(|prefix| text.strip_prefix(prefix));
        if let Some(offset) = after_name.filter(|rest| rest.starts_with(['+', '-'])) {
            return parse_offset(offset).map(Zone::Offset);
        }
        if text.starts_with(['+', '-']) {
            return parse_offset(text).map(Zone::Offset);
        }
        text.parse().ok().map(Zone::Region)
    }

    /// Reads the value of `table.local-time-zone`, which takes fewer forms: `default`, `UTC`, `GMT`, `GMT+08:00` and region ids, but
    /// no abbreviations.
    pub fn parse_session(text: &str) -> Option<Zone> {
        let is_short = ["EST", "MST", "HST", "UT", "Z"].contains(&text) || text.starts_with(['+', '-']);
        let is_other_offset = text.starts_with("UTC") && text != "UTC" || text.starts_with("UT+") || text.starts_with("UT-");
        if is_short || is_other_offset { None } else { Zone::parse(text) }
    }

    /// The zone of this computer: `TZ`, else what `/etc/localtime` points to, else UTC.
    pub fn system() -> Zone {
        let from_variable = std::env::var("TZ").ok().and_then(|name| name.trim_start_matches(':').parse().ok());
        from_variable.or_else(system_region).map_or(Zone::UTC, Zone::Region)
    }

    /// Seconds east of UTC at an instant.
    pub fn offset_at(self, epoch_millis: i64) -> i32 {
        match self {
            Zone::Offset(seconds) => seconds,
            Zone::Region(region) => match DateTime::from_timestamp_millis(epoch_millis) {
                Some(instant) => region.offset_from_utc_datetime(&instant.naive_utc()).fix().local_minus_utc(),
                None => 0,
            },
        }
    }

    /// Wall clock milliseconds (as if they were UTC) of an instant.
    pub fn to_local(self, epoch_millis: i64) -> i64 {
        epoch_millis.saturating_add(i64::from(self.offset_at(epoch_millis)) * 1_000)
    }

    /// The instant of wall clock milliseconds. A time that the clock skips moves forward by the skipped span; of a time that
    /// comes twice the earlier is meant.
    pub fn to_instant(self, local_millis: i64) -> i64 {
        let offset = match self {
            Zone::Offset(seconds) => seconds,
            Zone::Region(region) => local_offset(region, local_millis),
        };
        local_millis.saturating_sub(i64::from(offset) * 1_000)
    }
}

/// The offset that a wall clock time has; in a gap the one before the gap, as Java does.
fn local_offset(region: Tz, local_millis: i64) -> i32 {
    let Some(local) = DateTime::from_timestamp_millis(local_millis).map(|t| t.naive_utc()) else { return 0 };
    match region.offset_from_local_datetime(&local) {
        chrono::LocalResult::Single(offset) | chrono::LocalResult::Ambiguous(offset, _) => offset.fix().local_minus_utc(),
        chrono::LocalResult::None => offset_before_gap(region, local),
    }
}

fn offset_before_gap(region: Tz, local: NaiveDateTime) -> i32 {
    // Gaps are hours, in the extreme a day (Samoa skipped one): two days before, the old offset holds.
    local.checked_sub_signed(TimeDelta::days(2)).map_or(0, |before| region.offset_from_utc_datetime(&before).fix().local_minus_utc())
}

/// `+h`, `+hh`, `+hh:mm`, `+hhmm`, `+hh:mm:ss`, `+hhmmss`, to 18 hours.
fn parse_offset(text: &str) -> Option<i32> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let parts: Vec<&str> = match digits.len() {
        1 | 2 => vec![digits],
        4 if !digits.contains(':') => vec![digits.get(..2)?, digits.get(2..)?],
        6 if !digits.contains(':') => vec![digits.get(..2)?, digits.get(2..4)?, digits.get(4..)?],
        _ => digits.split(':').collect(),
    };
    if parts.len() > 3 || parts.iter().skip(1).any(|part| part.len() != 2) {
        return None;
    }
    let mut seconds = 0;
    for (part, unit) in parts.iter().zip([3600, 60, 1]) {
        let value: i32 = part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok())??;
        if unit < 3600 && value > 59 {
            return None;
        }
        seconds += value * unit;
    }
    (seconds <= MAX_OFFSET_SECONDS).then_some(sign * seconds)
}

fn system_region() -> Option<Tz> {
    let target = std::fs::read_link("/etc/localtime").ok()?;
    let path = target.to_str()?;
    path.split_once("zoneinfo/")?.1.parse().ok()
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Zone::Region(region) => f.write_str(region.name()),
            Zone::Offset(0) => f.write_str("UTC"),
            Zone::Offset(seconds) => {
                let sign = if *seconds < 0 { '-' } else { '+' };
                let (minutes, rest) = (seconds.abs() / 60, seconds.abs() % 60);
                write!(f, "GMT{sign}{:02}:{:02}", minutes / 60, minutes % 60)?;
                if rest > 0 {
                    write!(f, ":{rest:02}")?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(text: &str) -> Zone {
        Zone::parse(text).unwrap_or_else(|| panic!("no zone {text}"))
    }

    #[test]
    fn zones_are_read_in_all_of_javas_forms() {
        assert_eq!(zone("UTC"), Zone::UTC);
        assert_eq!(zone("Z"), Zone::UTC);
        assert_eq!(zone("GMT+08:00"), Zone::Offset(8 * 3600));
        assert_eq!(zone("UTC-5"), Zone::Offset(-5 * 3600));
        assert_eq!(zone("+0530"), Zone::Offset(5 * 3600 + 1800));
        assert_eq!(zone("-18:00"), Zone::Offset(-18 * 3600));
        assert_eq!(zone("Asia/Shanghai"), Zone::Region(Tz::Asia__Shanghai));
        for bad in ["", "Asia/Nowhere", "GMT+19:00", "+8:0", "+08:60", "+", "8", "+é"] {
            assert_eq!(Zone::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_session_zone_takes_fewer_forms() {
        for good in ["UTC", "GMT+8", "GMT+08:00", "Asia/Shanghai", "default"] {
            assert!(Zone::parse_session(good).is_some(), "{good}");
        }
        for bad in ["+8", "UTC+8", "EST", "PST", "asia/shanghai", "Z"] {
            assert_eq!(Zone::parse_session(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_skipped_time_moves_forward_by_the_gap() {
        let new_york = zone("America/New_York");
        // 2024-03-10 02:30 does not exist; it means 03:30 summer time, 07:30 UTC.
        assert_eq!(new_york.to_instant(1_710_037_800_000), 1_710_055_800_000);
        assert_eq!(new_york.to_local(1_710_055_800_000), 1_710_041_400_000);
    }

    #[test]
    fn a_time_that_comes_twice_is_the_earlier_one() {
        let new_york = zone("America/New_York");
        // 2024-11-03 01:30 is first 05:30 UTC, then 06:30 UTC.
        assert_eq!(new_york.to_instant(1_730_597_400_000), 1_730_611_800_000);
    }

    #[test]
    fn offsets_print_as_java_names_them() {
        assert_eq!(zone("+8").to_string(), "GMT+08:00");
        assert_eq!(zone("Asia/Shanghai").to_string(), "Asia/Shanghai");
        assert_eq!(zone("GMT").to_string(), "UTC");
    }
}
