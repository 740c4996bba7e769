//! `tamias profile`

use crate::console::Console;
use crate::exit::Exit;
use crate::profile::{self, FileFormat, Note, Profile as Proposal, Sample};
use diag::{Error, Result};
use std::path::PathBuf;

/// Propose a CREATE TABLE for a CSV, JSON or Parquet file
///
/// The statement goes to standard output; what is odd about the file goes to standard error, such as cells that do not have the type of
/// their column. All records are read unless --rows says otherwise. A column gets a type other than STRING when more than 99 % of its
/// values have the form of that type.
#[derive(Debug, clap::Args)]
pub(crate) struct Profile {
    file: PathBuf,

    /// The name of the table [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    table: Option<String>,

    /// What the file is [default: by its name, or else by its content]
    #[arg(long, value_name = "FORMAT")]
    format: Option<FileFormat>,

    /// Read only so many records
    #[arg(long, value_name = "N")]
    rows: Option<u64>,
}

impl Profile {
    pub(crate) fn run(self, console: &Console) -> Result<Exit> {
        let shown = self.file.display().to_string();
        if self.file.is_dir() {
            return Err(Error::invalid(format!("'{shown}' is a directory; name one of its files")));
        }
        let format = match self.format {
            Some(format) => format,
            None => profile::format_of(&self.file)?,
        };
        let proposal = profile::profile(&self.file, format, self.rows.unwrap_or(u64::MAX))?;
        if proposal.columns.is_empty() {
            return Err(Error::invalid(format!("'{shown}' has no records")));
        }
        let name = self.table.unwrap_or_else(|| profile::table_name(&self.file));
        console.print(&profile::create_table(&name, &shown, format.identifier(), &proposal))?;
        report(&shown, &proposal, console);
        Ok(Exit::Good)
    }
}

fn report(file: &str, proposal: &Proposal, console: &Console) {
    let word = if proposal.rows == 1 { "record" } else { "records" };
    console.note(&format!("-- {file}: {} {word}", proposal.rows));
    for note in &proposal.notes {
        console.note(&format!("-- {}", sentence(note)));
        for sample in &note.samples {
            console.note(&format!("--   {}  '{}'", place(file, sample), sample.text));
        }
    }
}

fn sentence(note: &Note) -> String {
    match note.count {
        0 => note.text.clone(),
        count if count as usize == note.samples.len() => format!("{} ({count}):", note.text),
        count => format!("{} ({count}; the first {}):", note.text, note.samples.len()),
    }
}

fn place(file: &str, sample: &Sample) -> String {
    match (sample.line, sample.column) {
        (0, _) => file.to_owned(),
        (line, 0) => format!("{file}:{line}"),
        (line, column) => format!("{file}:{line}:{column}"),
    }
}
