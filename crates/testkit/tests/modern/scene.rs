//! What the themes share: scripts for calls, sessions with them, and waiting for what the server saw.

use crate::scripted::{Over, Served, any_era, connected};
use crate::support::{PATIENCE, entries, notes};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::message::Message;
use mcp_inspector_engine::{Direction, Fault, Outcome, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::http::SeenRequest;
use mcp_inspector_testkit::scripted::{Script, Step};
use serde_json::{Value, json};
use std::time::Duration;

pub(crate) const BOTH: [Over; 2] = [Over::Http, Over::Stdio];

/// A server that plays the script over HTTP, and a session with it.
pub(crate) async fn http(script: Script) -> (Served, Session) {
    start(Over::Http, script, any_era()).await
}

pub(crate) async fn start(over: Over, script: Script, config: SessionConfig) -> (Served, Session) {
    let served = Served::start(over, script);
    let session = connected(&served, config).await;
    (served, session)
}

/// A server that says these things to `tools/call`, one after the other.
pub(crate) fn calls(steps: impl IntoIterator<Item = Step>) -> Script {
    Script::modern().on("tools/call", steps)
}

/// The tool `echo`.
pub(crate) fn echo() -> ToolCall {
    ToolCall::new("echo")
}

/// Calls `echo` and checks that it is done.
pub(crate) async fn check_echo(session: &Session) {
    let result = within(session.call_tool(echo())).await.expect("the call is answered");
    assert_eq!(result.get().expect("the result has its shape").text(), "done");
}

/// How a call of `echo` ends.
pub(crate) async fn outcome(session: &Session) -> Outcome {
    within(session.request(echo().into_request()).await.outcome()).await
}

/// The fault of a call of `echo` that is lost.
pub(crate) async fn lost(session: &Session) -> Fault {
    match outcome(session).await {
        Outcome::Lost(fault) => fault,
        other => panic!("the call was not lost: {other:?}"),
    }
}

/// The result that a finished tool has.
pub(crate) fn done() -> Value {
    json!({ "content": [{ "type": "text", "text": "done" }] })
}

/// Waits, but not for ever.
pub(crate) async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future).await.expect("it ends in time")
}

/// Waits until what came is as wished.
pub(crate) async fn until_came(served: &Served, is_done: impl Fn(&[String]) -> bool) {
    let wait = async {
        while !is_done(&served.methods()) {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, wait).await;
    assert!(waited.is_ok(), "it never came: {:?}", served.methods());
}

/// Waits until so many messages of a method came.
pub(crate) async fn until_count(served: &Served, method: &str, count: usize) {
    until_came(served, |methods| methods.iter().filter(|name| *name == method).count() >= count).await;
}

/// Waits until the client has closed so many requests of a method.
pub(crate) async fn until_closed(served: &Served, method: &str, count: usize) {
    let wait = async {
        while !served.http().wait_for_closed(method, count, Duration::ZERO) {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, wait).await;
    let last = served.http().requests().pop();
    assert!(waited.is_ok(), "`{method}` was not closed {count} times; the last request is {last:#?}");
}

/// The HTTP requests of a method.
pub(crate) fn posts(served: &Served, method: &str) -> Vec<SeenRequest> {
    let wanted = |seen: &SeenRequest| seen.rpc_method().as_deref() == Some(method);
    served.http().requests().into_iter().filter(wanted).collect()
}

/// How often a method came.
pub(crate) fn count(served: &Served, method: &str) -> usize {
    served.methods().iter().filter(|name| *name == method).count()
}

/// The notes in the log that fit.
pub(crate) fn notes_like(session: &Session, fits: impl Fn(&Note) -> bool) -> Vec<Note> {
    notes(session).into_iter().filter(|note| fits(note)).collect()
}

/// The methods of the notifications that came from the server.
pub(crate) fn notified(session: &Session) -> Vec<String> {
    let method = |kind: &EntryKind| match kind {
        EntryKind::Frame { direction: Direction::Received, frame, .. } => match frame.message()? {
            Message::Notification { method, .. } => Some(method.clone()),
            _ => None,
        },
        _ => None,
    };
    entries(session).iter().filter_map(|entry| method(&entry.kind)).collect()
}
