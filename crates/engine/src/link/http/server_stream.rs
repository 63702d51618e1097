//! The server's own stream: what it says that answers no request.

use super::LinkEvent;
use super::client::is_unreachable;
use super::exchange::{Wire, content_type};
use super::stream::{EventStream, StreamState};
use mcp_inspector_core::entry::Note;
use mcp_inspector_core::fault::{Fault, FaultCode};
use std::sync::Arc;

/// How often in a row the stream is opened again without anything coming.
const ATTEMPTS: u32 = 3;

/// Keeps the stream open for as long as the server offers it.
pub(super) async fn listen(wire: Arc<Wire>) {
    let mut state = StreamState::default();
    let mut failures = 0;
    loop {
        let answer = match wire.get(state.last_event_id.as_deref()).await {
            Ok(answer) => answer,
            Err(fault) if failures >= ATTEMPTS || fault.code == FaultCode::Redirected => {
                return give_up(&wire, fault).await;
            }
            Err(_) => {
                failures += 1;
                tokio::time::sleep(state.retry_after_failures(failures)).await;
                continue;
            }
        };
        let status = answer.response.status();
        if !status.is_success() || content_type(&answer.response) != "text/event-stream" {
            wire.discard(answer).await;
            // The server may only refuse to take the stream up where it broke.
            if state.last_event_id.take().is_some() && status.as_u16() != 404 {
                continue;
            }
            return wire.note(Note::NoServerStream { status: status.as_u16() }).await;
        }
        if let Some(last_event_id) = state.last_event_id.clone() {
            wire.note(Note::StreamResumed { last_event_id, id: None }).await;
        }
        let seen = state.frames;
        let mut stream = EventStream::begin(&wire, answer).await;
        stream.pump(&wire, &mut state).await;
        stream.end(&wire).await;
        if state.is_oversize {
            return;
        }
        // A server that ends its stream at once each time is asked less and less often.
        failures = if state.frames > seen { 0 } else { (failures + 1).min(30) };
        tokio::time::sleep(state.retry_after_failures(failures)).await;
    }
}

/// The stream cannot be had. Only if nobody answers at all does that end the connection: a
/// server may take POST and know nothing of GET.
async fn give_up(wire: &Wire, fault: Fault) {
    if is_unreachable(&fault) {
        wire.tell(LinkEvent::Down(fault)).await;
    } else {
        let text = format!("the server's own stream is not open: {fault}");
        wire.note(Note::Transport { text }).await;
    }
}
