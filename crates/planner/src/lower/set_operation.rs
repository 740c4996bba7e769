//! UNION, INTERSECT, EXCEPT, with and without ALL.

use super::{Lowering, check_groupable, column_name, literal, named_column};
use crate::error::from_engine;
use datafusion::common::{Column as EngineColumn, NullEquality};
use datafusion::functions_window::row_number::row_number_udwf;
use datafusion::logical_expr::expr::WindowFunction;
use datafusion::logical_expr::{Expr as E, ExprFunctionExt, JoinType, LogicalPlan, LogicalPlanBuilder};
use diag::{Error, Result};
use resolve::bound::{Relation, SetOperator};

impl Lowering<'_> {
    pub(crate) fn set_operation(&self, relation: &Relation, op: SetOperator, all: bool, inputs: &[Relation]) -> Result<LogicalPlan> {
        if !(op == SetOperator::Union && all) {
            for column in &relation.columns {
                check_groupable(&column.data_type, relation.span)?;
            }
        }
        let plans = inputs.iter().map(|i| self.aligned(i, relation)).collect::<Result<Vec<_>>>()?;
        let combined = plans.into_iter().reduce_results(|left, right| self.combine(op, all, left, right))?;
        combined.ok_or_else(|| Error::internal("a set operation without inputs"))
    }

    fn combine(&self, op: SetOperator, all: bool, left: LogicalPlan, right: LogicalPlan) -> Result<LogicalPlan> {
        let plan = match (op, all) {
            (SetOperator::Union, true) => LogicalPlanBuilder::from(left).union(right),
            (SetOperator::Union, false) => LogicalPlanBuilder::from(left).union(right).and_then(|p| p.distinct()),
            (SetOperator::Intersect, _) => return self.matching(left, right, JoinType::LeftSemi, all),
            (SetOperator::Except, _) => return self.matching(left, right, JoinType::LeftAnti, all),
        };
        plan.and_then(|p| p.build()).map_err(from_engine)
    }

    /// Rows of the left side that have (or do not have) an equal row on the right, NULL being equal to NULL. With ALL, equal rows
    /// are numbered on both sides, so that each one on the right matches one on the left.
    fn matching(&self, left: LogicalPlan, right: LogicalPlan, join: JoinType, all: bool) -> Result<LogicalPlan> {
        let outputs = super::all_columns(&left);
        let (left, right) = if all {
            let number = self.fresh_name();
            (numbered(left, &number)?, numbered(right, &number)?)
        } else {
            let distinct = LogicalPlanBuilder::from(left).distinct().and_then(|p| p.build()).map_err(from_engine)?;
            (distinct, right)
        };
        let left_keys: Vec<EngineColumn> = left.schema().fields().iter().map(|f| EngineColumn::new_unqualified(f.name())).collect();
        let right_names: Vec<String> = left_keys.iter().map(|_| self.fresh_name()).collect();
        let renamed = left_keys.iter().zip(&right_names).map(|(k, n)| named_column(&k.name).alias(n)).collect::<Vec<_>>();
        let right = LogicalPlanBuilder::from(right).project(renamed).and_then(|p| p.build()).map_err(from_engine)?;
        let right_keys: Vec<EngineColumn> = right_names.iter().map(EngineColumn::new_unqualified).collect();
        LogicalPlanBuilder::from(left)
            .join_detailed(right, join, (left_keys, right_keys), None, NullEquality::NullEqualsNull)
            .and_then(|p| p.project(outputs))
            .and_then(|p| p.build())
            .map_err(from_engine)
    }

    /// An input with the names and types of the result.
    fn aligned(&self, input: &Relation, result: &Relation) -> Result<LogicalPlan> {
        let plan = self.relation(input)?;
        let renamed = input.columns.iter().zip(&result.columns).map(|(from, to)| {
            let column = named_column(&column_name(from.id));
            let same = table::types::arrow_type(&from.data_type) == table::types::arrow_type(&to.data_type);
            let typed = if same { column } else { literal::typed(column, &to.data_type) };
            typed.alias(column_name(to.id))
        });
        LogicalPlanBuilder::from(plan).project(renamed.collect::<Vec<_>>()).and_then(|p| p.build()).map_err(from_engine)
    }
}

/// Adds a column that counts equal rows from 1.
fn numbered(plan: LogicalPlan, name: &str) -> Result<LogicalPlan> {
    let columns = super::all_columns(&plan);
    let number = E::from(WindowFunction::new(row_number_udwf(), vec![])).partition_by(columns).build().map_err(from_engine)?;
    LogicalPlanBuilder::from(plan).window(vec![number.alias(name)]).and_then(|p| p.build()).map_err(from_engine)
}

/// `reduce` for a step that may fail.
trait ReduceResults: Iterator + Sized {
    fn reduce_results(mut self, mut step: impl FnMut(Self::Item, Self::Item) -> Result<Self::Item>) -> Result<Option<Self::Item>> {
        let Some(mut reduced) = self.next() else { return Ok(None) };
        for item in self {
            reduced = step(reduced, item)?;
        }
        Ok(Some(reduced))
    }
}

impl<I: Iterator> ReduceResults for I {}
