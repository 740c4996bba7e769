//! Bad records that a run went on after: how many, where, and the rejected lines themselves.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// How many samples of each kind a report keeps.
const SAMPLES: usize = 5;

/// Collects from all readers of a statement.
#[derive(Default)]
pub struct ScanReport {
    totals: Mutex<ScanTotals>,
    /// Receives every rejected record, for `--reject-file`.
    reject: Option<Reject>,
}

type Reject = Box<dyn Fn(&RejectedRecord) + Send + Sync>;

/// Counts by table and column, with samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScanTotals {
    /// By table, then column.
    pub nulled: BTreeMap<String, BTreeMap<String, (u64, Vec<BadCell>)>>,
    /// By table.
    pub dropped: BTreeMap<String, (u64, Vec<RejectedRecord>)>,
}

/// A cell that could not be converted and became NULL.
#[derive(Clone, Debug, PartialEq)]
pub struct BadCell {
    /// `file:line:column`
    pub place: String,
    pub text: String,
}

/// A record that was dropped, or had a cell made NULL.
#[derive(Clone, Debug, PartialEq)]
pub struct RejectedRecord {
    /// `file:line`
    pub place: String,
    pub reason: String,
    /// The record as it was read.
    pub text: String,
}

impl ScanReport {
    pub fn with_reject(reject: impl Fn(&RejectedRecord) + Send + Sync + 'static) -> Self {
        ScanReport { totals: Mutex::default(), reject: Some(Box::new(reject)) }
    }

    /// Counts a cell that became NULL.
    pub fn nulled(&self, table: &str, column: &str, cell: BadCell) {
        let mut totals = self.lock();
        let (count, samples) = totals.nulled.entry(table.to_owned()).or_default().entry(column.to_owned()).or_default();
        *count += 1;
        if samples.len() < SAMPLES {
            samples.push(cell);
        }
    }

    /// Counts a dropped record.
    pub fn dropped(&self, table: &str, record: RejectedRecord) {
        self.reject(&record);
        let mut totals = self.lock();
        let (count, samples) = totals.dropped.entry(table.to_owned()).or_default();
        *count += 1;
        if samples.len() < SAMPLES {
            samples.push(record);
        }
    }

    /// Hands on a record that was kept although something in it was not usable.
    pub fn reject(&self, record: &RejectedRecord) {
        if let Some(reject) = &self.reject {
            reject(record);
        }
    }

    /// True when rejected records are wanted as text.
    pub fn keeps_rejects(&self) -> bool {
        self.reject.is_some()
    }

    pub fn totals(&self) -> ScanTotals {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, ScanTotals> {
        self.totals.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl fmt::Debug for ScanReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScanReport").field("totals", &self.totals).finish_non_exhaustive()
    }
}
