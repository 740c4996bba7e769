//! OVER windows.

use super::{Lowering, Scope, column_name, literal, named_column, unsupported};
use crate::error::from_engine;
use crate::udf::AggregateCallUdf;
use arrow::datatypes::{DECIMAL128_MAX_PRECISION, DataType};
use datafusion::common::ScalarValue;
use datafusion::functions_window::{cume_dist, lead_lag, ntile, rank, row_number};
use datafusion::logical_expr::expr::{NullTreatment, WindowFunction, WindowFunctionParams};
use datafusion::logical_expr::{
    Cast, Expr as E, LogicalPlan, LogicalPlanBuilder, SortExpr, WindowFrame, WindowFrameBound, WindowFrameUnits, WindowFunctionDefinition,
};
use diag::Result;
use resolve::bound::{Expr, FrameBound, FrameUnit, OverCall, OverFunction, Relation};
use std::sync::Arc;
use table::function::{Argument, CallSite, RankFunction};
use table::types::arrow_type;
use table::{LogicalType, TypeKind};

impl Lowering<'_> {
    pub(crate) fn over(&self, relation: &Relation, input: &Relation, calls: &[OverCall]) -> Result<LogicalPlan> {
        let scope = Scope::of(&[input]);
        let mut plan = self.relation(input)?;
        let mut outputs: Vec<E> = input.columns.iter().map(|c| named_column(&column_name(c.id))).collect();
        for call in calls {
            let (next, window) = self.over_call(plan, &scope, call)?;
            let name = self.fresh_name();
            plan = LogicalPlanBuilder::from(next).window(vec![window.alias(&name)]).and_then(|p| p.build()).map_err(from_engine)?;
            outputs.push(literal::typed(named_column(&name), &call.data_type));
        }
        let named = outputs.into_iter().zip(&relation.columns).map(|(e, c)| e.alias(column_name(c.id)));
        LogicalPlanBuilder::from(plan).project(named.collect::<Vec<_>>()).and_then(|p| p.build()).map_err(from_engine)
    }

    fn over_call(&self, plan: LogicalPlan, scope: &Scope, call: &OverCall) -> Result<(LogicalPlan, E)> {
        let order_exprs = call.order_by.iter().map(|k| &k.expr);
        let exprs: Vec<Expr> = call.args.iter().chain(&call.partition_by).chain(order_exprs).chain(&call.filter).cloned().collect();
        let (plan, columns) = self.materialize(plan, scope, &exprs)?;
        let mut columns = columns.into_iter();
        let mut args: Vec<E> = columns.by_ref().take(call.args.len()).collect();
        let partition_by: Vec<E> = columns.by_ref().take(call.partition_by.len()).collect();
        let sort = |(e, k): (E, &resolve::bound::SortKey)| SortExpr::new(e, !k.descending, k.nulls_first);
        let keys = columns.by_ref().take(call.order_by.len()).zip(&call.order_by);
        let order_by: Vec<SortExpr> = keys.map(|(e, k)| sort((with_room(e, call), k))).collect();
        let filter = call.filter.as_ref().and_then(|_| columns.next()).map(Box::new);
        let fun = self.over_function(call, &mut args)?;
        let params = WindowFunctionParams {
            args,
            partition_by,
            order_by,
            window_frame: self.frame(call)?,
            filter,
            null_treatment: call.ignore_nulls.then_some(NullTreatment::IgnoreNulls),
            distinct: call.distinct,
        };
        Ok((plan, E::WindowFunction(Box::new(WindowFunction { fun, params }))))
    }

    fn over_function(&self, call: &OverCall, args: &mut Vec<E>) -> Result<WindowFunctionDefinition> {
        let window = match &call.function {
            OverFunction::Aggregate(function) => {
                let arguments = call.args.iter().map(|a| Argument { data_type: a.data_type.clone(), literal: a.as_literal().cloned() });
                let site = CallSite { arguments: arguments.collect(), result: call.data_type.clone(), context: self.context.eval.clone() };
                let (udaf, for_engine) = AggregateCallUdf::new(Arc::clone(function), site)?.for_window(std::mem::take(args), call.distinct);
                *args = for_engine;
                return Ok(WindowFunctionDefinition::AggregateUDF(udaf));
            }
            OverFunction::Rank(rank) => rank,
        };
        // Arguments after the value must be literals for the engine: LAG(value, offset, default), NTILE(buckets).
        let first_constant = usize::from(matches!(window, RankFunction::Lead | RankFunction::Lag));
        for (position, (lowered, arg)) in args.iter_mut().zip(&call.args).enumerate().skip(first_constant) {
            let value = self.constant(arg)?;
            let is_count = position == first_constant;
            let value = if is_count { value.cast_to(&DataType::Int64).map_err(from_engine)? } else { value };
            *lowered = E::Literal(value, None);
        }
        Ok(WindowFunctionDefinition::WindowUDF(match window {
            RankFunction::RowNumber => row_number::row_number_udwf(),
            RankFunction::Rank => rank::rank_udwf(),
            RankFunction::DenseRank => rank::dense_rank_udwf(),
            RankFunction::PercentRank => rank::percent_rank_udwf(),
            RankFunction::CumeDist => cume_dist::cume_dist_udwf(),
            RankFunction::Ntile => ntile::ntile_udwf(),
            RankFunction::Lead => lead_lag::lead_udwf(),
            RankFunction::Lag => lead_lag::lag_udwf(),
        }))
    }

    /// The value of an argument or frame bound that must be constant.
    fn constant(&self, expr: &Expr) -> Result<ScalarValue> {
        if !expr.is_constant() {
            return Err(unsupported(expr.span, "an argument that is not a constant"));
        }
        literal::evaluate(&self.expr(expr, &Scope::of(&[]))?)
    }

    fn frame(&self, call: &OverCall) -> Result<WindowFrame> {
        let units = match call.frame.unit {
            FrameUnit::Rows => WindowFrameUnits::Rows,
            FrameUnit::Range => WindowFrameUnits::Range,
        };
        let start = self.bound(&call.frame.start, call)?;
        let end = self.bound(&call.frame.end, call)?;
        Ok(WindowFrame::new_bounds(units, start, end))
    }

    fn bound(&self, bound: &FrameBound, call: &OverCall) -> Result<WindowFrameBound> {
        Ok(match bound {
            FrameBound::UnboundedPreceding => WindowFrameBound::Preceding(unbounded(call)),
            FrameBound::UnboundedFollowing => WindowFrameBound::Following(unbounded(call)),
            FrameBound::CurrentRow => WindowFrameBound::CurrentRow,
            FrameBound::Preceding(distance) => WindowFrameBound::Preceding(self.offset(distance, call)?),
            FrameBound::Following(distance) => WindowFrameBound::Following(self.offset(distance, call)?),
        })
    }

    /// The distance of a frame bound, in the type that the engine adds to the order column.
    fn offset(&self, distance: &Expr, call: &OverCall) -> Result<ScalarValue> {
        let value = self.constant(distance)?;
        let refused = || unsupported(distance.span, "this frame bound");
        match call.frame.unit {
            FrameUnit::Rows => match value.cast_to(&DataType::Int64).map_err(from_engine)? {
                ScalarValue::Int64(Some(rows)) if rows >= 0 => Ok(ScalarValue::UInt64(Some(rows as u64))),
                _ => Err(refused()),
            },
            FrameUnit::Range => match (&distance.data_type.kind, value) {
                (TypeKind::IntervalDayTime, ScalarValue::Int64(Some(millis))) => {
                    let nanos = millis.checked_mul(1_000_000).ok_or_else(refused)?;
                    Ok(ScalarValue::new_interval_mdn(0, 0, nanos))
                }
                (TypeKind::IntervalYearMonth, ScalarValue::Int32(Some(months))) => Ok(ScalarValue::new_interval_mdn(months, 0, 0)),
                (kind, value) if kind.is_numeric() => {
                    let order = call.order_by.first().ok_or_else(refused)?;
                    value.cast_to(&roomy_type(&order.expr.data_type)).map_err(|_| refused())
                }
                _ => Err(refused()),
            },
        }
    }
}

/// The type in which the engine computes frame bounds. It widens a DECIMAL with every sum, and compares only equal types.
fn roomy_type(order: &LogicalType) -> DataType {
    match arrow_type(order) {
        DataType::Decimal128(_, scale) => DataType::Decimal128(DECIMAL128_MAX_PRECISION, scale),
        other => other,
    }
}

/// An order key as frame bounds at a distance need it.
fn with_room(key: E, call: &OverCall) -> E {
    let at_distance = |bound: &FrameBound| matches!(bound, FrameBound::Preceding(_) | FrameBound::Following(_));
    let is_range = call.frame.unit == FrameUnit::Range && (at_distance(&call.frame.start) || at_distance(&call.frame.end));
    match call.order_by.first() {
        Some(order) if is_range && matches!(order.expr.data_type.kind, TypeKind::Decimal { .. }) => {
            E::Cast(Cast::new(Box::new(key), roomy_type(&order.expr.data_type)))
        }
        _ => key,
    }
}

fn unbounded(call: &OverCall) -> ScalarValue {
    match call.frame.unit {
        FrameUnit::Rows => ScalarValue::UInt64(None),
        FrameUnit::Range => ScalarValue::Null,
    }
}
