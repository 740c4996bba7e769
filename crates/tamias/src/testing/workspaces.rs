//! The workspaces around test files, each read once for each environment and its variables.

use super::document::Settings;
use super::surroundings::{Printed, open};
use diag::{Result, SourceMap};
use session::OpenWorkspace;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Shared by all cases.
pub(super) struct Workspaces {
    /// The texts of all test files.
    sources: SourceMap,
    opened: Mutex<HashMap<Key, Arc<OpenWorkspace>>>,
}

/// The root, the environment, the variables.
type Key = (PathBuf, Option<String>, Vec<(String, String)>);

impl Workspaces {
    pub(super) fn new(sources: SourceMap) -> Self {
        Workspaces { sources, opened: Mutex::default() }
    }

    pub(super) fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The workspace at a root as a case sees it.
    pub(super) fn open(&self, root: &Path, settings: &Settings) -> Result<Arc<OpenWorkspace>> {
        let environment = settings.environment.as_ref().map(|environment| environment.text.clone());
        let key = (root.to_owned(), environment, settings.variables.clone());
        // Whoever else needs it would wait for it anyway.
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.get(&key) {
            return Ok(Arc::clone(known));
        }
        let (mut session, _) =
            open(&Settings::default(), PathBuf::new(), Arc::new(Printed::default())).map_err(|wrong| diag::Error::from(*wrong))?;
        session.sources = self.sources.clone();
        let workspace = Arc::new(session.open_workspace(root, key.1.as_deref(), &key.2)?);
        opened.insert(key, Arc::clone(&workspace));
        Ok(workspace)
    }
}
