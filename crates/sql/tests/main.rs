//! Tests over the public interface of the crate.

extern crate tamias_sql as sql;

mod corpus;
mod format;
mod mistakes;
mod mutate;
mod print;
mod robust;
mod statement_mistakes;
mod statements;
mod tree;
