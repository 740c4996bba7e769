//! CAST and TRY_CAST between all types.

use diag::{Error, Result};
use table::LogicalType;
use table::function::{EvalContext, Kernel};

/// Prepares a cast; an error when no such cast exists.
pub fn kernel(from: &LogicalType, to: &LogicalType, _try_cast: bool, _context: &EvalContext) -> Result<Box<dyn Kernel>> {
    Err(Error::unsupported(format!("no cast from {from} to {to}")))
}
