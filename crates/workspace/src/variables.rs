//! `${name}` in scripts: replaced in the text before it is read, so that lines stay what they were.
//!
//! In a name it is a part of one identifier, which gets back-ticks where it needs them; a number that stands alone stays a number. In a
//! string its quotes are doubled. `$${` stands for `${`. A variable without a value stays as it is, and so does a secret: `${secret:NAME}`.

use diag::{Replaced, SourceId};
use sql::print::{needs_quotes, quote_identifier};
use sql::token::{Token, TokenKind};
use std::ops::Range;

/// Secrets are filled in only where a connection is made.
const SECRET: &str = "secret:";

/// A text with its variables replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    pub text: String,
    /// The variables without a value, and where they stand in the new text.
    pub undefined: Vec<(String, Range<usize>)>,
    /// The parts that are not as they were written.
    pub replaced: Vec<Replaced>,
}

/// Replaces the variables of a script that have a value.
pub fn expand_variables(text: &str, value_of: &dyn Fn(&str) -> Option<String>) -> Expansion {
    let mut expansion = Expansion { text: String::with_capacity(text.len()), ..Expansion::default() };
    if !text.contains("${") {
        text.clone_into(&mut expansion.text);
        return expansion;
    }
    let mut end = 0;
    for token in sql::lex(SourceId::NONE, text).tokens {
        let range = token.span.start as usize..token.span.end as usize;
        let Some(written) = text.get(range.clone()).filter(|written| written.contains("${")) else { continue };
        expansion.text.push_str(&text[end..range.start]);
        end = range.start;
        let is_part = text[..range.start].ends_with('.') || text[range.end..].starts_with('.');
        if expansion.add_token(&token, written, is_part, value_of) {
            end = range.end;
        }
    }
    expansion.text.push_str(&text[end..]);
    expansion
}

/// Replaces the variables of a plain value, such as one of a settings file.
pub(crate) fn expand_value(text: &str, value_of: &dyn Fn(&str) -> Option<String>) -> Expansion {
    let mut expansion = Expansion::default();
    expansion.add(text, 0, value_of);
    expansion
}

impl Expansion {
    /// Adds a token, which may be a part of a longer name; false when variables mean nothing in tokens of its kind.
    fn add_token(&mut self, token: &Token, written: &str, is_part: bool, value_of: &dyn Fn(&str) -> Option<String>) -> bool {
        let start = token.span.start as usize;
        match token.kind {
            TokenKind::Variable => {
                let mut name = Expansion::default();
                name.add(written, 0, value_of);
                let is_number = !is_part && name.text.parse::<f64>().is_ok() && name.text.starts_with(|c: char| c.is_ascii_digit());
                if name.undefined.is_empty() && !is_number && needs_quotes(&name.text) {
                    self.replace(&quote_identifier(&name.text), start..start + written.len());
                } else {
                    self.add(written, start, value_of);
                }
            }
            TokenKind::Backtick => self.add(written, start, &|name| value_of(name).map(|value| value.replace('`', "``"))),
            kind if kind.is_string() => self.add(written, start, &|name| value_of(name).map(|value| value.replace('\'', "''"))),
            _ => return false,
        }
        true
    }

    /// Adds a text that stood at an offset.
    fn add(&mut self, text: &str, offset: usize, value_of: &dyn Fn(&str) -> Option<String>) {
        let mut at = 0;
        while let Some(start) = text[at..].find("${").map(|start| at + start) {
            let Some(end) = text[start..].find('}').map(|length| start + length + 1) else { break };
            let (before, whole) = (&text[at..start], &text[start..end]);
            at = end;
            if let Some(before) = before.strip_suffix('$') {
                self.text.push_str(before);
                self.replace(whole, offset + start - 1..offset + end);
                continue;
            }
            self.text.push_str(before);
            let name = &whole[2..whole.len() - 1];
            match value_of(name) {
                _ if name.starts_with(SECRET) => self.text.push_str(whole),
                Some(value) => self.replace(&value, offset + start..offset + end),
                None => {
                    let new = self.text.len();
                    self.text.push_str(whole);
                    self.undefined.push((name.to_owned(), new..self.text.len()));
                }
            }
        }
        self.text.push_str(&text[at..]);
    }

    /// Adds a text for one that stood elsewhere.
    fn replace(&mut self, text: &str, old: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text);
        let bytes = |range: Range<usize>| range.start as u32..range.end as u32;
        self.replaced.push(Replaced { new: bytes(start..self.text.len()), old: bytes(old) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Expansion {
        expand_variables(text, &|name| match name {
            "env" => Some("dev".to_owned()),
            "odd" => Some("it's".to_owned()),
            "year" => Some("2025".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn names_and_strings_take_values() {
        assert_eq!(expanded("SELECT * FROM ods_${env}.t").text, "SELECT * FROM ods_dev.t");
        assert_eq!(expanded("SELECT '${odd}', 'a${env}b'").text, "SELECT 'it''s', 'adevb'");
        assert_eq!(expanded("SELECT * FROM ${odd}").text, "SELECT * FROM `it's`");
        assert_eq!(expanded("SELECT * FROM ${year}.t WHERE y = ${year}").text, "SELECT * FROM `2025`.t WHERE y = 2025");
    }

    #[test]
    fn unknown_and_escaped_variables_and_comments_stay() {
        assert_eq!(expanded("SELECT '${nothing}' -- ${env}").text, "SELECT '${nothing}' -- ${env}");
        let escaped = expanded("SELECT '$${env}'");
        assert_eq!((escaped.text.as_str(), escaped.undefined), ("SELECT '${env}'", vec![]));
    }

    #[test]
    fn what_has_no_value_is_told_with_its_new_place() {
        let expansion = expanded("SELECT '${env}', '${a}', ${secret}.x, '${secret:KEY}'");
        let told: Vec<_> = expansion.undefined.iter().map(|(name, at)| (name.as_str(), &expansion.text[at.clone()])).collect();
        assert_eq!(told, [("a", "${a}"), ("secret", "${secret}")]);
    }

    #[test]
    fn what_was_replaced_is_known_by_both_places() {
        let written = "SELECT '${odd}' FROM ${odd}.ods_${env}";
        let expansion = expanded(written);
        let slice = |text: &str, at: &Range<u32>| text[at.start as usize..at.end as usize].to_owned();
        let parts: Vec<_> = expansion.replaced.iter().map(|part| (slice(written, &part.old), slice(&expansion.text, &part.new))).collect();
        let expected = [("${odd}", "it''s"), ("${odd}", "`it's`"), ("${env}", "dev")];
        assert_eq!(parts, expected.map(|(old, new)| (old.to_owned(), new.to_owned())));
    }
}
