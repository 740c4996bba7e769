//! Files that stand in for tables in an environment.

use crate::view::View;
use crate::{Project, Setting};
use std::path::Path;

/// The options of a table that a file beneath a folder stands in for; the ending of its name tells the format.
pub fn options_of_file(root: &Path, file: &str) -> [(&'static str, String); 3] {
    let path = root.join(file);
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let format = match extension.as_deref() {
        Some("json" | "jsonl" | "ndjson") => "json",
        Some("parquet") => "parquet",
        _ => "csv",
    };
    [("connector", "filesystem".to_owned()), ("path", path.display().to_string()), ("format", format.to_owned())]
}

impl View<'_> {
    /// The file that stands in for a table of a project, under any of the names that the table has here.
    pub fn bound_file(&self, project: &Project, table: &str) -> Option<&Setting> {
        let databases = self.databases_of(project);
        let is_meant = |name: &str| {
            let name = name.strip_prefix("workspace.").unwrap_or(name);
            match name.rsplit_once('.') {
                Some((database, object)) => object == table && databases.iter().any(|known| known == database),
                None => name == table,
            }
        };
        self.environment.bind.iter().find(|(name, _)| is_meant(name)).map(|(_, file)| file)
    }
}
