//! From a script to plain SQL of another engine, and from bound statements to their lineage.
//!
//! [`render()`] takes a script with everything that Tamias understands beyond plain Flink SQL (settings of tables, hints with keys, functions
//! of projects, Blink's DDL) and writes the SQL of one [`Target`], with a note for each thing that was rewritten and an error for each that the
//! target cannot do. [`lineage()`] tells which columns of which tables reach which.

mod definition;
mod diagnostics;
mod input;
mod lineage;
mod projects;
mod render;
mod sql_function;
mod stores;
mod target;

pub use definition::{Keys, TableDefinition, TableOption};
pub use diagnostics::DIAGNOSTICS;
pub use input::{FunctionDefinition, Input, NoRegistry, Registry};
pub use lineage::{BoundStatement, ColumnLineage, Lineage, Origin, ResultLineage, Role, SourceColumn, lineage};
pub use projects::ProjectRegistry;
pub use render::{LineOrigin, Rendered, natural_mode, render};
pub use sql_function::SqlFunction;
pub use target::{Engine, Mode, Target};
