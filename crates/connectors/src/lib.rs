//! Connectors and formats: the systems and files that tables are read from and written to.
//!
//! Each connector has a folder with fixed file names and one line in [`FACTORIES`]; each format likewise in `formats`. Some only declare
//! what they know, so that scripts for a cluster can be checked: see [`table::connector::Abilities::runs`].

mod diagnostics;
pub mod formats;
mod print;

pub use diagnostics::DIAGNOSTICS;
