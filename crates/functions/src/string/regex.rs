//! Regular expressions with the syntax and the meaning of `java.util.regex`.

use super::java_pattern::{END, END_MARK, Translator};
use diag::{Error, Result};
use fancy_regex::Regex;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct JavaRegex {
    /// With `$` as the end of the text.
    plain: Regex,
    /// With `$` as Java has it, where that differs: before a line terminator at the end of the text, too.
    with_terminator: Option<Regex>,
}

/// Where a match is: the bytes of each group, the whole match first.
pub(super) type Groups = Vec<Option<(usize, usize)>>;

impl JavaRegex {
    /// `None` for a pattern that is not valid.
    pub(crate) fn new(pattern: &str) -> Option<JavaRegex> {
        let translated = Translator::new(pattern).translate()?;
        let plain = Regex::new(&translated.replace(END_MARK, r"\z")).ok()?;
        let with_terminator = match translated.contains(END_MARK) {
            true => Some(Regex::new(&translated.replace(END_MARK, END)).ok()?),
            false => None,
        };
        Some(JavaRegex { plain, with_terminator })
    }

    pub(super) fn group_count(&self) -> usize {
        self.plain.captures_len() - 1
    }

    pub(crate) fn is_match(&self, text: &str) -> Result<bool> {
        self.engine(text).is_match(text).map_err(failed)
    }

    /// The first match at or after a byte.
    pub(super) fn find_from(&self, text: &str, from: usize) -> Result<Option<(usize, usize)>> {
        let found = self.engine(text).find_from_pos(text, from).map_err(failed)?;
        Ok(found.map(|found| (found.start(), found.end())))
    }

    pub(super) fn groups_from(&self, text: &str, from: usize) -> Result<Option<Groups>> {
        let captures = self.engine(text).captures_from_pos(text, from).map_err(failed)?;
        Ok(captures.map(|captures| captures.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect()))
    }

    /// All matches, one after the other, as `Matcher.find` finds them: after an empty match the search goes on one character later.
    pub(super) fn each_match(&self, text: &str, mut visit: impl FnMut(usize, usize)) -> Result<()> {
        let mut from = 0;
        while let Some((start, end)) = self.find_from(text, from)? {
            visit(start, end);
            let Some(next) = next_start(text, start, end) else { break };
            from = next;
        }
        Ok(())
    }

    /// The pieces between the matches, as `String.split` gives them.
    pub(super) fn split<'a>(&self, text: &'a str, limit: Option<usize>) -> Result<Vec<&'a str>> {
        let (mut pieces, mut end_of_last) = (Vec::new(), 0);
        self.each_match(text, |start, end| {
            let at_start_and_empty = end == 0;
            if !at_start_and_empty && limit.is_none_or(|limit| pieces.len() + 1 < limit) {
                pieces.push(&text[end_of_last..start]);
                end_of_last = end;
            }
        })?;
        if pieces.is_empty() {
            return Ok(vec![text]);
        }
        pieces.push(&text[end_of_last..]);
        if limit.is_none() {
            while pieces.last().is_some_and(|piece| piece.is_empty()) {
                pieces.pop();
            }
        }
        Ok(pieces)
    }

    fn engine(&self, text: &str) -> &Regex {
        match &self.with_terminator {
            Some(regex) if text.ends_with(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) => regex,
            _ => &self.plain,
        }
    }
}

/// Where the search goes on after a match; `None` at the end of the text.
pub(super) fn next_start(text: &str, start: usize, end: usize) -> Option<usize> {
    if end > start {
        return Some(end);
    }
    text[end..].chars().next().map(|c| end + c.len_utf8())
}

fn failed(error: fancy_regex::Error) -> Error {
    Error::data(format!("a regular expression needs too much work: {error}"))
}

/// Compiled patterns of one call site; a constant pattern is compiled once.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    compiled: Mutex<HashMap<Box<str>, Option<Arc<JavaRegex>>>>,
}

/// When there are more, all are forgotten.
const MOST_PATTERNS: usize = 1024;

impl Patterns {
    pub(super) fn get(&self, pattern: &str) -> Option<Arc<JavaRegex>> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = compiled.get(pattern) {
            return known.clone();
        }
        if compiled.len() >= MOST_PATTERNS {
            compiled.clear();
        }
        let regex = JavaRegex::new(pattern).map(Arc::new);
        compiled.insert(pattern.into(), regex.clone());
        regex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(text: &str, pattern: &str) -> bool {
        JavaRegex::new(pattern).is_some_and(|regex| regex.is_match(text).expect("matched"))
    }

    #[test]
    fn patterns_mean_what_java_means() {
        for (text, pattern, expected) in [
            ("ABC", "(?i)b", true),
            ("aab", r"(a)\1b", true),
            ("foobar", "foo(?=bar)", true),
            ("a1", r"\p{Alpha}\p{Digit}", true),
            ("é", r"\p{L}", true),
            ("é", r"\w", false),
            ("٣", r"\d", false),
            ("ab", "a++b", true),
            ("x", "[a-z&&[^x]]", false),
            ("a.b", r"\Qa.b\E", true),
            ("ab", r"\x61\u0062", true),
            ("a", r"\p{javaLowerCase}", true),
            ("ab", r"(?<nm>a)\k<nm>?b", true),
            ("a]b", "[]]", true),
            ("a-b", r"[a\-]-b", true),
            ("ab", "(?x) a b # c", true),
            ("a b", r"a\hb", true),
            ("abc", "{", false),
            ("abc", "*", false),
            ("abc", "a{2", false),
            ("a[b", "a[b", false),
            ("Ab", "(?i:a)b", true),
            ("À", "(?i)à", false),
            ("À", "(?iu)à", true),
            ("a\nb", "a$", false),
            ("a\n", "a$", true),
            ("a\nb", "(?m)a$", true),
            ("a\nb", "a.b", false),
            ("a\u{85}b", "a.b", false),
            ("a\rb", "a.b", false),
            ("a\n", r"a\Z", true),
            ("a\n", r"a\z", false),
            ("ab", r"\Ga", true),
            ("ab", r"\p{IsLatin}+", true),
            ("ab", r"\p{InBasicLatin}+", true),
            ("ab", r"\p{Lower}\p{Alnum}", true),
            ("ab", "[[:alpha:]]", true),
            ("a", "[a&&b]", false),
            ("ab", "(?<!x)a(?=b)", true),
            ("ab", "a{,2}b", false),
            ("a{b", r"a\{b", true),
            ("a}b", "a}b", true),
            ("ab", r"\a?ab", true),
            ("ab", r"\y", false),
            ("ab", r"\0141b", true),
            ("ab", r"\cA?ab", true),
            ("ab", "(?>a|ab)b", true),
            ("x]", r"[x\]]", true),
            ("-", "[a-]", true),
            ("^", r"[\^]", true),
            ("a b", r"\S\s\S", true),
            ("a_b", r"\W", false),
            ("ab", r"\R", false),
            ("ab", r"\X", true),
            ("é", r"\bé\b", true),
            ("aé", r"a\b", false),
        ] {
            assert_eq!(finds(text, pattern), expected, "{pattern} in {text:?}");
        }
    }

    #[test]
    fn split_drops_empty_pieces_at_the_end_only() {
        let split = |text: &'static str, pattern: &str| JavaRegex::new(pattern).expect("valid").split(text, None).expect("split");
        assert_eq!(split("a=1,,b=2", ","), ["a=1", "", "b=2"]);
        assert_eq!(split("a1=x2", "[0-9]"), ["a", "=x"]);
        assert_eq!(split("a=1|b", "|"), ["a", "=", "1", "|", "b"]);
        assert_eq!(split("", ","), [""]);
        assert_eq!(JavaRegex::new("=").expect("valid").split("a=1=2", Some(2)).expect("split"), ["a", "1=2"]);
    }
}
