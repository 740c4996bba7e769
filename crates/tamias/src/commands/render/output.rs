//! Where rendered scripts go: standard output, one file, or a directory with a file for each.

use crate::console::Console;
use diag::{Error, Result};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use translate::{Mode, Target};

pub(super) struct Output {
    place: Place,
    /// Whether there may be several scripts, each of which needs a name of its own.
    is_single: bool,
    /// Only the owner of the files may read them.
    is_private: bool,
    written: usize,
    left_out: usize,
}

enum Place {
    Standard,
    File(PathBuf),
    Directory(PathBuf),
}

impl Output {
    pub(super) fn new(path: Option<&Path>, is_single: bool, is_private: bool) -> Self {
        let is_file = |path: &Path| is_single && !path.is_dir() && path.extension().is_some_and(|extension| extension == "sql");
        let place = match path {
            None => Place::Standard,
            Some(path) if is_file(path) => Place::File(path.to_owned()),
            Some(path) => Place::Directory(path.to_owned()),
        };
        Output { place, is_single, is_private, written: 0, left_out: 0 }
    }

    pub(super) fn is_standard(&self) -> bool {
        matches!(self.place, Place::Standard)
    }

    /// Writes one script; `mode` is part of its name.
    pub(super) fn write(&mut self, name: &Path, mode: Option<Mode>, target: Target, text: &str, console: &Console) -> Result<()> {
        let path = match &self.place {
            Place::Standard => {
                if !self.is_single || mode.is_some() {
                    let before = if self.written == 0 { "" } else { "\n" };
                    let mode = mode.map_or(String::new(), |mode| format!(" in {} mode", mode.word()));
                    console.print(&format!("{before}-- {}{mode}, for {}\n", name.display(), target.title()))?;
                }
                self.written += 1;
                return console.print(text);
            }
            Place::File(path) => mode.map_or_else(|| path.clone(), |mode| with_mode(path, mode)),
            Place::Directory(directory) => directory.join(mode.map_or_else(|| name.to_owned(), |mode| with_mode(name, mode))),
        };
        write_whole(&path, text, self.is_private)
            .map_err(|error| Error::from(error).context(format!("cannot write '{}'", path.display())))?;
        self.written += 1;
        Ok(())
    }

    /// A script that the target cannot have.
    pub(super) fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// Says what was written.
    pub(super) fn finish(&self, console: &Console) {
        let Place::Directory(directory) = &self.place else { return };
        let files = if self.written == 1 { "1 file".to_owned() } else { format!("{} files", self.written) };
        let left_out = match self.left_out {
            0 => String::new(),
            count => format!("; {count} not written because of errors"),
        };
        console.note(&format!("wrote {files} to '{}'{left_out}", directory.display()));
    }
}

/// `task.stream.sql`
fn with_mode(path: &Path, mode: Mode) -> PathBuf {
    let word = match mode {
        Mode::Streaming => "stream",
        Mode::Batch => "batch",
    };
    path.with_extension(format!("{word}.sql"))
}

/// The file is there as a whole or not at all.
fn write_whole(path: &Path, text: &str, is_private: bool) -> std::io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let half = path.with_extension("sql.part");
    // One that an earlier run left keeps its permissions.
    let _ = fs::remove_file(&half);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    options.open(&half)?.write_all(text.as_bytes())?;
    fs::rename(&half, path)
}
