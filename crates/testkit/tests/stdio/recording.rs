//! Sessions in a file, and the log as several readers see it.

use crate::programs::testkit;
use crate::scene::{check_echo, echo, ready, ready_with, until};
use crate::support::{PATIENCE, entries, quick};
use mcp_inspector_engine::core::Seq;
use mcp_inspector_engine::core::command::{Answer, AskId, List};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::record::RecordError;
use mcp_inspector_engine::{FaultCode, Item, LogLimits, Raw, Responder, Session, ToolCall};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Records a short session and returns the file.
async fn recorded(directory: &TempDir) -> PathBuf {
    let path = directory.path().join("session.jsonl");
    let session = ready(&["well-behaved"]).await;
    let recorder = session.record(&path).expect("the file can be made");
    check_echo(&session, "hello").await;
    session.stop().await;
    drop(session);
    recorder.finish().await.expect("all is written");
    path
}

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

fn change(path: &Path, change: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(path).expect("a recording");
    fs::write(path, change(text)).expect("it is ours");
}

#[tokio::test]
async fn a_recording_of_everything_gives_the_same_view_and_the_same_entries() {
    let directory = directory();
    let path = directory.path().join("session.jsonl");
    let mut config = quick();
    config.peer.auto_fetch = true;
    let session = Session::open_with(testkit(&["asks"]), config, Responder::refuse());
    let recorder = session.record(&path).expect("the file can be made");
    session.ready().await.expect("ready");
    until(&session, |view| view.catalog.list(List::Prompts).is_some()).await;
    session.call_tool(ToolCall::new("sample")).await.expect("refused, and so answered");
    session.call_tool(ToolCall::new("nobody")).await.expect_err("there is no such tool");
    session.send_raw(&b"{\"broken\": \xff"[..]).await.expect("the session lives");
    session.subscribe_resource("test://counter").await.expect("subscribed");
    let asleep = session.request(ToolCall::new("sleep").into_request()).await;
    until(&session, |view| view.calls.in_flight() == 1).await;
    session.stop().await;
    asleep.result().await.expect_err("stopped");
    let log = session.log().clone();
    let name = session.name().to_owned();
    let opened = session.opened_unix_ms();
    drop(session);
    recorder.finish().await.expect("all is written");

    let replay = Session::replay(&path).expect("it can be read");
    assert_eq!(replay.view(), log.view());
    assert_eq!(replay.log().page(Seq::FIRST, usize::MAX), log.page(Seq::FIRST, usize::MAX));
    assert_eq!((replay.name(), replay.opened_unix_ms()), (name.as_str(), opened));
    assert_eq!(replay.phase(), PhaseName::Closed);
    assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn junk_that_is_not_text_survives_a_recording() {
    let directory = directory();
    let path = directory.path().join("session.jsonl");
    let session = ready(&["junk-before"]).await;
    let recorder = session.record(&path).expect("the file can be made");
    let live = crate::scene::junk(&session);
    drop(session);
    recorder.finish().await.expect("all is written");
    assert_eq!(crate::scene::junk(&Session::replay(&path).expect("it can be read")), live);
}

#[tokio::test]
async fn a_recording_is_not_overwritten() {
    let directory = directory();
    let path = recorded(&directory).await;
    let before = fs::read(&path).expect("a recording");
    let session = ready(&["well-behaved"]).await;
    let error = session.record(&path).expect_err("it is there already");
    assert!(matches!(error, RecordError::File { .. }));
    assert_eq!(error.hint(), Some("recordings are not overwritten: choose another name or remove the file"));
    assert_eq!(fs::read(&path).expect("a recording"), before);
}

#[tokio::test]
async fn a_torn_last_line_is_tolerated_and_told() {
    let directory = directory();
    let path = recorded(&directory).await;
    let whole = entries(&Session::replay(&path).expect("it can be read")).len();
    change(&path, |text| text[..text.len() - 10].to_owned());
    let replay = Session::replay(&path).expect("it can still be read");
    let found = entries(&replay);
    assert_eq!(found.len(), whole, "the last entry has become a note");
    let text = "the recording ends inside a line".to_owned();
    assert_eq!(found.last().map(|entry| entry.kind.clone()), Some(EntryKind::Note(Note::Transport { text })));
}

#[tokio::test]
async fn a_bad_line_is_named() {
    let directory = directory();
    let path = recorded(&directory).await;
    change(&path, |text| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[3] = r#"{"seq":3}"#;
        lines.join("\n")
    });
    let error = Session::replay(&path).expect_err("line 4 is broken");
    assert!(matches!(error, RecordError::BadLine { line: 4, .. }), "{error:?}");
    // The place in that line, once, and not the first line of what was read apart.
    let told = error.to_string();
    assert!(
        told.starts_with(&format!("{}, line 4: ", path.display())) && told.ends_with(" (column 9)"),
        "{told}"
    );
    assert!(std::error::Error::source(&error).is_none());
}

#[tokio::test]
async fn a_newer_version_and_other_files_are_refused() {
    let directory = directory();
    let path = recorded(&directory).await;
    change(&path, |text| text.replacen(r#""mcpInspectorRecording":1"#, r#""mcpInspectorRecording":2"#, 1));
    let error = Session::replay(&path).expect_err("it is from the future");
    assert!(matches!(error, RecordError::TooNew { found: 2, known: 1, .. }), "{error:?}");
    change(&path, |_| "hello\n".to_owned());
    assert!(matches!(Session::replay(&path), Err(RecordError::NotARecording { .. })));
    change(&path, |_| String::new());
    assert!(matches!(Session::replay(&path), Err(RecordError::NotARecording { .. })));
    let missing = Session::replay(&directory.path().join("nothing"));
    assert!(matches!(missing, Err(RecordError::File { .. })));
}

#[tokio::test]
async fn nothing_can_be_sent_to_a_recording() {
    let directory = directory();
    let replay = Session::replay(&recorded(&directory).await).expect("it can be read");
    assert!(replay.is_read_only());
    let code = |fault: mcp_inspector_engine::Fault| fault.code;
    assert_eq!(replay.ready().await.map_err(code), Err(FaultCode::ReadOnly));
    assert_eq!(replay.ping().await.map_err(code), Err(FaultCode::ReadOnly));
    assert_eq!(replay.call_tool(echo("x")).await.map_err(code).err(), Some(FaultCode::ReadOnly));
    assert_eq!(replay.list_tools().await.map_err(code).err(), Some(FaultCode::ReadOnly));
    assert_eq!(replay.notify("notifications/x", None).await.map_err(code), Err(FaultCode::ReadOnly));
    assert_eq!(replay.send_raw("{}").await.map_err(code), Err(FaultCode::ReadOnly));
    assert_eq!(replay.reconnect().await.map_err(code), Err(FaultCode::ReadOnly));
    assert_eq!(replay.queue_status().await.map_err(code), Err(FaultCode::ReadOnly));
    let answer = Answer::Result(Raw::empty_object());
    assert_eq!(replay.answer(AskId(1), answer).await.map_err(code), Err(FaultCode::ReadOnly));
    replay.stop().await;
    assert!(replay.server_info().is_some(), "but it can be looked at");
    let mut cursor = replay.entries_from(Seq::FIRST);
    let mut count = 0;
    while cursor.next().await.is_some() {
        count += 1;
    }
    assert_eq!(count, entries(&replay).len(), "and read to its end");
}

#[tokio::test]
async fn readers_do_not_disturb_each_other() {
    let session = ready(&["flood-notifications", "500"]).await;
    let readers: Vec<_> = (0..8)
        .map(|_| {
            let mut cursor = session.entries_from(Seq::FIRST);
            tokio::spawn(async move {
                let mut seqs = Vec::new();
                while let Some(item) = cursor.next().await {
                    match item {
                        Item::Entry(entry) => seqs.push(entry.seq.0),
                        gap @ Item::Gap { .. } => panic!("{gap:?}"),
                    }
                }
                seqs
            })
        })
        .collect();
    check_echo(&session, "flooded").await;
    let log = session.log().clone();
    drop(session);
    for reader in readers {
        let seqs = tokio::time::timeout(PATIENCE, reader).await.expect("it ends").expect("no panic");
        assert_eq!(seqs, (1..=log.last().0).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_slow_reader_finds_a_gap_and_goes_on() {
    let mut config = quick();
    config.log = LogLimits { messages: 50, others: 50, bytes: usize::MAX };
    let session = ready_with(&["flood-notifications", "1000"], config).await;
    let mut cursor = session.entries_from(Seq::FIRST);
    let Some(Item::Entry(first)) = cursor.next().await else { panic!("the first entry is kept") };
    assert_eq!((first.seq, cursor.position()), (Seq(1), Seq(2)));
    check_echo(&session, "flooded").await;
    let mut next = cursor.position();
    let mut missing = 0;
    while let Some(item) = cursor.try_next() {
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
    assert!(missing >= 900, "{missing}");
    assert_eq!(next, session.log().last().next());
}
