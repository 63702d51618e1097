//! The server's own stream: what it says that answers no request.

use super::LinkEvent;
use super::exchange::{Wire, content_type};
use super::stream::{EventStream, StreamState};
use mcp_inspector_core::entry::Note;
use std::sync::Arc;

/// How often in a row the stream is opened again without anything coming.
const ATTEMPTS: u32 = 4;

/// Keeps the stream open for as long as the server offers it.
pub(super) async fn listen(wire: Arc<Wire>) {
    let mut state = StreamState::default();
    let mut failures = 0;
    loop {
        let answer = match wire.get(state.last_event_id.as_deref()).await {
            Ok(answer) => answer,
            Err(fault) if failures >= ATTEMPTS => {
                // Nobody answers any more, and not for lack of asking.
                wire.tell(LinkEvent::Down(fault)).await;
                return;
            }
            Err(_) => {
                failures += 1;
                tokio::time::sleep(state.retry_after() * failures).await;
                continue;
            }
        };
        let status = answer.response.status();
        if !status.is_success() || content_type(&answer.response) != "text/event-stream" {
            wire.discard(answer).await;
            wire.note(Note::NoServerStream { status: status.as_u16() }).await;
            return;
        }
        if let Some(last_event_id) = state.last_event_id.clone() {
            wire.note(Note::StreamResumed { last_event_id }).await;
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
        tokio::time::sleep(state.retry_after() * failures.max(1)).await;
    }
}
