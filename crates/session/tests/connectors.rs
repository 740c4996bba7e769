//! The connectors of the transcripts, as far as definitions look at them.

use diag::{Error, Result};
use options::{OptionSpec, ResolvedOptions};
use std::sync::Arc;
use table::LogicalType;
use table::connector::{
    Abilities, ConnectorLookup, FormatInfo, MetadataKey, ScanSource, SinkRequest, TableContext, TableFactory, TableSink,
};

/// Finds the connectors.
#[derive(Debug)]
pub struct Declared;

#[derive(Debug)]
struct Connector {
    identifier: &'static str,
    options: &'static [OptionSpec],
    scan: bool,
    sink: bool,
}

#[derive(Debug)]
struct Csv;

static CONNECTORS: &[Connector] = &[
    Connector {
        identifier: "filesystem",
        options: &[OptionSpec::string("path").required(), OptionSpec::string("format").required()],
        scan: true,
        sink: true,
    },
    Connector {
        identifier: "datagen",
        options: &[OptionSpec::long("number-of-rows"), OptionSpec::long("rows-per-second"), OptionSpec::string("fields.#.kind")],
        scan: true,
        sink: false,
    },
    Connector { identifier: "blackhole", options: &[], scan: false, sink: true },
    Connector { identifier: "print", options: &[OptionSpec::string("print-identifier")], scan: false, sink: true },
];

impl ConnectorLookup for Declared {
    fn connector(&self, identifier: &str) -> Option<&'static dyn TableFactory> {
        CONNECTORS.iter().find(|connector| connector.identifier == identifier).map(|connector| connector as _)
    }

    fn format(&self, identifier: &str) -> Option<&'static dyn FormatInfo> {
        (identifier == "csv").then_some(&Csv)
    }

    fn connectors(&self) -> Vec<&'static dyn TableFactory> {
        CONNECTORS.iter().map(|connector| connector as _).collect()
    }

    fn formats(&self) -> Vec<&'static dyn FormatInfo> {
        vec![&Csv]
    }
}

impl TableFactory for Connector {
    fn identifier(&self) -> &'static str {
        self.identifier
    }

    fn doc(&self) -> &'static str {
        ""
    }

    fn options(&self) -> &'static [OptionSpec] {
        self.options
    }

    fn abilities(&self) -> Abilities {
        let is_file = self.identifier == "filesystem";
        Abilities { scan: self.scan, lookup: false, sink: self.sink, runs: true, overwrite: is_file, partitions: is_file }
    }

    fn format_keys(&self) -> &'static [&'static str] {
        if self.identifier == "filesystem" { &["format"] } else { &[] }
    }

    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        if self.identifier != "filesystem" {
            return Vec::new();
        }
        let key = |key: &str, data_type: LogicalType| MetadataKey { key: key.into(), data_type: data_type.with_nullable(false), writable: false };
        vec![
            key("file.path", LogicalType::string()),
            key("file.name", LogicalType::string()),
            key("file.size", LogicalType::bigint()),
            key("file.modification-time", LogicalType::timestamp_ltz(3)),
        ]
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(Error::unsupported("nothing runs here"))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(Error::unsupported("nothing runs here"))
    }
}

impl FormatInfo for Csv {
    fn identifier(&self) -> &'static str {
        "csv"
    }

    fn doc(&self) -> &'static str {
        ""
    }

    fn options(&self) -> &'static [OptionSpec] {
        static OPTIONS: &[OptionSpec] =
            &[OptionSpec::string("field-delimiter"), OptionSpec::boolean("allow-comments"), OptionSpec::boolean("ignore-parse-errors")];
        OPTIONS
    }

    fn runs(&self) -> bool {
        true
    }
}
