//! The csv format.

mod convert;
mod cut;
mod decode;
mod encode;
mod marks;
mod options;
mod scan;
#[cfg(test)]
mod tests;

use self::decode::CsvDecoder;
use self::encode::CsvEncoder;
use self::options::{CsvOptions, OPTIONS};
use super::Format;
use super::decode::{Decoder, DecodingFormat, Encoder, EncodingFormat, FormatContext};
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Error, Result};
use std::path::Path;
use std::sync::Arc;
use table::connector::FormatInfo;
use table::schema::Schema;

#[derive(Debug)]
pub(crate) struct Csv;

impl FormatInfo for Csv {
    fn identifier(&self) -> &'static str {
        "csv"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn runs(&self) -> bool {
        true
    }

    fn check(&self, options: &ResolvedOptions, _schema: &Schema) -> Vec<Diagnostic> {
        options::check(options)
    }
}

impl Format for Csv {
    fn decoding(&self, context: &FormatContext) -> Result<Arc<dyn DecodingFormat>> {
        Ok(Arc::new(CsvFormat::new(context)?))
    }

    fn encoding(&self, context: &FormatContext) -> Result<Arc<dyn EncodingFormat>> {
        Ok(Arc::new(CsvFormat::new(context)?))
    }
}

/// The format with its options, for the records of one table.
#[derive(Debug)]
struct CsvFormat {
    context: Arc<FormatContext>,
    options: Arc<CsvOptions>,
}

impl CsvFormat {
    fn new(context: &FormatContext) -> Result<Self> {
        for column in &context.columns {
            if let Some(data_type) = convert::unsupported(&column.data_type, false) {
                let message = format!(
                    "the csv format has no form for {data_type}, the type of column '{}' of table '{}'",
                    column.name, context.table
                );
                return Err(Error::invalid(message));
            }
        }
        Ok(CsvFormat { context: Arc::new(context.clone()), options: Arc::new(CsvOptions::read(&context.options)) })
    }
}

impl DecodingFormat for CsvFormat {
    fn cuts(&self, file: &Path, length: u64, pieces: usize) -> Result<Vec<u64>> {
        cut::cuts(file, length, pieces, &self.options.dialect)
    }

    fn decoder(&self, columns: &[usize]) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(CsvDecoder::new(Arc::clone(&self.context), Arc::clone(&self.options), columns)))
    }
}

impl EncodingFormat for CsvFormat {
    fn encoder(&self) -> Result<Box<dyn Encoder>> {
        Ok(Box::new(CsvEncoder::new(&self.context.columns, Arc::clone(&self.options))))
    }
}
