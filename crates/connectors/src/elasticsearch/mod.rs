//! The elasticsearch connectors, as far as checking needs them: one for each version of Elasticsearch.

mod options;

use self::options::OPTIONS;
use crate::{not_here, only_sink};
use ::options::OptionSpec;
use diag::{Diagnostic, Result};
use std::sync::Arc;
use table::changelog::ChangelogMode;
use table::connector::{Abilities, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};

/// One version of the connector.
#[derive(Debug)]
pub(crate) struct Elasticsearch {
    identifier: &'static str,
    has_document_types: bool,
}

pub(crate) static ELASTICSEARCH_6: Elasticsearch = Elasticsearch { identifier: "elasticsearch-6", has_document_types: true };
pub(crate) static ELASTICSEARCH_7: Elasticsearch = Elasticsearch { identifier: "elasticsearch-7", has_document_types: false };
pub(crate) static ELASTICSEARCH_8: Elasticsearch = Elasticsearch { identifier: "elasticsearch-8", has_document_types: false };

impl TableFactory for Elasticsearch {
    fn identifier(&self) -> &'static str {
        self.identifier
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: false, lookup: false, sink: true, runs: false, overwrite: false, partitions: false }
    }

    fn format_keys(&self) -> &'static [&'static str] {
        &["format"]
    }

    fn check(&self, table: &TableContext) -> Vec<Diagnostic> {
        let is_given = table.options.is_set("document-type");
        let found = match (self.has_document_types, is_given) {
            (true, false) => {
                let message = format!("missing required option 'document-type' of table '{}'", table.identifier.object);
                Some(Diagnostic::error("missing-required-option", table.span, message))
            }
            (false, true) => {
                Some(table.options.conflict(&["document-type"], format!("connector '{}' has no document types", self.identifier)))
            }
            _ => None,
        };
        found.into_iter().collect()
    }

    /// With a key documents replace each other.
    fn sink_changelog(&self, table: &TableContext) -> ChangelogMode {
        if table.schema.primary_key.is_some() { ChangelogMode::Upsert } else { ChangelogMode::InsertOnly }
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(only_sink(self.identifier))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(self.identifier))
    }
}
