//! Executes a step that turns each batch into another one.

use super::properties;
use crate::error::into_engine;
use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use datafusion::common::Result as EngineResult;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, PlanProperties};
use diag::Result;
use futures::StreamExt;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// What is done to each batch; its `Display` is the line in EXPLAIN.
pub(crate) trait Step: fmt::Debug + fmt::Display + Send + Sync {
    fn apply(&self, batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch>;
}

#[derive(Debug)]
pub(crate) struct PerBatchExec {
    input: Arc<dyn ExecutionPlan>,
    step: Arc<dyn Step>,
    properties: Arc<PlanProperties>,
}

impl PerBatchExec {
    pub(crate) fn new(input: Arc<dyn ExecutionPlan>, step: Arc<dyn Step>, schema: SchemaRef) -> Self {
        let properties = properties(schema, input.output_partitioning().partition_count());
        PerBatchExec { input, step, properties }
    }
}

impl DisplayAs for PerBatchExec {
    fn fmt_as(&self, _t: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.step)
    }
}

impl ExecutionPlan for PerBatchExec {
    fn name(&self) -> &str {
        "PerBatchExec"
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

    fn with_new_children(self: Arc<Self>, mut children: Vec<Arc<dyn ExecutionPlan>>) -> EngineResult<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(PerBatchExec::new(children.swap_remove(0), Arc::clone(&self.step), self.schema())))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> EngineResult<SendableRecordBatchStream> {
        let (schema, step) = (self.schema(), Arc::clone(&self.step));
        let output = Arc::clone(&schema);
        let rows = self.input.execute(partition, context)?;
        let stepped = rows.map(move |batch| step.apply(&batch?, &output).map_err(into_engine));
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, stepped)))
    }
}
