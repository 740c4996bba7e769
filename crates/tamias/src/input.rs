//! Texts that the command line names: files, directories of scripts, standard input.

use diag::{Error, ErrorKind, Result};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The name of standard input in messages.
pub(crate) const STANDARD_INPUT: &str = "<standard input>";

/// A text and what to call it.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Reads a file, or standard input for `-`. A file may be given as a URI, as Flink's client takes it.
pub(crate) fn read(path: &Path) -> Result<Input> {
    let name = name_of(path);
    if path.is_dir() {
        return Err(Error::invalid(format!("'{name}' is a directory; name one of its files")));
    }
    let bytes = match is_standard_input(path) {
        true => read_standard_input(),
        false => fs::read(local(path)?),
    };
    let bytes = bytes.map_err(|error| Error::from(error).context(format!("cannot read '{name}'")))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Input { name, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
            Err(Error::invalid(format!("'{name}' is not UTF-8 text: see line {line}")))
        }
    }
}

/// The path of a `file:` URI, or the path as it is; a URI of another place is refused.
fn local(path: &Path) -> Result<PathBuf> {
    let text = path.to_string_lossy();
    if let Some(rest) = text.strip_prefix("file:") {
        return Ok(PathBuf::from(rest.strip_prefix("//").unwrap_or(rest)));
    }
    match text.split_once("://") {
        Some((scheme, _)) if !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric()) => {
            Err(Error::invalid(format!("cannot read '{text}': scripts are read from this computer only, so download it first")))
        }
        _ => Ok(path.to_path_buf()),
    }
}

pub(crate) fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// How messages name a path.
pub(crate) fn name_of(path: &Path) -> String {
    match is_standard_input(path) {
        true => STANDARD_INPUT.to_owned(),
        false => path.display().to_string(),
    }
}

fn read_standard_input() -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The scripts that paths stand for: files as they are, directories with all `*.sql` beneath them, sorted.
pub(crate) fn scripts(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    files(paths, ".sql")
}

/// The files that paths stand for: files as they are, directories with all files beneath them that have an ending, sorted.
pub(crate) fn files(paths: &[PathBuf], ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => add_directory(path, ending, &mut found)?,
            false => found.push(path.clone()),
        }
    }
    match found.is_empty() && !paths.is_empty() {
        true => Err(Error::new(ErrorKind::NotFound, format!("there is no *{ending} file in '{}'", paths[0].display()))),
        false => Ok(found),
    }
}

/// A script as it is; of a directory the tasks of workspaces, and scripts that are not part of one.
pub(crate) fn tasks_and_scripts(path: &Path) -> Result<Vec<PathBuf>> {
    let mut files = scripts(&[path.to_owned()])?;
    if path.is_dir() {
        files.retain(|file| is_script(file));
    }
    Ok(files)
}

fn is_script(file: &Path) -> bool {
    let Some(root) = workspace::find_root(file) else { return true };
    let Ok(inside) = file.strip_prefix(&root) else { return true };
    let folders: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
    matches!(folders.as_slice(), ["projects", _, "tasks", _])
}

fn add_directory(directory: &Path, ending: &str, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(directory).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| Error::from(error).context(format!("cannot read '{}'", directory.display())))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        // A link to a directory may lead back up.
        if path.is_dir() && !path.is_symlink() && !is_hidden {
            add_directory(&path, ending, found)?;
        } else if path.is_file() && path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ending)) {
            found.push(path);
        }
    }
    Ok(())
}

/// Replaces the text of a file, which is never half-written.
pub(crate) fn replace(file: &Path, text: &str) -> Result<()> {
    let target = std::fs::canonicalize(file)?;
    let beside =
        target.with_file_name(format!(".{}.tamias-{}", target.file_name().unwrap_or_default().to_string_lossy(), std::process::id()));
    let write = || -> std::io::Result<()> {
        let permissions = std::fs::metadata(&target)?.permissions();
        let mut out = std::fs::File::create(&beside)?;
        out.write_all(text.as_bytes())?;
        out.set_permissions(permissions)?;
        out.sync_all()?;
        std::fs::rename(&beside, &target)
    };
    write().map_err(|error| {
        // The old text is still there; only the new one is lost.
        let _ = std::fs::remove_file(&beside);
        Error::from(error).context(format!("cannot write '{}'", file.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_stands_for_the_scripts_beneath_it() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let root = directory.path();
        fs::create_dir_all(root.join("b/.hidden")).expect("it can be made");
        for name in ["z.sql", "b/a.sql", "b/notes.md", "b/.hidden/x.sql"] {
            fs::write(root.join(name), "SELECT 1;").expect("it can be written");
        }
        let found = scripts(&[root.to_path_buf()]).expect("it can be read");
        assert_eq!(found, [root.join("b/a.sql"), root.join("z.sql")]);
    }

    #[test]
    fn a_file_that_is_not_text_is_refused_with_its_line() {
        let directory = tempfile::tempdir().expect("a directory can be made");
        let path = directory.path().join("x.sql");
        fs::write(&path, b"SELECT 1;\n\xff").expect("it can be written");
        let error = read(&path).expect_err("it is not text");
        assert!(error.message.ends_with("is not UTF-8 text: see line 2"), "{}", error.message);
    }
}
