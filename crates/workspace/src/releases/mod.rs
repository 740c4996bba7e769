//! Versions of tasks: what was handed to an environment, kept on disk.
//!
//! ```text
//! releases/prod/trade/enrich_orders/3/manifest.json    what it is made of, when, by whom, for which engine
//! releases/prod/trade/enrich_orders/3/streaming.sql    the script of each mode
//! releases/prod/trade/enrich_orders/3/task.sql         the task as it was written
//! ```
//!
//! A version is never changed. It appears whole, or not at all.

mod difference;
mod manifest;

pub use difference::difference;
pub use manifest::{InputHash, Manifest, ReleasedFunction, ReleasedScript};

use diag::{Error, ErrorKind, Result};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of all versions, in the root of the workspace.
const FOLDER: &str = "releases";
const MANIFEST: &str = "manifest.json";
const TASK: &str = "task.sql";

/// A task that versions belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleaseKey {
    pub environment: String,
    pub project: String,
    pub task: String,
}

/// What a new version holds.
#[derive(Clone, Debug)]
pub struct NewRelease {
    /// Its number is given when it is stored.
    pub manifest: Manifest,
    /// The texts of [`Manifest::scripts`], in their order.
    pub scripts: Vec<String>,
    /// The task as it was written.
    pub task: String,
}

/// What became of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// A new version of this number.
    New(u32),
    /// The last version holds the same.
    Same(u32),
}

/// How far a task has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It was never submitted.
    Draft,
    /// What is on disk was submitted for development.
    Submitted,
    /// What is on disk is in production.
    Published,
    /// It was changed since it was submitted.
    Developing,
}

/// The versions below the root of a workspace.
#[derive(Clone, Debug)]
pub struct Releases {
    root: PathBuf,
}

impl State {
    pub fn word(self) -> &'static str {
        match self {
            State::Draft => "draft",
            State::Submitted => "submitted",
            State::Published => "published",
            State::Developing => "developing",
        }
    }
}

impl Releases {
    pub fn new(workspace: &Path) -> Self {
        Releases { root: workspace.join(FOLDER) }
    }

    fn folder(&self, key: &ReleaseKey) -> PathBuf {
        self.root.join(&key.environment).join(&key.project).join(&key.task)
    }

    /// The versions of a task, the first one first.
    pub fn versions(&self, key: &ReleaseKey) -> Result<Vec<Manifest>> {
        let numbers = self.numbers(key)?;
        numbers.into_iter().map(|number| self.manifest(key, number)).collect()
    }

    pub fn last(&self, key: &ReleaseKey) -> Result<Option<Manifest>> {
        self.numbers(key)?.last().map(|number| self.manifest(key, *number)).transpose()
    }

    /// A version by its number.
    pub fn manifest(&self, key: &ReleaseKey, number: u32) -> Result<Manifest> {
        let path = self.folder(key).join(number.to_string()).join(MANIFEST);
        if !path.is_file() {
            return Err(self.no_version(key, number));
        }
        Manifest::parse(&read(&path)?).map_err(|error| Error::data(format!("'{}' is no manifest: {error}", path.display())))
    }

    /// The scripts of a version, by mode, and the task.
    pub fn texts(&self, key: &ReleaseKey, manifest: &Manifest) -> Result<Vec<(String, String)>> {
        let folder = self.folder(key).join(manifest.version.to_string());
        let names = manifest.scripts.iter().map(|script| script.file.as_str()).chain([TASK]);
        names.map(|name| Ok((name.to_owned(), read(&folder.join(name))?))).collect()
    }

    /// Stores a version, unless the last one holds the same.
    pub fn store(&self, key: &ReleaseKey, mut release: NewRelease) -> Result<Stored> {
        let last = self.last(key)?;
        if let Some(last) = &last
            && last.is_same(&release.manifest)
        {
            return Ok(Stored::Same(last.version));
        }
        let number = last.map_or(1, |last| last.version + 1);
        release.manifest.version = number;
        let folder = self.folder(key);
        make(&folder)?;
        let hidden = folder.join(format!(".{number}.{}", std::process::id()));
        let written =
            write_version(&hidden, &release).and_then(|()| fs::rename(&hidden, folder.join(number.to_string())).map_err(Error::from));
        if let Err(error) = written {
            let _ = fs::remove_dir_all(&hidden);
            let taken = folder.join(number.to_string()).exists();
            let kind = if taken { ErrorKind::Conflict } else { error.kind };
            return Err(Error::new(kind, format!("version {number} of '{}' cannot be stored: {}", key.task, error.message)));
        }
        Ok(Stored::New(number))
    }

    /// Makes a new version that holds what an older one held.
    pub fn roll_back(&self, key: &ReleaseKey, number: u32, account: Option<&str>, released_at: String) -> Result<Stored> {
        let old = self.manifest(key, number)?;
        let mut texts: Vec<String> = self.texts(key, &old)?.into_iter().map(|(_, text)| text).collect();
        let task = texts.pop().unwrap_or_default();
        let manifest = Manifest { released_at, account: account.map(str::to_owned), rollback_of: Some(number), ..old };
        self.store(key, NewRelease { manifest, scripts: texts, task })
    }

    fn numbers(&self, key: &ReleaseKey) -> Result<Vec<u32>> {
        let folder = self.folder(key);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        let entries = entries.map_err(|error| Error::from(error).context(format!("cannot read '{}'", folder.display())))?;
        let mut numbers: Vec<u32> = entries.iter().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    fn no_version(&self, key: &ReleaseKey, number: u32) -> Error {
        let known = self.numbers(key).unwrap_or_default();
        let there = match known.as_slice() {
            [] => "it has none".to_owned(),
            known => format!("there are {}", known.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")),
        };
        let message = format!("'{}.{}' has no version {number} in environment '{}': {there}", key.project, key.task, key.environment);
        Error::new(ErrorKind::NotFound, message)
    }
}

/// The fingerprint of a text.
pub fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn write_version(folder: &Path, release: &NewRelease) -> Result<()> {
    make(folder)?;
    let scripts = release.manifest.scripts.iter().map(|script| script.file.as_str()).zip(release.scripts.iter().map(String::as_str));
    for (name, text) in scripts.chain([(TASK, release.task.as_str()), (MANIFEST, &release.manifest.to_json())]) {
        let path = folder.join(name);
        let mut file = fs::File::create(&path)?;
        std::io::Write::write_all(&mut file, text.as_bytes())?;
        file.sync_all()?;
    }
    Ok(())
}

fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| Error::from(error).context(format!("cannot make '{}'", folder.display())))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| Error::from(error).context(format!("cannot read '{}'", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(text: &str) -> NewRelease {
        let script = ReleasedScript { mode: "batch".into(), file: "batch.sql".into(), target: "flink-2.3".into(), sha256: hash(text) };
        let manifest = Manifest { scripts: vec![script], source: hash(text), ..Manifest::default() };
        NewRelease { manifest, scripts: vec![text.to_owned()], task: text.to_owned() }
    }

    #[test]
    fn versions_count_up_and_equal_content_is_no_version() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let releases = Releases::new(folder.path());
        let key = ReleaseKey { environment: "dev".into(), project: "p".into(), task: "t".into() };
        assert_eq!(releases.store(&key, release("a")).expect("it can be stored"), Stored::New(1));
        assert_eq!(releases.store(&key, release("a")).expect("it can be stored"), Stored::Same(1));
        assert_eq!(releases.store(&key, release("b")).expect("it can be stored"), Stored::New(2));
        let back = releases.roll_back(&key, 1, Some("ann"), "2026-01-31T00:00:00Z".into()).expect("it can be rolled back");
        assert_eq!(back, Stored::New(3));
        let versions = releases.versions(&key).expect("they can be read");
        assert_eq!(versions.iter().map(|manifest| manifest.rollback_of).collect::<Vec<_>>(), [None, None, Some(1)]);
        assert_eq!(releases.texts(&key, &versions[2]).expect("they are there")[0], ("batch.sql".to_owned(), "a".to_owned()));
        let error = releases.manifest(&key, 9).expect_err("there is none");
        assert_eq!(error.message, "'p.t' has no version 9 in environment 'dev': there are 1, 2, 3");
    }
}
