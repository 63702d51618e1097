//! Ctrl-C and SIGTERM: a run that is told to end ends its calls and its server first.

use mcp_inspector_engine::{Fault, FaultCode};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// How long a reader may take for the last words once a signal came.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The signal that ended the run, once one came.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt {
    signal: watch::Receiver<Option<u8>>,
}

impl Interrupt {
    /// Begins to listen. Where signals cannot be had, none ever comes.
    pub(crate) fn listen() -> Self {
        let (came, receiver) = watch::channel(None);
        let kinds = [(SignalKind::interrupt(), 2), (SignalKind::terminate(), 15), (SignalKind::hangup(), 1)];
        for (kind, number) in kinds {
            let came = came.clone();
            if let Ok(mut signals) = signal(kind) {
                tokio::spawn(async move {
                    while signals.recv().await.is_some() {
                        came.send_if_modified(|now| now.replace(number).is_none());
                    }
                });
            }
        }
        Interrupt { signal: receiver }
    }

    /// Waits for the signal, and then as long as a reader may take for the last words. What is still to
    /// be said is said to whoever reads, and waits for nobody who does not.
    pub(crate) async fn came_and_went(&self) {
        self.came().await;
        tokio::time::sleep(LAST_WORDS).await;
    }

    /// Waits for the signal.
    pub(crate) async fn came(&self) -> u8 {
        let mut signal = self.signal.clone();
        let came = signal.wait_for(Option::is_some).await.map(|number| *number);
        match came {
            Ok(Some(number)) => number,
            _ => std::future::pending().await,
        }
    }

    /// The signal, if it has come.
    pub(crate) fn signal(&self) -> Option<u8> {
        *self.signal.borrow()
    }
}

/// The fault of a call that was interrupted.
pub(crate) fn interrupted(method: &str) -> Fault {
    Fault::new(FaultCode::Cancelled, format!("`{method}` was interrupted")).for_method(method)
}
