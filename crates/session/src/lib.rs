//! The library facade: a session that reads Flink SQL statements and carries them out.
//!
//! [`Session::execute`] takes one statement: definitions, settings and listings are done at once; a query, an INSERT or an EXPLAIN comes
//! back resolved, for the planner. [`Session::check`] goes through a whole script on a copy and touches nothing outside. [`client`] turns
//! results into the text that Flink's client prints.

pub mod client;
mod command_line;
mod diagnostics;
mod flink;
mod like_pattern;
mod modules;
mod parallel;
mod permissions;
mod precompile;
mod projects;
mod repeated;
mod result;
pub mod run;
mod session;
mod statements;
mod workspace_check;

pub use command_line::RejectSink;
pub use diagnostics::{DIAGNOSTICS, UNAVAILABLE};
pub use modules::Modules;
pub use planner::DIAGNOSTICS as PLANNER_DIAGNOSTICS;
pub use precompile::{Precompiled, PrecompiledMode, TopicUse, precompile};
pub use projects::{FileCheck, OpenWorkspace, TaskScript, expand_variables};
pub use result::{ContentTable, ExplainSubject, Explanation, Job, PreparedQuery, StatementResult};
pub use runtime::DIAGNOSTICS as RUNTIME_DIAGNOSTICS;
pub use session::{Execution, Session, SessionParts};
pub use workspace::DIAGNOSTICS as WORKSPACE_DIAGNOSTICS;
pub use workspace::{Expansion, Secrets, file_options, find_root};
pub use workspace_check::{WorkspaceCheck, check_task, check_workspace};
