//! Rows in memory as a source of a scan.

use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::{Field, Schema};
use diag::{Error, Result};
use std::collections::HashMap;
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{ReadOutcome, ScanColumn, ScanRequest, ScanSource, Split, SplitReader};

/// The columns of some rows.
#[derive(Clone, Debug)]
pub(in crate::testing) struct RowsSource {
    /// In the order of the physical columns of the table.
    pub(in crate::testing) physical: Vec<ArrayRef>,
    /// By metadata key.
    pub(in crate::testing) metadata: HashMap<String, ArrayRef>,
    pub(in crate::testing) rows: usize,
}

impl RowsSource {
    fn batch(&self, request: &ScanRequest) -> Result<RecordBatch> {
        let column = |column: &ScanColumn| match column {
            ScanColumn::Physical(index) => self.physical.get(*index).cloned(),
            ScanColumn::Metadata { key, .. } => self.metadata.get(key).cloned(),
        };
        let missing = || Error::internal("a fixture lacks a column that is read");
        let arrays = request.columns.iter().map(|wanted| column(wanted).ok_or_else(missing)).collect::<Result<Vec<_>>>()?;
        let fields: Vec<Field> =
            arrays.iter().enumerate().map(|(n, array)| Field::new(format!("c{n}"), array.data_type().clone(), true)).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)
            .map_err(|error| Error::internal(format!("a fixture has columns of different lengths: {error}")))
    }
}

impl ScanSource for RowsSource {
    fn is_bounded(&self) -> bool {
        true
    }

    fn splits(&self, _request: &ScanRequest, _target: usize) -> Result<Vec<Split>> {
        Ok(vec![Split::new("test", ())])
    }

    fn open(&self, request: &ScanRequest, _split: &Split) -> Result<Box<dyn SplitReader>> {
        Ok(Box::new(Once(Some(self.batch(request)?))))
    }
}

/// Gives one batch.
struct Once(Option<RecordBatch>);

impl SplitReader for Once {
    fn read(&mut self, _max_rows: usize) -> Result<ReadOutcome> {
        Ok(self.0.take().map_or(ReadOutcome::End, |rows| ReadOutcome::Batch(Batch::inserts(rows))))
    }
}
