//! `tamias import`

use crate::console::{Console, Stream};
use crate::exit::Exit;
use crate::input;
use diag::{Error, ErrorKind, Result, SourceMap, has_errors, suggest};
use std::fs;
use std::path::{Path, PathBuf};
use workspace::{ImportRequest, NewFile, Project, Workspace, find_root};

/// Make tables and functions of the workspace from a script or a list of fields
///
/// Each CREATE TABLE of Blink, VVR or Apache Flink becomes a file of the project, each CREATE FUNCTION too. Watermarks, computed columns and
/// indexes, which a shared table does not have, are printed as the SET statements that tasks need. A list of fields has one a line:
/// name||TYPE||comment||isPrimaryKey||isMetadata, or name,TYPE,comment,isPrimaryKey,isMetadata,; for a mirror table name||TYPE||comment and
/// mirrorField,streamField,batchField. Nothing is written when something is wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct Import {
    /// The script or the list; '-' reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The project that gets the files; needed when there are several
    #[arg(long, value_name = "NAME")]
    project: Option<String>,

    /// The name of the table
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Move the connection to this data source, which is made unless it is there
    #[arg(long, value_name = "NAME")]
    datasource: Option<String>,

    /// The engine that the script was written for; without it each table is judged by its options
    #[arg(long, value_name = "ENGINE")]
    from: Option<Dialect>,

    /// The table behind a mirror table in streaming mode
    #[arg(long, value_name = "TABLE", requires = "batch")]
    stream: Option<String>,

    /// The table behind a mirror table in batch mode
    #[arg(long, value_name = "TABLE", requires = "stream")]
    batch: Option<String>,

    /// The workspace
    #[arg(long, value_name = "DIR", default_value = ".")]
    workspace: PathBuf,

    /// Replace files that are there
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Dialect {
    Blink,
    Vvr,
    Flink,
}

impl Import {
    pub(crate) fn run(self, console: &Console) -> Result<Exit> {
        let input = input::read(&self.file)?;
        let Some(root) = find_root(&self.workspace) else {
            let message = format!("'{}' is no workspace: make one with 'tamias new NAME'", self.workspace.display());
            return Err(Error::new(ErrorKind::NotFound, message));
        };
        let mut sources = SourceMap::default();
        let (workspace, found) = Workspace::load(&root, &mut sources);
        console.diagnostics(Stream::Err, &sources, &found)?;
        if has_errors(&found) {
            return Ok(Exit::Errors);
        }
        let root = if root == Path::new(".") { PathBuf::new() } else { root };
        let source = sources.add(&input.name, input.text.as_str());
        let request = ImportRequest {
            workspace: &workspace,
            project: self.project(&workspace)?,
            name: self.name.as_deref(),
            data_source: self.datasource.as_deref(),
            from_blink: self.from == Some(Dialect::Blink),
            mirror: self.stream.as_deref().zip(self.batch.as_deref()),
        };
        let import = workspace::import(request, source, &input.text);
        let is_wrong = has_errors(&import.diagnostics);
        if !is_wrong {
            self.refuse_taken(&root, &import.files)?;
        }
        console.diagnostics(Stream::Err, &sources, &import.diagnostics)?;
        if is_wrong {
            console.note("nothing was written");
            return Ok(Exit::Errors);
        }
        for file in &import.files {
            write(&root.join(&file.path), &file.text)?;
            console.print(&format!("wrote {}\n", root.join(&file.path).display()))?;
        }
        if !import.task_lines.is_empty() {
            console.print("the tasks that use them need:\n")?;
        }
        for line in &import.task_lines {
            console.print(&format!("  {line}\n"))?;
        }
        Ok(Exit::Good)
    }

    fn project<'w>(&self, workspace: &'w Workspace) -> Result<&'w Project> {
        let names = || workspace.projects.keys().map(String::as_str);
        match &self.project {
            Some(name) => workspace.projects.get(name).ok_or_else(|| {
                let near = suggest::nearest(name, names()).map(|near| format!("; did you mean '{near}'?"));
                let make = || format!("; make the folder projects/{name} first");
                Error::new(ErrorKind::NotFound, format!("there is no project '{name}'{}", near.unwrap_or_else(make)))
            }),
            None => match workspace.projects.values().collect::<Vec<_>>().as_slice() {
                [project] => Ok(project),
                [] => Err(Error::new(ErrorKind::NotFound, "the workspace has no project: make a folder below 'projects' first")),
                _ => Err(Error::invalid(format!("say which project: --project {}", names().collect::<Vec<_>>().join("|")))),
            },
        }
    }

    fn refuse_taken(&self, root: &Path, files: &[NewFile]) -> Result<()> {
        let taken: Vec<String> =
            files.iter().map(|file| root.join(&file.path)).filter(|path| path.exists()).map(|path| path.display().to_string()).collect();
        if taken.is_empty() || self.force {
            return Ok(());
        }
        let verb = if taken.len() == 1 { "is" } else { "are" };
        Err(Error::new(ErrorKind::Conflict, format!("{} {verb} there already: nothing was written; --force replaces", taken.join(", "))))
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    made.map_err(|error| Error::from(error).context(format!("cannot write '{}'", path.display())))
}
