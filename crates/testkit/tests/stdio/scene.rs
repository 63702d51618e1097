//! What the themes share: sessions with the kit's servers, calls, and waiting for a view.

use crate::programs::testkit;
use crate::support::{PATIENCE, entries, quick, wait_for};
use mcp_inspector_engine::core::entry::EntryKind;
use mcp_inspector_engine::core::fault::PostMortem;
use mcp_inspector_engine::core::frame::{Content, Direction, Frame};
use mcp_inspector_engine::core::typed::{ToolResult, Typed};
use mcp_inspector_engine::core::view::View;
use mcp_inspector_engine::{Fault, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::children;
use serde_json::{Value, json};
use std::time::Duration;

/// A session with the kit's server, connected.
pub(crate) async fn ready(words: &[&str]) -> Session {
    ready_with(words, quick()).await
}

/// A session with the kit's server and a configuration, connected.
pub(crate) async fn ready_with(words: &[&str], config: SessionConfig) -> Session {
    Session::connect(testkit(words), config).await.expect("the server can be connected to")
}

/// The fault of a session that never becomes ready.
pub(crate) async fn fault_of(session: &Session) -> Fault {
    session.ready().await.expect_err("the server cannot be connected to")
}

/// The post-mortem of a fault.
pub(crate) fn post_mortem(fault: &Fault) -> &PostMortem {
    fault.details.post_mortem.as_deref().expect("there is a post-mortem")
}

/// The advice of a fault.
pub(crate) fn hint(fault: &Fault) -> &str {
    fault.hint.as_deref().expect("there is a hint")
}

/// A call of the tool `echo`.
pub(crate) fn echo(text: &str) -> ToolCall {
    ToolCall::new("echo").arguments(json!({ "text": text }))
}

/// The text of a tool's result.
pub(crate) fn text(result: &Typed<ToolResult>) -> String {
    result.get().expect("the result has its shape").text()
}

/// Calls `echo` and checks that the text comes back.
pub(crate) async fn check_echo(session: &Session, said: &str) {
    let result = session.call_tool(echo(said)).await.expect("the server echoes");
    assert_eq!(text(&result), said);
}

/// The frames in the log that the server sent.
pub(crate) fn received(session: &Session) -> Vec<Frame> {
    frames(session, Direction::Received)
}

/// The frames in the log that we sent.
pub(crate) fn sent(session: &Session) -> Vec<Frame> {
    frames(session, Direction::Sent)
}

fn frames(session: &Session, wanted: Direction) -> Vec<Frame> {
    let frame = |kind: &EntryKind| match kind {
        EntryKind::Frame { direction, frame, .. } if *direction == wanted => Some(frame.clone()),
        _ => None,
    };
    entries(session).iter().filter_map(|entry| frame(&entry.kind)).collect()
}

/// The bytes of the frames that are no messages.
pub(crate) fn junk(session: &Session) -> Vec<Vec<u8>> {
    let is_junk = |frame: &Frame| matches!(frame.content(), Content::Junk(_));
    received(session).iter().filter(|frame| is_junk(frame)).map(|frame| frame.bytes().to_vec()).collect()
}

/// The methods of the requests and notifications we sent.
pub(crate) fn methods_sent(session: &Session) -> Vec<String> {
    let methods = sent(session);
    methods.iter().filter_map(|frame| frame.message()?.method().map(str::to_owned)).collect()
}

/// Waits until the view fits.
pub(crate) async fn until(session: &Session, fits: impl Fn(&View) -> bool) -> View {
    let mut news = session.entries_from(session.log().last());
    let wait = async {
        loop {
            // Copying a view for every entry would be slow in a flood.
            if session.log().with_view(&fits) {
                return session.view();
            }
            assert!(news.next().await.is_some(), "the session ended: {:#?}", session.view());
        }
    };
    let found = tokio::time::timeout(PATIENCE, wait).await;
    found.unwrap_or_else(|_| panic!("the view never fitted: {:#?}", session.view()))
}

/// The pids that `ignores-eof-and-sigterm` prints: the server's and its child's.
pub(crate) async fn stubborn_pids(session: &Session) -> [u32; 2] {
    let entry = wait_for(session, |kind| matches!(kind, EntryKind::Stderr { .. })).await;
    let EntryKind::Stderr { line } = &entry.kind else { unreachable!("only such entries fit") };
    pids_in(line)
}

/// The pids in a line of `ignores-eof-and-sigterm`.
pub(crate) fn pids_in(line: &str) -> [u32; 2] {
    let pids: Value = serde_json::from_str(line).expect("the pids are JSON");
    let pid = |name: &str| pids[name].as_u64().and_then(|pid| u32::try_from(pid).ok()).expect("a pid");
    [pid("pid"), pid("grandchild")]
}

/// The processes of ours that watch over a server.
pub(crate) fn watchdogs_of(server: u32) -> Vec<u32> {
    let is_watchdog = |pid: &u32| {
        let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words);
        words.contains("mcp-inspector-watchdog") && group_of(*pid) == group_of(server)
    };
    children::descendants(std::process::id()).into_iter().filter(is_watchdog).collect()
}

/// The process group of a process, where there is a `/proc`.
fn group_of(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may hold anything; the group is the third field after it.
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// Checks that processes are gone, or go soon.
pub(crate) fn check_gone(pids: &[u32]) {
    for pid in pids {
        assert!(children::wait_gone(*pid, Duration::from_secs(10)), "process {pid} is left behind");
    }
}
