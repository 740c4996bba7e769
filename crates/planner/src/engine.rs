//! How DataFusion is set up: its rules without type coercion, our extension planner, our settings.

use crate::PlanContext;
use crate::error::from_engine;
use crate::lower::guard;
use crate::nodes::{Extensions, KeepOrder};
use datafusion::execution::context::SessionState;
use datafusion::execution::{SessionStateBuilder, TaskContext};
use datafusion::logical_expr::LogicalPlan;
use datafusion::optimizer::analyzer::resolve_grouping_function::ResolveGroupingFunction;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_planner::{DefaultPhysicalPlanner, PhysicalPlanner};
use datafusion::prelude::SessionConfig;
use diag::Result;
use std::fmt;
use std::sync::Arc;

/// The engine, set up for one statement.
pub(crate) struct Engine {
    state: SessionState,
}

impl Engine {
    pub(crate) fn new(context: &PlanContext) -> Self {
        let config = config(context.parallelism);
        let builder = SessionStateBuilder::new()
            .with_config(config)
            // Types were decided by Flink's rules: nothing may change them.
            .with_analyzer_rules(vec![Arc::new(ResolveGroupingFunction::new())]);
        let builder = match context.parallelism {
            1 => builder.with_physical_optimizer_rule(Arc::new(KeepOrder)),
            _ => builder,
        };
        Engine { state: builder.build() }
    }

    /// The optimized logical plan, with AND and OR made safe for operands that may fail.
    pub(crate) fn optimize(&self, plan: &LogicalPlan) -> Result<LogicalPlan> {
        let optimized = self.state.optimize(plan).map_err(from_engine)?;
        guard::guard_logic(optimized).map_err(from_engine)
    }

    pub(crate) async fn physical(&self, plan: &LogicalPlan) -> Result<Arc<dyn ExecutionPlan>> {
        let planner = DefaultPhysicalPlanner::with_extension_planners(vec![Arc::new(Extensions)]);
        planner.create_physical_plan(plan, &self.state).await.map_err(from_engine)
    }

    pub(crate) fn task_context(&self) -> Arc<TaskContext> {
        self.state.task_ctx()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

fn config(parallelism: usize) -> SessionConfig {
    let mut config = SessionConfig::new().with_target_partitions(parallelism.max(1));
    let options = config.options_mut();
    // Sources give one partition for each thread; spreading rows by turns would only mix up their order.
    options.optimizer.enable_round_robin_repartition = false;
    options.execution.collect_statistics = false;
    options.execution.parquet.pushdown_filters = true;
    options.execution.parquet.reorder_filters = true;
    config
}
