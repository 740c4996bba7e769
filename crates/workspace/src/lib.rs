//! Projects on disk: meta tables, mirror tables, functions, data sources, tasks, variables, environments.
//!
//! [`Workspace::load`] reads a directory and finds every mistake in it; [`Workspace::view`] is what one environment sees of it: names of
//! projects, values of variables, options of data sources. [`View::definitions`] reads the definitions of tables and functions, which a
//! session turns into the objects of the read-only [`WorkspaceCatalog`].

mod bind;
mod blink;
mod catalog;
mod definitions;
mod diagnostics;
mod dialect;
mod import;
mod literal_secrets;
mod load;
mod locks;
mod names;
mod parsed;
mod permissions;
pub mod releases;
mod secrets;
mod settings;
mod source;
pub mod subscriptions;
mod variables;
mod view;
pub mod yaml;

pub use bind::file_options;
pub use blink::{FlinkForm, as_flink};
pub use catalog::{Content, MirrorTable, ProjectContent, WorkspaceCatalog};
pub use definitions::{Definitions, FunctionDefinition, MirrorDefinition, TableDefinition};
pub use diagnostics::{
    DIAGNOSTICS, DUPLICATE_SETTING, ENDING_PERMISSION, HIDDEN_TABLE, INVALID_FILE, LITERAL_PROJECT, MIRROR_MODES, NATIVE_DDL,
    PERMISSION_DENIED, TOPIC_CREDENTIALS, UNCHECKED_PERMISSIONS, UNDEFINED_VARIABLE, UNUSED_SETTING,
};
pub use dialect::{Dialect, Engine};
pub use import::{Import, ImportRequest, NewFile, import};
pub use load::{Project, ScriptFile, Workspace, find_root};
pub use locks::{Locks, is_known_connector, table_type};
pub use names::task_clauses;
pub use parsed::ParsedScripts;
pub use permissions::{Account, Decision, End, Grant, GrantedObject, Permissions, Verb, Wanted};
pub use secrets::{SECRETS_FILE, Secrets, has_secret};
pub use settings::{DataSource, Environment, Policy, Setting, Settings, TaskSettings};
pub use variables::{Expansion, expand_variables};
pub use view::View;
