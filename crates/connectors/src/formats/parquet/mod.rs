//! The parquet format.

mod adapt;
mod local;
mod options;
mod read;
#[cfg(test)]
mod tests;
mod write;

use self::options::{OPTIONS, WriteOptions};
use self::read::ParquetFiles;
use self::write::ParquetEncoder;
use super::Format;
use super::decode::{Encoder, EncodingFormat, FileFormat, FormatContext};
use ::options::OptionSpec;
use diag::Result;
use std::sync::Arc;
use table::connector::FormatInfo;

#[derive(Debug)]
pub(crate) struct Parquet;

impl FormatInfo for Parquet {
    fn identifier(&self) -> &'static str {
        "parquet"
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn options_are_complete(&self) -> bool {
        false
    }

    fn runs(&self) -> bool {
        true
    }
}

impl Format for Parquet {
    fn files(&self, context: &FormatContext) -> Option<Result<Arc<dyn FileFormat>>> {
        Some(Ok(Arc::new(ParquetFiles { context: Arc::new(context.clone()) })))
    }

    fn encoding(&self, context: &FormatContext) -> Result<Arc<dyn EncodingFormat>> {
        Ok(Arc::new(ParquetFormat { context: Arc::new(context.clone()), options: WriteOptions::read(&context.options) }))
    }
}

#[derive(Debug)]
struct ParquetFormat {
    context: Arc<FormatContext>,
    options: WriteOptions,
}

impl EncodingFormat for ParquetFormat {
    fn encoder(&self) -> Result<Box<dyn Encoder>> {
        Ok(Box::new(ParquetEncoder::new(&self.context, self.options)?))
    }
}
