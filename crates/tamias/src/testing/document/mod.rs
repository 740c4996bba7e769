//! A test file as its cases: what each inherits from the headings above it, and what it asserts.

mod markdown;
mod settings;
#[cfg(test)]
mod tests;
mod words;

pub(super) use markdown::{cells, lines};
pub(super) use settings::Settings;
pub(super) use words::mistake;

use crate::diagnostics::NO_EXPECTATION;
use crate::input::Input;
use diag::{Diagnostic, SourceId, SourceMap, Span};
use markdown::Element;
use std::ops::Range;
use std::path::PathBuf;
use translate::{Mode, Target};

/// The ending of test files.
pub(super) const ENDING: &str = ".test.md";

/// A test file that was read.
#[derive(Clone, Debug)]
pub(super) struct TestFile {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) text: String,
    pub(super) source: SourceId,
    /// Texts that the diagnostics of the file point into.
    pub(super) sources: SourceMap,
    pub(super) fixtures: Vec<Fixture>,
    pub(super) cases: Vec<Case>,
    /// What is wrong with the file. With errors none of its cases runs.
    pub(super) mistakes: Vec<Diagnostic>,
}

/// A section with expectations.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The headings down to it, between slashes.
    pub(super) title: String,
    /// Its own heading, or the start of the file.
    pub(super) place: Span,
    pub(super) settings: Settings,
    /// By index into the fixtures of the file.
    pub(super) fixtures: Vec<usize>,
    /// The block with the script, unless it is in a file.
    pub(super) script: Option<Span>,
    pub(super) setup: Vec<Span>,
    pub(super) expectations: Vec<Expectation>,
}

/// Rows that take the place of a table.
#[derive(Clone, Debug)]
pub(super) struct Fixture {
    pub(super) table: Word,
    pub(super) rows: RowsFrom,
    pub(super) body: Span,
}

/// What a case asserts.
#[derive(Clone, Debug)]
pub(super) struct Expectation {
    pub(super) subject: Subject,
    pub(super) form: Form,
    /// The words of the block.
    pub(super) place: Span,
    pub(super) body: Span,
}

/// A word with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    /// Written in quotes, so that it is a name.
    pub(super) quoted: bool,
    pub(super) span: Span,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Csv,
    Json,
    Values,
    /// A Markdown table.
    Table,
    /// No rows: text that is compared line by line.
    Text,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum RowsFrom {
    Block(Form),
    /// The block, in the order of these columns.
    Columns(Form, Vec<Word>),
    /// The block holds records of the table as they are.
    Raw,
    File(Word),
}

/// What an expectation is about.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Subject {
    /// The rows of a query, by its number among the queries of the script.
    Rows {
        number: Option<usize>,
        ordered: bool,
        changelog: bool,
    },
    /// What is written to a table.
    Table {
        table: Word,
        ordered: bool,
        changelog: bool,
    },
    Error {
        id: Word,
        at: Option<(u32, Option<u32>)>,
    },
    Warning {
        id: Word,
        at: Option<(u32, Option<u32>)>,
    },
    NoWarnings,
    Options {
        table: Word,
        line: Option<u32>,
    },
    Render {
        target: Target,
        mode: Option<Mode>,
    },
    Explain {
        level: Option<Word>,
    },
    Stdout,
    Counts,
}

#[derive(Clone, Debug, PartialEq)]
enum Role {
    Fixture { table: Word, rows: RowsFrom },
    Script,
    Setup,
    Settings,
    Expect(Subject),
}

impl Form {
    /// The form of rows in a block of a language.
    fn of_language(language: &str) -> Option<Self> {
        match language {
            "csv" => Some(Form::Csv),
            "json" | "jsonl" => Some(Form::Json),
            "values" => Some(Form::Values),
            "|" => Some(Form::Table),
            _ => None,
        }
    }
}

impl TestFile {
    /// Reads a test file.
    pub(super) fn read(path: PathBuf, input: Input, all: &mut SourceMap) -> Self {
        let Input { name, text } = input;
        let source = all.add(name.as_str(), text.as_str());
        let sources = all.clone();
        let file = TestFile { path, name, text, source, sources, fixtures: Vec::new(), cases: Vec::new(), mistakes: Vec::new() };
        let mut builder = Builder { file, sections: vec![Section::default()] };
        for element in markdown::elements(&builder.file.text.clone()) {
            builder.element(element);
        }
        builder.finish()
    }

    pub(super) fn snippet(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The file with everything blank but some parts, so that what is read of it has its places.
    pub(super) fn masked(&self, parts: &[Span]) -> String {
        masked(&self.text, parts)
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, span: Span) -> u32 {
        self.sources.get(self.source).map_or(0, |source| source.line_column(span.start).line)
    }
}

fn masked(text: &str, parts: &[Span]) -> String {
    let is_kept = |at: usize| parts.iter().any(|part| (part.start as usize..part.end as usize).contains(&at));
    let bytes = text.bytes().enumerate().map(|(at, byte)| if is_kept(at) || byte == b'\n' { byte } else { b' ' });
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

/// A heading and what stands below it, with what it inherits.
#[derive(Clone, Debug, Default)]
struct Section {
    level: usize,
    titles: Vec<String>,
    place: Option<Span>,
    settings: Settings,
    fixtures: Vec<usize>,
    own_fixtures: Vec<usize>,
    script: Option<Span>,
    own_script: bool,
    setup: Vec<Span>,
    expectations: Vec<Expectation>,
    has_children: bool,
}

struct Builder {
    file: TestFile,
    /// The sections that are open, the innermost last.
    sections: Vec<Section>,
}

impl Builder {
    fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file.source, range.start as u32, range.end as u32)
    }

    fn element(&mut self, element: Element) {
        match element {
            Element::Heading { level, title } => self.heading(level, &title),
            Element::FrontMatter(body) => self.settings(&body),
            Element::Fence { info, body, label } => self.fence(&info, &body, label),
            Element::Table { body, label } => self.block("|", label.map(|label| self.label_words(&label)).unwrap_or_default(), None, &body),
            Element::Open(line) => {
                let place = self.span(&line);
                self.file.mistakes.push(mistake(place, "nothing closes this block"));
            }
        }
    }

    fn heading(&mut self, level: usize, title: &Range<usize>) {
        while self.sections.last().is_some_and(|section| section.level >= level) {
            self.close();
        }
        let mut section = match self.sections.last_mut() {
            Some(parent) => {
                parent.has_children = true;
                parent.clone()
            }
            None => Section::default(),
        };
        section.level = level;
        section.titles.push(self.file.text[title.clone()].replace('`', ""));
        section.place = Some(self.span(title));
        section.expectations.clear();
        section.own_fixtures.clear();
        section.own_script = false;
        section.has_children = false;
        self.sections.push(section);
    }

    /// Ends the innermost section: with expectations it is a case.
    fn close(&mut self) {
        let Some(section) = self.sections.pop() else { return };
        let start = Span::new(self.file.source, 0, 0);
        let place = section.place.unwrap_or(start);
        if section.expectations.is_empty() {
            let means_something = !section.own_fixtures.is_empty() || section.own_script;
            if means_something && !section.has_children && section.level > 0 {
                let title = section.titles.last().map_or("", String::as_str);
                self.file.mistakes.push(
                    Diagnostic::error(NO_EXPECTATION, place, format!("'{title}' expects nothing"))
                        .with_help("Add a block such as ```csv expect TABLE, or ```csv expect rows."),
                );
            }
            return;
        }
        let title = match section.titles.is_empty() {
            true => self.file.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            false => section.titles.join(" / "),
        };
        let Section { settings, fixtures, script, setup, expectations, .. } = section;
        self.file.cases.push(Case { title, place, settings, fixtures, script, setup, expectations });
    }

    fn fence(&mut self, info: &Range<usize>, body: &Range<usize>, label: Option<Range<usize>>) {
        let mut words = words::split(&self.file.text, info.clone(), |range| self.span(&range));
        if words.is_empty() {
            return;
        }
        let language = words.remove(0).text;
        if words.is_empty() && Form::of_language(&language).is_some() {
            words = label.map(|label| self.label_words(&label)).unwrap_or_default();
        }
        self.block(&language, words, Some(info), body);
    }

    /// The words that a line above a block has in back-ticks before a colon at its end: "Expect `orders`:".
    fn label_words(&self, label: &Range<usize>) -> Vec<Word> {
        let line = &self.file.text[label.clone()];
        let Some(end) = line.trim_end().strip_suffix(':').and_then(|line| line.strip_suffix('`')) else { return Vec::new() };
        let Some(start) = end.rfind('`').map(|at| at + 1) else { return Vec::new() };
        let range = label.start + start..label.start + end.len();
        let mut words = words::split(&self.file.text, range.clone(), |range| self.span(&range));
        let is_expected = line[..start].to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with("expect"));
        if is_expected {
            words.insert(0, Word { text: "expect".to_owned(), quoted: false, span: self.span(&range) });
        }
        words
    }

    fn block(&mut self, language: &str, words: Vec<Word>, info: Option<&Range<usize>>, body: &Range<usize>) {
        let body_span = self.span(body);
        let place = info.map(|info| self.span(info)).or(words.first().map(|word| word.span)).unwrap_or(body_span);
        let is_unnamed_table = language == "|" && words.is_empty();
        let Some(role) = (if is_unnamed_table { None } else { words::role(language, &words, place, &mut self.file.mistakes) }) else {
            return;
        };
        match role {
            Role::Settings => self.settings(body),
            Role::Fixture { table, rows } => self.fixture(Fixture { table, rows, body: body_span }),
            Role::Script => self.top(|section| (section.script, section.own_script) = (Some(body_span), true)),
            Role::Setup => self.top(|section| section.setup.push(body_span)),
            Role::Expect(subject) => {
                let form = Form::of_language(language).unwrap_or(Form::Text);
                let has_rows = matches!(subject, Subject::Rows { .. } | Subject::Table { .. });
                if has_rows != matches!(form, Form::Csv | Form::Json | Form::Table) {
                    let wanted = if has_rows { "rows are written as csv, json or a Markdown table" } else { "this is text, not rows" };
                    self.file.mistakes.push(mistake(place, wanted));
                }
                self.top(|section| section.expectations.push(Expectation { subject, form, place, body: body_span }));
            }
        }
    }

    fn fixture(&mut self, fixture: Fixture) {
        let fixtures = &self.file.fixtures;
        let section = self.sections.last().map(|section| section.own_fixtures.clone()).unwrap_or_default();
        if let Some(first) = section.iter().map(|index| &fixtures[*index]).find(|known| known.table.text == fixture.table.text) {
            let message = format!("table '{}' is given rows twice", fixture.table.text);
            let diagnostic = mistake(fixture.table.span, message).with_label(first.table.span, "the first time");
            self.file.mistakes.push(diagnostic);
        }
        let index = self.file.fixtures.len();
        let name = fixture.table.text.clone();
        self.file.fixtures.push(fixture);
        let names: Vec<String> = self.file.fixtures.iter().map(|fixture| fixture.table.text.clone()).collect();
        self.top(|section| {
            section.fixtures.retain(|known| names[*known] != name);
            section.fixtures.push(index);
            section.own_fixtures.push(index);
        });
    }

    fn settings(&mut self, body: &Range<usize>) {
        let text = self.file.masked(&[self.span(body)]);
        let source = self.file.source;
        let TestFile { mistakes, .. } = &mut self.file;
        if let Some(section) = self.sections.last_mut() {
            section.settings.read(source, &text, mistakes);
        }
    }

    fn top(&mut self, change: impl FnOnce(&mut Section)) {
        if let Some(section) = self.sections.last_mut() {
            change(section);
        }
    }

    fn finish(mut self) -> TestFile {
        while !self.sections.is_empty() {
            self.close();
        }
        let mut file = self.file;
        file.cases.sort_by_key(|case| case.place.start);
        if file.cases.is_empty() && !diag::has_errors(&file.mistakes) {
            let start = Span::new(file.source, 0, 0);
            file.mistakes.push(
                Diagnostic::error(NO_EXPECTATION, start, "this file expects nothing, so it tests nothing")
                    .with_help("Add a block such as ```csv expect TABLE, or ```csv expect rows."),
            );
        }
        file
    }
}
