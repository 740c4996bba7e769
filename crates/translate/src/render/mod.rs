//! Rendering a script as plain SQL of one engine.
//!
//! The script is walked twice. The first walk finds the tables that are used, in which roles and with which hints, so that each distinct
//! definition gets a name; the second rewrites the statements, which are written in the order of the script. Of tables, views and functions only
//! those that are used are written; a script that runs nothing is written whole.

mod ddl;
mod expr;
mod family;
mod functions;
mod hbase;
mod hints;
mod kafka;
mod output;
mod proctime;
mod pruning;
mod query;
mod rewrite;
mod script;
mod secrets;
mod settings;
mod statement;
mod support;
mod tables;
mod time;
mod types;
mod usage;

use crate::diagnostics::REWRITTEN;
use crate::input::{FunctionDefinition, Input};
use crate::target::{Engine, Mode, Target};
use diag::{Diagnostic, Span};
use indexmap::IndexMap;
use output::Output;
use script::ScriptParts;
use sql::ast::ObjectName;
use std::collections::{HashMap, HashSet};
use tables::{Role, Table};
pub(crate) use types::without_blink;

/// A script in the SQL of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Rendered {
    pub text: String,
    /// What was rewritten, what differs, and, as errors, what the target cannot do.
    pub notes: Vec<Diagnostic>,
    /// Where the lines of the text come from, in order.
    pub lines: Vec<LineOrigin>,
}

/// A line of the rendered text, counted from 1, on which a statement begins, and where that statement stands in the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOrigin {
    pub line: u32,
    pub span: Span,
}

/// Renders a script for a target. The text is there even when notes are errors, for a reader to see how far it goes.
pub fn render(input: &Input<'_>, target: Target, mode: Mode) -> Rendered {
    let parts = ScriptParts::new(input);
    let mut renderer = Renderer::new(*input, target, mode, &parts);
    renderer.apply_settings();
    renderer.look();
    renderer.name_tables();
    let output = renderer.write();
    let notes = in_order(renderer.notes);
    Rendered { text: output.text, notes, lines: output.lines }
}

/// The mode that a script has when nothing chooses one: what it sets itself, or else batch when there is an end to all that it reads.
pub fn natural_mode(input: &Input<'_>, target: Target) -> Mode {
    let parts = ScriptParts::new(input);
    if let Some(mode) = statement::mode_that_is_set(input.statements) {
        return mode;
    }
    let mut renderer = Renderer::new(*input, target, Mode::Streaming, &parts);
    renderer.apply_settings();
    renderer.look();
    let mut read = renderer.tables.iter().flat_map(|table| &table.variants).filter(|variant| variant.roles.contains(&Role::Source));
    match read.all(|variant| variant.definition.is_bounded()) {
        true => Mode::Batch,
        false => Mode::Streaming,
    }
}

/// Notes by their places, each once: the script is walked twice.
fn in_order(notes: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut ordered: Vec<Diagnostic> = Vec::new();
    for note in notes {
        if !ordered.contains(&note) {
            ordered.push(note);
        }
    }
    ordered.sort_by_key(|note| (note.span().source, note.span().start));
    ordered
}

pub(crate) struct Renderer<'a> {
    pub(crate) input: Input<'a>,
    pub(crate) target: Target,
    pub(crate) mode: Mode,
    pub(crate) parts: &'a ScriptParts<'a>,
    pub(crate) tables: Vec<Table>,
    /// Registered functions that are called, by the name they are written with.
    pub(crate) called: IndexMap<String, FunctionDefinition>,
    /// Common table expressions in sight, the nearest last, with the names of their columns where they are known.
    pub(crate) common_tables: Vec<(String, Option<Vec<String>>)>,
    /// The columns that the query around orders by.
    pub(crate) ordered: Vec<ObjectName>,
    /// What references to dimension tables read, by their places; `None` for all columns.
    pub(crate) read: HashMap<(u32, u32), Option<HashSet<String>>>,
    pub(crate) notes: Vec<Diagnostic>,
}

impl<'a> Renderer<'a> {
    fn new(input: Input<'a>, target: Target, mode: Mode, parts: &'a ScriptParts<'a>) -> Self {
        let tables = parts.tables.iter().map(|(index, definition)| Table::new(definition.clone(), Some(*index))).collect();
        Renderer {
            input,
            target,
            mode,
            parts,
            tables,
            called: IndexMap::new(),
            common_tables: Vec::new(),
            ordered: Vec::new(),
            read: HashMap::new(),
            notes: Vec::new(),
        }
    }

    /// The first walk: what is found out stays, the rewritten statements do not.
    fn look(&mut self) {
        let mut ignored = Output::default();
        self.statements(&mut ignored);
    }

    /// The second walk.
    fn write(&mut self) -> Output {
        let mut body = Output { definitions: self.definitions(), ..Output::default() };
        self.statements(&mut body);
        let mut output = Output::default();
        self.write_head(&mut output);
        output.append(body);
        output
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.notes.push(diagnostic);
    }

    pub(crate) fn rewritten(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::note(REWRITTEN, span, message));
    }

    /// True when what is read and what is written differ in the way that Blink differs from the others.
    pub(crate) fn leaves_blink(&self) -> bool {
        self.parts.source == Engine::Blink && !self.target.is_blink()
    }

    pub(crate) fn enters_blink(&self) -> bool {
        self.parts.source != Engine::Blink && self.target.is_blink()
    }
}

/// Goes on with more stack where a tree is deep.
pub(crate) fn with_stack<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, f)
}
