//! The raw format: a table of one column, whose values are the bytes of the records.

mod charset;
mod codec;
mod options;
#[cfg(test)]
mod tests;

use self::charset::Charset;
use self::codec::{Layout, RawDecoder, RawEncoder};
use self::options::OPTIONS;
use super::Format;
use super::decode::{Decoder, DecodingFormat, Encoder, EncodingFormat, FormatContext};
use super::lines::cuts;
use crate::diagnostics::UNSUITABLE_SCHEMA;
use ::options::{OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Error, Result};
use std::path::Path;
use std::sync::Arc;
use table::connector::FormatInfo;
use table::schema::Schema;
use table::types::TypeKind;

#[derive(Debug)]
pub(crate) struct Raw;

impl FormatInfo for Raw {
    fn identifier(&self) -> &'static str {
        "raw"
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

    fn check(&self, options: &ResolvedOptions, schema: &Schema) -> Vec<Diagnostic> {
        let mut found = options::check(options);
        found.extend(check_schema(schema));
        found
    }
}

/// Reports a table with more than one column, at the second.
fn check_schema(schema: &Schema) -> Option<Diagnostic> {
    let second = schema.physical().nth(1)?;
    let columns: Vec<String> = schema.physical().map(|column| format!("`{}` {}", column.name, column.data_type)).collect();
    let flink = format!(
        "org.apache.flink.table.api.ValidationException: The 'raw' format only supports single physical column. However the defined schema contains multiple physical columns: [{}]",
        columns.join(", ")
    );
    let message = format!("format 'raw' takes one column, and '{}' is another", second.name);
    Some(Diagnostic::error(UNSUITABLE_SCHEMA, second.span, message).with_flink(flink))
}

impl Format for Raw {
    fn decoding(&self, context: &FormatContext) -> Result<Arc<dyn DecodingFormat>> {
        Ok(Arc::new(RawFormat::new(context)?))
    }

    fn encoding(&self, context: &FormatContext) -> Result<Arc<dyn EncodingFormat>> {
        Ok(Arc::new(RawFormat::new(context)?))
    }
}

/// The format with its options, for the records of one table.
#[derive(Debug)]
struct RawFormat {
    context: Arc<FormatContext>,
    layout: Layout,
}

impl RawFormat {
    fn new(context: &FormatContext) -> Result<Self> {
        let [column] = context.columns.as_slice() else {
            return Err(Error::invalid(format!("format 'raw' takes one column; table '{}' has {}", context.table, context.columns.len())));
        };
        let kind = &column.data_type.kind;
        let is_supported =
            kind.is_character() || kind.is_binary() || kind.is_integer() || kind.is_approximate() || *kind == TypeKind::Boolean;
        if !is_supported {
            return Err(Error::invalid(format!(
                "the raw format has no form for {}, the type of column '{}'",
                column.data_type, column.name
            )));
        }
        let charset = Charset::named(&context.options.get_str("charset")).unwrap_or(Charset::Utf8);
        let is_little = context.options.get_str("endianness").eq_ignore_ascii_case("little-endian");
        Ok(RawFormat { context: Arc::new(context.clone()), layout: Layout { charset, is_little } })
    }
}

impl DecodingFormat for RawFormat {
    fn cuts(&self, file: &Path, length: u64, pieces: usize) -> Result<Vec<u64>> {
        cuts(file, length, pieces)
    }

    fn decoder(&self, columns: &[usize]) -> Result<Box<dyn Decoder>> {
        let schema = self.context.schema_of(columns);
        Ok(Box::new(RawDecoder { context: Arc::clone(&self.context), layout: self.layout, schema }))
    }
}

impl EncodingFormat for RawFormat {
    fn encoder(&self) -> Result<Box<dyn Encoder>> {
        Ok(Box::new(RawEncoder { context: Arc::clone(&self.context), layout: self.layout }))
    }
}
