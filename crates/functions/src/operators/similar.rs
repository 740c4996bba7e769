//! `string SIMILAR TO pattern [ESCAPE character]`, by translation into a regular expression.

use super::like;
use super::pattern::escape_character;
use crate::kernel::{Args, Function, Text, rows};
use arrow::array::{ArrayRef, BooleanArray};
use diag::{Error, Result};
use fancy_regex::Regex;
use std::sync::Arc;
use table::function::{CallSite, Example, FunctionDoc, Kernel};

pub(super) static SIMILAR_TO: Function = Function::new(
    &FunctionDoc {
        name: "SIMILAR TO",
        aliases: &["SIMILAR"],
        definition: "SIMILAR",
        signatures: &["string SIMILAR TO pattern [ESCAPE character]"],
        summary: "TRUE when the whole string matches an SQL regular expression: % is any text, _ one character.",
        examples: &[Example { expression: "'abc' SIMILAR TO '(a|x)bc'", result: "TRUE" }],
    },
    |arguments| like::resolve("SIMILAR TO", arguments),
    kernel,
);

fn kernel(call: &CallSite) -> Result<Box<dyn Kernel>> {
    if let Some((pattern, escape)) = like::constant_pattern(call) {
        let regex = compile(pattern, escape)?;
        return Ok(rows(move |args| {
            let texts = args.column::<Text>(0)?;
            let answers = (0..args.rows()).map(|row| texts.get(row).map(|text| is_match(&regex, text)).transpose());
            Ok(Arc::new(answers.collect::<Result<BooleanArray>>()?) as ArrayRef)
        }));
    }
    Ok(rows(match_each))
}

fn match_each(args: &Args<'_>) -> Result<ArrayRef> {
    let (texts, patterns) = (args.column::<Text>(0)?, args.column::<Text>(1)?);
    let escapes = args.optional::<Text>(2)?;
    let one = |row: usize| match (texts.get(row), patterns.get(row)) {
        (Some(text), Some(pattern)) => {
            let escape = escapes.as_ref().and_then(|escapes| escapes.get(row));
            is_match(&compile(pattern, escape)?, text).map(Some)
        }
        _ => Ok(None),
    };
    Ok(Arc::new((0..args.rows()).map(one).collect::<Result<BooleanArray>>()?))
}

fn is_match(regex: &Regex, text: &str) -> Result<bool> {
    regex.is_match(text).map_err(|e| Error::data(format!("a regular expression takes too long: {e}")))
}

fn compile(pattern: &str, escape: Option<&str>) -> Result<Regex> {
    let translated = translate(pattern, escape_character(escape)?)?;
    Regex::new(&format!("^(?:{translated})$(?!\\n)")).map_err(|_| invalid(pattern))
}

fn invalid(pattern: &str) -> Error {
    Error::invalid(format!("Invalid regular expression '{pattern}'"))
}

/// The character classes of SQL and what stands for them.
const CLASSES: [(&str, &str); 14] = [
    ("[:ALPHA:]", "[A-Za-z]"),
    ("[:alpha:]", "[A-Za-z]"),
    ("[:UPPER:]", "[A-Z]"),
    ("[:upper:]", "[A-Z]"),
    ("[:LOWER:]", "[a-z]"),
    ("[:lower:]", "[a-z]"),
    ("[:DIGIT:]", "[0-9]"),
    ("[:digit:]", "[0-9]"),
    ("[:SPACE:]", " "),
    ("[:space:]", " "),
    ("[:WHITESPACE:]", "\\s"),
    ("[:whitespace:]", "\\s"),
    ("[:ALNUM:]", "[A-Za-z0-9]"),
    ("[:alnum:]", "[A-Za-z0-9]"),
];

const SPECIALS: &str = "[]()|^-+*_%?{}";

fn translate(pattern: &str, escape: Option<char>) -> Result<String> {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut at = 0;
    while let Some(c) = pattern[at..].chars().next() {
        at += c.len_utf8();
        match c {
            c if Some(c) == escape => at += push_escaped(&mut out, pattern, at, c)?,
            '_' => out.push('.'),
            '%' => out.push_str("(?:.*)"),
            '[' => at = push_set(&mut out, pattern, at, escape)?,
            ']' => return Err(invalid(pattern)),
            '\\' => out.push_str("\\\\"),
            '$' => out.push_str("\\$"),
            c => out.push(c),
        }
    }
    Ok(out)
}

/// Writes the character behind an escape and says how long it is.
fn push_escaped(out: &mut String, pattern: &str, at: usize, escape: char) -> Result<usize> {
    let next = pattern[at..].chars().next().filter(|c| SPECIALS.contains(*c) || *c == escape);
    let position = pattern[..at].chars().count() - 1;
    let next = next.ok_or_else(|| Error::invalid(format!("Invalid escape sequence '{pattern}', {position}")))?;
    if SPECIALS.contains(next) || !next.is_alphanumeric() {
        out.push('\\');
    }
    out.push(next);
    Ok(next.len_utf8())
}

/// Translates `[...]`; `at` is behind the bracket, the result behind the closing one.
fn push_set(out: &mut String, pattern: &str, mut at: usize, escape: Option<char>) -> Result<usize> {
    out.push('[');
    while let Some(c) = pattern[at..].chars().next() {
        if let Some((class, regex)) = CLASSES.iter().find(|(class, _)| pattern[at..].starts_with(class)) {
            out.push_str(regex);
            at += class.len();
            continue;
        }
        at += c.len_utf8();
        match c {
            ']' => {
                out.push(']');
                return Ok(at);
            }
            c if Some(c) == escape => at += push_escaped(out, pattern, at, c)?,
            '[' | '&' | '~' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    Err(invalid(pattern))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn similar(text: &str, pattern: &str) -> bool {
        is_match(&compile(pattern, None).expect("a pattern"), text).expect("an answer")
    }

    #[test]
    fn patterns_match_as_in_flink() {
        let patterns = ["a(b|c)*", "a_c", "a%", "[a-c]+", "a.c", "[[:ALPHA:]]*", "[[:alpha:]]+", "ab{1,2}c", "[^x]*", "a?b?c?"];
        let rows = [
            ("abc", [true, true, true, true, true, true, true, true, true, true]),
            ("a.c", [false, true, true, false, true, false, false, false, true, false]),
            ("abbc", [true, false, true, true, false, true, true, true, true, false]),
            ("", [false, false, false, false, false, true, false, false, true, true]),
        ];
        for (text, expected) in rows {
            for (pattern, expected) in patterns.iter().zip(expected) {
                assert_eq!(similar(text, pattern), expected, "'{text}' SIMILAR TO '{pattern}'");
            }
        }
        assert!(!similar("abc", "a\\w+"));
        assert!(is_match(&compile("a!%", Some("!")).expect("a pattern"), "a%").expect("an answer"));
    }

    #[test]
    fn bad_patterns_are_refused() {
        assert_eq!(compile("a[b", None).map_err(|e| e.message).err().as_deref(), Some("Invalid regular expression 'a[b'"));
        assert!(compile("a(b", None).is_err());
    }
}
