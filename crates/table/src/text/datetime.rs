//! Dates, times and intervals as text, and the calendar beneath them.

const MILLIS_PER_DAY: i64 = 86_400_000;

/// Year, month and day of a number of days since 1970-01-01, in the proleptic Gregorian calendar.
pub fn civil_from_days(days: i64) -> (i64, u32, u32) {
    // Years begin in March here, so that a leap day is the last of its year.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * shifted_month + 2) / 5 + 1) as u32;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 } as u32;
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Days since 1970-01-01 of a date of the proleptic Gregorian calendar.
pub fn days_from_civil(year: i64, month: u32, day: u32) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted_month = i64::from((month + 9) % 12);
    let day_of_year = (153 * shifted_month + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// `yyyy-MM-dd`
pub fn write_date(out: &mut String, days: i32) {
    write_civil(out, i64::from(days));
}

/// `HH:mm:ss` with up to `precision` digits after the point; trailing zeros are left out, except for the first.
pub fn write_time(out: &mut String, millis_of_day: i32, precision: u8) {
    let millis = millis_of_day.rem_euclid(MILLIS_PER_DAY as i32);
    write_clock(out, i64::from(millis / 1_000));
    let mut fraction = millis % 1_000;
    for place in 0..precision {
        if place == 0 {
            out.push('.');
        }
        out.push(digit(i64::from(fraction / 100)));
        fraction = fraction % 100 * 10;
        if fraction == 0 {
            break;
        }
    }
}

/// `yyyy-MM-dd HH:mm:ss` with exactly `precision` digits after the point.
pub fn write_timestamp(out: &mut String, millis: i64, nanos_of_milli: u32, precision: u8) {
    write_civil(out, millis.div_euclid(MILLIS_PER_DAY));
    out.push(' ');
    let in_day = millis.rem_euclid(MILLIS_PER_DAY);
    write_clock(out, in_day / 1_000);
    if precision > 0 {
        out.push('.');
        let mut nanos = (in_day % 1_000) * 1_000_000 + i64::from(nanos_of_milli);
        for _ in 0..precision {
            out.push(digit(nanos / 100_000_000));
            nanos = nanos % 100_000_000 * 10;
        }
    }
}

/// `+1-02`
pub fn write_interval_months(out: &mut String, months: i32) {
    out.push(if months < 0 { '-' } else { '+' });
    let months = months.unsigned_abs();
    push_number(out, u64::from(months / 12));
    out.push('-');
    push_two(out, i64::from(months % 12));
}

/// `+1 02:03:04.567`
pub fn write_interval_millis(out: &mut String, millis: i64) {
    out.push(if millis < 0 { '-' } else { '+' });
    let millis = millis.unsigned_abs();
    push_number(out, millis / MILLIS_PER_DAY as u64);
    out.push(' ');
    let in_day = (millis % MILLIS_PER_DAY as u64) as i64;
    write_clock(out, in_day / 1_000);
    out.push('.');
    out.push(digit(in_day / 100 % 10));
    push_two(out, in_day % 100);
}

/// A date. Years have four digits; of a longer one the last four are written, as Flink does.
fn write_civil(out: &mut String, days: i64) {
    let (year, month, day) = civil_from_days(days);
    if year < 0 {
        out.push('-');
    }
    let year = year.unsigned_abs() as i64;
    push_two(out, year / 100 % 100);
    push_two(out, year % 100);
    out.push('-');
    push_two(out, i64::from(month));
    out.push('-');
    push_two(out, i64::from(day));
}

fn write_clock(out: &mut String, second_of_day: i64) {
    push_two(out, second_of_day / 3_600);
    out.push(':');
    push_two(out, second_of_day / 60 % 60);
    out.push(':');
    push_two(out, second_of_day % 60);
}

fn push_two(out: &mut String, value: i64) {
    out.push(digit(value / 10));
    out.push(digit(value % 10));
}

fn push_number(out: &mut String, value: u64) {
    out.push_str(itoa::Buffer::new().format(value));
}

fn digit(value: i64) -> char {
    char::from(b'0' + (value % 10) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    #[test]
    fn the_calendar_counts_both_ways() {
        for days in [-719_528, -719_162, -1, 0, 58, 59, 18_321, 2_932_896] {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
        assert_eq!(civil_from_days(18_321), (2020, 2, 29));
    }

    #[test]
    fn times_leave_out_trailing_zeros() {
        assert_eq!(text(|out| write_time(out, 3_723_000, 3)), "01:02:03.0");
        assert_eq!(text(|out| write_time(out, 36_000_120, 3)), "10:00:00.12");
        assert_eq!(text(|out| write_time(out, 36_000_129, 2)), "10:00:00.12");
        assert_eq!(text(|out| write_time(out, 45_296_789, 3)), "12:34:56.789");
        assert_eq!(text(|out| write_time(out, 45_296_789, 0)), "12:34:56");
    }

    #[test]
    fn timestamps_have_exactly_their_precision() {
        assert_eq!(text(|out| write_timestamp(out, 1_577_836_800_000, 0, 0)), "2020-01-01 00:00:00");
        assert_eq!(text(|out| write_timestamp(out, 1_577_836_800_120, 0, 3)), "2020-01-01 00:00:00.120");
        assert_eq!(text(|out| write_timestamp(out, -1, 999_999, 9)), "1969-12-31 23:59:59.999999999");
    }

    #[test]
    fn intervals_have_a_sign() {
        assert_eq!(text(|out| write_interval_millis(out, 93_784_567)), "+1 02:03:04.567");
        assert_eq!(text(|out| write_interval_millis(out, -5_000)), "-0 00:00:05.000");
        assert_eq!(text(|out| write_interval_months(out, 14)), "+1-02");
        assert_eq!(text(|out| write_interval_months(out, -3)), "-0-03");
    }
}
