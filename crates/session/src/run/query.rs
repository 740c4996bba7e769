//! A running query.

use super::cancel::{CancelToken, cancelled};
use super::pool;
use crate::{PreparedQuery, Session};
use diag::Result;
use futures::StreamExt;
use planner::{BatchPlan, RowStream, plan_batch, plan_stream};
use runtime::operators::Collect;
use runtime::{ConstraintEnforcer, Dataflow, Job, JobEnd};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;
use table::LogicalType;
use table::changelog::Batch;

/// How many batches of a streaming query may wait for the consumer.
const WAITING_BATCHES: usize = 4;

/// How often a waiting consumer looks whether it was cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(20);

/// A query that runs; rows come by [`QueryRun::next_rows`]. Dropping it stops the query.
pub struct QueryRun {
    columns: Vec<ResultColumn>,
    streaming: bool,
    cancel: CancelToken,
    rows: Rows,
}

/// A column of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultColumn {
    pub name: String,
    pub data_type: LogicalType,
}

enum Rows {
    Batch { stream: RowStream, enforcer: ConstraintEnforcer, left: Option<u64>, _plan: Box<BatchPlan> },
    Streaming { receiver: Receiver<Batch>, job: Option<Job> },
}

impl Session {
    /// Starts a query. `limit`: how many rows are wanted at most.
    pub fn start_query(&self, prepared: &PreparedQuery, limit: Option<u64>, cancel: CancelToken) -> Result<QueryRun> {
        let relation = self.with_secrets(&prepared.query.relation)?;
        let columns = relation.columns.iter().map(|c| ResultColumn { name: c.name.clone(), data_type: c.data_type.clone() }).collect();
        let enforcer = self.enforcer(&relation.columns, prepared.span);
        let context = self.plan_context(&self.environment(prepared.streaming));
        let rows = if prepared.streaming {
            let (sender, receiver) = sync_channel(WAITING_BATCHES);
            let mut flow = Dataflow::default();
            plan_stream(&relation, &context, Box::new(Collect::new(sender, enforcer, limit)), &mut flow)?;
            Rows::Streaming { receiver, job: Some(Job::start(flow)?) }
        } else {
            let runtime = pool()?;
            let plan = Box::new(runtime.block_on(plan_batch(&relation, &context))?);
            let _entered = runtime.enter();
            Rows::Batch { stream: plan.execute()?, enforcer, left: limit, _plan: plan }
        };
        Ok(QueryRun { columns, streaming: prepared.streaming, cancel, rows })
    }
}

impl QueryRun {
    pub fn columns(&self) -> &[ResultColumn] {
        &self.columns
    }

    pub fn is_streaming(&self) -> bool {
        self.streaming
    }

    /// Waits for the next rows; `None` after the last ones.
    pub fn next_rows(&mut self) -> Result<Option<Batch>> {
        match &mut self.rows {
            Rows::Batch { stream, enforcer, left, .. } => next_of_batch(stream, enforcer, left, &self.cancel),
            Rows::Streaming { receiver, job } => next_of_stream(receiver, job, &self.cancel),
        }
    }
}

fn next_of_batch(
    stream: &mut RowStream,
    enforcer: &ConstraintEnforcer,
    left: &mut Option<u64>,
    cancel: &CancelToken,
) -> Result<Option<Batch>> {
    if *left == Some(0) {
        return Ok(None);
    }
    let next = pool()?.block_on(async {
        tokio::select! {
            biased;
            () = cancel.cancelled() => Err(cancelled()),
            next = stream.next() => next.transpose(),
        }
    })?;
    let Some(rows) = next else { return Ok(None) };
    let mut batch = enforcer.apply(Batch::inserts(rows))?;
    if let Some(left) = left {
        let taken = batch.rows.num_rows().min(usize::try_from(*left).unwrap_or(usize::MAX));
        *left -= taken as u64;
        batch.rows = batch.rows.slice(0, taken);
    }
    Ok(Some(batch))
}

fn next_of_stream(receiver: &Receiver<Batch>, job: &mut Option<Job>, cancel: &CancelToken) -> Result<Option<Batch>> {
    loop {
        if cancel.is_cancelled() {
            if let Some(job) = job.take() {
                job.cancel();
            }
            return Err(cancelled());
        }
        match receiver.recv_timeout(CANCEL_CHECK) {
            Ok(batch) => return Ok(Some(batch)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return end_of(job.take()),
        }
    }
}

/// The sender is gone: the job has ended, well or not.
fn end_of(job: Option<Job>) -> Result<Option<Batch>> {
    match job.map(Job::join) {
        None | Some(Ok(JobEnd::Finished)) => Ok(None),
        Some(Ok(JobEnd::Cancelled)) => Err(cancelled()),
        Some(Err(error)) => Err(error),
    }
}

impl std::fmt::Debug for QueryRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueryRun").field("columns", &self.columns).field("streaming", &self.streaming).finish_non_exhaustive()
    }
}
