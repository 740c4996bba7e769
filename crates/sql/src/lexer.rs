//! Text to tokens, as Apache Flink's parser reads it: back-ticks quote names, single quotes quote strings, comments do not nest,
//! `/*+` begins a hint.
//!
//! The lexer never fails. Punctuation from Chinese input methods reads as the ASCII mark that was meant; what cannot be read becomes
//! [`TokenKind::Unknown`]; a diagnostic tells of either.

use crate::diagnostics::{FULL_WIDTH_CHARACTER, UNCLOSED_COMMENT, UNCLOSED_NAME, UNCLOSED_STRING, UNCLOSED_VARIABLE, UNEXPECTED_CHARACTER};
use crate::keywords::Keyword;
use crate::token::{Token, TokenKind};
use diag::{Diagnostic, SourceId, Span};

/// The tokens of a text, comments among them, and what could not be read. The last token is [`TokenKind::End`].
#[derive(Clone, Debug)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
    /// The lines on which quotes do not pair up: what the parser finds wrong there follows from that.
    pub(crate) broken_lines: Vec<Span>,
    /// The text ends inside a string.
    pub(crate) ends_in_string: bool,
}

/// Splits a text into tokens.
pub fn lex(source: SourceId, text: &str) -> Lexed {
    lex_at(source, text, 0)
}

/// Splits a text that stands at an offset of its source.
pub(crate) fn lex_at(source: SourceId, text: &str, base: u32) -> Lexed {
    let mut run = Lexer::new(source, text, base, None).run();
    let ends_in_string = run.unclosed_string.is_some();
    if let Some(opening) = likely_unclosed(text, &run, base) {
        run = Lexer::new(source, text, base, Some(opening)).run();
    }
    Lexed { tokens: run.tokens, diagnostics: run.diagnostics, broken_lines: run.broken_lines, ends_in_string }
}

/// Finds the string that was most likely left open when the text ends inside a string: the first that runs over the end of a line
/// and is followed by a word without a blank, as `'a, 'b'` is.
fn likely_unclosed(text: &str, run: &Run, base: u32) -> Option<usize> {
    run.unclosed_string?;
    let bytes = text.as_bytes();
    let local = |token: &Token| (token.span.start - base) as usize..(token.span.end - base) as usize;
    let strings = run.tokens.iter().filter(|t| t.kind == TokenKind::String);
    let spanning: Vec<_> = strings.map(local).filter(|range| bytes[range.clone()].contains(&b'\n')).collect();
    let glued = spanning.iter().find(|range| bytes.get(range.end).is_some_and(|b| is_word_byte(*b)));
    glued.or(spanning.first()).map(|range| range.start)
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    source: SourceId,
    base: u32,
    pos: usize,
    hint_start: Option<usize>,
    /// A string known to lack its closing quote: it ends with its line.
    open_string: Option<usize>,
    /// No `*/` stands behind this place.
    comments_end: usize,
    run: Run,
}

#[derive(Default)]
struct Run {
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    unclosed_string: Option<usize>,
    broken_lines: Vec<Span>,
}

impl<'a> Lexer<'a> {
    fn new(source: SourceId, text: &'a str, base: u32, open_string: Option<usize>) -> Self {
        let run = Run { tokens: Vec::with_capacity(text.len() / 5 + 1), ..Run::default() };
        let comments_end = text.rfind("*/").unwrap_or(0);
        Lexer { text, bytes: text.as_bytes(), source, base, pos: 0, hint_start: None, open_string, comments_end, run }
    }

    fn run(mut self) -> Run {
        if self.text.starts_with('\u{feff}') {
            self.pos = 3;
        }
        loop {
            self.skip_blanks();
            let start = self.pos;
            if start >= self.bytes.len() {
                break;
            }
            let kind = self.token(start);
            self.push(kind, start);
        }
        self.end_open_hint();
        self.push(TokenKind::End, self.bytes.len());
        self.run
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span(start, self.pos);
        self.run.tokens.push(Token { kind, span });
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, self.base + start as u32, self.base + end as u32)
    }

    fn error(&mut self, id: &'static str, start: usize, end: usize, message: impl Into<String>) -> &mut Diagnostic {
        let span = self.span(start, end);
        self.run.diagnostics.push(Diagnostic::error(id, span, message));
        self.run.diagnostics.last_mut().expect("just pushed")
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.bytes.get(self.pos) {
                Some(b' ' | b'\n' | b'\t' | b'\r' | b'\x0c') => self.pos += 1,
                Some(0x80..) if self.rest().starts_with(['\u{3000}', '\u{a0}', '\u{200b}', '\u{feff}']) => self.odd_blank(),
                _ => return,
            }
        }
    }

    /// Skips a blank that Flink does not take for one.
    fn odd_blank(&mut self) {
        let start = self.pos;
        let character = self.rest().chars().next().unwrap_or(' ');
        self.pos += character.len_utf8();
        self.full_width_error(start, format!("the blank U+{:04X} is not the ASCII blank", character as u32), " ");
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Reads the token that begins at the current place and moves behind it.
    fn token(&mut self, start: usize) -> TokenKind {
        use TokenKind::*;
        match self.bytes[start] {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word_or_prefixed(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'\'' => self.string(start, 0, String),
            b'`' => self.quoted_name(),
            b'"' => self.double_quoted(),
            b'$' => self.dollar(),
            b'-' if self.peek(1) == b'-' => self.line_comment(),
            b'/' if self.peek(1) == b'/' => self.line_comment(),
            b'/' if self.peek(1) == b'*' => self.hint_or_comment(),
            b'*' if self.peek(1) == b'/' && self.hint_start.is_some() => {
                self.hint_start = None;
                self.take(2, HintEnd)
            }
            b';' => {
                self.end_open_hint();
                self.take(1, Semicolon)
            }
            0x80.. => self.beyond_ascii(),
            _ => self.punctuation(),
        }
    }

    fn take(&mut self, bytes: usize, kind: TokenKind) -> TokenKind {
        self.pos += bytes;
        kind
    }

    fn punctuation(&mut self) -> TokenKind {
        use TokenKind::*;
        match (self.peek(0), self.peek(1)) {
            (b'<', b'>') => self.take(2, NotEqual),
            (b'<', b'=') => self.take(2, LessOrEqual),
            (b'>', b'=') => self.take(2, GreaterOrEqual),
            (b'!', b'=') => self.take(2, BangEqual),
            (b'=', b'>') => self.take(2, Arrow),
            (b'|', b'|') => self.take(2, Concat),
            (b':', b':') => self.take(2, DoubleColon),
            (b'(', _) => self.take(1, LeftParen),
            (b')', _) => self.take(1, RightParen),
            (b'[', _) => self.take(1, LeftBracket),
            (b']', _) => self.take(1, RightBracket),
            (b'{', _) => self.take(1, LeftBrace),
            (b'}', _) => self.take(1, RightBrace),
            (b',', _) => self.take(1, Comma),
            (b'.', _) => self.take(1, Dot),
            (b':', _) => self.take(1, Colon),
            (b'?', _) => self.take(1, Question),
            (b'+', _) => self.take(1, Plus),
            (b'-', _) => self.take(1, Minus),
            (b'*', _) => self.take(1, Star),
            (b'/', _) => self.take(1, Slash),
            (b'%', _) => self.take(1, Percent),
            (b'=', _) => self.take(1, Equal),
            (b'<', _) => self.take(1, Less),
            (b'>', _) => self.take(1, Greater),
            (b'|', _) => self.take(1, Pipe),
            (b'^', _) => self.take(1, Caret),
            _ => self.unknown(),
        }
    }

    fn unknown(&mut self) -> TokenKind {
        let start = self.pos;
        let character = self.text[start..].chars().next().unwrap_or('\0');
        self.pos += character.len_utf8();
        let end = self.pos;
        let shown = if character.is_control() { format!("U+{:04X}", character as u32) } else { format!("'{character}'") };
        self.error(UNEXPECTED_CHARACTER, start, end, format!("the character {shown} has no meaning here"));
        TokenKind::Unknown
    }

    fn word_or_prefixed(&mut self) -> TokenKind {
        use TokenKind::*;
        let start = self.pos;
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'E' | b'e', b'\'', _) => return self.string(start, 1, EscapeString),
            (b'N' | b'n', b'\'', _) => return self.string(start, 1, NationalString),
            (b'X' | b'x', b'\'', _) => return self.string(start, 1, BinaryString),
            (b'U' | b'u', b'&', b'\'') => return self.string(start, 2, UnicodeString),
            _ => {}
        }
        let kind = self.word();
        if kind == Word(Keyword::NONE) && self.bytes[start] == b'_' && self.peek(0) == b'\'' && self.pos > start + 1 {
            return self.string(start, self.pos - start, CharsetString);
        }
        kind
    }

    /// Reads a bare word, with variables as parts of it.
    fn word(&mut self) -> TokenKind {
        let start = self.pos;
        let mut kind = None;
        loop {
            while is_word_byte(self.peek(0)) && !(self.peek(0) == b'$' && self.peek(1) == b'{') {
                self.pos += 1;
            }
            if self.peek(0) == b'$' && self.peek(1) == b'{' && self.variable() {
                kind = Some(TokenKind::Variable);
            } else if self.peek(0) >= 0x80 && self.rest().chars().next().is_some_and(is_letter) {
                self.pos += self.rest().chars().next().map_or(1, char::len_utf8);
            } else {
                break;
            }
        }
        kind.unwrap_or_else(|| TokenKind::Word(Keyword::lookup(&self.text[start..self.pos])))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.pos..]
    }

    /// Reads `${name}` when one stands here.
    fn variable(&mut self) -> bool {
        let name = self.bytes[self.pos + 2..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"_.:-".contains(b)).count();
        let closed = name > 0 && self.bytes.get(self.pos + 2 + name) == Some(&b'}');
        if closed {
            self.pos += name + 3;
        }
        closed
    }

    fn dollar(&mut self) -> TokenKind {
        let start = self.pos;
        if self.peek(1) == b'{' {
            let kind = self.word();
            if self.pos > start {
                return kind;
            }
            self.pos += 2;
            self.error(UNCLOSED_VARIABLE, start, start + 2, "the variable that begins here has no '}'");
            self.skip_word();
            return TokenKind::Variable;
        }
        if is_word_byte(self.peek(1)) { self.word() } else { self.take(1, TokenKind::Dollar) }
    }

    fn skip_word(&mut self) {
        while is_word_byte(self.peek(0)) {
            self.pos += 1;
        }
    }

    fn number(&mut self) -> TokenKind {
        let mut kind = TokenKind::Integer;
        self.digits();
        if self.peek(0) == b'.' {
            self.pos += 1;
            self.digits();
            kind = TokenKind::Decimal;
        }
        let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
        if matches!(self.peek(0), b'e' | b'E') && self.peek(1 + sign).is_ascii_digit() {
            self.pos += 1 + sign;
            self.digits();
            kind = TokenKind::Approximate;
        }
        kind
    }

    fn digits(&mut self) {
        while self.peek(0).is_ascii_digit() {
            self.pos += 1;
        }
    }

    /// Reads a string whose opening quote stands `prefix` bytes further on.
    fn string(&mut self, start: usize, prefix: usize, kind: TokenKind) -> TokenKind {
        self.pos = start + prefix + 1;
        if self.open_string == Some(start) {
            return self.close_with_line(start, prefix, kind);
        }
        loop {
            match self.peek(0) {
                b'\'' if self.peek(1) == b'\'' => self.pos += 2,
                b'\'' => return self.take(1, kind),
                b'\\' if kind == TokenKind::EscapeString => self.pos += 2,
                0 if self.pos >= self.bytes.len() => {
                    self.run.unclosed_string = Some(start);
                    return self.close_with_line(start, prefix, kind);
                }
                _ => self.pos += 1,
            }
        }
    }

    /// Ends a string that has no closing quote before what looks like the punctuation behind it.
    fn close_with_line(&mut self, start: usize, prefix: usize, kind: TokenKind) -> TokenKind {
        let line_end = self.text[start..].find('\n').map_or(self.bytes.len(), |length| start + length);
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let content = self.text[start..line_end].trim_end().trim_end_matches([',', ';', ')', ' ']);
        self.pos = (start + content.len()).max(start + prefix + 1);
        self.run.broken_lines.push(self.span(line_start, line_end));
        let (suspect, message) = match self.glued(TokenKind::String, line_start) {
            Some(earlier) => (earlier, "the quotes on this line do not pair up"),
            None => (self.span(start, self.pos), "the string that begins here has no closing quote"),
        };
        let diagnostic = Diagnostic::error(UNCLOSED_STRING, suspect, message);
        self.run.diagnostics.push(diagnostic.with_help("A string ends with a single quote; a quote inside it is doubled."));
        kind
    }

    /// The first quoted token of a line that touches a word: a quote is missing or too many there.
    fn glued(&self, kind: TokenKind, line_start: usize) -> Option<Span> {
        let line_start = self.base + line_start as u32;
        let on_line = self.run.tokens.iter().rev().take_while(|t| t.span.start >= line_start);
        let quoted = on_line.filter(|t| t.kind == kind);
        let word_at = |offset: u32| self.bytes.get((offset - self.base) as usize).is_some_and(|b| is_word_byte(*b));
        let glued = quoted.filter(|t| word_at(t.span.end) || (t.span.start > line_start && word_at(t.span.start - 1)));
        glued.last().map(|t| t.span)
    }

    fn quoted_name(&mut self) -> TokenKind {
        let start = self.pos;
        self.pos += 1;
        loop {
            match self.peek(0) {
                b'`' if self.peek(1) == b'`' => self.pos += 2,
                b'`' => return self.take(1, TokenKind::Backtick),
                b'\n' => return self.close_name(start),
                _ if self.pos >= self.bytes.len() => return self.close_name(start),
                _ => self.pos += 1,
            }
        }
    }

    /// Ends a name that has no closing back-tick behind its first word.
    fn close_name(&mut self, start: usize) -> TokenKind {
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        self.run.broken_lines.push(self.span(line_start, self.pos));
        self.pos = start + 1;
        self.skip_word();
        let end = self.pos;
        match self.glued(TokenKind::Backtick, line_start) {
            Some(earlier) => {
                let diagnostic = Diagnostic::error(UNCLOSED_NAME, earlier, "the back-ticks on this line do not pair up");
                self.run.diagnostics.push(diagnostic);
            }
            None => drop(self.error(UNCLOSED_NAME, start, end, "the name that begins here has no closing back-tick")),
        }
        TokenKind::Backtick
    }

    /// Reads text in double quotes; an unclosed one ends with its first word.
    fn double_quoted(&mut self) -> TokenKind {
        let start = self.pos;
        let content = &self.rest()[1..];
        match content.find(['"', '\n']).filter(|end| content.as_bytes()[*end] == b'"') {
            Some(end) => self.pos += end + 2,
            None => {
                self.pos += 1;
                self.skip_word();
                let end = self.pos;
                self.error(UNCLOSED_STRING, start, end, "the double quote that opens here is not closed");
            }
        }
        TokenKind::DoubleQuoted
    }

    fn line_comment(&mut self) -> TokenKind {
        let length = self.bytes[self.pos..].iter().position(|b| matches!(b, b'\n' | b'\r'));
        self.pos = length.map_or(self.bytes.len(), |length| self.pos + length);
        TokenKind::LineComment
    }

    fn hint_or_comment(&mut self) -> TokenKind {
        let start = self.pos;
        if self.peek(2) == b'+' && self.hint_start.is_none() {
            self.hint_start = Some(start);
            return self.take(3, TokenKind::HintStart);
        }
        let closed = start + 2 <= self.comments_end;
        match self.rest()[2..].find("*/").filter(|_| closed) {
            Some(length) => self.pos += length + 4,
            None => {
                self.pos = self.bytes.len();
                self.error(UNCLOSED_COMMENT, start, start + 2, "the comment that begins here has no '*/'");
            }
        }
        TokenKind::BlockComment
    }

    /// A hint ends with its statement at the latest.
    fn end_open_hint(&mut self) {
        if let Some(start) = self.hint_start.take() {
            self.error(UNCLOSED_COMMENT, start, start + 3, "the hint that begins here has no '*/'");
        }
    }

    fn beyond_ascii(&mut self) -> TokenKind {
        let Some(character) = self.rest().chars().next() else { return TokenKind::Unknown };
        if is_letter(character) {
            return self.word();
        }
        match character {
            '‘' | '’' => self.curved_string(['‘', '’', '\'']),
            '“' | '”' => self.curved_string(['“', '”', '"']),
            _ => match ascii_form(character) {
                Some((ascii, kind)) => self.full_width(character, ascii, kind),
                None => self.unknown(),
            },
        }
    }

    fn full_width(&mut self, character: char, ascii: &str, kind: TokenKind) -> TokenKind {
        let start = self.pos;
        self.pos += character.len_utf8();
        self.full_width_error(start, format!("'{character}' is not the ASCII character '{ascii}'"), ascii);
        kind
    }

    fn full_width_error(&mut self, start: usize, message: String, replacement: &str) {
        let (span, end) = (self.span(start, self.pos), self.pos);
        let diagnostic = self.error(FULL_WIDTH_CHARACTER, start, end, message);
        *diagnostic = diagnostic.clone().with_fix(format!("Write {replacement}"), span, replacement);
    }

    /// Reads a string in curved quotes.
    fn curved_string(&mut self, closing: [char; 3]) -> TokenKind {
        let start = self.pos;
        let opening = self.rest().chars().next().map_or(1, char::len_utf8);
        let content = &self.rest()[opening..];
        let end = content.find([closing[0], closing[1], closing[2], '\n']).unwrap_or(content.len());
        match content[end..].chars().next().filter(|c| *c != '\n') {
            Some(quote) => {
                let straight = format!("'{}'", content[..end].replace('\'', "''"));
                self.pos += opening + end + quote.len_utf8();
                self.full_width_error(start, "curved quotes do not quote a string".to_string(), &straight);
            }
            None => {
                self.pos += opening;
                self.full_width_error(start, "a curved quote does not quote a string".to_string(), "'");
                self.skip_word();
            }
        }
        TokenKind::String
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// True for letters and digits beyond ASCII that Flink's grammar lets stand in a bare name.
fn is_letter(character: char) -> bool {
    matches!(character,
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{1fff}' | '\u{3040}'..='\u{318f}' | '\u{3300}'..='\u{337f}'
        | '\u{3400}'..='\u{3d2d}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// The ASCII mark that a full-width mark stands for.
fn ascii_form(character: char) -> Option<(&'static str, TokenKind)> {
    use TokenKind::*;
    Some(match character {
        '（' => ("(", LeftParen),
        '）' => (")", RightParen),
        '，' | '、' => (",", Comma),
        '；' => (";", Semicolon),
        '．' | '。' => (".", Dot),
        '：' => (":", Colon),
        '＝' => ("=", Equal),
        '＜' => ("<", Less),
        '＞' => (">", Greater),
        '＋' => ("+", Plus),
        '－' | '−' | '–' => ("-", Minus),
        '＊' => ("*", Star),
        '／' => ("/", Slash),
        '％' => ("%", Percent),
        '［' | '【' => ("[", LeftBracket),
        '］' | '】' => ("]", RightBracket),
        '｛' => ("{", LeftBrace),
        '｝' => ("}", RightBrace),
        '？' => ("?", Question),
        '≤' => ("<=", LessOrEqual),
        '≥' => (">=", GreaterOrEqual),
        '≠' => ("<>", NotEqual),
        _ => return None,
    })
}
