//! The contracts that the other crates meet at: logical types, schemas, catalogs, connectors and functions.
//!
//! This crate does no input or output and knows no syntax tree and no query engine; Arrow is the physical form of rows.

pub mod catalog;
pub mod changelog;
pub mod connector;
pub mod function;
pub mod schema;
pub mod text;
pub mod types;
pub mod value;
pub mod zone;

pub use schema::{Column, ColumnKind, PrimaryKey, Schema, SqlText, TableIndex, Watermark};
pub use types::{Field, LogicalType, TimeAttribute, TypeKind};
pub use value::{Timestamp, Value};
