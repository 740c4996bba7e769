//! Writing files. Everything is written into a hidden directory beside the data and moved to its place at the end, so that a query never
//! sees half a result, and what OVERWRITE replaces goes only after the new data is there.

use super::commit::PartitionCommit;
use super::partition::{directory_of, value_text};
use super::path::{FileFilter, list, path_span, table_path};
use super::source::record_columns;
use super::staging::Staging;
use crate::diagnostics::UNSUPPORTED_PATH;
use crate::formats::column::Column;
use crate::formats::decode::{Encoder, EncodingFormat, FormatContext};
use arrow::array::{RecordBatch, UInt32Array};
use arrow::compute::take_record_batch;
use diag::{Diagnostic, Error, Result};
use options::ResolvedOptions;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use table::changelog::Batch;
use table::connector::{Committable, SinkRequest, SinkWriter, TableContext, TableSink};
use table::function::Clock;
use table::types::LogicalType;
use uuid::Uuid;

/// How many bytes are collected before they go to a file.
const BUFFER: usize = 1 << 20;

/// The files that one statement writes.
#[derive(Debug)]
pub(super) struct FileSink {
    target: Arc<Target>,
    overwrite: bool,
}

/// What all writers of the statement share.
#[derive(Debug)]
struct Target {
    root: PathBuf,
    staging: Staging,
    encoding: Arc<dyn EncodingFormat>,
    partition_keys: Vec<String>,
    /// For each partition key its column among the written ones, and its type.
    key_columns: Vec<(usize, LogicalType)>,
    record_columns: Vec<usize>,
    default_name: String,
    /// The part of the file names that tells statements apart.
    id: Uuid,
    streaming: bool,
    rolling: Rolling,
    commit: PartitionCommit,
    clock: Arc<dyn Clock>,
}

/// When a file is finished before the end, in streaming mode.
#[derive(Debug)]
struct Rolling {
    file_size: u64,
    interval: Duration,
    /// Files are as large as merged ones, and are named like them.
    compacts: bool,
}

impl Rolling {
    fn new(options: &ResolvedOptions) -> Self {
        const COMPACTED: &str = "compaction.file-size";
        let compacts = options.get_bool("auto-compaction");
        let key = if compacts && options.is_set(COMPACTED) { COMPACTED } else { "sink.rolling-policy.file-size" };
        let interval = options.get_duration("sink.rolling-policy.rollover-interval");
        Rolling { file_size: options.get_memory_size(key).bytes(), interval, compacts }
    }
}

impl FileSink {
    pub(super) fn new(table: &TableContext, request: &SinkRequest) -> Result<Self> {
        let root = table_path(table)?;
        if root.is_file() {
            return Err(Error::from(not_a_directory(table, &root)));
        }
        let format = super::format_of(table)?;
        let context = FormatContext::new(table, &format!("{}.", format.identifier()), record_columns(&table.schema, &table.partition_keys));
        let encoding = format.encoding(&context)?;
        let columns: Vec<&table::Column> = table.schema.persisted().collect();
        let key_column = |key: &String| {
            let place = columns.iter().position(|column| column.name == *key);
            place.map(|place| (place, columns[place].data_type.clone())).ok_or_else(|| Error::internal("a partition key is no column"))
        };
        let key_columns = table.partition_keys.iter().map(key_column).collect::<Result<Vec<_>>>()?;
        let record_columns = (0..columns.len()).filter(|place| !key_columns.iter().any(|(key, _)| key == place)).collect();
        let id = Uuid::new_v4();
        fs::create_dir_all(&root).map_err(|e| Error::from(e).context(format!("directory '{}'", root.display())))?;
        let staging = Staging::create(&root, id)?;
        let target = Target {
            root,
            staging,
            encoding,
            partition_keys: table.partition_keys.clone(),
            key_columns,
            record_columns,
            default_name: table.options.get_str("partition.default-name"),
            id,
            streaming: table.environment.streaming,
            rolling: Rolling::new(&table.options),
            commit: PartitionCommit::new(table)?,
            clock: Arc::clone(&table.environment.clock),
        };
        Ok(FileSink { target: Arc::new(target), overwrite: request.overwrite })
    }
}

fn not_a_directory(table: &TableContext, root: &Path) -> Diagnostic {
    let shown = super::path::shown(root, &table.environment.directory);
    let message = format!("'{shown}' is a file; table '{}' is written as files in a directory", table.identifier.object);
    Diagnostic::error(UNSUPPORTED_PATH, path_span(table), message).with_help("Name a directory; reading takes a directory too.")
}

impl TableSink for FileSink {
    fn writer(&self, task: usize) -> Result<Box<dyn SinkWriter>> {
        let target = Arc::clone(&self.target);
        Ok(Box::new(FileWriter { target, task, next_file: 0, open: HashMap::new(), written: vec![], begun: BTreeMap::new() }))
    }

    fn commit(&self, written: Vec<Committable>) -> Result<()> {
        let mut files: Vec<Written> = vec![];
        let mut directories: BTreeMap<PathBuf, Vec<Written>> = BTreeMap::new();
        for part in written {
            let part = part.downcast::<Output>().map_err(|_| Error::internal("files of another sink"))?;
            files.extend(part.files);
            directories.extend(part.begun.into_iter().map(|directory| (directory, vec![])));
        }
        if self.target.partition_keys.is_empty() {
            // Without partitions OVERWRITE replaces all there is, even by nothing.
            directories.entry(PathBuf::new()).or_default();
        }
        for file in files {
            directories.entry(file.directory.clone()).or_default().push(file);
        }
        for (directory, files) in &directories {
            self.publish(directory, files)?;
        }
        self.target.staging.remove();
        Ok(())
    }

    fn abort(&self) {
        self.target.staging.remove();
    }
}

impl FileSink {
    /// Moves new files into a directory, then takes away the old ones.
    fn publish(&self, directory: &Path, files: &[Written]) -> Result<()> {
        let directory = self.target.root.join(directory);
        let old = match self.overwrite && directory.exists() {
            true => list(&directory, &FileFilter::all()).map_err(Error::from)?,
            false => vec![],
        };
        for file in files {
            self.target.publish(file)?;
        }
        for file in old {
            fs::remove_file(&file.path).map_err(|e| Error::from(e).context(format!("replaced file '{}'", file.path.display())))?;
        }
        // Flink marks a table without partitions too, but only in batch mode.
        if self.target.streaming && self.target.partition_keys.is_empty() {
            return Ok(());
        }
        self.target.commit.mark(&directory)
    }
}

impl Target {
    fn publish(&self, file: &Written) -> Result<()> {
        let directory = self.root.join(&file.directory);
        fs::create_dir_all(&directory)?;
        fs::rename(self.staging.path().join(&file.name), directory.join(&file.name))
            .map_err(|e| Error::from(e).context(format!("file '{}'", directory.join(&file.name).display())))
    }

    fn file_name(&self, task: usize, number: usize) -> String {
        match self.streaming {
            true if self.rolling.compacts => format!("compacted-part-{}-{task}-{number}", self.id),
            true => format!("part-{}-{task}-{number}", self.id),
            false => format!("part-{}-task-{task}-file-{number}", self.id),
        }
    }
}

/// A finished file that waits to be published.
#[derive(Debug)]
struct Written {
    name: String,
    /// Relative to the directory of the table.
    directory: PathBuf,
}

struct FileWriter {
    target: Arc<Target>,
    task: usize,
    next_file: usize,
    open: HashMap<PathBuf, OpenFile>,
    written: Vec<Written>,
    /// In streaming mode the partitions that are not complete yet, with the time in milliseconds when they began.
    begun: BTreeMap<PathBuf, i64>,
}

/// What a writer hands over at the end.
struct Output {
    files: Vec<Written>,
    /// Partitions whose files may be published already.
    begun: Vec<PathBuf>,
}

struct OpenFile {
    name: String,
    file: File,
    encoder: Box<dyn Encoder>,
    buffer: Vec<u8>,
    size: u64,
    /// In milliseconds.
    opened: i64,
}

/// How many rows are written between two looks at the size of a file.
const ROWS_BETWEEN_SIZES: usize = 64;

impl SinkWriter for FileWriter {
    fn write(&mut self, batch: &Batch) -> Result<()> {
        let rows = &batch.rows;
        if rows.num_rows() == 0 {
            return Ok(());
        }
        let records = rows.project(&self.target.record_columns).map_err(|e| Error::internal("a row lacks columns").with_source(e))?;
        for (directory, indices) in self.divide(rows)? {
            match indices {
                None => self.append(directory, &records)?,
                Some(indices) => {
                    let part = take_record_batch(&records, &UInt32Array::from(indices));
                    self.append(directory, &part.map_err(|e| Error::internal("rows cannot be divided").with_source(e))?)?;
                }
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.finish_files()?;
        for file in std::mem::take(&mut self.written) {
            self.target.publish(&file)?;
        }
        self.mark_complete_partitions()
    }

    fn finish(mut self: Box<Self>) -> Result<Committable> {
        self.finish_files()?;
        Ok(Box::new(Output { files: std::mem::take(&mut self.written), begun: std::mem::take(&mut self.begun).into_keys().collect() }))
    }
}

impl FileWriter {
    /// The directory of each partition with the rows that belong to it; `None` stands for all rows.
    fn divide(&self, rows: &RecordBatch) -> Result<Vec<(PathBuf, Option<Vec<u32>>)>> {
        if self.target.key_columns.is_empty() {
            return Ok(vec![(PathBuf::new(), None)]);
        }
        let columns = self.target.key_columns.iter().map(|(place, data_type)| Column::new(rows.column(*place), data_type));
        let columns = columns.collect::<Result<Vec<_>>>()?;
        let mut found: Vec<(Vec<Option<String>>, Vec<u32>)> = vec![];
        let mut places: HashMap<Vec<Option<String>>, usize> = HashMap::new();
        for row in 0..rows.num_rows() {
            let values: Vec<Option<String>> = columns.iter().map(|column| value_text(column, row)).collect();
            let place = *places.entry(values).or_insert_with_key(|values| {
                found.push((values.clone(), vec![]));
                found.len() - 1
            });
            found[place].1.push(row as u32);
        }
        let target = &self.target;
        let directory = |values: &[Option<String>]| directory_of(&target.partition_keys, values, &target.default_name);
        Ok(found.into_iter().map(|(values, rows)| (directory(&values), Some(rows))).collect())
    }

    fn append(&mut self, directory: PathBuf, rows: &RecordBatch) -> Result<()> {
        let step = if self.target.streaming { ROWS_BETWEEN_SIZES } else { rows.num_rows() };
        for start in (0..rows.num_rows()).step_by(step.max(1)) {
            self.append_some(&directory, &rows.slice(start, step.min(rows.num_rows() - start)))?;
        }
        Ok(())
    }

    /// Appends rows to the file of a directory, and finishes the file when it is large or old enough.
    fn append_some(&mut self, directory: &Path, rows: &RecordBatch) -> Result<()> {
        if !self.open.contains_key(directory) {
            let file = self.open_file()?;
            if self.target.streaming && !self.target.partition_keys.is_empty() {
                self.begun.entry(directory.to_owned()).or_insert(file.opened);
            }
            self.open.insert(directory.to_owned(), file);
        }
        let Some(file) = self.open.get_mut(directory) else { return Err(Error::internal("a file is not open")) };
        file.encoder.encode(rows, &mut file.buffer)?;
        if file.buffer.len() >= BUFFER {
            file.write_buffer()?;
        }
        let is_due = self.target.streaming && file.is_due(&self.target);
        if let Some(file) = is_due.then(|| self.open.remove(directory)).flatten() {
            self.written.push(Written { name: file.finish()?, directory: directory.to_owned() });
        }
        Ok(())
    }

    /// Marks the partitions that the clock says are complete; all their files are published.
    fn mark_complete_partitions(&mut self) -> Result<()> {
        let Some(delay) = self.target.commit.delay_by_clock() else { return Ok(()) };
        let now = self.target.clock.now_millis();
        let complete: Vec<PathBuf> =
            self.begun.iter().filter(|(_, begun)| now.saturating_sub(**begun) >= delay).map(|(directory, _)| directory.clone()).collect();
        for directory in complete {
            self.target.commit.mark(&self.target.root.join(&directory))?;
            self.begun.remove(&directory);
        }
        Ok(())
    }

    fn open_file(&mut self) -> Result<OpenFile> {
        let name = self.target.file_name(self.task, self.next_file);
        self.next_file += 1;
        let file = File::create(self.target.staging.path().join(&name)).map_err(|e| Error::from(e).context(format!("file '{name}'")))?;
        let opened = self.target.clock.now_millis();
        Ok(OpenFile { name, file, encoder: self.target.encoding.encoder()?, buffer: vec![], size: 0, opened })
    }

    fn finish_files(&mut self) -> Result<()> {
        for (directory, file) in std::mem::take(&mut self.open) {
            self.written.push(Written { name: file.finish()?, directory });
        }
        Ok(())
    }
}

impl OpenFile {
    /// Whether a streaming statement goes on in a new file.
    fn is_due(&self, target: &Target) -> bool {
        let age = target.clock.now_millis().saturating_sub(self.opened);
        self.size + self.buffer.len() as u64 > target.rolling.file_size
            || u128::try_from(age).is_ok_and(|age| age >= target.rolling.interval.as_millis())
    }

    fn write_buffer(&mut self) -> Result<()> {
        self.file.write_all(&self.buffer).map_err(|e| Error::from(e).context(format!("file '{}'", self.name)))?;
        self.size += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Completes the file on disk and returns its name.
    fn finish(mut self) -> Result<String> {
        self.encoder.finish(&mut self.buffer)?;
        self.write_buffer()?;
        self.file.sync_all()?;
        Ok(self.name)
    }
}
