//! Reads parts of files, one after the other, and adds the columns that are not in them.

use super::partition::{constant, value_in_path};
use super::path::{DataFile, FileFilter, is_hidden, list};
use super::source::{Decoding, MetadataMaker};
use crate::formats::Place;
use crate::formats::decode::{Block, Decoder, FileReader};
use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow::buffer::Buffer;
use arrow::compute::take;
use arrow::datatypes::SchemaRef;
use diag::{Error, Result};
use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::changelog::Batch;
use table::connector::{ReadOutcome, ScanProgress, SplitReader};
use table::types::{Field, arrow_schema};

/// How many bytes are read at a time: enough for many rows, and little enough to stay in the cache.
const BLOCK: usize = 1 << 20;

/// A part of a file.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) file: DataFile,
    /// The file as messages name it.
    pub(super) shown: String,
    pub(super) range: Range<u64>,
}

/// The columns to produce.
#[derive(Debug, Default)]
pub(super) struct Output {
    fields: Vec<Field>,
    columns: Vec<Source>,
    /// The columns to decode.
    records: Vec<usize>,
}

#[derive(Debug)]
enum Source {
    /// By place among the decoded columns.
    Record(usize),
    /// The value of this partition key in the path of the file.
    Partition {
        default_name: String,
    },
    Metadata(MetadataMaker),
}

impl Output {
    pub(super) fn add_record(&mut self, field: Field, record: usize) {
        let place = self.records.iter().position(|known| *known == record).unwrap_or(self.records.len());
        if place == self.records.len() {
            self.records.push(record);
        }
        self.fields.push(field);
        self.columns.push(Source::Record(place));
    }

    pub(super) fn add_partition(&mut self, field: Field, default_name: String) {
        self.fields.push(field);
        self.columns.push(Source::Partition { default_name });
    }

    pub(super) fn add_metadata(&mut self, field: Field, maker: MetadataMaker) {
        self.fields.push(field);
        self.columns.push(Source::Metadata(maker));
    }

    /// The value of each column that is the same for all rows of a file.
    fn constants(&self, file: &DataFile) -> Result<Vec<Option<ArrayRef>>> {
        let columns = self.columns.iter().zip(&self.fields);
        let constant = |(source, field): (&Source, &Field)| match source {
            Source::Record(_) => Ok(None),
            Source::Partition { default_name } => {
                let value = value_in_path(&file.path, &field.name).filter(|value| value != default_name);
                constant(&field.name, &field.data_type, value.as_deref()).map(Some)
            }
            Source::Metadata(maker) => Ok(Some(maker(file))),
        };
        columns.map(constant).collect()
    }

    fn schema(&self) -> SchemaRef {
        arrow_schema(self.fields.iter().map(|field| (field.name.as_str(), &field.data_type)))
    }
}

/// Looks for new files.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) path: PathBuf,
    pub(super) filter: FileFilter,
    pub(super) interval: Duration,
    pub(super) directory: PathBuf,
    pub(super) watcher: usize,
    pub(super) watchers: usize,
}

pub(super) struct FilesReader {
    decoding: Decoding,
    output: Output,
    schema: SchemaRef,
    parts: VecDeque<Part>,
    current: Option<Open>,
    watch: Option<Watching>,
    progress: Arc<ScanProgress>,
}

struct Watching {
    watch: Watch,
    seen: HashSet<PathBuf>,
    next: Instant,
}

/// The part that is being read.
struct Open {
    constants: Vec<Option<ArrayRef>>,
    content: Content,
}

enum Content {
    Stream(Box<StreamReader>),
    File(Box<dyn FileReader>),
}

impl FilesReader {
    pub(super) fn new(decoding: Decoding, output: Output, parts: Vec<Part>, progress: Arc<ScanProgress>) -> Self {
        FilesReader { schema: output.schema(), decoding, output, parts: parts.into(), current: None, watch: None, progress }
    }

    pub(super) fn watching(decoding: Decoding, output: Output, watch: Watch, progress: Arc<ScanProgress>) -> Self {
        let watching = Watching { watch, seen: HashSet::new(), next: Instant::now() };
        FilesReader { watch: Some(watching), ..Self::new(decoding, output, vec![], progress) }
    }
}

impl SplitReader for FilesReader {
    fn read(&mut self, max_rows: usize) -> Result<ReadOutcome> {
        loop {
            if let Some(open) = &mut self.current {
                let found = match &mut open.content {
                    Content::Stream(reader) => reader.read(max_rows)?,
                    Content::File(reader) => reader.read(max_rows)?,
                };
                match found {
                    Some(rows) if rows.num_rows() == 0 => continue,
                    Some(rows) => return self.complete(&rows).map(ReadOutcome::Batch),
                    None => self.current = None,
                }
            }
            match self.parts.pop_front() {
                Some(part) => self.current = Some(self.open(part)?),
                None => match &mut self.watch {
                    None => return Ok(ReadOutcome::End),
                    Some(watching) => {
                        self.parts = watching.look()?.into();
                        if self.parts.is_empty() {
                            return Ok(ReadOutcome::Idle);
                        }
                    }
                },
            }
        }
    }
}

impl FilesReader {
    fn open(&self, part: Part) -> Result<Open> {
        let content = match &self.decoding {
            Decoding::Files(format) => Content::File(format.open(&part.file.path, part.range.clone(), &self.output.records)?),
            Decoding::Stream(format) => {
                let decoder = format.decoder(&self.output.records)?;
                Content::Stream(Box::new(StreamReader::open(&part, decoder, Arc::clone(&self.progress))?))
            }
        };
        Ok(Open { constants: self.output.constants(&part.file)?, content })
    }

    /// Adds the columns that are not in the records.
    fn complete(&self, rows: &RecordBatch) -> Result<Batch> {
        let Some(Open { constants, .. }) = &self.current else { return Err(Error::internal("no file is open")) };
        let count = rows.num_rows();
        let columns = self.output.columns.iter().zip(constants).map(|(source, constant)| match (source, constant) {
            (_, Some(value)) => repeat(value, count),
            (Source::Record(place), None) => Ok(Arc::clone(rows.column(*place))),
            _ => Err(Error::internal("a column has no values")),
        });
        let options = RecordBatchOptions::new().with_row_count(Some(count));
        let columns = columns.collect::<Result<Vec<_>>>()?;
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options);
        rows.map(Batch::inserts).map_err(|e| Error::internal("a batch of a file does not fit its schema").with_source(e))
    }
}

fn repeat(value: &ArrayRef, count: usize) -> Result<ArrayRef> {
    take(value, &UInt32Array::from(vec![0; count]), None).map_err(|e| Error::internal("a value cannot be repeated").with_source(e))
}

/// Feeds the bytes of a part to a decoder.
struct StreamReader {
    file: File,
    decoder: Box<dyn Decoder>,
    place: Place,
    block: Buffer,
    /// Where in the block the next record begins.
    position: usize,
    /// Where in the file the block ends.
    offset: u64,
    end: u64,
    /// How much to read next; grows for records longer than a block.
    chunk: usize,
    progress: Arc<ScanProgress>,
}

impl StreamReader {
    fn open(part: &Part, decoder: Box<dyn Decoder>, progress: Arc<ScanProgress>) -> Result<Self> {
        let mut file = File::open(&part.file.path).map_err(|e| Error::from(e).context(format!("file '{}'", part.shown)))?;
        file.seek(SeekFrom::Start(part.range.start))?;
        let mut place = Place::of_file(part.shown.clone(), part.file.path.clone());
        place.move_to(part.range.start);
        let block = Buffer::default();
        let (offset, end) = (part.range.start, part.range.end);
        Ok(StreamReader { file, decoder, place, block, position: 0, offset, end, chunk: BLOCK, progress })
    }

    fn read(&mut self, max_rows: usize) -> Result<Option<RecordBatch>> {
        loop {
            let is_last = self.offset >= self.end;
            let before = self.position;
            let mut block = Block { bytes: &self.block, position: before, place: &mut self.place, is_last };
            let batch = self.decoder.decode(&mut block, max_rows)?;
            self.position = block.position;
            if batch.rows.num_rows() > 0 {
                return Ok(Some(batch.rows));
            }
            if self.position > before {
                continue;
            }
            if is_last {
                return Ok(None);
            }
            self.load()?;
        }
    }

    /// Makes a new block of what is left and what comes next.
    fn load(&mut self) -> Result<()> {
        let rest = &self.block[self.position..];
        self.chunk = if rest.len() > self.chunk / 2 { self.chunk * 2 } else { BLOCK };
        let wanted = (self.end - self.offset).min(self.chunk as u64);
        let mut bytes = Vec::with_capacity(rest.len() + wanted as usize);
        bytes.extend_from_slice(rest);
        self.place.move_to(self.offset - rest.len() as u64);
        let read = (&mut self.file).take(wanted).read_to_end(&mut bytes)?;
        self.offset += read as u64;
        self.progress.add_bytes(read as u64);
        if (read as u64) < wanted {
            // The file became shorter.
            self.end = self.offset;
        }
        self.block = Buffer::from_vec(bytes);
        self.position = 0;
        Ok(())
    }
}

impl Watching {
    /// The files that have appeared and are this watcher's, when it is time to look.
    fn look(&mut self) -> Result<Vec<Part>> {
        if Instant::now() < self.next {
            return Ok(vec![]);
        }
        self.next = Instant::now() + self.watch.interval;
        let mut found = vec![];
        for file in list(&self.watch.path, &self.watch.filter)? {
            if !self.is_mine(&file.path) || is_hidden(&file.path) || !self.seen.insert(file.path.clone()) {
                continue;
            }
            let shown = super::path::shown(&file.path, &self.watch.directory);
            let range = 0..file.size;
            found.push(Part { file, shown, range });
        }
        Ok(found)
    }

    fn is_mine(&self, path: &std::path::Path) -> bool {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        hasher.finish() as usize % self.watch.watchers == self.watch.watcher
    }
}
