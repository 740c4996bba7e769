//! Rendered scripts beside what they should be, the notes about them, and lineage.
//!
//! `scripts/*.sql` are rendered for every target into `rendered/`; `UPDATE_EXPECT=1` writes those files. The ones for Flink 2.3 were accepted by
//! real Flink; the tests of the program show them to it again where it is installed.

mod lineage;
mod notes;
mod registry;
mod scripts;
mod support;
mod workspace;
