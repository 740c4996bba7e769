//! Conditions in paths: `[?(@.price < 10 && @.title =~ /.*SQL/i)]`.

use super::compile::{closing, quoted};
use super::{Mode, Path, Selected};
use crate::json::document::Json;
use crate::string::regex::JavaRegex;
use std::borrow::Cow;
use std::cmp::Ordering;

/// A condition on a value.
#[derive(Debug)]
pub(super) struct Filter(Box<Condition>);

#[derive(Debug)]
enum Condition {
    Or(Box<Condition>, Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
    Exists(Path),
    Compare(Operand, Operator, Operand),
    Matches(Operand, Box<JavaRegex>),
}

#[derive(Debug)]
enum Operand {
    Path(Path),
    Constant(Json<'static>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    TypeSafeEqual,
    TypeSafeNotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
    Contains,
    All,
    AnyOf,
    NoneOf,
    SubsetOf,
    Size,
    Empty,
}

/// Symbols before those that they begin with.
const SYMBOLS: &[(&str, Operator)] = &[
    ("===", Operator::TypeSafeEqual),
    ("!==", Operator::TypeSafeNotEqual),
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

const WORDS: &[(&str, Operator)] = &[
    ("IN", Operator::In),
    ("NIN", Operator::NotIn),
    ("CONTAINS", Operator::Contains),
    ("ALL", Operator::All),
    ("ANYOF", Operator::AnyOf),
    ("NONEOF", Operator::NoneOf),
    ("SUBSETOF", Operator::SubsetOf),
    ("SIZE", Operator::Size),
    ("EMPTY", Operator::Empty),
];

impl Filter {
    /// `None` when the text is not a condition.
    pub(super) fn compile(text: &str) -> Option<Filter> {
        let mut compiler = Compiler { rest: text };
        let condition = compiler.either()?;
        compiler.rest.trim().is_empty().then_some(Filter(Box::new(condition)))
    }

    pub(super) fn accepts<'a>(&self, value: &Json<'a>, root: &Json<'a>) -> bool {
        self.0.holds(value, root)
    }
}

struct Compiler<'a> {
    rest: &'a str,
}

impl<'a> Compiler<'a> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn either(&mut self) -> Option<Condition> {
        let mut left = self.both()?;
        while self.eat("||") {
            left = Condition::Or(Box::new(left), Box::new(self.both()?));
        }
        Some(left)
    }

    fn both(&mut self) -> Option<Condition> {
        let mut left = self.single()?;
        while self.eat("&&") {
            left = Condition::And(Box::new(left), Box::new(self.single()?));
        }
        Some(left)
    }

    fn single(&mut self) -> Option<Condition> {
        if self.eat("!") {
            return self.single().map(|condition| Condition::Not(Box::new(condition)));
        }
        if self.eat("(") {
            let condition = self.either()?;
            return self.eat(")").then_some(condition);
        }
        let left = self.operand()?;
        if self.eat("=~") {
            return self.pattern().map(|pattern| Condition::Matches(left, Box::new(pattern)));
        }
        match (self.operator(), left) {
            (Some(operator), left) => Some(Condition::Compare(left, operator, self.operand()?)),
            (None, Operand::Path(path)) => Some(Condition::Exists(path)),
            (None, Operand::Constant(_)) => None,
        }
    }

    fn operator(&mut self) -> Option<Operator> {
        if let Some((_, operator)) = SYMBOLS.iter().find(|(symbol, _)| self.eat(symbol)) {
            return Some(*operator);
        }
        let length = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        let operator = WORDS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|(_, operator)| *operator)?;
        self.rest = rest;
        Some(operator)
    }

    fn operand(&mut self) -> Option<Operand> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '@' | '$' => self.path().map(Operand::Path),
            quote @ ('\'' | '"') => {
                let (text, rest) = quoted(self.rest, quote)?;
                self.rest = rest;
                Some(Operand::Constant(Json::String(Cow::Owned(text))))
            }
            '[' => self.literal_list(),
            _ => {
                let length = self.rest.find([' ', ')', '&', '|', ',', ']', '=', '<', '>', '!']).unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(length);
                self.rest = rest;
                Json::parse(word).ok().map(|literal| Operand::Constant(literal.into_owned()))
            }
        }
    }

    /// `[1, 'a']`
    fn literal_list(&mut self) -> Option<Operand> {
        let mut elements = Vec::new();
        self.eat("[");
        if self.eat("]") {
            return Some(Operand::Constant(Json::Array(elements)));
        }
        loop {
            match self.operand()? {
                Operand::Constant(element) => elements.push(element),
                Operand::Path(_) => return None,
            }
            if self.eat("]") {
                return Some(Operand::Constant(Json::Array(elements)));
            }
            self.eat(",").then_some(())?;
        }
    }

    /// A path ends at a space, an operator or a bracket that was opened before it.
    fn path(&mut self) -> Option<Path> {
        let mut end = 0;
        while let Some(c) = self.rest[end..].chars().next() {
            match c {
                '[' => end += 2 + closing(&self.rest[end + 1..], '[', ']')?,
                '(' => end += 2 + closing(&self.rest[end + 1..], '(', ')')?,
                ' ' | ')' | '=' | '<' | '>' | '!' | '~' | '&' | '|' | ',' | ']' => break,
                c => end += c.len_utf8(),
            }
        }
        let (path, rest) = self.rest.split_at(end);
        self.rest = rest;
        Path::compile(path)
    }

    /// `/pattern/` or `/pattern/i`
    fn pattern(&mut self) -> Option<JavaRegex> {
        let text = self.rest.trim_start().strip_prefix('/')?;
        let mut escaped = false;
        let end = text.find(|c: char| {
            let ends = c == '/' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })?;
        let flags_end = text[end + 1..].find(|c: char| !c.is_ascii_alphabetic()).map_or(text.len(), |length| end + 1 + length);
        let flags = &text[end + 1..flags_end];
        self.rest = &text[flags_end..];
        let flags = if flags.is_empty() { String::new() } else { format!("(?{flags})") };
        JavaRegex::new(&format!("{flags}\\A(?:{})\\z", &text[..end]))
    }
}

impl Condition {
    fn holds<'a>(&self, value: &Json<'a>, root: &Json<'a>) -> bool {
        match self {
            Condition::Or(left, right) => left.holds(value, root) || right.holds(value, root),
            Condition::And(left, right) => left.holds(value, root) && right.holds(value, root),
            Condition::Not(condition) => !condition.holds(value, root),
            Condition::Exists(path) => exists(path, value, root),
            Condition::Compare(left, operator, right) => match (left.value(value, root), right.value(value, root)) {
                (Some(left), Some(right)) => operator.holds(&left, &right),
                // What is missing is unequal to everything.
                _ => matches!(operator, Operator::NotEqual | Operator::TypeSafeNotEqual | Operator::NotIn),
            },
            Condition::Matches(operand, pattern) => match operand.value(value, root).as_deref() {
                Some(Json::Array(elements)) => elements.iter().any(|element| matches(pattern, element)),
                Some(other) => matches(pattern, other),
                None => matches(pattern, &Json::Null),
            },
        }
    }
}

/// Whether a path leads anywhere.
fn exists<'a>(path: &Path, value: &Json<'a>, root: &Json<'a>) -> bool {
    let start = if path.from_root { root } else { value };
    match path.evaluate(start, root, Mode::Strict) {
        Ok(Selected::One(_)) => true,
        Ok(Selected::Many(values)) => !values.is_empty(),
        Err(_) => false,
    }
}

fn matches(pattern: &JavaRegex, value: &Json<'_>) -> bool {
    let mut text = String::new();
    if let Json::String(_) | Json::Number(_) | Json::Boolean(_) = value {
        value.write_plain(&mut text);
    }
    pattern.is_match(&text).unwrap_or(false)
}

impl Operand {
    fn value<'v, 'a: 'v>(&'v self, value: &'v Json<'a>, root: &'v Json<'a>) -> Option<Cow<'v, Json<'a>>> {
        match self {
            Operand::Constant(constant) => Some(Cow::Borrowed(constant)),
            Operand::Path(path) => {
                let start = if path.from_root { root } else { value };
                match path.evaluate(start, root, Mode::Strict).ok()? {
                    Selected::One(value) => Some(value),
                    Selected::Many(values) => Some(Cow::Owned(Json::Array(values.into_iter().map(Cow::into_owned).collect()))),
                }
            }
        }
    }
}

impl Operator {
    fn holds(self, left: &Json<'_>, right: &Json<'_>) -> bool {
        match self {
            Operator::Equal => equal(left, right),
            Operator::NotEqual => !equal(left, right),
            Operator::TypeSafeEqual => same_type(left, right) && equal(left, right),
            Operator::TypeSafeNotEqual => !(same_type(left, right) && equal(left, right)),
            Operator::Less => order(left, right) == Some(Ordering::Less),
            Operator::LessOrEqual => order(left, right).is_some_and(Ordering::is_le),
            Operator::Greater => order(left, right) == Some(Ordering::Greater),
            Operator::GreaterOrEqual => order(left, right).is_some_and(Ordering::is_ge),
            Operator::In => list(right).is_some_and(|right| has(right, left)),
            Operator::NotIn => !list(right).is_some_and(|right| has(right, left)),
            Operator::Contains => match (left, right) {
                (Json::String(text), Json::String(part)) => text.contains(part.as_ref()),
                _ => list(left).is_some_and(|left| has(left, right)),
            },
            Operator::All => lists(left, right).is_some_and(|(left, right)| right.iter().all(|wanted| has(left, wanted))),
            Operator::AnyOf => lists(left, right).is_some_and(|(left, right)| left.iter().any(|one| has(right, one))),
            Operator::NoneOf => lists(left, right).is_some_and(|(left, right)| !left.iter().any(|one| has(right, one))),
            Operator::SubsetOf => lists(left, right).is_some_and(|(left, right)| left.iter().all(|one| has(right, one))),
            Operator::Size => match (left, right) {
                (Json::Array(elements), Json::Number(size)) => elements.len().to_string() == size.as_ref(),
                (Json::String(text), Json::Number(size)) => text.encode_utf16().count().to_string() == size.as_ref(),
                _ => false,
            },
            Operator::Empty => match (left, right) {
                (Json::Array(elements), Json::Boolean(empty)) => elements.is_empty() == *empty,
                (Json::Object(entries), Json::Boolean(empty)) => entries.is_empty() == *empty,
                (Json::String(text), Json::Boolean(empty)) => text.is_empty() == *empty,
                _ => false,
            },
        }
    }
}

fn list<'v, 'a>(value: &'v Json<'a>) -> Option<&'v [Json<'a>]> {
    match value {
        Json::Array(elements) => Some(elements),
        _ => None,
    }
}

fn lists<'l, 'r, 'a, 'b>(left: &'l Json<'a>, right: &'r Json<'b>) -> Option<(&'l [Json<'a>], &'r [Json<'b>])> {
    Some((list(left)?, list(right)?))
}

fn has(list: &[Json<'_>], value: &Json<'_>) -> bool {
    list.iter().any(|element| equal(element, value))
}

fn same_type(left: &Json<'_>, right: &Json<'_>) -> bool {
    std::mem::discriminant(left) == std::mem::discriminant(right)
}

/// A text that reads as a number equals the number.
fn equal(left: &Json<'_>, right: &Json<'_>) -> bool {
    match (left, right) {
        (Json::Number(a), Json::Number(b)) => a == b || number(a).is_some_and(|a| number(b) == Some(a)),
        (Json::Number(a), Json::String(b)) => number(b).is_some_and(|b| number(a) == Some(b)),
        (Json::String(a), Json::Number(b)) => a == b,
        _ => left == right,
    }
}

/// Numbers by value, texts as texts, a number and a text as texts.
fn order(left: &Json<'_>, right: &Json<'_>) -> Option<Ordering> {
    match (left, right) {
        (Json::Number(a), Json::Number(b)) => number(a)?.partial_cmp(&number(b)?),
        (Json::String(a) | Json::Number(a), Json::String(b) | Json::Number(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}
