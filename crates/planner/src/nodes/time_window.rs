//! Window table functions over bounded input: TUMBLE, HOP and CUMULATE give each row its windows.

use super::no_order;
use super::per_batch::{PerBatchExec, Step};
use crate::PlanContext;
use crate::error::into_engine;
use crate::lower::{column_name, engine_schema, unsupported};
use arrow::array::{Array, ArrayRef, AsArray, Int64Array, RecordBatch, UInt32Array};
use arrow::compute::{cast, take};
use arrow::datatypes::{DataType, SchemaRef, TimeUnit, TimestampMillisecondType};
use datafusion::common::{DFSchemaRef, Result as EngineResult};
use datafusion::logical_expr::{Expr as E, LogicalPlan, UserDefinedLogicalNodeCore};
use datafusion::physical_plan::ExecutionPlan;
use diag::{Error, Result};
use resolve::bound::{Column, Relation, TimeWindow, TimeWindowKind};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::TypeKind;
use table::zone::Zone;

/// Output columns: those of the input plan, then window_start, window_end, window_time.
#[derive(Debug, Clone)]
pub(crate) struct TimeWindowNode {
    input: LogicalPlan,
    assigner: Assigner,
    time: String,
    window_columns: Vec<Column>,
    schema: DFSchemaRef,
}

impl TimeWindowNode {
    pub(crate) fn new(input: LogicalPlan, window: &TimeWindow, relation: &Relation, context: &PlanContext) -> Result<Self> {
        if let TimeWindowKind::Session { .. } = window.kind {
            return Err(unsupported(relation.span, "SESSION in batch mode"));
        }
        let window_columns = relation.columns[window.input.columns.len()..].to_vec();
        let time_type = window.input.columns.iter().find(|c| c.id == window.time).map(|c| &c.data_type.kind);
        // Windows of TIMESTAMP_LTZ are aligned to the session's local time.
        let zone = matches!(time_type, Some(TypeKind::TimestampLtz { .. })).then_some(context.eval.zone);
        let mut schema = input.schema().as_ref().clone();
        schema.merge(&engine_schema(&window_columns)?);
        let assigner = Assigner { kind: window.kind, zone };
        Ok(TimeWindowNode { input, assigner, time: column_name(window.time), window_columns, schema: Arc::new(schema) })
    }

    pub(crate) fn plan(&self, input: Arc<dyn ExecutionPlan>) -> EngineResult<Arc<dyn ExecutionPlan>> {
        let time = input.schema().index_of(&self.time)?;
        let schema = Arc::clone(self.schema.inner());
        Ok(Arc::new(PerBatchExec::new(input, Arc::new(AssignWindows { assigner: self.assigner, time }), schema)))
    }
}

impl PartialEq for TimeWindowNode {
    fn eq(&self, other: &Self) -> bool {
        self.input == other.input && self.assigner == other.assigner && self.schema == other.schema
    }
}

impl Eq for TimeWindowNode {}

impl Hash for TimeWindowNode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.input.hash(state);
        self.time.hash(state);
    }
}

impl PartialOrd for TimeWindowNode {
    fn partial_cmp(&self, _other: &Self) -> Option<Ordering> {
        no_order()
    }
}

impl UserDefinedLogicalNodeCore for TimeWindowNode {
    fn name(&self) -> &str {
        "TimeWindow"
    }

    fn inputs(&self) -> Vec<&LogicalPlan> {
        vec![&self.input]
    }

    fn schema(&self) -> &DFSchemaRef {
        &self.schema
    }

    fn expressions(&self) -> Vec<E> {
        vec![crate::lower::named_column(&self.time)]
    }

    fn fmt_for_explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "TimeWindow: {} {:?}", self.time, self.assigner.kind)
    }

    fn with_exprs_and_inputs(&self, _exprs: Vec<E>, inputs: Vec<LogicalPlan>) -> EngineResult<Self> {
        let input = inputs.into_iter().next().ok_or_else(|| into_engine(Error::internal("a window lost its input")))?;
        let mut schema = input.schema().as_ref().clone();
        schema.merge(&engine_schema(&self.window_columns).map_err(into_engine)?);
        Ok(TimeWindowNode { input, schema: Arc::new(schema), ..self.clone() })
    }
}

/// Assigns windows by the time in one column.
#[derive(Debug)]
struct AssignWindows {
    assigner: Assigner,
    time: usize,
}

impl fmt::Display for AssignWindows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TimeWindowExec: {:?} of column {}", self.assigner.kind, self.time)
    }
}

impl Step for AssignWindows {
    fn apply(&self, batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch> {
        self.assigner.apply(batch, self.time, schema)
    }
}

/// Finds the windows of a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Assigner {
    kind: TimeWindowKind,
    /// The zone in which windows are aligned; `None` for times without zone.
    zone: Option<Zone>,
}

impl Assigner {
    fn apply(&self, batch: &RecordBatch, time: usize, schema: &SchemaRef) -> Result<RecordBatch> {
        let zone = batch.column(time).data_type();
        let zone = if let DataType::Timestamp(_, zone) = zone { zone.clone() } else { None };
        let millis = cast(batch.column(time), &DataType::Timestamp(TimeUnit::Millisecond, zone.clone())).map_err(arrow_error)?;
        let millis = millis.as_primitive::<TimestampMillisecondType>();
        let (mut rows, mut starts, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut windows = Vec::new();
        for row in (0..millis.len()).filter(|&row| millis.is_valid(row)) {
            windows.clear();
            self.windows(millis.value(row), &mut windows);
            for (start, end) in &windows {
                rows.push(row as u32);
                starts.push(*start);
                ends.push(*end);
            }
        }
        let times: Vec<i64> = ends.iter().map(|end| end - 1).collect();
        let rows = UInt32Array::from(rows);
        let mut columns: Vec<ArrayRef> =
            batch.columns().iter().map(|c| take(c, &rows, None)).collect::<Result<_, _>>().map_err(arrow_error)?;
        let first = columns.len();
        for (i, values) in [starts, ends, times].into_iter().enumerate() {
            let millis = cast(&Int64Array::from(values), &DataType::Timestamp(TimeUnit::Millisecond, zone.clone())).map_err(arrow_error)?;
            columns.push(cast(&millis, schema.field(first + i).data_type()).map_err(arrow_error)?);
        }
        RecordBatch::try_new(Arc::clone(schema), columns).map_err(arrow_error)
    }

    /// The windows of an instant, in Flink's order: HOP newest first, CUMULATE smallest first.
    fn windows(&self, instant: i64, found: &mut Vec<(i64, i64)>) {
        let time = self.zone.map_or(instant, |zone| zone.to_local(instant));
        match self.kind {
            TimeWindowKind::Tumble { size, offset } => {
                let start = start_of(time, size, offset);
                found.push((start, start + size));
            }
            TimeWindowKind::Hop { slide, size, offset } => {
                let mut start = start_of(time, slide, offset);
                while start > time - size {
                    found.push((start, start + size));
                    start -= slide;
                }
            }
            TimeWindowKind::Cumulate { step, max_size, offset } => {
                let start = start_of(time, max_size, offset);
                let mut end = start_of(time, step, offset) + step;
                while end <= start + max_size {
                    found.push((start, end));
                    end += step;
                }
            }
            TimeWindowKind::Session { .. } => {}
        }
        if let Some(zone) = self.zone {
            for (start, end) in found {
                *start = zone.to_instant(*start);
                *end = zone.to_instant(*end);
            }
        }
    }
}

fn start_of(time: i64, size: i64, offset: i64) -> i64 {
    time - (time - offset).rem_euclid(size)
}

fn arrow_error(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}
