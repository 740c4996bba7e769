//! The contract between formats that read streams of bytes and the connectors that carry them.
//!
//! A connector hands over a [`Block`] of bytes: a part of a file, or one message. The decoder takes whole records from its beginning and
//! leaves what may go on behind its end. Positions stay exact, so that a bad record can be named with file, line and column.

use super::place::Place;
use arrow::array::RecordBatch;
use arrow::buffer::Buffer;
use arrow::datatypes::SchemaRef;
use datafusion::physical_plan::ExecutionPlan;
use diag::{Result, Span};
use options::ResolvedOptions;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{ScanReport, TableContext};
use table::types::{Field, arrow_schema};
use table::zone::Zone;

/// What a format needs to know about the table that it reads or writes.
#[derive(Clone, Debug)]
pub struct FormatContext {
    /// The table as messages name it.
    pub table: String,
    /// The statement's reference to the table.
    pub span: Span,
    /// The options of the format, without its prefix.
    pub options: ResolvedOptions,
    /// The prefix of its options, such as `csv.`, for messages.
    pub prefix: String,
    /// The columns that a record holds, in order.
    pub columns: Vec<Field>,
    pub zone: Zone,
    pub report: Arc<ScanReport>,
}

impl FormatContext {
    /// The context of a format whose options carry `prefix`, for records that hold `columns`.
    pub fn new(table: &TableContext, prefix: &str, columns: Vec<Field>) -> Self {
        FormatContext {
            table: table.identifier.object.clone(),
            span: table.span,
            options: table.options.under(prefix),
            prefix: prefix.to_owned(),
            columns,
            zone: table.environment.zone,
            report: Arc::clone(&table.environment.report),
        }
    }

    /// The Arrow schema of some columns.
    pub fn schema_of(&self, columns: &[usize]) -> SchemaRef {
        arrow_schema(columns.iter().map(|&column| (self.columns[column].name.as_str(), &self.columns[column].data_type)))
    }
}

/// A format that reads streams of bytes.
pub trait DecodingFormat: fmt::Debug + Send + Sync {
    /// Where a file may be divided into about `pieces` parts that can be read on their own: places where records begin, without 0.
    /// Empty when it cannot.
    fn cuts(&self, file: &Path, length: u64, pieces: usize) -> Result<Vec<u64>>;

    /// A decoder that produces the columns with these indexes, in this order.
    fn decoder(&self, columns: &[usize]) -> Result<Box<dyn Decoder>>;
}

/// Decodes the blocks of one stream, in order.
pub trait Decoder: Send {
    /// Decodes up to about `max_rows` records from the beginning of a block, and moves the block's position behind them. Nothing moves when
    /// the block holds no complete record.
    fn decode(&mut self, block: &mut Block<'_>, max_rows: usize) -> Result<Batch>;
}

/// Bytes with their place.
#[derive(Debug)]
pub struct Block<'a> {
    pub bytes: &'a Buffer,
    /// Where the next record begins.
    pub position: usize,
    /// Where the bytes come from.
    pub place: &'a mut Place,
    /// True when nothing follows behind the block.
    pub is_last: bool,
}

/// A format that writes streams of bytes.
pub trait EncodingFormat: fmt::Debug + Send + Sync {
    fn encoder(&self) -> Result<Box<dyn Encoder>>;
}

/// Encodes the rows of one stream.
pub trait Encoder: Send {
    /// Appends the rows; some may be held back until [`Encoder::finish`].
    fn encode(&mut self, rows: &RecordBatch, out: &mut Vec<u8>) -> Result<()>;

    /// Appends what completes the stream.
    fn finish(&mut self, _out: &mut Vec<u8>) -> Result<()> {
        Ok(())
    }
}

/// A format whose files cannot be read as a stream.
pub trait FileFormat: fmt::Debug + Send + Sync {
    /// Opens the part of a file that begins in a range of its bytes.
    fn open(&self, file: &Path, range: Range<u64>, columns: &[usize]) -> Result<Box<dyn FileReader>>;

    /// A plan of the batch engine that reads columns of whole files; `None` when it would not read them as [`FileFormat::open`] does.
    fn plan(
        &self,
        files: &[(PathBuf, u64)],
        columns: &[usize],
        limit: Option<u64>,
        parallelism: usize,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>>;
}

/// Reads a part of a file.
pub trait FileReader: Send {
    /// The next rows; `None` at the end.
    fn read(&mut self, max_rows: usize) -> Result<Option<RecordBatch>>;
}
