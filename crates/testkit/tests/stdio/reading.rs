//! Lines as servers write them: everything is kept, and the session works all the same.

use crate::scene::{check_echo, junk, ready, text, until};
use crate::support::{entries, notes, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::frame::{Content, Direction};
use mcp_inspector_engine::core::message::{Flaw, Junk};
use mcp_inspector_engine::{Raw, ToolCall};

#[tokio::test]
async fn junk_before_the_first_frame_is_kept_to_the_byte_and_counted() {
    let session = ready(&["junk-before"]).await;
    check_echo(&session, "hello").await;
    let junk = junk(&session);
    assert_eq!(junk.len(), 3);
    assert_eq!(junk[0], b"testkit is starting...");
    assert_eq!(junk[1], b"caf\xe9 \xff\xfe not UTF-8");
    assert_eq!(junk[2], br#"{"level":"info","msg":"started"}"#);
    assert_eq!(session.view().traffic.junk, 3);
    let why = |entry: &EntryKind| match entry {
        EntryKind::Frame { frame, .. } => match frame.content() {
            Content::Junk(junk) => Some(junk.clone()),
            _ => None,
        },
        _ => None,
    };
    let reasons: Vec<Junk> = entries(&session).iter().filter_map(|entry| why(&entry.kind)).collect();
    assert!(matches!(reasons[0], Junk::NotJson { .. }), "{reasons:?}");
    assert_eq!(reasons[1..], [Junk::NotUtf8 { at: 3 }, Junk::NotRpc]);
}

#[tokio::test]
async fn junk_between_frames_disturbs_no_call() {
    let session = ready(&["junk-between"]).await;
    for word in ["one", "two", "three"] {
        check_echo(&session, word).await;
    }
    assert_eq!(junk(&session), vec![b"DEBUG about to answer".to_vec(); 4]);
    assert_eq!(session.view().traffic.junk, 4);
}

#[tokio::test]
async fn empty_lines_are_entries_and_nothing_else() {
    let session = ready(&["empty-lines"]).await;
    check_echo(&session, "hello").await;
    assert!(session.view().traffic.junk >= 3, "{:?}", session.view().traffic);
    assert!(junk(&session).iter().all(Vec::is_empty));
    assert_eq!(notes(&session), []);
}

#[tokio::test]
async fn lines_may_end_in_cr_lf() {
    let session = ready(&["crlf"]).await;
    check_echo(&session, "hello").await;
    assert_eq!(session.view().traffic.junk, 0);
    for frame in crate::scene::received(&session) {
        assert_eq!(frame.bytes().last(), Some(&b'}'), "{frame:?}");
    }
}

#[tokio::test]
async fn characters_cut_in_two_come_together_again() {
    let session = ready(&["utf8-split"]).await;
    check_echo(&session, "Straße, 東京, 🦀").await;
    assert_eq!(session.view().traffic.junk, 0);
    assert_eq!(session.instructions().as_deref(), Some("A server to test clients: Straße, 東京, 🦀"));
}

#[tokio::test]
async fn deep_json_is_passed_on_as_it_came() {
    let session = ready(&["deep-json"]).await;
    let raw = session.call_tool(ToolCall::new("echo")).await.expect("an answer").raw().clone();
    assert!(raw.as_str().contains(&"[".repeat(100_000)));
    assert_eq!(session.view().traffic.junk, 0);
    session.ping().await.expect("the session goes on");
}

#[tokio::test]
async fn a_batch_is_read_member_by_member_and_noted() {
    let session = ready(&["batch"]).await;
    let tools = session.list_tools().await.expect("the response in the batch counts");
    assert_eq!(tools.valid().count(), 3);
    let view = until(&session, |view| !view.logs.is_empty()).await;
    assert_eq!(view.logs[0].data.as_ref().map(Raw::as_str), Some(r#""listing tools""#));
    assert!(notes(&session).contains(&Note::Flawed { flaws: vec![Flaw::InBatch] }));
    let is_batch = |kind: &EntryKind| {
        matches!(kind, EntryKind::Frame { direction: Direction::Received, frame, .. }
            if matches!(frame.content(), Content::Batch(members) if members.len() == 2))
    };
    wait_for(&session, is_batch).await;
}

#[tokio::test]
async fn a_batch_is_no_flaw_in_the_revision_that_has_batches() {
    let mut config = crate::support::quick();
    config.peer.versions = mcp_inspector_engine::core::era::Versions::Pinned(
        mcp_inspector_engine::core::era::Revision::R2025_03_26,
    );
    let session = crate::scene::ready_with(&["batch"], config).await;
    assert_eq!(session.list_tools().await.expect("a list").items.len(), 3);
    assert_eq!(notes(&session), []);
}

#[tokio::test]
async fn a_slow_start_only_takes_longer() {
    let session = ready(&["slow-start", "300"]).await;
    check_echo(&session, "awake").await;
}

#[tokio::test]
async fn environment_directory_and_arguments_reach_the_server() {
    let directory = tempfile::tempdir().expect("a directory");
    let server = env!("CARGO_BIN_EXE_testkit-server");
    let target = crate::programs::command(&[server, "environment"], |stdio| {
        stdio.env.insert("GREETING".to_owned(), "Grüße, \"you\"".to_owned());
        stdio.cwd = Some(directory.path().to_owned());
    });
    let session =
        mcp_inspector_engine::Session::connect(target, crate::support::quick()).await.expect("ready");
    let result = session.call_tool(ToolCall::new("env")).await.expect("an answer");
    let place: serde_json::Value = serde_json::from_str(&text(&result)).expect("JSON text");
    assert_eq!(place["env"]["GREETING"], "Grüße, \"you\"");
    assert!(place["env"]["PATH"].is_string(), "our own environment is inherited");
    let cwd = directory.path().canonicalize().expect("the directory exists");
    assert_eq!(place["cwd"], cwd.display().to_string());
    assert_eq!(place["args"], serde_json::json!(["environment"]));
}
