//! Of the rows with the same key only some: the rows of a dimension table that a lookup may find.
//!
//! Rows come in the order of the input, in one partition: a join keeps them in memory and goes over the other side.

use super::in_order::in_order;
use super::{no_order, properties};
use crate::error::{from_engine, into_engine};
use crate::lower::{column_name, engine_schema, named_column};
use arrow::array::{Array, BooleanArray, RecordBatch};
use arrow::compute::filter_record_batch;
use arrow::datatypes::SchemaRef;
use arrow::row::{RowConverter, SortField};
use datafusion::common::stats::Precision;
use datafusion::common::{DFSchemaRef, DataFusionError, Result as EngineResult, Statistics};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr as E, LogicalPlan, UserDefinedLogicalNodeCore};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use diag::{Error, Result, Span, secret};
use futures::{Stream, TryStreamExt};
use resolve::bound::{Column, KeepRows, PerKey, RelationKind};
use std::any::Any;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::connector::{DuplicateRows, ScanReport};
use table::zone::Zone;

/// Output columns are those of the input.
#[derive(Debug, Clone)]
pub(crate) struct PerKeyNode {
    input: LogicalPlan,
    choice: Arc<Choice>,
}

/// Which rows stay, and who is told about others.
#[derive(Debug)]
struct Choice {
    key: Vec<Column>,
    /// `None` keeps all.
    keep: Option<KeepRows>,
    zone: Zone,
    told: Option<Told>,
}

/// The table whose rows should have had different keys.
#[derive(Debug)]
struct Told {
    table: String,
    place: Span,
    report: Arc<ScanReport>,
}

impl Choice {
    fn new(per_key: &PerKey, zone: Zone) -> Self {
        let of_id = |id| per_key.input.columns.iter().find(move |column| column.id == id);
        let key = per_key.key.iter().filter_map(|id| of_id(*id)).cloned().collect();
        let mut told = None;
        per_key.input.visit(&mut |relation| {
            if let RelationKind::Scan(scan) = &relation.kind {
                let (table, report) = (scan.table.identifier.summary(), Arc::clone(&scan.table.environment.report));
                told = Some(Told { table, place: scan.table.span, report });
            }
        });
        let told = told.filter(|_| per_key.keep == KeepRows::Last { is_promised: true });
        Choice { key, keep: Some(per_key.keep), zone, told }
    }
}

impl PerKeyNode {
    pub(crate) fn new(input: LogicalPlan, per_key: &PerKey, zone: Zone) -> Self {
        PerKeyNode { input, choice: Arc::new(Choice::new(per_key, zone)) }
    }

    /// All rows of a dimension table.
    pub(crate) fn all(input: LogicalPlan) -> Self {
        PerKeyNode { input, choice: Arc::new(Choice { key: Vec::new(), keep: None, zone: Zone::UTC, told: None }) }
    }

    pub(crate) fn plan(&self, input: Arc<dyn ExecutionPlan>) -> EngineResult<Arc<dyn ExecutionPlan>> {
        let at = |column: &Column| input.schema().index_of(&column_name(column.id));
        let key = self.choice.key.iter().map(at).collect::<std::result::Result<Vec<usize>, _>>()?;
        Ok(Arc::new(PerKeyExec::new(input, key, Arc::clone(&self.choice))))
    }
}

impl PartialEq for PerKeyNode {
    fn eq(&self, other: &Self) -> bool {
        // Column names are unique, so two nodes over the same input are the same.
        self.input == other.input
    }
}

impl Eq for PerKeyNode {}

impl Hash for PerKeyNode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.input.hash(state);
    }
}

impl PartialOrd for PerKeyNode {
    fn partial_cmp(&self, _other: &Self) -> Option<Ordering> {
        no_order()
    }
}

impl UserDefinedLogicalNodeCore for PerKeyNode {
    fn name(&self) -> &str {
        "PerKey"
    }

    fn inputs(&self) -> Vec<&LogicalPlan> {
        vec![&self.input]
    }

    fn schema(&self) -> &DFSchemaRef {
        self.input.schema()
    }

    fn expressions(&self) -> Vec<E> {
        self.choice.key.iter().map(|column| named_column(&column_name(column.id))).collect()
    }

    fn fmt_for_explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "PerKey: {}", self.choice)
    }

    fn with_exprs_and_inputs(&self, _exprs: Vec<E>, inputs: Vec<LogicalPlan>) -> EngineResult<Self> {
        let input = inputs.into_iter().next().ok_or_else(|| into_engine(Error::internal("a choice of rows lost its input")))?;
        Ok(PerKeyNode { input, choice: Arc::clone(&self.choice) })
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.iter().map(|column| column_name(column.id)).collect::<Vec<_>>().join(", ");
        match self.keep {
            None => f.write_str("all rows"),
            Some(KeepRows::Last { .. }) => write!(f, "last row of each [{key}]"),
            Some(KeepRows::First(count)) => write!(f, "first {count} rows of each [{key}]"),
        }
    }
}

#[derive(Debug)]
struct PerKeyExec {
    input: Arc<dyn ExecutionPlan>,
    key: Vec<usize>,
    choice: Arc<Choice>,
    properties: Arc<PlanProperties>,
}

impl PerKeyExec {
    fn new(input: Arc<dyn ExecutionPlan>, key: Vec<usize>, choice: Arc<Choice>) -> Self {
        let properties = properties(input.schema(), 1);
        PerKeyExec { input, key, choice, properties }
    }
}

impl DisplayAs for PerKeyExec {
    fn fmt_as(&self, _t: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "PerKeyExec: {}", self.choice)
    }
}

impl ExecutionPlan for PerKeyExec {
    fn name(&self) -> &str {
        "PerKeyExec"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn with_new_children(self: Arc<Self>, mut children: Vec<Arc<dyn ExecutionPlan>>) -> EngineResult<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(PerKeyExec::new(children.swap_remove(0), self.key.clone(), Arc::clone(&self.choice))))
    }

    /// A dimension table is meant to be the small side, of which one table in memory serves all threads: so it says that it is small.
    fn partition_statistics(&self, _partition: Option<usize>) -> EngineResult<Statistics> {
        let column_statistics = Statistics::unknown_column(&self.schema());
        Ok(Statistics { num_rows: Precision::Inexact(1), total_byte_size: Precision::Inexact(1), column_statistics })
    }

    fn execute(&self, _partition: usize, context: Arc<TaskContext>) -> EngineResult<SendableRecordBatchStream> {
        let rows = in_order(&self.input, context);
        let chooser = KeyChooser::of(self.key.clone(), Arc::clone(&self.choice), &self.schema())?;
        let schema = self.schema();
        Ok(match self.choice.keep {
            Some(KeepRows::Last { .. }) => Box::pin(RecordBatchStreamAdapter::new(schema, last(rows, chooser))),
            _ => {
                let mut chooser = chooser;
                let kept = rows.try_filter_map(move |batch| std::future::ready(chooser.take(&batch).map_err(into_engine)));
                Box::pin(RecordBatchStreamAdapter::new(schema, kept))
            }
        })
    }
}

/// The last row of each key, which is known at the end.
fn last(
    rows: impl Stream<Item = EngineResult<RecordBatch>> + Send + 'static,
    mut chooser: KeyChooser,
) -> impl Stream<Item = EngineResult<RecordBatch>> + Send {
    let all = async move {
        let mut rows = std::pin::pin!(rows);
        let mut batches = Vec::new();
        while let Some(batch) = rows.try_next().await? {
            chooser.note(&batch).map_err(into_engine)?;
            batches.push(batch);
        }
        let kept = chooser.last_rows(&batches).map_err(into_engine)?;
        Ok::<_, DataFusionError>(futures::stream::iter(kept.into_iter().map(Ok)))
    };
    futures::stream::once(all).try_flatten()
}

/// Remembers the keys that were seen.
pub(crate) struct KeyChooser {
    key: Vec<usize>,
    choice: Arc<Choice>,
    converter: RowConverter,
    /// By key: the number of its last row, or how many rows there were.
    seen: HashMap<Box<[u8]>, u64>,
    /// How many rows were seen.
    rows: u64,
    /// The numbers of rows that have a successor.
    replaced: Vec<u64>,
    duplicates: u64,
    first_duplicate: Option<String>,
}

impl KeyChooser {
    /// For rows that have the columns of the input.
    pub(crate) fn new(per_key: &PerKey, zone: Zone) -> Result<Self> {
        let columns = &per_key.input.columns;
        let at = |id| columns.iter().position(|column| column.id == id).ok_or_else(|| Error::internal("a key that is no column"));
        let key = per_key.key.iter().map(|id| at(*id)).collect::<Result<Vec<_>>>()?;
        let schema = engine_schema(columns)?;
        KeyChooser::of(key, Arc::new(Choice::new(per_key, zone)), schema.inner()).map_err(from_engine)
    }

    fn of(key: Vec<usize>, choice: Arc<Choice>, schema: &SchemaRef) -> EngineResult<Self> {
        let fields = key.iter().map(|at| SortField::new(schema.field(*at).data_type().clone())).collect();
        let converter = RowConverter::new(fields)?;
        let (seen, replaced) = (HashMap::new(), Vec::new());
        Ok(KeyChooser { key, choice, converter, seen, rows: 0, replaced, duplicates: 0, first_duplicate: None })
    }

    /// The rows of a batch that stay; `None` when that is known at the end only.
    pub(crate) fn take(&mut self, batch: &RecordBatch) -> Result<Option<RecordBatch>> {
        match self.choice.keep {
            None => Ok(Some(batch.clone())),
            Some(KeepRows::First(count)) => self.first(batch, count).map(Some),
            Some(KeepRows::Last { .. }) => self.note(batch).map(|()| None),
        }
    }

    fn keys(&mut self, batch: &RecordBatch) -> Result<arrow::row::Rows> {
        let columns: Vec<_> = self.key.iter().map(|at| Arc::clone(batch.column(*at))).collect();
        self.converter.convert_columns(&columns).map_err(|error| from_engine(error.into()))
    }

    /// The rows of a batch that are among the first of their key.
    fn first(&mut self, batch: &RecordBatch, count: u64) -> Result<RecordBatch> {
        let keys = self.keys(batch)?;
        let is_kept = keys.iter().map(|key| {
            let seen = self.seen.entry(key.as_ref().into()).or_default();
            *seen += 1;
            Some(*seen <= count)
        });
        let is_kept: BooleanArray = is_kept.collect();
        filter_record_batch(batch, &is_kept).map_err(|error| from_engine(error.into()))
    }

    /// Takes note of the keys of a batch.
    fn note(&mut self, batch: &RecordBatch) -> Result<()> {
        let keys = self.keys(batch)?;
        for (row, key) in keys.iter().enumerate() {
            let number = self.rows + row as u64;
            if let Some(before) = self.seen.insert(key.as_ref().into(), number) {
                self.replaced.push(before);
                // A key with NULL finds nothing, so it does not matter how often it is there.
                if self.key.iter().all(|at| batch.column(*at).is_valid(row)) {
                    self.duplicates += 1;
                    if self.first_duplicate.is_none() {
                        self.first_duplicate = Some(self.described(batch, row, before, number)?);
                    }
                }
            }
        }
        self.rows += batch.num_rows() as u64;
        Ok(())
    }

    /// `id = 10 in rows 2 and 5`
    fn described(&self, batch: &RecordBatch, row: usize, before: u64, number: u64) -> Result<String> {
        let mut values = Vec::with_capacity(self.key.len());
        for (at, column) in self.key.iter().zip(&self.choice.key) {
            let value = table::value::array_to_value(batch.column(*at).as_ref(), row, &column.data_type)?;
            let text = value.text(&column.data_type, self.choice.zone)?;
            let shown = if secret::is_sensitive_key(&column.name) { secret::MASK.to_owned() } else { text };
            values.push(format!("{} = {shown}", column.name));
        }
        Ok(format!("{} in rows {} and {}", values.join(", "), before + 1, number + 1))
    }

    /// The batches without the rows that have a successor; tells how many those are.
    pub(crate) fn last_rows(&mut self, batches: &[RecordBatch]) -> Result<Vec<RecordBatch>> {
        self.tell();
        self.replaced.sort_unstable();
        let mut replaced = self.replaced.iter().copied().peekable();
        let mut kept = Vec::with_capacity(batches.len());
        let mut number = 0;
        for batch in batches {
            let is_kept: BooleanArray = (0..batch.num_rows())
                .map(|_| {
                    number += 1;
                    Some(replaced.next_if_eq(&(number - 1)).is_none())
                })
                .collect();
            kept.push(filter_record_batch(batch, &is_kept).map_err(|error| from_engine(error.into()))?);
        }
        Ok(kept)
    }

    fn tell(&self) {
        let (Some(told), Some(first)) = (&self.choice.told, &self.first_duplicate) else { return };
        let key = self.choice.key.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        told.report.duplicates(&told.table, DuplicateRows { count: self.duplicates, key, first: first.clone(), place: told.place });
    }
}
