//! `${name}` in scripts: replaced in the text before it is read, so that lines stay what they were.
//!
//! In a name it is a part of one identifier, which gets back-ticks where it needs them; in a string its quotes are doubled. `$${` stands
//! for `${`. A variable without a value stays as it is, and so does a secret: `${secret:NAME}`.

use diag::SourceId;
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
}

/// Replaces the variables of a script that have a value.
pub fn expand_variables(text: &str, value_of: &dyn Fn(&str) -> Option<String>) -> Expansion {
    let mut expansion = Expansion { text: String::with_capacity(text.len()), undefined: Vec::new() };
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
        if expansion.add_token(&token, written, value_of) {
            end = range.end;
        }
    }
    expansion.text.push_str(&text[end..]);
    expansion
}

/// Replaces the variables of a plain value, such as one of a settings file.
pub(crate) fn expand_value(text: &str, value_of: &dyn Fn(&str) -> Option<String>) -> Expansion {
    let mut expansion = Expansion::default();
    expansion.add(text, value_of);
    expansion
}

impl Expansion {
    /// Adds a token; false when variables mean nothing in tokens of its kind.
    fn add_token(&mut self, token: &Token, written: &str, value_of: &dyn Fn(&str) -> Option<String>) -> bool {
        match token.kind {
            TokenKind::Variable => {
                let mut name = Expansion::default();
                name.add(written, value_of);
                let start = self.text.len();
                let is_whole = name.undefined.is_empty();
                self.undefined.extend(name.undefined.into_iter().map(|(name, at)| (name, start + at.start..start + at.end)));
                match is_whole && needs_quotes(&name.text) {
                    true => self.text.push_str(&quote_identifier(&name.text)),
                    false => self.text.push_str(&name.text),
                }
            }
            TokenKind::Backtick => self.add(written, &|name| value_of(name).map(|value| value.replace('`', "``"))),
            kind if kind.is_string() => self.add(written, &|name| value_of(name).map(|value| value.replace('\'', "''"))),
            _ => return false,
        }
        true
    }

    fn add(&mut self, text: &str, value_of: &dyn Fn(&str) -> Option<String>) {
        let mut rest = text;
        while let Some(start) = rest.find("${") {
            let Some(length) = rest[start..].find('}') else { break };
            let (before, whole) = (&rest[..start], &rest[start..=start + length]);
            rest = &rest[start + length + 1..];
            if let Some(before) = before.strip_suffix('$') {
                self.text.push_str(before);
                self.text.push_str(whole);
                continue;
            }
            self.text.push_str(before);
            let name = &whole[2..whole.len() - 1];
            let at = self.text.len();
            match value_of(name) {
                _ if name.starts_with(SECRET) => self.text.push_str(whole),
                Some(value) => self.text.push_str(&value),
                None => {
                    self.text.push_str(whole);
                    self.undefined.push((name.to_owned(), at..self.text.len()));
                }
            }
        }
        self.text.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Expansion {
        expand_variables(text, &|name| match name {
            "env" => Some("dev".to_owned()),
            "odd" => Some("it's".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn names_and_strings_take_values() {
        assert_eq!(expanded("SELECT * FROM ods_${env}.t").text, "SELECT * FROM ods_dev.t");
        assert_eq!(expanded("SELECT '${odd}', 'a${env}b'").text, "SELECT 'it''s', 'adevb'");
        assert_eq!(expanded("SELECT * FROM ${odd}").text, "SELECT * FROM `it's`");
    }

    #[test]
    fn unknown_and_escaped_variables_and_comments_stay() {
        assert_eq!(expanded("SELECT '${nothing}' -- ${env}").text, "SELECT '${nothing}' -- ${env}");
        assert_eq!(expanded("SELECT '$${env}'"), Expansion { text: "SELECT '${env}'".to_owned(), undefined: vec![] });
    }

    #[test]
    fn what_has_no_value_is_told_with_its_new_place() {
        let expansion = expanded("SELECT '${env}', '${a}', ${secret}.x, '${secret:KEY}'");
        let told: Vec<_> = expansion.undefined.iter().map(|(name, at)| (name.as_str(), &expansion.text[at.clone()])).collect();
        assert_eq!(told, [("a", "${a}"), ("secret", "${secret}")]);
    }
}
