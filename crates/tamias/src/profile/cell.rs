//! The form of one value: which types could hold its text.

/// The narrowest form that a text has, as Flink's formats read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Empty,
    /// A text that often stands for a missing value.
    NullLike,
    Boolean,
    /// A whole number; `digits` without sign.
    Integer {
        digits: usize,
        fits: IntegerSize,
    },
    /// Digits behind a zero, such as a postal code.
    ZeroPadded,
    /// A number with a point; the digits before and behind it.
    Decimal {
        whole: usize,
        fraction: usize,
    },
    /// With an exponent, or not a number.
    Float,
    Date,
    /// The digits of the fraction of the second.
    Time {
        fraction: usize,
    },
    Timestamp {
        fraction: usize,
        style: TimestampStyle,
        utc: bool,
    },
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum IntegerSize {
    Int,
    BigInt,
    /// More than 64 bits.
    Huge,
}

/// What stands between date and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TimestampStyle {
    /// A blank.
    Sql,
    /// A `T`.
    Iso,
}

const NULL_LIKE: &[&str] = &["null", "\\n", "na", "n/a", "#n/a", "nil", "none", "-", "--", "?", "missing"];

/// Looks at a text; blanks around it do not count.
pub(super) fn form_of(text: &str) -> Form {
    let text = text.trim();
    let Some(first) = text.bytes().next() else { return Form::Empty };
    let number = match first {
        b'0'..=b'9' | b'+' | b'-' | b'.' => number(text),
        _ => None,
    };
    if let Some(form) = number.or_else(|| temporal(text)) {
        return form;
    }
    match text {
        "NaN" | "Infinity" | "-Infinity" => Form::Float,
        _ if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") => Form::Boolean,
        _ if NULL_LIKE.iter().any(|null| text.eq_ignore_ascii_case(null)) => Form::NullLike,
        _ => Form::Text,
    }
}

fn number(text: &str) -> Option<Form> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !(whole.is_empty() && fraction.is_empty());
    if !has_digits || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        return (!digits.is_empty() && is_digits(digits)).then_some(Form::Float);
    }
    if whole.len() > 1 && whole.starts_with('0') {
        return Some(Form::ZeroPadded);
    }
    if mantissa.contains('.') {
        return Some(Form::Decimal { whole: whole.len(), fraction: fraction.len() });
    }
    let fits = match text.parse::<i64>() {
        Ok(value) if i32::try_from(value).is_ok() => IntegerSize::Int,
        Ok(_) => IntegerSize::BigInt,
        Err(_) => IntegerSize::Huge,
    };
    Some(Form::Integer { digits: whole.len(), fits })
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn temporal(text: &str) -> Option<Form> {
    if is_date(text) {
        return Some(Form::Date);
    }
    if let Some(fraction) = time_fraction(text) {
        return Some(Form::Time { fraction });
    }
    let (date, rest) = (text.get(..10)?, text.get(11..)?);
    let style = match text.as_bytes()[10] {
        b' ' => TimestampStyle::Sql,
        b'T' => TimestampStyle::Iso,
        _ => return None,
    };
    let (time, utc) = match rest.strip_suffix('Z') {
        Some(time) => (time, true),
        None => (rest, false),
    };
    let fraction = time_fraction(time)?;
    is_date(date).then_some(Form::Timestamp { fraction, style, utc })
}

/// `yyyy-MM-dd`
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let field =
        |from: usize, to: usize| text.get(from..to).filter(|digits| is_digits(digits)).and_then(|digits| digits.parse::<u32>().ok());
    match (field(0, 4), field(5, 7), field(8, 10)) {
        (Some(year), Some(month @ 1..=12), Some(day)) => day >= 1 && day <= days_in(year, month),
        _ => false,
    }
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

/// `HH:mm:ss[.fraction]`
fn time_fraction(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.len() < 8 || bytes[2] != b':' || bytes[5] != b':' {
        return None;
    }
    let field = |from: usize, below: u32| {
        let digits = text.get(from..from + 2).filter(|digits| is_digits(digits));
        digits.and_then(|digits| digits.parse::<u32>().ok()).is_some_and(|value| value < below)
    };
    if !(field(0, 24) && field(3, 60) && field(6, 60)) {
        return None;
    }
    match &text[8..] {
        "" => Some(0),
        rest => {
            let fraction = rest.strip_prefix('.')?;
            (is_digits(fraction) && (1..=9).contains(&fraction.len())).then_some(fraction.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_by_size_and_point() {
        assert_eq!(form_of("42"), Form::Integer { digits: 2, fits: IntegerSize::Int });
        assert_eq!(form_of(" -2147483649 "), Form::Integer { digits: 10, fits: IntegerSize::BigInt });
        assert_eq!(form_of("9223372036854775808"), Form::Integer { digits: 19, fits: IntegerSize::Huge });
        assert_eq!(form_of("0"), Form::Integer { digits: 1, fits: IntegerSize::Int });
        assert_eq!(form_of("02134"), Form::ZeroPadded);
        assert_eq!(form_of("12.50"), Form::Decimal { whole: 2, fraction: 2 });
        assert_eq!(form_of(".5"), Form::Decimal { whole: 0, fraction: 1 });
        assert_eq!(form_of("1e-3"), Form::Float);
        assert_eq!(form_of("NaN"), Form::Float);
        for text in ["1.2.3", "1e", "-", "+", ".", "1,5", "12a"] {
            assert!(matches!(form_of(text), Form::Text | Form::NullLike), "{text}");
        }
    }

    #[test]
    fn dates_and_times_must_exist() {
        assert_eq!(form_of("2024-02-29"), Form::Date);
        assert_eq!(form_of("2023-02-29"), Form::Text);
        assert_eq!(form_of("2024-13-01"), Form::Text);
        assert_eq!(form_of("23:59:59.5"), Form::Time { fraction: 1 });
        assert_eq!(form_of("24:00:00"), Form::Text);
        assert_eq!(form_of("2024-01-02 03:04:05.678"), Form::Timestamp { fraction: 3, style: TimestampStyle::Sql, utc: false });
        assert_eq!(form_of("2024-01-02T03:04:05Z"), Form::Timestamp { fraction: 0, style: TimestampStyle::Iso, utc: true });
        assert_eq!(form_of("2024-01-02 03:04"), Form::Text);
    }

    #[test]
    fn missing_values_and_words() {
        assert_eq!(form_of("  "), Form::Empty);
        assert_eq!(form_of("\\N"), Form::NullLike);
        assert_eq!(form_of("-"), Form::NullLike);
        assert_eq!(form_of("TRUE"), Form::Boolean);
        assert_eq!(form_of("täglich…"), Form::Text);
    }
}
