//! Name resolution: syntax tree to bound query.
//!
//! Names, functions, types, hints and options are decided here, with Flink's rules and with a span for everything. The result is our own
//! tree ([`bound`]), which knows no query engine. Resolution returns a value *and* diagnostics: an expression that failed becomes one of
//! type UNKNOWN, which raises no further error, so that all independent mistakes of a statement are found at once.
//!
//! Entries: [`query()`] for a query, [`insert()`] and [`statement_set()`] for what writes, [`expression()`] for a single expression over
//! given columns, [`resolve_data_type()`] for a type.

pub mod bound;
pub mod coercion;
mod columns;
mod context;
pub mod definition;
mod diagnostics;
mod dimension;
mod expr;
mod functions;
mod hints;
mod insert;
mod mirror;
mod names;
mod nested_json;
mod options;
mod prune;
mod query;
mod settings;
mod streaming;
mod types;

pub use context::{Context, ElsewhereTable, MirrorSide, Standing, TableLayers};
pub use diagnostics::{AMBIGUOUS_TABLE_TYPE, DIAGNOSTICS, LOCKED_OPTION, REPLACED_BY_BIND, STREAMING_NOT_SUPPORTED};
pub use expr::expression;
pub use functions::{refuse_base_class, refuse_class};
pub use insert::{insert, statement_set};
pub use query::query;
pub use settings::{KeySlot, SchemaProperty, SchemaSetting, TableKeys, with_offset};
pub use types::resolve_data_type;
