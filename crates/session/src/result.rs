//! What a statement gives back.

use diag::Span;
use resolve::bound::{BoundInsert, BoundQuery};
use sql::statements::ClientCommand;
use sql::statements::explain::ExplainDetail;

/// The result of a statement.
#[derive(Debug)]
pub enum StatementResult {
    /// Done; there is nothing to show.
    Succeeded,
    /// A table that is complete: SHOW, DESCRIBE, SET.
    Content(ContentTable),
    /// A query, to be planned and run.
    Query(Box<PreparedQuery>),
    /// INSERTs, to be planned and run together.
    Job(Box<Job>),
    /// A plan to be shown.
    Explain(Box<Explanation>),
    /// QUIT, CLEAR, HELP: for the client.
    Client(ClientCommand),
}

/// A small table of text, shown whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentTable {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Option<String>>>,
}

/// A resolved query and the mode it runs in.
#[derive(Debug)]
pub struct PreparedQuery {
    pub query: BoundQuery,
    pub streaming: bool,
    pub span: Span,
}

/// Resolved INSERTs that run together.
#[derive(Debug)]
pub struct Job {
    pub inserts: Vec<BoundInsert>,
    pub streaming: bool,
    pub span: Span,
}

/// What an EXPLAIN asks for.
#[derive(Debug)]
pub struct Explanation {
    pub subject: ExplainSubject,
    pub details: Vec<ExplainDetail>,
    pub streaming: bool,
    pub span: Span,
}

#[derive(Debug)]
pub enum ExplainSubject {
    Query(BoundQuery),
    Inserts(Vec<BoundInsert>),
}

impl ContentTable {
    pub fn new<'n>(columns: impl IntoIterator<Item = &'n str>) -> Self {
        ContentTable { columns: columns.into_iter().map(str::to_string).collect(), rows: Vec::new() }
    }

    /// One column of names.
    pub fn of_names(column: &str, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut table = ContentTable::new([column]);
        table.rows = names.into_iter().map(|name| vec![Some(name.into())]).collect();
        table
    }

    pub fn push(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(|cell| Some(cell.into())).collect());
    }
}
