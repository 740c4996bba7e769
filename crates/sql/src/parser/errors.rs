//! Reporting: what was expected, what was found, and what was probably meant.

use super::{MAX_DEPTH, MAX_DIAGNOSTICS, Parser, Reported};
use crate::diagnostics::{
    DOUBLE_QUOTES, MISPLACED_HINT, MISSPELT_KEYWORD, SYNTAX_ERROR, TOO_DEEPLY_NESTED, UNCLOSED_PARENTHESIS, UNSUPPORTED_OPERATOR,
};
use crate::keywords::Keyword;
use crate::token::{Token, TokenKind};
use diag::{Diagnostic, Span, suggest};

/// Something that the grammar would have taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Word(&'static str),
    /// A keyword that no message lists but that a word may be a misspelling of.
    Unlisted(&'static str),
    Kind(TokenKind),
    /// An identifier, or an expression, which may begin with one.
    Name,
}

impl Parser<'_> {
    /// Notes that something would have been taken at the current token; always false.
    pub(super) fn note(&mut self, expected: Expected) -> bool {
        if self.expected_at != self.pos {
            self.expected_at = self.pos;
            self.expected.clear();
        }
        self.expected.push(expected);
        false
    }

    /// Reports a diagnostic. A second one at the same token is dropped.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        if self.error_at != Some(self.pos) {
            self.error_at = Some(self.pos);
            self.diagnostics.push(diagnostic);
        }
        Reported(())
    }

    /// Reports a mistake of what was read already: it hides no mistake at the current token.
    pub(crate) fn report_also(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diagnostics.push(diagnostic);
        Reported(())
    }

    /// Reports an error with an id and a message at a place.
    pub(crate) fn error(&mut self, id: &'static str, span: Span, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(id, span, message))
    }

    /// Reports that the current token is not what the grammar allows. `what` says it in words; it may be empty.
    pub(crate) fn expected(&mut self, what: &str) -> Reported {
        let token = self.token();
        if token.kind == TokenKind::Unknown {
            self.error_at = Some(self.pos);
            return Reported(());
        }
        let diagnostic = self.known_mistake(token).or_else(|| self.unclosed_parenthesis(token)).or_else(|| self.misspelt(token));
        let diagnostic = diagnostic.unwrap_or_else(|| {
            let message = match self.expectation(what) {
                Some(wanted) => format!("expected {wanted}, found {}", self.describe(token)),
                None => format!("{} cannot stand here", self.describe(token)),
            };
            self.with_parentheses(Diagnostic::error(SYNTAX_ERROR, self.place_of(token), message), token)
        });
        let diagnostic = diagnostic.with_flink(self.flink_text(token));
        self.report(diagnostic)
    }

    /// Where an unexpected token is shown: the end of the text shows the place behind the last token.
    fn place_of(&self, token: Token) -> Span {
        if token.kind == TokenKind::End { self.previous().span.after() } else { token.span }
    }

    /// What a message calls a token.
    pub(crate) fn describe(&self, token: Token) -> String {
        let text = self.text_of(token);
        match token.kind {
            TokenKind::End => "the end of the text".to_string(),
            TokenKind::Semicolon => "the end of the statement".to_string(),
            TokenKind::Word(keyword) if keyword.is_reserved() => format!("the keyword '{text}'"),
            _ if text.chars().count() > 40 => format!("'{}...'", text.chars().take(37).collect::<String>()),
            TokenKind::String => format!("the string {text}"),
            _ => format!("'{text}'"),
        }
    }

    /// The things that would have been taken, in words; `None` when there are too many to name.
    fn expectation(&self, what: &str) -> Option<String> {
        let mut wanted: Vec<String> = if what.is_empty() { vec![] } else { vec![what.to_string()] };
        if self.expected_at == self.pos && what.is_empty() {
            for expected in &self.expected {
                let text = match expected {
                    Expected::Unlisted(_) => continue,
                    Expected::Word(word) => format!("'{word}'"),
                    Expected::Kind(kind) => kind.describe().to_string(),
                    Expected::Name => "a name".to_string(),
                };
                if !wanted.contains(&text) {
                    wanted.push(text);
                }
            }
        }
        match wanted.as_slice() {
            [] => None,
            [only] => Some(only.clone()),
            [first @ .., last] if wanted.len() <= 8 => Some(format!("{} or {last}", first.join(", "))),
            _ => None,
        }
    }

    /// Mistakes that have an answer of their own wherever they stand.
    fn known_mistake(&self, token: Token) -> Option<Diagnostic> {
        let text = self.text_of(token);
        let operator = |message: &str| Some(Diagnostic::error(UNSUPPORTED_OPERATOR, token.span, message));
        match token.kind {
            TokenKind::DoubleQuoted => Some(
                Diagnostic::error(DOUBLE_QUOTES, token.span, format!("{text} is in double quotes"))
                    .with_help("Write a string in single quotes and a name in back-ticks."),
            ),
            TokenKind::HintStart => Some(
                Diagnostic::error(MISPLACED_HINT, token.span, "no hint can stand here")
                    .with_help("A table hint stands right after the name of a table, a query hint right after SELECT."),
            ),
            TokenKind::DoubleColon => operator("Flink SQL has no operator '::'; write CAST(value AS type)"),
            TokenKind::Caret => operator("Flink SQL has no operator '^'; write POWER(a, b)"),
            _ => None,
        }
    }

    /// When the statement ends inside parentheses: the innermost open one.
    fn unclosed_parenthesis(&self, token: Token) -> Option<Diagnostic> {
        if !matches!(token.kind, TokenKind::Semicolon | TokenKind::End) {
            return None;
        }
        let message = "the parenthesis that opens here is not closed";
        let remark = format!("{} comes before a ')'", self.describe(token));
        Some(Diagnostic::error(UNCLOSED_PARENTHESIS, self.open_parenthesis()?, message).with_label(self.place_of(token), remark))
    }

    /// The innermost parenthesis of the statement that is open at the current token.
    fn open_parenthesis(&self) -> Option<Span> {
        let mut closed = 0;
        for token in self.tokens[self.statement_start..self.pos].iter().rev() {
            match token.kind {
                TokenKind::RightParen => closed += 1,
                TokenKind::LeftParen if closed > 0 => closed -= 1,
                TokenKind::LeftParen => return Some(token.span),
                _ => {}
            }
        }
        None
    }

    /// What is told of parentheses when a token is not what was expected.
    fn with_parentheses(&self, diagnostic: Diagnostic, token: Token) -> Diagnostic {
        let could_close = self.expected_at == self.pos && self.expected.contains(&Expected::Kind(TokenKind::RightParen));
        match self.open_parenthesis() {
            Some(open) if could_close && matches!(token.kind, TokenKind::Word(_)) => {
                diagnostic.with_label(open, "this parenthesis is open")
            }
            None if token.kind == TokenKind::RightParen => {
                Diagnostic { message: "this ')' closes no parenthesis".to_string(), ..diagnostic }
            }
            _ => diagnostic,
        }
    }

    /// When a keyword that would have been taken is only a letter or two away.
    fn misspelt(&self, token: Token) -> Option<Diagnostic> {
        let text = self.text_of(token);
        if !matches!(token.kind, TokenKind::Word(_)) || self.expected_at != self.pos || self.diagnostics.len() > MAX_DIAGNOSTICS {
            return None;
        }
        let words = self.expected.iter().filter_map(|e| match e {
            Expected::Word(word) | Expected::Unlisted(word) => Some(*word),
            _ => None,
        });
        near_keyword(text, words).map(|word| misspelling(token.span, text, word))
    }

    /// When the current word is not one of `words` but near to one: reports it, lets the token be that keyword, and returns true.
    pub(crate) fn repair_keyword(&mut self, words: &[&'static str]) -> bool {
        let token = self.token();
        let text = self.text_of(token);
        let known = !matches!(token.kind, TokenKind::Word(_)) || words.contains(&self.word());
        if known || self.diagnostics.len() > MAX_DIAGNOSTICS {
            return false;
        }
        let Some(word) = near_keyword(text, words.iter().copied()) else { return false };
        self.repair_at(self.pos, word);
        true
    }

    /// As [`Parser::repair_keyword`], but leaves words alone that the grammar knows.
    pub(crate) fn repair_unknown(&mut self, words: &[&'static str]) -> bool {
        self.peek() == TokenKind::Word(Keyword::NONE) && self.repair_keyword(words)
    }

    /// Reports a token as a misspelling of a keyword and lets it be that keyword.
    fn repair_at(&mut self, index: usize, word: &'static str) {
        let token = self.tokens[index];
        let no_statement = index == self.statement_start;
        let flink = if no_statement { "Non-query expression encountered in illegal context".to_string() } else { self.flink_text(token) };
        let diagnostic = misspelling(token.span, self.text_of(token), word).with_flink(flink);
        self.diagnostics.push(diagnostic);
        self.error_at = Some(index);
        self.tokens[index].kind = TokenKind::Word(Keyword::lookup(word));
    }

    pub(super) fn too_deep(&mut self) -> Reported {
        let message = format!("the statement is nested more than {MAX_DEPTH} levels deep");
        let diagnostic = Diagnostic::error(TOO_DEEPLY_NESTED, self.token().span, message);
        if !std::mem::replace(&mut self.abandoned, true) {
            self.error_at = None;
            return self.report(diagnostic.with_help("Split the statement with views or WITH, or write a long chain as a list."));
        }
        Reported(())
    }

    /// The line that Apache Flink prints for an unexpected token.
    pub(crate) fn flink_text(&self, token: Token) -> String {
        let text = self.text_of(token);
        let (line, column) = self.flink_place(token);
        let name_expected = self.expected_at == self.pos && self.expected.contains(&Expected::Name);
        if name_expected && token.kind.keyword().is_reserved() && token.kind.keyword().text() == text {
            return format!("Incorrect syntax near the keyword '{text}' at line {line}, column {column}.");
        }
        let shown = if token.kind == TokenKind::End { "<EOF>".to_string() } else { text.replace('\'', "\\'").replace('"', "\\\"") };
        format!("Encountered \"{shown}\" at line {line}, column {column}.")
    }

    /// The same where Apache Flink has to look at two tokens before it gives up.
    pub(super) fn flink_text_of_two(&self, first: Token, second: Token) -> String {
        let (line, column) = self.flink_place(first);
        format!("Encountered \"{} {}\" at line {line}, column {column}.", self.text_of(first), self.text_of(second))
    }

    /// What Apache Flink prints for a keyword that it takes for a name.
    pub(super) fn flink_text_of_keyword(&self, keyword: Token) -> String {
        let (line, column) = self.flink_place(keyword);
        format!("Incorrect syntax near the keyword '{}' at line {line}, column {column}.", self.text_of(keyword))
    }

    /// Line and column of a token, counted from the beginning of its statement as Flink's client does.
    fn flink_place(&self, token: Token) -> (usize, usize) {
        let start = (self.tokens[self.statement_start].span.start - self.base) as usize;
        let at = if token.kind == TokenKind::End { self.previous().span.end } else { token.span.start };
        let before = self.text.get(start..(at - self.base) as usize).unwrap_or("");
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

/// The name of a function with keywords between its arguments that a name is a misspelling of.
pub(super) fn near_function(name: &str) -> Option<&'static str> {
    const FUNCTIONS: &[&str] =
        &["CAST", "TRY_CAST", "EXTRACT", "OVERLAY", "SUBSTRING", "POSITION", "TRIM", "FLOOR", "CEIL", "JSON_VALUE", "JSON_QUERY"];
    near_keyword(name, FUNCTIONS.iter().copied())
}

/// The keyword that a word was most likely meant to be. Short words must agree in all but one letter.
fn near_keyword(word: &str, keywords: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if word.len() < 3 {
        return None;
    }
    suggest::nearest(word, keywords.filter(|k| k.len() > 2 && !k.eq_ignore_ascii_case(word)))
}

pub(super) fn misspelling(span: Span, found: &str, word: &str) -> Diagnostic {
    let written = if found.chars().all(|c| !c.is_uppercase()) { word.to_lowercase() } else { word.to_string() };
    Diagnostic::error(MISSPELT_KEYWORD, span, format!("'{found}' is no keyword; did you mean '{word}'?")).with_fix(
        format!("Write {written}"),
        span,
        written,
    )
}
