//! Filter and projection in one step. Keeps the kind of every row.

use crate::operator::{Operator, Out};
use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, RecordBatchOptions};
use arrow::compute::filter_record_batch;
use arrow::datatypes::SchemaRef;
use diag::{Error, Result};
use std::sync::Arc;
use table::changelog::Batch;

/// An expression over the columns of a batch.
pub type Evaluate = Box<dyn Fn(&RecordBatch) -> Result<ArrayRef> + Send>;

/// `WHERE condition` then `SELECT exprs`.
pub struct Calc {
    condition: Option<Evaluate>,
    /// `None` keeps the columns as they are.
    projection: Option<(Vec<Evaluate>, SchemaRef)>,
}

impl Calc {
    pub fn filter(condition: Evaluate) -> Self {
        Calc { condition: Some(condition), projection: None }
    }

    pub fn project(exprs: Vec<Evaluate>, schema: SchemaRef) -> Self {
        Calc { condition: None, projection: Some((exprs, schema)) }
    }
}

impl Operator for Calc {
    fn batch(&mut self, _port: usize, batch: Batch, out: &mut Out) -> Result<()> {
        let batch = match &self.condition {
            Some(condition) => keep_where(batch, condition)?,
            None => batch,
        };
        let Some((exprs, schema)) = &self.projection else {
            out.batch(batch);
            return Ok(());
        };
        if batch.rows.num_rows() == 0 {
            return Ok(());
        }
        let columns = exprs.iter().map(|e| e(&batch.rows)).collect::<Result<Vec<_>>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(batch.rows.num_rows()));
        let rows = RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options).map_err(internal)?;
        out.batch(Batch { rows, kinds: batch.kinds });
        Ok(())
    }
}

fn keep_where(batch: Batch, condition: &Evaluate) -> Result<Batch> {
    let mask = condition(&batch.rows)?;
    let mask = mask.as_boolean_opt().ok_or_else(|| Error::internal("a condition that is not BOOLEAN"))?;
    if mask.true_count() == mask.len() && mask.null_count() == 0 {
        return Ok(batch);
    }
    let rows = filter_record_batch(&batch.rows, mask).map_err(internal)?;
    let kept = |kinds: Vec<_>| kinds.into_iter().enumerate().filter(|(i, _)| mask.is_valid(*i) && mask.value(*i)).map(|(_, k)| k).collect();
    Ok(Batch { rows, kinds: batch.kinds.map(kept) })
}

fn internal(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}
