//! Reading a table: splits, and readers of batches.

use crate::changelog::{Batch, ChangelogMode};
use crate::types::LogicalType;
use diag::Result;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A table that can be scanned.
pub trait ScanSource: fmt::Debug + Send + Sync {
    fn changelog(&self) -> ChangelogMode {
        ChangelogMode::InsertOnly
    }

    fn is_bounded(&self) -> bool;

    /// Divides the work into about `target` parts of similar size that can be read in any order and at the same time.
    fn splits(&self, request: &ScanRequest, target: usize) -> Result<Vec<Split>>;

    fn open(&self, request: &ScanRequest, split: &Split) -> Result<Box<dyn SplitReader>>;

    /// A plan of the batch engine that reads the same rows, where the source has a better one than its splits; the planner knows its type.
    fn batch_plan(&self, _request: &ScanRequest) -> Result<Option<Box<dyn Any + Send>>> {
        Ok(None)
    }

    /// The partitions found, each with the values of the partition keys (`None` for NULL); `None` when the table has no partition keys.
    fn partitions(&self) -> Result<Option<Vec<Vec<Option<String>>>>> {
        Ok(None)
    }
}

/// What a statement wants from a scan.
#[derive(Clone, Debug, Default)]
pub struct ScanRequest {
    /// The columns to produce, in this order. May be empty: then only the number of rows matters.
    pub columns: Vec<ScanColumn>,
    /// No more rows than these are needed.
    pub limit: Option<u64>,
    /// Only these partitions, by index into [`ScanSource::partitions`].
    pub partitions: Option<Vec<usize>>,
}

/// A column of the rows that a reader produces.
#[derive(Clone, Debug, PartialEq)]
pub enum ScanColumn {
    /// By index among the physical columns of the schema.
    Physical(usize),
    /// By metadata key; `data_type` is the connector's type, which a cast may follow.
    Metadata { key: String, data_type: LogicalType },
}

/// A part of a scan.
#[derive(Clone, Debug)]
pub struct Split {
    /// For messages and for resuming, such as `airports.csv:0+23811`.
    pub id: String,
    pub payload: Arc<dyn Payload>,
}

/// What a source keeps in its splits.
pub trait Payload: Any + fmt::Debug + Send + Sync {}

impl<T: Any + fmt::Debug + Send + Sync> Payload for T {}

impl Split {
    pub fn new(id: impl Into<String>, payload: impl Payload) -> Self {
        Split { id: id.into(), payload: Arc::new(payload) }
    }

    pub fn payload<T: 'static>(&self) -> Option<&T> {
        let any: &dyn Any = self.payload.as_ref();
        any.downcast_ref()
    }
}

/// Reads one split. Calls may block; they are made by a thread that may wait.
pub trait SplitReader: Send {
    /// Returns up to about `max_rows` rows.
    fn read(&mut self, max_rows: usize) -> Result<ReadOutcome>;
}

#[derive(Debug)]
pub enum ReadOutcome {
    Batch(Batch),
    /// Nothing now; ask again later.
    Idle,
    End,
}
