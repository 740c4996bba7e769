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

use crate::print::with_stack;

/// Clones and compares the nodes of which deep trees are made; these trees need more stack than a thread may have.
macro_rules! deep {
    ($($node:ident { $($field:ident),* })*) => {$(
        impl Clone for $node {
            fn clone(&self) -> Self {
                with_stack(|| $node { $($field: self.$field.clone()),* })
            }
        }

        impl PartialEq for $node {
            fn eq(&self, other: &Self) -> bool {
                with_stack(|| $(self.$field == other.$field)&&*)
            }
        }
    )*};
}

deep! {
    DataType { kind, nullable, span }
    Expr { kind, span }
    Pattern { kind, span }
    Query { with, body, order_by, limit, offset, fetch, span }
    SetOperation { op, op_span, quantifier, left, right, span }
    TableRef { kind, alias, span }
}
