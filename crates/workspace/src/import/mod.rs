//! Files of a workspace made from what others wrote: scripts of Blink, VVR and Apache Flink, and lists of fields.
//!
//! Nothing is written here: [`import`] says which files there would be, what belongs into tasks instead, and what is wrong.

mod data_source;
mod lines;
mod script;

use crate::load::{Project, Workspace};
use crate::names;
use diag::{Diagnostic, SourceId, Span};
use std::path::{Path, PathBuf};

/// What is imported, and where to.
#[derive(Clone, Copy, Debug)]
pub struct ImportRequest<'a> {
    pub workspace: &'a Workspace,
    pub project: &'a Project,
    /// The name of the only table; a list of fields has none of its own.
    pub name: Option<&'a str>,
    /// What the connection moves to.
    pub data_source: Option<&'a str>,
    /// Types are those of Blink, whatever the options say.
    pub from_blink: bool,
    /// The tables behind a mirror table: for streaming and for batch mode.
    pub mirror: Option<(&'a str, &'a str)>,
}

/// What an import gives.
#[derive(Debug, Default)]
pub struct Import {
    pub files: Vec<NewFile>,
    /// Statements for the tasks that use the tables.
    pub task_lines: Vec<String>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewFile {
    /// From the root of the workspace.
    pub path: PathBuf,
    pub text: String,
}

/// Reads a script or a list of fields.
pub fn import(request: ImportRequest<'_>, source: SourceId, text: &str) -> Import {
    let mut importer = Importer { request, source, text, import: Import::default() };
    match lines::is_list(text) {
        true => importer.list(),
        false => importer.script(),
    }
    importer.import
}

struct Importer<'a> {
    request: ImportRequest<'a>,
    source: SourceId,
    text: &'a str,
    import: Import,
}

impl Importer<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.import.diagnostics.push(diagnostic);
    }

    /// Adds the file of an object of the project, whose name is checked.
    fn add(&mut self, folder: &str, name: &str, place: Span, text: String) {
        let is_function = folder == "functions";
        let wrong = if is_function { names::check_function(name, place) } else { names::check_table(name, place) };
        self.import.diagnostics.extend(wrong);
        let path = Path::new("projects").join(&self.request.project.name).join(folder).join(format!("{name}.sql"));
        if self.import.files.iter().any(|file| file.path == path) {
            let message = format!("'{name}' is defined twice");
            self.report(Diagnostic::error(crate::diagnostics::INVALID_IMPORT, place, message));
            return;
        }
        self.import.files.push(NewFile { path, text });
    }
}
