//! Looks up rows of a table that ends for each row of a stream.

use super::Evaluate;
use crate::operator::{Operator, Out};
use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow::compute::{concat_batches, take};
use arrow::datatypes::SchemaRef;
use arrow::row::{RowConverter, SortField};
use diag::{Error, Result};
use std::collections::HashMap;
use std::sync::Arc;
use table::changelog::Batch;

/// Port 0 is the stream, port 1 the table. Rows of the stream wait until the table has ended.
pub struct Lookup {
    keys: LookupKeys,
    /// The whole condition, over the columns of both.
    condition: Evaluate,
    /// Rows of the stream that find nothing stay.
    keeps_unmatched: bool,
    table_schema: SchemaRef,
    schema: SchemaRef,
    /// Rows of the table that has not ended.
    arriving: Vec<RecordBatch>,
    waiting: Vec<Batch>,
    table: Option<Table>,
    stream_has_ended: bool,
}

/// What finds rows: values of the stream and of the table, of the same types.
pub struct LookupKeys {
    pub stream: Vec<Evaluate>,
    pub table: Vec<Evaluate>,
}

/// The rows by their keys.
struct Table {
    rows: RecordBatch,
    converter: RowConverter,
    by_key: HashMap<Box<[u8]>, Vec<u32>>,
}

impl Lookup {
    pub fn new(keys: LookupKeys, condition: Evaluate, keeps_unmatched: bool, table_schema: SchemaRef, schema: SchemaRef) -> Self {
        let (arriving, waiting) = (Vec::new(), Vec::new());
        Lookup { keys, condition, keeps_unmatched, table_schema, schema, arriving, waiting, table: None, stream_has_ended: false }
    }

    fn look_up(&self, table: &Table, batch: &Batch, out: &mut Out) -> Result<()> {
        let keys = self.keys.stream.iter().map(|key| key(&batch.rows)).collect::<Result<Vec<_>>>()?;
        let (rows, found) = table.find(&keys)?;
        let candidates = self.joined(table, batch, &rows, &UInt32Array::from(found.clone()))?;
        let fits = (self.condition)(&candidates)?;
        let fits = fits.as_boolean_opt().ok_or_else(|| Error::internal("a condition that is not BOOLEAN"))?;
        let mut kept: Vec<(u32, Option<u32>)> = Vec::with_capacity(rows.len());
        let mut at = 0;
        for row in 0..batch.rows.num_rows() as u32 {
            let before = kept.len();
            while rows.get(at) == Some(&row) {
                if fits.is_valid(at) && fits.value(at) {
                    kept.push((row, Some(found[at])));
                }
                at += 1;
            }
            if self.keeps_unmatched && kept.len() == before {
                kept.push((row, None));
            }
        }
        let rows: Vec<u32> = kept.iter().map(|(row, _)| *row).collect();
        let found: UInt32Array = kept.iter().map(|(_, found)| *found).collect();
        let kinds = batch.kinds.as_ref().map(|kinds| rows.iter().map(|row| kinds[*row as usize]).collect());
        out.batch(Batch { rows: self.joined(table, batch, &rows, &found)?, kinds });
        Ok(())
    }

    /// Rows of the stream beside rows of the table.
    fn joined(&self, table: &Table, batch: &Batch, rows: &[u32], found: &UInt32Array) -> Result<RecordBatch> {
        let rows = UInt32Array::from(rows.to_vec());
        let left = batch.rows.columns().iter().map(|column| take(column, &rows, None));
        let right = table.rows.columns().iter().map(|column| take(column, found, None));
        let columns = left.chain(right).collect::<std::result::Result<Vec<_>, _>>().map_err(internal)?;
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options).map_err(internal)
    }

    fn finish_table(&mut self) -> Result<Table> {
        let rows = concat_batches(&self.table_schema, &std::mem::take(&mut self.arriving)).map_err(internal)?;
        let keys = self.keys.table.iter().map(|key| key(&rows)).collect::<Result<Vec<_>>>()?;
        Table::new(rows, &keys)
    }
}

impl Table {
    fn new(rows: RecordBatch, keys: &[ArrayRef]) -> Result<Self> {
        let fields = keys.iter().map(|key| SortField::new(key.data_type().clone())).collect();
        let converter = RowConverter::new(fields).map_err(internal)?;
        let mut by_key: HashMap<Box<[u8]>, Vec<u32>> = HashMap::new();
        for (row, key) in converter.convert_columns(keys).map_err(internal)?.iter().enumerate() {
            if keys.iter().all(|column| column.is_valid(row)) {
                by_key.entry(key.as_ref().into()).or_default().push(row as u32);
            }
        }
        Ok(Table { rows, converter, by_key })
    }

    /// The numbers of rows that ask, and of those that each finds, in order. NULL finds nothing.
    fn find(&self, keys: &[ArrayRef]) -> Result<(Vec<u32>, Vec<u32>)> {
        let (mut rows, mut found) = (Vec::new(), Vec::new());
        for (row, key) in self.converter.convert_columns(keys).map_err(internal)?.iter().enumerate() {
            if keys.iter().any(|column| column.is_null(row)) {
                continue;
            }
            for number in self.by_key.get(key.as_ref()).into_iter().flatten() {
                rows.push(row as u32);
                found.push(*number);
            }
        }
        Ok((rows, found))
    }
}

impl Operator for Lookup {
    fn batch(&mut self, port: usize, batch: Batch, out: &mut Out) -> Result<()> {
        match (port, &self.table) {
            (0, Some(table)) => return self.look_up(table, &batch, out),
            (0, None) => self.waiting.push(batch),
            _ => self.arriving.push(batch.rows),
        }
        Ok(())
    }

    fn watermark(&mut self, port: usize, millis: i64, out: &mut Out) -> Result<()> {
        // Rows that wait may be older.
        if port == 0 && self.table.is_some() {
            out.watermark(millis);
        }
        Ok(())
    }

    fn end(&mut self, port: usize, out: &mut Out) -> Result<()> {
        if port == 0 {
            self.stream_has_ended = true;
        } else {
            let table = self.finish_table()?;
            for batch in std::mem::take(&mut self.waiting) {
                self.look_up(&table, &batch, out)?;
            }
            self.table = Some(table);
        }
        if self.stream_has_ended && self.table.is_some() {
            out.end();
        }
        Ok(())
    }
}

fn internal(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}
