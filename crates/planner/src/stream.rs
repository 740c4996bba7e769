//! Insert-only, stateless queries as a dataflow of the streaming engine.
//!
//! Which queries these are is decided during name resolution; anything else that arrives here is refused all the same.

use crate::PlanContext;
use crate::error::from_engine;
use crate::lower::guard::guard_expr;
use crate::lower::{Lowering, Scope, engine_schema, unsupported};
use crate::nodes::{KeyChooser, UnnestShape, open_source, progress_of, unnest};
use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::SchemaRef;
use datafusion::execution::context::ExecutionProps;
use datafusion::physical_expr::create_physical_expr;
use diag::{Error, Result};
use resolve::bound::{Column, Expr, Join, JoinKind, Relation, RelationKind, Scan, SetOperator, Unnest};
use runtime::operators::{Calc, Limit, Lookup, LookupKeys, Union};
use runtime::{Dataflow, NodeId, Operator, Out, Source};
use std::collections::VecDeque;
use std::sync::Arc;
use table::changelog::Batch;
use table::connector::{ReadOutcome, ScanProgress, ScanRequest, ScanSource, Split, SplitReader};
use table::types::arrow_schema;

/// Adds the operators of a query above a sink.
pub fn plan_stream(relation: &Relation, context: &PlanContext, sink: Box<dyn Operator>, flow: &mut Dataflow) -> Result<()> {
    let sink = flow.sink(sink);
    Planner { lowering: Lowering::new(context), flow }.add(relation, (sink, 0))
}

struct Planner<'a> {
    lowering: Lowering<'a>,
    flow: &'a mut Dataflow,
}

impl Planner<'_> {
    fn add(&mut self, relation: &Relation, target: (NodeId, usize)) -> Result<()> {
        match &relation.kind {
            RelationKind::Scan(scan) => {
                let source = ScanSourceTask::new(scan)?;
                self.flow.source(Box::new(source), target);
                Ok(())
            }
            RelationKind::Values(rows) => {
                let batch = self.values(relation, rows)?;
                self.flow.source(Box::new(OneBatch(Some(batch))), target);
                Ok(())
            }
            RelationKind::Project { input, exprs } => {
                let exprs = exprs.iter().map(|e| self.evaluator(e, input)).collect::<Result<Vec<_>>>()?;
                self.unary(Calc::project(exprs, physical_schema(&relation.columns)), input, target)
            }
            RelationKind::Filter { input, predicate } => {
                let condition = self.evaluator(predicate, input)?;
                self.unary(Calc::filter(condition), input, target)
            }
            RelationKind::Limit { input, offset, fetch } => self.unary(Limit::new(*offset, *fetch), input, target),
            RelationKind::Unnest(unnest) => self.unnest(relation, unnest, target),
            RelationKind::Join(join) if join.lookup => self.lookup(relation, join, target),
            RelationKind::PerKey(per_key) => {
                let chooser = KeyChooser::new(per_key, self.lowering.context.eval.zone)?;
                self.unary(PerKeyOperator { chooser, batches: Vec::new() }, &per_key.input, target)
            }
            RelationKind::SetOperation { op: SetOperator::Union, all: true, inputs } => self.union(relation, inputs, target),
            // Nothing above a stateless query asks for event time.
            RelationKind::Watermark { input, .. } => self.add(input, target),
            _ => Err(unsupported(relation.span, "this operation in streaming mode")),
        }
    }

    fn unary(&mut self, operator: impl Operator + 'static, input: &Relation, target: (NodeId, usize)) -> Result<()> {
        let node = self.flow.operator(Box::new(operator), target);
        self.add(input, (node, 0))
    }

    fn union(&mut self, relation: &Relation, inputs: &[Relation], target: (NodeId, usize)) -> Result<()> {
        let union = Union::new(inputs.len(), physical_schema(&relation.columns));
        let node = self.flow.operator(Box::new(union), target);
        inputs.iter().enumerate().try_for_each(|(port, input)| self.add(input, (node, port)))
    }

    fn unnest(&mut self, relation: &Relation, unnest: &Unnest, target: (NodeId, usize)) -> Result<()> {
        let operator = UnnestOperator {
            collection: self.evaluator(&unnest.collection, &unnest.input)?,
            shape: UnnestShape::of(unnest)?,
            schema: physical_schema(&relation.columns),
        };
        self.unary(operator, &unnest.input, target)
    }

    fn lookup(&mut self, relation: &Relation, join: &Join, target: (NodeId, usize)) -> Result<()> {
        let Some(condition) = &join.condition else { return Err(unsupported(relation.span, "a lookup without a condition")) };
        let (mut stream, mut table) = (Vec::new(), Vec::new());
        for (left, right) in join.equalities() {
            stream.push(self.evaluator(left, &join.left)?);
            table.push(self.evaluator(right, &join.right)?);
        }
        let columns = join.left.columns.iter().chain(&join.right.columns).cloned().collect();
        let both = Relation::new(RelationKind::Values(Vec::new()), columns, relation.span);
        let condition = self.evaluator(condition, &both)?;
        let keeps_unmatched = join.kind == JoinKind::Left;
        let (table_schema, schema) = (physical_schema(&join.right.columns), physical_schema(&relation.columns));
        let lookup = Lookup::new(LookupKeys { stream, table }, condition, keeps_unmatched, table_schema, schema);
        let node = self.flow.operator(Box::new(lookup), target);
        self.add(&join.left, (node, 0))?;
        self.add(&join.right, (node, 1))
    }

    /// Compiles an expression over the columns of a relation.
    fn evaluator(&self, expr: &Expr, input: &Relation) -> Result<runtime::operators::Evaluate> {
        let lowered = self.lowering.expr(expr, &Scope::of(&[input]))?;
        let guarded = guard_expr(lowered).map_err(from_engine)?;
        let schema = engine_schema(&input.columns)?;
        let physical = create_physical_expr(&guarded, &schema, &ExecutionProps::new()).map_err(from_engine)?;
        Ok(Box::new(move |batch: &RecordBatch| {
            physical.evaluate(batch).and_then(|value| value.into_array(batch.num_rows())).map_err(from_engine)
        }))
    }

    fn values(&self, relation: &Relation, rows: &[Vec<Expr>]) -> Result<RecordBatch> {
        let schema = physical_schema(&relation.columns);
        let nothing = Relation::new(RelationKind::Values(Vec::new()), Vec::new(), relation.span);
        let one_row = RecordBatch::try_new_with_options(
            Arc::new(arrow::datatypes::Schema::empty()),
            Vec::new(),
            &RecordBatchOptions::new().with_row_count(Some(1)),
        );
        let one_row = one_row.map_err(arrow_error)?;
        let mut batches = Vec::with_capacity(rows.len());
        for row in rows {
            let columns = row.iter().map(|e| self.evaluator(e, &nothing)?(&one_row)).collect::<Result<Vec<_>>>()?;
            let options = RecordBatchOptions::new().with_row_count(Some(1));
            batches.push(RecordBatch::try_new_with_options(Arc::clone(&schema), columns, &options).map_err(arrow_error)?);
        }
        match batches.as_slice() {
            [only] => Ok(only.clone()),
            _ => arrow::compute::concat_batches(&schema, &batches).map_err(arrow_error),
        }
    }
}

fn physical_schema(columns: &[Column]) -> SchemaRef {
    let names: Vec<String> = columns.iter().map(|c| crate::lower::column_name(c.id)).collect();
    arrow_schema(names.iter().map(String::as_str).zip(columns.iter().map(|c| &c.data_type)))
}

fn arrow_error(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}

/// Rows that are known from the start.
struct OneBatch(Option<RecordBatch>);

impl Source for OneBatch {
    fn poll(&mut self, _max_rows: usize) -> Result<ReadOutcome> {
        Ok(self.0.take().map_or(ReadOutcome::End, |rows| ReadOutcome::Batch(Batch::inserts(rows))))
    }
}

/// Reads the splits of a table in turn, so that one that is idle does not hold up the others.
struct ScanSourceTask {
    source: Arc<dyn ScanSource>,
    request: ScanRequest,
    waiting: VecDeque<Split>,
    /// The front one is read next.
    open: VecDeque<Box<dyn SplitReader>>,
    progress: Arc<ScanProgress>,
}

impl ScanSourceTask {
    fn new(scan: &Scan) -> Result<Self> {
        let source = open_source(scan)?;
        let request = ScanRequest { columns: scan.columns.clone(), ..ScanRequest::default() };
        let waiting = source.splits(&request, 1)?.into();
        Ok(ScanSourceTask { source, request, waiting, open: VecDeque::new(), progress: progress_of(&scan.table) })
    }
}

impl Source for ScanSourceTask {
    fn poll(&mut self, max_rows: usize) -> Result<ReadOutcome> {
        // Bounded splits one after the other, in the order of the source; unbounded ones all at once.
        while (self.open.is_empty() || !self.source.is_bounded()) && !self.waiting.is_empty() {
            let Some(split) = self.waiting.pop_front() else { break };
            self.open.push_back(self.source.open(&self.request, &split)?);
        }
        for _ in 0..self.open.len() {
            let Some(mut reader) = self.open.pop_front() else { break };
            match reader.read(max_rows)? {
                ReadOutcome::Batch(batch) => {
                    self.progress.add_rows(batch.rows.num_rows());
                    match self.source.is_bounded() {
                        true => self.open.push_front(reader),
                        false => self.open.push_back(reader),
                    }
                    return Ok(ReadOutcome::Batch(batch));
                }
                ReadOutcome::Idle => self.open.push_back(reader),
                ReadOutcome::End => {}
            }
        }
        Ok(if self.open.is_empty() && self.waiting.is_empty() { ReadOutcome::End } else { ReadOutcome::Idle })
    }
}

/// Of the rows with the same key only some; the last one is known at the end.
struct PerKeyOperator {
    chooser: KeyChooser,
    batches: Vec<RecordBatch>,
}

impl Operator for PerKeyOperator {
    fn batch(&mut self, _port: usize, batch: Batch, out: &mut Out) -> Result<()> {
        match self.chooser.take(&batch.rows)? {
            Some(rows) => out.batch(Batch::inserts(rows)),
            None => self.batches.push(batch.rows),
        }
        Ok(())
    }

    fn end(&mut self, _port: usize, out: &mut Out) -> Result<()> {
        for rows in self.chooser.last_rows(&std::mem::take(&mut self.batches))? {
            out.batch(Batch::inserts(rows));
        }
        out.end();
        Ok(())
    }
}

/// UNNEST on a stream; each element's row has the kind of the row it comes from.
struct UnnestOperator {
    collection: runtime::operators::Evaluate,
    shape: UnnestShape,
    schema: SchemaRef,
}

impl Operator for UnnestOperator {
    fn batch(&mut self, _port: usize, batch: Batch, out: &mut Out) -> Result<()> {
        let collection: ArrayRef = (self.collection)(&batch.rows)?;
        let (rows, origins) = unnest(&batch.rows, &collection, self.shape, &self.schema)?;
        let kinds = batch.kinds.map(|kinds| origins.values().iter().map(|&row| kinds[row as usize]).collect());
        out.batch(Batch { rows, kinds });
        Ok(())
    }
}
