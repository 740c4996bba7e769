//! Constants.

use datafusion::common::ScalarValue;
use datafusion::logical_expr::Expr as E;
use diag::{Error, Result};
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

/// Gives an expression whose engine type may be that of an untyped NULL its real type; a cast that changes nothing goes away.
pub(crate) fn typed(expr: E, data_type: &LogicalType) -> E {
    E::Cast(datafusion::logical_expr::Cast::new(Box::new(expr), arrow_type(data_type)))
}
