//! The patterns of SHOW .. LIKE: `%` for any text, `_` for one character, `\` before either for itself.

use sql::statements::show::ShowLike;

/// Tells whether a name passes `[NOT] {LIKE | ILIKE} 'pattern'`; without one every name does.
pub(crate) fn passes(like: Option<&ShowLike>, name: &str) -> bool {
    let Some(like) = like else { return true };
    let matched = match like.ignore_case {
        true => matches(&like.pattern.value.to_lowercase(), &name.to_lowercase()),
        false => matches(&like.pattern.value, name),
    };
    matched != like.negated
}

enum Piece {
    Any,
    One,
    Char(char),
}

fn matches(pattern: &str, text: &str) -> bool {
    let pieces = pieces(pattern);
    let text: Vec<char> = text.chars().collect();
    // Where to go on after a mismatch: behind the last `%`, one character further.
    let (mut piece, mut at) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while at < text.len() {
        match pieces.get(piece) {
            Some(Piece::Any) => {
                retry = Some((piece + 1, at));
                piece += 1;
                continue;
            }
            Some(Piece::One) => {
                piece += 1;
                at += 1;
                continue;
            }
            Some(Piece::Char(c)) if *c == text[at] => {
                piece += 1;
                at += 1;
                continue;
            }
            _ => {}
        }
        let Some((behind, from)) = retry else { return false };
        retry = Some((behind, from + 1));
        piece = behind;
        at = from + 1;
    }
    pieces[piece..].iter().all(|piece| matches!(piece, Piece::Any))
}

fn pieces(pattern: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        pieces.push(match c {
            '%' => Piece::Any,
            '_' => Piece::One,
            '\\' => Piece::Char(chars.next().unwrap_or('\\')),
            c => Piece::Char(c),
        });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, expected) in [
            ("t%", "t", true),
            ("t%", "at", false),
            ("cm1_", "cm14", true),
            ("cm1_", "cm1", false),
            ("%a%b", "xaxbxb", true),
            ("%a%b", "xaxbxbc", false),
            ("TO\\_TIME%", "TO_TIMESTAMP_LTZ", true),
            ("TO\\_TIME%", "TOxTIME", false),
            ("", "", true),
            ("%", "", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
