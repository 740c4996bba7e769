//! The hidden directory that holds files until they are published. Its lock file is locked as long as its process lives, so a later
//! statement can tell what an interrupted one has left behind, and takes it away.

use diag::{Error, Result};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use uuid::Uuid;

const PREFIX: &str = ".tamias-";
const LOCK: &str = ".lock";

#[derive(Debug)]
pub(super) struct Staging {
    path: PathBuf,
    /// Unlocked when dropped, also by the end of the process.
    _lock: File,
}

impl Staging {
    /// Makes a new one in the directory of a table, and removes those of dead processes.
    pub(super) fn create(root: &Path, id: Uuid) -> Result<Self> {
        remove_abandoned(root)?;
        let path = root.join(format!("{PREFIX}{id}"));
        fs::create_dir(&path).map_err(|e| Error::from(e).context(format!("directory '{}'", root.display())))?;
        let lock = File::create(path.join(LOCK))?;
        lock.lock()?;
        Ok(Staging { path, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what is left. When that fails, a later statement tries again.
    pub(super) fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.remove();
    }
}

fn remove_abandoned(root: &Path) -> Result<()> {
    for entry in fs::read_dir(root)? {
        let path = entry?.path();
        let is_staging = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
        if is_staging && is_abandoned(&path) {
            let _ = fs::remove_dir_all(&path);
        }
    }
    Ok(())
}

/// True when nobody holds the lock. A directory without a lock file is just being made.
fn is_abandoned(path: &Path) -> bool {
    File::open(path.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok())
}
