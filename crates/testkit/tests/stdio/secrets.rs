//! Secrets of a target reach the server and nothing that we show or store.

use crate::programs::command;
use crate::scene::{fault_of, ready, text};
use crate::support::{entries, quick, wait_for};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::target::Target;
use mcp_inspector_engine::{Fault, Session, ToolCall};

const TOKEN: &str = "s3cr3t/t0ken-4711";

/// A part of it that is written in one way only.
const TELLTALE: &str = "t0ken-4711";

/// A shell script that knows the token as `$API_TOKEN`.
fn knowing(script: &str) -> Target {
    let server = env!("CARGO_BIN_EXE_testkit-server");
    command(&["sh", "-c", script, server], |stdio| {
        stdio.env.insert("API_TOKEN".to_owned(), TOKEN.to_owned());
    })
}

fn check_hidden(session: &Session) {
    for entry in entries(session) {
        let line = serde_json::to_string(&*entry).expect("entries have a JSON form");
        assert!(!line.contains(TELLTALE), "{line}");
        assert!(!format!("{entry:?}").contains(TELLTALE), "{entry:?}");
    }
    let view = format!("{:?}", session.view());
    assert!(!view.contains(TELLTALE), "{view}");
}

fn check_fault(fault: &Fault) {
    let json = fault.to_json().to_string();
    assert!(json.contains("[REDACTED]"), "it was there: {json}");
    assert!(!json.contains(TELLTALE), "{json}");
    assert!(!format!("{fault:?}").contains(TELLTALE), "{fault:?}");
}

#[tokio::test]
async fn a_token_on_stderr_and_in_a_result_is_not_logged_or_recorded() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("session.jsonl");
    let target = knowing(r#"echo "my token is $API_TOKEN" >&2; exec "$0" environment"#);
    let session = Session::open(target, quick());
    let recorder = session.record(&path).expect("the file can be made");
    session.ready().await.expect("ready");
    let result = session.call_tool(ToolCall::new("env")).await.expect("an answer");
    assert!(text(&result).contains(TELLTALE), "whoever calls gets what the server says");
    let said = wait_for(&session, |kind| matches!(kind, EntryKind::Stderr { .. })).await;
    assert_eq!(said.kind, EntryKind::Stderr { line: "my token is [REDACTED]".to_owned() });
    check_hidden(&session);
    let is_masked = |kind: &EntryKind| matches!(kind, EntryKind::Frame { masked: true, .. });
    assert_eq!(entries(&session).iter().filter(|entry| is_masked(&entry.kind)).count(), 1);
    drop(session);
    recorder.finish().await.expect("all is written");
    let text = std::fs::read_to_string(&path).expect("a recording");
    assert!(!text.contains(TELLTALE));
    assert!(text.contains("[REDACTED]"));
}

#[tokio::test]
async fn a_token_in_the_last_words_is_not_in_the_post_mortem() {
    let script =
        r#"echo "junk $API_TOKEN"; printf 'half a line %s' "$API_TOKEN"; echo "bad: $API_TOKEN" >&2; exit 3"#;
    let session = Session::open(knowing(script), quick());
    let fault = fault_of(&session).await;
    check_fault(&fault);
    let dead = crate::scene::post_mortem(&fault);
    assert_eq!(dead.stderr, ["bad: [REDACTED]"]);
    assert_eq!(dead.junk, ["junk [REDACTED]", "half a line [REDACTED]"]);
    assert_eq!(session.view().fault, Some(fault));
    check_hidden(&session);
}

#[tokio::test]
async fn a_token_in_a_refused_handshake_is_not_in_the_fault() {
    let script = r#"read -r hello
printf '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"bad token s3cr3t\\/t0ken-4711","data":["s3cr3t/t0ken-4711"]}}\n'
exec sleep 1000"#;
    let session = Session::open(knowing(script), quick());
    let waiting = session.request(ToolCall::new("any").into_request()).await;
    let fault = fault_of(&session).await;
    assert_eq!(fault.rpc_code(), Some(-32001));
    check_fault(&fault);
    check_fault(&waiting.result().await.expect_err("there is no connection"));
    check_hidden(&session);
}

#[tokio::test]
async fn a_token_in_an_argument_is_not_in_the_post_mortem() {
    let target = command(&["sh", "-c", "exit 1", "sh", "--token", TOKEN], |_| {});
    let fault = fault_of(&Session::open(target, quick())).await;
    check_fault(&fault);
    let target = command(&["mcp-no-such-program", &format!("--api-key={TOKEN}")], |_| {});
    let fault = fault_of(&Session::open(target, quick())).await;
    assert_eq!(crate::scene::post_mortem(&fault).argv, ["mcp-no-such-program", "--api-key=[REDACTED]"]);
}

#[tokio::test]
async fn without_secrets_nothing_is_masked() {
    let session = ready(&["environment"]).await;
    session.call_tool(ToolCall::new("env")).await.expect("an answer");
    let is_masked = |kind: &EntryKind| matches!(kind, EntryKind::Frame { masked: true, .. });
    assert!(!entries(&session).iter().any(|entry| is_masked(&entry.kind)));
}
