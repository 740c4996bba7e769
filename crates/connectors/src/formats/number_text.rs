//! Numbers as bytes of text, in the forms of Java's `Double.toString`, `Float.toString` and `BigDecimal.toString`.

use std::io::Write;

/// `1.5`, `1.0E10`, `NaN`, `-Infinity`
pub(crate) fn write_double(out: &mut Vec<u8>, value: f64) {
    let mut text = String::new();
    table::text::write_double(&mut text, value);
    out.extend_from_slice(text.as_bytes());
}

/// The same for FLOAT.
pub(crate) fn write_float(out: &mut Vec<u8>, value: f32) {
    let mut text = String::new();
    table::text::write_float(&mut text, value);
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

    fn decimal(unscaled: i128, scale: u8, form: DecimalForm) -> String {
        let mut out = vec![];
        write_decimal(&mut out, unscaled, scale, form);
        String::from_utf8(out).expect("ascii")
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
