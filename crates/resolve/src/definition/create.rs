//! CREATE TABLE.

use super::columns::{missing_column, set_key_not_null, with_near};
use super::diagnostics::{
    DUPLICATE_COLUMN, INVALID_DISTRIBUTION, INVALID_PARTITION_KEY, INVALID_PRIMARY_KEY, INVALID_TABLE_AS, INVALID_WATERMARK,
};
use super::like::Strategies;
use super::{Definer, SQL_VALIDATE, VALIDATION, plain_list, quoted_list, values};
use crate::Context;
use ::options::{Layer, OptionValue, Origin, TableOptions};
use diag::{Diagnostic, Span};
use sql::ast::Query;
use sql::statements::create_table::{self as ast, ColumnDef, CreateMode, CreateTable, MergeStrategy, TableElement, WatermarkDef};
use table::catalog::{CatalogTable, Distribution, DistributionMethod, ObjectIdentifier};
use table::{Column, ColumnKind, Schema};

/// What a CREATE TABLE defines.
#[derive(Clone, Debug)]
pub struct TableDefinition {
    pub identifier: ObjectIdentifier,
    pub table: CatalogTable,
    /// What fills the table: CREATE TABLE AS.
    pub query: Option<CreateTableQuery>,
}

/// The query of CREATE TABLE AS.
#[derive(Clone, Debug)]
pub struct CreateTableQuery {
    pub query: Box<Query>,
    /// The column of the table that each column of the query goes to.
    pub columns: Vec<String>,
}

/// Reads a CREATE TABLE.
pub fn create_table(context: &Context<'_>, statement: Span, node: &CreateTable) -> (Option<TableDefinition>, Vec<Diagnostic>) {
    let mut definer = Definer::new(context, statement);
    let definition = definer.create_table(node);
    (definition, definer.diagnostics)
}

/// A table that is being put together: from the source of LIKE, then from what is written.
pub(super) struct TableBuilder {
    pub(super) schema: Schema,
    pub(super) options: TableOptions,
    pub(super) partition_keys: Vec<String>,
    pub(super) distribution: Option<Distribution>,
    /// How many columns come from LIKE.
    pub(super) inherited: usize,
    pub(super) strategies: Strategies,
}

impl Definer<'_> {
    fn create_table(&mut self, node: &CreateTable) -> Option<TableDefinition> {
        let identifier = self.identifier(&node.name)?;
        if node.query.is_some() && node.temporary {
            self.temporary_table_as(node);
        }
        let key = self.primary_key_def(&node.elements);
        let watermark = self.only_watermark(&node.elements);
        let mut builder = match &node.like {
            Some(like) => self.inherit(like)?,
            None => TableBuilder::new(Strategies::default()),
        };
        for element in &node.elements {
            self.unsupported_element(element);
        }
        let given = node.query.as_deref().map(|query| (query, self.stored_columns(query)));
        let of_query = given.as_ref().and_then(|(_, columns)| columns.as_deref());
        self.add_columns(&mut builder, column_defs(&node.elements), of_query.unwrap_or_default());
        let query = match given {
            Some((query, columns)) => Some(self.add_query(&mut builder, node, query, columns?)?),
            None => None,
        };
        self.set_watermark(&mut builder, watermark);
        if let Some(key) = key
            && builder.can_have_key(self, key.span)
            && self.key_is_physical(&builder, &key)
        {
            builder.schema.primary_key = self.primary_key(&key);
        }
        set_key_not_null(&mut builder.schema);
        let query = query.map(|(query, given)| {
            self.check_assigned(&builder.schema, &given);
            query
        });
        self.set_partitions(&mut builder, node);
        self.set_distribution(&mut builder, node);
        self.set_options(&mut builder, node);
        let table = CatalogTable {
            schema: builder.schema,
            comment: node.comment.as_ref().map(|comment| comment.value.clone()),
            options: builder.options,
            partition_keys: builder.partition_keys,
            distribution: builder.distribution,
            partitions: Vec::new(),
            span: self.statement,
        };
        self.check_options(&identifier, &table, node.name.span);
        Some(TableDefinition { identifier, table, query })
    }

    fn temporary_table_as(&mut self, node: &CreateTable) {
        let flink = match node.mode {
            CreateMode::Create => "CREATE TABLE AS SELECT syntax does not support to create temporary table yet.",
            CreateMode::CreateOrReplace => "CREATE OR REPLACE TABLE AS SELECT syntax does not support temporary table yet.",
            CreateMode::Replace => "REPLACE TABLE AS SELECT syntax does not support temporary table yet.",
        };
        let diagnostic = Diagnostic::error(INVALID_TABLE_AS, node.name.span, "a table made from a query cannot be temporary")
            .with_help("Leave out TEMPORARY, or create the table first and fill it with INSERT.")
            .with_flink(format!("{SQL_VALIDATE}: {flink}"));
        self.report(diagnostic);
    }

    fn only_watermark<'n>(&mut self, elements: &'n [TableElement]) -> Option<&'n WatermarkDef> {
        let mut watermarks = elements.iter().filter_map(|element| match element {
            TableElement::Watermark(watermark) => Some(watermark),
            _ => None,
        });
        let first = watermarks.next()?;
        for further in watermarks {
            let diagnostic = Diagnostic::error(INVALID_WATERMARK, further.span, "a table has only one watermark")
                .with_label(first.span, "the first one")
                .with_flink("org.apache.flink.sql.parser.impl.ParseException: Multiple WATERMARK declarations are not supported yet.");
            self.report(diagnostic);
        }
        Some(first)
    }

    /// Adds the declared columns: physical and metadata columns first, because computed ones may use them wherever they stand, and those of
    /// the query of CREATE TABLE AS too.
    fn add_columns(&mut self, builder: &mut TableBuilder, defs: Vec<&ColumnDef>, of_query: &[Column]) {
        let mut defined: Vec<Option<Column>> = vec![None; defs.len()];
        let is_computed = |def: &ColumnDef| matches!(def.kind, ast::ColumnKind::Computed(_));
        for (def, slot) in defs.iter().zip(&mut defined).filter(|(def, _)| !is_computed(def)) {
            *slot = Some(self.column(def, &[]));
        }
        let inherited = builder.schema.columns.iter().filter(|c| !matches!(c.kind, ColumnKind::Computed(_)));
        let mut in_sight: Vec<Column> = inherited.chain(defined.iter().flatten()).cloned().collect();
        let undeclared = of_query.iter().filter(|column| !in_sight.iter().any(|known| known.name == column.name));
        let undeclared: Vec<Column> = undeclared.cloned().collect();
        let declared = in_sight.len();
        in_sight.extend(undeclared);
        for (def, slot) in defs.iter().zip(&mut defined).filter(|(def, _)| is_computed(def)) {
            *slot = Some(self.column(def, &in_sight));
        }
        let physical: Vec<String> =
            in_sight[..declared].iter().filter(|c| c.kind == ColumnKind::Physical).map(|c| c.name.clone()).collect();
        for (def, column) in defs.iter().zip(defined.into_iter().flatten()) {
            self.add_column(builder, column, &physical, def.name.span);
        }
    }

    fn add_column(&mut self, builder: &mut TableBuilder, column: Column, physical: &[String], span: Span) {
        let Some(at) = builder.schema.index_of(&column.name) else {
            if !matches!(column.kind, ColumnKind::Physical) && physical.contains(&column.name) {
                self.duplicate_column(builder, &column, &column, span);
            }
            builder.schema.columns.push(column);
            return;
        };
        let existing = &builder.schema.columns[at];
        let overwrites = match (&column.kind, &existing.kind) {
            (ColumnKind::Computed(_), ColumnKind::Computed(_)) => builder.strategies.generated == MergeStrategy::Overwriting,
            (ColumnKind::Metadata { .. }, ColumnKind::Metadata { .. }) => builder.strategies.metadata == MergeStrategy::Overwriting,
            _ => false,
        };
        if overwrites && at < builder.inherited {
            builder.schema.columns[at] = column;
        } else {
            let existing = existing.clone();
            self.duplicate_column(builder, &column, &existing, span);
        }
    }

    fn duplicate_column(&mut self, builder: &TableBuilder, column: &Column, existing: &Column, span: Span) {
        let name = &column.name;
        let is_inherited = builder.schema.index_of(name).is_some_and(|at| at < builder.inherited);
        let existing_is_physical = existing.kind == ColumnKind::Physical || std::ptr::eq(column, existing);
        let flink = match &column.kind {
            ColumnKind::Physical if is_inherited => format!("A column named '{name}' already exists in the base table."),
            ColumnKind::Physical => format!("A regular Column named '{name}' already exists in the table."),
            ColumnKind::Computed(_) if existing_is_physical => {
                format!(
                    "A column named '{name}' already exists in the table. Duplicate columns exist in the compute column and regular column. "
                )
            }
            ColumnKind::Metadata { .. } if existing_is_physical => {
                format!(
                    "A column named '{name}' already exists in the table. Duplicate columns exist in the metadata column and regular column. "
                )
            }
            ColumnKind::Computed(_) if matches!(existing.kind, ColumnKind::Computed(_)) => format!(
                "A generated column named '{name}' already exists in the base table. You might want to specify EXCLUDING GENERATED or OVERWRITING GENERATED."
            ),
            ColumnKind::Computed(_) => {
                format!(
                    "A column named '{name}' already exists in the base table. Computed columns can only overwrite other computed columns."
                )
            }
            ColumnKind::Metadata { .. } if matches!(existing.kind, ColumnKind::Metadata { .. }) => format!(
                "A metadata column named '{name}' already exists in the base table. You might want to specify EXCLUDING METADATA or OVERWRITING METADATA."
            ),
            ColumnKind::Metadata { .. } => {
                format!(
                    "A column named '{name}' already exists in the base table. Metadata columns can only overwrite other metadata columns."
                )
            }
        };
        let diagnostic = Diagnostic::error(DUPLICATE_COLUMN, span, format!("column '{name}' is declared twice"))
            .with_label(existing.span, if is_inherited { "in the source of LIKE" } else { "the first one" })
            .with_flink(format!("{VALIDATION}: {}", flink.trim_end()));
        self.report(diagnostic);
    }

    fn set_watermark(&mut self, builder: &mut TableBuilder, def: Option<&WatermarkDef>) {
        let Some(def) = def else { return };
        if let Some(inherited) = &builder.schema.watermark
            && builder.strategies.watermarks != MergeStrategy::Overwriting
        {
            let column = inherited.column.join(".");
            let flink = format!(
                "{VALIDATION}: There already exists a watermark spec for column '{column}' in the base table. You might want to specify \
                 EXCLUDING WATERMARKS or OVERWRITING WATERMARKS."
            );
            let diagnostic = like_conflict(def.span, "the source of LIKE has a watermark already", "WATERMARKS", true).with_flink(flink);
            self.report(diagnostic);
            return;
        }
        let watermark = self.watermark(def, &builder.schema.columns);
        builder.schema.watermark = watermark;
    }

    fn key_is_physical(&mut self, builder: &TableBuilder, key: &super::columns::KeyDef<'_>) -> bool {
        let before = self.diagnostics.len();
        for column in &key.columns {
            let position = self.position(column.span);
            let name = &column.value;
            match builder.schema.column(name) {
                Some(found) if found.kind == ColumnKind::Physical => {}
                Some(_) => {
                    let flink = format!(
                        "{VALIDATION}: Could not create a PRIMARY KEY with column '{name}' at {position}.\nA PRIMARY KEY constraint must be \
                         declared on physical columns."
                    );
                    let message = format!("column '{name}' is computed or metadata and cannot be in the primary key");
                    self.report(Diagnostic::error(INVALID_PRIMARY_KEY, column.span, message).with_flink(flink));
                }
                None => {
                    let flink = format!("{VALIDATION}: Primary key column '{name}' is not defined in the schema at {position}");
                    let near = with_near(missing_column(column.span, name), name, builder.names());
                    self.report(near.with_flink(flink));
                }
            }
        }
        self.diagnostics.len() == before
    }

    fn set_partitions(&mut self, builder: &mut TableBuilder, node: &CreateTable) {
        let Some(first) = node.partitioned_by.first() else { return };
        if !builder.partition_keys.is_empty() && builder.strategies.partitions != MergeStrategy::Excluding {
            let flink = "The base table already has partitions defined. You might want to specify EXCLUDING PARTITIONS.";
            let diagnostic = like_conflict(first.span, "the source of LIKE is partitioned already", "PARTITIONS", false);
            self.report(diagnostic.with_flink(format!("{VALIDATION}: {flink}")));
            return;
        }
        for key in &node.partitioned_by {
            let name = &key.value;
            match builder.schema.column(name) {
                Some(column) if column.kind == ColumnKind::Physical => {}
                Some(_) => {
                    let available = plain_list(builder.schema.physical().map(|c| c.name.as_str()));
                    let flink = format!(
                        "{VALIDATION}: Invalid partition key '{name}'. A partition key must reference a physical column in the schema. \
                         Available columns are: {available}"
                    );
                    let message = format!("column '{name}' is computed or metadata and cannot partition the table");
                    self.report(Diagnostic::error(INVALID_PARTITION_KEY, key.span, message).with_flink(flink));
                }
                None => {
                    let available = quoted_list(builder.names());
                    let flink =
                        format!("{VALIDATION}: Partition column '{name}' not defined in the table schema. Available columns: {available}");
                    let near = with_near(missing_column(key.span, name), name, builder.names());
                    self.report(near.with_flink(flink));
                }
            }
        }
        builder.partition_keys = values(&node.partitioned_by);
    }

    fn set_distribution(&mut self, builder: &mut TableBuilder, node: &CreateTable) {
        let Some(def) = &node.distribution else { return };
        if builder.distribution.is_some() && builder.strategies.distribution != MergeStrategy::Excluding {
            let flink = "The base table already has a distribution defined. You might want to specify EXCLUDING DISTRIBUTION.";
            let diagnostic = like_conflict(def.span, "the source of LIKE is distributed already", "DISTRIBUTION", false);
            self.report(diagnostic.with_flink(format!("{VALIDATION}: {flink}")));
            return;
        }
        builder.distribution = self.distribution(def, &builder.schema);
    }

    /// A distribution, checked against the columns of its table.
    pub(super) fn distribution(&mut self, def: &ast::Distribution, schema: &Schema) -> Option<Distribution> {
        let buckets = match &def.buckets {
            Some(count) => match count.value.parse::<u32>() {
                Ok(number) if number > 0 => Some(number),
                _ => {
                    let flink = format!(
                        "{VALIDATION}: Invalid bucket count '{}'. The number of buckets for a distributed table must be at least 1.",
                        count.value
                    );
                    let message = format!("'{}' is no number of buckets", count.value);
                    self.report(Diagnostic::error(INVALID_DISTRIBUTION, count.span, message).with_flink(flink));
                    return None;
                }
            },
            None => None,
        };
        for column in &def.columns {
            if schema.physical().any(|c| c.name == column.value) {
                continue;
            }
            let flink = format!(
                "{VALIDATION}: Invalid bucket key '{}'. A bucket key for a distribution must reference a physical column in the schema. \
                 Available columns are: {}",
                column.value,
                plain_list(schema.physical().map(|c| c.name.as_str())),
            );
            let message = format!("'{}' is no physical column of the table and cannot distribute it", column.value);
            let diagnostic = Diagnostic::error(INVALID_DISTRIBUTION, column.span, message).with_flink(flink);
            self.report(with_near(diagnostic, &column.value, schema.physical().map(|c| c.name.as_str())));
            return None;
        }
        let method = def.method.map(|method| match method {
            ast::DistributionMethod::Hash => DistributionMethod::Hash,
            ast::DistributionMethod::Range => DistributionMethod::Range,
        });
        Some(Distribution { method, columns: values(&def.columns), buckets })
    }

    fn set_options(&mut self, builder: &mut TableBuilder, node: &CreateTable) {
        let Some(options) = &node.options else { return };
        for entry in &options.entries {
            let key = entry.key.text();
            let inherited = builder.options.get(&key).map(str::to_string);
            if let Some(value) = inherited
                && builder.strategies.options == MergeStrategy::Including
                && node.like.is_some()
            {
                let flink = format!(
                    "{VALIDATION}: There already exists an option ['{key}' -> '{value}']  in the base table. You might want to specify \
                     EXCLUDING OPTIONS or OVERWRITING OPTIONS."
                );
                let message = format!("the source of LIKE has option '{key}' already");
                self.report(like_conflict(entry.key.span(), &message, "OPTIONS", true).with_flink(flink));
            }
        }
        builder.options.merge(&table_options(options));
    }
}

impl TableBuilder {
    pub(super) fn new(strategies: Strategies) -> Self {
        TableBuilder {
            schema: Schema::default(),
            options: TableOptions::new(),
            partition_keys: Vec::new(),
            distribution: None,
            inherited: 0,
            strategies,
        }
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.schema.columns.iter().map(|c| c.name.as_str())
    }

    fn can_have_key(&self, definer: &mut Definer<'_>, span: Span) -> bool {
        let is_free = self.schema.primary_key.is_none();
        if !is_free {
            let flink = "The base table already has a primary key. You might want to specify EXCLUDING CONSTRAINTS.";
            let diagnostic = like_conflict(span, "the source of LIKE has a primary key already", "CONSTRAINTS", false);
            definer.report(diagnostic.with_flink(format!("{VALIDATION}: {flink}")));
        }
        is_free
    }
}

fn column_defs(elements: &[TableElement]) -> Vec<&ColumnDef> {
    let columns = elements.iter().filter_map(|element| match element {
        TableElement::Column(column) => Some(column),
        _ => None,
    });
    columns.collect()
}

fn like_conflict(span: Span, message: &str, feature: &str, can_overwrite: bool) -> Diagnostic {
    let help = match can_overwrite {
        true => format!("Write LIKE .. (OVERWRITING {feature}) or LIKE .. (EXCLUDING {feature})."),
        false => format!("Write LIKE .. (EXCLUDING {feature})."),
    };
    Diagnostic::error(super::diagnostics::INVALID_LIKE, span, message).with_help(help)
}

/// The options of a WITH clause, each with its place.
pub(super) fn table_options(options: &ast::Options) -> TableOptions {
    let mut layered = TableOptions::new();
    for entry in &options.entries {
        let origin = Origin::new(Layer::Definition, inside(&entry.key));
        let span = match &entry.value {
            ast::OptionValue::String(literal) => without_quotes(literal.span),
            other => other.span(),
        };
        layered.insert(entry.key.text(), OptionValue { text: entry.value.text(), origin, span });
    }
    layered
}

fn inside(key: &ast::OptionKey) -> Span {
    match key {
        ast::OptionKey::String(literal) => without_quotes(literal.span),
        ast::OptionKey::Name(name) => name.span,
    }
}

fn without_quotes(span: Span) -> Span {
    match span.end - span.start {
        0 | 1 => span,
        _ => Span::new(span.source, span.start + 1, span.end - 1),
    }
}
