//! What the scans of a statement tell while they run: how far they are, and the bad records that they went on after.

use diag::Span;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// How many samples of each kind a report keeps.
const SAMPLES: usize = 5;

/// Collects from all readers of a statement.
#[derive(Default)]
pub struct ScanReport {
    totals: Mutex<ScanTotals>,
    /// Receives every rejected record, for `--reject-file`.
    reject: Option<Reject>,
    progress: Mutex<BTreeMap<String, Arc<ScanProgress>>>,
}

/// How far the scans of one table are. Readers count in any order and at the same time.
#[derive(Debug, Default)]
pub struct ScanProgress {
    rows: AtomicU64,
    bytes: AtomicU64,
    expected_bytes: AtomicU64,
}

impl ScanProgress {
    pub fn add_rows(&self, rows: usize) {
        self.rows.fetch_add(rows as u64, Ordering::Relaxed);
    }

    pub fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Says that so many bytes are there to be read.
    pub fn expect_bytes(&self, bytes: u64) {
        self.expected_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The rows that were read.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// The bytes that were read.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The bytes that there are to read, 0 when nobody knows.
    pub fn expected_bytes(&self) -> u64 {
        self.expected_bytes.load(Ordering::Relaxed)
    }
}

type Reject = Box<dyn Fn(&RejectedRecord) + Send + Sync>;

/// Counts by table and column, with samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScanTotals {
    /// By table, then column.
    pub nulled: BTreeMap<String, BTreeMap<String, (u64, Vec<BadCell>)>>,
    /// By table.
    pub dropped: BTreeMap<String, (u64, Vec<RejectedRecord>)>,
    /// By table; one entry for each reference to it.
    pub duplicates: BTreeMap<String, Vec<DuplicateRows>>,
}

/// Rows of a table whose key another row has, too.
#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateRows {
    pub count: u64,
    /// The columns of the key.
    pub key: String,
    /// The first such key, and the numbers of two rows that have it.
    pub first: String,
    /// The reference to the table.
    pub place: Span,
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
        ScanReport { reject: Some(Box::new(reject)), ..ScanReport::default() }
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

    /// Takes note of rows that are there although their key is declared to be unique.
    pub fn duplicates(&self, table: &str, rows: DuplicateRows) {
        let mut totals = self.lock();
        let known = totals.duplicates.entry(table.to_owned()).or_default();
        if !known.iter().any(|other| other.place == rows.place && other.key == rows.key) {
            known.push(rows);
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

    /// Where the scans of a table count.
    pub fn progress(&self, table: &str) -> Arc<ScanProgress> {
        let mut progress = self.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Arc::clone(progress.entry(table.to_owned()).or_default())
    }

    /// How far the scans are, by table.
    pub fn all_progress(&self) -> Vec<(String, Arc<ScanProgress>)> {
        let progress = self.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        progress.iter().map(|(table, progress)| (table.clone(), Arc::clone(progress))).collect()
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
        f.debug_struct("ScanReport").field("totals", &self.totals).field("progress", &self.progress).finish_non_exhaustive()
    }
}
