//! Compiled LIKE patterns.

use diag::{Error, Result};

/// A pattern, in the form that is cheapest to match.
#[derive(Clone, Debug)]
pub(super) enum LikePattern {
    Equals(String),
    Prefix(String),
    Suffix(String),
    Contains(String),
    /// Pieces that follow one another, with any text between them: first, middle ones, last.
    Chain(Vec<String>),
    /// With `_` somewhere.
    General(Vec<Piece>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Text(String),
    /// `_`
    One,
    /// `%`
    Any,
}

impl LikePattern {
    pub(super) fn compile(pattern: &str, escape: Option<&str>) -> Result<LikePattern> {
        let pieces = split(pattern, escape_character(escape)?)?;
        if pieces.contains(&Piece::One) {
            return Ok(LikePattern::General(pieces));
        }
        Ok(match pieces.as_slice() {
            [] => LikePattern::Equals(String::new()),
            [Piece::Any] => LikePattern::Prefix(String::new()),
            [Piece::Text(text)] => LikePattern::Equals(text.clone()),
            [Piece::Text(text), Piece::Any] => LikePattern::Prefix(text.clone()),
            [Piece::Any, Piece::Text(text)] => LikePattern::Suffix(text.clone()),
            [Piece::Any, Piece::Text(text), Piece::Any] => LikePattern::Contains(text.clone()),
            pieces => LikePattern::Chain(chain(pieces)),
        })
    }

    pub(super) fn matches(&self, text: &str) -> bool {
        match self {
            LikePattern::Equals(whole) => text == whole,
            LikePattern::Prefix(prefix) => text.starts_with(prefix.as_str()),
            LikePattern::Suffix(suffix) => text.ends_with(suffix.as_str()),
            LikePattern::Contains(part) => text.contains(part.as_str()),
            LikePattern::Chain(parts) => matches_chain(parts, text),
            LikePattern::General(pieces) => matches_pieces(pieces, text),
        }
    }
}

/// An empty escape text means none.
pub(super) fn escape_character(escape: Option<&str>) -> Result<Option<char>> {
    let Some(escape) = escape else { return Ok(None) };
    let mut characters = escape.chars();
    match (characters.next(), characters.next()) {
        (first, None) => Ok(first),
        _ => Err(Error::invalid(format!("Invalid escape character '{escape}'"))),
    }
}

fn split(pattern: &str, escape: Option<char>) -> Result<Vec<Piece>> {
    let mut pieces: Vec<Piece> = vec![];
    let mut characters = pattern.chars().enumerate();
    while let Some((at, character)) = characters.next() {
        let literal = match character {
            c if Some(c) == escape => match characters.next() {
                Some((_, next)) if next == '%' || next == '_' || Some(next) == escape => next,
                _ => return Err(Error::invalid(format!("Invalid escape sequence '{pattern}', {at}"))),
            },
            '%' => {
                if pieces.last() != Some(&Piece::Any) {
                    pieces.push(Piece::Any);
                }
                continue;
            }
            '_' => {
                pieces.push(Piece::One);
                continue;
            }
            c => c,
        };
        match pieces.last_mut() {
            Some(Piece::Text(text)) => text.push(literal),
            _ => pieces.push(Piece::Text(literal.to_string())),
        }
    }
    Ok(pieces)
}

/// The texts of a pattern of texts and `%`, with empty ones at an open end.
fn chain(pieces: &[Piece]) -> Vec<String> {
    let mut parts = vec![];
    if pieces.first() == Some(&Piece::Any) {
        parts.push(String::new());
    }
    parts.extend(pieces.iter().filter_map(|piece| if let Piece::Text(text) = piece { Some(text.clone()) } else { None }));
    if pieces.last() == Some(&Piece::Any) {
        parts.push(String::new());
    }
    parts
}

fn matches_chain(parts: &[String], text: &str) -> bool {
    let [first, middle @ .., last] = parts else { return false };
    let Some(mut rest) = text.strip_prefix(first.as_str()) else { return false };
    for part in middle {
        match rest.find(part.as_str()) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

/// Matches with one point to come back to: the last `%`. Neither `%` nor `_` goes over a line break here, as in Flink.
fn matches_pieces(pieces: &[Piece], text: &str) -> bool {
    let (mut piece, mut at) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let advanced = match pieces.get(piece) {
            Some(Piece::Any) => {
                retry = Some((piece, at));
                Some(at)
            }
            Some(Piece::One) => text[at..].chars().next().filter(|c| !is_line_break(*c)).map(|c| at + c.len_utf8()),
            Some(Piece::Text(literal)) => text[at..].starts_with(literal.as_str()).then_some(at + literal.len()),
            None if at == text.len() => return true,
            None => None,
        };
        match (advanced, retry) {
            (Some(next), _) => {
                piece += 1;
                at = next;
            }
            (None, Some((any, from))) => match text[from..].chars().next().filter(|c| !is_line_break(*c)) {
                Some(c) => {
                    at = from + c.len_utf8();
                    retry = Some((any, at));
                    piece = any + 1;
                }
                None => return false,
            },
            (None, None) => return false,
        }
    }
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(text: &str, pattern: &str) -> bool {
        LikePattern::compile(pattern, None).expect("a pattern").matches(text)
    }

    #[test]
    fn percent_and_underscore_stand_for_text() {
        for (text, pattern, expected) in [
            ("abc", "a_c", true),
            ("abc", "%b%", true),
            ("a.c", "a.c", true),
            ("abc", "a.c", false),
            ("", "", true),
            ("", "%", true),
            ("a", "", false),
            ("a😀c", "a_c", true),
            ("a\\c", "a\\c", true),
            ("aXXb", "a%%b", true),
            ("ab", "a_%_", false),
            ("abcd", "a_%_", true),
            ("abc", "_b%", true),
            ("abcabd", "a%b%d", true),
            ("aba", "ab%ba", false),
            ("a%b", "a\\%b", false),
        ] {
            assert_eq!(like(text, pattern), expected, "{text} LIKE {pattern}");
        }
    }

    #[test]
    fn a_line_break_stops_only_patterns_with_an_underscore() {
        assert!(!like("a\nc", "a_c"));
        assert!(!like("a\nc", "%_c"));
        assert!(like("a\nc", "%c"));
        assert!(like("a\nc", "a%c"));
    }

    #[test]
    fn escapes_are_checked() {
        let matches = |text: &str, pattern: &str| LikePattern::compile(pattern, Some("!")).map(|p| p.matches(text)).map_err(|e| e.message);
        assert_eq!(matches("a%c", "a!%c"), Ok(true));
        assert_eq!(matches("a_c", "a!_c"), Ok(true));
        assert_eq!(matches("ab", "a!b"), Err("Invalid escape sequence 'a!b', 1".into()));
        assert_eq!(matches("ab", "a!"), Err("Invalid escape sequence 'a!', 1".into()));
        let message = LikePattern::compile("b", Some("xx")).map_err(|e| e.message).map(|_| ());
        assert_eq!(message, Err("Invalid escape character 'xx'".into()));
        assert!(LikePattern::compile("b", Some("")).is_ok());
    }
}
