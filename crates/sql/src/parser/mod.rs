//! The parser: recursive descent over the tokens of one text, precedence climbing for expressions.
//!
//! Conventions of all parsing functions, here and in [`crate::statements`]:
//!
//! * They take `&mut Parser`, stand on the first token of what they read, and leave the parser on the first token behind it.
//! * `Parsed<T>` is `Result<T, Reported>`. [`Reported`] can only be made by reporting a diagnostic, so `?` never loses an error and
//!   never reports one twice. A function that repaired the mistake (a misspelt keyword, double quotes, a reserved word as a name)
//!   has reported it and returns `Ok`.
//! * `at_keyword`, `eat_keyword`, `at`, `eat` and their kin note what was asked for. [`Parser::expected`] reports "expected ..., found ..."
//!   from these notes, offers a near keyword, and names the open parenthesis when the statement ends too early. Pass it what is
//!   wanted in words ("a table name"), or "" when the notes say it all.
//! * Only two places recover: comma lists in parentheses and the list of a SELECT go on with the next element, and the script goes on
//!   behind the next `;`. Everything between just uses `?`.
//! * One mistake is one diagnostic: a second report at the same token is dropped.
//! * Whatever nests (expressions, queries, types, statements in statements) goes through [`Parser::nested`], which keeps the stack safe.
//! * Spans: `let start = p.start();` at the beginning, `p.span_from(start)` at the end.

mod call;
mod cast;
mod data_type;
mod errors;
mod expr;
mod from;
mod hint;
mod json;
mod list;
mod literal;
mod match_recognize;
mod names;
mod options;
mod pivot;
mod primary;
mod query;
mod script;
mod select;
mod window;

pub use script::{Comment, Script, is_complete, parse, parse_data_type, parse_expression, parse_query};

use crate::lexer::lex_at;
use crate::token::{Token, TokenKind};
use diag::{Diagnostic, SourceId, Span};
use errors::Expected;

/// The deepest nesting of expressions, queries and chains of operators.
const MAX_DEPTH: u32 = 1500;
/// After so many diagnostics no list recovers any more and no spelling is corrected.
const MAX_DIAGNOSTICS: usize = 200;

pub(crate) type Parsed<T> = Result<T, Reported>;

/// Proof that a diagnostic was reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported(());

/// The state of parsing one text.
pub(crate) struct Parser<'a> {
    text: &'a str,
    base: u32,
    source: SourceId,
    /// Without comments; the last is [`TokenKind::End`].
    tokens: Vec<Token>,
    pos: usize,
    diagnostics: Vec<Diagnostic>,
    /// Lines on which the lexer found quotes that do not pair up.
    broken_lines: Vec<Span>,
    /// What was asked for at the token `expected_at`.
    expected: Vec<Expected>,
    expected_at: usize,
    /// The token at which the last error was reported.
    error_at: Option<usize>,
    /// Set when the statement cannot be saved: lists do not recover.
    abandoned: bool,
    depth: u32,
    /// The height of the tallest tree read since the innermost [`Parser::nested`] began.
    height: u32,
    /// The first token of the current statement.
    statement_start: usize,
    /// Inside the keys of a JSON object, where `a : f(x)` is no function of a project.
    colon_is_separator: bool,
}

impl<'a> Parser<'a> {
    /// Prepares to read a text that stands at an offset of its source; returns all its tokens as well.
    fn new(source: SourceId, text: &'a str, base: u32) -> (Self, Vec<Token>) {
        let lexed = lex_at(source, text, base);
        let tokens: Vec<Token> = lexed.tokens.iter().copied().filter(|t| !t.kind.is_comment()).collect();
        let parser = Parser {
            text,
            base,
            source,
            tokens,
            pos: 0,
            diagnostics: lexed.diagnostics,
            broken_lines: lexed.broken_lines,
            expected: Vec::with_capacity(64),
            expected_at: 0,
            error_at: None,
            abandoned: false,
            depth: 0,
            height: 0,
            statement_start: 0,
            colon_is_separator: false,
        };
        (parser, lexed.tokens)
    }

    // ---- where the parser stands

    pub(crate) fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    /// The token `n` further on; the end of the text when there is none.
    pub(crate) fn token_nth(&self, n: usize) -> Token {
        self.tokens[(self.pos + n).min(self.tokens.len() - 1)]
    }

    pub(crate) fn peek(&self) -> TokenKind {
        self.tokens[self.pos].kind
    }

    /// The kind of the token `n` further on.
    pub(crate) fn peek_nth(&self, n: usize) -> TokenKind {
        self.tokens.get(self.pos + n).map_or(TokenKind::End, |t| t.kind)
    }

    /// The keyword at the current place in capitals, or "".
    pub(crate) fn word(&self) -> &'static str {
        self.peek().keyword().text()
    }

    /// The keyword `n` tokens further on in capitals, or "".
    pub(crate) fn word_nth(&self, n: usize) -> &'static str {
        self.peek_nth(n).keyword().text()
    }

    /// The text of a token as written.
    pub(crate) fn text_of(&self, token: Token) -> &'a str {
        self.text_at(token.span)
    }

    /// The text of a span of this parser's text.
    pub(crate) fn text_at(&self, span: Span) -> &'a str {
        self.text.get((span.start - self.base) as usize..(span.end - self.base) as usize).unwrap_or("")
    }

    /// The place of the current token, for [`Parser::span_from`].
    pub(crate) fn start(&self) -> Span {
        self.token().span.before()
    }

    /// The span from a start to the end of the token before the current one.
    pub(crate) fn span_from(&self, start: Span) -> Span {
        let end = self.previous().span.end.max(start.start);
        Span::new(self.source, start.start, end)
    }

    /// The token before the current one.
    pub(crate) fn previous(&self) -> Token {
        self.tokens[self.pos.saturating_sub(1)]
    }

    /// Moves behind the current token and returns it.
    pub(crate) fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.pos += 1;
        }
        token
    }

    // ---- keywords

    pub(crate) fn at_keyword(&mut self, word: &'static str) -> bool {
        debug_assert!(crate::keywords::Keyword::lookup(word).text() == word, "'{word}' is missing from keywords.txt");
        self.word() == word || self.note(Expected::Word(word))
    }

    /// True at a sequence of keywords, separated by blanks in `words`.
    pub(crate) fn at_keywords(&mut self, words: &'static str) -> bool {
        let all = words.split(' ').enumerate().all(|(n, word)| self.word_nth(n) == word);
        all || self.note(Expected::Word(words.split(' ').next().unwrap_or(words)))
    }

    pub(crate) fn eat_keyword(&mut self, word: &'static str) -> bool {
        let found = self.at_keyword(word);
        self.pos += usize::from(found);
        found
    }

    /// Takes a sequence of keywords, all or none of them.
    pub(crate) fn eat_keywords(&mut self, words: &'static str) -> bool {
        let found = self.at_keywords(words);
        if found {
            self.pos += words.split(' ').count();
        }
        found
    }

    /// Takes one of several keywords and returns it.
    pub(crate) fn eat_one_of(&mut self, words: &[&'static str]) -> Option<&'static str> {
        words.iter().copied().find(|word| self.eat_keyword(word))
    }

    /// Takes a keyword; a misspelt one is reported and taken.
    pub(crate) fn expect_keyword(&mut self, word: &'static str) -> Parsed<Span> {
        if self.at_keyword(word) || self.repair_keyword(&[word]) {
            return Ok(self.bump().span);
        }
        Err(self.expected(""))
    }

    /// Takes a sequence of keywords and returns its span.
    pub(crate) fn expect_keywords(&mut self, words: &'static str) -> Parsed<Span> {
        let start = self.start();
        for word in words.split(' ') {
            self.expect_keyword(word)?;
        }
        Ok(self.span_from(start))
    }

    // ---- other tokens

    pub(crate) fn at(&mut self, kind: TokenKind) -> bool {
        self.peek() == kind || self.note(Expected::Kind(kind))
    }

    pub(crate) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        self.pos += usize::from(found && kind != TokenKind::End);
        found
    }

    pub(crate) fn expect(&mut self, kind: TokenKind) -> Parsed<Span> {
        if self.at(kind) {
            return Ok(self.bump().span);
        }
        Err(self.expected(""))
    }

    /// Takes a whole number that fits into 32 bits.
    pub(crate) fn expect_u32(&mut self, what: &str) -> Parsed<u32> {
        if self.peek() != TokenKind::Integer {
            self.note(Expected::Kind(TokenKind::Integer));
            return Err(self.expected(what));
        }
        let text = self.text_of(self.token());
        match text.parse() {
            Ok(number) => {
                self.bump();
                Ok(number)
            }
            Err(_) => Err(self.report(Diagnostic::error(
                crate::diagnostics::INVALID_LITERAL,
                self.token().span,
                format!("'{text}' is too large for {what}"),
            ))),
        }
    }

    // ---- nesting

    /// Reads something that nests: keeps the machine's stack from running over and the tree from growing too deep.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let outer = std::mem::take(&mut self.height);
        let result = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || read(self));
        self.depth -= 1;
        self.height += 1;
        let checked = if result.is_ok() { self.check_height() } else { Ok(()) };
        self.height = self.height.max(outer);
        checked?;
        result
    }

    /// Counts one more level on top of the tree that was just read, as each link of `a + b + c` adds one.
    pub(crate) fn grow(&mut self) -> Parsed<()> {
        self.height += 1;
        self.check_height()
    }

    fn check_height(&mut self) -> Parsed<()> {
        if self.height > MAX_DEPTH { Err(self.too_deep()) } else { Ok(()) }
    }
}
