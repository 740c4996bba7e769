//! JSON text as a tree that borrows from it.
//!
//! Reading stops after the first value, as Flink's does. Of equal keys the last one counts, at the place of the first. A number is kept as
//! Java prints it: `1e2` is `1E+2`, `-0.0` is `0.0`. Keys are written in order, by UTF-16.

use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Write};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json<'a> {
    Null,
    Boolean(bool),
    /// An integer if it has digits only.
    Number(Cow<'a, str>),
    String(Cow<'a, str>),
    Array(Vec<Json<'a>>),
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

/// Text that is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JsonError {
    kind: Mistake,
    /// Bytes before the mistake.
    at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    End,
    Character(char),
    Nesting,
    DuplicateKey,
}

/// What becomes of a key that an object has twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duplicates {
    LastCounts,
    Refuse,
}

/// Deeper text is refused.
const MAX_DEPTH: usize = 1_000;

impl<'a> Json<'a> {
    /// The first value of a text.
    pub(crate) fn parse(text: &'a str) -> Result<Self, JsonError> {
        Reader { text, at: 0, depth: 0, duplicates: Duplicates::LastCounts, numbers: Numbers::Java }.document()
    }

    /// Like [`Json::parse`], with the numbers as they are written.
    pub(crate) fn parse_written(text: &'a str, duplicates: Duplicates) -> Result<Self, JsonError> {
        Reader { text, at: 0, depth: 0, duplicates, numbers: Numbers::Written }.document()
    }

    /// The value of a VARIANT: numbers are as they are written, and may be infinite.
    pub(crate) fn parse_variant(text: &'a str) -> Result<Self, JsonError> {
        Reader { text, at: 0, depth: 0, duplicates: Duplicates::LastCounts, numbers: Numbers::Variant }.document()
    }

    pub(crate) fn is_scalar(&self) -> bool {
        !matches!(self, Json::Array(_) | Json::Object(_))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The same value without its text.
    pub(crate) fn into_owned(self) -> Json<'static> {
        let owned = |text: Cow<'a, str>| Cow::Owned(text.into_owned());
        match self {
            Json::Null => Json::Null,
            Json::Boolean(value) => Json::Boolean(value),
            Json::Number(number) => Json::Number(owned(number)),
            Json::String(text) => Json::String(owned(text)),
            Json::Array(elements) => Json::Array(elements.into_iter().map(Json::into_owned).collect()),
            Json::Object(entries) => Json::Object(entries.into_iter().map(|(key, value)| (owned(key), value.into_owned())).collect()),
        }
    }

    /// Appends the value as text without spaces.
    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Number(number) => out.push_str(number),
            Json::String(text) => write_quoted(out, text),
            Json::Array(elements) => {
                out.push('[');
                for (i, element) in elements.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    element.write(out);
                }
                out.push(']');
            }
            Json::Object(entries) => {
                let mut sorted: Vec<_> = entries.iter().collect();
                sorted.sort_by(|(a, _), (b, _)| by_utf16(a, b));
                out.push('{');
                for (i, (key, value)) in sorted.into_iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    write_quoted(out, key);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// Appends the content of a string, or the text of another value.
    pub(crate) fn write_plain(&self, out: &mut String) {
        match self {
            Json::String(text) => out.push_str(text),
            other => other.write(out),
        }
    }
}

/// The order in which Java compares texts.
pub(crate) fn by_utf16(a: &str, b: &str) -> Ordering {
    a.encode_utf16().cmp(b.encode_utf16())
}

/// Appends a text in quotes.
pub(crate) fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[written..at]);
        written = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            // Writing to a string does not fail.
            control => drop(write!(out, "\\u{control:04X}")),
        }
    }
    out.push_str(&text[written..]);
    out.push('"');
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Mistake::End => f.write_str("the text ends too early"),
            Mistake::Character(found) => write!(f, "'{found}' at position {} was not expected", self.at + 1),
            Mistake::Nesting => write!(f, "it is nested deeper than {MAX_DEPTH} levels"),
            Mistake::DuplicateKey => write!(f, "an object has a key twice, before position {}", self.at + 1),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    duplicates: Duplicates,
    numbers: Numbers,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Java,
    Written,
    Variant,
}

impl<'a> Reader<'a> {
    fn document(mut self) -> Result<Json<'a>, JsonError> {
        let value = self.value()?;
        let has_end = matches!(value, Json::String(_) | Json::Array(_) | Json::Object(_));
        match self.peek() {
            Some(byte) if !has_end && !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') => Err(self.unexpected()),
            _ => Ok(value),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn unexpected(&self) -> JsonError {
        let kind = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(Mistake::End, Mistake::Character);
        JsonError { kind, at: self.at }
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), JsonError> {
        if self.eat(byte) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn value(&mut self) -> Result<Json<'a>, JsonError> {
        self.skip_blanks();
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Json::Boolean(true)),
            Some(b'f') => self.word("false", Json::Boolean(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(b'I') if self.numbers == Numbers::Variant => self.word("Infinity", Json::Number(Cow::Borrowed("Infinity"))),
            _ => Err(self.unexpected()),
        }
    }

    fn word(&mut self, word: &str, value: Json<'a>) -> Result<Json<'a>, JsonError> {
        for byte in word.bytes() {
            self.expect(byte)?;
        }
        match self.peek() {
            Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 => Err(self.unexpected()),
            _ => Ok(value),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json<'a>, JsonError>) -> Result<Json<'a>, JsonError> {
        if self.depth == MAX_DEPTH {
            return Err(JsonError { kind: Mistake::Nesting, at: self.at });
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<Json<'a>, JsonError> {
        let mut elements = Vec::new();
        self.skip_blanks();
        if self.eat(b']') {
            return Ok(Json::Array(elements));
        }
        loop {
            elements.push(self.value()?);
            self.skip_blanks();
            if self.eat(b']') {
                return Ok(Json::Array(elements));
            }
            self.expect(b',')?;
        }
    }

    fn object(&mut self) -> Result<Json<'a>, JsonError> {
        let mut entries = Vec::new();
        self.skip_blanks();
        if self.eat(b'}') {
            return Ok(Json::Object(entries));
        }
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'"') {
                return Err(self.unexpected());
            }
            let key = self.string()?;
            self.skip_blanks();
            self.expect(b':')?;
            let value = self.value()?;
            entries.push((key, value));
            self.skip_blanks();
            if self.eat(b'}') {
                return self.distinct(entries);
            }
            self.expect(b',')?;
        }
    }

    fn distinct(&self, entries: Vec<(Cow<'a, str>, Json<'a>)>) -> Result<Json<'a>, JsonError> {
        if are_distinct(&entries) {
            return Ok(Json::Object(entries));
        }
        if self.duplicates == Duplicates::Refuse {
            return Err(JsonError { kind: Mistake::DuplicateKey, at: self.at });
        }
        let mut places: HashMap<Cow<'a, str>, usize> = HashMap::with_capacity(entries.len());
        let mut kept: Vec<(Cow<'a, str>, Json<'a>)> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match places.get(&key) {
                Some(&place) => kept[place].1 = value,
                None => {
                    places.insert(key.clone(), kept.len());
                    kept.push((key, value));
                }
            }
        }
        Ok(Json::Object(kept))
    }

    fn number(&mut self) -> Result<Json<'a>, JsonError> {
        let start = self.at;
        self.eat(b'-');
        if self.numbers == Numbers::Variant && self.peek() == Some(b'I') {
            return self.word("Infinity", Json::Number(Cow::Borrowed("-Infinity")));
        }
        if !self.eat(b'0') {
            self.digits()?;
        } else if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.unexpected());
        }
        let whole = self.at;
        if self.eat(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if !self.eat(b'-') {
                self.eat(b'+');
            }
            self.digits()?;
        }
        let text = &self.text[start..self.at];
        Ok(Json::Number(match text {
            written if self.numbers != Numbers::Java => Cow::Borrowed(written),
            "-0" => Cow::Borrowed("0"),
            integer if whole == self.at => Cow::Borrowed(integer),
            decimal => java_decimal(decimal),
        }))
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(self.unexpected()) }
    }

    /// At the opening quote.
    fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        self.at += 1;
        let start = self.at;
        self.plain_characters();
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(&self.text[start..self.at - 1]));
        }
        let mut text = self.text[start..self.at].to_owned();
        loop {
            let start = self.at;
            self.plain_characters();
            text.push_str(&self.text[start..self.at]);
            if self.eat(b'"') {
                return Ok(Cow::Owned(text));
            }
            self.expect(b'\\')?;
            text.push(self.escaped()?);
        }
    }

    fn plain_characters(&mut self) {
        while self.peek().is_some_and(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
            self.at += 1;
        }
    }

    /// After the backslash.
    fn escaped(&mut self) -> Result<char, JsonError> {
        let character = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.code_unit(),
            _ => return Err(self.unexpected()),
        };
        self.at += 1;
        Ok(character)
    }

    /// At the `u` of an escape. Half of a pair alone is no character.
    fn code_unit(&mut self) -> Result<char, JsonError> {
        let first = self.hex()?;
        if (0xD800..0xDC00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            let after_first = self.at;
            self.at += 1;
            let second = self.hex()?;
            if (0xDC00..0xE000).contains(&second) {
                let pair = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                return Ok(char::from_u32(pair).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = after_first;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, JsonError> {
        self.at += 1;
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16)).ok_or_else(|| self.unexpected())?;
            value = value * 16 + digit;
            self.at += 1;
        }
        Ok(value)
    }
}

fn are_distinct(entries: &[(Cow<'_, str>, Json<'_>)]) -> bool {
    if entries.len() <= 8 {
        return (1..entries.len()).all(|i| entries[..i].iter().all(|(key, _)| *key != entries[i].0));
    }
    let mut keys = HashSet::with_capacity(entries.len());
    entries.iter().all(|(key, _)| keys.insert(key.as_ref()))
}

/// A number with a fraction or an exponent as Java's decimals print: digits and scale stay, small and large ones get an exponent.
pub(crate) fn java_decimal(text: &str) -> Cow<'_, str> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, 0), |(mantissa, exponent)| (mantissa, saturated(exponent)));
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let (sign, digits) = if digits.is_empty() { ("", "0") } else { (sign, digits) };
    let scale = fraction.len() as i64 - exponent;
    let adjusted = digits.len() as i64 - 1 - scale;
    if scale < 0 || adjusted < -6 {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let plus = if adjusted > 0 { "+" } else { "" };
        return Cow::Owned(if adjusted == 0 { format!("{sign}{first}") } else { format!("{sign}{first}{point}{rest}E{plus}{adjusted}") });
    }
    let scale = scale as usize;
    if exponent == 0 && sign.len() + 1 + all.len() == text.len() && !text.starts_with("-0.0") {
        return Cow::Borrowed(text);
    }
    if scale == 0 {
        return Cow::Owned(format!("{sign}{digits}"));
    }
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    Cow::Owned(format!("{sign}{whole}.{fraction}"))
}

/// An exponent; beyond what Java takes it stays at a limit.
fn saturated(exponent: &str) -> i64 {
    let limit = i64::from(i32::MAX);
    exponent.parse::<i64>().map_or(if exponent.starts_with('-') { -limit } else { limit }, |value| value.clamp(-limit, limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(text: &str) -> String {
        let mut out = String::new();
        match Json::parse(text) {
            Ok(json) => json.write(&mut out),
            Err(error) => out = format!("! {error}"),
        }
        out
    }

    #[test]
    fn numbers_are_written_as_java_decimals() {
        assert_eq!(
            rewritten("[1.50, 1e2, 1E400, 12345678901234567890123, -0.0, 0.00000001]"),
            "[1.50,1E+2,1E+400,12345678901234567890123,0.0,1E-8]"
        );
        assert_eq!(rewritten("[1e0, -1.5, 100.0e-1, 1.5e3, -0, 0.000001, 0e-7]"), "[1,-1.5,10.00,1.5E+3,0,0.000001,0E-7]");
    }

    #[test]
    fn keys_are_sorted_and_of_equal_ones_the_last_counts() {
        assert_eq!(rewritten(r#"{"b": 1, "a": {"z": 1, "c": 2}, "b": 3}"#), r#"{"a":{"c":2,"z":1},"b":3}"#);
        assert!(Json::parse_written(r#"{"a":1,"a":2}"#, Duplicates::Refuse).is_err());
    }

    #[test]
    fn strings_lose_needless_escapes() {
        assert_eq!(rewritten(r#""\u00e9\n\u0001\/\ud83d\ude00""#), r#""é\n\u0001/😀""#);
    }

    #[test]
    fn text_after_the_value_is_ignored_where_the_value_has_an_end() {
        assert_eq!(rewritten("{} x"), "{}");
        assert_eq!(rewritten("1 2"), "1");
        assert_eq!(rewritten("1x"), "! 'x' at position 2 was not expected");
        assert_eq!(rewritten("truex"), "! 'x' at position 5 was not expected");
        assert_eq!(rewritten("[1,]"), "! ']' at position 4 was not expected");
        assert_eq!(rewritten("01"), "! '1' at position 2 was not expected");
        assert_eq!(rewritten("{\"a\":"), "! the text ends too early");
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert_eq!(rewritten(&"[".repeat(2_000)), "! it is nested deeper than 1000 levels");
    }
}
