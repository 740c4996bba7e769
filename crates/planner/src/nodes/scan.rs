//! Scanning a table through its connector.

use super::{no_order, properties};
use crate::diagnostics::DOES_NOT_RUN;
use crate::error::into_engine;
use crate::lower::engine_schema;
use arrow::array::{RecordBatch, RecordBatchOptions};
use arrow::datatypes::SchemaRef;
use datafusion::common::{DFSchemaRef, Result as EngineResult};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr as E, LogicalPlan, UserDefinedLogicalNodeCore};
use datafusion::physical_expr::expressions::Column as PhysicalColumn;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use diag::{Diagnostic, Error, ErrorKind, Result};
use resolve::bound::{Column, Scan};
use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::catalog::{ObjectIdentifier, WORKSPACE};
use table::connector::{ReadOutcome, ScanProgress, ScanRequest, ScanSource, Split, SplitReader, TableContext};

/// How many rows a reader is asked for at once.
const BATCH_ROWS: usize = 8192;

/// A leaf of the logical plan.
#[derive(Debug)]
pub(crate) struct ScanNode {
    table: String,
    source: Arc<dyn ScanSource>,
    request: ScanRequest,
    schema: DFSchemaRef,
    parallelism: usize,
    progress: Arc<ScanProgress>,
}

/// Opens the source of a scan; where the connector or format does not run here, the message points at the reference.
pub(crate) fn open_source(scan: &Scan) -> Result<Arc<dyn ScanSource>> {
    match &scan.stand_in {
        Some(source) => Ok(Arc::clone(source)),
        None => scan.factory.source(&scan.table).map_err(|error| does_not_run(error, &scan.table)),
    }
}

/// Gives the refusal of a connector that is known for checking only its place.
pub fn does_not_run(error: Error, table: &TableContext) -> Error {
    if error.kind != ErrorKind::Unsupported || error.diagnostic.is_some() {
        return error;
    }
    let ObjectIdentifier { catalog, database, object } = &table.identifier;
    let diagnostic = Diagnostic::error(DOES_NOT_RUN, table.span, error.message.clone());
    error.with_diagnostic(match catalog.as_str() {
        WORKSPACE => diagnostic.with_help(format!(
            "Bind a local file to run it: --bind {database}.{object}=FILE, or under 'bind' in the file of the environment: \
             '{database}.{object}: FILE'."
        )),
        _ => diagnostic.with_help(format!("Bind a local file to run it: --bind {object}=FILE.")),
    })
}

impl ScanNode {
    pub(crate) fn new(scan: &Scan, columns: &[Column], parallelism: usize) -> Result<Self> {
        let source = open_source(scan)?;
        let request = ScanRequest { columns: scan.columns.clone(), ..ScanRequest::default() };
        let schema = Arc::new(engine_schema(columns)?);
        Ok(ScanNode { table: scan.table.identifier.summary(), source, request, schema, parallelism, progress: progress_of(&scan.table) })
    }

    /// The source's own plan where it has one, else one that reads splits.
    pub(crate) fn plan(&self) -> EngineResult<Arc<dyn ExecutionPlan>> {
        let schema = Arc::clone(self.schema.inner());
        if let Some(plan) = self.source.batch_plan(&self.request).map_err(into_engine)? {
            let plan = plan.downcast::<Arc<dyn ExecutionPlan>>();
            let plan = plan.map_err(|_| into_engine(Error::internal("a batch plan of another engine")))?;
            return rename(*plan, &schema);
        }
        let splits = self.source.splits(&self.request, self.parallelism).map_err(into_engine)?;
        let partitions = divide(splits, self.parallelism);
        let properties = properties(schema, partitions.len());
        Ok(Arc::new(ScanExec {
            table: self.table.clone(),
            source: Arc::clone(&self.source),
            request: self.request.clone(),
            partitions,
            properties,
            progress: Arc::clone(&self.progress),
        }))
    }
}

/// Where the scans of a table count their rows.
pub(crate) fn progress_of(table: &TableContext) -> Arc<ScanProgress> {
    table.environment.report.progress(&table.identifier.object)
}

/// Gives a plan's columns our names.
fn rename(plan: Arc<dyn ExecutionPlan>, schema: &SchemaRef) -> EngineResult<Arc<dyn ExecutionPlan>> {
    let from = plan.schema();
    let column = |(i, to): (usize, &Arc<arrow::datatypes::Field>)| {
        let expr: Arc<dyn datafusion::physical_plan::PhysicalExpr> = Arc::new(PhysicalColumn::new(from.field(i).name(), i));
        (expr, to.name().clone())
    };
    let exprs: Vec<_> = schema.fields().iter().enumerate().map(column).collect();
    Ok(Arc::new(ProjectionExec::try_new(exprs, plan)?))
}

/// Neighbouring splits to the same partition, so that the rows of partition after partition are in the order of the source.
fn divide(splits: Vec<Split>, partitions: usize) -> Vec<Vec<Split>> {
    let per_partition = splits.len().div_ceil(partitions.max(1)).max(1);
    let mut divided: Vec<Vec<Split>> = splits.chunks(per_partition).map(<[Split]>::to_vec).collect();
    if divided.is_empty() {
        divided.push(Vec::new());
    }
    divided
}

impl PartialEq for ScanNode {
    fn eq(&self, other: &Self) -> bool {
        // Column names are unique, so two scans with the same columns are the same reference.
        self.schema == other.schema
    }
}

impl Eq for ScanNode {}

impl Hash for ScanNode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.schema.hash(state);
    }
}

impl PartialOrd for ScanNode {
    fn partial_cmp(&self, _other: &Self) -> Option<Ordering> {
        no_order()
    }
}

impl UserDefinedLogicalNodeCore for ScanNode {
    fn name(&self) -> &str {
        "Scan"
    }

    fn inputs(&self) -> Vec<&LogicalPlan> {
        Vec::new()
    }

    fn schema(&self) -> &DFSchemaRef {
        &self.schema
    }

    fn expressions(&self) -> Vec<E> {
        Vec::new()
    }

    fn fmt_for_explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let columns: Vec<_> = self.schema.fields().iter().map(|c| c.name().as_str()).collect();
        write!(f, "Scan: {} [{}]", self.table, columns.join(", "))
    }

    fn with_exprs_and_inputs(&self, _exprs: Vec<E>, _inputs: Vec<LogicalPlan>) -> EngineResult<Self> {
        let ScanNode { table, source, request, schema, parallelism, progress } = self;
        Ok(ScanNode {
            table: table.clone(),
            source: Arc::clone(source),
            request: request.clone(),
            schema: Arc::clone(schema),
            parallelism: *parallelism,
            progress: Arc::clone(progress),
        })
    }
}

/// Reads the splits of each partition, one after the other.
#[derive(Debug)]
struct ScanExec {
    table: String,
    source: Arc<dyn ScanSource>,
    request: ScanRequest,
    partitions: Vec<Vec<Split>>,
    properties: Arc<PlanProperties>,
    progress: Arc<ScanProgress>,
}

impl DisplayAs for ScanExec {
    fn fmt_as(&self, _t: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        let splits: usize = self.partitions.iter().map(Vec::len).sum();
        write!(f, "ScanExec: {}, splits={splits}", self.table)?;
        match self.request.limit {
            Some(limit) => write!(f, ", limit={limit}"),
            None => Ok(()),
        }
    }
}

impl ExecutionPlan for ScanExec {
    fn name(&self) -> &str {
        "ScanExec"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn with_new_children(self: Arc<Self>, _children: Vec<Arc<dyn ExecutionPlan>>) -> EngineResult<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(&self, partition: usize, _context: Arc<TaskContext>) -> EngineResult<SendableRecordBatchStream> {
        let reader = PartitionReader {
            source: Arc::clone(&self.source),
            request: self.request.clone(),
            splits: self.partitions[partition].clone().into_iter(),
            current: None,
            schema: self.schema(),
            left: self.request.limit,
            progress: Arc::clone(&self.progress),
        };
        Ok(Box::pin(RecordBatchStreamAdapter::new(self.schema(), futures::stream::iter(reader))))
    }

    fn with_fetch(&self, limit: Option<usize>) -> Option<Arc<dyn ExecutionPlan>> {
        let request = ScanRequest { limit: limit.map(|l| l as u64), ..self.request.clone() };
        Some(Arc::new(ScanExec {
            table: self.table.clone(),
            source: Arc::clone(&self.source),
            request,
            partitions: self.partitions.clone(),
            properties: Arc::clone(&self.properties),
            progress: Arc::clone(&self.progress),
        }))
    }

    fn fetch(&self) -> Option<usize> {
        self.request.limit.and_then(|l| usize::try_from(l).ok())
    }
}

/// The rows of one partition as batches.
struct PartitionReader {
    source: Arc<dyn ScanSource>,
    request: ScanRequest,
    splits: std::vec::IntoIter<Split>,
    current: Option<Box<dyn SplitReader>>,
    schema: SchemaRef,
    /// Rows still wanted.
    left: Option<u64>,
    progress: Arc<ScanProgress>,
}

impl PartitionReader {
    fn read(&mut self) -> Result<Option<RecordBatch>> {
        while self.left != Some(0) {
            let reader = match &mut self.current {
                Some(reader) => reader,
                None => match self.splits.next() {
                    Some(split) => self.current.insert(self.source.open(&self.request, &split)?),
                    None => return Ok(None),
                },
            };
            match reader.read(BATCH_ROWS)? {
                ReadOutcome::Batch(batch) if batch.rows.num_rows() == 0 => {}
                ReadOutcome::Batch(batch) => {
                    self.progress.add_rows(batch.rows.num_rows());
                    return self.take(batch.rows).map(Some);
                }
                ReadOutcome::Idle => std::thread::yield_now(),
                ReadOutcome::End => self.current = None,
            }
        }
        Ok(None)
    }

    /// A batch under our column names, cut to the rows still wanted.
    fn take(&mut self, batch: RecordBatch) -> Result<RecordBatch> {
        let rows = match self.left {
            Some(left) => batch.num_rows().min(usize::try_from(left).unwrap_or(usize::MAX)),
            None => batch.num_rows(),
        };
        self.left = self.left.map(|left| left - rows as u64);
        let batch = batch.slice(0, rows);
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), batch.columns().to_vec(), &options)
            .map_err(|e| Error::internal(format!("a scan gave other columns than asked for: {e}")))
    }
}

impl Iterator for PartitionReader {
    type Item = EngineResult<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.read() {
            Ok(batch) => batch.map(Ok),
            Err(error) => {
                // Nothing is read after a failure.
                self.left = Some(0);
                Some(Err(into_engine(error)))
            }
        }
    }
}
