//! What each text is was asked of Flink 2.3 with TRY_CAST and CAST.

use super::*;
use crate::text::{write_date, write_decimal, write_double, write_time, write_timestamp};

fn message<T: std::fmt::Debug>(result: Parsed<T>) -> String {
    result.map_or_else(|e| e.0, |value| format!("{value:?}"))
}

fn int(text: &str) -> String {
    message(parse_integer(text, i64::from(i32::MIN), i64::from(i32::MAX)))
}

#[test]
fn integers_drop_a_fraction_and_tell_what_is_wrong() {
    for (text, expected) in
        [("+5", "5"), (".", "0"), ("1.", "1"), (".5", "0"), ("-.5", "0"), ("  7", "7"), ("00012", "12"), ("-2147483648", "-2147483648")]
    {
        assert_eq!(int(text), expected);
    }
    assert_eq!(int("abc"), "For input string: 'abc'. Invalid character found.");
    assert_eq!(int("1.x"), "For input string: '1.x'. Invalid character found.");
    assert_eq!(int(""), "For input string: ''. Input is empty.");
    assert_eq!(int("999999999999"), "For input string: '999999999999'. Overflow.");
    assert_eq!(int("2147483648"), "For input string: '2147483648'. Overflow.");
    let big = message(parse_integer("9223372036854775808", i64::MIN, i64::MAX));
    assert_eq!(big, "For input string: '9223372036854775808'. Overflow.");
    assert_eq!(parse_integer("-9223372036854775808", i64::MIN, i64::MAX), Ok(i64::MIN));
    assert_eq!(message(parse_integer("128", -128, 127)), "For input string: '128'. Overflow.");
    for text in ["-", "+", "--1", "1 2", "1e3", "0x10", "1_000", "１"] {
        assert!(parse_integer(text, i64::MIN, i64::MAX).is_err(), "{text}");
    }
}

#[test]
fn doubles_have_javas_forms() {
    let rows = [
        ("+5", "5.0"),
        ("1.", "1.0"),
        (".5", "0.5"),
        ("12e1", "120.0"),
        ("1E+3", "1000.0"),
        ("1e-3", "0.001"),
        ("1d", "1.0"),
        ("1.0e1f", "10.0"),
        ("0x1p3", "8.0"),
        ("+NaN", "NaN"),
        ("-Infinity", "-Infinity"),
        ("-0", "-0.0"),
        ("1e400", "Infinity"),
        ("1e-400", "0.0"),
        (" 7 ", "7.0"),
        ("1e2147483648", "Infinity"),
    ];
    for (text, expected) in rows {
        let mut found = String::new();
        write_double(&mut found, parse_double(text).unwrap_or_else(|e| panic!("{text}: {e}")));
        assert_eq!(found, expected, "{text}");
    }
    for text in [".", "nan", "INF", "infinity", "1e", "1L", "0x10", "1_000", "--1"] {
        assert_eq!(message(parse_double(text)), format!("For input string: \"{text}\""));
    }
    assert_eq!(message(parse_double(" ")), "empty String");
    assert_eq!(parse_float("9999.995"), Ok(9999.995));
}

#[test]
fn decimals_round_half_up() {
    let text = |text: &str, precision, scale| match parse_decimal(text, precision, scale) {
        Ok(value) => {
            let mut out = String::new();
            write_decimal(&mut out, value, scale);
            out
        }
        Err(error) => error.0,
    };
    for (input, expected) in [
        ("12.345", "12.35"),
        ("1.005", "1.01"),
        ("-1.005", "-1.01"),
        ("1e3", "1000.00"),
        ("1E+3", "1000.00"),
        ("1e-3", "0.00"),
        ("9999.994", "9999.99"),
        (".5", "0.50"),
        ("1.", "1.00"),
        (" 7 ", "7.00"),
        ("0.00000000000000000001", "0.00"),
        ("00012", "12.00"),
    ] {
        assert_eq!(text(input, 6, 2), expected, "{input}");
    }
    assert_eq!(text("123456", 5, 2), "For input string: '123456'. Overflow.");
    assert_eq!(text("9999.995", 6, 2), "For input string: '9999.995'. Overflow.");
    assert_eq!(text("1e400", 38, 0), "For input string: '1e400'. Overflow.");
    assert_eq!(text("abc", 5, 2), "For input string: 'abc'. Invalid character found.");
    assert_eq!(text("12345678901234567890", 38, 0), "12345678901234567890");
}

#[test]
fn booleans_have_five_words_each() {
    for text in ["true", "TRUE", "t", "Y", "yes", "1"] {
        assert_eq!(parse_boolean(text), Ok(true));
    }
    for text in ["n", "F", "0", "No", "false"] {
        assert_eq!(parse_boolean(text), Ok(false));
    }
    assert_eq!(message(parse_boolean(" true ")), "Cannot parse ' true ' as BOOLEAN.");
    assert_eq!(message(parse_boolean("")), "Cannot parse '' as BOOLEAN.");
}

#[test]
fn dates_may_be_short_and_have_a_time_behind_them() {
    let text = |text: &str| {
        parse_date(text).map_or_else(
            |e| e.0,
            |days| {
                let mut out = String::new();
                write_date(&mut out, days);
                out
            },
        )
    };
    for (input, expected) in [
        ("2020", "2020-01-01"),
        ("2020-1", "2020-01-01"),
        ("2020-1-1", "2020-01-01"),
        ("2020-01-01 10:00:00", "2020-01-01"),
        (" 2020-01-01 ", "2020-01-01"),
        ("2020-02-29", "2020-02-29"),
        ("0000-01-01", "0000-01-01"),
        ("20-01-01", "0020-01-01"),
        ("12", "0012-01-01"),
        ("2020-01-01  10:00:00", "2020-01-01"),
    ] {
        assert_eq!(text(input), expected, "{input}");
    }
    for bad in [
        "2020-01-01abc",
        "2020-02-30",
        "2021-02-29",
        "20200101",
        "-0001-01-01",
        "10000-01-01",
        "+10000-01-01",
        "2020-01-01T10:00:00",
        "2020-13-01",
        "2020-00-01",
        "2020-01-00",
        "2020/01/01",
        "2020-01-01-",
        " 2020-01-01 10:00:00",
        "",
    ] {
        assert_eq!(text(bad), format!("For input string: '{bad}'."));
    }
}

#[test]
fn times_may_be_short() {
    let text = |text: &str| {
        parse_time(text, 3).map_or_else(
            |e| e.0,
            |millis| {
                let mut out = String::new();
                write_time(&mut out, millis, 3);
                out
            },
        )
    };
    for (input, expected) in [
        ("1:2:3", "01:02:03.0"),
        ("12", "12:00:00.0"),
        ("12:34", "12:34:00.0"),
        ("12:34:56.1", "12:34:56.1"),
        ("12:34:56.1234567", "12:34:56.123"),
        (" 12:34 ", "12:34:00.0"),
        ("12:34:56.", "12:34:56.0"),
    ] {
        assert_eq!(text(input), expected, "{input}");
    }
    for bad in ["24:00:00", "12:60", "12:34:60", "abc", "", "12:34:56Z", "12:34:"] {
        let expected = format!("Invalid time format: '{bad}'. Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59");
        assert_eq!(text(bad), expected);
    }
}

#[test]
fn timestamps_take_a_blank_and_one_digit_fields() {
    let text = |text: &str| {
        parse_timestamp(text).map_or_else(
            |e| e.0,
            |at| {
                let mut out = String::new();
                write_timestamp(&mut out, at.millis, at.nanos, 9);
                out
            },
        )
    };
    for (input, expected) in [
        ("2020-01-01", "2020-01-01 00:00:00.000000000"),
        ("2020-1-1", "2020-01-01 00:00:00.000000000"),
        ("2020-01-01 1:2:3", "2020-01-01 01:02:03.000000000"),
        ("2020-01-01 10:00:00.", "2020-01-01 10:00:00.000000000"),
        ("2020-01-01 10:00:00.123456789", "2020-01-01 10:00:00.123456789"),
        ("2020-01-01 24:00:00", "2020-01-02 00:00:00.000000000"),
        ("2020-02-30", "2020-02-29 00:00:00.000000000"),
        ("2021-02-29", "2021-02-28 00:00:00.000000000"),
        ("+10000-01-01", "0000-01-01 00:00:00.000000000"),
        ("1969-12-31 23:59:59.999", "1969-12-31 23:59:59.999000000"),
        ("2020-13-01 00:00:00", "Invalid value for MonthOfYear (valid values 1 - 12): 13"),
        ("2020-01-01 10:60:00", "Invalid value for MinuteOfHour (valid values 0 - 59): 60"),
        ("abc", "Text 'abc' could not be parsed at index 0"),
        ("", "Text '' could not be parsed at index 0"),
        ("2020-01-01 12:34", "Text '2020-01-01 12:34' could not be parsed, unparsed text found at index 10"),
        ("2020-01-01 12:34:56Z", "Text '2020-01-01 12:34:56Z' could not be parsed, unparsed text found at index 19"),
        ("2020-01-01T12:34:56.789", "Text '2020-01-01T12:34:56.789' could not be parsed, unparsed text found at index 10"),
        ("2020-01-01 12:34:56.1234567891", "Text '2020-01-01 12:34:56.1234567891' could not be parsed, unparsed text found at index 29"),
    ] {
        assert_eq!(text(input), expected, "{input}");
    }
    for bad in ["2020", "2020-01", "0000-01-01", "10000-01-01", "-0001-01-01", " 2020-01-01", "2020-01-01 ", "2020-01-01 25:00:00"] {
        assert!(parse_timestamp(bad).is_err(), "{bad}");
    }
}
