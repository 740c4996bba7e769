//! The contract of functions: what name resolution needs to check a call, and what a plan needs to run it.
//!
//! A function is resolved in two steps. [`ScalarFunction::resolve`] looks at the types (and constants) of the arguments and says which
//! types it wants and what it returns; the caller casts. [`ScalarFunction::kernel`] then prepares the evaluation over Arrow
//! arrays, once per call site, so that constant patterns are compiled once.

use crate::types::LogicalType;
use crate::value::Value;
use crate::zone::Zone;
use arrow::array::{ArrayRef, BooleanArray};
use diag::{Error, Result};
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// What a function says about itself; the reference pages, completion and `tamias help` are made of it.
#[derive(Clone, Copy, Debug)]
pub struct FunctionDoc {
    /// As it is called, in upper case; an operator's symbol.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// Flink's internal definition name, as SHOW FUNCTIONS lists it.
    pub definition: &'static str,
    /// One line each, such as `SUBSTRING(string, start [, length])`.
    pub signatures: &'static [&'static str],
    pub summary: &'static str,
    pub examples: &'static [Example],
}

/// An expression and the text of its value; a test evaluates each.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub expression: &'static str,
    pub result: &'static str,
}

/// An argument of a call, as far as it is known before it runs.
#[derive(Clone, Debug)]
pub struct Argument {
    pub data_type: LogicalType,
    /// The value of a constant argument.
    pub literal: Option<Value>,
}

/// A call that was accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// The type each argument is cast to before the call, as many as there are arguments.
    pub arguments: Vec<LogicalType>,
    pub result: LogicalType,
}

/// A call that was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct CallError {
    pub message: String,
    /// The argument that is wrong, from 0; `None` when their number or combination is.
    pub argument: Option<usize>,
    pub help: Option<String>,
    /// What Flink prints, where it is known and differs.
    pub flink: Option<String>,
    /// The type of the call, where Flink finds the mistake only when a query is planned: it takes a view or a column with such a call.
    pub late: Option<Box<LogicalType>>,
}

/// A call site: what was resolved, for preparing the evaluation.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// After casting.
    pub arguments: Vec<Argument>,
    pub result: LogicalType,
    pub context: EvalContext,
}

/// What evaluation depends on beside its arguments.
#[derive(Clone, Debug)]
pub struct EvalContext {
    /// The session time zone.
    pub zone: Zone,
    /// When the query started, in milliseconds since the epoch: the value of CURRENT_TIMESTAMP in batch mode.
    pub query_start_millis: i64,
    /// The wall clock, injected.
    pub clock: Arc<dyn Clock>,
    /// `table.exec.legacy-cast-behaviour`
    pub legacy_cast: bool,
    pub current_catalog: Arc<str>,
    pub current_database: Arc<str>,
    /// True in streaming mode, where CURRENT_TIMESTAMP and its like are evaluated for each record.
    pub streaming: bool,
}

/// A source of time and of chance. Nothing else reads the wall clock or draws lots.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Milliseconds since the epoch.
    fn now_millis(&self) -> i64;

    /// A number that cannot be foreseen, unless the clock is one of a test.
    fn chance(&self) -> u64 {
        RandomState::new().hash_one(0u8)
    }
}

/// An evaluated argument: an array of all rows, or one value for all of them.
#[derive(Clone, Debug)]
pub enum Columnar {
    Array(ArrayRef),
    /// An array of length 1.
    Scalar(ArrayRef),
}

/// A function of one row.
pub trait ScalarFunction: fmt::Debug + Send + Sync {
    fn doc(&self) -> &'static FunctionDoc;

    /// Checks a call and says which types it takes and returns.
    fn resolve(&self, arguments: &[Argument]) -> Result<Signature, CallError>;

    /// Prepares the evaluation of one call site.
    fn kernel(&self, call: &CallSite) -> Result<Box<dyn Kernel>>;

    /// The same arguments always give the same result, so that a call with constants can be computed once.
    fn is_deterministic(&self) -> bool {
        true
    }

    /// Whether evaluation may fail for some argument values: such a call must not run for rows that a condition excludes.
    fn can_fail(&self) -> bool {
        true
    }
}

/// Evaluates one call site over batches.
pub trait Kernel: fmt::Debug + Send + Sync {
    /// Returns an array with `rows` values, or a scalar when every argument is one. Arrays have the Arrow type of the call's types.
    fn evaluate(&self, arguments: &[Columnar], rows: usize) -> Result<Columnar>;
}

/// An aggregate function.
pub trait AggregateFunction: fmt::Debug + Send + Sync {
    fn doc(&self) -> &'static FunctionDoc;

    fn resolve(&self, arguments: &[Argument]) -> Result<Signature, CallError>;

    /// A fresh state for one call site.
    fn accumulator(&self, call: &CallSite) -> Result<Box<dyn Accumulator>>;

    /// The types of the columns that hold a partial state.
    fn state_types(&self, call: &CallSite) -> Result<Vec<LogicalType>>;

    /// A fresh state that can also take rows back, where the function can; it may hold more than [`AggregateFunction::accumulator`].
    fn retracting_accumulator(&self, call: &CallSite) -> Result<Box<dyn Accumulator>> {
        self.accumulator(call)
    }

    /// The types of the columns that hold the state of [`AggregateFunction::retracting_accumulator`].
    fn retracting_state_types(&self, call: &CallSite) -> Result<Vec<LogicalType>> {
        self.state_types(call)
    }

    /// Whether the order in which rows come changes the result.
    fn is_order_sensitive(&self) -> bool {
        false
    }
}

/// The state of an aggregate for many groups at once; groups are numbered densely from 0.
pub trait Accumulator: fmt::Debug + Send {
    /// Adds rows: row i belongs to group `groups[i]`. A row whose filter is not TRUE is skipped.
    fn update(&mut self, arguments: &[ArrayRef], groups: &[usize], filter: Option<&BooleanArray>, group_count: usize) -> Result<()>;

    /// Adds partial states.
    fn merge(&mut self, states: &[ArrayRef], groups: &[usize], group_count: usize) -> Result<()>;

    /// Takes rows back, for changelogs and moving frames.
    fn retract(&mut self, _arguments: &[ArrayRef], _groups: &[usize], _filter: Option<&BooleanArray>, _group_count: usize) -> Result<()> {
        Err(Error::internal("this aggregate cannot take rows back"))
    }

    /// Whether [`Accumulator::retract`] works.
    fn can_retract(&self) -> bool {
        false
    }

    /// Results of the first `count` groups (all when `None`), without changing the state.
    fn evaluate(&mut self, count: Option<usize>) -> Result<ArrayRef>;

    /// Partial states of the first `count` groups (all when `None`).
    fn state(&mut self, count: Option<usize>) -> Result<Vec<ArrayRef>>;

    /// Forgets the first `count` groups; the others are renumbered from 0.
    fn drop_first(&mut self, count: usize);

    /// Bytes held.
    fn size(&self) -> usize;
}

/// The functions that exist only with OVER.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankFunction {
    RowNumber,
    Rank,
    DenseRank,
    PercentRank,
    CumeDist,
    Ntile,
    Lead,
    Lag,
}

/// Something that can be called by name.
#[derive(Clone, Debug)]
pub enum FunctionDefinition {
    Scalar(Arc<dyn ScalarFunction>),
    Aggregate(Arc<dyn AggregateFunction>),
    Rank(RankFunction),
    /// A table function such as UNNEST or a window function, resolved by its own rules.
    Table(&'static str),
    /// Known to Flink, and refused here with the reason.
    Unsupported {
        name: &'static str,
        reason: &'static str,
    },
}

/// Finds functions by name. Operators are found by their symbol: `+`, `||`, `=`, `LIKE`, `IS NULL`, `ITEM`, ...
pub trait FunctionLookup: fmt::Debug + Send + Sync {
    /// Names compare without case.
    fn find(&self, name: &str) -> Option<FunctionDefinition>;

    /// The names for completion and "did you mean", sorted.
    fn names(&self) -> Vec<&'static str>;

    /// Prepares a cast; an error when no such cast exists.
    fn cast_kernel(&self, from: &LogicalType, to: &LogicalType, try_cast: bool, context: &EvalContext) -> Result<Box<dyn Kernel>>;
}

impl CallError {
    pub fn new(message: impl Into<String>) -> Self {
        CallError { message: message.into(), argument: None, help: None, flink: None, late: None }
    }

    pub fn at(mut self, argument: usize) -> Self {
        self.argument = Some(argument);
        self
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub fn with_flink(mut self, text: impl Into<String>) -> Self {
        self.flink = Some(text.into());
        self
    }

    pub fn found_late(mut self, data_type: LogicalType) -> Self {
        self.late = Some(Box::new(data_type));
        self
    }
}

impl Columnar {
    /// One array of `rows` values; a scalar is repeated.
    pub fn into_array(self, rows: usize) -> Result<ArrayRef> {
        match self {
            Columnar::Array(array) => Ok(array),
            Columnar::Scalar(scalar) => repeat(&scalar, rows),
        }
    }

    pub fn array(&self) -> &ArrayRef {
        match self {
            Columnar::Array(array) | Columnar::Scalar(array) => array,
        }
    }

    pub fn is_scalar(&self) -> bool {
        matches!(self, Columnar::Scalar(_))
    }
}

fn repeat(scalar: &ArrayRef, rows: usize) -> Result<ArrayRef> {
    let indices = arrow::array::UInt32Array::from(vec![0u32; rows]);
    arrow::compute::take(scalar, &indices, None).map_err(|e| Error::internal(e.to_string()))
}
