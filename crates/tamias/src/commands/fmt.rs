//! `tamias fmt`

use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input::{self, Input};
use diag::{Result, SourceMap};
use sql::format::{FormatOptions, format};
use std::path::{Path, PathBuf};

/// Format SQL files in place
///
/// Only white space and the case of keywords change. A file with syntax errors stays as it is.
#[derive(Debug, clap::Args)]
pub(crate) struct Fmt {
    /// Files, directories of *.sql files, or '-' to format standard input onto standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Change nothing; list the files that would change, and exit with 1 when there are any
    #[arg(long)]
    check: bool,

    /// Print the result instead of changing files
    #[arg(long, conflicts_with = "check")]
    stdout: bool,
}

impl Fmt {
    pub(crate) fn run(self, console: &Console) -> Result<Exit> {
        let files = input::scripts(&self.files)?;
        let mut outcomes = Vec::new();
        for file in &files {
            let input = input::read(file)?;
            let outcome = match formatted(&input, console)? {
                Some(text) => self.deliver(file, &input, &text, console)?,
                None => Outcome::Failed,
            };
            outcomes.push(outcome);
        }
        let count = |wanted: Outcome| outcomes.iter().filter(|outcome| **outcome == wanted).count();
        let (changed, failed) = (count(Outcome::Changed), count(Outcome::Failed));
        if !self.prints(&files) {
            let verb = if self.check { "would change" } else { "changed" };
            console.note(&format!("{changed} {} {verb}, {} unchanged", plural(changed), count(Outcome::Unchanged)));
        }
        let is_good = failed == 0 && !(self.check && changed > 0);
        Ok(if is_good { Exit::Good } else { Exit::Errors })
    }

    fn prints(&self, files: &[PathBuf]) -> bool {
        self.stdout || (!self.check && files.iter().all(|file| input::is_standard_input(file)))
    }

    fn deliver(&self, file: &Path, input: &Input, text: &str, console: &Console) -> Result<Outcome> {
        let outcome = if text == input.text { Outcome::Unchanged } else { Outcome::Changed };
        if self.check {
            if outcome == Outcome::Changed {
                console.print(&format!("{}\n", input.name))?;
            }
        } else if self.stdout || input::is_standard_input(file) {
            console.print(text)?;
        } else if outcome == Outcome::Changed {
            input::replace(file, text)?;
        }
        Ok(outcome)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Changed,
    Unchanged,
    /// It cannot be read as SQL.
    Failed,
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "file" } else { "files" }
}

/// The text in one style; `None` when it has errors, which are shown.
fn formatted(input: &Input, console: &Console) -> Result<Option<String>> {
    let mut sources = SourceMap::default();
    let source = sources.add(&input.name, input.text.as_str());
    match format(source, &input.text, &FormatOptions::default()) {
        Ok(text) => Ok(Some(text)),
        Err(diagnostics) => {
            console.diagnostics(Stream::Err, &sources, &diagnostics)?;
            Ok(None)
        }
    }
}
