//! What is translated: the statements of a script, and what is defined outside of it.

use crate::definition::TableDefinition;
use crate::sql_function::SqlFunction;
use crate::target::Engine;
use diag::{SourceMap, Span};
use sql::ast::ObjectName;
use sql::statements::Statement;

/// A script with its surroundings.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub statements: &'a [Statement],
    /// The texts that spans point into; they name the places in the comments of the output.
    pub sources: &'a SourceMap,
    /// Tables and functions that the script uses without defining them.
    pub registry: &'a dyn Registry,
    /// The engine whose SQL the script is. `None` judges each table by its own options.
    pub from: Option<Engine>,
    /// Whether engines without indexes take a UNIQUE INDEX for a primary key and do without an INDEX, instead of refusing both.
    pub lower_keys: bool,
    /// Whether secrets that the script spells out are written; else they are masked.
    pub shows_secrets: bool,
}

/// Definitions outside of a script.
pub trait Registry {
    /// A table by the name of a reference.
    fn table(&self, name: &ObjectName) -> Option<TableDefinition>;

    /// The streaming and the offline table of a name, where there are both; a script has to choose between them.
    fn candidates(&self, _name: &ObjectName) -> Vec<TableDefinition> {
        Vec::new()
    }

    /// Whether scripts may not change an option of a registered table.
    fn is_locked(&self, _table: &ObjectName, _connector: &str, _key: &str) -> bool {
        false
    }

    /// A function of a project; without a project, of the one that the script belongs to.
    fn function(&self, project: Option<&str>, name: &str) -> Option<FunctionDefinition>;
}

/// A registered function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionDefinition {
    /// The project it belongs to.
    pub project: String,
    pub name: String,
    pub class: String,
    /// JAVA, SCALA or PYTHON; `None` is the engine's default.
    pub language: Option<String>,
    pub jars: Vec<String>,
    /// The body, where it is SQL and no class.
    pub sql: Option<SqlFunction>,
    /// Where it is defined.
    pub span: Span,
}

/// Nothing is defined outside of the script.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRegistry;

impl Registry for NoRegistry {
    fn table(&self, _name: &ObjectName) -> Option<TableDefinition> {
        None
    }

    fn function(&self, _project: Option<&str>, _name: &str) -> Option<FunctionDefinition> {
        None
    }
}
