//! Patterns of `java.util.regex` rewritten for the engine.
//!
//! Character classes are ASCII unless Unicode is asked for, `.` and `$` know all line terminators, quotations and escapes are spelled out,
//! flags are worked in. What Java refuses is refused, and so are the few things without a counterpart: names of characters, most Unicode
//! blocks.

use std::iter::Peekable;
use std::str::Chars;

/// Stands for `$` in a translated pattern; a character that no text has any use for.
pub(super) const END_MARK: &str = "\u{10FFFE}";
/// Where `$` matches: at the end, and before a line terminator at the end.
pub(super) const END: &str = r"(?=(?:\r\n|[\n\r\u{85}\u{2028}\u{2029}])?\z)";
const ANY: &str = r"[^\n\r\u{85}\u{2028}\u{2029}]";
const LINE_BREAK: &str = r"(?:\r\n|[\n\x0B\x0C\r\u{85}\u{2028}\u{2029}])";
const HORIZONTAL: &str = r" \t\u{A0}\u{1680}\u{180E}\u{2000}-\u{200A}\u{202F}\u{205F}\u{3000}";
const VERTICAL: &str = r"\n\x0B\x0C\r\u{85}\u{2028}\u{2029}";

#[derive(Clone, Copy, Debug, Default)]
struct Flags {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
    unicode_case: bool,
    unicode_classes: bool,
    comments: bool,
    unix_lines: bool,
}

pub(super) struct Translator<'a> {
    rest: Peekable<Chars<'a>>,
    flags: Flags,
    /// The flags before each open group.
    outer: Vec<Flags>,
    groups: usize,
    out: String,
}

impl<'a> Translator<'a> {
    pub(super) fn new(pattern: &'a str) -> Self {
        Translator { rest: pattern.chars().peekable(), flags: Flags::default(), outer: Vec::new(), groups: 0, out: String::new() }
    }

    /// The pattern for the engine; `None` for one that Java refuses.
    pub(super) fn translate(mut self) -> Option<String> {
        // Whether there is something that a quantifier can follow.
        let mut atom = false;
        while let Some(c) = self.rest.next() {
            atom = match c {
                '\\' => self.escape()?,
                '[' => {
                    let class = self.class()?;
                    self.push_cased(&class);
                    true
                }
                '(' => self.open_group()?,
                ')' => {
                    self.flags = self.outer.pop()?;
                    self.out.push(')');
                    true
                }
                '.' => {
                    self.out.push_str(if self.flags.dot_all {
                        "(?s:.)"
                    } else if self.flags.unix_lines {
                        "[^\n]"
                    } else {
                        ANY
                    });
                    true
                }
                '^' => {
                    self.out.push_str(if self.flags.multiline { "(?m:^)" } else { r"\A" });
                    true
                }
                '$' => {
                    self.out.push_str(if self.flags.multiline { "(?m:$)" } else { END_MARK });
                    true
                }
                '|' => {
                    self.out.push('|');
                    false
                }
                '*' | '+' | '?' => {
                    self.quantifier(atom, &c.to_string())?;
                    false
                }
                '{' => {
                    let repetition = self.repetition()?;
                    self.quantifier(atom, &repetition)?;
                    false
                }
                '#' if self.flags.comments => {
                    while self.rest.next_if(|&c| c != '\n').is_some() {}
                    atom
                }
                c if self.flags.comments && c.is_ascii_whitespace() => atom,
                c => {
                    self.literal(c);
                    true
                }
            };
        }
        self.outer.is_empty().then_some(self.out)
    }

    fn literal(&mut self, c: char) {
        let flags = self.flags;
        let mut text = String::new();
        push_escaped(&mut text, c);
        if flags.ignore_case && !flags.unicode_case && c.is_ascii_alphabetic() {
            text = format!("[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase());
        }
        self.push_cased(&text);
    }

    /// Unicode's case folding is the engine's, ASCII's is spelled out.
    fn push_cased(&mut self, text: &str) {
        if self.flags.ignore_case && self.flags.unicode_case {
            self.out.push_str("(?i:");
            self.out.push_str(text);
            self.out.push(')');
        } else {
            self.out.push_str(text);
        }
    }

    /// Reads `+` and `?` after a quantifier, too.
    fn quantifier(&mut self, atom: bool, quantifier: &str) -> Option<()> {
        if !atom {
            return None;
        }
        self.out.push_str(quantifier);
        if let Some(kind) = self.rest.next_if(|&c| c == '?' || c == '+') {
            self.out.push(kind);
        }
        Some(())
    }

    /// After `{`.
    fn repetition(&mut self) -> Option<String> {
        let mut text = String::from("{");
        loop {
            let c = self.rest.next()?;
            text.push(c);
            match c {
                '}' => break,
                '0'..='9' => {}
                ',' if text.len() > 2 && !text[..text.len() - 1].contains(',') => {}
                _ => return None,
            }
        }
        text.as_bytes().get(1)?.is_ascii_digit().then_some(text)
    }

    /// After `(`. Says whether a quantifier can follow, which it can after flags only in Java's eyes.
    fn open_group(&mut self) -> Option<bool> {
        if self.rest.next_if_eq(&'?').is_none() {
            self.outer.push(self.flags);
            self.groups += 1;
            self.out.push('(');
            return Some(false);
        }
        match *self.rest.peek()? {
            ':' | '=' | '!' | '>' => {
                self.outer.push(self.flags);
                self.out.push_str("(?");
                self.out.push(self.rest.next()?);
            }
            '<' => {
                self.rest.next();
                self.outer.push(self.flags);
                self.out.push_str("(?<");
                if let Some(look) = self.rest.next_if(|&c| c == '=' || c == '!') {
                    self.out.push(look);
                } else {
                    let name = self.name('>')?;
                    self.groups += 1;
                    self.out.push_str(&name);
                    self.out.push('>');
                }
            }
            _ => return self.inline_flags(),
        }
        Some(false)
    }

    fn name(&mut self, end: char) -> Option<String> {
        let mut name = String::new();
        loop {
            match self.rest.next()? {
                c if c == end => break,
                c if c.is_ascii_alphanumeric() => name.push(c),
                _ => return None,
            }
        }
        name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
    }

    fn inline_flags(&mut self) -> Option<bool> {
        let (before, mut on) = (self.flags, true);
        loop {
            match self.rest.next()? {
                '-' if on => on = false,
                'i' => self.flags.ignore_case = on,
                'm' => self.flags.multiline = on,
                's' => self.flags.dot_all = on,
                'u' => self.flags.unicode_case = on,
                'U' => (self.flags.unicode_classes, self.flags.unicode_case) = (on, on),
                'x' => self.flags.comments = on,
                'd' => self.flags.unix_lines = on,
                ')' => return Some(false),
                ':' => {
                    self.outer.push(before);
                    self.out.push_str("(?:");
                    return Some(false);
                }
                _ => return None,
            }
        }
    }

    /// After a backslash outside a class.
    fn escape(&mut self) -> Option<bool> {
        let c = *self.rest.peek()?;
        let unicode = self.flags.unicode_classes;
        let anchor = match c {
            'b' => Some(r"\b"),
            'B' => Some(r"\B"),
            'A' => Some(r"\A"),
            'Z' => Some(END_MARK),
            'z' => Some(r"\z"),
            'G' => Some(r"\G"),
            'R' => Some(LINE_BREAK),
            'X' => Some(r"(?:\r\n|\P{M}\p{M}*|\p{M}+)"),
            _ => None,
        };
        if let Some(anchor) = anchor {
            self.rest.next();
            self.out.push_str(anchor);
            return Some(true);
        }
        match c {
            'Q' => {
                self.rest.next();
                while let Some(c) = self.quoted() {
                    self.literal(c);
                }
            }
            'k' => {
                self.rest.next();
                self.rest.next_if_eq(&'<')?;
                let name = self.name('>')?;
                self.out.push_str(&format!(r"\k<{name}>"));
            }
            '1'..='9' => self.back_reference()?,
            _ => match self.class_escape(unicode)? {
                Escape::Character(c) => self.literal(c),
                Escape::Set(set) => {
                    let set = format!("[{set}]");
                    self.push_cased(&set);
                }
            },
        }
        Some(true)
    }

    /// The next character of a quotation, until `\E` or the end.
    fn quoted(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\\' && self.rest.next_if_eq(&'E').is_some() { None } else { Some(c) }
    }

    /// As many digits as there are groups for. A group that is not there yet never matches.
    fn back_reference(&mut self) -> Option<()> {
        let mut group = self.rest.next()?.to_digit(10)? as usize;
        while let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(10)) {
            let longer = group * 10 + digit as usize;
            if longer > self.groups {
                break;
            }
            group = longer;
            self.rest.next();
        }
        self.out.push_str(&if group <= self.groups { format!(r"(?:\{group})") } else { "(?!)".to_owned() });
        Some(())
    }

    /// The meaning of an escape that may also stand in a class, after its backslash.
    fn class_escape(&mut self, unicode: bool) -> Option<Escape> {
        let c = self.rest.next()?;
        let set = |text: &str| Some(Escape::Set(text.to_owned()));
        match c {
            'd' => set(if unicode { r"\p{Nd}" } else { "0-9" }),
            'D' => set(if unicode { r"\P{Nd}" } else { "[^0-9]" }),
            'w' => set(if unicode { r"\w" } else { "a-zA-Z0-9_" }),
            'W' => set(if unicode { r"\W" } else { "[^a-zA-Z0-9_]" }),
            's' => set(if unicode { r"\s" } else { r" \t\n\x0B\x0C\r" }),
            'S' => set(if unicode { r"\S" } else { r"[^ \t\n\x0B\x0C\r]" }),
            'h' => set(HORIZONTAL),
            'H' => Some(Escape::Set(format!("[^{HORIZONTAL}]"))),
            'v' => set(VERTICAL),
            'V' => Some(Escape::Set(format!("[^{VERTICAL}]"))),
            'p' | 'P' => self.property(c == 'P').map(Escape::Set),
            't' => Some(Escape::Character('\t')),
            'n' => Some(Escape::Character('\n')),
            'r' => Some(Escape::Character('\r')),
            'f' => Some(Escape::Character('\u{C}')),
            'a' => Some(Escape::Character('\u{7}')),
            'e' => Some(Escape::Character('\u{1B}')),
            'c' => char::from_u32(self.rest.next()? as u32 ^ 64).map(Escape::Character),
            'x' => self.hexadecimal().map(Escape::Character),
            'u' => self.utf16_unit().map(Escape::Character),
            '0' => self.octal().map(Escape::Character),
            c if c.is_ascii_alphanumeric() => None,
            c => Some(Escape::Character(c)),
        }
    }

    fn hexadecimal(&mut self) -> Option<char> {
        if self.rest.next_if_eq(&'{').is_none() {
            return char::from_u32(self.hex_digits(2)?);
        }
        let mut code = 0u32;
        loop {
            match self.rest.next()? {
                '}' => return char::from_u32(code),
                c => code = code.checked_mul(16)?.checked_add(c.to_digit(16)?)?,
            }
        }
    }

    fn hex_digits(&mut self, count: usize) -> Option<u32> {
        (0..count).try_fold(0, |code, _| Some(code * 16 + self.rest.next()?.to_digit(16)?))
    }

    /// One UTF-16 unit, or the two of a surrogate pair.
    fn utf16_unit(&mut self) -> Option<char> {
        let unit = self.hex_digits(4)?;
        if !(0xD800..0xDC00).contains(&unit) {
            return char::from_u32(unit);
        }
        self.rest.next_if_eq(&'\\')?;
        self.rest.next_if_eq(&'u')?;
        let low = self.hex_digits(4)?.checked_sub(0xDC00)?;
        char::from_u32(0x10000 + ((unit - 0xD800) << 10) + low)
    }

    fn octal(&mut self) -> Option<char> {
        let mut code = self.rest.next()?.to_digit(8)?;
        for _ in 0..2 {
            let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(8)).filter(|digit| code * 8 + digit < 256) else { break };
            code = code * 8 + digit;
            self.rest.next();
        }
        char::from_u32(code)
    }

    /// After `\p` or `\P`: what stands in a class for the property.
    fn property(&mut self, negated: bool) -> Option<String> {
        let mut name = String::new();
        if self.rest.next_if_eq(&'{').is_some() {
            loop {
                match self.rest.next()? {
                    '}' => break,
                    c => name.push(c),
                }
            }
        } else {
            name.push(self.rest.next()?);
        }
        if let Some(set) = ascii_property(&name).filter(|_| !self.flags.unicode_classes) {
            return Some(if negated { format!("[^{set}]") } else { set.to_owned() });
        }
        let name = unicode_property(&name)?;
        Some(format!(r"\{}{{{name}}}", if negated { 'P' } else { 'p' }))
    }

    /// After `[`: the whole class, with its brackets.
    fn class(&mut self) -> Option<String> {
        let mut class = String::from("[");
        if self.rest.next_if_eq(&'^').is_some() {
            class.push('^');
        }
        let mut is_first = true;
        loop {
            let c = self.rest.next()?;
            match c {
                ']' if !is_first => {
                    class.push(']');
                    return Some(class);
                }
                '[' => {
                    let inner = self.class()?;
                    class.push_str(&inner);
                }
                '&' if self.rest.next_if_eq(&'&').is_some() => class.push_str("&&"),
                c if self.flags.comments && c.is_ascii_whitespace() => {}
                c => self.class_item(c, &mut class)?,
            }
            is_first = false;
        }
    }

    /// A character, a range or a set.
    fn class_item(&mut self, c: char, class: &mut String) -> Option<()> {
        let from = if c == '\\' {
            if self.rest.next_if_eq(&'Q').is_some() {
                while let Some(c) = self.quoted() {
                    self.push_range(class, c, c);
                }
                return Some(());
            }
            match self.class_escape(self.flags.unicode_classes)? {
                Escape::Set(set) => {
                    class.push_str(&set);
                    return Some(());
                }
                Escape::Character(c) => c,
            }
        } else {
            c
        };
        let mut ahead = self.rest.clone();
        let is_range = ahead.next() == Some('-') && !matches!(ahead.next(), None | Some(']' | '['));
        if !is_range {
            self.push_range(class, from, from);
            return Some(());
        }
        self.rest.next();
        let to = match self.rest.next()? {
            '\\' => match self.class_escape(self.flags.unicode_classes)? {
                Escape::Character(c) => c,
                Escape::Set(_) => return None,
            },
            c => c,
        };
        (from <= to).then(|| self.push_range(class, from, to))
    }

    fn push_range(&self, class: &mut String, from: char, to: char) {
        let mut push = |from: char, to: char| {
            push_class_escaped(class, from);
            if from != to {
                class.push('-');
                push_class_escaped(class, to);
            }
        };
        push(from, to);
        if self.flags.ignore_case && !self.flags.unicode_case {
            let both = |low: char, high: char| Some((from.max(low), to.min(high))).filter(|(from, to)| from <= to);
            if let Some((from, to)) = both('a', 'z') {
                push(from.to_ascii_uppercase(), to.to_ascii_uppercase());
            }
            if let Some((from, to)) = both('A', 'Z') {
                push(from.to_ascii_lowercase(), to.to_ascii_lowercase());
            }
        }
    }
}

/// What an escape means.
enum Escape {
    Character(char),
    /// Items of a class.
    Set(String),
}

fn push_escaped(out: &mut String, c: char) {
    if c.is_ascii_punctuation() {
        out.push('\\');
    }
    match c {
        c if c.is_ascii_control() || c == ' ' => out.push_str(&format!("\\x{:02X}", c as u32)),
        c => out.push(c),
    }
}

fn push_class_escaped(out: &mut String, c: char) {
    match c {
        c if c.is_ascii_control() || c == ' ' => out.push_str(&format!("\\x{:02X}", c as u32)),
        c if c.is_ascii_punctuation() => {
            out.push('\\');
            out.push(c);
        }
        c => out.push(c),
    }
}

/// Java's POSIX classes, as items of a class.
fn ascii_property(name: &str) -> Option<&'static str> {
    Some(match name {
        "Lower" => "a-z",
        "Upper" => "A-Z",
        "ASCII" | "InBasicLatin" | "InBASIC_LATIN" => r"\x00-\x7F",
        "Alpha" => "a-zA-Z",
        "Digit" => "0-9",
        "Alnum" => "a-zA-Z0-9",
        "Punct" => r"!-/:-@\[-`{-~",
        "Graph" => "!-~",
        "Print" => r"\x20-~",
        "Blank" => r"\x20\t",
        "Cntrl" => r"\x00-\x1F\x7F",
        "XDigit" => "0-9a-fA-F",
        "Space" => r"\x20\t\n\x0B\x0C\r",
        _ => return None,
    })
}

/// The engine's name of a property: a category, a script or a binary property.
fn unicode_property(name: &str) -> Option<String> {
    let known = match name {
        "javaLowerCase" | "Lower" => "Lowercase",
        "javaUpperCase" | "Upper" => "Uppercase",
        "javaAlphabetic" | "Alpha" => "Alphabetic",
        "javaLetter" => "L",
        "javaDigit" | "Digit" => "Nd",
        "javaWhitespace" | "javaSpaceChar" | "Space" => "White_Space",
        "javaIdeographic" => "Ideographic",
        "XDigit" => "Hex_Digit",
        "Punct" => "P",
        "Cntrl" => "Cc",
        _ => "",
    };
    if !known.is_empty() {
        return Some(known.to_owned());
    }
    if name.starts_with("In") || name.starts_with("java") || name.starts_with("blk=") || name.starts_with("block=") {
        return None;
    }
    Some(name.strip_prefix("Is").unwrap_or(name).replace("script=", "sc=").replace("general_category=", "gc="))
}
