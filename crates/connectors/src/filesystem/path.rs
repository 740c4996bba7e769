//! Paths: from the text of the option to files on this machine.

use crate::diagnostics::{PATH_NOT_FOUND, UNSUPPORTED_PATH};
use diag::{Diagnostic, Error, ErrorKind, Result, Span, suggest};
use fancy_regex::Regex;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::UNIX_EPOCH;
use table::connector::TableContext;

/// A file to read.
#[derive(Clone, Debug)]
pub(super) struct DataFile {
    pub(super) path: PathBuf,
    pub(super) size: u64,
    /// Milliseconds since the epoch.
    pub(super) modified: i64,
}

/// The path of a table.
pub(super) fn table_path(table: &TableContext) -> Result<PathBuf> {
    let text = table.options.get_str("path");
    let local = match text.split_once(':') {
        // A single letter is a drive of Windows.
        Some((scheme, rest)) if scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')) => {
            if !scheme.eq_ignore_ascii_case("file") {
                return Err(Error::from(unsupported(table, &text, scheme)));
            }
            // `file://host/path` names no host here.
            let rest = rest.strip_prefix("//").unwrap_or(rest);
            rest.to_owned()
        }
        _ => text.clone(),
    };
    if local.is_empty() {
        let diagnostic = table.options.invalid_value("path", "It must name a file or directory.");
        return Err(diagnostic.into());
    }
    Ok(normalized(&table.environment.directory.join(local)))
}

fn unsupported(table: &TableContext, text: &str, scheme: &str) -> Diagnostic {
    let message = format!("path '{text}' is in file system '{scheme}', which is not available here");
    Diagnostic::error(UNSUPPORTED_PATH, path_span(table), message)
        .with_help("Bind the table to local files to run it here, or run it on a cluster.")
}

/// Where the path of a table is written.
pub(super) fn path_span(table: &TableContext) -> Span {
    table.options.given("path").map_or(table.span, |given| given.span)
}

/// Without `.` and `..`, as far as names tell.
fn normalized(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// A path as messages show it: relative to the directory of the environment when it is inside.
pub(super) fn shown(path: &Path, directory: &Path) -> String {
    path.strip_prefix(directory).ok().filter(|rest| !rest.as_os_str().is_empty()).unwrap_or(path).display().to_string()
}

/// Which files of a directory are read.
#[derive(Debug)]
pub(super) struct FileFilter {
    pattern: Option<Regex>,
}

impl FileFilter {
    /// Takes every file.
    pub(super) fn all() -> Self {
        FileFilter { pattern: None }
    }

    pub(super) fn new(table: &TableContext) -> Result<Self> {
        let Some(text) = table.options.opt_str("source.path.regex-pattern") else { return Ok(FileFilter { pattern: None }) };
        match Regex::new(&format!("^(?:{text})$")) {
            Ok(pattern) => Ok(FileFilter { pattern: Some(pattern) }),
            Err(error) => {
                let diagnostic = table.options.invalid_value("source.path.regex-pattern", "It must be a regular expression.");
                Err(diagnostic.with_note(format!("{error}.")).into())
            }
        }
    }

    fn accepts(&self, path: &Path) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern.is_match(&path.to_string_lossy()).unwrap_or(false))
    }
}

/// Names that begin with a dot or an underscore belong to somebody's bookkeeping.
pub(super) fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(['.', '_']))
}

/// All files under a path, or the file that it is, sorted by name.
pub(super) fn list(path: &Path, filter: &FileFilter) -> std::io::Result<Vec<DataFile>> {
    let mut found = vec![];
    collect(path, &fs::metadata(path)?, filter, &mut found)?;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn collect(path: &Path, metadata: &fs::Metadata, filter: &FileFilter, found: &mut Vec<DataFile>) -> std::io::Result<()> {
    if !metadata.is_dir() {
        if filter.accepts(path) {
            let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let modified = modified.map_or(0, |age| age.as_millis() as i64);
            found.push(DataFile { path: path.to_owned(), size: metadata.len(), modified });
        }
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if is_hidden(&path) {
            continue;
        }
        match fs::metadata(&path) {
            Ok(metadata) => collect(&path, &metadata, filter, found)?,
            // Somebody removed it meanwhile.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Says that nothing is at a path, and what is nearby.
pub(super) fn not_found(table: &TableContext, path: &Path) -> Error {
    let shown = shown(path, &table.environment.directory);
    let message = format!("'{shown}', the path of table '{}', does not exist", table.identifier.object);
    let user = std::env::var("USER").unwrap_or_else(|_| "root".into());
    let flink = format!(
        "java.io.FileNotFoundException: File file:{} does not exist or the user running Flink ('{user}') has insufficient permissions to access it.",
        path.display()
    );
    let mut diagnostic = Diagnostic::error(PATH_NOT_FOUND, path_span(table), message.clone()).with_flink(flink);
    diagnostic = diagnostic.with_label(table.span, "");
    if table.span == diagnostic.labels[0].span {
        diagnostic.labels.pop();
    }
    Error::new(ErrorKind::NotFound, message).with_diagnostic(match nearby(path) {
        Nearby::Similar(name) => diagnostic.with_help(format!("Did you mean '{name}'?")),
        Nearby::Names(names) => diagnostic.with_note(format!("Its directory has {names}.")),
        Nearby::NoDirectory(parent) => diagnostic.with_note(format!("The directory '{}' does not exist either.", parent.display())),
        Nearby::Nothing => diagnostic,
    })
}

enum Nearby {
    Similar(String),
    Names(String),
    NoDirectory(PathBuf),
    Nothing,
}

fn nearby(path: &Path) -> Nearby {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Nearby::Nothing };
    let Ok(entries) = fs::read_dir(parent) else {
        return if parent.exists() { Nearby::Nothing } else { Nearby::NoDirectory(parent.to_owned()) };
    };
    let mut names: Vec<String> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !name.starts_with(['.', '_']));
    names.sort();
    if let Some(similar) = suggest::nearest(&name.to_string_lossy(), names.iter().map(String::as_str)) {
        return Nearby::Similar(parent.join(similar).display().to_string());
    }
    let shown: Vec<String> = names.iter().take(5).map(|name| format!("'{name}'")).collect();
    match names.len() {
        0 => Nearby::Nothing,
        1..=5 => Nearby::Names(shown.join(", ")),
        more => Nearby::Names(format!("{} and {} more", shown.join(", "), more - 5)),
    }
}
