//! The plans of a query as text, one by one.

use super::pool;
use crate::Session;
use diag::Result;
use planner::plan_batch;
use resolve::bound::Relation;

/// The plans of a query in batch mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchPlanTexts {
    /// After optimization.
    pub logical: String,
    pub physical: String,
}

impl Session {
    /// Plans a query without running it.
    pub fn batch_plan_texts(&self, relation: &Relation) -> Result<BatchPlanTexts> {
        let context = self.plan_context(&self.environment(false));
        let plan = pool()?.block_on(plan_batch(relation, &context))?;
        Ok(BatchPlanTexts { logical: plan.logical_text(), physical: plan.physical_text() })
    }
}
