//! Streams that break before their answer, and how they are taken up again.

use crate::scene::{check_echo, failing_echo, hint, ready, received, with_method};
use crate::support::{entries, notes};
use mcp_inspector_engine::FaultCode;
use mcp_inspector_engine::Session;
use mcp_inspector_engine::core::At;
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer, SeenRequest};
use std::time::Duration;

fn resumptions(server: &HttpServer) -> Vec<SeenRequest> {
    let gets = with_method(server, "GET").into_iter();
    gets.filter(|request| request.header("Last-Event-ID").is_some()).collect()
}

/// When the stream that was to answer the call ended, and when the next GET was answered.
fn end_and_resumption(session: &Session) -> (At, At) {
    let entries = entries(session);
    let is_end = |kind: &EntryKind| matches!(kind, EntryKind::HttpEnd { .. });
    let end = entries.iter().rposition(|entry| is_end(&entry.kind)).expect("a stream ended");
    // The last end is that of the resumed stream; the one before it is that of the first.
    let before = entries[..end].iter().rposition(|entry| is_end(&entry.kind));
    let first = before.expect("another stream ended before");
    let is_get = |kind: &EntryKind| matches!(kind, EntryKind::Http(http) if http.method == "GET");
    let resumed = entries[first..].iter().find(|entry| is_get(&entry.kind)).expect("it was resumed");
    (entries[first].at, resumed.at)
}

#[tokio::test]
async fn a_stream_that_ends_early_is_resumed_after_the_time_the_server_asks_for() {
    let server = HttpServer::start(HttpBehaviour::SseResumable { retry_ms: 300 });
    let session = ready(&server).await;
    check_echo(&session, "after a break").await;
    let resumed = &resumptions(&server)[0];
    assert_eq!(resumed.header("Last-Event-ID"), Some("event-1"));
    assert_eq!(resumed.header("Mcp-Session-Id"), Some("session-1"));
    assert_eq!(resumed.header("MCP-Protocol-Version"), Some("2025-11-25"));
    let is_told = |note: &Note| matches!(note, Note::StreamResumed { last_event_id, id: Some(_) } if last_event_id == "event-1");
    assert!(notes(&session).iter().any(is_told));
    let resumed_row = crate::exchanges::call_row(&session);
    assert!(resumed_row.is_resumed, "{resumed_row:?}");
    let primed = received(&session).into_iter().filter_map(|(frame, _)| frame.event().cloned());
    assert!(
        primed.clone().any(|head| head.name.as_deref() == Some("message")),
        "{:?}",
        primed.collect::<Vec<_>>()
    );
    crate::support::wait_for(
        &session,
        |kind| matches!(kind, EntryKind::HttpEnd { bytes, .. } if *bytes > 100),
    )
    .await;
    let ends = |session: &Session| {
        entries(session).iter().filter(|entry| matches!(entry.kind, EntryKind::HttpEnd { .. })).count()
    };
    crate::scene::until(&session, |_| ends(&session) >= 3).await;
    let (ended, resumed) = end_and_resumption(&session);
    assert!(resumed.since(ended) >= Duration::from_millis(300), "{:?}", resumed.since(ended));
    assert_eq!(resumptions(&server).len(), 1);
}

#[tokio::test]
async fn every_call_is_resumed_at_its_own_event() {
    let server = HttpServer::start(HttpBehaviour::SseResumable { retry_ms: 1 });
    let session = ready(&server).await;
    check_echo(&session, "one").await;
    check_echo(&session, "two").await;
    let events: Vec<_> =
        resumptions(&server).iter().map(|get| get.header("Last-Event-ID").unwrap().to_owned()).collect();
    assert_eq!(events, ["event-1", "event-2"]);
}

#[tokio::test]
async fn a_stream_that_cannot_be_resumed_loses_the_call_and_nothing_else() {
    let server = HttpServer::start(HttpBehaviour::SseBrokenPromise { retry_ms: 1 });
    let session = ready(&server).await;
    let fault = failing_echo(&session).await;
    assert_eq!(fault.code, FaultCode::TransportError);
    let message = "the event stream ended before the answer came, and resuming it gave HTTP 400";
    assert_eq!(fault.message, message);
    assert_eq!(resumptions(&server).len(), 1, "it is not asked again");
    session.list_tools().await.unwrap();
    assert_eq!(session.phase(), PhaseName::Ready);
}

#[tokio::test]
async fn an_answer_cut_in_the_middle_loses_the_call_and_nothing_else() {
    let server = HttpServer::start(HttpBehaviour::SseCutMidEvent);
    let session = ready(&server).await;
    let fault = failing_echo(&session).await;
    assert_eq!(fault.code, FaultCode::TransportError);
    assert_eq!(fault.details.method.as_deref(), Some("tools/call"));
    assert_eq!(fault.message, "the event stream ended before the answer came");
    assert!(hint(&fault).contains("closed the stream too early"));
    let is_torn = |note: &Note| matches!(note, Note::Torn { head, .. } if head.contains("jsonrpc"));
    assert!(notes(&session).iter().any(is_torn), "{:#?}", notes(&session));
    let is_cut = |kind: &EntryKind| matches!(kind, EntryKind::HttpEnd { error: Some(_), .. });
    assert!(entries(&session).iter().any(|entry| is_cut(&entry.kind)));
    session.list_tools().await.unwrap();
    assert_eq!(session.phase(), PhaseName::Ready);
    assert!(resumptions(&server).is_empty(), "there is no event to resume from");
}
