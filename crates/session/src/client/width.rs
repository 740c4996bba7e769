//! Widths of text on a terminal, as Flink's client counts them: East Asian wide characters take two columns, all others one.

use unicode_width::UnicodeWidthChar;

/// What a cut text ends with.
const CUT: &str = "...";

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> usize {
    match c.width() {
        Some(2) => 2,
        _ => 1,
    }
}

/// Appends a text right-aligned in `columns`, cut when it is longer.
pub(super) fn push_aligned(out: &mut String, text: &str, columns: usize) {
    let wide = width(text);
    if wide <= columns {
        push_blanks(out, columns - wide);
        out.push_str(text);
        return;
    }
    let room = columns.saturating_sub(CUT.len());
    let (kept, kept_width) = prefix(text, room);
    push_blanks(out, room - kept_width);
    out.push_str(kept);
    out.push_str(CUT);
}

/// The text when it fits, else what [`push_aligned`] shows of it and one character more, so that it is cut again.
pub(super) fn clip(text: &str, columns: usize) -> &str {
    // Bytes are never fewer than half the columns: short texts need no counting.
    if text.len() <= columns || width(text) <= columns {
        return text;
    }
    let kept = prefix(text, columns).0.len();
    let next = text[kept..].chars().next().map_or(0, char::len_utf8);
    &text[..kept + next]
}

/// The longest beginning that fits, and its width.
fn prefix(text: &str, columns: usize) -> (&str, usize) {
    let mut taken = 0;
    for (at, c) in text.char_indices() {
        let next = char_width(c);
        if taken + next > columns {
            return (&text[..at], taken);
        }
        taken += next;
    }
    (text, taken)
}

fn push_blanks(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(text: &str, columns: usize) -> String {
        let mut out = String::new();
        push_aligned(&mut out, text, columns);
        out
    }

    #[test]
    fn text_is_right_aligned_and_cut() {
        assert_eq!(aligned("ab", 4), "  ab");
        assert_eq!(aligned("a long text", 10), "a long ...");
        assert_eq!(aligned("中文", 6), "  中文");
    }

    #[test]
    fn a_wide_character_that_is_cut_leaves_a_blank_on_the_left() {
        assert_eq!(aligned("一二三四五六", 10), " 一二三...");
    }

    #[test]
    fn a_clipped_text_is_shown_like_the_whole() {
        for text in ["", "abc", "a long text of more than ten", "一二三四五六七八", "abcdefghij", "abcdefghi中"] {
            assert_eq!(aligned(clip(text, 10), 10), aligned(text, 10), "{text}");
        }
    }
}
