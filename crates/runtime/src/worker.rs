//! The loop that drives a dataflow.

use crate::dataflow::Dataflow;
use crate::operator::Event;
use diag::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use table::connector::ReadOutcome;

/// Rows that a source is asked for at once: enough to be vectorised, few enough to stay in the cache.
const POLL_ROWS: usize = 8192;

/// How long to wait when no source has anything.
const IDLE_WAIT: Duration = Duration::from_millis(5);

/// Runs until all sources have ended, the sinks need nothing more, or somebody cancels. Returns false when it was cancelled.
pub(crate) fn run(dataflow: &mut Dataflow, cancelled: &AtomicBool) -> Result<bool> {
    loop {
        if cancelled.load(Ordering::Relaxed) {
            return Ok(false);
        }
        match poll_all(dataflow, cancelled)? {
            Polled::Rows => {}
            Polled::Nothing => {
                dataflow.flush()?;
                std::thread::sleep(IDLE_WAIT);
            }
            Polled::Ended => return Ok(true),
        }
        if dataflow.is_satisfied() {
            end_all(dataflow)?;
            return Ok(true);
        }
    }
}

enum Polled {
    Rows,
    Nothing,
    Ended,
}

/// Polls every source once.
fn poll_all(dataflow: &mut Dataflow, cancelled: &AtomicBool) -> Result<Polled> {
    let mut rows = false;
    for index in 0..dataflow.sources.len() {
        if cancelled.load(Ordering::Relaxed) || dataflow.sources[index].ended {
            continue;
        }
        let target = dataflow.sources[index].target;
        match dataflow.sources[index].source.poll(POLL_ROWS)? {
            ReadOutcome::Batch(batch) => {
                rows = true;
                dataflow.push(target, Event::Batch(batch))?;
            }
            ReadOutcome::Idle => {}
            ReadOutcome::End => end(dataflow, index)?,
        }
    }
    Ok(match (rows, dataflow.sources.iter().all(|s| s.ended)) {
        (_, true) => Polled::Ended,
        (true, false) => Polled::Rows,
        (false, false) => Polled::Nothing,
    })
}

/// A source that has ended brings event time to its end.
fn end(dataflow: &mut Dataflow, index: usize) -> Result<()> {
    let source = &mut dataflow.sources[index];
    source.ended = true;
    let target = source.target;
    dataflow.push(target, Event::Watermark(i64::MAX))?;
    dataflow.push(target, Event::End)
}

fn end_all(dataflow: &mut Dataflow) -> Result<()> {
    for index in 0..dataflow.sources.len() {
        if !dataflow.sources[index].ended {
            end(dataflow, index)?;
        }
    }
    Ok(())
}
