//! EXPLAIN.

use super::Statement;
use diag::Span;

/// `EXPLAIN [PLAN FOR | detail, ..] statement`
#[derive(Clone, Debug, PartialEq)]
pub struct Explain {
    pub plan_for: bool,
    pub details: Vec<(ExplainDetail, Span)>,
    pub statement: Statement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExplainDetail {
    EstimatedCost,
    ChangelogMode,
    PlanAdvice,
    JsonExecutionPlan,
}
