//! Lineage: which columns of which tables reach the columns of a result, and in which role.
//!
//! It is read from bound statements, in which views, common table expressions and subqueries are resolved already.

mod show;
mod trace;

use resolve::bound::{BoundInsert, BoundQuery};
use std::collections::{BTreeMap, BTreeSet};

/// A statement whose lineage is wanted.
#[derive(Clone, Copy, Debug)]
pub enum BoundStatement<'a> {
    Query(&'a BoundQuery),
    Insert(&'a BoundInsert),
}

/// How a column takes part in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Its values are in the result, perhaps changed.
    Direct,
    /// It decides which rows are there.
    Filter,
    /// It decides which rows meet.
    Join,
    /// Rows are grouped or partitioned by it.
    Group,
    /// Rows are ordered by it.
    Order,
}

/// A column of a table that is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceColumn {
    /// `catalog.database.table`
    pub table: String,
    pub column: String,
}

/// A column that takes part, and how.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    pub source: SourceColumn,
    pub role: Role,
}

/// A column of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLineage {
    pub name: String,
    pub origins: BTreeSet<SourceColumn>,
}

/// The lineage of one result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultLineage {
    /// The table that is written; `None` for a query.
    pub target: Option<String>,
    pub columns: Vec<ColumnLineage>,
    /// Columns that decide about whole rows.
    pub rows: BTreeSet<Origin>,
}

/// The lineage of some statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    pub results: Vec<ResultLineage>,
    /// The connectors of all tables.
    pub tables: BTreeMap<String, String>,
}

impl Lineage {
    /// Gives tables other names.
    pub fn rename(&mut self, name_of: &dyn Fn(&str) -> String) {
        let source = |source: &SourceColumn| SourceColumn { table: name_of(&source.table), ..source.clone() };
        for result in &mut self.results {
            result.target = result.target.as_deref().map(name_of);
            for column in &mut result.columns {
                column.origins = column.origins.iter().map(source).collect();
            }
            result.rows = result.rows.iter().map(|origin| Origin { source: source(&origin.source), ..origin.clone() }).collect();
        }
        self.tables = std::mem::take(&mut self.tables).into_iter().map(|(name, connector)| (name_of(&name), connector)).collect();
    }
}

impl Lineage {
    /// Adds that of another script.
    pub fn extend(&mut self, other: Lineage) {
        self.results.extend(other.results);
        self.tables.extend(other.tables);
    }
}

/// Tells where the results of statements come from.
pub fn lineage(statements: &[BoundStatement<'_>]) -> Lineage {
    let mut lineage = Lineage::default();
    for statement in statements {
        let (relation, sink) = match statement {
            BoundStatement::Query(query) => (&query.relation, None),
            BoundStatement::Insert(insert) => (&insert.relation, Some(&insert.sink)),
        };
        let target = sink.map(|sink| {
            let name = sink.table.identifier.summary();
            lineage.tables.insert(name.clone(), sink.factory.identifier().to_owned());
            name
        });
        let result = trace::trace(relation, target, &mut lineage.tables);
        lineage.results.push(result);
    }
    lineage
}
