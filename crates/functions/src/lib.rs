//! Flink's built-in functions over Arrow arrays.
//!
//! A function is one file: its documentation, its signature, its result type, its evaluation; and one line in its group's list.
//! [`Builtins`] finds them by name. Operators are functions too, found by their symbol.

pub mod aggregate;
pub mod bitmap;
pub mod cast;
pub mod collection;
pub mod conditional;
pub mod json;
pub mod kernel;
pub mod math;
pub mod operators;
pub mod signature;
pub mod string;
pub mod temporal;

#[cfg(test)]
mod captures;
mod definitions;
mod registry;
mod row_codec;

pub use definitions::{DEFINITIONS, Definition};
pub use registry::{Builtins, Entry, GROUPS, Group, aggregate_entry, doc_of, scalar_entry};
