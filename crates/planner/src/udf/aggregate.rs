//! Flink's aggregates as aggregates of the engine.

use crate::error::into_engine;
use arrow::array::{Array, ArrayRef, BooleanArray};
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result as EngineResult, ScalarValue};
use datafusion::functions_aggregate::count::count_udaf;
use datafusion::logical_expr::expr::AggregateFunction as AggregateExpr;
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::AggregateOrderSensitivity;
use datafusion::logical_expr::{
    Accumulator as EngineAccumulator, AggregateUDF, AggregateUDFImpl, EmitTo, Expr as E, GroupsAccumulator, Signature, Volatility, lit,
};
use diag::Result;
use functions::aggregate::DistinctAccumulator;
use std::any::Any;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};
use table::function::{Accumulator, AggregateFunction, CallSite};
use table::types::arrow_type;

/// One call site of an aggregate.
#[derive(Debug)]
pub(crate) struct AggregateCallUdf {
    /// Function, types and constants; equal calls are computed once.
    key: String,
    function: Arc<dyn AggregateFunction>,
    call: CallSite,
    result: DataType,
    state: Vec<DataType>,
    signature: Signature,
    /// DISTINCT inside an OVER window, where the engine does not remove duplicates.
    distinct_here: bool,
}

impl AggregateCallUdf {
    pub(crate) fn new(function: Arc<dyn AggregateFunction>, call: CallSite) -> Result<Self> {
        let constants: Vec<String> = call.arguments.iter().map(|a| format!("{} {:?}", a.data_type, a.literal)).collect();
        let key = format!("{}({}) {}", function.doc().name, constants.join(", "), call.result);
        let state = function.state_types(&call)?.iter().map(arrow_type).collect();
        let result = arrow_type(&call.result);
        let signature = Signature::variadic_any(Volatility::Immutable);
        Ok(AggregateCallUdf { key, function, call, result, state, signature, distinct_here: false })
    }

    /// For an OVER window, where the engine leaves DISTINCT to the function.
    pub(crate) fn for_window(mut self, args: Vec<E>, distinct: bool) -> (Arc<AggregateUDF>, Vec<E>) {
        self.distinct_here = distinct;
        if distinct { (self.into_udaf(), args) } else { self.into_call(args) }
    }

    fn into_udaf(self) -> Arc<AggregateUDF> {
        Arc::new(AggregateUDF::new_from_impl(self))
    }

    pub(crate) fn into_expr(self, args: Vec<E>, distinct: bool, filter: Option<E>) -> E {
        let (udaf, args) = if distinct { (self.into_udaf(), args) } else { self.into_call(args) };
        E::AggregateFunction(AggregateExpr::new_udf(udaf, args, distinct, filter.map(Box::new), vec![], None))
    }

    /// The function and arguments for the engine. COUNT is its own where it means the same: it can answer from file statistics, and takes
    /// rows without columns.
    pub(crate) fn into_call(self, args: Vec<E>) -> (Arc<AggregateUDF>, Vec<E>) {
        match (self.function.doc().name, args.len()) {
            ("COUNT", 0) => (count_udaf(), vec![lit(1i64)]),
            ("COUNT", 1) => (count_udaf(), args),
            _ => (self.into_udaf(), args),
        }
    }

    fn fresh(&self, distinct: bool) -> EngineResult<Box<dyn Accumulator>> {
        accumulator(self.function.accumulator(&self.call), &self.call, distinct).map_err(into_engine)
    }

    /// A fresh state that takes rows back, if the aggregate has one.
    fn fresh_retracting(&self, distinct: bool) -> EngineResult<Option<Box<dyn Accumulator>>> {
        let fresh = accumulator(self.function.retracting_accumulator(&self.call), &self.call, distinct).map_err(into_engine)?;
        Ok(fresh.can_retract().then_some(fresh))
    }

    fn one_group(&self, inner: Box<dyn Accumulator>) -> Box<dyn EngineAccumulator> {
        Box::new(OneGroup { inner: Mutex::new(inner), no_rows: no_rows(&self.call), groups: Vec::new() })
    }
}

fn accumulator(plain: Result<Box<dyn Accumulator>>, call: &CallSite, distinct: bool) -> Result<Box<dyn Accumulator>> {
    match distinct {
        true => Ok(Box::new(DistinctAccumulator::new(plain?, call)?)),
        false => plain,
    }
}

impl PartialEq for AggregateCallUdf {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.distinct_here == other.distinct_here
    }
}

impl Eq for AggregateCallUdf {}

impl Hash for AggregateCallUdf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl AggregateUDFImpl for AggregateCallUdf {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn name(&self) -> &str {
        &self.key
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _arg_types: &[DataType]) -> EngineResult<DataType> {
        Ok(self.result.clone())
    }

    fn state_fields(&self, args: StateFieldsArgs) -> EngineResult<Vec<FieldRef>> {
        let distinct_types = || DistinctAccumulator::state_types(&self.call).iter().map(arrow_type).collect();
        let types = if args.is_distinct { distinct_types() } else { self.state.clone() };
        let field = |(i, t): (usize, DataType)| Arc::new(Field::new(format!("{}[{i}]", args.name), t, true));
        Ok(types.into_iter().enumerate().map(field).collect())
    }

    fn accumulator(&self, args: AccumulatorArgs) -> EngineResult<Box<dyn EngineAccumulator>> {
        Ok(self.one_group(self.fresh(args.is_distinct || self.distinct_here)?))
    }

    fn create_sliding_accumulator(&self, args: AccumulatorArgs) -> EngineResult<Box<dyn EngineAccumulator>> {
        let distinct = args.is_distinct || self.distinct_here;
        if let Some(inner) = self.fresh_retracting(distinct)? {
            return Ok(self.one_group(inner));
        }
        Ok(Box::new(Recomputed { function: Arc::clone(&self.function), call: self.call.clone(), distinct, rows: VecDeque::new() }))
    }

    fn groups_accumulator_supported(&self, _args: AccumulatorArgs) -> bool {
        true
    }

    fn create_groups_accumulator(&self, args: AccumulatorArgs) -> EngineResult<Box<dyn GroupsAccumulator>> {
        Ok(Box::new(ManyGroups { inner: self.fresh(args.is_distinct)? }))
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        // Rows come in the order of the input wherever that matters: such a query runs on one thread.
        AggregateOrderSensitivity::Insensitive
    }

    /// What the aggregate gives for no rows; decorrelation needs it.
    fn default_value(&self, _data_type: &DataType) -> EngineResult<ScalarValue> {
        let mut fresh = self.fresh(false)?;
        fresh.update(&no_rows(&self.call), &[], None, 1).map_err(into_engine)?;
        ScalarValue::try_from_array(&fresh.evaluate(None).map_err(into_engine)?, 0)
    }
}

/// The arguments of a call over no rows; updating with them makes the groups known.
fn no_rows(call: &CallSite) -> Vec<ArrayRef> {
    call.arguments.iter().map(|a| arrow::array::new_empty_array(&arrow_type(&a.data_type))).collect()
}

/// Adapts to the engine's grouped aggregation.
struct ManyGroups {
    inner: Box<dyn Accumulator>,
}

impl GroupsAccumulator for ManyGroups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        group_count: usize,
    ) -> EngineResult<()> {
        self.inner.update(values, groups, filter, group_count).map_err(into_engine)
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> EngineResult<ArrayRef> {
        let result = self.inner.evaluate(count(emit_to)).map_err(into_engine)?;
        self.inner.drop_first(result.len());
        Ok(result)
    }

    fn state(&mut self, emit_to: EmitTo) -> EngineResult<Vec<ArrayRef>> {
        let state = self.inner.state(count(emit_to)).map_err(into_engine)?;
        self.inner.drop_first(state.first().map_or(0, |s| s.len()));
        Ok(state)
    }

    fn merge_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        _filter: Option<&BooleanArray>,
        group_count: usize,
    ) -> EngineResult<()> {
        self.inner.merge(values, groups, group_count).map_err(into_engine)
    }

    fn size(&self) -> usize {
        self.inner.size()
    }
}

fn count(emit_to: EmitTo) -> Option<usize> {
    match emit_to {
        EmitTo::All => None,
        EmitTo::First(n) => Some(n),
    }
}

/// Adapts to aggregation without groups, and to frames that only grow or that can take rows back.
#[derive(Debug)]
struct OneGroup {
    /// Only ever used by one thread; the engine asks for `Sync` all the same.
    inner: Mutex<Box<dyn Accumulator>>,
    no_rows: Vec<ArrayRef>,
    /// Zeros, as many as the largest batch has had rows.
    groups: Vec<usize>,
}

impl OneGroup {
    fn with<T>(&mut self, rows: usize, run: impl FnOnce(&mut dyn Accumulator, &[usize]) -> Result<T>) -> EngineResult<T> {
        if self.groups.len() < rows {
            self.groups.resize(rows, 0);
        }
        let inner = self.inner.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        run(inner.as_mut(), &self.groups[..rows]).map_err(into_engine)
    }
}

impl EngineAccumulator for OneGroup {
    fn update_batch(&mut self, values: &[ArrayRef]) -> EngineResult<()> {
        self.with(row_count(values), |inner, groups| inner.update(values, groups, None, 1))
    }

    fn evaluate(&mut self) -> EngineResult<ScalarValue> {
        let no_rows = self.no_rows.clone();
        let result = self.with(0, |inner, _| {
            inner.update(&no_rows, &[], None, 1)?;
            inner.evaluate(None)
        })?;
        ScalarValue::try_from_array(&result, 0)
    }

    fn size(&self) -> usize {
        self.inner.lock().map_or(0, |inner| inner.size()) + self.groups.len() * size_of::<usize>()
    }

    fn state(&mut self) -> EngineResult<Vec<ScalarValue>> {
        let no_rows = self.no_rows.clone();
        let state = self.with(0, |inner, _| {
            inner.update(&no_rows, &[], None, 1)?;
            inner.state(None)
        })?;
        state.iter().map(|s| ScalarValue::try_from_array(s, 0)).collect()
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> EngineResult<()> {
        self.with(row_count(states), |inner, groups| inner.merge(states, groups, 1))
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> EngineResult<()> {
        self.with(row_count(values), |inner, groups| inner.retract(values, groups, None, 1))
    }

    fn supports_retract_batch(&self) -> bool {
        self.inner.lock().is_ok_and(|inner| inner.can_retract())
    }
}

fn row_count(values: &[ArrayRef]) -> usize {
    values.first().map_or(0, |v| v.len())
}

/// A moving frame of an aggregate that cannot take rows back: keeps the rows and aggregates them anew.
#[derive(Debug)]
struct Recomputed {
    function: Arc<dyn AggregateFunction>,
    call: CallSite,
    distinct: bool,
    /// Single rows, oldest first: one array of length 1 for each argument.
    rows: VecDeque<Vec<ArrayRef>>,
}

impl Recomputed {
    fn aggregate(&self) -> Result<ArrayRef> {
        let mut fresh = accumulator(self.function.accumulator(&self.call), &self.call, self.distinct)?;
        fresh.update(&no_rows(&self.call), &[], None, 1)?;
        for row in &self.rows {
            fresh.update(row, &[0], None, 1)?;
        }
        fresh.evaluate(None)
    }
}

impl EngineAccumulator for Recomputed {
    fn update_batch(&mut self, values: &[ArrayRef]) -> EngineResult<()> {
        self.rows.extend((0..row_count(values)).map(|row| values.iter().map(|v| v.slice(row, 1)).collect()));
        Ok(())
    }

    fn evaluate(&mut self) -> EngineResult<ScalarValue> {
        ScalarValue::try_from_array(&self.aggregate().map_err(into_engine)?, 0)
    }

    fn size(&self) -> usize {
        self.rows.iter().flatten().map(|a| a.get_array_memory_size()).sum()
    }

    fn state(&mut self) -> EngineResult<Vec<ScalarValue>> {
        Err(into_engine(diag::Error::internal("a moving frame has no partial state")))
    }

    fn merge_batch(&mut self, _states: &[ArrayRef]) -> EngineResult<()> {
        Err(into_engine(diag::Error::internal("a moving frame has no partial state")))
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> EngineResult<()> {
        // Rows leave a frame in the order they came.
        self.rows.drain(..row_count(values).min(self.rows.len()));
        Ok(())
    }

    fn supports_retract_batch(&self) -> bool {
        true
    }
}
