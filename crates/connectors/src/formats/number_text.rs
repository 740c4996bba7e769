//! Numbers as text, in the forms of Java's `Double.toString`, `Float.toString` and `BigDecimal.toString`.

use std::io::Write;

/// `1.5`, `1.0E10`, `NaN`, `-Infinity`
pub(crate) fn write_double(out: &mut Vec<u8>, value: f64) {
    match value.is_finite() {
        true => write_finite(out, ryu::Buffer::new().format_finite(value)),
        false => out.extend_from_slice(special(value).as_bytes()),
    }
}

/// The same for FLOAT.
pub(crate) fn write_float(out: &mut Vec<u8>, value: f32) {
    match value.is_finite() {
        true => write_finite(out, ryu::Buffer::new().format_finite(value)),
        false => out.extend_from_slice(special(f64::from(value)).as_bytes()),
    }
}

fn special(value: f64) -> &'static str {
    match (value.is_nan(), value > 0.0) {
        (true, _) => "NaN",
        (false, true) => "Infinity",
        (false, false) => "-Infinity",
    }
}

/// Rewrites the shortest form of a number by Java's rules: plain between 0.001 and 10,000,000, else with an exponent.
fn write_finite(out: &mut Vec<u8>, shortest: &str) {
    let (sign, body) = shortest.strip_prefix('-').map_or(("", shortest), |body| ("-", body));
    let (mantissa, exponent) = body.split_once('e').map_or((body, 0), |(m, e)| (m, e.parse::<i32>().unwrap_or_default()));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let zeros = digits.len() - digits.trim_start_matches('0').len();
    let digits = digits.trim_start_matches('0').trim_end_matches('0');
    // The value is 0.DIGITS times ten to the power of `point`.
    let point = whole.len() as i32 + exponent - zeros as i32;
    out.extend_from_slice(sign.as_bytes());
    if digits.is_empty() {
        out.extend_from_slice(b"0.0");
    } else if (-2..=7).contains(&point) {
        write_plain(out, digits, point);
    } else {
        let rest = if digits.len() > 1 { &digits[1..] } else { "0" };
        // Writing to memory does not fail.
        let _ = write!(out, "{}.{rest}E{}", &digits[..1], point - 1);
    }
}

fn write_plain(out: &mut Vec<u8>, digits: &str, point: i32) {
    let text = match usize::try_from(point) {
        Ok(point) if point > 0 && digits.len() > point => format!("{}.{}", &digits[..point], &digits[point..]),
        Ok(point) if point > 0 => format!("{digits}{}.0", "0".repeat(point - digits.len())),
        _ => format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize)),
    };
    out.extend_from_slice(text.as_bytes());
}

/// How a DECIMAL is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DecimalForm {
    /// All digits of the scale: `1.50`.
    Full,
    /// All digits of the scale, but with an exponent where `BigDecimal.toString` has one: `1.50`, `0E-10`.
    Java,
    /// Without trailing zeros, as `BigDecimal.toString` writes it: `1.5`, `1E+5`, `1.2E-8`.
    Stripped,
    /// Without trailing zeros and without an exponent: `1.5`, `100000`.
    StrippedPlain,
}

pub(crate) fn write_decimal(out: &mut Vec<u8>, unscaled: i128, scale: u8, form: DecimalForm) {
    let mut magnitude = unscaled.unsigned_abs();
    let mut scale = i32::from(scale);
    if matches!(form, DecimalForm::Stripped | DecimalForm::StrippedPlain) {
        while magnitude != 0 && magnitude.is_multiple_of(10) {
            magnitude /= 10;
            scale -= 1;
        }
        if magnitude == 0 {
            scale = 0;
        }
    }
    if unscaled < 0 {
        out.push(b'-');
    }
    let digits = magnitude.to_string();
    let exponent = digits.len() as i32 - 1 - scale;
    if matches!(form, DecimalForm::Stripped | DecimalForm::Java) && (scale < 0 || exponent < -6) {
        let _ = write!(out, "{}", &digits[..1]);
        if digits.len() > 1 {
            let _ = write!(out, ".{}", &digits[1..]);
        }
        let _ = write!(out, "E{}{exponent}", if exponent >= 0 { "+" } else { "" });
        return;
    }
    out.extend_from_slice(plain_decimal(&digits, scale).as_bytes());
}

fn plain_decimal(digits: &str, scale: i32) -> String {
    match usize::try_from(scale) {
        Ok(0) => digits.to_owned(),
        Ok(scale) if digits.len() > scale => format!("{}.{}", &digits[..digits.len() - scale], &digits[digits.len() - scale..]),
        Ok(scale) => format!("0.{}{digits}", "0".repeat(scale - digits.len())),
        Err(_) => format!("{digits}{}", "0".repeat(scale.unsigned_abs() as usize)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> String {
        let mut out = vec![];
        write_double(&mut out, value);
        String::from_utf8(out).expect("ascii")
    }

    fn decimal(unscaled: i128, scale: u8, form: DecimalForm) -> String {
        let mut out = vec![];
        write_decimal(&mut out, unscaled, scale, form);
        String::from_utf8(out).expect("ascii")
    }

    #[test]
    fn doubles_have_java_form() {
        for (value, text) in [
            (1.5, "1.5"),
            (1e10, "1.0E10"),
            (1e7, "1.0E7"),
            (9999999.0, "9999999.0"),
            (1e-3, "0.001"),
            (1e-4, "1.0E-4"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (123456.789, "123456.789"),
            (1.23456789123e8, "1.23456789123E8"),
            (f64::NEG_INFINITY, "-Infinity"),
            (1e300, "1.0E300"),
            (100.0, "100.0"),
        ] {
            assert_eq!(double(value), text);
        }
        let mut out = vec![];
        write_float(&mut out, -1.5e10);
        assert_eq!(out, b"-1.5E10");
    }

    #[test]
    fn decimals_have_the_forms_of_big_decimal() {
        assert_eq!(decimal(100000000, 3, DecimalForm::Stripped), "1E+5");
        assert_eq!(decimal(250, 2, DecimalForm::Stripped), "2.5");
        assert_eq!(decimal(0, 2, DecimalForm::Stripped), "0");
        assert_eq!(decimal(120, 10, DecimalForm::Stripped), "1.2E-8");
        assert_eq!(decimal(-1255, 3, DecimalForm::Stripped), "-1.255");
        assert_eq!(decimal(10, 5, DecimalForm::Stripped), "0.0001");
        assert_eq!(decimal(10000000, 2, DecimalForm::Full), "100000.00");
        assert_eq!(decimal(5, 2, DecimalForm::Full), "0.05");
        assert_eq!(decimal(100000000, 3, DecimalForm::StrippedPlain), "100000");
    }
}
