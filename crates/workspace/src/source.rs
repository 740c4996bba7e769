//! Tables of data sources: `source.table` and `source.schema.table`. Nothing is asked of the store, so their columns are not known.

use diag::Span;
use options::{Layer, OptionValue, Origin, TableOptions};
use table::catalog::CatalogTable;
use table::{Column, ColumnKind, LogicalType, Schema, TypeKind};

/// Connectors that do not call the name of a table `table-name`.
const NAME_KEYS: &[(&str, &str)] = &[
    ("datahub", "topic"),
    ("hologres", "tablename"),
    ("kafka", "topic"),
    ("odps", "tablename"),
    ("ots", "tableName"),
    ("rds", "tableName"),
    ("sls", "logStore"),
    ("tt", "topic"),
    ("upsert-kafka", "topic"),
];

/// A table of a data source: it may have any column.
pub(crate) fn table_of_source(source: &TableOptions, table: &str) -> CatalogTable {
    let connector = source.get("connector").unwrap_or_default();
    let key = NAME_KEYS.iter().find(|(name, _)| *name == connector).map_or("table-name", |(_, key)| key);
    let mut options = source.clone();
    options.insert(key, OptionValue::new(table, Origin::nowhere(Layer::Definition)));
    let any = Column {
        name: "*".to_owned(),
        kind: ColumnKind::Physical,
        data_type: LogicalType::new(TypeKind::Unknown),
        comment: None,
        span: Span::none(),
    };
    CatalogTable {
        schema: Schema { columns: vec![any], ..Schema::default() },
        comment: None,
        options,
        partition_keys: Vec::new(),
        distribution: None,
        partitions: Vec::new(),
        span: Span::none(),
    }
}
