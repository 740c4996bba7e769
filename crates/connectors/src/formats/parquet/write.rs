//! Writes Parquet files that carry nothing of how they came to be.

use super::adapt::adapt;
use super::options::WriteOptions;
use crate::formats::decode::{Encoder, FormatContext};
use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use diag::{Error, Result};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::file::properties::WriterProperties;
use std::sync::Arc;

pub(super) struct ParquetEncoder {
    schema: SchemaRef,
    group_size: usize,
    writer: ArrowWriter<Vec<u8>>,
    table: String,
}

impl ParquetEncoder {
    pub(super) fn new(context: &FormatContext, options: WriteOptions) -> Result<Self> {
        let all: Vec<usize> = (0..context.columns.len()).collect();
        let fields = context.schema_of(&all).fields().iter().map(|field| Arc::new(written_field(field))).collect::<Vec<_>>();
        let schema = Arc::new(Schema::new(fields));
        let properties = WriterProperties::builder()
            .set_compression(options.compression)
            .set_dictionary_enabled(options.dictionary)
            .set_data_page_size_limit(options.page_size)
            .set_dictionary_page_size_limit(options.dictionary_size)
            .set_coerce_types(true)
            .build();
        let writer_options =
            ArrowWriterOptions::new().with_properties(properties).with_skip_arrow_metadata(true).with_schema_root("flink_schema".into());
        let writer = ArrowWriter::try_new_with_options(Vec::new(), Arc::clone(&schema), writer_options).map_err(|e| {
            Error::invalid(format!("the parquet format has no form for the columns of table '{}'", context.table)).with_source(e)
        })?;
        Ok(ParquetEncoder { schema, group_size: options.group_size, writer, table: context.table.clone() })
    }

    /// Hands over what the writer has finished.
    fn drain(&mut self, out: &mut Vec<u8>) {
        out.append(self.writer.inner_mut());
    }

    fn failed(&self, source: impl std::error::Error + Send + Sync + 'static) -> Error {
        Error::data(format!("a row of table '{}' cannot be written as parquet", self.table)).with_source(source)
    }
}

impl Encoder for ParquetEncoder {
    fn encode(&mut self, rows: &RecordBatch, out: &mut Vec<u8>) -> Result<()> {
        let columns = rows.columns().iter().zip(self.schema.fields()).map(|(column, field)| {
            forbid_null_keys(column, &self.table)?;
            adapt(column, field.data_type()).map_err(|e| self.failed(e))
        });
        let columns = columns.collect::<Result<Vec<_>>>()?;
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(|e| self.failed(e))?;
        self.writer.write(&rows).map_err(|e| Error::data("a parquet file cannot be written").with_source(e))?;
        if self.writer.in_progress_size() >= self.group_size {
            self.writer.flush().map_err(|e| Error::data("a parquet file cannot be written").with_source(e))?;
        }
        self.drain(out);
        Ok(())
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        self.writer.finish().map_err(|e| Error::data("a parquet file cannot be written").with_source(e))?;
        self.drain(out);
        Ok(())
    }
}

/// The field of a file: keys of maps are never NULL there.
fn written_field(field: &Field) -> Field {
    let inner = |field: &Arc<Field>| Arc::new(written_field(field));
    let data_type = match field.data_type() {
        DataType::List(element) => DataType::List(inner(element)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(inner).collect()),
        DataType::Map(entries, is_sorted) => {
            let DataType::Struct(fields) = entries.data_type() else { return field.clone() };
            let fields = fields.iter().enumerate().map(|(i, field)| Arc::new(written_field(field).with_nullable(i > 0))).collect();
            DataType::Map(Arc::new(entries.as_ref().clone().with_data_type(DataType::Struct(fields))), *is_sorted)
        }
        other => other.clone(),
    };
    field.clone().with_data_type(data_type)
}

fn forbid_null_keys(array: &dyn Array, table: &str) -> Result<()> {
    match array.data_type() {
        DataType::Map(..) if array.as_map().keys().null_count() > 0 => {
            Err(Error::data(format!("the parquet format has no form for a NULL key of a map in table '{table}'")))
        }
        DataType::Map(..) => forbid_null_keys(array.as_map().values(), table),
        DataType::List(_) => forbid_null_keys(array.as_list::<i32>().values(), table),
        DataType::Struct(_) => array.as_struct().columns().iter().try_for_each(|column| forbid_null_keys(column, table)),
        _ => Ok(()),
    }
}
