//! More frames than a server takes.

use crate::scene::{check_echo, posts, ready, wait_until_seen};
use crate::support::{notes, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::frame::{Direction, Frame};
use mcp_inspector_engine::core::message::{Message, RequestId};
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
    let mine = RequestId::Text("mine".into());
    let answers = |frame: &Frame| matches!(frame.message(), Some(Message::Response { id: Some(id), .. }) if *id == mine);
    let is_answer = |kind: &EntryKind| matches!(kind, EntryKind::Frame { direction: Direction::Received, frame, .. } if answers(frame));
    wait_for(&session, is_answer).await;
    // It was asked for, if not by the machine: nothing is remarked about it.
    check_echo(&session, "then").await;
    let notes = notes(&session);
    assert!(!notes.iter().any(|note| matches!(note, Note::UnknownAnswer { .. })), "{notes:?}");
    assert!(server.requests().iter().any(|request| request.body == raw));
}
