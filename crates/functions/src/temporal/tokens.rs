//! The parts of a date pattern that both of Java's formatters share, and compiled patterns kept for later rows.

use diag::{Error, Result};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Literal(String),
    /// A letter, several times.
    Field(char, usize),
}

/// Takes a pattern apart; `''` is a quote, inside of quotes and outside. `None` when a quotation does not end.
pub(super) fn tokens(pattern: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\'' if rest.next_if_eq(&'\'').is_some() => push_literal(&mut tokens, '\''),
            '\'' => loop {
                match rest.next()? {
                    '\'' if rest.next_if_eq(&'\'').is_some() => push_literal(&mut tokens, '\''),
                    '\'' => break,
                    c => push_literal(&mut tokens, c),
                }
            },
            c if c.is_ascii_alphabetic() => {
                let mut count = 1;
                while rest.next_if_eq(&c).is_some() {
                    count += 1;
                }
                tokens.push(Token::Field(c, count));
            }
            c => push_literal(&mut tokens, c),
        }
    }
    Some(tokens)
}

fn push_literal(tokens: &mut Vec<Token>, c: char) {
    match tokens.last_mut() {
        Some(Token::Literal(text)) => text.push(c),
        _ => tokens.push(Token::Literal(c.to_string())),
    }
}

pub(super) const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// From Monday.
pub(super) const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Compiled patterns of one call site; a constant pattern is compiled once.
#[derive(Debug)]
pub(super) struct Compiled<T> {
    compile: fn(&str) -> Result<T, String>,
    known: Mutex<HashMap<Box<str>, Known<T>>>,
}

/// A pattern, or why it is not valid.
type Known<T> = Result<Arc<T>, String>;

/// When there are more, all are forgotten.
const MOST_PATTERNS: usize = 1024;

impl<T> Compiled<T> {
    pub(super) fn new(compile: fn(&str) -> Result<T, String>) -> Self {
        Compiled { compile, known: Mutex::default() }
    }

    /// The compiled pattern, or why it is not valid.
    pub(super) fn get(&self, pattern: &str) -> Result<Arc<T>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_PATTERNS && !known.contains_key(pattern) {
            known.clear();
        }
        let compiled = known.entry(pattern.into()).or_insert_with(|| (self.compile)(pattern).map(Arc::new));
        compiled.clone().map_err(|reason| Error::data(format!("the date pattern '{pattern}' is not valid: {reason}")))
    }
}
