//! Rows in test files: how they are read, and how their cells become values of a type.

mod cell;
mod read;
mod source;

pub(super) use cell::{Cell, Placed, instant, value_of};
pub(super) use read::{Rows, read, write};
pub(super) use source::RowsSource;
