//! Too much of everything: memory stays bounded, gaps are told, and a stop still works.

use crate::programs::command;
use crate::scene::{check_echo, echo, hint, ready_with, received, text, until};
use crate::support::{notes, quick};
use mcp_inspector_engine::core::Seq;
use mcp_inspector_engine::core::entry::Note;
use mcp_inspector_engine::core::peer::config::Delays;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Item, LogLimits, Raw, Session, ToolCall};
use serde_json::json;
use std::time::{Duration, Instant};

const MIB: usize = 1 << 20;

/// Checks that entries and gaps together account for every entry ever made.
fn check_gaps(session: &Session) -> u64 {
    let mut next = Seq::FIRST;
    let mut missing = 0;
    for item in session.log().page(Seq::FIRST, usize::MAX) {
        match item {
            Item::Entry(entry) => {
                assert_eq!(entry.seq, next);
                next = entry.seq.next();
            }
            Item::Gap { from, to } => {
                assert_eq!(from, next);
                missing += to.0 - from.0 + 1;
                next = to.next();
            }
        }
    }
    missing
}

#[tokio::test]
async fn a_frame_over_the_limit_ends_every_call_and_the_next_connection_works() {
    let mut config = quick();
    config.peer.concurrency = 4;
    config.peer.retry.limit = Some(1);
    config.peer.retry.delays = Delays::Steps(vec![Duration::from_millis(10)]);
    let session = ready_with(&["huge-line"], config).await;
    let calls = [
        session.request(echo("a").into_request()).await,
        session.request(echo("b").into_request()).await,
        session.request(echo("c").into_request()).await,
    ];
    for call in calls {
        let fault = call.result().await.expect_err("no answer is taken");
        assert_eq!(fault.code, FaultCode::FrameTooLarge);
        assert_eq!(fault.message, "the server sent a frame of 20971520 bytes; the limit is 16777216");
        assert!(hint(&fault).contains("in pieces"), "{fault:?}");
    }
    let notes = notes(&session);
    let [Note::Oversize { length: 20_971_520, limit: 16_777_216, head }] = &notes[..] else {
        panic!("{notes:?}")
    };
    assert!(head.starts_with(r#"{"jsonrpc":"2.0","id":2,"result""#), "{head}");
    assert!(session.log().held_bytes() < MIB, "the frame itself is not kept");
    until(&session, |view| view.phase == PhaseName::Ready && view.failures == 1).await;
    session.ping().await.expect("the new connection works");
}

#[tokio::test]
async fn a_frame_just_under_the_limit_is_taken() {
    let mut config = quick();
    config.peer.max_frame_bytes = MIB;
    let session = ready_with(&["huge-line", "1048576"], config).await;
    let result = session.call_tool(ToolCall::new("any")).await.expect("it fits");
    assert_eq!(received(&session).last().map(|frame| frame.bytes().len()), Some(MIB));
    assert!(text(&result).len() > MIB - 200);
}

#[tokio::test]
async fn a_flood_of_notifications_is_bounded_by_count_and_gaps_are_told() {
    let mut config = quick();
    config.log = LogLimits { messages: 100, others: 100, bytes: 64 * MIB };
    let session = ready_with(&["flood-notifications", "10000"], config).await;
    check_echo(&session, "after the flood").await;
    let view = session.view();
    assert_eq!(view.traffic.frames_received, 10_002, "all were read");
    assert_eq!(view.logs.len(), 1000, "the view keeps the newest");
    assert_eq!(view.logs[999].data.as_ref().map(Raw::as_str), Some(r#""flood 9999""#));
    let missing = check_gaps(&session);
    assert!(missing >= 9900, "{missing}");
}

#[tokio::test]
async fn a_flood_without_end_is_bounded_by_bytes_and_can_be_stopped() {
    let mut config = quick();
    config.log = LogLimits { messages: 1_000_000, others: 1000, bytes: 256 * 1024 };
    let session = ready_with(&["flood-forever"], config).await;
    let pending = session.request(echo("x").into_request()).await;
    for frames in [5_000, 10_000, 20_000] {
        until(&session, |view| view.traffic.frames_received > frames).await;
        let held = session.log().held_bytes();
        assert!(held <= 256 * 1024, "{held} bytes are held");
    }
    let begun = Instant::now();
    session.stop().await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(1), "stop took {took:?}");
    assert_eq!(pending.result().await.expect_err("never answered").code, FaultCode::Shutdown);
    assert!(check_gaps(&session) > 10_000);
}

#[tokio::test]
async fn a_flood_on_stderr_does_not_push_out_frames() {
    let mut config = quick();
    config.log = LogLimits { messages: 100, others: 100, bytes: 64 * MIB };
    let session = ready_with(&["flood-stderr", "10000"], config).await;
    check_echo(&session, "after the flood").await;
    until(&session, |view| view.stderr.back().is_some_and(|(_, line)| line == "flood 9999")).await;
    assert_eq!(received(&session).len(), 2, "both answers are still there");
    assert!(check_gaps(&session) >= 9900);
    assert_eq!(session.view().stderr.len(), 1000);
}

/// Answers `initialize` and then reads nothing more.
const DEAF: &str = r#"read -r hello
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"deaf","version":"1"}}}'
exec sleep 1000"#;

#[tokio::test]
async fn a_server_that_does_not_read_is_backpressure() {
    let mut config = quick();
    config.peer.concurrency = 8;
    let session =
        Session::connect(command(&["sh", "-c", DEAF], |_| {}), config).await.expect("it says hello");
    let large = "x".repeat(700 * 1024);
    let call = || ToolCall::new("any").arguments(json!({ "text": large })).into_request();
    let first = session.request(call()).await;
    for _ in 0..3 {
        let fault = session.request(call()).await.result().await.expect_err("there is no room");
        assert_eq!(fault.code, FaultCode::Backpressure);
        assert_eq!(fault.message, "the transport was busy 3 times in a row");
        assert_eq!(fault.details.method.as_deref(), Some("tools/call"));
        assert!(hint(&fault).contains("does not read its input"), "{fault:?}");
    }
    let retries = notes(&session).iter().filter(|note| matches!(note, Note::SendRetry { .. })).count();
    assert_eq!(retries, 6, "each was offered three times");
    assert_eq!(session.queue_status().await.expect("a status").in_progress, 1);
    let begun = Instant::now();
    session.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(1));
    assert_eq!(first.result().await.expect_err("never answered").code, FaultCode::Shutdown);
}
