//! ^C: stops the statement that runs, and the program when none does.

use crate::exit::Exit;
use session::run::CancelToken;
use std::sync::{Mutex, Once, PoisonError};

static RUNNING: Mutex<Option<CancelToken>> = Mutex::new(None);
static LISTENING: Once = Once::new();

/// While it lives, ^C cancels a statement instead of ending the program.
pub(crate) struct Interruptible {
    pub(crate) token: CancelToken,
}

impl Interruptible {
    /// Makes a token that ^C cancels.
    pub(crate) fn begin() -> Self {
        LISTENING.call_once(listen);
        let token = CancelToken::default();
        set(Some(token.clone()));
        Interruptible { token }
    }
}

impl Drop for Interruptible {
    fn drop(&mut self) {
        set(None);
    }
}

fn set(token: Option<CancelToken>) {
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = token;
}

/// Waits for signals on a thread of its own. Where none can be started, ^C ends the program as it does without us.
fn listen() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let Ok(runtime) = runtime else { return };
    // Registered here and not on the thread: a signal that comes before the thread runs must not be lost.
    let entered = runtime.enter();
    let signals = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
    drop(entered);
    let Ok(mut signals) = signals else { return };
    let wait = move || {
        runtime.block_on(async {
            while signals.recv().await.is_some() {
                interrupt();
            }
        });
    };
    let _ = std::thread::Builder::new().name("tamias-signals".into()).spawn(wait);
}

fn interrupt() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match running {
        Some(token) if !token.is_cancelled() => token.cancel(),
        // Nothing runs, or what runs does not stop.
        _ => std::process::exit(Exit::Interrupted as i32),
    }
}
