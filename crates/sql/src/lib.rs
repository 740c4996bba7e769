//! Flink SQL and its Dataphin extensions: text to syntax tree and back.
//!
//! This crate resolves no name and never fails: it returns what it could read and the diagnostics.

pub mod ast;
pub mod statements;
