//! Bounded queries: planned and executed by DataFusion.

use crate::PlanContext;
use crate::engine::Engine;
use crate::error::from_engine;
use crate::lower::{Lowering, unsupported};
use arrow::array::RecordBatch;
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties, displayable, execute_stream_partitioned};
use diag::{Error, ErrorKind, Result};
use futures::{Stream, StreamExt};
use resolve::bound::{AggregateCall, Column, Expr, OverFunction, Relation, RelationKind};
use runtime::ConstraintEnforcer;
use std::pin::Pin;
use std::sync::Arc;
use table::TypeKind;
use table::changelog::Batch;
use table::connector::TableSink;

/// A planned query.
pub struct BatchPlan {
    engine: Engine,
    logical: LogicalPlan,
    physical: Arc<dyn ExecutionPlan>,
    columns: Vec<Column>,
}

/// The rows of a query, batch after batch.
pub type RowStream = Pin<Box<dyn Stream<Item = Result<RecordBatch>> + Send>>;

/// How many batches of a later partition may wait for an earlier one.
const WAITING_BATCHES: usize = 8;

/// Plans a query over bounded tables.
pub async fn plan_batch(relation: &Relation, context: &PlanContext) -> Result<BatchPlan> {
    let mut context = context.clone();
    if depends_on_order(relation) {
        context.parallelism = 1;
    }
    let lowering = Lowering::new(&context);
    let failure = match plan_lowered(lowering.relation(relation), &context, relation).await {
        Ok(plan) => return Ok(plan),
        Err(failure) => failure,
    };
    let Some(span) = lowering.correlated().filter(|_| is_of_planning(&failure)) else { return Err(failure) };
    let decorrelated = Lowering::decorrelating(&context).relation(relation);
    plan_lowered(decorrelated, &context, relation).await.map_err(|error| match error.kind {
        ErrorKind::Internal => unsupported(span, "this correlated subquery"),
        _ => error,
    })
}

async fn plan_lowered(lowered: Result<LogicalPlan>, context: &PlanContext, relation: &Relation) -> Result<BatchPlan> {
    let engine = Engine::new(context);
    let logical = engine.optimize(&lowered?)?;
    let physical = engine.physical(&logical).await?;
    Ok(BatchPlan { engine, logical, physical, columns: relation.columns.clone() })
}

/// Whether the plan is at fault, not the query or its data.
fn is_of_planning(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Internal | ErrorKind::Unsupported)
}

impl BatchPlan {
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The optimized logical plan as indented text.
    pub fn logical_text(&self) -> String {
        self.logical.display_indent().to_string()
    }

    /// The physical plan as indented text: one operator a line, without those that only share the processor fairly.
    pub fn physical_text(&self) -> String {
        let text = displayable(self.physical.as_ref()).indent(false).to_string();
        let mut lines = String::with_capacity(text.len());
        let mut dedent = 0;
        for line in text.lines() {
            let operator = line.trim_start();
            let depth = line.len() - operator.len();
            if operator.starts_with("CooperativeExec") {
                dedent = 2;
                continue;
            }
            let (name, rest) = operator.split_at(operator.find([':', ' ']).unwrap_or(operator.len()));
            let name = name.strip_suffix("Exec").unwrap_or(name);
            lines.push_str(&format!("{}{name}{rest}\n", " ".repeat(depth.saturating_sub(dedent))));
            dedent = 0;
        }
        lines
    }

    /// Starts the query. Partitions run at the same time; their rows come one partition after the other, in the order of the source.
    pub fn execute(&self) -> Result<RowStream> {
        let mut partitions = self.execute_partitions()?.into_iter();
        let first = partitions.next();
        let waiting: Vec<RowStream> = partitions.map(run_ahead).collect();
        Ok(Box::pin(futures::stream::iter(first.into_iter().chain(waiting)).flatten()))
    }

    /// Starts the query; one stream for each partition, to be driven by a task each.
    pub fn execute_partitions(&self) -> Result<Vec<RowStream>> {
        let streams = execute_stream_partitioned(Arc::clone(&self.physical), self.engine.task_context()).map_err(from_engine)?;
        let own_errors = |stream: datafusion::execution::SendableRecordBatchStream| -> RowStream {
            Box::pin(stream.map(|batch| batch.map_err(from_engine)))
        };
        Ok(streams.into_iter().map(own_errors).collect())
    }

    pub fn partition_count(&self) -> usize {
        self.physical.output_partitioning().partition_count()
    }
}

/// Runs a stream in a task of its own, some batches ahead of its consumer.
fn run_ahead(mut stream: RowStream) -> RowStream {
    let (sender, receiver) = tokio::sync::mpsc::channel(WAITING_BATCHES);
    let task = tokio::spawn(async move {
        while let Some(batch) = stream.next().await {
            if sender.send(batch).await.is_err() {
                break;
            }
        }
    });
    let state = (receiver, AbortOnDrop(task));
    Box::pin(futures::stream::unfold(
        state,
        |(mut receiver, task)| async move { receiver.recv().await.map(|batch| (batch, (receiver, task))) },
    ))
}

/// Stops the task of a query that nobody waits for any more.
struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Whether the result depends on the order in which rows are read: such a query runs on one thread.
fn depends_on_order(relation: &Relation) -> bool {
    let here = match &relation.kind {
        RelationKind::Aggregate { calls, input, .. } => {
            calls.iter().any(|c| c.function.is_order_sensitive() || (is_extreme_of_floats(c) && !reads_tables(input)))
        }
        RelationKind::Over { calls, .. } => {
            let order_sensitive = |f: &OverFunction| matches!(f, OverFunction::Aggregate(a) if a.is_order_sensitive());
            calls.iter().any(|c| order_sensitive(&c.function))
        }
        RelationKind::Limit { .. } => true,
        _ => false,
    };
    here || relation.inputs().into_iter().any(depends_on_order) || relation.exprs().into_iter().any(subquery_depends_on_order)
}

/// The first value of MIN and MAX stays when it is NaN, and NaN is left out after another one. Tables are read by several threads all the
/// same: few have NaN, and one thread is slower.
fn is_extreme_of_floats(call: &AggregateCall) -> bool {
    matches!(call.function.doc().name, "MIN" | "MAX") && matches!(call.data_type.kind, TypeKind::Float | TypeKind::Double)
}

fn reads_tables(relation: &Relation) -> bool {
    matches!(relation.kind, RelationKind::Scan(_)) || relation.inputs().into_iter().any(reads_tables)
}

fn subquery_depends_on_order(expr: &Expr) -> bool {
    use resolve::bound::ExprKind;
    let here = match &expr.kind {
        ExprKind::ScalarSubquery(relation) | ExprKind::Subquery { relation, .. } => depends_on_order(relation),
        _ => false,
    };
    here || expr.children().into_iter().any(subquery_depends_on_order)
}

/// Runs a query and writes its rows; publishes them only when everything was written.
pub async fn write_batch(plan: &BatchPlan, sink: &Arc<dyn TableSink>, enforcer: &ConstraintEnforcer) -> Result<()> {
    let unfinished = AbortSink(Some(Arc::clone(sink)));
    let mut tasks = tokio::task::JoinSet::new();
    for (number, mut rows) in plan.execute_partitions()?.into_iter().enumerate() {
        let mut writer = sink.writer(number)?;
        let enforcer = enforcer.clone();
        tasks.spawn(async move {
            while let Some(batch) = rows.next().await {
                writer.write(&enforcer.apply(Batch::inserts(batch?))?)?;
            }
            writer.finish()
        });
    }
    let mut written = Vec::new();
    while let Some(done) = tasks.join_next().await {
        written.push(done.map_err(|e| Error::internal(format!("a writing task failed: {e}")))??);
    }
    sink.commit(written)?;
    unfinished.disarm();
    Ok(())
}

/// Takes back what was written when the statement fails or is dropped half-way.
struct AbortSink(Option<Arc<dyn TableSink>>);

impl AbortSink {
    fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for AbortSink {
    fn drop(&mut self) {
        if let Some(sink) = &self.0 {
            sink.abort();
        }
    }
}
