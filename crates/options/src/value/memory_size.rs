//! Numbers of bytes: `128 mb`.

use super::InvalidValue;
use std::fmt;

/// The units with their labels, as Flink knows them, and their bytes.
const UNITS: &[(&[&str], u64)] = &[
    (&["b", "bytes"], 1),
    (&["k", "kb", "kibibytes"], 1 << 10),
    (&["m", "mb", "mebibytes"], 1 << 20),
    (&["g", "gb", "gibibytes"], 1 << 30),
    (&["t", "tb", "tebibytes"], 1 << 40),
];

/// A number of bytes; units are powers of 1024.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemorySize(pub u64);

impl MemorySize {
    /// The number of bytes.
    pub fn bytes(self) -> u64 {
        self.0
    }
}

/// Writes the largest unit that divides the number; Flink writes bytes when even the largest does.
impl fmt::Display for MemorySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first_too_large = UNITS.iter().position(|(_, bytes)| !self.0.is_multiple_of(*bytes));
        let (labels, bytes) = UNITS[first_too_large.unwrap_or(0).saturating_sub(1)];
        write!(f, "{} {}", self.0 / bytes, labels[1])
    }
}

/// Reads a number with a unit, or a number of bytes.
pub fn parse_memory_size(text: &str) -> Result<MemorySize, InvalidValue> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(invalid().flink("IllegalArgumentException", "argument is an empty- or whitespace-only string"));
    }
    let digits = trimmed.find(|c: char| !c.is_ascii_digit()).unwrap_or(trimmed.len());
    let (number, label) = trimmed.split_at(digits);
    if number.is_empty() {
        return Err(invalid().flink("NumberFormatException", "text does not start with a number"));
    }
    let number: i64 = number.parse().map_err(|_| overflow(number, "number"))?;
    let unit = unit_of(label.trim())?;
    let bytes = number.checked_mul(unit as i64).ok_or_else(|| overflow(text, "number of bytes"))?;
    Ok(MemorySize(bytes as u64))
}

fn invalid() -> InvalidValue {
    InvalidValue::new("a memory size", "Expected a number and a unit, such as '64 kb', '128 mb' or '1 gb'; a bare number counts bytes.")
}

fn overflow(value: &str, what: &str) -> InvalidValue {
    let message = format!("The value '{value}' cannot be re represented as 64bit {what} (numeric overflow).");
    invalid().flink("IllegalArgumentException", message)
}

fn unit_of(label: &str) -> Result<u64, InvalidValue> {
    let label = label.to_lowercase();
    if label.is_empty() {
        return Ok(1);
    }
    let unit = UNITS.iter().find(|(labels, _)| labels.contains(&label.as_str()));
    unit.map(|(_, bytes)| *bytes).ok_or_else(|| {
        let units: Vec<String> = UNITS.iter().map(|(labels, _)| format!("({})", labels.join(" | "))).collect();
        let message = format!("Memory size unit '{label}' does not match any of the recognized units: {}", units.join(" / "));
        invalid().flink("IllegalArgumentException", message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written_as_flink_does() {
        let cases = [("128 mb", "128 mb"), ("1k", "1 kb"), ("1 KB", "1 kb"), ("5", "5 bytes"), ("1 g", "1 gb"), ("1536 kb", "1536 kb")];
        for (text, written) in cases.into_iter().chain([("1tb", "1099511627776 bytes"), ("1mebibytes", "1 mb"), ("0", "0 bytes")]) {
            assert_eq!(parse_memory_size(text).map(|size| size.to_string()).as_deref(), Ok(written), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused_in_flinks_words() {
        let refused = |text: &str| parse_memory_size(text).expect_err(text).flink.unwrap_or_default();
        assert_eq!(refused("mb"), "java.lang.NumberFormatException: text does not start with a number");
        assert_eq!(refused("-1"), "java.lang.NumberFormatException: text does not start with a number");
        let units = "(b | bytes) / (k | kb | kibibytes) / (m | mb | mebibytes) / (g | gb | gibibytes) / (t | tb | tebibytes)";
        let message =
            format!("java.lang.IllegalArgumentException: Memory size unit 'mib' does not match any of the recognized units: {units}");
        assert_eq!(refused("1 mib"), message);
        assert!(refused("9223372036854775807 kb").contains("'9223372036854775807 kb' cannot be re represented as 64bit number of bytes"));
    }
}
