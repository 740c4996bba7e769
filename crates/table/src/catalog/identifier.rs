//! Names of objects in catalogs.

use std::fmt;

/// `catalog.database.object`
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectIdentifier {
    pub catalog: String,
    pub database: String,
    pub object: String,
}

/// `database.object` within a catalog
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectPath {
    pub database: String,
    pub object: String,
}

impl ObjectIdentifier {
    pub fn new(catalog: impl Into<String>, database: impl Into<String>, object: impl Into<String>) -> Self {
        ObjectIdentifier { catalog: catalog.into(), database: database.into(), object: object.into() }
    }

    pub fn path(&self) -> ObjectPath {
        ObjectPath { database: self.database.clone(), object: self.object.clone() }
    }

    /// `catalog.database.object`, unquoted: how Flink names sinks and prints most messages.
    pub fn summary(&self) -> String {
        format!("{}.{}.{}", self.catalog, self.database, self.object)
    }
}

/// Quoted with back-ticks: `` `catalog`.`database`.`object` ``.
impl fmt::Display for ObjectIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = |s: &str| s.replace('`', "``");
        write!(f, "`{}`.`{}`.`{}`", quote(&self.catalog), quote(&self.database), quote(&self.object))
    }
}

impl fmt::Display for ObjectPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.database, self.object)
    }
}
