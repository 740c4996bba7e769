//! Hands result rows to a consumer on another thread.

use crate::enforce::ConstraintEnforcer;
use crate::operator::{Operator, Out};
use diag::{Error, ErrorKind, Result};
use std::sync::mpsc::SyncSender;
use table::changelog::Batch;

/// The end of a query's dataflow: rows go into a bounded channel, so that a slow consumer slows the query down.
pub struct Collect {
    rows: SyncSender<Batch>,
    enforcer: ConstraintEnforcer,
    left: Option<u64>,
}

impl Collect {
    /// `limit`: how many rows the consumer wants at most.
    pub fn new(rows: SyncSender<Batch>, enforcer: ConstraintEnforcer, limit: Option<u64>) -> Self {
        Collect { rows, enforcer, left: limit }
    }
}

impl Operator for Collect {
    fn batch(&mut self, _port: usize, batch: Batch, _out: &mut Out) -> Result<()> {
        let mut batch = self.enforcer.apply(batch)?;
        if let Some(left) = &mut self.left {
            let taken = batch.rows.num_rows().min(usize::try_from(*left).unwrap_or(usize::MAX));
            *left -= taken as u64;
            batch = Batch { rows: batch.rows.slice(0, taken), kinds: batch.kinds.map(|k| k[..taken].to_vec()) };
        }
        if batch.rows.num_rows() == 0 {
            return Ok(());
        }
        self.rows.send(batch).map_err(|_| Error::new(ErrorKind::Cancelled, "nobody reads the result any more"))
    }

    fn is_satisfied(&self) -> bool {
        self.left == Some(0)
    }
}
