//! PRINTF, with the format strings of Java's `String.format`.

use super::nullable_signature;
use crate::kernel::{Bool, Bytes, Column, Function, Moment, Text, rows};
use crate::signature::{Family, Forms};
use arrow::datatypes::{
    DataType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType,
};
use diag::{Error, Result};
use std::fmt::Write as _;
use table::function::{Argument, CallError, CallSite, Example, FunctionDefinition, FunctionDoc, Kernel, Signature};
use table::text::{civil_from_days, write_decimal, write_double, write_float};
use table::types::arrow_type;
use table::value::Timestamp;
use table::{LogicalType, TypeKind};

static DOC: FunctionDoc = FunctionDoc {
    name: "PRINTF",
    aliases: &[],
    definition: "PRINTF",
    signatures: &["PRINTF(format, value, ...)"],
    summary: "The format with its %-parts replaced by values, as Java's String.format does it; NULL when they do not fit together.",
    examples: &[
        Example { expression: "PRINTF('%d-%s', 1, 'a')", result: "1-a" },
        Example { expression: "PRINTF('%d', 'a')", result: "<NULL>" },
    ],
};

pub(super) fn printf() -> FunctionDefinition {
    Function::new(&DOC, resolve, kernel).infallible().definition()
}

fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
    const FORMS: Forms = Forms { name: "PRINTF", forms: &[&[Family::Character, Family::Any], &[Family::Character]] };
    match arguments.first() {
        None => FORMS.check(arguments)?,
        Some(format) if !Family::Character.accepts(&format.data_type) => {
            return Err(super::wrong_argument("PRINTF", 0, &format.data_type, "text", "CHARACTER_STRING"));
        }
        Some(_) => {}
    }
    let mut families = vec![Family::Any; arguments.len()];
    families[0] = Family::Character;
    Ok(nullable_signature(arguments, &families, LogicalType::string()))
}

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    let types: Vec<LogicalType> = call.arguments.iter().skip(1).map(|argument| argument.data_type.clone()).collect();
    Ok(rows(move |args| {
        let format = args.column::<Text>(0)?;
        let values: Vec<Source<'_>> = types.iter().enumerate().map(|(i, t)| Source::open(args, i + 1, t)).collect::<Result<_>>()?;
        args.build_text(|row, out| {
            let Some(format) = format.get(row) else { return Ok(false) };
            Ok(print(format, |index| values.get(index).map(|value| value.get(row)), out).is_some())
        })
    }))
}

/// A value as Java would hold it.
#[derive(Clone, Copy, Debug)]
enum Printed<'a> {
    Null,
    Boolean(bool),
    /// A number and how many bits it has.
    Integer(i64, u32),
    Float(f32),
    Double(f64),
    Decimal(i128, u8),
    Text(&'a str),
    Timestamp(Timestamp),
}

enum Source<'a> {
    Null,
    Boolean(Column<'a, Bool>),
    Int8(Column<'a, Int8Type>),
    Int16(Column<'a, Int16Type>),
    Int32(Column<'a, Int32Type>),
    Int64(Column<'a, Int64Type>),
    Float(Column<'a, Float32Type>),
    Double(Column<'a, Float64Type>),
    Decimal(Column<'a, Decimal128Type>, u8),
    Date(Column<'a, Date32Type>),
    Time(Column<'a, Time32MillisecondType>),
    Text(Column<'a, Text>),
    Bytes(Column<'a, Bytes>),
    Timestamp(Column<'a, Moment>),
}

impl<'a> Source<'a> {
    fn open(args: &crate::kernel::Args<'a>, index: usize, data_type: &LogicalType) -> Result<Source<'a>> {
        Ok(match arrow_type(data_type) {
            DataType::Null => Source::Null,
            DataType::Boolean => Source::Boolean(args.column(index)?),
            DataType::Int8 => Source::Int8(args.column(index)?),
            DataType::Int16 => Source::Int16(args.column(index)?),
            DataType::Int32 => Source::Int32(args.column(index)?),
            DataType::Int64 => Source::Int64(args.column(index)?),
            DataType::Float32 => Source::Float(args.column(index)?),
            DataType::Float64 => Source::Double(args.column(index)?),
            DataType::Decimal128(_, scale) => Source::Decimal(args.column(index)?, scale.unsigned_abs()),
            DataType::Date32 => Source::Date(args.column(index)?),
            DataType::Time32(_) => Source::Time(args.column(index)?),
            DataType::Utf8View => Source::Text(args.column(index)?),
            DataType::BinaryView => Source::Bytes(args.column(index)?),
            DataType::Timestamp(..) => Source::Timestamp(args.column(index)?),
            _ => return Err(Error::unsupported(format!("PRINTF of {}", TypeKind::to_string(&data_type.kind)))),
        })
    }

    fn get(&self, row: usize) -> Printed<'a> {
        let value = match self {
            Source::Null => None,
            Source::Boolean(column) => column.get(row).map(Printed::Boolean),
            Source::Int8(column) => column.get(row).map(|n| Printed::Integer(i64::from(n), 8)),
            Source::Int16(column) => column.get(row).map(|n| Printed::Integer(i64::from(n), 16)),
            Source::Int32(column) => column.get(row).map(|n| Printed::Integer(i64::from(n), 32)),
            Source::Int64(column) => column.get(row).map(|n| Printed::Integer(n, 64)),
            Source::Float(column) => column.get(row).map(Printed::Float),
            Source::Double(column) => column.get(row).map(Printed::Double),
            Source::Decimal(column, scale) => column.get(row).map(|n| Printed::Decimal(n, *scale)),
            Source::Date(column) => column.get(row).map(|n| Printed::Integer(i64::from(n), 32)),
            Source::Time(column) => column.get(row).map(|n| Printed::Integer(i64::from(n), 32)),
            Source::Text(column) => column.get(row).map(Printed::Text),
            // Java would print the place of the bytes in memory.
            Source::Bytes(column) => column.get(row).map(|bytes| Printed::Text(std::str::from_utf8(bytes).unwrap_or(""))),
            Source::Timestamp(column) => column.get(row).map(Printed::Timestamp),
        };
        value.unwrap_or(Printed::Null)
    }
}

/// A part such as `%-10.3f`.
#[derive(Debug, Default)]
struct Spec {
    flags: String,
    width: Option<usize>,
    precision: Option<usize>,
}

impl Spec {
    fn has(&self, flag: char) -> bool {
        self.flags.contains(flag)
    }
}

/// `None` when the format is not valid or a value does not fit.
fn print<'a>(format: &str, value: impl Fn(usize) -> Option<Printed<'a>>, out: &mut String) -> Option<()> {
    let mut rest = format.chars().peekable();
    let (mut next, mut last) = (0, None);
    while let Some(c) = rest.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut number = digits(&mut rest);
        let index = if number.is_some() && rest.next_if_eq(&'$').is_some() { number.take() } else { None };
        let mut spec = Spec::default();
        let mut relative = false;
        if number.as_ref().is_none_or(|digits| digits.starts_with('0')) {
            // What was read as a number may begin with the flag 0.
            if let Some(digits) = number.take() {
                spec.flags.push('0');
                number = Some(digits.trim_start_matches('0').to_owned()).filter(|digits| !digits.is_empty());
            } else {
                while let Some(flag) = rest.next_if(|c| "-#+ 0,(<".contains(*c)) {
                    if flag == '<' { relative = true } else { spec.flags.push(flag) }
                }
                number = digits(&mut rest);
            }
        }
        spec.width = number.map(|digits| digits.parse()).transpose().ok()?;
        if rest.next_if_eq(&'.').is_some() {
            spec.precision = Some(digits(&mut rest)?.parse().ok()?);
        }
        let conversion = rest.next()?;
        match conversion {
            'n' => {
                out.push('\n');
                continue;
            }
            '%' => {
                pad("%", &spec, out)?;
                continue;
            }
            _ => {}
        }
        let place = match (relative, index) {
            (true, _) => last?,
            (false, Some(index)) => index.parse::<usize>().ok()?.checked_sub(1)?,
            (false, None) => {
                next += 1;
                next - 1
            }
        };
        last = Some(place);
        convert(conversion, value(place)?, &spec, out)?;
    }
    Some(())
}

fn digits(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<String> {
    let mut text = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        text.push(digit);
    }
    (!text.is_empty()).then_some(text)
}

fn convert(conversion: char, value: Printed<'_>, spec: &Spec, out: &mut String) -> Option<()> {
    let upper = conversion.is_ascii_uppercase();
    let text = match (conversion.to_ascii_lowercase(), value) {
        ('b', value) => cut(boolean_text(value), spec),
        ('s', value) => cut(value_text(value), spec),
        ('h', Printed::Null) | ('c' | 'd' | 'o' | 'x' | 'e' | 'f' | 'g' | 'a', Printed::Null) => "null".to_owned(),
        ('h', value) => cut(format!("{:x}", hash_of(value)), spec),
        ('c', Printed::Integer(code, _)) => char::from_u32(u32::try_from(code).ok()?)?.to_string(),
        ('c', _) => return None,
        ('d', Printed::Integer(number, _)) => return signed(&number.unsigned_abs().to_string(), "", number < 0, spec, out),
        ('o', Printed::Integer(number, bits)) => {
            let digits = format!("{:o}", number as u64 & mask(bits));
            unsigned(digits, "0", spec)
        }
        ('x', Printed::Integer(number, bits)) => {
            let digits = format!("{:x}", number as u64 & mask(bits));
            unsigned(digits, "0x", spec)
        }
        ('e' | 'f' | 'g' | 'a', Printed::Double(number)) => return floating(conversion, number, spec, out),
        ('e' | 'f' | 'g' | 'a', Printed::Float(number)) => {
            // A float has the decimals that it prints with.
            return floating(conversion, number.to_string().parse().ok()?, spec, out);
        }
        _ => return None,
    };
    if conversion == 'D' || conversion == 'O' || conversion == 'F' {
        return None;
    }
    pad(&if upper { text.to_uppercase() } else { text }, spec, out)
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

fn cut(text: String, spec: &Spec) -> String {
    match spec.precision {
        Some(precision) => text.chars().take(precision).collect(),
        None => text,
    }
}

fn boolean_text(value: Printed<'_>) -> String {
    match value {
        Printed::Null => "false".to_owned(),
        Printed::Boolean(value) => value.to_string(),
        _ => "true".to_owned(),
    }
}

fn value_text(value: Printed<'_>) -> String {
    let mut text = String::new();
    match value {
        Printed::Null => text.push_str("null"),
        Printed::Boolean(value) => return value.to_string(),
        Printed::Integer(number, _) => return number.to_string(),
        Printed::Float(number) => write_float(&mut text, number),
        Printed::Double(number) => write_double(&mut text, number),
        Printed::Decimal(number, scale) => write_decimal(&mut text, number, scale),
        Printed::Text(value) => text.push_str(value),
        Printed::Timestamp(timestamp) => write_iso(timestamp, &mut text),
    }
    text
}

/// As `LocalDateTime.toString`: without seconds when they are 0, with 3, 6 or 9 decimals when they have some.
fn write_iso(timestamp: Timestamp, out: &mut String) {
    let days = timestamp.millis.div_euclid(86_400_000);
    let of_day = timestamp.millis.rem_euclid(86_400_000);
    let (year, month, day) = civil_from_days(days);
    let (hour, minute, second) = (of_day / 3_600_000, of_day / 60_000 % 60, of_day / 1_000 % 60);
    let nanos = of_day % 1_000 * 1_000_000 + i64::from(timestamp.nanos);
    // Writing to a String cannot fail.
    let _ = write!(out, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}");
    if second > 0 || nanos > 0 {
        let _ = write!(out, ":{second:02}");
    }
    let _ = match nanos {
        0 => Ok(()),
        n if n % 1_000_000 == 0 => write!(out, ".{:03}", n / 1_000_000),
        n if n % 1_000 == 0 => write!(out, ".{:06}", n / 1_000),
        n => write!(out, ".{n:09}"),
    };
}

/// A number that depends on the value alone.
fn hash_of(value: Printed<'_>) -> u32 {
    let text = value_text(value);
    text.encode_utf16().fold(0u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

fn unsigned(digits: String, prefix: &str, spec: &Spec) -> String {
    let prefix = if spec.has('#') { prefix } else { "" };
    let zeros = match spec.width {
        Some(width) if spec.has('0') => width.saturating_sub(digits.len() + prefix.len()),
        _ => 0,
    };
    format!("{prefix}{}{digits}", "0".repeat(zeros))
}

/// A number with its sign, grouping and zeros.
fn signed(digits: &str, fraction: &str, negative: bool, spec: &Spec, out: &mut String) -> Option<()> {
    let mut number = if spec.has(',') { grouped(digits) } else { digits.to_owned() };
    number.push_str(fraction);
    let (before, after) = match (negative, spec.has('('), spec.has('+'), spec.has(' ')) {
        (true, true, ..) => ("(", ")"),
        (true, false, ..) => ("-", ""),
        (false, _, true, _) => ("+", ""),
        (false, _, false, true) => (" ", ""),
        _ => ("", ""),
    };
    if let Some(width) = spec.width.filter(|_| spec.has('0')) {
        let zeros = width.saturating_sub(number.len() + before.len() + after.len());
        number.insert_str(0, &"0".repeat(zeros));
    }
    pad(&format!("{before}{number}{after}"), spec, out)
}

fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn floating(conversion: char, number: f64, spec: &Spec, out: &mut String) -> Option<()> {
    if !number.is_finite() {
        let text = if number.is_nan() { "NaN" } else { "Infinity" };
        let plain = Spec { flags: spec.flags.replace('0', ""), width: spec.width, precision: None };
        return signed(text, "", number < 0.0, &Spec { flags: plain.flags.replace(',', ""), ..plain }, out);
    }
    let precision = spec.precision.unwrap_or(6);
    let magnitude = number.abs();
    let text = match conversion.to_ascii_lowercase() {
        'f' => fixed(magnitude, precision),
        'e' => scientific(magnitude, precision),
        'g' => general(magnitude, precision.max(1)),
        _ => hexadecimal(magnitude),
    };
    let text = if conversion.is_ascii_uppercase() { text.to_uppercase() } else { text };
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    signed(&text[..end], &text[end..], number.is_sign_negative(), spec, out)
}

/// Rounds the shortest decimal form half up, where other languages round the exact value.
fn fixed(number: f64, precision: usize) -> String {
    let (digits, exponent) = shortest(number);
    let decimals = (-exponent).max(0) as usize;
    if decimals <= precision {
        return format!("{number:.precision$}");
    }
    let Some(unit) = 10u128.checked_pow((decimals - precision) as u32) else { return format!("{:.precision$}", 0.0) };
    let rounded = (digits + unit / 2) / unit;
    let text = format!("{rounded:0width$}", width = precision + 1);
    let (whole, fraction) = text.split_at(text.len() - precision);
    if precision == 0 { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

fn scientific(number: f64, precision: usize) -> String {
    let (mut digits, mut exponent) = shortest(number);
    let mut length = digits.to_string().len();
    if length > precision + 1 {
        let unit = 10u128.pow((length - precision - 1) as u32);
        digits = (digits + unit / 2) / unit;
        exponent += (length - precision - 1) as i32;
        length = digits.to_string().len();
    }
    let mut text = digits.to_string();
    let power = if digits == 0 { 0 } else { exponent + length as i32 - 1 };
    while text.len() < precision + 1 {
        text.push('0');
    }
    text.truncate(precision + 1);
    if precision > 0 {
        text.insert(1, '.');
    }
    let sign = if power < 0 { '-' } else { '+' };
    format!("{text}e{sign}{:02}", power.abs())
}

/// `precision` significant digits, plain from 10^-4 up to 10^precision.
fn general(number: f64, precision: usize) -> String {
    if number == 0.0 {
        return fixed(0.0, precision - 1);
    }
    let text = scientific(number, precision - 1);
    let power: i32 = text.rsplit_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    if (-4..precision as i32).contains(&power) { fixed(number, (precision as i32 - 1 - power).max(0) as usize) } else { text }
}

fn hexadecimal(number: f64) -> String {
    if number == 0.0 {
        return "0x0.0p0".to_owned();
    }
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32 & 0x7FF, bits & ((1 << 52) - 1));
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let (lead, power) = if exponent == 0 { (0, -1022) } else { (1, exponent - 1023) };
    format!("0x{lead}.{}p{power}", if digits.is_empty() { "0" } else { digits })
}

/// The shortest digits of a number and the power of ten of the last of them.
fn shortest(number: f64) -> (u128, i32) {
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
    (mantissa.replace('.', "").parse().unwrap_or(0), exponent.parse::<i32>().unwrap_or(0) - decimals)
}

/// Fills up to the width, on the left unless asked otherwise.
fn pad(text: &str, spec: &Spec, out: &mut String) -> Option<()> {
    if spec.has('-') && spec.width.is_none() {
        return None;
    }
    let blanks = spec.width.unwrap_or(0).saturating_sub(text.chars().count());
    if !spec.has('-') {
        out.extend(std::iter::repeat_n(' ', blanks));
    }
    out.push_str(text);
    if spec.has('-') {
        out.extend(std::iter::repeat_n(' ', blanks));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: &str, values: &[Printed<'_>]) -> Option<String> {
        let mut out = String::new();
        print(format, |index| values.get(index).copied(), &mut out).map(|()| out)
    }

    #[test]
    fn formats_are_javas() {
        let int = |n| Printed::Integer(n, 32);
        for (format, values, expected) in [
            ("%d-%s", vec![int(1), Printed::Text("a")], Some("1-a")),
            ("%d", vec![Printed::Text("a")], None),
            ("%s %s", vec![Printed::Decimal(150, 2), Printed::Double(1.5)], Some("1.50 1.5")),
            ("%f", vec![Printed::Decimal(15, 1)], None),
            ("%s", vec![Printed::Boolean(true)], Some("true")),
            ("%s", vec![Printed::Timestamp(Timestamp { millis: 1_577_836_800_000, nanos: 0 })], Some("2020-01-01T00:00")),
            ("%2$s %1$s", vec![Printed::Text("a"), Printed::Text("b")], Some("b a")),
            ("%s", vec![], None),
            ("abc", vec![], Some("abc")),
            ("%s", vec![Printed::Text("a"), Printed::Text("b")], Some("a")),
            ("%q", vec![int(1)], None),
            ("%S|%X|%o|%n", vec![Printed::Text("ab"), int(255), int(8)], Some("AB|FF|10|\n")),
            ("%+d|% d|%(d", vec![int(5), int(5), int(-5)], Some("+5| 5|(5)")),
            ("%g|%a", vec![Printed::Double(0.0001), Printed::Double(1.0)], Some("0.000100000|0x1.0p0")),
            ("%.3s", vec![Printed::Text("abcdef")], Some("abc")),
            ("%10.1e", vec![Printed::Double(12345.678)], Some("   1.2e+04")),
            ("%d", vec![Printed::Null], Some("null")),
            ("%b", vec![Printed::Null], Some("false")),
            ("%c", vec![int(97)], Some("a")),
            ("%<s", vec![Printed::Text("a")], None),
            ("%tY", vec![int(5)], None),
            (
                "%5.2f|%-5s|%05d|%,d",
                vec![Printed::Double(1.5), Printed::Text("ab"), int(42), int(1_234_567)],
                Some(" 1.50|ab   |00042|1,234,567"),
            ),
        ] {
            assert_eq!(printed(format, &values).as_deref(), expected, "{format}");
        }
    }
}
