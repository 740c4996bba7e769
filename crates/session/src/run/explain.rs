//! EXPLAIN: the plan of a statement as text.

use super::pool;
use crate::{ExplainSubject, Explanation, Session};
use diag::Result;
use planner::plan_batch;
use resolve::bound::Relation;

impl Session {
    /// The text of an EXPLAIN: the bound query, and in batch mode how it will be executed.
    pub fn explain_text(&self, explanation: &Explanation) -> Result<String> {
        let relations: Vec<&Relation> = match &explanation.subject {
            ExplainSubject::Query(query) => vec![&query.relation],
            ExplainSubject::Inserts(inserts) => inserts.iter().map(|i| &i.relation).collect(),
        };
        let mut text = String::from("== Abstract Syntax Tree ==\n");
        relations.iter().for_each(|r| text.push_str(&r.to_string()));
        if explanation.streaming {
            return Ok(text);
        }
        let context = self.plan_context(&self.environment(false));
        let plan = |relation: &&Relation| pool()?.block_on(plan_batch(relation, &context));
        let plans = relations.iter().map(plan).collect::<Result<Vec<_>>>()?;
        text.push_str("\n== Optimized Physical Plan ==\n");
        plans.iter().for_each(|p| text.push_str(&p.logical_text()));
        text.push_str("\n\n== Optimized Execution Plan ==\n");
        plans.iter().for_each(|p| text.push_str(&p.physical_text()));
        Ok(text)
    }
}
