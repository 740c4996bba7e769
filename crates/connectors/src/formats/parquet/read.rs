//! Reads Parquet files, by row groups.

use super::adapt::{adapt, is_plain, read_as};
use super::local::{KnownFile, LocalFiles};
use crate::formats::decode::{FileFormat, FileReader, FormatContext};
use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, new_null_array};
use arrow::datatypes::{Schema, SchemaRef};
use datafusion::common::config::TableParquetOptions;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileGroup, FileGroupPartitioner, FileScanConfigBuilder, ParquetSource};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::DataFusionError;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::physical_plan::ExecutionPlan;
use diag::{Error, ErrorKind, Result};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::collections::HashMap;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct ParquetFiles {
    pub(super) context: Arc<FormatContext>,
}

impl FileFormat for ParquetFiles {
    fn open(&self, path: &Path, range: Range<u64>, columns: &[usize]) -> Result<Box<dyn FileReader>> {
        let file = File::open(path)?;
        let metadata = read_metadata(&file, path)?;
        let found: Vec<Option<usize>> = columns.iter().map(|column| self.index_in(metadata.schema(), *column)).collect();
        let roots: Vec<usize> = found.iter().flatten().copied().collect();
        let mask = ProjectionMask::roots(metadata.parquet_schema(), roots.iter().copied());
        let groups = groups_in(&metadata, range);
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata).with_projection(mask).with_row_groups(groups);
        let reader = builder.with_batch_size(8192).build().map_err(|e| unreadable(path, e))?;
        // The reader gives the columns in the order of the file.
        let mut in_order = roots;
        in_order.sort_unstable();
        in_order.dedup();
        let places = found.iter().map(|index| index.and_then(|index| in_order.binary_search(&index).ok())).collect();
        Ok(Box::new(ParquetReader { path: path.to_owned(), reader, places, schema: self.context.schema_of(columns) }))
    }

    fn plan(
        &self,
        files: &[(PathBuf, u64)],
        columns: &[usize],
        limit: Option<u64>,
        parallelism: usize,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        let mut found = Vec::with_capacity(files.len());
        for (path, size) in files {
            let metadata = read_metadata(&File::open(path)?, path)?;
            if !self.is_plain(&metadata, columns) {
                return Ok(None);
            }
            found.push((path, *size, metadata));
        }
        self.scan(&found, columns, limit, parallelism)
            .map(Some)
            .map_err(|e| Error::internal("a plan for parquet files fails").with_source(e))
    }
}

impl ParquetFiles {
    /// The place of a column in a file, found by name.
    fn index_in(&self, schema: &Schema, column: usize) -> Option<usize> {
        schema.index_of(&self.context.columns[column].name).ok()
    }

    /// True when the engine reads these columns as we do.
    fn is_plain(&self, metadata: &ArrowReaderMetadata, columns: &[usize]) -> bool {
        let wanted = self.context.schema_of(columns);
        columns.iter().zip(wanted.fields()).all(|(column, wanted)| match self.index_in(metadata.schema(), *column) {
            Some(index) => {
                is_plain(metadata.schema().field(index).data_type(), wanted.data_type()) || {
                    let found = read_as(metadata.schema().field(index).data_type());
                    is_plain(&found, wanted.data_type())
                }
            }
            None => true,
        })
    }

    /// The bytes of some columns of a file.
    fn size_of(&self, metadata: &ArrowReaderMetadata, columns: &[usize]) -> u64 {
        let wanted: Vec<usize> = columns.iter().filter_map(|column| self.index_in(metadata.schema(), *column)).collect();
        let chunks = metadata.metadata().row_groups().iter().flat_map(|group| group.columns().iter().enumerate());
        let is_wanted = |leaf: usize| wanted.contains(&metadata.parquet_schema().get_column_root_idx(leaf));
        chunks.filter(|(leaf, _)| is_wanted(*leaf)).map(|(_, chunk)| chunk.byte_range().1).sum()
    }

    fn scan(
        &self,
        files: &[(&PathBuf, u64, ArrowReaderMetadata)],
        columns: &[usize],
        limit: Option<u64>,
        parallelism: usize,
    ) -> Result<Arc<dyn ExecutionPlan>, DataFusionError> {
        let all: Vec<usize> = (0..self.context.columns.len()).collect();
        let mut options = TableParquetOptions::default();
        options.global.coerce_int96 = Some("us".into());
        options.global.pushdown_filters = true;
        let progress = self.context.report.progress(&self.context.table);
        progress.expect_bytes(files.iter().map(|(_, _, metadata)| self.size_of(metadata, columns)).sum());
        let mut local = LocalFiles { files: HashMap::new(), progress };
        let mut group = Vec::with_capacity(files.len());
        for (path, size, metadata) in files {
            let file = PartitionedFile::new(path.to_string_lossy(), *size);
            let known = KnownFile { path: (*path).clone(), metadata: Arc::clone(metadata.metadata()) };
            local.files.insert(file.object_meta.location.to_string(), known);
            group.push(file);
        }
        let source = ParquetSource::new(TableSchema::from_file_schema(self.context.schema_of(&all)))
            .with_table_parquet_options(options)
            .with_parquet_file_reader_factory(Arc::new(local));
        let groups = vec![FileGroup::new(group)];
        let partitioner = FileGroupPartitioner::new().with_target_partitions(parallelism).with_repartition_file_min_size(1 << 20);
        let groups = partitioner.repartition_file_groups(&groups).unwrap_or(groups);
        let config = FileScanConfigBuilder::new(ObjectStoreUrl::local_filesystem(), Arc::new(source))
            .with_file_groups(groups)
            .with_limit(limit.and_then(|limit| usize::try_from(limit).ok()))
            .with_projection_indices(Some(columns.to_vec()))?;
        Ok(DataSourceExec::from_data_source(config.build()))
    }
}

/// Reads the end of a file, with texts as views.
fn read_metadata(file: &File, path: &Path) -> Result<ArrowReaderMetadata> {
    let options = || ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let metadata = ArrowReaderMetadata::load(file, options()).map_err(|e| unreadable(path, e))?;
    let fields = metadata.schema().fields().iter().map(|field| Arc::new(field.as_ref().clone().with_data_type(read_as(field.data_type()))));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let plain = metadata.metadata().clone();
    ArrowReaderMetadata::try_new(plain, ArrowReaderOptions::new().with_schema(schema)).map_err(|e| unreadable(path, e))
}

/// The row groups that begin in a range of a file.
fn groups_in(metadata: &ArrowReaderMetadata, range: Range<u64>) -> Vec<usize> {
    let begins_in = |index: &usize| {
        let group = metadata.metadata().row_group(*index);
        let first = group.columns().first().map_or(0, |column| column.byte_range().0);
        range.contains(&first)
    };
    (0..metadata.metadata().num_row_groups()).filter(begins_in).collect()
}

struct ParquetReader {
    path: PathBuf,
    reader: ParquetRecordBatchReader,
    /// For each wanted column its place in what the reader gives; `None` when the file does not have it.
    places: Vec<Option<usize>>,
    schema: SchemaRef,
}

impl FileReader for ParquetReader {
    fn read(&mut self, _max_rows: usize) -> Result<Option<RecordBatch>> {
        let Some(batch) = self.reader.next() else { return Ok(None) };
        let batch = batch.map_err(|e| unreadable(&self.path, e))?;
        let column = |(place, field): (&Option<usize>, &Arc<arrow::datatypes::Field>)| -> Result<ArrayRef> {
            match place {
                Some(place) => adapt(batch.column(*place), field.data_type()).map_err(|e| self.misfit(field.name(), e)),
                None => Ok(new_null_array(field.data_type(), batch.num_rows())),
            }
        };
        let columns = self.places.iter().zip(self.schema.fields()).map(column).collect::<Result<Vec<_>>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options);
        rows.map(Some).map_err(|e| Error::internal("a parquet batch does not fit its schema").with_source(e))
    }
}

impl ParquetReader {
    fn misfit(&self, column: &str, source: arrow::error::ArrowError) -> Error {
        let message = format!("column '{column}' of file '{}' does not hold values of the table's type", self.path.display());
        Error::data(message).with_source(source)
    }
}

fn unreadable(path: &Path, source: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(ErrorKind::Data, format!("'{}' is not a parquet file, or a damaged one", path.display())).with_source(source)
}
