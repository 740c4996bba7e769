//! Changelogs: rows with the kind of change they make.

use arrow::array::RecordBatch;
use std::fmt;

/// What a row does to the table it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum RowKind {
    #[default]
    Insert = 0,
    UpdateBefore = 1,
    UpdateAfter = 2,
    Delete = 3,
}

impl RowKind {
    pub fn from_code(code: u8) -> Option<Self> {
        [RowKind::Insert, RowKind::UpdateBefore, RowKind::UpdateAfter, RowKind::Delete].get(usize::from(code)).copied()
    }

    /// As it prints.
    pub const fn symbol(self) -> &'static str {
        match self {
            RowKind::Insert => "+I",
            RowKind::UpdateBefore => "-U",
            RowKind::UpdateAfter => "+U",
            RowKind::Delete => "-D",
        }
    }
}

impl fmt::Display for RowKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// Which kinds of change a relation produces or a sink takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangelogMode {
    /// +I only
    InsertOnly,
    /// All four kinds
    Retract,
    /// +I, +U and -D with a key
    Upsert,
}

/// Rows and their kinds; `kinds` is `None` when all are +I, which costs nothing.
#[derive(Clone, Debug)]
pub struct Batch {
    pub rows: RecordBatch,
    pub kinds: Option<Vec<RowKind>>,
}

impl Batch {
    pub fn inserts(rows: RecordBatch) -> Self {
        Batch { rows, kinds: None }
    }

    pub fn kind(&self, row: usize) -> RowKind {
        self.kinds.as_ref().map_or(RowKind::Insert, |k| k[row])
    }
}
