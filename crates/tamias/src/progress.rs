//! The line that shows on a terminal that a long statement is alive.

use crate::console::{Console, Stream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

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
    rows: AtomicU64,
    ended: AtomicBool,
}

impl Progress {
    /// Begins, if standard error is a terminal.
    pub(crate) fn begin(console: &Arc<Console>) -> Self {
        let counter = Arc::new(Counter::default());
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
            console.show_progress(&line(counter.rows.load(Ordering::Relaxed), elapsed));
            wait = EVERY;
        }
    }
    console.hide_progress();
}

fn line(rows: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    match rows {
        0 => format!("running for {seconds:.0} s"),
        rows => format!("{} rows, {} rows/s, {seconds:.0} s", grouped(rows), grouped((rows as f64 / seconds) as u64)),
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

    #[test]
    fn the_line_tells_rows_and_speed() {
        assert_eq!(line(0, Duration::from_millis(1400)), "running for 1 s");
        assert_eq!(line(1_234_567, Duration::from_secs(2)), "1,234,567 rows, 617,283 rows/s, 2 s");
    }
}
