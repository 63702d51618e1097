//! Answers that break the rules: the user gets what can be had, and hears what was wrong.

use crate::scene::{check_echo, echo, hint, ready, text, until};
use crate::support::{notes, wait_for};
use mcp_inspector_engine::core::command::OutcomeWord;
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::message::{Flaw, RequestId};
use mcp_inspector_engine::{Fault, FaultCode, Session};
use std::time::Duration;

/// Long enough for the answer that will not count, short enough to wait for.
const SHORT: Duration = Duration::from_millis(1500);

async fn refusal(session: &Session) -> Fault {
    session.call_tool(echo("x")).await.expect_err("the server refuses")
}

async fn note(session: &Session, wanted: Note) {
    wait_for(session, |kind| *kind == EntryKind::Note(wanted.clone())).await;
}

#[tokio::test]
async fn an_answer_without_jsonrpc_counts_and_is_noted() {
    let session = ready(&["missing-jsonrpc"]).await;
    check_echo(&session, "hello").await;
    let flawed = Note::Flawed { flaws: vec![Flaw::JsonrpcMissing] };
    assert_eq!(notes(&session), [flawed.clone(), flawed]);
    assert_eq!(session.view().traffic.junk, 0);
}

#[tokio::test]
async fn of_result_and_error_together_the_error_counts() {
    let session = ready(&["result-and-error"]).await;
    let fault = refusal(&session).await;
    assert_eq!((fault.code, fault.rpc_code()), (FaultCode::ServerError, Some(-32000)));
    assert_eq!(fault.message, "`tools/call` was refused: And an error, too (-32000)");
    assert_eq!(notes(&session), [Note::Flawed { flaws: vec![Flaw::ResultAndError] }]);
}

#[tokio::test]
async fn a_wrong_id_is_a_stray_and_the_expired_call_says_so() {
    let session = ready(&["wrong-id"]).await;
    let fault = session.call_tool(echo("x").timeout(SHORT)).await.expect_err("no answer counts");
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    assert!(hint(&fault).contains("1 answer(s) that belong to no request"), "{fault:?}");
    assert_eq!(notes(&session), [Note::UnknownAnswer { id: RequestId::Number(1002) }]);
    let view = session.view();
    let end = view.calls.iter().last().and_then(|call| call.end.clone()).expect("the call has ended");
    assert_eq!(end.outcome, OutcomeWord::Expired);
    session.ping().await.expect("the session goes on");
}

#[tokio::test]
async fn an_id_that_comes_back_as_a_string_is_taken_and_noted() {
    let session = ready(&["string-id"]).await;
    check_echo(&session, "hello").await;
    let changed = |id: &str| Note::IdTypeChanged { id: RequestId::Text(id.to_owned()) };
    assert_eq!(notes(&session), [changed("1"), changed("2")]);
    assert_eq!(session.view().calls.in_flight(), 0);
}

#[tokio::test]
async fn an_error_with_a_null_id_is_kept_and_named_in_the_hint() {
    let session = ready(&["null-id-error"]).await;
    let fault = session.call_tool(echo("x").timeout(SHORT)).await.expect_err("no answer counts");
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    assert!(hint(&fault).contains("belong to no request"), "{fault:?}");
    assert_eq!(notes(&session), [Note::Flawed { flaws: vec![Flaw::IdNull] }, Note::UnattributedAnswer]);
}

#[tokio::test]
async fn the_second_answer_to_a_call_is_noted_and_changes_nothing() {
    let session = ready(&["duplicate-answer"]).await;
    check_echo(&session, "hello").await;
    note(&session, Note::DuplicateAnswer { id: 2 }).await;
    check_echo(&session, "again").await;
    let status = session.queue_status().await.expect("a status");
    assert_eq!((status.completed, status.failed), (2, 0));
}

#[tokio::test]
async fn a_late_answer_is_noted_and_changes_nothing() {
    let session = ready(&["late-answer"]).await;
    let timeout = Duration::from_millis(100);
    let fault = session.call_tool(echo("x").timeout(timeout)).await.expect_err("it comes too late");
    assert_eq!(fault.code, FaultCode::RequestTimeout);
    assert!(fault.details.elapsed.is_some_and(|elapsed| elapsed >= 100), "{fault:?}");
    assert!(hint(&fault).contains("raise the timeout"), "{fault:?}");
    note(&session, Note::LateAnswer { id: 2 }).await;
    assert!(crate::scene::methods_sent(&session).contains(&"notifications/cancelled".to_owned()));
    let view = session.view();
    let end = view.calls.iter().last().and_then(|call| call.end.clone()).expect("the call has ended");
    assert_eq!(end.outcome, OutcomeWord::Expired);
    session.ping().await.expect("the session goes on");
}

#[tokio::test]
async fn an_error_without_message_keeps_its_code_and_its_json() {
    let session = ready(&["error-without-message"]).await;
    let fault = refusal(&session).await;
    assert_eq!(fault.rpc_code(), Some(-32000));
    let rpc = fault.details.rpc.expect("the error is kept");
    assert_eq!((rpc.message.as_str(), rpc.raw.as_str()), ("", r#"{"code":-32000}"#));
    assert_eq!(notes(&session), [Note::Flawed { flaws: vec![Flaw::ErrorMessageOdd] }]);
}

#[tokio::test]
async fn an_error_code_that_is_a_string_is_kept_as_it_came() {
    let session = ready(&["error-string-code"]).await;
    let fault = refusal(&session).await;
    assert_eq!((fault.code, fault.rpc_code()), (FaultCode::ServerError, None));
    assert_eq!(fault.message, "`tools/call` was refused: No such file");
    assert_eq!(fault.to_json()["details"]["rpcError"]["code"], "ENOENT");
    assert_eq!(notes(&session), [Note::Flawed { flaws: vec![Flaw::ErrorCodeOdd] }]);
}

#[tokio::test]
async fn a_tool_error_is_a_result_and_marked_in_the_view() {
    let session = ready(&["well-behaved"]).await;
    let result = session.call_tool(mcp_inspector_engine::ToolCall::new("fail")).await.expect("an answer");
    assert!(result.get().expect("its shape").is_error);
    assert_eq!(text(&result), "it did not work");
    let view = until(&session, |view| view.calls.in_flight() == 0).await;
    let end = view.calls.iter().last().and_then(|call| call.end.clone()).expect("the call has ended");
    assert!(end.is_tool_error);
    assert_eq!(end.outcome, OutcomeWord::Answered);
}
