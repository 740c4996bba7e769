//! SQL in colours.

use diag::SourceId;
use sql::token::{Token, TokenKind};

const RESET: &str = "\x1b[0m";
const KEYWORD: &str = "\x1b[1;34m";
const STRING: &str = "\x1b[32m";
const NUMBER: &str = "\x1b[36m";
const COMMENT: &str = "\x1b[90m";
const HINT: &str = "\x1b[35m";

/// Colours a line that follows on other lines.
pub(super) fn highlight(before: &str, line: &str) -> String {
    let text = format!("{before}{line}");
    let mut colored = String::with_capacity(line.len() * 2);
    let mut end = before.len();
    for token in sql::lex(SourceId::NONE, &text).tokens {
        let (from, to) = ((token.span.start as usize).max(end), token.span.end as usize);
        let Some(written) = text.get(from..to).filter(|written| !written.is_empty()) else { continue };
        let Some(color) = color_of(&token, written) else { continue };
        colored.push_str(&text[end..from]);
        colored.push_str(color);
        colored.push_str(written);
        colored.push_str(RESET);
        end = to;
    }
    colored.push_str(&text[end..]);
    colored
}

fn color_of(token: &Token, written: &str) -> Option<&'static str> {
    match token.kind {
        TokenKind::Word(keyword) => {
            // Many words of the grammar are good names; capitals tell what is meant.
            let is_keyword = keyword.is_reserved() || (!keyword.text().is_empty() && written == keyword.text());
            is_keyword.then_some(KEYWORD)
        }
        TokenKind::HintStart | TokenKind::HintEnd => Some(HINT),
        kind if kind.is_string() => Some(STRING),
        kind if kind.is_number() => Some(NUMBER),
        kind if kind.is_comment() => Some(COMMENT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(colored: &str) -> String {
        [RESET, KEYWORD, STRING, NUMBER, COMMENT, HINT].iter().fold(colored.to_owned(), |text, code| text.replace(code, ""))
    }

    #[test]
    fn only_colours_are_added() {
        for line in ["SELECT 1, 'é' FROM `t` -- x", "'open", "", "  ", "SELECT 中文 /*+ OPTIONS('a'='b') */"] {
            assert_eq!(plain(&highlight("", line)), line);
            assert_eq!(plain(&highlight("SELECT '\n", line)), line);
        }
    }

    #[test]
    fn keywords_strings_and_numbers_are_told_apart() {
        assert_eq!(highlight("", "SELECT 1"), format!("{KEYWORD}SELECT{RESET} {NUMBER}1{RESET}"));
        assert_eq!(highlight("SELECT 'a\n", "b'"), format!("{STRING}b'{RESET}"));
    }
}
