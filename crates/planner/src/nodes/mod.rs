//! Operators that the engine lacks: a logical node and its execution, one file each.

mod in_order;
mod per_batch;
mod per_key;
mod scan;
mod time_window;
mod unnest;

pub(crate) use in_order::KeepOrder;
pub(crate) use per_key::{KeyChooser, PerKeyNode};
pub use scan::does_not_run;
pub(crate) use scan::{ScanNode, open_source, progress_of};
pub(crate) use time_window::TimeWindowNode;
pub(crate) use unnest::{Shape as UnnestShape, UnnestNode, unnest};

use async_trait::async_trait;
use datafusion::common::Result as EngineResult;
use datafusion::execution::context::SessionState;
use datafusion::logical_expr::{LogicalPlan, UserDefinedLogicalNode};
use datafusion::physical_expr::EquivalenceProperties;
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::{ExecutionPlan, Partitioning, PlanProperties};
use datafusion::physical_planner::{ExtensionPlanner, PhysicalPlanner};
use std::cmp::Ordering;
use std::sync::Arc;

/// Plans our nodes.
pub(crate) struct Extensions;

#[async_trait]
impl ExtensionPlanner for Extensions {
    async fn plan_extension(
        &self,
        _planner: &dyn PhysicalPlanner,
        node: &dyn UserDefinedLogicalNode,
        _logical_inputs: &[&LogicalPlan],
        inputs: &[Arc<dyn ExecutionPlan>],
        _state: &SessionState,
    ) -> EngineResult<Option<Arc<dyn ExecutionPlan>>> {
        if let Some(scan) = node.as_any().downcast_ref::<ScanNode>() {
            return scan.plan().map(Some);
        }
        if let Some(unnest) = node.as_any().downcast_ref::<UnnestNode>() {
            return unnest.plan(Arc::clone(&inputs[0])).map(Some);
        }
        if let Some(window) = node.as_any().downcast_ref::<TimeWindowNode>() {
            return window.plan(Arc::clone(&inputs[0])).map(Some);
        }
        if let Some(per_key) = node.as_any().downcast_ref::<PerKeyNode>() {
            return per_key.plan(Arc::clone(&inputs[0])).map(Some);
        }
        Ok(None)
    }
}

/// Properties of an operator without known order.
fn properties(schema: arrow::datatypes::SchemaRef, partitions: usize) -> Arc<PlanProperties> {
    let equivalence = EquivalenceProperties::new(schema);
    let partitioning = Partitioning::UnknownPartitioning(partitions);
    Arc::new(PlanProperties::new(equivalence, partitioning, EmissionType::Incremental, Boundedness::Bounded))
}

/// Nodes have no order among themselves; the engine asks for one all the same.
fn no_order() -> Option<Ordering> {
    None
}
