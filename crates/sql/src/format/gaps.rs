//! From tokens, comments and marks to the items that are laid out.

use super::layout::Item;
use super::marks::{Mark, Marks};
use super::{spacing, text_of};
use crate::token::{Token, TokenKind};

pub(super) struct Formatter<'a> {
    pub(super) text: &'a str,
    /// All tokens, with comments.
    pub(super) all: &'a [Token],
    /// Without comments, as the marks count them.
    pub(super) tokens: &'a [Token],
    pub(super) marks: &'a Marks<'a>,
}

/// Comments between two tokens, by where they belong.
#[derive(Default)]
struct Comments<'a> {
    /// On the line of the token before, with a line end behind.
    trailing: Vec<&'a Token>,
    /// On lines of their own; true when an empty line stands before.
    own_lines: Vec<(Vec<&'a Token>, bool)>,
    /// On the line of the token behind.
    leading: Vec<&'a Token>,
    /// True when an empty line stands before the token behind.
    blank_before_next: bool,
}

impl<'a> Formatter<'a> {
    pub(super) fn items(&self) -> Vec<Item<'a>> {
        let mut items = vec![];
        let mut next = 0;
        for index in 0..self.tokens.len() {
            let start = next;
            while self.all[next].kind.is_comment() {
                next += 1;
            }
            let comments = self.sort_comments(start, next);
            self.gap(index, comments, &mut items);
            self.token(index, &mut items);
            next += 1;
        }
        items
    }

    fn token(&self, index: usize, items: &mut Vec<Item<'a>>) {
        let token = self.tokens[index];
        let text = text_of(self.text, token.span);
        match token.kind {
            TokenKind::End => {}
            _ if self.marks.is_keyword(index) => items.push(Item::Upper(text)),
            _ => items.push(Item::Text(text)),
        }
    }

    /// Sorts the comments `from..to` of all tokens; the token at `to` comes behind them.
    fn sort_comments(&self, from: usize, to: usize) -> Comments<'a> {
        let mut comments = Comments::default();
        let mut same_line = from > 0;
        for at in from..to {
            let before = self.newlines_before(at);
            same_line &= before == 0;
            let blank = comments.leading.is_empty() && before > 1;
            comments.leading.push(&self.all[at]);
            if self.newlines_before(at + 1) == 0 {
                continue;
            }
            let line = std::mem::take(&mut comments.leading);
            if same_line {
                comments.trailing.extend(line);
            } else {
                comments.own_lines.push((line, blank));
            }
        }
        comments.blank_before_next = self.newlines_before(to - comments.leading.len()) > 1;
        comments
    }

    /// The line ends between a token and the one before it; the end of the text counts as one.
    fn newlines_before(&self, at: usize) -> usize {
        let Some(token) = self.all.get(at) else { return 1 };
        let start = if at == 0 { 0 } else { self.all[at - 1].span.end as usize };
        let blanks = self.text.get(start..token.span.start as usize).unwrap_or("");
        let newlines = blanks.matches('\n').count();
        if token.kind == TokenKind::End { newlines.max(1) } else { newlines }
    }

    /// What stands between the token before `index` and that token.
    fn gap(&self, index: usize, comments: Comments<'a>, items: &mut Vec<Item<'a>>) {
        let between_statements = index == 0 || self.ends_statement(index - 1) || self.tokens[index].kind == TokenKind::End;
        if index > 0 {
            items.extend(self.marks.after(index - 1).iter().filter_map(|mark| structure(*mark)));
        }
        for comment in &comments.trailing {
            items.push(Item::Space);
            items.push(self.comment(comment));
        }
        let mut line_ended = !comments.trailing.is_empty() || between_statements;
        for (line, blank) in &comments.own_lines {
            items.push(if *blank && between_statements { Item::BlankLine } else { Item::Newline });
            for comment in line {
                items.push(self.comment(comment));
                items.push(Item::Space);
            }
            line_ended = true;
        }
        let is_end = self.tokens[index].kind == TokenKind::End;
        if between_statements && comments.blank_before_next && !is_end && index > 0 {
            items.push(Item::BlankLine);
        }
        self.line_end(index, line_ended, items);
        self.leading(index, &comments.leading, items);
    }

    /// Comments on the line of the token behind them.
    fn leading(&self, index: usize, comments: &[&Token], items: &mut Vec<Item<'a>>) {
        if !comments.is_empty() && index > 0 && !spacing::is_tight_after(self.marks.kind(index - 1)) {
            items.push(Item::Space);
        }
        for (i, comment) in comments.iter().enumerate() {
            items.push(self.comment(comment));
            if i + 1 < comments.len() || !spacing::is_tight_before(self.marks.kind(index)) {
                items.push(Item::Space);
            }
        }
    }

    fn comment(&self, comment: &Token) -> Item<'a> {
        Item::Comment(text_of(self.text, comment.span).trim_end())
    }

    /// The marks before a token, with the line end or blank among them.
    fn line_end(&self, index: usize, line_ended: bool, items: &mut Vec<Item<'a>>) {
        let written = index > 0 && self.tokens[index - 1].span.end < self.tokens[index].span.start;
        let space = index > 0 && spacing::has_space(self.marks, index, written);
        let continues_string = index > 0 && self.continues_string(index);
        let mut ended = false;
        for mark in self.marks.before(index) {
            match mark {
                Mark::Newline => items.push(Item::Newline),
                Mark::NewlineAsWritten if line_ended || self.line_ends_before(index) => items.push(Item::Newline),
                Mark::NewlineAsWritten => items.push(Item::Space),
                Mark::Break if line_ended => items.push(Item::Newline),
                Mark::Break => items.push(Item::Break { space }),
                _ => {
                    items.extend(structure(*mark));
                    continue;
                }
            }
            ended = true;
        }
        if line_ended || continues_string {
            items.push(Item::Newline);
        } else if !ended && space {
            items.push(Item::Space);
        }
    }

    fn line_ends_before(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return false };
        let (end, start) = (self.tokens[before].span.end as usize, self.tokens[index].span.start as usize);
        self.text.get(end..start).is_some_and(|blanks| blanks.contains('\n'))
    }

    /// Adjacent strings are one string only when they stand on lines of their own.
    fn continues_string(&self, index: usize) -> bool {
        let is_string = |token: &Token| token.kind.is_string() || token.kind == TokenKind::BinaryString;
        is_string(&self.tokens[index - 1]) && is_string(&self.tokens[index])
    }

    /// True for a `;` that is not inside a statement.
    fn ends_statement(&self, index: usize) -> bool {
        self.tokens[index].kind == TokenKind::Semicolon && self.marks.is_outside(index)
    }
}

fn structure(mark: Mark) -> Option<Item<'static>> {
    match mark {
        Mark::Open => Some(Item::Open),
        Mark::Close => Some(Item::Close),
        Mark::Indent => Some(Item::Indent),
        Mark::Dedent => Some(Item::Dedent),
        Mark::Break | Mark::Newline | Mark::NewlineAsWritten => None,
    }
}
