//! An aggregate function as data: documentation and plain functions.

use crate::signature::{Family, Forms};
use diag::Result;
use std::fmt;
use std::sync::Arc;
use table::LogicalType;
use table::function::{Accumulator, AggregateFunction, Argument, CallError, CallSite, FunctionDefinition, FunctionDoc, Signature};

/// Checks a call.
pub(super) type Resolve = fn(&[Argument]) -> Result<Signature, CallError>;

/// Prepares the state of one call site.
pub(super) type Prepare = fn(&CallSite) -> Result<Box<dyn Accumulator>>;

/// The columns of a state.
pub(super) type StateTypes = fn(&CallSite) -> Result<Vec<LogicalType>>;

/// An aggregate function made of plain functions.
#[derive(Clone, Copy)]
pub(super) struct Aggregate {
    pub(super) doc: &'static FunctionDoc,
    pub(super) resolve: Resolve,
    pub(super) accumulator: Prepare,
    pub(super) state_types: StateTypes,
    /// Where taking rows back needs another state.
    pub(super) retracting: Option<(Prepare, StateTypes)>,
    pub(super) order_sensitive: bool,
}

impl Aggregate {
    pub(super) fn definition(self) -> FunctionDefinition {
        FunctionDefinition::Aggregate(Arc::new(self))
    }
}

impl fmt::Debug for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.doc.name)
    }
}

impl AggregateFunction for Aggregate {
    fn doc(&self) -> &'static FunctionDoc {
        self.doc
    }

    fn resolve(&self, arguments: &[Argument]) -> Result<Signature, CallError> {
        (self.resolve)(arguments)
    }

    fn accumulator(&self, call: &CallSite) -> Result<Box<dyn Accumulator>> {
        (self.accumulator)(call)
    }

    fn state_types(&self, call: &CallSite) -> Result<Vec<LogicalType>> {
        (self.state_types)(call)
    }

    fn retracting_accumulator(&self, call: &CallSite) -> Result<Box<dyn Accumulator>> {
        match self.retracting {
            Some((prepare, _)) => prepare(call),
            None => self.accumulator(call),
        }
    }

    fn retracting_state_types(&self, call: &CallSite) -> Result<Vec<LogicalType>> {
        match self.retracting {
            Some((_, types)) => types(call),
            None => self.state_types(call),
        }
    }

    fn is_order_sensitive(&self) -> bool {
        self.order_sensitive
    }
}

/// Accepts one argument of a family and gives the result that `result` makes of its type.
pub(super) fn one_argument(
    name: &'static str,
    family: &'static [Family],
    arguments: &[Argument],
    result: impl Fn(&LogicalType) -> LogicalType,
) -> Result<Signature, CallError> {
    // The list of forms lives as long as the program only where it is constant, so each family has its own.
    let forms: &'static [&'static [Family]] = match family {
        [Family::Numeric] => &[&[Family::Numeric]],
        _ => &[&[Family::Any]],
    };
    Forms { name, forms }.check(arguments)?;
    let argument = arguments[0].data_type.clone().without_time_attribute();
    Ok(Signature { result: result(&argument), arguments: vec![argument] })
}

/// The type of the first argument after casting.
pub(super) fn first_type(call: &CallSite) -> LogicalType {
    call.arguments.first().map_or_else(|| LogicalType::new(table::TypeKind::Null), |a| a.data_type.clone())
}
