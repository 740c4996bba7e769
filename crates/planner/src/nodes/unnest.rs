//! One row for each element of an ARRAY, MAP or MULTISET.

use super::no_order;
use super::per_batch::{PerBatchExec, Step};
use crate::error::into_engine;
use crate::lower::engine_schema;
use arrow::array::{Array, ArrayRef, AsArray, Int32Array, RecordBatch, StructArray, UInt32Array};
use arrow::compute::take;
use arrow::datatypes::SchemaRef;
use datafusion::common::{DFSchemaRef, Result as EngineResult};
use datafusion::logical_expr::{Expr as E, LogicalPlan, UserDefinedLogicalNodeCore};
use datafusion::physical_plan::ExecutionPlan;
use diag::{Error, Result};
use resolve::bound::{Column, Relation, Unnest};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::TypeKind;

/// Output columns: those of the input plan, then those of the element.
#[derive(Debug, Clone)]
pub(crate) struct UnnestNode {
    input: LogicalPlan,
    /// The collection, by position in the input.
    collection: E,
    shape: Shape,
    elements: Vec<Column>,
    schema: DFSchemaRef,
}

/// How elements become columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    kind: CollectionKind,
    ordinality: bool,
    outer: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum CollectionKind {
    /// One column.
    Array,
    /// One column for each field.
    ArrayOfRows,
    /// Key and value.
    Map,
    /// Each element as often as it counts.
    Multiset,
    MultisetOfRows,
}

impl UnnestNode {
    /// `collection` is a column of `input`; `relation` lists the bound input's columns and then the element's.
    pub(crate) fn new(input: LogicalPlan, collection: &E, unnest: &Unnest, relation: &Relation) -> Result<Self> {
        let elements = relation.columns[unnest.input.columns.len()..].to_vec();
        let shape = Shape::of(unnest)?;
        let mut schema = input.schema().as_ref().clone();
        schema.merge(&engine_schema(&elements)?);
        Ok(UnnestNode { input, collection: collection.clone(), shape, elements, schema: Arc::new(schema) })
    }

    pub(crate) fn plan(&self, input: Arc<dyn ExecutionPlan>) -> EngineResult<Arc<dyn ExecutionPlan>> {
        let E::Column(column) = &self.collection else { return Err(into_engine(Error::internal("UNNEST of what is no column"))) };
        let collection = input.schema().index_of(&column.name)?;
        let schema = Arc::clone(self.schema.inner());
        Ok(Arc::new(PerBatchExec::new(input, Arc::new(UnnestColumn { collection, shape: self.shape }), schema)))
    }
}

impl Shape {
    pub(crate) fn of(unnest: &Unnest) -> Result<Self> {
        let kind = collection_kind(&unnest.collection.data_type.kind)?;
        Ok(Shape { kind, ordinality: unnest.ordinality, outer: unnest.outer })
    }
}

fn collection_kind(kind: &TypeKind) -> Result<CollectionKind> {
    let is_row = |t: &table::LogicalType| matches!(t.kind, TypeKind::Row(_) | TypeKind::Structured { .. });
    match kind {
        TypeKind::Array(element) if is_row(element) => Ok(CollectionKind::ArrayOfRows),
        TypeKind::Array(_) => Ok(CollectionKind::Array),
        TypeKind::Map(..) => Ok(CollectionKind::Map),
        TypeKind::Multiset(element) if is_row(element) => Ok(CollectionKind::MultisetOfRows),
        TypeKind::Multiset(_) => Ok(CollectionKind::Multiset),
        other => Err(Error::internal(format!("UNNEST of {other}"))),
    }
}

impl PartialEq for UnnestNode {
    fn eq(&self, other: &Self) -> bool {
        self.input == other.input && self.collection == other.collection && self.shape == other.shape && self.schema == other.schema
    }
}

impl Eq for UnnestNode {}

impl Hash for UnnestNode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.input.hash(state);
        self.collection.hash(state);
        self.shape.hash(state);
    }
}

impl PartialOrd for UnnestNode {
    fn partial_cmp(&self, _other: &Self) -> Option<Ordering> {
        no_order()
    }
}

impl UserDefinedLogicalNodeCore for UnnestNode {
    fn name(&self) -> &str {
        "Unnest"
    }

    fn inputs(&self) -> Vec<&LogicalPlan> {
        vec![&self.input]
    }

    fn schema(&self) -> &DFSchemaRef {
        &self.schema
    }

    fn expressions(&self) -> Vec<E> {
        vec![self.collection.clone()]
    }

    fn fmt_for_explain(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Unnest: {}", self.collection)
    }

    fn with_exprs_and_inputs(&self, exprs: Vec<E>, inputs: Vec<LogicalPlan>) -> EngineResult<Self> {
        let (Some(collection), Some(input)) = (exprs.into_iter().next(), inputs.into_iter().next()) else {
            return Err(into_engine(Error::internal("UNNEST lost its input")));
        };
        let mut schema = input.schema().as_ref().clone();
        schema.merge(&engine_schema(&self.elements).map_err(into_engine)?);
        Ok(UnnestNode { input, collection, shape: self.shape, elements: self.elements.clone(), schema: Arc::new(schema) })
    }
}

/// Unnests the collection in one column.
#[derive(Debug)]
struct UnnestColumn {
    collection: usize,
    shape: Shape,
}

impl fmt::Display for UnnestColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnnestExec: column {}", self.collection)
    }
}

impl Step for UnnestColumn {
    fn apply(&self, batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch> {
        unnest(batch, batch.column(self.collection), self.shape, schema).map(|(rows, _)| rows)
    }
}

/// Unnests one batch; also says which input row each output row came from.
pub(crate) fn unnest(batch: &RecordBatch, array: &ArrayRef, shape: Shape, schema: &SchemaRef) -> Result<(RecordBatch, UInt32Array)> {
    let plan = positions(array, shape)?;
    let rows = UInt32Array::from(plan.rows);
    let elements = UInt32Array::from(plan.elements);
    let mut columns: Vec<ArrayRef> = batch.columns().iter().map(|c| take(c, &rows, None)).collect::<Result<_, _>>().map_err(arrow_error)?;
    for values in element_columns(array, shape)? {
        columns.push(take(&values, &elements, None).map_err(arrow_error)?);
    }
    if shape.ordinality {
        columns.push(Arc::new(Int32Array::from(plan.ordinals)));
    }
    let unnested = RecordBatch::try_new(Arc::clone(schema), columns).map_err(arrow_error)?;
    Ok((unnested, rows))
}

/// Which input row and which element each output row is made of.
#[derive(Default)]
struct Positions {
    rows: Vec<u32>,
    elements: Vec<Option<u32>>,
    ordinals: Vec<Option<i32>>,
}

impl Positions {
    fn push(&mut self, row: usize, element: Option<u32>, ordinal: Option<i32>) {
        self.rows.push(row as u32);
        self.elements.push(element);
        self.ordinals.push(ordinal);
    }
}

fn positions(array: &ArrayRef, shape: Shape) -> Result<Positions> {
    let (offsets, counts) = match shape.kind {
        CollectionKind::Array | CollectionKind::ArrayOfRows => (array.as_list_opt::<i32>().ok_or_else(wrong_array)?.offsets(), None),
        CollectionKind::Map => (array.as_map_opt().ok_or_else(wrong_array)?.offsets(), None),
        CollectionKind::Multiset | CollectionKind::MultisetOfRows => {
            let map = array.as_map_opt().ok_or_else(wrong_array)?;
            (map.offsets(), Some(map.values().as_primitive_opt::<arrow::datatypes::Int32Type>().ok_or_else(wrong_array)?))
        }
    };
    let mut positions = Positions::default();
    for row in 0..array.len() {
        let before = positions.rows.len();
        if array.is_valid(row) {
            let mut ordinal = 0;
            for element in offsets[row]..offsets[row + 1] {
                for _ in 0..counts.map_or(1, |c| c.value(element as usize)) {
                    ordinal += 1;
                    positions.push(row, Some(element as u32), Some(ordinal));
                }
            }
        }
        if shape.outer && positions.rows.len() == before {
            positions.push(row, None, None);
        }
    }
    Ok(positions)
}

/// The flat element values, one array for each output column.
fn element_columns(array: &ArrayRef, shape: Shape) -> Result<Vec<ArrayRef>> {
    match shape.kind {
        CollectionKind::Array => Ok(vec![Arc::clone(array.as_list_opt::<i32>().ok_or_else(wrong_array)?.values())]),
        CollectionKind::ArrayOfRows => fields(array.as_list_opt::<i32>().ok_or_else(wrong_array)?.values()),
        CollectionKind::Map => {
            let map = array.as_map_opt().ok_or_else(wrong_array)?;
            Ok(vec![Arc::clone(map.keys()), Arc::clone(map.values())])
        }
        CollectionKind::Multiset => Ok(vec![Arc::clone(array.as_map_opt().ok_or_else(wrong_array)?.keys())]),
        CollectionKind::MultisetOfRows => fields(array.as_map_opt().ok_or_else(wrong_array)?.keys()),
    }
}

/// The fields of rows; those of a NULL row are NULL.
fn fields(rows: &ArrayRef) -> Result<Vec<ArrayRef>> {
    let rows: &StructArray = rows.as_struct_opt().ok_or_else(wrong_array)?;
    if rows.null_count() == 0 {
        return Ok(rows.columns().to_vec());
    }
    let nulls: Vec<Option<u32>> = (0..rows.len()).map(|i| rows.is_valid(i).then_some(i as u32)).collect();
    let indices = UInt32Array::from(nulls);
    rows.columns().iter().map(|c| take(c, &indices, None).map_err(arrow_error)).collect()
}

fn wrong_array() -> Error {
    Error::internal("UNNEST of an array of another type")
}

fn arrow_error(error: arrow::error::ArrowError) -> Error {
    Error::internal(error.to_string())
}
