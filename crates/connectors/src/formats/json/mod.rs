//! The json format.

mod convert;
mod decode;
mod encode;
pub(super) mod options;
mod render;
mod scan;
#[cfg(test)]
mod tests;

use self::decode::JsonDecoder;
use self::encode::JsonEncoder;
use self::options::{JsonOptions, OPTIONS};
use super::Format;
use super::decode::{Decoder, DecodingFormat, Encoder, EncodingFormat, FormatContext};
use super::lines::cuts;
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Error, Result};
use std::path::Path;
use std::sync::Arc;
use table::connector::FormatInfo;
use table::schema::Schema;
use table::types::{LogicalType, TypeKind};

#[derive(Debug)]
pub(crate) struct Json;

impl FormatInfo for Json {
    fn identifier(&self) -> &'static str {
        "json"
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

impl Format for Json {
    fn decoding(&self, context: &FormatContext) -> Result<Arc<dyn DecodingFormat>> {
        Ok(Arc::new(JsonFormat::new(context)?))
    }

    fn encoding(&self, context: &FormatContext) -> Result<Arc<dyn EncodingFormat>> {
        Ok(Arc::new(JsonFormat::new(context)?))
    }
}

/// The format with its options, for the records of one table.
#[derive(Debug)]
struct JsonFormat {
    context: Arc<FormatContext>,
    options: Arc<JsonOptions>,
}

impl JsonFormat {
    fn new(context: &FormatContext) -> Result<Self> {
        for column in &context.columns {
            if let Some(data_type) = unsupported(&column.data_type) {
                let (name, table) = (&column.name, &context.table);
                return Err(Error::invalid(format!("the json format has no form for {data_type} in column '{name}' of table '{table}'")));
            }
        }
        Ok(JsonFormat { context: Arc::new(context.clone()), options: Arc::new(JsonOptions::read(&context.options)) })
    }
}

/// The part of a type that has no form in JSON; keys of maps must be text.
fn unsupported(data_type: &LogicalType) -> Option<&LogicalType> {
    match &data_type.kind {
        TypeKind::Array(element) => unsupported(element),
        TypeKind::Map(key, _) | TypeKind::Multiset(key) if !key.kind.is_character() => Some(data_type),
        TypeKind::Map(_, value) => unsupported(value),
        TypeKind::Row(fields) => fields.iter().find_map(|field| unsupported(&field.data_type)),
        TypeKind::Structured { .. } | TypeKind::Raw { .. } | TypeKind::Bitmap | TypeKind::Descriptor | TypeKind::Unknown => Some(data_type),
        _ => None,
    }
}

impl DecodingFormat for JsonFormat {
    fn cuts(&self, file: &Path, length: u64, pieces: usize) -> Result<Vec<u64>> {
        cuts(file, length, pieces)
    }

    fn decoder(&self, columns: &[usize]) -> Result<Box<dyn Decoder>> {
        Ok(Box::new(JsonDecoder::new(Arc::clone(&self.context), Arc::clone(&self.options), columns)))
    }
}

impl EncodingFormat for JsonFormat {
    fn encoder(&self) -> Result<Box<dyn Encoder>> {
        Ok(Box::new(JsonEncoder::new(&self.context.columns, Arc::clone(&self.options))))
    }
}
