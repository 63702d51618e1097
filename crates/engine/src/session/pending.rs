//! A call under way: to be awaited, taken back or aborted.

use super::{Session, gone};
use crate::driver::Command;
use mcp_inspector_core::Raw;
use mcp_inspector_core::command::{CallKey, Outcome};
use mcp_inspector_core::fault::Fault;
use std::sync::Arc;
use tokio::sync::oneshot;

/// A call under way.
#[derive(Debug)]
pub struct Pending {
    pub(super) key: CallKey,
    pub(super) method: Arc<str>,
    pub(super) outcome: oneshot::Receiver<Outcome>,
    pub(super) refusal: Option<Fault>,
    pub(super) session: Session,
}

impl Pending {
    /// The call's handle.
    pub fn key(&self) -> CallKey {
        self.key
    }

    /// Waits for the end of the call.
    pub async fn outcome(mut self) -> Outcome {
        self.ended().await
    }

    /// Like [`Pending::outcome`], for those who may want to abort it while they wait. There is one
    /// end: who asks again hears that the session is over.
    pub async fn ended(&mut self) -> Outcome {
        match self.refusal.take() {
            Some(fault) => Outcome::Lost(fault),
            None => (&mut self.outcome).await.unwrap_or_else(|_| Outcome::Lost(gone())),
        }
    }

    /// Waits for the result.
    pub async fn result(self) -> Result<Raw, Fault> {
        let method = self.method.clone();
        self.outcome().await.into_result(&method)
    }

    /// Takes the call back if it still waits. False when it was already sent.
    pub async fn cancel(&self) -> bool {
        self.session.cancel(self.key).await
    }

    /// Ends the call, sent or not. The server is told why.
    pub async fn abort(&self, reason: &str) {
        self.session.abort(self.key, reason).await;
    }
}

impl Session {
    /// Takes a call back if it still waits. False when it was already sent, or is not known.
    pub async fn cancel(&self, key: CallKey) -> bool {
        self.ask(|reply| Command::Cancel { key, reply }).await.unwrap_or(false)
    }

    /// Ends a call, sent or not. The server is told why.
    pub async fn abort(&self, key: CallKey, reason: &str) {
        // When the driver is gone the call has ended anyway.
        let _ = self.command(Command::Abort { key, reason: reason.to_owned() }).await;
    }
}
