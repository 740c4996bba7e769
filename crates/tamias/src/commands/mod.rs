//! The verbs, one a file. The comment of each is its help text.

pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod help;
pub(crate) mod import;
pub(crate) mod lineage;
pub(crate) mod new;
pub(crate) mod options;
pub(crate) mod profile;
pub(crate) mod release;
pub(crate) mod render;
pub(crate) mod run;
pub(crate) mod test;
mod transcript;

use crate::arguments::{Arguments, ClientArguments, Verb};
use crate::console::Console;
use crate::exit::Exit;
use crate::repl;
use diag::Result;
use std::sync::Arc;

/// Does what the command line says.
pub(crate) fn run(arguments: Arguments, console: &Arc<Console>) -> Result<Exit> {
    let Some(verb) = arguments.verb else { return client(arguments.client, console) };
    if arguments.client.is_given() {
        console.note("error: options stand after the verb\n\nFor more information, try '--help'.");
        return Ok(Exit::Usage);
    }
    match verb {
        Verb::New(verb) => verb.run(console),
        Verb::Import(verb) => verb.run(console),
        Verb::Run(verb) => verb.run(console),
        Verb::Check(verb) => verb.run(console),
        Verb::Fmt(verb) => verb.run(console),
        Verb::Options(verb) => verb.run(console),
        Verb::Explain(verb) => verb.run(console),
        Verb::Profile(verb) => verb.run(console),
        Verb::Render(verb) => verb.run(console),
        Verb::Release(verb) => verb.run(console),
        Verb::Lineage(verb) => verb.run(console),
        Verb::Test(verb) => verb.run(console),
        Verb::Help(verb) => verb.run(console),
        Verb::Completions(verb) => verb.run(console),
    }
}

/// No verb: a file or a statement as the flags say, or else the interactive client.
fn client(arguments: ClientArguments, console: &Arc<Console>) -> Result<Exit> {
    if let Some(refusal) = arguments.flink.refusal() {
        console.note(&refusal);
        return Ok(Exit::Usage);
    }
    match (&arguments.file, &arguments.sql) {
        (Some(file), _) => transcript::run(file, &arguments, console),
        (None, Some(sql)) => run::statements(sql, &arguments, console),
        (None, None) => repl::run(&arguments, console),
    }
}
