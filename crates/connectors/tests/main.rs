//! The connectors from outside: one suite over all of them, and what each of those that run does.

mod conformance;
mod datagen;
mod declared;
mod files;
mod print;
mod support;
