//! Stopping a running statement from elsewhere.

use diag::{Error, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;

/// Cancels the statement it was given to; may be used from any thread, such as that of a signal handler.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    notify: Notify,
}

impl CancelToken {
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::SeqCst);
        self.shared.notify.notify_waiters();
    }

    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::SeqCst)
    }

    /// Waits until somebody cancels.
    pub(crate) async fn cancelled(&self) {
        let notified = self.shared.notify.notified();
        tokio::pin!(notified);
        // Registered before the flag is read, so that a cancel in between is seen.
        notified.as_mut().enable();
        if !self.is_cancelled() {
            notified.await;
        }
    }
}

/// The error of a statement that was stopped.
pub(crate) fn cancelled() -> Error {
    Error::new(ErrorKind::Cancelled, "the statement was cancelled")
}
