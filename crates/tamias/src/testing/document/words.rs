//! The words behind a fence, or in back-ticks above a block: what the block is for.
//!
//! ```text
//! orders                     rows for a table
//! orders raw                 records of a table, as they are
//! orders from file x.csv     the same from a file
//! expect orders ordered      rows of a sink
//! expect error bad-record at 3:7
//! ```

use super::{Form, Role, RowsFrom, Subject, Word};
use crate::diagnostics::TEST_FILE;
use diag::{Diagnostic, Span, suggest};
use std::ops::Range;
use translate::{Mode, Target};

/// What may follow `expect` beside the name of a table.
const SUBJECTS: &[&str] = &["rows", "error", "warning", "no warnings", "options", "render", "explain", "stdout", "counts"];

/// What a block with these words is; `None` for prose.
pub(super) fn role(language: &str, words: &[Word], place: Span, found: &mut Vec<Diagnostic>) -> Option<Role> {
    let form = Form::of_language(language);
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let is_unquoted = |at: usize| words.get(at).is_some_and(|word| !word.quoted);
    match texts.as_slice() {
        ["expect", rest @ ..] if is_unquoted(0) => {
            if rest.is_empty() {
                found.push(
                    mistake(place, "nothing follows 'expect'")
                        .with_help(format!("It may be the name of a table, {}.", SUBJECTS.join(", "))),
                );
                return None;
            }
            Some(Role::Expect(subject(&words[1..], found)?))
        }
        [] if language == "sql" => Some(Role::Script),
        ["setup"] if language == "sql" => Some(Role::Setup),
        [other, ..] if language == "sql" => {
            found.push(unknown_word(
                &words[0],
                &["setup", "expect"],
                &format!("a sql block is a script, 'setup' or 'expect ..', not '{other}'"),
            ));
            None
        }
        [] if language == "yaml" => Some(Role::Settings),
        [_, ..] if language == "yaml" => {
            found.push(mistake(words[0].span, "a yaml block without 'expect' is settings, and has no words"));
            None
        }
        [] if form.is_some() => {
            let diagnostic = mistake(place, format!("this {language} block names no table"));
            found
                .push(diagnostic.with_help(format!("Write ```{language} TABLE, or ```{language} expect TABLE; blocks of text are prose.")));
            None
        }
        [] => None,
        _ => fixture(form, words, found),
    }
}

/// Rows for a table; words behind another language may be anything.
fn fixture(form: Option<Form>, words: &[Word], found: &mut Vec<Diagnostic>) -> Option<Role> {
    let table = words[0].clone();
    let rest: Vec<&str> = words[1..].iter().map(|word| word.text.as_str()).collect();
    let rows = match (rest.as_slice(), form) {
        (["raw"], _) => RowsFrom::Raw,
        (["from", "file", ..], _) if words.len() == 4 => RowsFrom::File(words[3].clone()),
        (_, None) => return None,
        ([], Some(form)) => RowsFrom::Block(form),
        (["from", ..], _) => {
            found.push(mistake(words[1].span, "a file is named by 'from file PATH'"));
            return None;
        }
        (_, Some(form @ Form::Values)) if words[1].text.starts_with('(') => RowsFrom::Columns(form, columns(&words[1..])),
        _ => {
            let known = ["raw", "from", "expect"];
            found.push(unknown_word(&words[1], &known, &format!("'{}' means nothing behind a table", words[1].text)));
            return None;
        }
    };
    Some(Role::Fixture { table, rows })
}

/// `(a, b)`
fn columns(words: &[Word]) -> Vec<Word> {
    let trimmed = words.iter().flat_map(|word| {
        let start = word.span.start;
        let parts = word.text.split([',', '(', ')']).filter(|part| !part.is_empty());
        parts.map(move |part| {
            let at = start + word.text.find(part).unwrap_or(0) as u32;
            Word { text: part.to_owned(), quoted: false, span: Span::new(word.span.source, at, at + part.len() as u32) }
        })
    });
    trimmed.collect()
}

fn subject(words: &[Word], found: &mut Vec<Diagnostic>) -> Option<Subject> {
    let mut words = Words { words, at: 0, found };
    let first = words.next()?;
    let subject = Some(match first.text.as_str() {
        _ if first.quoted => words.rows_of(Some(first))?,
        "rows" => words.rows_of(None)?,
        "error" => {
            let id = words.required("the id of a diagnostic", first.span)?;
            Subject::Error { id, at: words.place()? }
        }
        "warning" => {
            let id = words.required("the id of a diagnostic", first.span)?;
            Subject::Warning { id, at: words.place()? }
        }
        "no" => {
            let what = words.required("'warnings'", first.span)?;
            if what.text != "warnings" {
                words.found.push(unknown_word(&what, &["warnings"], "'no' is followed by 'warnings'"));
                return None;
            }
            Subject::NoWarnings
        }
        "options" => {
            let table = words.required("the name of a table", first.span)?;
            Subject::Options { table, line: words.place()?.map(|(line, _)| line) }
        }
        "render" => {
            let target = words.required("an engine", first.span)?;
            let known: Vec<&str> = Target::ALL.into_iter().map(Target::name).collect();
            let Some(engine) = Target::parse(&target.text) else {
                words.found.push(unknown_word(&target, &known, &format!("'{}' is no engine to render for", target.text)));
                return None;
            };
            let mode = words.one_of(&["batch", "streaming"])?;
            Subject::Render { target: engine, mode: mode.map(|mode| if mode.text == "batch" { Mode::Batch } else { Mode::Streaming }) }
        }
        "explain" => Subject::Explain { level: words.one_of(&["ast", "bound", "logical", "physical"])? },
        "stdout" => Subject::Stdout,
        "counts" => Subject::Counts,
        _ => words.rows_of(Some(first))?,
    });
    words.end()?;
    subject
}

/// Goes through the words of an expectation.
struct Words<'w, 'f> {
    words: &'w [Word],
    at: usize,
    found: &'f mut Vec<Diagnostic>,
}

impl Words<'_, '_> {
    fn next(&mut self) -> Option<Word> {
        let word = self.words.get(self.at).cloned();
        self.at += usize::from(word.is_some());
        word
    }

    fn required(&mut self, what: &str, after: Span) -> Option<Word> {
        let word = self.next();
        if word.is_none() {
            self.found.push(mistake(after, format!("{what} is missing here")));
        }
        word
    }

    /// A word of a few that may be there.
    fn one_of(&mut self, known: &[&str]) -> Option<Option<Word>> {
        let Some(word) = self.next() else { return Some(None) };
        if known.contains(&word.text.as_str()) {
            return Some(Some(word));
        }
        self.found.push(unknown_word(&word, known, &format!("'{}' means nothing here", word.text)));
        None
    }

    /// `at LINE[:COLUMN]`, which may be there.
    fn place(&mut self) -> Option<Option<(u32, Option<u32>)>> {
        if self.words.get(self.at).is_none_or(|word| word.text != "at") {
            return Some(None);
        }
        let at = self.next()?;
        let place = self.required("a place such as 3:7", at.span)?;
        let (line, column) = place.text.split_once(':').map_or((place.text.as_str(), None), |(line, column)| (line, Some(column)));
        match (line.parse(), column.map(str::parse).transpose()) {
            (Ok(line), Ok(column)) => Some(Some((line, column))),
            _ => {
                self.found.push(mistake(place.span, format!("'{}' is not a place: a line, or a line and a column as in 3:7", place.text)));
                None
            }
        }
    }

    /// `[NUMBER] [ordered] [changelog]` behind `rows` or the name of a sink.
    fn rows_of(&mut self, table: Option<Word>) -> Option<Subject> {
        let (mut ordered, mut changelog, mut number) = (false, false, None);
        while let Some(word) = self.next() {
            match word.text.as_str() {
                "ordered" => ordered = true,
                "changelog" => changelog = true,
                text if table.is_none() && text.parse::<usize>().is_ok_and(|n| n > 0) => number = text.parse().ok(),
                text => {
                    let message = format!("'{text}' means nothing here");
                    self.found.push(unknown_word(&word, &["ordered", "changelog"], &message));
                    return None;
                }
            }
        }
        Some(match table {
            Some(table) => Subject::Table { table, ordered, changelog },
            None => Subject::Rows { number, ordered, changelog },
        })
    }

    fn end(&mut self) -> Option<()> {
        let Some(word) = self.next() else { return Some(()) };
        self.found.push(mistake(word.span, format!("'{}' means nothing here", word.text)));
        None
    }
}

/// Words between blanks; quotes make a word the name of a table, whatever it is.
pub(super) fn split(text: &str, range: Range<usize>, span: impl Fn(Range<usize>) -> Span) -> Vec<Word> {
    let mut words = Vec::new();
    let line = &text[range.clone()];
    let mut at = 0;
    while let Some(start) = line[at..].find(|c: char| !c.is_whitespace()).map(|skip| at + skip) {
        let rest = &line[start..];
        let quoted = rest.strip_prefix('"').and_then(|inner| Some(&inner[..inner.find('"')?]));
        let (word, end) = match quoted {
            Some(inner) => (inner, start + inner.len() + 2),
            None => {
                let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
                (&rest[..length], start + length)
            }
        };
        words.push(Word { text: word.to_owned(), quoted: quoted.is_some(), span: span(range.start + start..range.start + end) });
        at = end;
    }
    words
}

/// A mistake in a test file.
pub(crate) fn mistake(place: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(TEST_FILE, place, message)
}

fn unknown_word(word: &Word, known: &[&str], message: &str) -> Diagnostic {
    let diagnostic = mistake(word.span, message);
    match suggest::nearest(&word.text, known.iter().copied()) {
        Some(near) => diagnostic.with_fix(format!("did you mean '{near}'?"), word.span, near),
        None => diagnostic.with_note(format!("Known here: {}.", known.join(", "))),
    }
}
