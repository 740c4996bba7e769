//! Constants.

use crate::error::from_engine;
use arrow::array::{RecordBatch, RecordBatchOptions};
use arrow::datatypes::Schema;
use datafusion::common::{DFSchema, ScalarValue};
use datafusion::execution::context::ExecutionProps;
use datafusion::logical_expr::Expr as E;
use datafusion::physical_expr::create_physical_expr;
use diag::{Error, Result};
use std::sync::Arc;
use table::types::arrow_type;
use table::value::value_to_array;
use table::{LogicalType, Value};

/// A constant of a logical type.
pub(crate) fn literal(value: &Value, data_type: &LogicalType) -> Result<E> {
    Ok(E::Literal(scalar(value, data_type)?, None))
}

pub(crate) fn scalar(value: &Value, data_type: &LogicalType) -> Result<ScalarValue> {
    let array = value_to_array(value, data_type, 1)?;
    ScalarValue::try_from_array(&array, 0).map_err(|e| Error::internal(e.to_string()))
}

/// A NULL of a logical type.
pub(crate) fn null(data_type: &LogicalType) -> Result<E> {
    literal(&Value::Null, data_type)
}

/// The value of a lowered expression that refers to no column.
pub(crate) fn evaluate(constant: &E) -> Result<ScalarValue> {
    let physical = create_physical_expr(constant, &DFSchema::empty(), &ExecutionProps::new()).map_err(from_engine)?;
    let options = RecordBatchOptions::new().with_row_count(Some(1));
    let row = RecordBatch::try_new_with_options(Arc::new(Schema::empty()), vec![], &options).map_err(|e| Error::internal(e.to_string()))?;
    let value = physical.evaluate(&row).and_then(|v| v.into_array(1)).map_err(from_engine)?;
    ScalarValue::try_from_array(&value, 0).map_err(from_engine)
}

/// Gives an expression whose engine type may be that of an untyped NULL its real type; a cast that changes nothing goes away.
pub(crate) fn typed(expr: E, data_type: &LogicalType) -> E {
    E::Cast(datafusion::logical_expr::Cast::new(Box::new(expr), arrow_type(data_type)))
}
