//! Name resolution: SQL in, the bound tree or rendered diagnostics out.

extern crate tamias_resolve as resolve;

mod captures;
mod cases;
mod expressions;
mod hints;
mod inserts;
mod mistakes;
mod pruning;
mod queries;
mod streaming;
mod support;
mod tables;
