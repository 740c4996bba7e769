//! The syntax tree. Every node has a [`diag::Span`]; no node knows what a name means.
//!
//! Equality of nodes ignores spans only where a node says so; use [`crate::print`] to compare two trees by their text.

mod data_type;
mod expr;
mod hint;
mod ident;
mod literal;
mod match_recognize;
mod query;

pub use data_type::*;
pub use expr::*;
pub use hint::*;
pub use ident::*;
pub use literal::*;
pub use match_recognize::*;
pub use query::*;
