//! Calls that wait, run, are taken back and aborted.

use crate::scene::{check_echo, echo, methods_sent, ready, ready_with, text, until};
use crate::support::quick;
use mcp_inspector_engine::core::command::{Outcome, OutcomeWord, QueueStatus};
use mcp_inspector_engine::core::typed::Typed;
use mcp_inspector_engine::{FaultCode, Session, SessionConfig, ToolCall};

fn concurrent(calls: usize) -> SessionConfig {
    let mut config = quick();
    config.peer.concurrency = calls;
    config
}

async fn status(session: &Session) -> QueueStatus {
    session.queue_status().await.expect("the session lives")
}

fn tool_calls_sent(session: &Session) -> usize {
    methods_sent(session).iter().filter(|method| *method == "tools/call").count()
}

#[tokio::test]
async fn one_at_a_time_the_others_wait() {
    let session = ready(&["well-behaved"]).await;
    let asleep = session.request(ToolCall::new("sleep").into_request()).await;
    let waiting = session.request(echo("later").into_request()).await;
    assert_eq!(
        status(&session).await,
        QueueStatus { pending: 1, in_progress: 1, concurrency: 1, ..QueueStatus::default() }
    );
    assert_eq!(tool_calls_sent(&session), 1);
    asleep.abort("enough of this").await;
    let outcome = asleep.outcome().await;
    assert_eq!(outcome, Outcome::Cancelled { reason: "enough of this".to_owned() });
    let result = waiting.result().await.expect("its turn has come");
    assert_eq!(text(&Typed::read(result)), "later");
    let expected = QueueStatus { concurrency: 1, completed: 1, cancelled: 1, ..QueueStatus::default() };
    assert_eq!(status(&session).await, expected);
}

#[tokio::test]
async fn eight_at_a_time_a_sleeping_call_holds_up_nobody() {
    let session = ready_with(&["well-behaved"], concurrent(8)).await;
    let mut asleep = Vec::new();
    for _ in 0..7 {
        asleep.push(session.request(ToolCall::new("sleep").into_request()).await);
    }
    for word in ["one", "two", "three"] {
        check_echo(&session, word).await;
    }
    asleep.push(session.request(ToolCall::new("sleep").into_request()).await);
    let last = session.request(echo("waits").into_request()).await;
    let now = status(&session).await;
    assert_eq!((now.in_progress, now.pending, now.completed), (8, 1, 3));
    assert!(last.cancel().await);
    session.stop().await;
    for call in asleep {
        assert_eq!(call.result().await.expect_err("stopped").code, FaultCode::Shutdown);
    }
    let now = status(&session).await;
    assert_eq!((now.in_progress, now.pending, now.failed, now.cancelled), (0, 0, 8, 1));
}

#[tokio::test]
async fn a_waiting_call_can_be_taken_back_and_a_sent_one_cannot() {
    let session = ready(&["well-behaved"]).await;
    let asleep = session.request(ToolCall::new("sleep").into_request()).await;
    let waiting = session.request(echo("never").into_request()).await;
    assert!(waiting.cancel().await);
    let fault = waiting.result().await.expect_err("it was taken back");
    assert_eq!(fault.code, FaultCode::Cancelled);
    assert_eq!(fault.message, "`tools/call` was cancelled: taken back before it was sent");
    assert!(!asleep.cancel().await, "it is on its way");
    asleep.abort("enough").await;
    assert!(!asleep.cancel().await, "it has ended already");
    assert_eq!(tool_calls_sent(&session), 1, "what was taken back was never sent");
    let view = session.view();
    let end = view.calls.iter().last().and_then(|call| call.end.clone()).expect("it is in the history");
    assert_eq!(end.outcome, OutcomeWord::Cancelled);
}

#[tokio::test]
async fn an_aborted_call_ends_once_and_the_server_is_told() {
    let session = ready(&["late-answer"]).await;
    let pending = session.request(echo("x").into_request()).await;
    let key = pending.key();
    until(&session, |view| view.calls.in_flight() == 1).await;
    for _ in 0..3 {
        pending.abort("changed my mind").await;
    }
    let fault = pending.result().await.expect_err("it was aborted");
    assert_eq!(fault.code, FaultCode::Cancelled);
    assert!(fault.message.ends_with("changed my mind"), "{fault}");
    let told = methods_sent(&session).iter().filter(|method| *method == "notifications/cancelled").count();
    assert_eq!(told, 1, "cancelling three times is cancelling once");
    let view = session.view();
    let call = view.calls.iter().last().expect("it is in the history");
    assert_eq!(call.key, Some(key));
    assert_eq!(call.end.as_ref().map(|end| end.outcome), Some(OutcomeWord::Cancelled));
    session.ping().await.expect("the session goes on");
}

#[tokio::test]
async fn a_list_can_wait_behind_a_call_and_both_end() {
    let session = ready(&["paged", "3"]).await;
    let asleep = session.request(ToolCall::new("sleep").into_request()).await;
    let (tools, ()) = tokio::join!(session.list_tools(), async {
        until(&session, |view| view.calls.in_flight() == 1).await;
        asleep.abort("make room").await;
    });
    assert_eq!(tools.expect("its turn has come").items.len(), 5);
}

#[tokio::test]
async fn a_full_queue_says_so() {
    let mut config = quick();
    config.peer.queue_limit = 2;
    let session = ready_with(&["well-behaved"], config).await;
    let mut calls = Vec::new();
    for _ in 0..4 {
        calls.push(session.request(ToolCall::new("sleep").into_request()).await);
    }
    let refused = calls.pop().expect("four calls").result().await.expect_err("there is no room");
    assert_eq!(refused.code, FaultCode::QueueFull);
    assert_eq!(status(&session).await.pending, 2);
}

#[tokio::test]
async fn calls_made_before_the_handshake_wait_for_it() {
    let session = Session::open(crate::programs::testkit(&["slow-start", "200"]), concurrent(1));
    let early = session.request(echo("early").into_request()).await;
    assert_eq!(text(&Typed::read(early.result().await.expect("it is sent in time"))), "early");
}

#[tokio::test]
async fn many_calls_at_once_each_get_their_own_answer() {
    let session = ready_with(&["well-behaved"], concurrent(64)).await;
    let mut calls = Vec::new();
    for number in 0..500 {
        let session = session.clone();
        calls.push(tokio::spawn(async move {
            let said = format!("number {number}");
            check_echo(&session, &said).await;
        }));
    }
    for call in calls {
        call.await.expect("each is answered");
    }
    assert_eq!(status(&session).await.completed, 500);
}
