//! UNION ALL: passes the rows of all ports on.

use crate::operator::{Operator, Out};
use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use diag::{Error, Result};
use std::sync::Arc;
use table::changelog::Batch;

/// Event time is that of the slowest port; the end is that of the last.
pub struct Union {
    schema: SchemaRef,
    watermarks: Vec<i64>,
    passed_on: i64,
    open_ports: usize,
}

impl Union {
    pub fn new(ports: usize, schema: SchemaRef) -> Self {
        Union { schema, watermarks: vec![i64::MIN; ports], passed_on: i64::MIN, open_ports: ports }
    }
}

impl Operator for Union {
    fn batch(&mut self, _port: usize, batch: Batch, out: &mut Out) -> Result<()> {
        let columns = batch.rows.columns().to_vec();
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(|e| Error::internal(e.to_string()))?;
        out.batch(Batch { rows, kinds: batch.kinds });
        Ok(())
    }

    fn watermark(&mut self, port: usize, millis: i64, out: &mut Out) -> Result<()> {
        self.watermarks[port] = self.watermarks[port].max(millis);
        let slowest = self.watermarks.iter().copied().min().unwrap_or(i64::MAX);
        if slowest > self.passed_on {
            self.passed_on = slowest;
            out.watermark(slowest);
        }
        Ok(())
    }

    fn end(&mut self, _port: usize, out: &mut Out) -> Result<()> {
        self.open_ports -= 1;
        if self.open_ports == 0 {
            out.end();
        }
        Ok(())
    }
}
