//! Bound query to something that runs: a DataFusion plan in batch mode, a pipeline of operators in streaming mode.
//!
//! This crate is the one door to DataFusion. It lowers the bound tree ([`lower`]), lets DataFusion optimize and plan it ([`batch`]) and turns
//! every failure back into our own errors ([`error`]). DataFusion decides nothing about semantics: types, casts, functions and
//! names were decided before.

mod batch;
mod diagnostics;
mod engine;
mod error;
mod lower;
mod nodes;
mod stream;
mod udf;

pub use batch::{BatchPlan, RowStream, plan_batch, write_batch};
pub use diagnostics::DIAGNOSTICS;
pub use nodes::does_not_run;
pub use stream::plan_stream;

use std::sync::Arc;
use table::function::{EvalContext, FunctionLookup};

/// What planning a statement depends on beside its bound tree.
#[derive(Clone, Debug)]
pub struct PlanContext {
    pub functions: Arc<dyn FunctionLookup>,
    pub eval: EvalContext,
    /// How many threads work on the statement.
    pub parallelism: usize,
}
