//! `${name}` in scripts: replaced in the text before it is read, so that lines stay what they were.
//!
//! In a name it is a part of one identifier, which gets back-ticks where it needs them; in a string its quotes are doubled. `$${` stands
//! for `${`. A variable without a value stays as it is.

use diag::SourceId;
use sql::print::{needs_quotes, quote_identifier};
use sql::token::{Token, TokenKind};

/// Replaces the variables of a script that have a value.
pub fn expand_variables(text: &str, value_of: &dyn Fn(&str) -> Option<String>) -> String {
    if !text.contains("${") {
        return text.to_owned();
    }
    let mut expanded = String::with_capacity(text.len());
    let mut end = 0;
    for token in sql::lex(SourceId::NONE, text).tokens {
        let range = token.span.start as usize..token.span.end as usize;
        let Some(replaced) = text.get(range.clone()).and_then(|written| expand_token(&token, written, value_of)) else { continue };
        expanded.push_str(&text[end..range.start]);
        expanded.push_str(&replaced);
        end = range.end;
    }
    expanded.push_str(&text[end..]);
    expanded
}

/// The text of a token with its variables replaced; `None` when nothing changes.
fn expand_token(token: &Token, written: &str, value_of: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    match token.kind {
        TokenKind::Variable => {
            let name = replace(written, value_of)?;
            Some(if needs_quotes(&name) && !name.contains("${") { quote_identifier(&name) } else { name })
        }
        TokenKind::Backtick => replace(written, &|name| value_of(name).map(|value| value.replace('`', "``"))),
        kind if kind.is_string() => replace(written, &|name| value_of(name).map(|value| value.replace('\'', "''"))),
        _ => None,
    }
}

fn replace(text: &str, value_of: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let mut replaced = String::new();
    let mut changed = false;
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let Some(length) = rest[start..].find('}') else { break };
        let (before, whole) = (&rest[..start], &rest[start..=start + length]);
        rest = &rest[start + length + 1..];
        if let Some(before) = before.strip_suffix('$') {
            changed = true;
            replaced.push_str(before);
            replaced.push_str(whole);
            continue;
        }
        replaced.push_str(before);
        match value_of(&whole[2..whole.len() - 1]) {
            Some(value) => {
                changed = true;
                replaced.push_str(&value);
            }
            None => replaced.push_str(whole),
        }
    }
    replaced.push_str(rest);
    changed.then_some(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> String {
        expand_variables(text, &|name| match name {
            "env" => Some("dev".to_owned()),
            "odd" => Some("it's".to_owned()),
            _ => None,
        })
    }

    #[test]
    fn names_and_strings_take_values() {
        assert_eq!(expanded("SELECT * FROM ods_${env}.t"), "SELECT * FROM ods_dev.t");
        assert_eq!(expanded("SELECT '${odd}', 'a${env}b'"), "SELECT 'it''s', 'adevb'");
        assert_eq!(expanded("SELECT * FROM ${odd}"), "SELECT * FROM `it's`");
    }

    #[test]
    fn unknown_and_escaped_variables_and_comments_stay() {
        assert_eq!(expanded("SELECT '${nothing}' -- ${env}"), "SELECT '${nothing}' -- ${env}");
        assert_eq!(expanded("SELECT '$${env}'"), "SELECT '${env}'");
    }
}
