//! What the server asks within an answer, and cancellations: frames that must not stand in line.

use crate::scene::{check_echo, echo, posts, ready, ready_with, until, wait_until_seen};
use crate::support::{at, quick, wait_for};
use mcp_inspector_engine::core::Raw;
use mcp_inspector_engine::core::command::{Answer, Outcome};
use mcp_inspector_engine::core::entry::{AskChange, AskEnd, EntryKind, Note};
use mcp_inspector_engine::responder::{Responder, Rules};
use mcp_inspector_engine::{FaultCode, Session, ToolCall};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};
use serde_json::json;
use std::time::Duration;
use tokio::task::JoinSet;

#[tokio::test]
async fn an_ask_within_an_answer_is_answered_by_a_post() {
    let server = HttpServer::start(HttpBehaviour::AsksOverSse);
    let session = ready(&server).await;
    let call = session.request(echo("").into_request()).await;
    let view = until(&session, |view| !view.asks.is_empty()).await;
    let (id, ask) = view.asks.first_key_value().unwrap();
    assert_eq!(ask.method, "elicitation/create");
    let content = json!({ "action": "accept", "content": { "name": "Ada" } });
    assert!(session.answer(*id, Answer::Result(Raw::of(&content))).await.unwrap());
    assert!(call.result().await.unwrap().as_str().contains("Ada"));
    let ended = AskChange::Ended { id: *id, how: AskEnd::Answered };
    wait_for(&session, |kind| *kind == EntryKind::Ask(ended.clone())).await;
    let answers: Vec<_> = server.requests().into_iter().filter(|seen| seen.body.contains("Ada")).collect();
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0].json().unwrap()["result"], content);
    assert_eq!(answers[0].header("Mcp-Session-Id"), Some("session-1"));
}

#[tokio::test]
async fn many_calls_that_ask_do_not_keep_their_answers_from_going_out() {
    let server = HttpServer::start(HttpBehaviour::AsksOverSse);
    let mut config = quick();
    config.peer.concurrency = 100;
    let rules = r#"{ "rules": [{ "method": "elicitation/create", "accept": { "name": "Ada" } }] }"#;
    let responder = Responder::Rules(Rules::read(rules).unwrap());
    let session = Session::open_with(at(&server.url()), config, responder);
    session.ready().await.unwrap();
    let mut calls = JoinSet::new();
    for _ in 0..100 {
        let session = session.clone();
        calls.spawn(async move { session.call_tool(echo("")).await });
    }
    while let Some(result) = calls.join_next().await {
        assert!(result.unwrap().unwrap().raw().as_str().contains("Ada"));
    }
}

#[tokio::test]
async fn sixty_four_calls_at_once_each_get_their_own_answer() {
    let server = HttpServer::start(HttpBehaviour::Sse);
    let mut config = quick();
    config.peer.concurrency = 64;
    let session = ready_with(&server, config).await;
    let mut calls = JoinSet::new();
    for number in 0..64 {
        let session = session.clone();
        calls.spawn(async move { check_echo(&session, &format!("call {number}")).await });
    }
    calls.join_all().await;
    let status = session.queue_status().await.unwrap();
    assert_eq!((status.completed, status.in_progress, status.failed), (64, 0, 0));
    assert_eq!(posts(&server, "tools/call").len(), 64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_aborted_call_is_cancelled_at_the_server() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    let call = session.request(ToolCall::new("sleep").into_request()).await;
    wait_until_seen(&server, |seen| seen.iter().any(|request| request.body.contains("\"sleep\"")));
    call.abort("changed my mind").await;
    let outcome = call.outcome().await;
    assert_eq!(outcome, Outcome::Cancelled { reason: "changed my mind".into() });
    let is_cancel = |seen: &mcp_inspector_testkit::http::SeenRequest| {
        seen.rpc_method().as_deref() == Some("notifications/cancelled")
    };
    wait_until_seen(&server, |seen| seen.iter().any(is_cancel));
    let cancelled = posts(&server, "notifications/cancelled")[0].json().unwrap();
    let sleeping = posts(&server, "tools/call")[0].json().unwrap();
    assert_eq!(cancelled["params"]["requestId"], sleeping["id"]);
    assert_eq!(cancelled["params"]["reason"], "changed my mind");
    check_echo(&session, "next").await;
}

#[tokio::test]
async fn a_call_that_is_taken_back_in_time_never_reaches_the_server() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    let first = session.request(ToolCall::new("sleep").into_request()).await;
    let second = session.request(echo("never sent").into_request()).await;
    assert!(second.cancel().await);
    first.abort("enough").await;
    first.outcome().await;
    check_echo(&session, "third").await;
    assert!(!server.requests().iter().any(|seen| seen.body.contains("never sent")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_times_out_is_cancelled_at_the_server() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    let fault =
        session.call_tool(ToolCall::new("sleep").timeout(Duration::from_millis(50))).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    assert_eq!(fault.details.method.as_deref(), Some("tools/call"));
    wait_until_seen(&server, |seen| seen.iter().any(|seen| seen.body.contains("notifications/cancelled")));
    let cancelled = posts(&server, "notifications/cancelled")[0].json().unwrap();
    assert_eq!(cancelled["params"]["requestId"], posts(&server, "tools/call")[0].json().unwrap()["id"]);
    check_echo(&session, "next").await;
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_noted_and_changes_nothing() {
    let server = HttpServer::start(HttpBehaviour::SlowSse);
    let session = ready(&server).await;
    let fault = session.call_tool(echo("late").timeout(Duration::from_millis(5))).await.unwrap_err();
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    wait_for(&session, |kind| *kind == EntryKind::Note(Note::LateAnswer { id: 2 })).await;
    check_echo(&session, "next").await;
}

#[tokio::test]
async fn calls_that_were_given_up_do_not_stand_in_the_way_of_others() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let mut config = quick();
    config.peer.concurrency = 100;
    let session = ready_with(&server, config).await;
    let mut calls = JoinSet::new();
    for _ in 0..100 {
        let (session, call) = (session.clone(), ToolCall::new("sleep").timeout(Duration::from_millis(100)));
        calls.spawn(async move { session.call_tool(call).await.unwrap_err().code });
    }
    while let Some(code) = calls.join_next().await {
        assert_eq!(code.unwrap(), FaultCode::RequestTimeout);
    }
    check_echo(&session, "next").await;
    let lost = |kind: &EntryKind| matches!(kind, EntryKind::Note(Note::NotSent { .. }));
    assert!(!crate::support::entries(&session).iter().any(|entry| lost(&entry.kind)));
}
