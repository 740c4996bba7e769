//! Prints rows, each with its kind.

use super::text::write_value;
use crate::formats::column::columns;
use diag::Result;
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{Committable, Output, SinkWriter, TableContext, TableSink};
use table::types::Field;

#[derive(Debug)]
pub(super) struct PrintSink {
    fields: Arc<[Field]>,
    identifier: Option<String>,
    to_error: bool,
    parallelism: i32,
    output: Arc<dyn Output>,
}

impl PrintSink {
    pub(super) fn new(table: &TableContext) -> Self {
        PrintSink {
            fields: table.schema.persisted().map(|column| Field::new(column.name.clone(), column.data_type.clone())).collect(),
            identifier: table.options.opt_str("print-identifier").filter(|text| !text.is_empty()),
            to_error: table.options.get_bool("standard-error"),
            parallelism: table.options.opt_int("sink.parallelism").unwrap_or(1),
            output: Arc::clone(&table.environment.output),
        }
    }

    /// What stands in front of the lines of a task.
    fn prefix(&self, task: usize) -> String {
        match (&self.identifier, self.parallelism > 1) {
            (Some(identifier), true) => format!("{identifier}:{}> ", task + 1),
            (Some(identifier), false) => format!("{identifier}> "),
            (None, true) => format!("{}> ", task + 1),
            (None, false) => String::new(),
        }
    }
}

impl TableSink for PrintSink {
    fn writer(&self, task: usize) -> Result<Box<dyn SinkWriter>> {
        let writer = PrintWriter {
            fields: Arc::clone(&self.fields),
            prefix: self.prefix(task),
            to_error: self.to_error,
            output: Arc::clone(&self.output),
        };
        Ok(Box::new(writer))
    }

    fn commit(&self, _written: Vec<Committable>) -> Result<()> {
        Ok(())
    }

    fn abort(&self) {}
}

struct PrintWriter {
    fields: Arc<[Field]>,
    prefix: String,
    to_error: bool,
    output: Arc<dyn Output>,
}

impl SinkWriter for PrintWriter {
    fn write(&mut self, batch: &Batch) -> Result<()> {
        let columns = columns(&batch.rows, &self.fields)?;
        let mut out = vec![];
        for row in 0..batch.rows.num_rows() {
            out.extend_from_slice(format!("{}{}[", self.prefix, batch.kind(row)).as_bytes());
            for (i, column) in columns.iter().enumerate() {
                out.extend_from_slice(if i > 0 { b", " } else { b"" });
                write_value(&mut out, column, row);
            }
            out.extend_from_slice(b"]\n");
        }
        let text = String::from_utf8_lossy(&out);
        if self.to_error { self.output.print_error(&text) } else { self.output.print(&text) }
    }

    fn finish(self: Box<Self>) -> Result<Committable> {
        Ok(Box::new(()))
    }
}
