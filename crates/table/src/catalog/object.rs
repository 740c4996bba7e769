//! What catalogs hold.

use crate::schema::{Column, Schema, SqlText};
use diag::Span;
use indexmap::IndexMap;
use options::TableOptions;
use std::fmt;
use std::sync::Arc;

/// A table-like object.
#[derive(Clone, Debug)]
pub enum CatalogObject {
    Table(Arc<CatalogTable>),
    View(Arc<CatalogView>),
}

#[derive(Clone, Debug)]
pub struct CatalogTable {
    pub schema: Schema,
    pub comment: Option<String>,
    /// The WITH options, each with its origin.
    pub options: TableOptions,
    pub partition_keys: Vec<String>,
    pub distribution: Option<Distribution>,
    /// The partitions registered by ALTER TABLE ADD PARTITION: the value of each key, and options.
    pub partitions: Vec<(IndexMap<String, String>, IndexMap<String, String>)>,
    /// Where it is defined.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    pub method: Option<DistributionMethod>,
    pub columns: Vec<String>,
    pub buckets: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistributionMethod {
    Hash,
    Range,
}

#[derive(Clone, Debug)]
pub struct CatalogView {
    /// The result columns of the query, renamed where the view has a column list.
    pub schema: Schema,
    /// As written, with its place; and expanded.
    pub query: SqlText,
    /// The catalog and database that were current when the view was created: its names are resolved there.
    pub current: (String, String),
    pub comment: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct CatalogDatabase {
    pub comment: Option<String>,
    pub options: IndexMap<String, String>,
}

/// A function that is not built in.
#[derive(Clone, Debug)]
pub struct CatalogFunction {
    pub class: String,
    pub language: Option<String>,
    /// `JAR` or `ARTIFACT`, and the path.
    pub resources: Vec<(String, String)>,
    pub options: IndexMap<String, String>,
    pub span: Span,
}

impl CatalogFunction {
    /// True for a function whose body is SQL, so that all of it is known.
    pub fn is_sql(&self) -> bool {
        self.options.contains_key("body")
    }
}

#[derive(Clone, Debug)]
pub struct CatalogModel {
    pub input: Vec<Column>,
    pub output: Vec<Column>,
    pub comment: Option<String>,
    pub options: IndexMap<String, String>,
    pub span: Span,
}

/// ``DISTRIBUTED BY HASH(`a`) INTO 4 BUCKETS``
impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DISTRIBUTED")?;
        if !self.columns.is_empty() {
            let method = match self.method {
                Some(DistributionMethod::Hash) => "HASH",
                Some(DistributionMethod::Range) => "RANGE",
                None => "",
            };
            let columns: Vec<_> = self.columns.iter().map(|column| format!("`{}`", column.replace('`', "``"))).collect();
            write!(f, " BY {method}({})", columns.join(", "))?;
        }
        match self.buckets {
            Some(count) => write!(f, " INTO {count} BUCKETS"),
            None => Ok(()),
        }
    }
}
