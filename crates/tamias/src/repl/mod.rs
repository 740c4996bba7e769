//! The interactive client: a prompt that reads statements, which end with `;`, and shows what they give back. When standard input is no
//! terminal, it is read as a script, statement by statement.

mod complete;
mod editor;
mod highlight;
mod names;
mod quotes;

use crate::arguments::ClientArguments;
use crate::commands::run::opened;
use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input::STANDARD_INPUT;
use crate::opening;
use crate::runner::{After, Runner, Voice};
use diag::{Result, has_errors};
use editor::{Line, LineEditor};
use session::client::messages::{CONTINUATION, PROMPT};
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};
use std::rc::Rc;
use std::sync::Arc;

/// The name of typed statements in messages.
const TYPED: &str = "<input>";
/// Words that need no `;` when nothing else was typed.
const BARE_COMMANDS: &[&str] = &["quit", "exit", "help", "clear"];

/// Reads statements until there are no more.
pub(crate) fn run(arguments: &ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    match std::io::stdin().is_terminal() {
        true => converse(arguments, console),
        false => read_script(arguments, console),
    }
}

/// Statement by statement, as they come; stops at the first that fails.
fn read_script(arguments: &ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    let Some(mut runner) = opened(arguments, Voice::Rows, console)? else { return Ok(Exit::Errors) };
    let mut pending = String::new();
    let mut input = std::io::stdin().lock();
    loop {
        let is_end = input.read_line(&mut pending)? == 0;
        if is_end || sql::is_complete(&pending) {
            let after = run_text(&std::mem::take(&mut pending), STANDARD_INPUT, &mut runner, arguments, console)?;
            console.flush()?;
            if is_end || after != After::Continue {
                return Ok(after.exit());
            }
        }
    }
}

fn converse(arguments: &ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    let Some(runner) = opened(arguments, Voice::Client, console)? else { return Ok(Exit::Errors) };
    let runner = Rc::new(RefCell::new(runner));
    let mut editor = LineEditor::new(Rc::clone(&runner), arguments.flink.history.clone(), console.has_color(Stream::Out))?;
    console.print(&format!("tamias {}. Statements end with ';'. HELP; lists commands, QUIT; leaves.\n", env!("CARGO_PKG_VERSION")))?;
    loop {
        console.print("\n")?;
        console.flush()?;
        let Some(statement) = read_statement(&mut editor)? else { return Ok(Exit::Good) };
        editor.remember(&statement);
        let after = run_text(&statement, TYPED, &mut runner.borrow_mut(), arguments, console)?;
        if after == After::Quit {
            return Ok(Exit::Good);
        }
    }
}

/// Reads lines until they make a statement; `None` at the end of the input.
fn read_statement(editor: &mut LineEditor) -> Result<Option<String>> {
    let mut pending = String::new();
    loop {
        let prompt = if pending.is_empty() { PROMPT } else { CONTINUATION };
        match editor.read_line(prompt, &pending)? {
            Line::End => return Ok(None),
            Line::Cleared => pending.clear(),
            Line::Text(line) => {
                pending.push_str(&line);
                if pending.trim().is_empty() {
                    pending.clear();
                } else if is_bare_command(&pending) {
                    return Ok(Some(format!("{};", pending.trim())));
                } else if sql::is_complete(&pending) {
                    return Ok(Some(pending));
                } else {
                    pending.push('\n');
                }
            }
        }
    }
}

fn is_bare_command(text: &str) -> bool {
    BARE_COMMANDS.iter().any(|command| text.trim().eq_ignore_ascii_case(command))
}

/// Runs the statements of a text up to the first that fails.
fn run_text(text: &str, name: &str, runner: &mut Runner, arguments: &ClientArguments, console: &Console) -> Result<After> {
    let script = opening::add_script(&mut runner.session, name, text, &arguments.session);
    console.diagnostics(Stream::Err, &runner.session.sources, &script.diagnostics)?;
    match has_errors(&script.diagnostics) {
        true => Ok(After::Failed),
        false => runner.statements(&script.statements),
    }
}
