//! Bound statements: what is planned and run.

use super::Relation;
use ::options::LayeredOptions;
use diag::Span;
use table::connector::{SinkRequest, TableContext, TableFactory};

/// A query whose rows go to the user.
#[derive(Clone, Debug)]
pub struct BoundQuery {
    pub relation: Relation,
    /// The mode it was resolved for.
    pub streaming: bool,
    pub span: Span,
}

/// A query whose rows go to a table. The relation has the sink's persisted columns, in order and with the sink's types; NOT NULL
/// and lengths are not enforced yet.
#[derive(Clone, Debug)]
pub struct BoundInsert {
    pub relation: Relation,
    pub sink: BoundSink,
    /// The mode it was resolved for.
    pub streaming: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct BoundSink {
    pub factory: &'static dyn TableFactory,
    pub table: TableContext,
    pub request: SinkRequest,
    /// What is said about the schema, by whom.
    pub declared: LayeredOptions,
}
