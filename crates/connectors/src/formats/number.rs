//! Numbers from text as Java reads them, which all text formats of Flink do.

/// Takes away what Java's `String.trim` takes away: control characters and blanks.
pub(crate) fn java_trim(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|b| *b > b' ').unwrap_or(text.len());
    let end = text.iter().rposition(|b| *b > b' ').map_or(start, |at| at + 1);
    &text[start..end]
}

/// A whole number in a range: an optional sign and digits, which may be those of any script.
pub(crate) fn parse_integer(text: &[u8], min: i64, max: i64) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    // Eighteen digits always fit.
    let number = if digits.len() <= 18 && digits.iter().all(u8::is_ascii_digit) {
        let magnitude = digits.iter().fold(0i64, |n, d| n * 10 + i64::from(d - b'0'));
        if negative { -magnitude } else { magnitude }
    } else {
        parse_long_integer(digits, negative)?
    };
    (min..=max).contains(&number).then_some(number)
}

#[cold]
fn parse_long_integer(digits: &[u8], negative: bool) -> Option<i64> {
    let mut number = 0i64;
    for c in std::str::from_utf8(digits).ok()?.chars() {
        let digit = i64::from(digit_of(c)?);
        let digit = if negative { -digit } else { digit };
        number = number.checked_mul(10)?.checked_add(digit)?;
    }
    Some(number)
}

/// The first characters of the rows of ten decimal digits outside of ASCII.
const DIGIT_ZEROS: &[u32] = &[
    0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040,
    0x17E0, 0x1810, 0xFF10,
];

fn digit_of(c: char) -> Option<u32> {
    if let Some(digit) = c.to_digit(10) {
        return Some(digit);
    }
    let code = u32::from(c);
    DIGIT_ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|digit| *digit < 10))
}

/// A DOUBLE: blanks around it, a sign, `NaN`, `Infinity`, hexadecimal digits and a final `d` or `f` are accepted.
pub(crate) fn parse_double(text: &[u8]) -> Option<f64> {
    if let Some(number) = parse_short(text).or_else(|| parse_plain::<f64>(text)) {
        return Some(number);
    }
    parse_java_float(text, parse_plain::<f64>, f64::INFINITY, f64::NAN, |mantissa, exponent| mantissa * 2f64.powi(exponent))
}

/// A FLOAT, with the same liberties.
pub(crate) fn parse_float(text: &[u8]) -> Option<f32> {
    if let Some(number) = parse_plain::<f32>(text) {
        return Some(number);
    }
    let hex = |mantissa: f64, exponent: i32| (mantissa * 2f64.powi(exponent)) as f32;
    parse_java_float(text, parse_plain::<f32>, f32::INFINITY, f32::NAN, hex)
}

/// Powers of ten that are exact as doubles.
const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Up to fifteen digits without an exponent: both the digits and the power of ten are exact, so one division rounds correctly.
#[inline]
fn parse_short(text: &[u8]) -> Option<f64> {
    let (negative, body) = match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    };
    if body.is_empty() || body.len() > 16 {
        return None;
    }
    let mut digits = 0u64;
    let mut count = 0;
    let mut point = None;
    for byte in body {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + u64::from(byte - b'0');
                count += 1;
            }
            b'.' if point.is_none() => point = Some(count),
            _ => return None,
        }
    }
    if count == 0 || count > 15 {
        return None;
    }
    let number = digits as f64 / POWERS[point.map_or(0, |point| count - point)];
    Some(if negative { -number } else { number })
}

/// Plain decimal notation. The words for infinity and NaN differ from Java's and are left to the caller.
fn parse_plain<T: lexical_core::FromLexical>(text: &[u8]) -> Option<T> {
    let last = *text.last()?;
    let first = text[0];
    let looks_plain = (last.is_ascii_digit() || last == b'.') && (first.is_ascii_digit() || matches!(first, b'-' | b'+' | b'.'));
    if !looks_plain {
        return None;
    }
    lexical_core::parse::<T>(text).ok()
}

#[cold]
fn parse_java_float<T: Copy + std::ops::Neg<Output = T>>(
    text: &[u8],
    plain: impl Fn(&[u8]) -> Option<T>,
    infinity: T,
    nan: T,
    hex: impl Fn(f64, i32) -> T,
) -> Option<T> {
    let text = java_trim(text);
    let (negative, body) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let signed = |number: T| if negative { -number } else { number };
    match body {
        b"NaN" => return Some(nan),
        b"Infinity" => return Some(signed(infinity)),
        _ => {}
    }
    let body = body.strip_suffix(b"d").or(body.strip_suffix(b"D")).or(body.strip_suffix(b"f")).or(body.strip_suffix(b"F")).unwrap_or(body);
    if let [b'0', b'x' | b'X', digits @ ..] = body {
        let (mantissa, exponent) = parse_hex(digits)?;
        return Some(signed(hex(mantissa, exponent)));
    }
    body.first().filter(|b| b.is_ascii_digit() || **b == b'.')?;
    plain(body).map(signed)
}

/// The digits and the power of two of `1.8p3`.
fn parse_hex(text: &[u8]) -> Option<(f64, i32)> {
    let split = text.iter().position(|b| matches!(b, b'p' | b'P'))?;
    let (digits, power) = (&text[..split], &text[split + 1..]);
    let exponent = parse_integer(power, -5000, 5000)? as i32;
    let mut mantissa = 0f64;
    let mut shift = 0;
    let mut seen_point = false;
    let mut count = 0;
    for byte in digits {
        if *byte == b'.' && !seen_point {
            seen_point = true;
            continue;
        }
        mantissa = mantissa * 16.0 + f64::from(char::from(*byte).to_digit(16)?);
        shift += if seen_point { 4 } else { 0 };
        count += 1;
    }
    (count > 0).then_some((mantissa, exponent - shift))
}

/// What became of a text that was read as a DECIMAL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decimal {
    /// The unscaled value.
    Value(i128),
    /// More digits than the type holds: NULL, which is no error in Flink.
    Overflow,
    Invalid,
}

/// A DECIMAL, rounded half up to its scale.
pub(crate) fn parse_decimal(text: &[u8], precision: u8, scale: u8) -> Decimal {
    let (negative, body) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let Some(parts) = Parts::of(body) else { return Decimal::Invalid };
    match parts.unscaled(i64::from(scale)) {
        Some(value) if value < 10i128.pow(u32::from(precision)) => Decimal::Value(if negative { -value } else { value }),
        _ => Decimal::Overflow,
    }
}

/// Digits, how many of them stand behind the point, and the exponent.
struct Parts<'a> {
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i64,
}

impl<'a> Parts<'a> {
    fn of(text: &'a [u8]) -> Option<Self> {
        let digits_end = text.iter().position(|b| matches!(b, b'e' | b'E')).unwrap_or(text.len());
        let exponent = match text.get(digits_end + 1..) {
            Some(exponent) => parse_integer(exponent, i64::from(i32::MIN), i64::from(i32::MAX))?,
            None => 0,
        };
        let digits = &text[..digits_end];
        let (whole, fraction) = match digits.iter().position(|b| *b == b'.') {
            Some(point) => (&digits[..point], &digits[point + 1..]),
            None => (digits, &digits[digits.len()..]),
        };
        let is_number = !(whole.is_empty() && fraction.is_empty()) && whole.iter().chain(fraction).all(u8::is_ascii_digit);
        is_number.then_some(Parts { whole, fraction, exponent })
    }

    /// The value times ten to the `scale`, rounded half up; `None` when it has more than 38 digits.
    fn unscaled(&self, scale: i64) -> Option<i128> {
        // How many digits of the text count; the one behind them rounds.
        let kept = self.whole.len() as i64 + self.exponent + scale;
        let mut value = 0i128;
        let mut round = false;
        for (i, digit) in self.whole.iter().chain(self.fraction).enumerate() {
            let digit = i128::from(digit - b'0');
            match (i as i64).cmp(&kept) {
                std::cmp::Ordering::Less => value = value.checked_mul(10)?.checked_add(digit)?,
                std::cmp::Ordering::Equal => round = digit >= 5,
                std::cmp::Ordering::Greater => break,
            }
        }
        let count = (self.whole.len() + self.fraction.len()) as i64;
        if value != 0 {
            for _ in count..kept {
                value = value.checked_mul(10)?;
            }
        }
        value.checked_add(i128::from(round)).filter(|value| *value < 10i128.pow(38))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_take_a_sign_and_digits_of_any_script() {
        let int = |text: &str| parse_integer(text.as_bytes(), i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!(int("+5"), Some(5));
        assert_eq!(int("007"), Some(7));
        assert_eq!(int("-2147483648"), Some(-2147483648));
        assert_eq!(int("2147483648"), None);
        assert_eq!(int("\u{663}"), Some(3));
        for bad in ["", "-", "5.0", "1e3", "0x10", "1_000"] {
            assert_eq!(int(bad), None, "{bad}");
        }
        assert_eq!(parse_integer(b"-9223372036854775808", i64::MIN, i64::MAX), Some(i64::MIN));
        assert_eq!(parse_integer(b"9223372036854775808", i64::MIN, i64::MAX), None);
    }

    #[test]
    fn doubles_are_read_as_java_reads_them() {
        for (text, value) in [("1d", 1.0), ("0x1p3", 8.0), ("0x1.8p1", 3.0), ("1.", 1.0), (".5", 0.5), ("1f", 1.0), (" 2.5 ", 2.5)] {
            assert_eq!(parse_double(text.as_bytes()), Some(value), "{text}");
        }
        for (text, value) in [("1E5", 1e5), ("+1.5D", 1.5), ("0.1e+1", 1.0), ("1e400", f64::INFINITY), ("1e-400", 0.0), ("-1.", -1.0)] {
            assert_eq!(parse_double(text.as_bytes()), Some(value), "{text}");
        }
        for text in ["-0", "31.57", "-139.20000", "0.1", "999999999999999", "123456789012345.6", "0.000000000000001", "4.35", "1234567.891"]
        {
            assert_eq!(parse_double(text.as_bytes()).map(f64::to_bits), text.parse::<f64>().ok().map(f64::to_bits), "{text}");
        }
        assert_eq!(parse_double(b"+Infinity"), Some(f64::INFINITY));
        assert!(parse_double(b"NaN").is_some_and(f64::is_nan));
        for bad in ["-infinity", "nan", "inf", "-", "1e", "", ".", "0x1", "north", "--1", "+-1"] {
            assert_eq!(parse_double(bad.as_bytes()), None, "{bad}");
        }
        assert_eq!(parse_float(b"1.00000005960464477"), Some(1.0));
        assert_eq!(parse_float(b"3.4e39"), Some(f32::INFINITY));
    }

    #[test]
    fn decimals_round_half_up_and_overflow_to_null() {
        let decimal = |text: &str| parse_decimal(text.as_bytes(), 8, 2);
        for (text, value) in
            [("1e3", 100000), ("+1", 100), ("1.", 100), (".5", 50), ("1.255", 126), ("1.245", 125), ("-1.255", -126), ("1e-3", 0)]
        {
            assert_eq!(decimal(text), Decimal::Value(value), "{text}");
        }
        for text in ["123456789.1", "99999999.995", "1e300", "9999999999999999999999999999999999999999999"] {
            assert_eq!(decimal(text), Decimal::Overflow, "{text}");
        }
        for text in [" 1.5 ", "1.5f", "", ".", "1e", "x"] {
            assert_eq!(decimal(text), Decimal::Invalid, "{text}");
        }
        assert_eq!(decimal("0e500"), Decimal::Value(0));
        assert_eq!(decimal("0.005"), Decimal::Value(1));
        assert_eq!(decimal("5e-3"), Decimal::Value(1));
        assert_eq!(decimal("5e-4"), Decimal::Value(0));
    }
}
