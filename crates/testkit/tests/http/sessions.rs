//! The session that the server gives us: its id, the revision, its end and its expiry.

use crate::scene::{check_echo, echo, failing_echo, posts, ready, ready_with, wait_until_seen, with_method};
use crate::support::{entries, notes, quick, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::era::Revision;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, SessionConfig};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};

const SESSION: &str = "Mcp-Session-Id";
const VERSION: &str = "MCP-Protocol-Version";

/// As `quick`, but a session may be renewed.
fn renewing() -> SessionConfig {
    let mut config = quick();
    config.peer.retry.limit = Some(3);
    config
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn session_id_and_revision_go_with_every_request_after_initialize() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    check_echo(&session, "one").await;
    wait_until_seen(&server, |seen| seen.iter().any(|request| request.method == "GET"));
    session.stop().await;
    wait_until_seen(&server, |seen| seen.iter().any(|request| request.method == "DELETE"));
    let requests = server.requests();
    assert_eq!(requests[0].rpc_method().as_deref(), Some("initialize"));
    assert_eq!((requests[0].header(SESSION), requests[0].header(VERSION)), (None, None));
    assert_eq!(requests.len(), 5, "initialize, initialized, GET, call, DELETE: {requests:#?}");
    for request in &requests[1..] {
        assert_eq!(request.header(SESSION), Some("session-1"), "{request:?}");
        assert_eq!(request.header(VERSION), Some("2025-11-25"), "{request:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_revision_is_sent_from_2025_06_18_on() {
    let revisions = [
        (Revision::R2024_11_05, None),
        (Revision::R2025_03_26, None),
        (Revision::R2025_06_18, Some("2025-06-18")),
        (Revision::R2025_11_25, Some("2025-11-25")),
    ];
    for (revision, expected) in revisions {
        let server = HttpServer::start(HttpBehaviour::Json);
        let mut config = quick();
        config.peer.versions = mcp_inspector_engine::core::era::Versions::Pinned(revision);
        let session = ready_with(&server, config).await;
        assert_eq!(session.revision(), Some(revision));
        check_echo(&session, "hello").await;
        wait_until_seen(&server, |seen| seen.iter().any(|request| request.method == "GET"));
        session.stop().await;
        wait_until_seen(&server, |seen| seen.iter().any(|request| request.method == "DELETE"));
        for request in &server.requests()[1..] {
            assert_eq!(request.header(VERSION), expected, "{request:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stopping_ends_the_session_at_the_server_and_a_new_one_can_be_begun() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    session.stop().await;
    assert_eq!(session.phase(), PhaseName::Closed);
    wait_until_seen(&server, |seen| seen.iter().any(|request| request.method == "DELETE"));
    assert_eq!(with_method(&server, "DELETE")[0].header(SESSION), Some("session-1"));
    session.reconnect().await.unwrap();
    assert!(session.reached(PhaseName::Ready).await);
    check_echo(&session, "again").await;
    assert_eq!(posts(&server, "initialize")[1].header(SESSION), None);
    assert_eq!(posts(&server, "tools/call")[0].header(SESSION), Some("session-2"));
}

#[tokio::test]
async fn a_server_that_wants_no_requests_without_a_session_is_no_problem() {
    let server = HttpServer::start(HttpBehaviour::RefusesWithoutSession);
    check_echo(&ready(&server).await, "hello").await;
}

#[tokio::test]
async fn an_expired_session_is_renewed_and_the_call_sent_again() {
    for after_calls in [0, 1] {
        let server = HttpServer::start(HttpBehaviour::SessionExpires { after_calls });
        let session = ready_with(&server, renewing()).await;
        for number in 0..=after_calls {
            check_echo(&session, &format!("call {number}")).await;
        }
        assert_eq!(notes(&session).iter().filter(|note| **note == Note::SessionExpired).count(), 1);
        let calls = posts(&server, "tools/call");
        let ids: Vec<_> = calls.iter().map(|call| call.header(SESSION).unwrap()).collect();
        let first = vec!["session-1"; after_calls + 1];
        assert_eq!(ids, [first, vec!["session-2"]].concat());
        let initializes = posts(&server, "initialize");
        assert_eq!(initializes.len(), 2);
        assert_eq!(initializes[1].header(SESSION), None, "the new session is begun without the old id");
        assert_eq!(initializes[1].header(VERSION), None);
        let change = wait_for(
            &session,
            |kind| matches!(kind, EntryKind::Phase(change) if change.to == PhaseName::Backoff),
        );
        let EntryKind::Phase(change) = &change.await.kind else { unreachable!() };
        assert_eq!(change.fault.as_ref().unwrap().code, FaultCode::SessionExpired);
        assert_eq!(session.phase(), PhaseName::Ready);
        assert_eq!(with_method(&server, "DELETE").len(), 0, "a forgotten session needs no end");
    }
}

#[tokio::test]
async fn a_session_whose_expiry_shows_at_a_notification_is_renewed_at_the_next_call() {
    let server = HttpServer::start(HttpBehaviour::SessionExpires { after_calls: 0 });
    let session = ready_with(&server, renewing()).await;
    session.notify("notifications/roots/list_changed", None).await.unwrap();
    wait_for(&session, |kind| matches!(kind, EntryKind::Note(Note::NotSent { .. }))).await;
    check_echo(&session, "hello").await;
    assert!(notes(&session).contains(&Note::SessionExpired));
    assert_eq!(posts(&server, "tools/call").last().unwrap().header(SESSION), Some("session-2"));
}

#[tokio::test]
async fn a_call_is_sent_again_only_once() {
    let body = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#;
    let behaviour = HttpBehaviour::StatusAfterInit {
        code: 404,
        body: body.into(),
        content_type: "application/json".into(),
    };
    let server = HttpServer::start(behaviour);
    let session = ready_with(&server, renewing()).await;
    let fault = failing_echo(&session).await;
    assert_eq!(fault.code, FaultCode::SessionExpired);
    assert_eq!(fault.details.http_status, Some(404));
    assert_eq!(fault.rpc_code(), Some(-32001));
    assert_eq!(posts(&server, "tools/call").len(), 2);
}

#[tokio::test]
async fn calls_that_wait_are_made_in_the_new_session() {
    let server = HttpServer::start(HttpBehaviour::SessionExpires { after_calls: 0 });
    let session = ready_with(&server, renewing()).await;
    let calls = [
        session.request(echo("one").into_request()).await,
        session.request(echo("two").into_request()).await,
    ];
    for (call, said) in calls.into_iter().zip(["one", "two"]) {
        assert!(call.result().await.unwrap().as_str().contains(said));
    }
    let sent_twice = entries(&session)
        .iter()
        .filter(|entry| matches!(&entry.kind, EntryKind::Note(Note::SessionExpired)))
        .count();
    assert_eq!(sent_twice, 1);
}
