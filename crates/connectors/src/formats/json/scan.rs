//! A pull scanner over JSON text. It checks the grammar as Jackson does for Flink: control characters may stand in strings, comments,
//! NaN, leading zeros and plus signs may not. Values that nobody reads are checked, but not converted.

use std::borrow::Cow;
use std::ops::Range;

/// A value in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// All of it; a string with its quotes.
    pub(super) range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    True,
    False,
    Int,
    Float,
    String,
    /// A string with escapes.
    Escaped,
    Object,
    Array,
}

/// Why a text is not JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The text ends in the middle.
    End,
    /// A word that is none of JSON's.
    Word(String),
    /// A character that cannot stand there, and what can.
    Expected(&'static str),
    TooDeep,
}

/// Jackson's limit.
const MAX_DEPTH: usize = 1000;

#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    data: &'a [u8],
    /// Where the next character is.
    pub(super) at: usize,
    end: usize,
    depth: usize,
}

impl<'a> Scanner<'a> {
    /// Scans a part of `data`; places count from the beginning of `data`.
    pub(super) fn new(data: &'a [u8], range: Range<usize>) -> Self {
        Scanner { data, at: range.start, end: range.end, depth: 0 }
    }

    /// Reads the value that comes next.
    pub(super) fn value(&mut self) -> Result<Token, Fault> {
        self.skip_blanks();
        let start = self.at;
        let kind = match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'{') => self.container(Kind::Object)?,
            Some(b'[') => self.container(Kind::Array)?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(_) => self.word()?,
            None => return Err(self.fault(Why::End)),
        };
        Ok(Token { kind, range: start..self.at })
    }

    /// Goes into the object or array that comes next.
    pub(super) fn enter(&mut self) {
        self.skip_blanks();
        self.at += 1;
    }

    /// Reads the key of the next field of an object, up to its colon; `None` at the end of the object. `is_first` tells whether no field
    /// has been read.
    pub(super) fn key(&mut self, is_first: bool) -> Result<Option<Token>, Fault> {
        if !self.next_item(is_first, b'}', "',' or '}'")? {
            return Ok(None);
        }
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.fault(if self.at >= self.end { Why::End } else { Why::Expected("a field name in double quotes") }));
        }
        let kind = self.string()?;
        let token = Token { kind, range: start..self.at };
        self.skip_blanks();
        self.expect(b':', "':'")?;
        Ok(Some(token))
    }

    /// Reads the next element of an array; `None` at its end.
    pub(super) fn element(&mut self, is_first: bool) -> Result<Option<Token>, Fault> {
        match self.next_item(is_first, b']', "',' or ']'")? {
            true => self.value().map(Some),
            false => Ok(None),
        }
    }

    /// Goes to the next item of a container, or behind its end.
    fn next_item(&mut self, is_first: bool, close: u8, expected: &'static str) -> Result<bool, Fault> {
        self.skip_blanks();
        match self.peek() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ if is_first => Ok(true),
            Some(b',') => {
                self.at += 1;
                self.skip_blanks();
                Ok(true)
            }
            Some(_) => Err(self.fault(Why::Expected(expected))),
            None => Err(self.fault(Why::End)),
        }
    }

    fn container(&mut self, kind: Kind) -> Result<Kind, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(Why::TooDeep));
        }
        self.at += 1;
        let mut is_first = true;
        loop {
            let found = match kind {
                Kind::Object => match self.key(is_first)? {
                    Some(_) => Some(self.value()?),
                    None => None,
                },
                _ => self.element(is_first)?,
            };
            if found.is_none() {
                self.depth -= 1;
                return Ok(kind);
            }
            is_first = false;
        }
    }

    fn string(&mut self) -> Result<Kind, Fault> {
        let mut at = self.at + 1;
        let mut kind = Kind::String;
        loop {
            at = quote_or_backslash(&self.data[..self.end], at);
            match self.data[..self.end].get(at) {
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(kind);
                }
                Some(_) => {
                    kind = Kind::Escaped;
                    at = self.escape(at)?;
                }
                None => return Err(Fault { at: self.end, why: Why::End }),
            }
        }
    }

    /// Checks the escape at a backslash and returns the place behind it.
    fn escape(&self, at: usize) -> Result<usize, Fault> {
        let text = &self.data[..self.end];
        match text.get(at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
            Some(b'u') => match text.get(at + 2..at + 6) {
                Some(digits) if digits.iter().all(u8::is_ascii_hexdigit) => Ok(at + 6),
                Some(_) => Err(Fault { at, why: Why::Expected("four hexadecimal digits") }),
                None => Err(Fault { at: self.end, why: Why::End }),
            },
            Some(_) => Err(Fault { at, why: Why::Expected("an escape that JSON knows") }),
            None => Err(Fault { at: self.end, why: Why::End }),
        }
    }

    fn number(&mut self) -> Result<Kind, Fault> {
        let mut kind = Kind::Int;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => {
                self.at += 1;
                if matches!(self.peek(), Some(b'0'..=b'9')) {
                    return Err(self.fault(Why::Expected("a number without leading zeros")));
                }
            }
            _ => self.digits("a digit")?,
        }
        if self.peek() == Some(b'.') {
            kind = Kind::Float;
            self.at += 1;
            self.digits("a digit behind the decimal point")?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            kind = Kind::Float;
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits("a digit of the exponent")?;
        }
        Ok(kind)
    }

    fn digits(&mut self, expected: &'static str) -> Result<(), Fault> {
        let count = self.data[self.at..self.end].iter().take_while(|b| b.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.fault(if self.at >= self.end { Why::End } else { Why::Expected(expected) }));
        }
        self.at += count;
        Ok(())
    }

    fn word(&mut self) -> Result<Kind, Fault> {
        let start = self.at;
        let rest = &self.data[start..self.end];
        for (word, kind) in [(&b"null"[..], Kind::Null), (b"true", Kind::True), (b"false", Kind::False)] {
            if rest.starts_with(word) && !rest.get(word.len()).is_some_and(|b| is_word_byte(*b)) {
                self.at += word.len();
                return Ok(kind);
            }
        }
        let length = rest.iter().take_while(|b| is_word_byte(**b)).count();
        let why = match length {
            0 => Why::Expected("a value"),
            _ => Why::Word(String::from_utf8_lossy(&rest[..length]).into_owned()),
        };
        Err(Fault { at: start, why })
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), Fault> {
        match self.peek() {
            Some(found) if found == byte => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.fault(Why::Expected(expected))),
            None => Err(self.fault(Why::End)),
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        if self.at < self.end { Some(self.data[self.at]) } else { None }
    }

    fn fault(&self, why: Why) -> Fault {
        Fault { at: self.at, why }
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The first quote or backslash from a place on, or the end. Strings are short, so eight bytes at a time do better than a call.
#[inline]
fn quote_or_backslash(text: &[u8], from: usize) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut at = from;
    while let Some(word) = text.get(at..at + 8) {
        let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
        let (quote, backslash) = (word ^ (LOW * b'"' as u64), word ^ (LOW * b'\\' as u64));
        // The lowest mark is exact; a borrow can only touch the bytes above it.
        let marks = ((quote.wrapping_sub(LOW) & !quote) | (backslash.wrapping_sub(LOW) & !backslash)) & HIGH;
        if marks != 0 {
            return at + marks.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    text.get(at..).and_then(|rest| rest.iter().position(|b| matches!(b, b'"' | b'\\'))).map_or(text.len(), |found| at + found)
}

/// The text of a string, a number or a word.
pub(super) fn text<'a>(data: &'a [u8], token: &Token) -> Cow<'a, [u8]> {
    match token.kind {
        Kind::String => Cow::Borrowed(&data[token.range.start + 1..token.range.end - 1]),
        Kind::Escaped => Cow::Owned(unescape(&data[token.range.start + 1..token.range.end - 1])),
        _ => Cow::Borrowed(&data[token.range.clone()]),
    }
}

/// Replaces escapes. Halves of surrogate pairs become question marks, as in Java when text is encoded.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let (c, used) = match rest.get(at + 1) {
            Some(b'u') => unicode(&rest[at..]),
            Some(b'b') => ('\u{8}', 2),
            Some(b'f') => ('\u{c}', 2),
            Some(b'n') => ('\n', 2),
            Some(b'r') => ('\r', 2),
            Some(b't') => ('\t', 2),
            Some(other) => (char::from(*other), 2),
            None => ('\\', 1),
        };
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        rest = &rest[at + used..];
    }
    out.extend_from_slice(rest);
    out
}

/// The character of a `\u` escape, with the second half of a pair, and how many bytes it takes.
fn unicode(text: &[u8]) -> (char, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6).filter(|escape| escape.starts_with(b"\\u"))?;
        u16::from_str_radix(std::str::from_utf8(&digits[2..]).ok()?, 16).ok()
    };
    let Some(first) = unit(0) else { return ('?', 2) };
    let units = [first, unit(6).unwrap_or_default()];
    match char::decode_utf16(units).next() {
        Some(Ok(c)) => (c, if c.len_utf16() == 2 { 12 } else { 6 }),
        _ => ('?', 6),
    }
}
