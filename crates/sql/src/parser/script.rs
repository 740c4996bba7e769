//! Whole texts: scripts, and the expressions, queries and types that stand in strings or option values.

use super::{Parsed, Parser};
use crate::ast::{DataType, Expr, Query};
use crate::diagnostics::{MISSING_SEMICOLON, UNCLOSED_COMMENT, UNCLOSED_NAME, UNCLOSED_STRING};
use crate::lexer::lex;
use crate::statements::{Statement, StatementKind};
use crate::token::{Token, TokenKind};
use diag::{Diagnostic, SourceId, Span};

/// The words that a statement can begin with.
#[rustfmt::skip]
const STARTERS: &[&str] = &[
    "SELECT", "WITH", "VALUES", "INSERT", "CREATE", "ALTER", "DROP", "SET", "RESET", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "USE",
    "EXECUTE", "STATEMENT", "BEGIN", "END", "UPDATE", "DELETE", "TRUNCATE", "LOAD", "UNLOAD", "ADD", "REMOVE", "ANALYZE", "COMPILE",
    "STOP", "CALL", "REPLACE", "TABLE", "QUIT", "EXIT", "CLEAR", "HELP",
];

/// A text as it was read. Whatever the mistakes, every statement is there, those that could not be read as [`StatementKind::Error`].
#[derive(Clone, Debug)]
pub struct Script {
    pub source: SourceId,
    pub statements: Vec<Statement>,
    /// In the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    pub comments: Vec<Comment>,
    /// All tokens, comments among them; the last is [`TokenKind::End`].
    pub tokens: Vec<Token>,
}

/// A comment with its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    pub span: Span,
    /// `/* .. */`, not `--` or `//`.
    pub block: bool,
}

/// Reads a script.
///
/// ```
/// # use tamias_sql as sql;
/// let script = sql::parse(diag::SourceId(0), "SELECT 1; SELECT 'two'");
/// assert_eq!(script.statements.len(), 2);
/// assert!(script.diagnostics.is_empty());
/// ```
pub fn parse(source: SourceId, text: &str) -> Script {
    let (mut parser, tokens) = Parser::new(source, text, 0);
    let statements = parser.script();
    let comments = tokens.iter().filter(|t| t.kind.is_comment());
    let comments = comments.map(|t| Comment { span: t.span, block: t.kind == TokenKind::BlockComment }).collect();
    Script { source, statements, diagnostics: parser.into_diagnostics(), comments, tokens }
}

/// Reads one expression that stands at an offset of its source, such as in a string.
pub fn parse_expression(source: SourceId, text: &str, offset: u32) -> (Option<Expr>, Vec<Diagnostic>) {
    parse_whole(source, text, offset, |p| p.expression())
}

/// Reads one query that stands at an offset of its source.
pub fn parse_query(source: SourceId, text: &str, offset: u32) -> (Option<Query>, Vec<Diagnostic>) {
    parse_whole(source, text, offset, |p| p.query())
}

/// Reads one type that stands at an offset of its source.
pub fn parse_data_type(source: SourceId, text: &str, offset: u32) -> (Option<DataType>, Vec<Diagnostic>) {
    parse_whole(source, text, offset, |p| p.data_type())
}

/// Reads one thing that fills a text.
pub(crate) fn parse_whole<T>(
    source: SourceId,
    text: &str,
    offset: u32,
    read: impl FnOnce(&mut Parser) -> Parsed<T>,
) -> (Option<T>, Vec<Diagnostic>) {
    let (mut parser, _) = Parser::new(source, text, offset);
    let value = read(&mut parser).and_then(|value| parser.expect(TokenKind::End).map(|_| value));
    (value.ok(), parser.into_diagnostics())
}

/// True when what was typed so far can be run: it ends with `;` outside of strings and comments, and no statement set is open.
pub fn is_complete(text: &str) -> bool {
    let lexed = lex(SourceId::NONE, text);
    let tokens: Vec<TokenKind> = lexed.tokens.iter().map(|t| t.kind).filter(|kind| !kind.is_comment()).collect();
    let [statements @ .., last, TokenKind::End] = tokens.as_slice() else { return false };
    if *last != TokenKind::Semicolon || lexed.ends_in_string || has_open_comment(&lexed.diagnostics) {
        return false;
    }
    let word = |i: usize| statements.get(i).map_or("", |kind| kind.keyword().text());
    let opens = |i: usize| word(i) == "STATEMENT" && word(i + 1) == "SET" && word(i + 2) == "BEGIN";
    match (0..statements.len()).rev().find(|i| opens(*i)) {
        Some(begin) => (begin + 3..statements.len()).any(|i| word(i) == "END" && ends_statement(statements, i)),
        None => true,
    }
}

fn has_open_comment(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.id == UNCLOSED_COMMENT)
}

/// True for the END of a statement set, which stands behind a `;` and has none of a CASE before it.
fn ends_statement(tokens: &[TokenKind], end: usize) -> bool {
    tokens[end - 1] == TokenKind::Semicolon
}

impl Parser<'_> {
    fn script(&mut self) -> Vec<Statement> {
        let mut statements = vec![];
        let mut cut_short = false;
        while self.peek() != TokenKind::End {
            if self.eat(TokenKind::Semicolon) {
                continue;
            }
            if cut_short && !STARTERS.contains(&self.word()) {
                self.skip_statement();
                continue;
            }
            let before = self.diagnostics.len();
            let start = self.begin_statement();
            let statement = self.statement().and_then(|statement| self.end_statement().map(|()| statement));
            let statement = statement.unwrap_or_else(|_| {
                self.skip_statement();
                Statement { kind: StatementKind::Error, span: self.span_from(start) }
            });
            cut_short = self.diagnostics.len() > before && self.has_open_parenthesis();
            statements.push(statement);
        }
        statements
    }

    /// True at the `;` or the end of the text.
    pub(crate) fn at_statement_end(&mut self) -> bool {
        self.at(TokenKind::Semicolon) || self.peek() == TokenKind::End
    }

    /// Reads what stands inside of a plain string, with spans that point into it.
    pub(crate) fn within_string<T>(&mut self, literal: Span, read: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        let inner = Span::new(literal.source, literal.start + 1, literal.end.saturating_sub(1).max(literal.start + 1));
        let text = embedded_text(self.text_at(inner));
        let (mut parser, _) = Parser::new(self.source, &text, inner.start);
        parser.depth = self.depth;
        let value = read(&mut parser);
        self.diagnostics.extend(parser.into_diagnostics());
        value
    }

    fn begin_statement(&mut self) -> Span {
        self.statement_start = self.pos;
        self.height = 0;
        self.depth = 0;
        self.abandoned = false;
        self.colon_is_separator = false;
        self.start()
    }

    /// True when the statement that ends here has an open parenthesis: its `;` may have been meant as a part of it.
    fn has_open_parenthesis(&self) -> bool {
        let mut open = 0_i32;
        for token in &self.tokens[self.statement_start..self.pos] {
            match token.kind {
                TokenKind::LeftParen => open += 1,
                TokenKind::RightParen => open -= 1,
                _ => {}
            }
        }
        open > 0
    }

    /// Checks that the statement ends here. A new statement on a new line lacks only the `;`.
    fn end_statement(&mut self) -> Parsed<()> {
        if self.at_statement_end() {
            return Ok(());
        }
        if STARTERS.contains(&self.word()) && self.begins_line() {
            let place = self.previous().span.after();
            let message = format!("a ';' is missing before {}", self.describe(self.token()));
            let diagnostic = Diagnostic::error(MISSING_SEMICOLON, place, message).with_fix("Insert a ';'", place, ";");
            let diagnostic = diagnostic.with_flink(self.flink_text(self.token()));
            self.report(diagnostic);
            self.error_at = None;
            return Ok(());
        }
        Err(self.expected(""))
    }

    /// True when the current token is the first of its line.
    fn begins_line(&self) -> bool {
        let previous = self.previous().span;
        let between = Span::new(previous.source, previous.end, self.token().span.start);
        self.text_at(between).contains('\n')
    }

    /// Skips to the `;` that ends the statement, or to a line that begins with the word of a new one.
    fn skip_statement(&mut self) {
        const UNMISTAKABLE: &[&str] = &["CREATE", "ALTER", "DROP", "INSERT", "USE"];
        let first = self.pos;
        loop {
            match self.peek() {
                TokenKind::Semicolon | TokenKind::End => return,
                TokenKind::Word(_) if self.pos > first && UNMISTAKABLE.contains(&self.word()) && self.begins_text_line() => return,
                _ => self.pos += 1,
            }
        }
    }

    /// True when the current token stands at the very beginning of a line.
    fn begins_text_line(&self) -> bool {
        let start = (self.token().span.start - self.base) as usize;
        start > 0 && self.text.as_bytes()[start - 1] == b'\n'
    }

    /// All diagnostics in the order of their places, without those that follow from quotes that do not pair up.
    fn into_diagnostics(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics;
        diagnostics.sort_by_key(|d| d.span().start);
        let mut lines = self.broken_lines.iter().copied().peekable();
        diagnostics.retain(|d| {
            let start = d.span().start;
            while lines.next_if(|line| line.end < start).is_some() {}
            let on_broken_line = lines.peek().is_some_and(|line| line.start <= start);
            !on_broken_line || matches!(d.id, UNCLOSED_STRING | UNCLOSED_NAME)
        });
        diagnostics
    }
}

/// The text inside of a string as SQL: doubled quotes become single ones with a blank beside them, so that all offsets stay. A doubled
/// quote within a quoted string of that text moves what is behind it.
fn embedded_text(raw: &str) -> String {
    if raw.contains("''''") {
        return raw.replace("''", "'");
    }
    let mut text = String::with_capacity(raw.len());
    for (i, part) in raw.split("''").enumerate() {
        if i > 0 {
            text.push_str(if i % 2 == 1 { " '" } else { "' " });
        }
        text.push_str(part);
    }
    text
}
