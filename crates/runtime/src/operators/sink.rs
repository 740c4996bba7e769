//! Writes rows to a table through its connector.

use crate::enforce::ConstraintEnforcer;
use crate::operator::{Operator, Out};
use diag::Result;
use std::sync::{Arc, Mutex};
use table::changelog::Batch;
use table::connector::{Committable, SinkWriter};

/// The end of an INSERT's dataflow. What the writer finishes with is left in `written` for the commit.
pub struct Sink {
    writer: Option<Box<dyn SinkWriter>>,
    enforcer: ConstraintEnforcer,
    written: Arc<Mutex<Vec<Committable>>>,
}

impl Sink {
    pub fn new(writer: Box<dyn SinkWriter>, enforcer: ConstraintEnforcer, written: Arc<Mutex<Vec<Committable>>>) -> Self {
        Sink { writer: Some(writer), enforcer, written }
    }
}

impl Operator for Sink {
    fn batch(&mut self, _port: usize, batch: Batch, _out: &mut Out) -> Result<()> {
        let batch = self.enforcer.apply(batch)?;
        match &mut self.writer {
            Some(writer) if batch.rows.num_rows() > 0 => writer.write(&batch),
            _ => Ok(()),
        }
    }

    fn flush(&mut self, _out: &mut Out) -> Result<()> {
        self.writer.as_mut().map_or(Ok(()), |writer| writer.flush())
    }

    fn end(&mut self, _port: usize, _out: &mut Out) -> Result<()> {
        if let Some(writer) = self.writer.take() {
            let written = writer.finish()?;
            self.written.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(written);
        }
        Ok(())
    }
}
