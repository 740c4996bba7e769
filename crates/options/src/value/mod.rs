//! Option values from text, by Flink's rules.
//!
//! Where a text is refused, [`InvalidValue`] says what was expected and keeps what Flink prints for it.

mod duration;
mod memory_size;
mod structured;

pub use duration::{format_duration, parse_duration};
pub use memory_size::{MemorySize, parse_memory_size};
pub use structured::{split_list, split_map};

use crate::{OptionSpec, ValueKind};
use diag::suggest;
use indexmap::IndexMap;
use std::time::Duration;

/// A typed option value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text, a character or a class name.
    String(String),
    /// `true` or `false`.
    Boolean(bool),
    /// A 32-bit whole number.
    Int(i32),
    /// A 64-bit whole number.
    Long(i64),
    /// A 32-bit floating point number.
    Float(f32),
    /// A 64-bit floating point number.
    Double(f64),
    /// A length of time.
    Duration(Duration),
    /// A number of bytes.
    MemorySize(MemorySize),
    /// One of the declared words, as declared.
    Enum(&'static str),
    /// A list of texts; declared words are as declared.
    List(Vec<String>),
    /// A map of texts, in the order given.
    Map(IndexMap<String, String>),
}

/// Why a text is not a value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue {
    /// What the text is not: `a duration`.
    pub not: &'static str,
    /// What was expected, with an example, as a sentence.
    pub expected: String,
    /// The declared word that was probably meant.
    pub nearest: Option<&'static str>,
    /// The line that Flink's client prints, where it is known.
    pub flink: Option<String>,
}

impl InvalidValue {
    fn new(not: &'static str, expected: impl Into<String>) -> Self {
        InvalidValue { not, expected: expected.into(), nearest: None, flink: None }
    }

    fn flink(mut self, exception: &str, message: impl AsRef<str>) -> Self {
        self.flink = Some(format!("java.lang.{exception}: {}", message.as_ref()));
        self
    }
}

impl Value {
    /// Reads a text as a value of a declared option.
    pub fn parse(spec: &OptionSpec, text: &str) -> Result<Value, InvalidValue> {
        match spec.kind {
            ValueKind::String | ValueKind::Class => Ok(Value::String(text.to_string())),
            ValueKind::Boolean => parse_boolean(text).map(Value::Boolean),
            ValueKind::Int => parse_whole(text, "a 32-bit whole number").map(Value::Int),
            ValueKind::Long => parse_whole(text, "a 64-bit whole number").map(Value::Long),
            ValueKind::Float => parse_floating(text).map(Value::Float),
            ValueKind::Double => parse_floating(text).map(Value::Double),
            ValueKind::Duration => parse_duration(text).map(Value::Duration),
            ValueKind::MemorySize => parse_memory_size(text).map(Value::MemorySize),
            ValueKind::Char => parse_character(text).map(Value::String),
            ValueKind::Enum(words) => parse_word(text, words, spec.java_enum).map(Value::Enum),
            ValueKind::List => split_list(text).map(Value::List),
            ValueKind::EnumList(words) => parse_words(text, words, spec.java_enum).map(Value::List),
            ValueKind::Map => split_map(text).map(Value::Map),
        }
    }
}

fn parse_boolean(text: &str) -> Result<bool, InvalidValue> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(InvalidValue::new("a boolean", "Expected 'true' or 'false'.").flink(
            "IllegalArgumentException",
            format!("Unrecognized option for boolean: {text}. Expected either true or false(case insensitive)"),
        )),
    }
}

fn parse_whole<T: std::str::FromStr>(text: &str, not: &'static str) -> Result<T, InvalidValue> {
    text.parse().map_err(|_| not_a_number(text, not, "Expected digits with an optional sign, such as '10'."))
}

fn not_a_number(text: &str, not: &'static str, expected: &str) -> InvalidValue {
    InvalidValue::new(not, expected).flink("NumberFormatException", format!("For input string: \"{text}\""))
}

/// A number as Java writes it: `1.5`, `1e3`, `NaN`, `-Infinity`, with blanks around it or `f` or `d` behind it.
fn parse_floating<T: std::str::FromStr>(text: &str) -> Result<T, InvalidValue> {
    let trimmed = text.trim();
    let unsigned = trimmed.trim_start_matches(['+', '-']);
    let number = match unsigned {
        "NaN" | "Infinity" => trimmed,
        _ if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') => trimmed.trim_end_matches(['f', 'F', 'd', 'D']),
        _ => "",
    };
    let expected = "Expected a number such as '0.5' or '1e3'.";
    number.parse().map_err(|_| match trimmed {
        "" => InvalidValue::new("a number", expected).flink("NumberFormatException", "empty String"),
        _ => not_a_number(trimmed, "a number", expected),
    })
}

fn parse_character(text: &str) -> Result<String, InvalidValue> {
    match text.chars().count() {
        1 => Ok(text.to_string()),
        _ => Err(InvalidValue::new("a single character", "Expected one character, such as ',' or '|'.")),
    }
}

fn parse_word(text: &str, words: &'static [&'static str], java_enum: Option<&str>) -> Result<&'static str, InvalidValue> {
    let known = words.iter().copied().find(|word| word.eq_ignore_ascii_case(text));
    known.ok_or_else(|| unknown_word(text, words, java_enum))
}

fn unknown_word(text: &str, words: &'static [&'static str], java_enum: Option<&str>) -> InvalidValue {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let mut invalid = InvalidValue::new("a value", format!("Expected one of {}.", quoted.join(", ")));
    invalid.nearest = suggest::nearest(text, words.iter().copied());
    match java_enum {
        Some(class) => invalid.flink(
            "IllegalArgumentException",
            format!("Could not parse value for enum class {class}. Expected one of: [[{}]]", words.join(", ")),
        ),
        None => invalid,
    }
}

fn parse_words(text: &str, words: &'static [&'static str], java_enum: Option<&str>) -> Result<Vec<String>, InvalidValue> {
    let items = split_list(text)?;
    items.iter().map(|item| parse_word(item, words, java_enum).map(str::to_string)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flink(spec: OptionSpec, text: &str) -> String {
        match Value::parse(&spec, text) {
            Ok(value) => format!("{value:?}"),
            Err(invalid) => invalid.flink.unwrap_or_default(),
        }
    }

    #[test]
    fn booleans_are_true_or_false_in_any_case() {
        let spec = OptionSpec::boolean("k");
        assert_eq!(flink(spec, "TRUE"), "Boolean(true)");
        assert_eq!(flink(spec, "False"), "Boolean(false)");
        let refused =
            "java.lang.IllegalArgumentException: Unrecognized option for boolean: yes. Expected either true or false(case insensitive)";
        assert_eq!(flink(spec, "yes"), refused);
        assert!(Value::parse(&spec, " true ").is_err());
    }

    #[test]
    fn whole_numbers_have_no_blanks_and_fit() {
        assert_eq!(flink(OptionSpec::int("k"), "+1"), "Int(1)");
        assert_eq!(flink(OptionSpec::int("k"), "2147483648"), "java.lang.NumberFormatException: For input string: \"2147483648\"");
        assert_eq!(flink(OptionSpec::long("k"), "2147483648"), "Long(2147483648)");
        for text in [" 1 ", "1.0", "", "1_000", "0x10"] {
            assert_eq!(flink(OptionSpec::int("k"), text), format!("java.lang.NumberFormatException: For input string: \"{text}\""));
        }
    }

    #[test]
    fn floating_point_numbers_are_javas() {
        let spec = OptionSpec::double("k");
        for (text, value) in [(" 1.5 ", "1.5"), ("1.5d", "1.5"), (".5", "0.5"), ("5.", "5.0"), ("1e400", "inf"), ("-Infinity", "-inf")] {
            assert_eq!(flink(spec, text), format!("Double({value})"));
        }
        assert_eq!(flink(OptionSpec::float("k"), "1e39"), "Float(inf)");
        assert_eq!(flink(spec, "inf"), "java.lang.NumberFormatException: For input string: \"inf\"");
        assert_eq!(flink(spec, ""), "java.lang.NumberFormatException: empty String");
    }

    #[test]
    fn words_are_found_in_any_case_and_by_likeness() {
        let spec = OptionSpec::enumeration("k", &["process-time", "partition-time"]).java_enum("C");
        assert_eq!(flink(spec, "PROCESS-TIME"), "Enum(\"process-time\")");
        let refused =
            "java.lang.IllegalArgumentException: Could not parse value for enum class C. Expected one of: [[process-time, partition-time]]";
        assert_eq!(flink(spec, "process_tim"), refused);
        let nearest = Value::parse(&spec, "process_tim").expect_err("misspelt").nearest;
        assert_eq!(nearest, Some("process-time"));
    }

    #[test]
    fn lists_of_words_check_each_item() {
        let spec = OptionSpec::enum_list("k", &["ONE", "TWO"]);
        assert_eq!(flink(spec, "one;TWO"), "List([\"ONE\", \"TWO\"])");
        assert!(Value::parse(&spec, "one;three").is_err());
    }

    #[test]
    fn a_character_is_one() {
        assert_eq!(flink(OptionSpec::character("k"), "é"), "String(\"é\")");
        assert!(Value::parse(&OptionSpec::character("k"), "ab").is_err());
    }
}
