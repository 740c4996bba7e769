//! `tamias -f`: a file as Flink's client runs it, with its transcript.

use super::run::opened;
use crate::arguments::ClientArguments;
use crate::console::Console;
use crate::exit::Exit;
use crate::input;
use crate::opening;
use crate::runner::{After, Runner, Voice};
use diag::{Diagnostic, Result};
use session::client::messages;
use sql::statements::{Statement, StatementKind};
use std::path::Path;
use std::sync::Arc;

/// Runs a file up to the first statement that fails.
pub(crate) fn run(file: &Path, arguments: &ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    let input = input::read(file)?;
    let Some(mut runner) = opened(arguments, Voice::Transcript, console)? else {
        return Ok(Exit::Errors);
    };
    console.print(&format!("{}\n\n", messages::EXECUTING_FILE))?;
    let script = opening::add_script(&mut runner.session, &input.name, &input.text, &arguments.session);
    for statement in &script.statements {
        let after = one(statement, &script.diagnostics, &mut runner, console)?;
        if after != After::Continue {
            return Ok(after.exit());
        }
    }
    Ok(Exit::Good)
}

fn one(statement: &Statement, found: &[Diagnostic], runner: &mut Runner, console: &Console) -> Result<After> {
    let text = runner.session.sources.snippet(statement.span).to_owned();
    console.print(&format!("{}\n", messages::echo(&format!("{text};"))))?;
    let after = match mistake(statement, found) {
        Some(mistake) => {
            runner.show_failure(&mistake.clone().into(), vec![mistake.clone()])?;
            After::Failed
        }
        None => runner.statement(statement)?,
    };
    console.print("\n")?;
    Ok(after)
}

/// Why a statement cannot be read.
fn mistake<'d>(statement: &Statement, found: &'d [Diagnostic]) -> Option<&'d Diagnostic> {
    let span = statement.span;
    let is_inside = |diagnostic: &&Diagnostic| diagnostic.is_error() && (span.start..=span.end).contains(&diagnostic.span().start);
    let inside = found.iter().find(is_inside);
    inside.or_else(|| found.iter().find(|diagnostic| statement.kind == StatementKind::Error && diagnostic.is_error()))
}
