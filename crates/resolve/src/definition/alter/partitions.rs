//! ALTER TABLE ADD and DROP PARTITION: the partitions that the catalog knows.

use super::super::Definer;
use super::super::diagnostics::INVALID_ALTER;
use super::super::model::option_map;
use diag::Diagnostic;
use indexmap::IndexMap;
use sql::ast::Literal;
use sql::statements::alter::PartitionSpec;
use sql::statements::create_table::Options;
use table::catalog::{CatalogTable, ObjectIdentifier};

/// The package of Flink's exceptions of catalogs.
const EXCEPTIONS: &str = "org.apache.flink.table.catalog.exceptions";

impl Definer<'_> {
    pub(super) fn add_partitions(
        &mut self,
        identifier: &ObjectIdentifier,
        table: &mut CatalogTable,
        if_not_exists: bool,
        partitions: &[(PartitionSpec, Option<Options>)],
    ) -> Option<()> {
        for (spec, options) in partitions {
            let values = self.partition_values(identifier, table, spec)?;
            let exists = table.partitions.iter().any(|(known, _)| *known == values);
            if exists && !if_not_exists {
                let flink = format!(
                    "{EXCEPTIONS}.PartitionAlreadyExistsException: Partition {} of table {} in catalog {} already exists.",
                    spec_text(&values),
                    identifier.path(),
                    identifier.catalog
                );
                let message = format!("partition {} exists already", plain_text(&values));
                self.report(Diagnostic::error(INVALID_ALTER, spec.span, message).with_help("Write ADD IF NOT EXISTS.").with_flink(flink));
                return None;
            }
            if !exists {
                table.partitions.push((values, option_map(options.as_ref())));
            }
        }
        Some(())
    }

    pub(super) fn drop_partitions(
        &mut self,
        identifier: &ObjectIdentifier,
        table: &mut CatalogTable,
        if_exists: bool,
        partitions: &[PartitionSpec],
    ) -> Option<()> {
        for spec in partitions {
            let values = self.partition_values(identifier, table, spec)?;
            let before = table.partitions.len();
            table.partitions.retain(|(known, _)| *known != values);
            if table.partitions.len() == before && !if_exists {
                let flink = format!(
                    "{EXCEPTIONS}.PartitionNotExistException: Partition {} of table {} in catalog {} does not exist.",
                    spec_text(&values),
                    identifier.path(),
                    identifier.catalog
                );
                let message = format!("partition {} does not exist", plain_text(&values));
                self.report(Diagnostic::error(INVALID_ALTER, spec.span, message).with_help("Write DROP IF EXISTS.").with_flink(flink));
                return None;
            }
        }
        Some(())
    }

    /// The values of all partition keys.
    fn partition_values(
        &mut self,
        identifier: &ObjectIdentifier,
        table: &CatalogTable,
        spec: &PartitionSpec,
    ) -> Option<IndexMap<String, String>> {
        let values = partition_spec(spec);
        let flink = if table.partition_keys.is_empty() {
            format!("TableNotPartitionedException: Table {} in catalog {} is not partitioned.", identifier.path(), identifier.catalog)
        } else if values.len() != table.partition_keys.len() || !table.partition_keys.iter().all(|key| values.contains_key(key)) {
            format!(
                "PartitionSpecInvalidException: PartitionSpec {} does not match partition keys [{}] of table {} in catalog {}.",
                spec_text(&values),
                table.partition_keys.join(", "),
                identifier.path(),
                identifier.catalog
            )
        } else {
            return Some(values);
        };
        let message = match table.partition_keys.is_empty() {
            true => format!("table '{}' is not partitioned", identifier.object),
            false => format!("a partition of table '{}' has the keys {}", identifier.object, table.partition_keys.join(", ")),
        };
        self.report(Diagnostic::error(INVALID_ALTER, spec.span, message).with_flink(format!("{EXCEPTIONS}.{flink}")));
        None
    }
}

/// The keys of a PARTITION clause with their values as text.
pub fn partition_spec(spec: &PartitionSpec) -> IndexMap<String, String> {
    let given = spec.entries.iter().filter_map(|(key, value)| Some((key.value.clone(), literal_text(&value.as_ref()?.literal))));
    given.collect()
}

fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Integer(text) | Literal::Decimal(text) | Literal::Approximate(text) | Literal::Binary(text) => text.clone(),
        Literal::String(text) | Literal::Date(text) | Literal::Time(text) | Literal::Timestamp(text) => text.value.clone(),
        Literal::Interval { value, .. } => value.value.clone(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Unknown | Literal::Null => "null".into(),
    }
}

/// `CatalogPartitionSpec{{b=1}}`
fn spec_text(values: &IndexMap<String, String>) -> String {
    format!("CatalogPartitionSpec{{{{{}}}}}", joined(values, ", "))
}

fn plain_text(values: &IndexMap<String, String>) -> String {
    format!("({})", joined(values, ", "))
}

fn joined(values: &IndexMap<String, String>, separator: &str) -> String {
    values.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(separator)
}
