//! INSERTs that run together as one job.

use super::cancel::{CancelToken, cancelled};
use super::pool;
use crate::{Job as PreparedJob, Session};
use diag::Result;
use planner::{PlanContext, does_not_run, plan_batch, plan_stream, write_batch};
use resolve::bound::{BoundInsert, BoundSink, Relation};
use runtime::operators::Sink;
use runtime::{ConstraintEnforcer, Dataflow, Job, JobEnd};
use std::borrow::Cow;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use table::connector::TableSink;

/// How often a waiting job looks whether it was cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(20);

impl Session {
    /// Runs INSERTs until all rows are written and published.
    pub fn run_job(&self, job: &PreparedJob, cancel: &CancelToken) -> Result<()> {
        let context = self.plan_context(&self.environment(job.streaming));
        let targets = job.inserts.iter().map(|insert| self.target(insert)).collect::<Result<Vec<_>>>()?;
        match job.streaming {
            true => stream(&targets, &context, cancel),
            false => batch(&targets, &context, cancel),
        }
    }

    fn target<'i>(&self, insert: &'i BoundInsert) -> Result<Target<'i>> {
        let relation = self.with_secrets(&insert.relation)?;
        let filled = self.sink_with_secrets(&insert.sink)?;
        let BoundSink { factory, table, request, .. } = filled.as_ref();
        let sink = match &self.overrides.stand_ins {
            Some(stand_ins) => stand_ins.sink(table, request, *factory)?,
            None => factory.sink(table, request).map_err(|error| does_not_run(error, table))?,
        };
        let mut columns = insert.relation.columns.clone();
        // What is enforced is what the table declares, not what the query happens to give.
        for (column, declared) in columns.iter_mut().zip(table.schema.persisted()) {
            column.name.clone_from(&declared.name);
            column.data_type = declared.data_type.clone();
        }
        Ok(Target { relation, sink, enforcer: self.enforcer(&columns, insert.span) })
    }
}

/// Where one INSERT writes.
struct Target<'i> {
    relation: Cow<'i, Relation>,
    sink: Arc<dyn TableSink>,
    enforcer: ConstraintEnforcer,
}

fn batch(targets: &[Target<'_>], context: &PlanContext, cancel: &CancelToken) -> Result<()> {
    pool()?.block_on(async {
        for target in targets {
            let plan = plan_batch(&target.relation, context).await?;
            tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(cancelled()),
                written = write_batch(&plan, &target.sink, &target.enforcer) => written?,
            }
        }
        Ok(())
    })
}

fn stream(targets: &[Target<'_>], context: &PlanContext, cancel: &CancelToken) -> Result<()> {
    let mut flow = Dataflow::default();
    let mut written = Vec::with_capacity(targets.len());
    for target in targets {
        let finished = Arc::new(Mutex::new(Vec::new()));
        let sink = Sink::new(target.sink.writer(0)?, target.enforcer.clone(), Arc::clone(&finished));
        plan_stream(&target.relation, context, Box::new(sink), &mut flow)?;
        written.push(finished);
    }
    let outcome = wait(Job::start(flow)?, cancel);
    for (target, finished) in targets.iter().zip(written) {
        match &outcome {
            Ok(JobEnd::Finished) => {
                let finished = std::mem::take(&mut *finished.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
                target.sink.commit(finished)?;
            }
            _ => target.sink.abort(),
        }
    }
    match outcome? {
        JobEnd::Finished => Ok(()),
        JobEnd::Cancelled => Err(cancelled()),
    }
}

fn wait(job: Job, cancel: &CancelToken) -> Result<JobEnd> {
    while job.is_running() {
        if cancel.is_cancelled() {
            job.cancel();
            break;
        }
        std::thread::sleep(CANCEL_CHECK);
    }
    job.join()
}
