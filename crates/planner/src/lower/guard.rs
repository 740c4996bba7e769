//! AND and OR that evaluate an operand only where it is needed.
//!
//! The engine evaluates both sides of AND and OR for most rows, so `b <> 0 AND a / b > 1` would fail. Where a later operand may fail, the
//! expression becomes a CASE, which the engine evaluates lazily:
//! `l AND r` is `CASE WHEN l IS FALSE THEN FALSE ELSE l AND r END`, since on the other rows both sides are wanted.
//! This runs on the optimized plan, so that the optimizer still sees conjunctions.

use crate::udf::may_fail;
use datafusion::common::Result;
use datafusion::common::tree_node::{Transformed, TreeNode};
use datafusion::logical_expr::expr_rewriter::NamePreserver;
use datafusion::logical_expr::{BinaryExpr, Case, Expr as E, LogicalPlan, Operator, lit};

pub(crate) fn guard_logic(plan: LogicalPlan) -> Result<LogicalPlan> {
    let guarded = plan.transform_up_with_subqueries(|node| {
        let preserver = NamePreserver::new(&node);
        node.map_expressions(|expr| {
            let name = preserver.save(&expr);
            let rewritten = expr.transform_up(guard)?;
            Ok(rewritten.update_data(|e| name.restore(e)))
        })
    })?;
    Ok(guarded.data)
}

/// The same for a single expression that no plan holds.
pub(crate) fn guard_expr(expr: E) -> Result<E> {
    Ok(expr.transform_up(guard)?.data)
}

fn guard(expr: E) -> Result<Transformed<E>> {
    let E::BinaryExpr(BinaryExpr { left, op, right }) = expr else { return Ok(Transformed::no(expr)) };
    let decided = match op {
        Operator::And => false,
        Operator::Or => true,
        _ => return Ok(Transformed::no(E::BinaryExpr(BinaryExpr { left, op, right }))),
    };
    if !may_fail(&right) {
        return Ok(Transformed::no(E::BinaryExpr(BinaryExpr { left, op, right })));
    }
    let decides = if decided { E::IsTrue(left.clone()) } else { E::IsFalse(left.clone()) };
    let both = E::BinaryExpr(BinaryExpr { left, op, right });
    let when_then_expr = vec![(Box::new(decides), Box::new(lit(decided)))];
    Ok(Transformed::yes(E::Case(Case { expr: None, when_then_expr, else_expr: Some(Box::new(both)) })))
}
