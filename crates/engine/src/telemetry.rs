//! What a session tells `tracing`: the events of the client library, by their published names.
//!
//! Events are at level DEBUG, violations at WARN; each call also has a span
//! `mcp_client.request`. When nobody listens, nothing is built.

use mcp_inspector_core::At;
use mcp_inspector_core::entry::{EntryKind, Note};
use mcp_inspector_core::frame::{Content, Frame};
use mcp_inspector_core::message::{Message, RequestId};
use mcp_inspector_core::peer::phase::PhaseChange;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tracing::{Level, Span, debug_span, enabled, event};

/// How many calls are followed at once.
const FOLLOWED: usize = 10_000;

/// Tells `tracing` what happens in one session.
#[derive(Debug)]
pub(crate) struct Telemetry {
    client: u64,
    open: HashMap<i64, OpenCall>,
}

#[derive(Debug)]
struct OpenCall {
    method: Arc<str>,
    started: At,
    span: Span,
}

impl Telemetry {
    pub(crate) fn new(client: u64) -> Self {
        Telemetry { client, open: HashMap::new() }
    }

    pub(crate) fn request_sent(&mut self, id: i64, method: &Arc<str>, now: At) {
        if !enabled!(Level::DEBUG) || self.open.len() >= FOLLOWED {
            return;
        }
        let corr_id = format!("{}-{id}", self.client);
        let span = debug_span!("mcp_client.request", client = self.client, method = &**method, id, corr_id);
        let system_time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        event!(
            name: "mcp_client.request.start", parent: &span, Level::DEBUG,
            client = self.client, method = &**method, id, corr_id, system_time,
            "mcp_client.request.start"
        );
        self.open.insert(id, OpenCall { method: method.clone(), started: now, span });
    }

    pub(crate) fn received(&mut self, frame: &Frame, now: At) {
        if let Content::Junk(junk) = frame.content() {
            let frame_size = frame.bytes().len();
            event!(
                name: "mcp_client.protocol.violation", Level::WARN,
                client = self.client, reason = %junk, frame_size,
                "mcp_client.protocol.violation"
            );
        }
        if !enabled!(Level::DEBUG) {
            return;
        }
        for parsed in frame.messages() {
            match &parsed.message {
                Message::Response { id: Some(id), .. } => {
                    // An id may come back as another JSON type; the machine takes it then.
                    let id = match id {
                        RequestId::Number(id) => Some(*id),
                        RequestId::Text(text) => text.parse().ok(),
                        RequestId::Odd(_) => None,
                    };
                    if let Some(id) = id
                        && let Some(call) = self.open.remove(&id)
                    {
                        let duration = u64::try_from(now.since(call.started).as_nanos()).unwrap_or(u64::MAX);
                        let corr_id = format!("{}-{id}", self.client);
                        event!(
                            name: "mcp_client.request.stop", parent: &call.span, Level::DEBUG,
                            client = self.client, method = &*call.method, id, corr_id, duration,
                            "mcp_client.request.stop"
                        );
                    }
                }
                Message::Notification { method, .. } => event!(
                    name: "mcp_client.notification.received", Level::DEBUG,
                    client = self.client, method,
                    "mcp_client.notification.received"
                ),
                _ => {}
            }
        }
    }

    pub(crate) fn logged(&mut self, kind: &EntryKind) {
        match kind {
            EntryKind::Phase(change) => self.transition(change),
            EntryKind::Ended { id: Some(id), method, reason, .. } => {
                let call = self.open.remove(id);
                let span = call.map_or_else(Span::none, |call| call.span);
                event!(
                    name: "mcp_client.request.exception", parent: &span, Level::DEBUG,
                    client = self.client, method, id, reason,
                    "mcp_client.request.exception"
                );
            }
            EntryKind::Note(note) => {
                let frame_size = match note {
                    Note::Oversize { length, .. } | Note::Torn { length, .. } => Some(*length),
                    Note::Flawed { .. }
                    | Note::DuplicateAnswer { .. }
                    | Note::UnknownAnswer { .. }
                    | Note::UnattributedAnswer
                    | Note::IdTypeChanged { .. } => None,
                    _ => return,
                };
                event!(
                    name: "mcp_client.protocol.violation", Level::WARN,
                    client = self.client, reason = %note, frame_size,
                    "mcp_client.protocol.violation"
                );
            }
            _ => {}
        }
    }

    fn transition(&mut self, change: &PhaseChange) {
        if matches!(change.to, mcp_inspector_core::peer::phase::PhaseName::Backoff) {
            self.open.clear();
        }
        event!(
            name: "mcp_client.connection.transition", Level::DEBUG,
            client = self.client, from = change.from.as_str(), to = change.to.as_str(),
            reason = change.fault.as_ref().map(|fault| fault.message.as_str()),
            "mcp_client.connection.transition"
        );
    }
}
