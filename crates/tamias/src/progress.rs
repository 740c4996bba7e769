//! The line that shows on a terminal how far a long statement is.

use crate::console::{Console, Stream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use table::connector::ScanReport;

/// Short statements show nothing.
const FIRST: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_millis(250);

/// Shows progress until it is dropped.
pub(crate) struct Progress {
    counter: Arc<Counter>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Counter {
    /// Of the result.
    rows: AtomicU64,
    scans: Vec<Arc<ScanReport>>,
    ended: AtomicBool,
}

impl Progress {
    /// Begins, if standard error is a terminal.
    pub(crate) fn begin(console: &Arc<Console>, scans: Vec<Arc<ScanReport>>) -> Self {
        let counter = Arc::new(Counter { scans, ..Counter::default() });
        let thread = console.is_terminal(Stream::Err).then(|| {
            let (console, counter) = (Arc::clone(console), Arc::clone(&counter));
            std::thread::spawn(move || show(&console, &counter))
        });
        Progress { counter, thread }
    }

    /// Shows nothing.
    pub(crate) fn hidden() -> Self {
        Progress { counter: Arc::new(Counter::default()), thread: None }
    }

    /// Counts rows of the result.
    pub(crate) fn add(&self, rows: usize) {
        self.counter.rows.fetch_add(rows as u64, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.counter.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A panic of the thread was reported by the hook.
            let _ = thread.join();
        }
    }
}

fn show(console: &Console, counter: &Counter) {
    let started = Instant::now();
    let mut wait = FIRST;
    loop {
        std::thread::park_timeout(wait);
        if counter.ended.load(Ordering::Relaxed) {
            break;
        }
        let elapsed = started.elapsed();
        if elapsed >= FIRST {
            // A line that is wrapped could not be erased.
            let width = console.terminal_width(Stream::Err).unwrap_or(usize::MAX).saturating_sub(1);
            console.show_progress(&line(&scanned(counter), counter.rows.load(Ordering::Relaxed), elapsed, width));
            wait = EVERY;
        }
    }
    console.hide_progress();
}

/// What was read of a table.
#[derive(Debug, PartialEq, Eq)]
struct Scanned {
    table: String,
    rows: u64,
    bytes: u64,
    expected_bytes: u64,
}

fn scanned(counter: &Counter) -> Vec<Scanned> {
    let tables = counter.scans.iter().flat_map(|report| report.all_progress());
    let scanned = tables.map(|(table, progress)| Scanned {
        table,
        rows: progress.rows(),
        bytes: progress.bytes(),
        expected_bytes: progress.expected_bytes(),
    });
    scanned.filter(|table| table.rows > 0 || table.bytes > 0).collect()
}

/// The seconds, what was read of each table, and the rows of the result, as far as there is room.
fn line(tables: &[Scanned], rows: u64, elapsed: Duration, width: usize) -> String {
    let seconds = elapsed.as_secs_f64();
    let mut text = format!("{seconds:.0} s");
    for table in tables {
        text.push_str(&format!(" | {}", table.describe()));
    }
    if rows > 0 {
        text.push_str(&format!(" | result: {} rows, {} rows/s", grouped(rows), grouped((rows as f64 / seconds) as u64)));
    }
    if tables.is_empty() && rows == 0 {
        text.insert_str(0, "running for ");
    }
    match text.char_indices().nth(width) {
        Some((end, _)) => text[..end].to_owned(),
        None => text,
    }
}

impl Scanned {
    /// `orders: 1,200,000 rows, 63 of 261 MB (24 %)`
    fn describe(&self) -> String {
        let mut parts = Vec::new();
        if self.rows > 0 {
            parts.push(format!("{} rows", grouped(self.rows)));
        }
        if self.bytes > 0 {
            parts.push(self.describe_bytes());
        }
        format!("{}: {}", self.table, parts.join(", "))
    }

    fn describe_bytes(&self) -> String {
        let (unit, name) = match self.bytes.max(self.expected_bytes) {
            0..10_000 => (1, "B"),
            10_000..1_000_000 => (1_000, "kB"),
            1_000_000..10_000_000_000 => (1_000_000, "MB"),
            _ => (1_000_000_000, "GB"),
        };
        // More is read than there is when a file grows meanwhile.
        match self.bytes.min(self.expected_bytes).checked_mul(100).and_then(|part| part.checked_div(self.expected_bytes)) {
            Some(percent) => format!("{} of {} {name} ({percent} %)", self.bytes / unit, self.expected_bytes.div_ceil(unit)),
            None => format!("{} {name}", self.bytes / unit),
        }
    }
}

/// `1,234,567`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: usize = 200;

    fn scanned(rows: u64, bytes: u64, expected_bytes: u64) -> Scanned {
        Scanned { table: "t".into(), rows, bytes, expected_bytes }
    }

    #[test]
    fn the_line_tells_rows_and_speed() {
        assert_eq!(line(&[], 0, Duration::from_millis(1400), WIDE), "running for 1 s");
        assert_eq!(line(&[], 1_234_567, Duration::from_secs(2), WIDE), "2 s | result: 1,234,567 rows, 617,283 rows/s");
    }

    #[test]
    fn the_line_tells_what_was_read_of_each_table() {
        let tables = [scanned(1_200_000, 63_500_000, 261_000_000), scanned(5, 0, 0)];
        assert_eq!(line(&tables, 0, Duration::from_secs(3), WIDE), "3 s | t: 1,200,000 rows, 63 of 261 MB (24 %) | t: 5 rows");
        assert_eq!(scanned(0, 1_500, 900).describe(), "t: 1500 of 900 B (100 %)");
        assert_eq!(scanned(1, 3_000_000, 0).describe(), "t: 1 rows, 3 MB");
    }

    #[test]
    fn the_line_is_cut_to_the_terminal() {
        assert_eq!(line(&[scanned(1_200_000, 0, 0)], 7, Duration::from_secs(3), 12), "3 s | t: 1,2");
    }
}
