//! Whether a place in a text is inside a string or a comment.

/// What a place is inside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    Nothing,
    /// The byte after its opening quote.
    String(usize),
    /// The byte after its opening back-tick.
    Backtick(usize),
    Comment,
}

/// Tells what the end of a text is inside of.
pub(super) fn inside(text: &str) -> Inside {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let (opening, closing) = match bytes[at] {
            b'\'' => (1, "'"),
            b'`' => (1, "`"),
            b'-' if rest.starts_with("--") => (2, "\n"),
            b'/' if rest.starts_with("/*") && !rest.starts_with("/*+") => (2, "*/"),
            _ => {
                at += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
        };
        match rest[opening..].find(closing) {
            Some(length) => at += opening + length + closing.len(),
            None => {
                return match bytes[at] {
                    b'\'' => Inside::String(at + 1),
                    b'`' => Inside::Backtick(at + 1),
                    _ => Inside::Comment,
                };
            }
        }
    }
    Inside::Nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_is_inside_of_what_is_still_open() {
        assert_eq!(inside("SELECT 'a', "), Inside::Nothing);
        assert_eq!(inside("SELECT 'it''s', 'b"), Inside::String(17));
        assert_eq!(inside("SELECT `a"), Inside::Backtick(8));
        assert_eq!(inside("SELECT 1 -- it's"), Inside::Comment);
        assert_eq!(inside("SELECT 1 -- it's\n, 'x"), Inside::String(20));
        assert_eq!(inside("SELECT * FROM t /*+ OPTIONS('"), Inside::String(29));
        assert_eq!(inside("SELECT é /* '"), Inside::Comment);
    }
}
