//! What a handle asks of the driver.

use crate::responder::Responder;
use bytes::Bytes;
use mcp_inspector_core::Raw;
use mcp_inspector_core::command::{
    Answer, AskId, CallKey, CallRequest, List, ListOptions, Outcome, QueueStatus,
};
use mcp_inspector_core::entry::EntryKind;
use mcp_inspector_core::peer::config::Root;
use mcp_inspector_core::peer::terms::Terms;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What a handle asks of the driver. `Connect` and `Stop` are replied to once the phase shows them.
pub(crate) enum Command {
    Connect {
        reply: oneshot::Sender<()>,
    },
    Stop {
        reply: oneshot::Sender<()>,
    },
    Call {
        key: CallKey,
        request: CallRequest,
        reply: oneshot::Sender<Outcome>,
    },
    List {
        key: CallKey,
        list: List,
        options: ListOptions,
        reply: oneshot::Sender<Result<Vec<Raw>, Outcome>>,
    },
    Cancel {
        key: CallKey,
        reply: oneshot::Sender<bool>,
    },
    Abort {
        key: CallKey,
        reason: String,
    },
    Notify {
        method: Arc<str>,
        params: Option<Raw>,
    },
    SendRaw {
        bytes: Bytes,
    },
    Answer {
        ask: AskId,
        answer: Answer,
        reply: oneshot::Sender<bool>,
    },
    SetRoots {
        roots: Vec<Root>,
    },
    Roots {
        reply: oneshot::Sender<Vec<Root>>,
    },
    SetTerms {
        terms: Terms,
        reply: oneshot::Sender<()>,
    },
    /// Those chosen, and those in force.
    Terms {
        reply: oneshot::Sender<(Terms, Terms)>,
    },
    QueueStatus {
        reply: oneshot::Sender<QueueStatus>,
    },
    SetResponder(Responder),
    /// Something that a face saw.
    Log(EntryKind),
}
