//! The contract of operators and sources.

use diag::Result;
use table::changelog::Batch;
use table::connector::ReadOutcome;

/// A step of a dataflow with one input port or several. Calls must not block.
pub trait Operator: Send {
    /// Takes rows from a port.
    fn batch(&mut self, port: usize, batch: Batch, out: &mut Out) -> Result<()>;

    /// Event time of a port has reached a point: no earlier row will follow. Operators with one port pass it on.
    fn watermark(&mut self, _port: usize, millis: i64, out: &mut Out) -> Result<()> {
        out.watermark(millis);
        Ok(())
    }

    /// A port has no more rows.
    fn end(&mut self, _port: usize, out: &mut Out) -> Result<()> {
        out.end();
        Ok(())
    }

    /// Nothing is on its way at the moment: what was held back for larger batches should go on.
    fn flush(&mut self, _out: &mut Out) -> Result<()> {
        Ok(())
    }

    /// True when further input cannot change the output, so that sources may stop.
    fn is_satisfied(&self) -> bool {
        false
    }
}

/// Gives a dataflow its rows.
pub trait Source: Send {
    /// Returns what is there now, up to about `max_rows` rows.
    fn poll(&mut self, max_rows: usize) -> Result<ReadOutcome>;
}

/// Collects what an operator produces during one call.
#[derive(Debug, Default)]
pub struct Out {
    pub(crate) events: Vec<Event>,
}

#[derive(Debug)]
pub(crate) enum Event {
    Batch(Batch),
    Watermark(i64),
    End,
}

impl Out {
    pub fn batch(&mut self, batch: Batch) {
        if batch.rows.num_rows() > 0 {
            self.events.push(Event::Batch(batch));
        }
    }

    pub fn watermark(&mut self, millis: i64) {
        self.events.push(Event::Watermark(millis));
    }

    pub fn end(&mut self) {
        self.events.push(Event::End);
    }
}
