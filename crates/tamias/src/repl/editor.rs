//! The line editor: history, colours, completion.

use super::complete::complete;
use super::highlight::highlight;
use super::names::SessionNames;
use crate::runner::Runner;
use diag::{Error, Result, secret};
use rustyline::completion::Pair;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::history::FileHistory;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor};
use std::borrow::Cow;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// How many statements are remembered.
const HISTORY_LENGTH: usize = 10_000;

pub(super) struct LineEditor {
    editor: Editor<Helper, FileHistory>,
    history: Option<PathBuf>,
}

/// What was typed.
pub(super) enum Line {
    Text(String),
    /// ^C
    Cleared,
    /// ^D
    End,
}

impl LineEditor {
    /// An editor that keeps its history in a file that the user chose, or in the usual one.
    pub(super) fn new(runner: Rc<RefCell<Runner>>, history: Option<PathBuf>, color: bool) -> Result<Self> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .color_mode(if color { ColorMode::Forced } else { ColorMode::Disabled })
            .max_history_size(HISTORY_LENGTH)
            .map_err(failed)?
            .build();
        let mut editor = Editor::with_config(config).map_err(failed)?;
        editor.set_helper(Some(Helper { runner, before: String::new() }));
        let history = history.or_else(history_file);
        if let Some(file) = &history {
            // There is none the first time.
            let _ = editor.load_history(file);
        }
        Ok(LineEditor { editor, history })
    }

    /// Reads a line; `before` is what was typed of the statement so far.
    pub(super) fn read_line(&mut self, prompt: &str, before: &str) -> Result<Line> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.before = before.to_owned();
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(Line::Text(line)),
            Err(ReadlineError::Interrupted) => Ok(Line::Cleared),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(failed(error)),
        }
    }

    /// Adds a statement to the history, unless it has a secret in it.
    pub(super) fn remember(&mut self, statement: &str) {
        let statement = statement.trim();
        if statement.lines().any(|line| secret::mask_line(line) != line) {
            return;
        }
        if self.editor.add_history_entry(statement).unwrap_or(false) {
            // A history that cannot be kept is no reason to stop.
            let _ = self.history.as_ref().map(|file| self.editor.append_history(file));
        }
    }
}

/// `$TAMIAS_HISTORY`, or `.tamias_history` in the home directory.
fn history_file() -> Option<PathBuf> {
    let chosen = std::env::var_os("TAMIAS_HISTORY").filter(|value| !value.is_empty()).map(PathBuf::from);
    chosen.or_else(|| std::env::home_dir().map(|home| home.join(".tamias_history")))
}

fn failed(error: ReadlineError) -> Error {
    match error {
        ReadlineError::Io(error) => error.into(),
        error => Error::internal(error.to_string()),
    }
}

/// What the editor asks while a line is typed.
#[derive(rustyline::Helper, rustyline::Hinter, rustyline::Validator)]
struct Helper {
    runner: Rc<RefCell<Runner>>,
    /// The lines of the statement before this one.
    before: String,
}

impl Highlighter for Helper {
    fn highlight<'l>(&self, line: &'l str, _pos: usize) -> Cow<'l, str> {
        Cow::Owned(highlight(&self.before, line))
    }

    fn highlight_char(&self, _line: &str, _pos: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

impl rustyline::completion::Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let runner = self.runner.borrow();
        let text = format!("{}{line}", self.before);
        let completion = complete(&text, self.before.len() + pos, &SessionNames(&runner.session));
        let pairs = completion.candidates.into_iter().map(|candidate| Pair { display: candidate.label, replacement: candidate.text });
        // A word never reaches back over the end of a line.
        Ok((completion.start.saturating_sub(self.before.len()), pairs.collect()))
    }
}
