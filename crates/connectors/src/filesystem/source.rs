//! Reading files: which ones, in which parts.

use super::partition::{self, Partition};
use super::path::{DataFile, FileFilter, list, not_found, table_path};
use super::reader::{FilesReader, Output, Part, Watch};
use crate::formats::decode::{DecodingFormat, FileFormat, FormatContext};
use arrow::array::{ArrayRef, Int64Array, StringViewArray, TimestampMillisecondArray};
use diag::{Error, Result};
use std::any::Any;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Once};
use table::connector::{ScanColumn, ScanProgress, ScanRequest, ScanSource, Split, SplitReader, TableContext};
use table::schema::Schema;
use table::types::Field;

/// Smaller parts are not worth a split of their own.
const MIN_PART: u64 = 4 << 20;

/// A scan of the files of a table.
#[derive(Debug)]
pub(super) struct FileSource {
    table: TableContext,
    path: PathBuf,
    filter: FileFilter,
    decoding: Decoding,
    /// For each physical column where its values come from.
    origins: Vec<Origin>,
    partitions: Option<Vec<Partition>>,
    progress: Arc<ScanProgress>,
    /// The size of the files was added to the progress.
    announced: Once,
}

/// How the files of the format are read.
#[derive(Clone, Debug)]
pub(super) enum Decoding {
    Stream(Arc<dyn DecodingFormat>),
    Files(Arc<dyn FileFormat>),
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// A column of the records, by index.
    Record(usize),
    /// The path of the file.
    Partition,
}

impl FileSource {
    pub(super) fn new(table: &TableContext) -> Result<Self> {
        let path = table_path(table)?;
        let format = super::format_of(table)?;
        let context = FormatContext::new(table, &format!("{}.", format.identifier()), record_columns(&table.schema, &table.partition_keys));
        let decoding = match format.files(&context) {
            Some(files) => Decoding::Files(files?),
            None => Decoding::Stream(format.decoding(&context)?),
        };
        let source = FileSource {
            filter: FileFilter::new(table)?,
            origins: origins(&table.schema, &table.partition_keys),
            partitions: None,
            progress: table.environment.report.progress(&table.identifier.object),
            announced: Once::new(),
            table: table.clone(),
            path,
            decoding,
        };
        Ok(FileSource { partitions: source.find_partitions()?, ..source })
    }

    fn find_partitions(&self) -> Result<Option<Vec<Partition>>> {
        if self.table.partition_keys.is_empty() {
            return Ok(None);
        }
        let default_name = self.table.options.get_str("partition.default-name");
        partition::list(&self.path, &self.table.partition_keys, &default_name).map(Some).map_err(|error| self.unreadable(error))
    }

    fn unreadable(&self, error: std::io::Error) -> Error {
        match error.kind() {
            std::io::ErrorKind::NotFound => not_found(&self.table, &self.path),
            _ => Error::from(error).context(format!("table '{}'", self.table.identifier.object)),
        }
    }

    /// The files to read, in order.
    fn files(&self, request: &ScanRequest) -> Result<Vec<DataFile>> {
        let Some(partitions) = &self.partitions else {
            return list(&self.path, &self.filter).map_err(|error| self.unreadable(error));
        };
        let mut found = vec![];
        for (index, partition) in partitions.iter().enumerate() {
            if request.partitions.as_ref().is_some_and(|wanted| !wanted.contains(&index)) {
                continue;
            }
            found.extend(list(&partition.directory, &self.filter).map_err(|error| self.unreadable(error))?);
        }
        Ok(found)
    }

    /// Divides a file into parts of about a size.
    fn parts_of(&self, file: &DataFile, part_size: u64) -> Result<Vec<Range<u64>>> {
        let pieces = file.size.div_ceil(part_size).max(1);
        let cuts = match &self.decoding {
            _ if pieces == 1 => vec![],
            Decoding::Stream(format) => format.cuts(&file.path, file.size, pieces as usize)?,
            Decoding::Files(_) => (1..pieces).map(|piece| file.size / pieces * piece).collect(),
        };
        let starts = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([file.size]);
        Ok(starts.zip(ends).map(|(start, end)| start..end).collect())
    }

    fn part(&self, file: &DataFile, range: Range<u64>) -> Part {
        let shown = super::path::shown(&file.path, &self.table.environment.directory);
        Part { file: file.clone(), shown, range }
    }

    fn split(&self, parts: Vec<Part>) -> Split {
        let id = parts
            .first()
            .map_or_else(String::new, |part| format!("{}:{}+{}", part.shown, part.range.start, part.range.end - part.range.start));
        Split::new(id, Work::Parts(parts))
    }
}

/// What a split holds.
#[derive(Debug)]
pub(super) enum Work {
    Parts(Vec<Part>),
    /// The files that this one of several watchers takes.
    Watch {
        watcher: usize,
        watchers: usize,
    },
}

impl ScanSource for FileSource {
    fn is_bounded(&self) -> bool {
        !self.table.options.is_set("source.monitor-interval")
    }

    fn splits(&self, request: &ScanRequest, target: usize) -> Result<Vec<Split>> {
        if !self.is_bounded() {
            let watchers = target.max(1);
            return Ok((0..watchers).map(|watcher| Split::new(format!("watch:{watcher}"), Work::Watch { watcher, watchers })).collect());
        }
        let files = self.files(request)?;
        let total: u64 = files.iter().map(|file| file.size).sum();
        self.announced.call_once(|| self.progress.expect_bytes(total));
        // A few rows are found at the beginning of a file; there is no need to look through all of it.
        let is_small = request.limit.is_some_and(|limit| limit < 10_000);
        let part_size = if is_small { u64::MAX } else { total.div_ceil(target.max(1) as u64).max(MIN_PART) };
        let mut splits = vec![];
        let mut small = vec![];
        let mut small_size = 0;
        for file in &files {
            for range in self.parts_of(file, part_size)? {
                small_size += range.end - range.start;
                small.push(self.part(file, range));
                if small_size >= part_size / 2 {
                    splits.push(self.split(std::mem::take(&mut small)));
                    small_size = 0;
                }
            }
        }
        if !small.is_empty() {
            splits.push(self.split(small));
        }
        Ok(splits)
    }

    fn open(&self, request: &ScanRequest, split: &Split) -> Result<Box<dyn SplitReader>> {
        let work = split.payload::<Work>().ok_or_else(|| Error::internal("a split of another source"))?;
        let output = self.output(request)?;
        let decoding = self.decoding.clone();
        Ok(match work {
            Work::Parts(parts) => Box::new(FilesReader::new(decoding, output, parts.clone(), Arc::clone(&self.progress))),
            Work::Watch { watcher, watchers } => {
                let watch = Watch {
                    path: self.path.clone(),
                    filter: FileFilter::new(&self.table)?,
                    interval: self.table.options.get_duration("source.monitor-interval"),
                    directory: self.table.environment.directory.clone(),
                    watcher: *watcher,
                    watchers: *watchers,
                };
                Box::new(FilesReader::watching(decoding, output, watch, Arc::clone(&self.progress)))
            }
        })
    }

    fn batch_plan(&self, request: &ScanRequest) -> Result<Option<Box<dyn Any + Send>>> {
        let Decoding::Files(format) = &self.decoding else { return Ok(None) };
        let Some(columns) = self.record_columns_of(request) else { return Ok(None) };
        if self.partitions.is_some() && request.partitions.is_some() || !self.is_bounded() {
            return Ok(None);
        }
        let files: Vec<(PathBuf, u64)> = self.files(request)?.into_iter().map(|file| (file.path, file.size)).collect();
        let plan = format.plan(&files, &columns, request.limit, self.table.environment.parallelism)?;
        Ok(plan.map(|plan| Box::new(plan) as Box<dyn Any + Send>))
    }

    fn partitions(&self) -> Result<Option<Vec<Vec<Option<String>>>>> {
        Ok(self.partitions.as_ref().map(|partitions| partitions.iter().map(|partition| partition.values.clone()).collect()))
    }
}

impl FileSource {
    /// The wanted columns when all of them are in the records.
    fn record_columns_of(&self, request: &ScanRequest) -> Option<Vec<usize>> {
        let column = |column: &ScanColumn| match column {
            ScanColumn::Physical(index) => match self.origins.get(*index)? {
                Origin::Record(column) => Some(*column),
                Origin::Partition => None,
            },
            ScanColumn::Metadata { .. } => None,
        };
        request.columns.iter().map(column).collect()
    }

    /// Where the columns of a request come from.
    fn output(&self, request: &ScanRequest) -> Result<Output> {
        let physical: Vec<&table::Column> = self.table.schema.physical().collect();
        let mut output = Output::default();
        for column in &request.columns {
            match column {
                ScanColumn::Physical(index) => {
                    let column = physical.get(*index).ok_or_else(|| Error::internal("a column that the table does not have"))?;
                    let field = Field::new(column.name.clone(), column.data_type.clone());
                    match self.origins[*index] {
                        Origin::Record(record) => output.add_record(field, record),
                        Origin::Partition => output.add_partition(field, self.table.options.get_str("partition.default-name")),
                    }
                }
                ScanColumn::Metadata { key, data_type } => {
                    let maker = metadata_maker(key).ok_or_else(|| Error::internal(format!("metadata key '{key}' is not known")))?;
                    output.add_metadata(Field::new(key.clone(), data_type.clone()), maker);
                }
            }
        }
        Ok(output)
    }
}

/// The columns that stand in the files.
pub(super) fn record_columns(schema: &Schema, partition_keys: &[String]) -> Vec<Field> {
    let columns = schema.physical().filter(|column| !partition_keys.contains(&column.name));
    columns.map(|column| Field::new(column.name.clone(), column.data_type.clone())).collect()
}

fn origins(schema: &Schema, partition_keys: &[String]) -> Vec<Origin> {
    let mut next = 0;
    let mut origin = |name: &String| match partition_keys.contains(name) {
        true => Origin::Partition,
        false => {
            next += 1;
            Origin::Record(next - 1)
        }
    };
    schema.physical().map(|column| origin(&column.name)).collect()
}

/// Makes the value of a metadata column for a file.
pub(super) type MetadataMaker = fn(&DataFile) -> ArrayRef;

fn metadata_maker(key: &str) -> Option<MetadataMaker> {
    Some(match key {
        "file.path" => |file| Arc::new(StringViewArray::from(vec![file.path.to_string_lossy().as_ref()])),
        "file.name" => |file| Arc::new(StringViewArray::from(vec![file.path.file_name().unwrap_or_default().to_string_lossy().as_ref()])),
        "file.size" => |file| Arc::new(Int64Array::from(vec![file.size as i64])),
        "file.modification-time" => |file| Arc::new(TimestampMillisecondArray::from(vec![file.modified]).with_timezone("UTC")),
        _ => return None,
    })
}
