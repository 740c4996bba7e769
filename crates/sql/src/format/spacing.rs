//! What stands between two tokens on one line: a blank or nothing.

use super::marks::Marks;
use crate::token::TokenKind;

/// True when a blank stands before this token on a line. `written` says whether one stood there.
pub(super) fn has_space(marks: &Marks<'_>, token: usize, written: bool) -> bool {
    let (left, right) = (marks.kind(token - 1), marks.kind(token));
    if marks.is_as_written(token) {
        return written;
    }
    if would_merge(left, right) {
        return true;
    }
    !(marks.is_glued(token) || is_tight_after(left) || is_tight_before(right))
}

pub(super) fn is_tight_after(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::Dot)
}

pub(super) fn is_tight_before(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::RightParen | TokenKind::LeftBracket | TokenKind::RightBracket | TokenKind::Comma | TokenKind::Semicolon | TokenKind::Dot
    )
}

/// True when two tokens without a blank between would read as something else.
fn would_merge(left: TokenKind, right: TokenKind) -> bool {
    let numeric = |kind: TokenKind| kind.is_number();
    let wordlike = |kind: TokenKind| matches!(kind, TokenKind::Word(_) | TokenKind::Variable) || numeric(kind);
    match (left, right) {
        (TokenKind::Minus, TokenKind::Minus) | (TokenKind::Slash, TokenKind::Slash | TokenKind::Star) => true,
        (TokenKind::Dot, right) if numeric(right) => true,
        (left, TokenKind::Dot) if numeric(left) => true,
        (left, right) => wordlike(left) && (wordlike(right) || right.is_string()),
    }
}
