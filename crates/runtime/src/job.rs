//! A running dataflow.

use crate::dataflow::Dataflow;
use crate::worker;
use diag::{Error, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// All sources ended, or nothing more was needed.
    Finished,
    Cancelled,
}

/// A dataflow that runs on a thread of its own.
#[derive(Debug)]
pub struct Job {
    cancelled: Arc<AtomicBool>,
    thread: Option<JoinHandle<Result<JobEnd>>>,
}

impl Job {
    pub fn start(mut dataflow: Dataflow) -> Result<Self> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let run = move || match catch_unwind(AssertUnwindSafe(|| worker::run(&mut dataflow, &flag))) {
            Ok(Ok(true)) => Ok(JobEnd::Finished),
            Ok(Ok(false)) => Ok(JobEnd::Cancelled),
            Ok(Err(error)) => Err(error),
            // A panicking operator fails its job, never the process.
            Err(_) => Err(Error::internal("an operator of the job panicked")),
        };
        let thread = std::thread::Builder::new().name("tamias-job".into()).stack_size(16 << 20).spawn(run)?;
        Ok(Job { cancelled, thread: Some(thread) })
    }

    /// Asks the job to stop after the batch it works on.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// A handle for cancelling from elsewhere, such as a signal handler.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancelled)
    }

    pub fn is_running(&self) -> bool {
        self.thread.as_ref().is_some_and(|t| !t.is_finished())
    }

    /// Waits for the end.
    pub fn join(mut self) -> Result<JobEnd> {
        let thread = self.thread.take().ok_or_else(|| Error::internal("a job joined twice"))?;
        thread.join().unwrap_or_else(|_| Err(Error::internal("the thread of the job panicked")))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel();
    }
}
