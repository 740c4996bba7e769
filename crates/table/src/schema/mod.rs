//! Schemas of tables: columns, watermark, primary key.

use crate::types::LogicalType;
use diag::Span;
use std::sync::Arc;

/// The columns of a table and what is declared about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    pub columns: Vec<Column>,
    pub watermark: Option<Watermark>,
    pub primary_key: Option<PrimaryKey>,
    /// INDEX and UNIQUE INDEX, which Blink has.
    pub indexes: Vec<TableIndex>,
}

/// Columns by which the rows of a dimension table are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableIndex {
    pub unique: bool,
    pub columns: Vec<String>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    pub kind: ColumnKind,
    /// For a computed column the type of its expression.
    pub data_type: LogicalType,
    pub comment: Option<String>,
    /// Where the column is declared.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ColumnKind {
    Physical,
    /// `name AS expr`
    Computed(SqlText),
    /// `name type METADATA [FROM 'key'] [VIRTUAL]`; the key is the column's name when none is written.
    Metadata {
        key: Option<String>,
        is_virtual: bool,
    },
}

/// An expression or query kept as text, with the place it came from so that messages point there.
#[derive(Clone, Debug)]
pub struct SqlText {
    /// As written by the user.
    pub text: Arc<str>,
    /// The place of `text`.
    pub span: Span,
    /// Fully qualified and quoted, as SHOW CREATE prints it.
    pub expanded: Arc<str>,
}

impl PartialEq for SqlText {
    fn eq(&self, other: &Self) -> bool {
        self.expanded == other.expanded
    }
}

/// `WATERMARK FOR column AS strategy`
#[derive(Clone, Debug, PartialEq)]
pub struct Watermark {
    /// A column, or the path of a nested field.
    pub column: Vec<String>,
    pub strategy: SqlText,
    pub span: Span,
}

/// `CONSTRAINT name PRIMARY KEY (columns) NOT ENFORCED`
#[derive(Clone, Debug, PartialEq)]
pub struct PrimaryKey {
    pub name: String,
    pub columns: Vec<String>,
    pub span: Span,
}

impl Schema {
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name == name)
    }

    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.name == name)
    }

    /// The columns that the connector reads and writes as data.
    pub fn physical(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|c| c.kind == ColumnKind::Physical)
    }

    /// The columns that INSERT writes: all but computed and VIRTUAL ones.
    pub fn persisted(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|c| match c.kind {
            ColumnKind::Physical => true,
            ColumnKind::Computed(_) => false,
            ColumnKind::Metadata { is_virtual, .. } => !is_virtual,
        })
    }
}

impl Column {
    pub fn physical(name: impl Into<String>, data_type: LogicalType) -> Self {
        Column { name: name.into(), kind: ColumnKind::Physical, data_type, comment: None, span: Span::none() }
    }

    /// The metadata key of a metadata column.
    pub fn metadata_key(&self) -> Option<&str> {
        match &self.kind {
            ColumnKind::Metadata { key, .. } => Some(key.as_deref().unwrap_or(&self.name)),
            _ => None,
        }
    }
}
