//! Running what statements were resolved to: queries, INSERTs, plans to be shown.
//!
//! The interface is blocking: [`QueryRun::next_rows`] waits for rows. Batch queries run on a shared pool of threads that starts with the first of
//! them; a streaming query runs on a thread of its own.

mod cancel;
mod explain;
mod insert;
mod levels;
mod query;
mod secrets;

pub use cancel::CancelToken;
pub use levels::BatchPlanTexts;
pub use query::{QueryRun, ResultColumn};

use crate::Session;
use diag::{Error, Result, Span};
use planner::PlanContext;
use resolve::bound::{Column, Relation, RelationKind};
use runtime::{ConstraintEnforcer, LengthPolicy, NullPolicy};
use std::sync::{Arc, OnceLock};
use table::connector::{Environment, ScanReport};
use table::function::EvalContext;
use tokio::runtime::Runtime;

/// The stack that a thread needs to plan and execute any statement: the plan of a long chain of conditions is as deep as the chain is long.
/// Only what is used of it takes memory.
pub const STACK_BYTES: usize = 512 << 20;

impl Session {
    /// What a statement is planned with.
    fn plan_context(&self, environment: &Environment) -> PlanContext {
        let eval = EvalContext {
            zone: environment.zone,
            query_start_millis: environment.clock.now_millis(),
            clock: Arc::clone(&environment.clock),
            legacy_cast: self.configuration.get_enum("table.exec.legacy-cast-behaviour").eq_ignore_ascii_case("ENABLED"),
            current_catalog: self.catalogs.current_catalog().into(),
            current_database: self.catalogs.current_database().into(),
            streaming: environment.streaming,
        };
        PlanContext { functions: Arc::clone(&self.functions), eval, parallelism: self.threads() }
    }

    /// `parallelism.default` where it is set, else one thread for each core: a single machine has nothing to gain from fewer.
    fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if !self.configuration.is_set("parallelism.default") {
            return cores;
        }
        usize::try_from(self.configuration.get_int("parallelism.default")).unwrap_or(1).clamp(1, cores * 4)
    }

    /// Enforces what the columns declare, as the configuration says.
    fn enforcer(&self, columns: &[Column], span: Span) -> ConstraintEnforcer {
        let nulls = match self.configuration.get_enum("table.exec.sink.not-null-enforcer") {
            "DROP" => NullPolicy::Drop,
            _ => NullPolicy::Error,
        };
        let lengths = match self.configuration.get_enum("table.exec.sink.type-length-enforcer") {
            "TRIM_PAD" => LengthPolicy::TrimPad,
            "ERROR" => LengthPolicy::Error,
            _ => LengthPolicy::Ignore,
        };
        let columns = columns.iter().map(|c| (c.name.clone(), c.data_type.clone())).collect();
        ConstraintEnforcer::new(columns, nulls, lengths, span)
    }
}

/// The reports of the scans below a relation: cells that became NULL and rows that were dropped, once it has run.
pub fn scan_reports(relation: &Relation) -> Vec<Arc<ScanReport>> {
    let mut reports: Vec<Arc<ScanReport>> = Vec::new();
    relation.visit(&mut |inner| {
        if let RelationKind::Scan(scan) = &inner.kind {
            let report = &scan.table.environment.report;
            if !reports.iter().any(|known| Arc::ptr_eq(known, report)) {
                reports.push(Arc::clone(report));
            }
        }
    });
    reports
}

/// The pool of threads for batch queries of all sessions.
fn pool() -> Result<&'static Runtime> {
    static POOL: OnceLock<std::io::Result<Runtime>> = OnceLock::new();
    let start =
        || tokio::runtime::Builder::new_multi_thread().thread_name("tamias-batch").thread_stack_size(STACK_BYTES).enable_all().build();
    POOL.get_or_init(start).as_ref().map_err(|e| Error::internal(format!("threads cannot be started: {e}")))
}
