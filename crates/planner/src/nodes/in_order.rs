//! Rows of several partitions as one, partition after partition: for queries whose result depends on the order of their input.

use super::properties;
use arrow::array::RecordBatch;
use datafusion::common::Result as EngineResult;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::coalesce_partitions::CoalescePartitionsExec;
use datafusion::physical_plan::limit::GlobalLimitExec;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, PlanProperties};
use futures::{Stream, StreamExt, TryStreamExt};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Puts [`InOrderExec`] where the engine would take whatever partition has rows first.
#[derive(Debug)]
pub(crate) struct KeepOrder;

impl PhysicalOptimizerRule for KeepOrder {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _config: &ConfigOptions) -> EngineResult<Arc<dyn ExecutionPlan>> {
        let kept = plan.transform_up(|plan| {
            let Some(coalesce) = plan.as_any().downcast_ref::<CoalescePartitionsExec>() else { return Ok(Transformed::no(plan)) };
            let in_order: Arc<dyn ExecutionPlan> = Arc::new(InOrderExec::new(Arc::clone(coalesce.input())));
            Ok(Transformed::yes(match coalesce.fetch() {
                Some(fetch) => Arc::new(GlobalLimitExec::new(in_order, 0, Some(fetch))),
                None => in_order,
            }))
        })?;
        Ok(kept.data)
    }

    fn name(&self) -> &str {
        "keep_order"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct InOrderExec {
    input: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
}

impl InOrderExec {
    fn new(input: Arc<dyn ExecutionPlan>) -> Self {
        let properties = properties(input.schema(), 1);
        InOrderExec { input, properties }
    }
}

impl DisplayAs for InOrderExec {
    fn fmt_as(&self, _t: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("InOrderExec")
    }
}

impl ExecutionPlan for InOrderExec {
    fn name(&self) -> &str {
        "InOrderExec"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> EngineResult<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(InOrderExec::new(Arc::clone(&children[0]))))
    }

    fn execute(&self, _partition: usize, context: Arc<TaskContext>) -> EngineResult<SendableRecordBatchStream> {
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema(), in_order(&self.input, context))))
    }
}

/// The rows of all partitions; the next one starts when the one before has ended.
pub(super) fn in_order(
    input: &Arc<dyn ExecutionPlan>,
    context: Arc<TaskContext>,
) -> impl Stream<Item = EngineResult<RecordBatch>> + Send + use<> {
    let input = Arc::clone(input);
    let partitions = 0..input.output_partitioning().partition_count();
    let started = futures::stream::iter(partitions).map(move |partition| input.execute(partition, Arc::clone(&context)));
    started.try_flatten()
}
