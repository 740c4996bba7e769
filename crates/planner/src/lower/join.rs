//! Joins.

use super::{Lowering, Scope, extension, subquery, unsupported};
use crate::error::from_engine;
use crate::nodes::PerKeyNode;
use datafusion::logical_expr::{Expr, JoinType, LogicalPlan, LogicalPlanBuilder, lit};
use diag::Result;
use resolve::bound::{Join, JoinKind, RelationKind};

impl Lowering<'_> {
    pub(crate) fn join(&self, join: &Join) -> Result<LogicalPlan> {
        let left = self.relation(&join.left)?;
        let mut right = self.relation(&join.right)?;
        let scope = Scope::of(&[&join.left, &join.right]);
        let left_columns = Scope::of(&[&join.left]);
        if subquery::free_columns(&join.right).into_iter().any(|id| left_columns.contains(id)) {
            self.correlated.set(Some(join.right.span));
            if self.decorrelate {
                let condition = join.condition.as_ref().map_or(Ok(Vec::new()), |c| self.join_condition(c, &scope))?;
                return self.dependent_join(left, right, join_type(join.kind), condition);
            }
            // A lateral join: the engine pulls what refers to the left side up into the join condition.
            right = LogicalPlan::Subquery(subquery::engine_subquery(right));
        }
        if let (JoinKind::Inner, Some(condition)) = (join.kind, &join.condition)
            && subquery::has_subquery(condition)
        {
            let joined = LogicalPlanBuilder::from(left).cross_join(right).and_then(|p| p.build()).map_err(from_engine)?;
            let columns: Vec<_> = join.left.columns.iter().chain(&join.right.columns).cloned().collect();
            return self.filter_plan(joined, &scope, condition, &columns);
        }
        if let Some(condition) = &join.condition
            && subquery::has_subquery(condition)
        {
            let condition;
            (right, condition) = self.condition_with_subqueries(right, &scope, join)?;
            let columns: Vec<_> = join.left.columns.iter().chain(&join.right.columns).cloned().collect();
            let joined = LogicalPlanBuilder::from(left).join_on(right, join_type(join.kind), condition);
            return self.keep_only(joined.and_then(|p| p.build()).map_err(from_engine)?, &columns);
        }
        let condition = match &join.condition {
            Some(condition) => self.join_condition(condition, &scope)?,
            None => Vec::new(),
        };
        if join.lookup {
            return self.lookup_join(join, left, right, condition);
        }
        let plan = LogicalPlanBuilder::from(left);
        let joined = match (join.kind, condition.is_empty()) {
            (JoinKind::Inner, true) => plan.cross_join(right),
            (_, true) => plan.join_on(right, join_type(join.kind), [lit(true)]),
            _ => plan.join_on(right, join_type(join.kind), condition),
        };
        joined.and_then(|p| p.build()).map_err(from_engine)
    }

    /// The condition of an outer join with subqueries that depend on neither side: their values become further columns of the right side.
    fn condition_with_subqueries(&self, mut right: LogicalPlan, scope: &Scope, join: &Join) -> Result<(LogicalPlan, Vec<Expr>)> {
        let mut lowered = Vec::new();
        let of_right = Scope::of(&[&join.right]);
        for conjunct in join.condition.iter().flat_map(conjuncts) {
            if let Some(span) = subquery::needs_more_than(conjunct, &of_right) {
                return Err(unsupported(span, "a subquery in the condition of an outer join that refers to its left side"));
            }
            let next;
            (right, next) = self.expr_over(right, scope, conjunct)?;
            lowered.push(next);
        }
        Ok((right, lowered))
    }

    /// The engine keeps the left side of a join in memory and goes over the right side, batch by batch in its order. The dimension table is
    /// the side to be kept.
    fn lookup_join(&self, join: &Join, left: LogicalPlan, dimension: LogicalPlan, condition: Vec<Expr>) -> Result<LogicalPlan> {
        let kind = if join.kind == JoinKind::Left { JoinType::Right } else { JoinType::Inner };
        let dimension = match join.right.kind {
            RelationKind::PerKey(_) => dimension,
            _ => extension(PerKeyNode::all(dimension))?,
        };
        let joined = LogicalPlanBuilder::from(dimension).join_on(left, kind, condition).and_then(|p| p.build()).map_err(from_engine)?;
        let columns: Vec<_> = join.left.columns.iter().chain(&join.right.columns).cloned().collect();
        self.keep_only(joined, &columns)
    }

    fn join_condition(&self, condition: &resolve::bound::Expr, scope: &Scope) -> Result<Vec<Expr>> {
        conjuncts(condition).iter().map(|c| self.expr(c, scope)).collect()
    }
}

fn conjuncts(condition: &resolve::bound::Expr) -> &[resolve::bound::Expr] {
    match &condition.kind {
        resolve::bound::ExprKind::And(operands) => operands,
        _ => std::slice::from_ref(condition),
    }
}

fn join_type(kind: JoinKind) -> JoinType {
    match kind {
        JoinKind::Inner => JoinType::Inner,
        JoinKind::Left => JoinType::Left,
        JoinKind::Right => JoinType::Right,
        JoinKind::Full => JoinType::Full,
        JoinKind::Semi => JoinType::LeftSemi,
        JoinKind::Anti => JoinType::LeftAnti,
    }
}
