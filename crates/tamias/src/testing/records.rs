//! Fixtures of records as they are: a block or a file that the format of the table reads, with the table's options.

use super::document::{Fixture, TestFile, Word, mistake};
use diag::{Diagnostic, Result, Span, suggest};
use options::{Checks, Layer, OptionGroup, OptionValue, Origin, Subject};
use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{ConnectorLookup, ScanColumn, ScanRequest, ScanSource, Split, SplitReader, TableContext, TableFactory};
use tempfile::TempDir;

const FILES: &str = "filesystem";

/// Chooses among the files of the real table.
const PATTERN: &str = "source.path.regex-pattern";

/// Where files are, and where blocks become files for as long as the case runs.
pub(super) struct Records {
    connectors: Arc<dyn ConnectorLookup>,
    /// Relative paths start here.
    directory: PathBuf,
    scratch: TempDir,
}

impl Records {
    pub(super) fn new(connectors: Arc<dyn ConnectorLookup>, directory: PathBuf) -> Result<Self> {
        let scratch = tempfile::tempdir().map_err(|error| diag::Error::from(error).context("cannot make a temporary directory"))?;
        Ok(Records { connectors, directory, scratch })
    }

    /// The records of a block.
    pub(super) fn of_block(
        &self,
        file: &TestFile,
        fixture: &Fixture,
        table: &TableContext,
        factory: &'static dyn TableFactory,
    ) -> Result<Arc<dyn ScanSource>, Box<Diagnostic>> {
        let path = self.scratch.path().join(format!("{}.{}", table.identifier.object, fixture.body.start));
        let failed = |message: String| Box::new(mistake(fixture.table.span, message));
        std::fs::write(&path, file.snippet(fixture.body)).map_err(|error| failed(format!("the records cannot be kept: {error}")))?;
        let Some(format) = format_of(table) else {
            return Err(failed(format!("table '{}' has no format that could read records", table.identifier.summary())));
        };
        self.source(&path, &format, table, factory, fixture.table.span)
    }

    /// Where a file of a block starts in the test file; `None` for any other file.
    pub(super) fn block_of(&self, path: &str) -> Option<u32> {
        let name = Path::new(path).strip_prefix(self.scratch.path()).ok()?;
        name.extension()?.to_str()?.parse().ok()
    }

    /// The records of a file.
    pub(super) fn of_file(
        &self,
        named: &Word,
        table: &TableContext,
        factory: &'static dyn TableFactory,
    ) -> Result<Arc<dyn ScanSource>, Box<Diagnostic>> {
        let path = self.directory.join(&named.text);
        if !path.exists() {
            return Err(Box::new(self.no_file(named, &path)));
        }
        let by_name = match path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).as_deref() {
            Some("csv") => Some("csv"),
            Some("json" | "jsonl" | "ndjson") => Some("json"),
            Some("parquet") => Some("parquet"),
            _ => None,
        };
        let own = format_of(table).filter(|_| factory.identifier() == FILES || by_name.is_none());
        let Some(format) = own.or(by_name.map(str::to_owned)) else {
            let message = format!("the format of '{}' is not known: its name ends in none of .csv, .json, .parquet", named.text);
            return Err(Box::new(mistake(named.span, message)));
        };
        self.source(&path, &format, table, factory, named.span)
    }

    fn no_file(&self, named: &Word, path: &Path) -> Diagnostic {
        let diagnostic = mistake(named.span, format!("file '{}' is not there", named.text))
            .with_note(format!("It is looked for beside the test file, or in a workspace from its root: '{}'.", path.display()));
        let wanted = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let beside = std::fs::read_dir(folder).ok().into_iter().flatten().flatten();
        let names: Vec<String> = beside.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        match suggest::nearest(&wanted, names.iter().map(String::as_str)) {
            Some(near) => diagnostic.with_help(format!("There is '{near}'.")),
            None => diagnostic,
        }
    }

    /// The table as one of a file in a format; options of the same format stay, of the connector those that files know.
    fn source(
        &self,
        path: &Path,
        format: &str,
        table: &TableContext,
        factory: &'static dyn TableFactory,
        place: Span,
    ) -> Result<Arc<dyn ScanSource>, Box<Diagnostic>> {
        let (Some(files), Some(info)) = (self.connectors.connector(FILES), self.connectors.format(format)) else {
            return Err(Box::new(mistake(place, format!("format '{format}' does not exist"))));
        };
        let is_file = factory.identifier() == FILES;
        let mut layers = table.options.layers().clone();
        let prefix = format!("{format}.");
        layers.retain(|key, _| match key {
            PATTERN => false,
            key => is_file || key.starts_with(&prefix) || key.starts_with(&format!("value.{prefix}")),
        });
        // A single file has its values of the partition columns in it.
        let partition_keys = if path.is_dir() { table.partition_keys.clone() } else { Vec::new() };
        let path = path.display().to_string();
        for (key, text) in [("connector", FILES), ("path", path.as_str()), ("format", format)] {
            layers.insert(key, OptionValue::new(text, Origin::new(Layer::CommandLine, place)).at(place));
        }
        for (key, value) in layers.clone().iter() {
            if let Some(short) = key.strip_prefix("value.") {
                layers.insert(short, value.clone());
            }
        }
        let groups = vec![
            OptionGroup::connector(FILES, files.options()),
            OptionGroup::connector(FILES, options::TABLE_OPTIONS),
            OptionGroup::new(format!("format '{format}'"), prefix, info.options()),
        ];
        let name = table.identifier.summary();
        let (options, _) = options::resolve(Subject { name: &name, span: place }, &layers, groups, Checks::Lenient);
        let table = TableContext { options, partition_keys, ..table.clone() };
        let inner = files.source(&table).map_err(|error| error.diagnostic.unwrap_or_else(|| Box::new(mistake(place, error.message))))?;
        let metadata = files.metadata(&table.options).into_iter().map(|offered| offered.key).collect();
        Ok(Arc::new(RecordsSource { inner, metadata, place }))
    }
}

/// Records without what a topic knows about them beside.
#[derive(Debug)]
struct RecordsSource {
    inner: Arc<dyn ScanSource>,
    /// The keys that files have.
    metadata: Vec<String>,
    place: Span,
}

impl RecordsSource {
    fn check(&self, request: &ScanRequest) -> Result<()> {
        let unknown = request.columns.iter().find_map(|column| match column {
            ScanColumn::Metadata { key, .. } if !self.metadata.contains(key) => Some(key),
            _ => None,
        });
        let Some(key) = unknown else { return Ok(()) };
        let message = format!("the script reads metadata '{key}', which records as they are do not have");
        Err(mistake(self.place, message).with_help("Give the table rows with a column for it, as csv, json or values.").into())
    }
}

impl ScanSource for RecordsSource {
    fn changelog(&self) -> ChangelogMode {
        self.inner.changelog()
    }

    fn is_bounded(&self) -> bool {
        true
    }

    fn splits(&self, request: &ScanRequest, target: usize) -> Result<Vec<Split>> {
        self.check(request)?;
        self.inner.splits(request, target)
    }

    fn open(&self, request: &ScanRequest, split: &Split) -> Result<Box<dyn SplitReader>> {
        self.inner.open(request, split)
    }

    fn batch_plan(&self, request: &ScanRequest) -> Result<Option<Box<dyn Any + Send>>> {
        self.check(request)?;
        self.inner.batch_plan(request)
    }

    fn partitions(&self) -> Result<Option<Vec<Vec<Option<String>>>>> {
        self.inner.partitions()
    }
}

/// The format of the records of a table.
fn format_of(table: &TableContext) -> Option<String> {
    let layers = table.options.layers();
    layers.get("format").or(layers.get("value.format")).map(str::to_owned)
}
