//! Servers on pipes that say nothing, or end, when they are asked for their era.

use crate::scripted::{Over, Served, any_era, connected};
use crate::support::{entries, notes, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::era::{Revision, Versions};
use mcp_inspector_engine::core::peer::config::Delays;
use mcp_inspector_engine::core::peer::phase::{PhaseName, Trigger};
use mcp_inspector_engine::core::probe::Sign;
use mcp_inspector_engine::{FaultCode, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::scripted::{Part, Script, Step};
use serde_json::json;
use std::time::Duration;

fn impatient() -> SessionConfig {
    let mut config = any_era();
    config.peer.probe_timeout = Duration::from_millis(50);
    config
}

fn patient() -> SessionConfig {
    let mut config = any_era();
    config.peer.probe_timeout = config.peer.init_timeout;
    config
}

fn mute() -> Script {
    Script::legacy().on("server/discover", [Step::Mute])
}

/// What happened on the way to a connection, in words and in order.
fn story(session: &Session) -> Vec<String> {
    let word = |kind: &EntryKind| match kind {
        EntryKind::Phase(change) => Some(change.to.to_string()),
        EntryKind::Note(note @ Note::Probe { .. }) => Some(note.to_string()),
        EntryKind::Frame { direction, frame, .. } => {
            let message = frame.message()?;
            Some(format!("{direction:?} {}", message.method().unwrap_or("answer")).to_lowercase())
        }
        _ => None,
    };
    entries(session).iter().filter_map(|entry| word(&entry.kind)).collect()
}

#[tokio::test]
async fn a_mute_server_is_greeted_after_the_probe_timeout_and_is_ready_with_its_answer() {
    let served = Served::start(Over::Stdio, mute());
    let session = connected(&served, impatient()).await;
    assert_eq!(
        story(&session),
        [
            "starting",
            "initializing",
            "sent server/discover",
            "`server/discover`: no answer after 50 ms; it may still come; legacy era",
            "sent initialize",
            "received answer",
            "sent notifications/initialized",
            "ready",
        ]
    );
    session.call_tool(ToolCall::new("echo")).await.expect("it works");
    let expected = ["server/discover", "initialize", "notifications/initialized", "tools/call"];
    assert_eq!(served.methods(), expected);
    assert_eq!(served.starts(), 1);
}

#[tokio::test]
async fn a_modern_server_that_is_slow_to_start_is_still_found_out() {
    // It answers only once it has been greeted, and the greeting is never answered.
    let discovered = json!({ "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} } });
    let late = Step::stream([Part::wait("initialize"), Part::complete(&discovered)]);
    let script = Script::modern().on("server/discover", [late]).on("initialize", [Step::Mute]);
    let served = Served::start(Over::Stdio, script);
    let session = connected(&served, impatient()).await;
    assert_eq!(session.revision(), Some(Revision::R2026_07_28));
    session.call_tool(ToolCall::new("echo")).await.expect("it works");
    assert_eq!(served.methods(), ["server/discover", "initialize", "tools/call"]);
    let signs: Vec<String> = story(&session).into_iter().filter(|line| line.starts_with('`')).collect();
    assert_eq!(
        signs,
        [
            "`server/discover`: no answer after 50 ms; it may still come; legacy era",
            "`server/discover`: the server speaks 2026-07-28; modern era",
        ]
    );
}

#[tokio::test]
async fn a_slow_legacy_server_that_refuses_late_is_ready_all_the_same() {
    let refusal = Step::error(-32601, "no", &serde_json::Value::Null).after("initialize");
    let served = Served::start(Over::Stdio, mute().on("server/discover", [refusal]));
    let session = connected(&served, impatient()).await;
    assert_eq!(session.revision(), Some(Revision::R2025_11_25));
    session.call_tool(ToolCall::new("echo")).await.expect("it works");
    assert_eq!(served.messages("initialize").len(), 1);
}

#[tokio::test]
async fn a_server_that_exits_on_the_question_is_started_once_more_and_greeted() {
    let served = Served::start(Over::Stdio, Script::legacy().on("server/discover", [Step::Exit(3)]));
    let session = connected(&served, patient()).await;
    assert_eq!(
        story(&session),
        [
            "starting",
            "initializing",
            "sent server/discover",
            "`server/discover`: the server process ended; legacy era",
            "starting",
            "initializing",
            "sent initialize",
            "received answer",
            "sent notifications/initialized",
            "ready",
        ]
    );
    let restarts = entries(&session).iter().filter(|entry| is_restart(&entry.kind)).count();
    session.call_tool(ToolCall::new("echo")).await.expect("it works");
    assert_eq!((served.starts(), restarts), (2, 1));
    let expected = ["server/discover", "initialize", "notifications/initialized", "tools/call"];
    assert_eq!(served.methods(), expected);
}

fn is_restart(kind: &EntryKind) -> bool {
    matches!(kind, EntryKind::Phase(change) if change.trigger == Trigger::Restart)
}

#[tokio::test]
async fn a_call_made_before_the_server_exited_is_answered_by_the_second_process() {
    let served = Served::start(Over::Stdio, Script::legacy().on("server/discover", [Step::Exit(0)]));
    let session = Session::open(served.target(), patient());
    let early = session.request(ToolCall::new("echo").into_request()).await;
    early.result().await.expect("it waits for the handshake");
    assert_eq!(served.messages("tools/call").len(), 1);
}

#[tokio::test]
async fn a_server_that_exits_on_everything_fails_after_two_starts() {
    let script = Script::default().on("server/discover", [Step::Exit(3)]).on("initialize", [Step::Exit(4)]);
    let served = Served::start(Over::Stdio, script);
    let session = Session::open(served.target(), patient());
    let fault = session.ready().await.expect_err("it cannot be connected to");
    assert_eq!(fault.code, FaultCode::ProcessCrashed, "{fault:?}");
    assert_eq!(fault.details.post_mortem.and_then(|post_mortem| post_mortem.exit_code), Some(4));
    assert_eq!((served.starts(), served.methods()), (2, vec!["server/discover".into(), "initialize".into()]));
}

#[tokio::test]
async fn a_server_that_exited_on_the_question_is_not_asked_again_after_a_reconnect() {
    let script = Script::legacy().on("server/discover", [Step::Exit(3)]).on("tools/call", [Step::Exit(5)]);
    let served = Served::start(Over::Stdio, script);
    let mut config = patient();
    config.peer.retry.limit = Some(1);
    config.peer.retry.delays = Delays::Steps(vec![Duration::ZERO]);
    let session = connected(&served, config).await;
    session.call_tool(ToolCall::new("echo")).await.expect_err("the process ends");
    wait_for(&session, |kind| matches!(kind, EntryKind::Phase(change) if change.trigger == Trigger::Retry))
        .await;
    assert!(session.reached(PhaseName::Ready).await);
    session.notify("test/over", None).await.expect("the session lives");
    assert_eq!(served.messages("server/discover").len(), 1, "once was enough");
    let signs: Vec<Note> =
        notes(&session).into_iter().filter(|note| matches!(note, Note::Probe { .. })).collect();
    assert!(matches!(signs.as_slice(), [Note::Probe { sign: Sign::Quit, .. }]), "{signs:?}");
}

#[tokio::test]
async fn a_server_that_exits_is_not_started_again_for_a_pinned_revision() {
    let served = Served::start(Over::Stdio, Script::legacy().on("server/discover", [Step::Exit(3)]));
    let mut config = patient();
    config.peer.versions = Versions::Pinned(Revision::R2026_07_28);
    let session = Session::open(served.target(), config);
    let fault = session.ready().await.expect_err("there is no other way");
    assert_eq!(fault.code, FaultCode::ProcessCrashed);
    assert_eq!((served.starts(), served.methods()), (1, vec!["server/discover".to_owned()]));
}

#[tokio::test]
async fn a_modern_server_whose_process_ends_is_asked_again_and_not_greeted() {
    let served = Served::start(Over::Stdio, Script::modern().on("tools/call", [Step::Exit(5)]));
    let mut config = patient();
    config.peer.retry.limit = Some(1);
    config.peer.retry.delays = Delays::Steps(vec![Duration::ZERO]);
    let session = connected(&served, config).await;
    let fault = session.call_tool(ToolCall::new("echo")).await.expect_err("the process ends");
    assert_eq!(fault.code, FaultCode::ProcessCrashed);
    wait_for(&session, |kind| matches!(kind, EntryKind::Phase(change) if change.trigger == Trigger::Retry))
        .await;
    assert!(session.reached(PhaseName::Ready).await);
    assert_eq!(served.methods(), ["server/discover", "tools/call", "server/discover"]);
    assert_eq!(session.revision(), Some(Revision::R2026_07_28));
}
