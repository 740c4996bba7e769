//! Writing a table: writers, and publishing what they wrote.

use crate::changelog::Batch;
use diag::Result;
use std::any::Any;
use std::fmt;

/// A table that can be written by one statement. Nothing is visible before [`TableSink::commit`] unless the sink is a stream.
pub trait TableSink: fmt::Debug + Send + Sync {
    /// A writer for one task, numbered from 0.
    fn writer(&self, task: usize) -> Result<Box<dyn SinkWriter>>;

    /// Publishes what all writers of the statement wrote, and only then removes what OVERWRITE replaces.
    fn commit(&self, written: Vec<Committable>) -> Result<()>;

    /// Forgets what was written after a failure or an interruption.
    fn abort(&self);
}

/// What a finished writer hands over for publishing.
pub type Committable = Box<dyn Any + Send>;

/// Writes the rows of one task: the persisted columns of the table, in schema order.
pub trait SinkWriter: Send {
    fn write(&mut self, batch: &Batch) -> Result<()>;

    /// Makes everything so far durable; called now and then in streaming mode.
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Committable>;
}

/// How a statement writes.
#[derive(Clone, Debug, Default)]
pub struct SinkRequest {
    pub overwrite: bool,
    /// `PARTITION (k = 'v')`: the fixed values as text, by partition key; `None` is NULL.
    pub static_partition: Vec<(String, Option<String>)>,
}
