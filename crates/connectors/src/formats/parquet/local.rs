//! How the batch engine gets the bytes of Parquet files: straight from the file, with the metadata that planning read already.

use datafusion::common::Result as EngineResult;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::parquet::ParquetFileReaderFactory;
use datafusion::error::DataFusionError;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use futures::FutureExt;
use futures::future::BoxFuture;
use parquet::arrow::arrow_reader::ArrowReaderOptions;
use parquet::arrow::async_reader::AsyncFileReader;
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::ParquetMetaData;
use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use table::connector::ScanProgress;

/// A file that was looked at for planning.
#[derive(Debug)]
pub(super) struct KnownFile {
    pub(super) path: PathBuf,
    pub(super) metadata: Arc<ParquetMetaData>,
}

/// Opens the files of one scan, which the engine knows by their names in it.
#[derive(Debug)]
pub(super) struct LocalFiles {
    pub(super) files: HashMap<String, KnownFile>,
    pub(super) progress: Arc<ScanProgress>,
}

impl ParquetFileReaderFactory for LocalFiles {
    fn create_reader(
        &self,
        _partition: usize,
        file: PartitionedFile,
        _metadata_size_hint: Option<usize>,
        _metrics: &ExecutionPlanMetricsSet,
    ) -> EngineResult<Box<dyn AsyncFileReader + Send>> {
        let name = file.object_meta.location.as_ref();
        let known = self.files.get(name).ok_or_else(|| DataFusionError::Internal(format!("file '{name}' was not planned")))?;
        let file = File::open(&known.path)?;
        Ok(Box::new(LocalFile { file, metadata: Arc::clone(&known.metadata), progress: Arc::clone(&self.progress) }))
    }
}

/// Reads where it is called: the threads of the batch engine may wait for a disk, and a local read is shorter than handing it to another.
struct LocalFile {
    file: File,
    metadata: Arc<ParquetMetaData>,
    progress: Arc<ScanProgress>,
}

impl AsyncFileReader for LocalFile {
    fn get_bytes(&mut self, range: Range<u64>) -> BoxFuture<'_, ParquetResult<bytes::Bytes>> {
        std::future::ready(self.read(range)).boxed()
    }

    fn get_byte_ranges(&mut self, ranges: Vec<Range<u64>>) -> BoxFuture<'_, ParquetResult<Vec<bytes::Bytes>>> {
        std::future::ready(ranges.into_iter().map(|range| self.read(range)).collect()).boxed()
    }

    fn get_metadata<'a>(&'a mut self, _options: Option<&'a ArrowReaderOptions>) -> BoxFuture<'a, ParquetResult<Arc<ParquetMetaData>>> {
        std::future::ready(Ok(Arc::clone(&self.metadata))).boxed()
    }
}

impl LocalFile {
    fn read(&mut self, range: Range<u64>) -> ParquetResult<bytes::Bytes> {
        let length = range.end - range.start;
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
        self.file.seek(SeekFrom::Start(range.start))?;
        (&mut self.file).take(length).read_to_end(&mut bytes)?;
        if (bytes.len() as u64) < length {
            return Err(parquet::errors::ParquetError::EOF("the file became shorter while it was read".to_owned()));
        }
        self.progress.add_bytes(length);
        Ok(bytes.into())
    }
}
