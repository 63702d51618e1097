//! More frames than a server takes.

use crate::scene::{check_echo, posts, ready, wait_until_seen};
use crate::support::notes;
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_notifications_arrives_and_calls_go_on() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    for _ in 0..200 {
        session.notify("notifications/roots/list_changed", None).await.unwrap();
    }
    check_echo(&session, "meanwhile").await;
    let count = |seen: &[mcp_inspector_testkit::http::SeenRequest]| {
        seen.iter().filter(|request| request.body.contains("roots/list_changed")).count()
    };
    wait_until_seen(&server, |seen| count(seen) == 200);
    assert!(!notes(&session).iter().any(|note| matches!(note, Note::NotSent { .. })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notifications_that_are_never_accepted_do_not_hold_up_calls() {
    let server = HttpServer::start_after_handshake(HttpBehaviour::NeverAnswers);
    let session = ready(&server).await;
    for _ in 0..100 {
        session.notify("notifications/roots/list_changed", None).await.unwrap();
    }
    let call = session.request(crate::scene::echo("hello").into_request()).await;
    wait_until_seen(&server, |seen| seen.iter().any(|request| request.body.contains("tools/call")));
    assert_eq!(posts(&server, "tools/call").len(), 1);
    session.stop().await;
    assert!(call.result().await.is_err());
}

#[tokio::test]
async fn raw_frames_go_out_as_they_are_and_their_answers_are_entries() {
    let server = HttpServer::start(HttpBehaviour::Sse);
    let session = ready(&server).await;
    let raw = r#"{"jsonrpc":"2.0","id":"mine","method":"ping"}"#;
    session.send_raw(raw).await.unwrap();
    let unknown =
        Note::UnknownAnswer { id: mcp_inspector_engine::core::message::RequestId::Text("mine".into()) };
    crate::support::wait_for(&session, |kind| {
        *kind == mcp_inspector_engine::core::entry::EntryKind::Note(unknown.clone())
    })
    .await;
    assert!(server.requests().iter().any(|request| request.body == raw));
}
