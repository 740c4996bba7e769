//! Workspaces on disk and what a check says about them.

mod catalogue;
mod example;
mod files;
mod functions;
mod mirrors;
mod names;
mod naming;
mod permissions;
mod settings;
mod support;
