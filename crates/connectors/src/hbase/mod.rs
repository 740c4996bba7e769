//! The hbase connectors, as far as checking needs them: one for each version of HBase.

mod options;

use self::options::OPTIONS;
use crate::diagnostics::UNSUITABLE_SCHEMA;
use crate::not_here;
use ::options::{LOOKUP_OPTIONS, OptionSpec, ResolvedOptions};
use diag::{Diagnostic, Result};
use std::sync::{Arc, LazyLock};
use table::changelog::ChangelogMode;
use table::connector::{Abilities, MetadataKey, ScanSource, SinkRequest, TableContext, TableFactory, TableSink};
use table::types::{LogicalType, TypeKind};

/// One version of the connector.
#[derive(Debug)]
pub(crate) struct HBase {
    identifier: &'static str,
}

pub(crate) static HBASE_1_4: HBase = HBase { identifier: "hbase-1.4" };
pub(crate) static HBASE_2_2: HBase = HBase { identifier: "hbase-2.2" };
pub(crate) static HBASE_2_6: HBase = HBase { identifier: "hbase-2.6" };

static ALL_OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(|| [OPTIONS, LOOKUP_OPTIONS].concat());

impl TableFactory for HBase {
    fn identifier(&self) -> &'static str {
        self.identifier
    }

    fn doc(&self) -> &'static str {
        include_str!("doc.md")
    }

    fn options(&self) -> &'static [OptionSpec] {
        &ALL_OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities { scan: true, lookup: true, sink: true, runs: false, overwrite: false, partitions: false }
    }

    fn metadata(&self, _options: &ResolvedOptions) -> Vec<MetadataKey> {
        vec![
            MetadataKey { key: "timestamp".into(), data_type: LogicalType::timestamp_ltz(3), writable: true },
            MetadataKey { key: "ttl".into(), data_type: LogicalType::bigint(), writable: true },
        ]
    }

    fn check(&self, table: &TableContext) -> Vec<Diagnostic> {
        check_row_key(table, self.identifier).into_iter().collect()
    }

    fn sink_changelog(&self, _table: &TableContext) -> ChangelogMode {
        ChangelogMode::Upsert
    }

    fn source(&self, _table: &TableContext) -> Result<Arc<dyn ScanSource>> {
        Err(not_here(self.identifier))
    }

    fn sink(&self, _table: &TableContext, _request: &SinkRequest) -> Result<Arc<dyn TableSink>> {
        Err(not_here(self.identifier))
    }
}

/// One column is the row key, all others are column families.
fn check_row_key(table: &TableContext, connector: &str) -> Option<Diagnostic> {
    let keys: Vec<_> = table.schema.physical().filter(|column| !matches!(column.data_type.kind, TypeKind::Row(_))).collect();
    match keys.as_slice() {
        [_] => None,
        [] => {
            let message = format!("table '{}' has no column for the row key of connector '{connector}'", table.identifier.object);
            Some(Diagnostic::error(UNSUITABLE_SCHEMA, table.span, message).with_help("Add one column that is not a ROW."))
        }
        [first, second, ..] => {
            let message = format!("'{}' and '{}' cannot both be the row key of connector '{connector}'", first.name, second.name);
            Some(
                Diagnostic::error(UNSUITABLE_SCHEMA, second.span, message)
                    .with_help("All columns but the row key are a ROW, one for each column family."),
            )
        }
    }
}
