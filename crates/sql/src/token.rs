//! Tokens: what kind of text stands where. The text itself stays in the source.

use crate::keywords::Keyword;
use diag::Span;

/// A piece of text that the grammar treats as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// The kinds of tokens. Blanks are no tokens; comments are, see [`TokenKind::is_comment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A bare word; [`Keyword::NONE`] when the grammar does not know it.
    Word(Keyword),
    /// `` `name` ``
    Backtick,
    /// `${name}`, or a bare word with such a part.
    Variable,
    /// `12`
    Integer,
    /// `1.5`
    Decimal,
    /// `1.5e3`
    Approximate,
    /// `'abc'`
    String,
    /// `E'a\nb'`
    EscapeString,
    /// `U&'\00e9'`
    UnicodeString,
    /// `_UTF16'abc'`
    CharsetString,
    /// `N'abc'`
    NationalString,
    /// `x'0aff'`
    BinaryString,
    /// `"abc"`: never right in Flink SQL.
    DoubleQuoted,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Comma,
    Semicolon,
    Dot,
    Colon,
    /// `::`
    DoubleColon,
    Question,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Equal,
    /// `<>`
    NotEqual,
    /// `!=`
    BangEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `=>`
    Arrow,
    /// `|`
    Pipe,
    /// `||`
    Concat,
    Caret,
    Dollar,
    /// `/*+`
    HintStart,
    /// `*/` after a hint.
    HintEnd,
    /// `-- ...` or `// ...`, without the end of the line.
    LineComment,
    /// `/* ... */`
    BlockComment,
    /// A character that begins no token; a diagnostic says so.
    Unknown,
    /// The end of the text.
    End,
}

impl TokenKind {
    pub fn is_comment(self) -> bool {
        matches!(self, TokenKind::LineComment | TokenKind::BlockComment)
    }

    /// True for all kinds of strings of characters.
    pub fn is_string(self) -> bool {
        use TokenKind::*;
        matches!(self, String | EscapeString | UnicodeString | CharsetString | NationalString)
    }

    pub fn is_number(self) -> bool {
        matches!(self, TokenKind::Integer | TokenKind::Decimal | TokenKind::Approximate)
    }

    /// The word of the grammar that this token is, or [`Keyword::NONE`].
    pub fn keyword(self) -> Keyword {
        match self {
            TokenKind::Word(keyword) => keyword,
            _ => Keyword::NONE,
        }
    }

    /// How a message names this kind when it is expected.
    pub fn describe(self) -> &'static str {
        use TokenKind::*;
        match self {
            LeftParen => "'('",
            RightParen => "')'",
            LeftBracket => "'['",
            RightBracket => "']'",
            LeftBrace => "'{'",
            RightBrace => "'}'",
            Comma => "','",
            Semicolon => "';'",
            Dot => "'.'",
            Colon => "':'",
            Equal => "'='",
            Less => "'<'",
            Greater => "'>'",
            Arrow => "'=>'",
            HintEnd => "'*/'",
            Integer => "a whole number",
            String => "a string",
            End => "the end of the text",
            _ => "something else",
        }
    }
}
