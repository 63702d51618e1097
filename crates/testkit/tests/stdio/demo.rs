//! The demo server, linked in and spoken to over a pipe in memory.

use crate::scene::{text, until};
use crate::support::quick;
use mcp_inspector_engine::core::command::{Answer, List};
use mcp_inspector_engine::core::era::Versions;
use mcp_inspector_engine::core::peer::config::LogLevel;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::core::view::CallView;
use mcp_inspector_engine::link::memory::{Dialer, ServerEnd};
use mcp_inspector_engine::{FaultCode, Level, Raw, Responder, Session, SessionConfig, ToolCall};
use serde_json::{Map, Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex};

/// Carries frames between the in-memory link and a demo server that reads lines.
async fn pump(mut link: ServerEnd) {
    let (near, far) = duplex(64 * 1024);
    let (reader, writer) = tokio::io::split(far);
    tokio::spawn(mcp_inspector_demo::serve_on(reader, writer));
    let (reader, mut writer) = tokio::io::split(near);
    let mut lines = BufReader::new(reader).lines();
    loop {
        tokio::select! {
            frame = link.receive() => {
                let Some(frame) = frame else { return };
                let line = [&frame[..], b"\n"].concat();
                writer.write_all(&line).await.expect("the server reads");
            }
            line = lines.next_line() => match line {
                Ok(Some(line)) => {
                    link.send(line).await;
                }
                _ => return,
            }
        }
    }
}

async fn demo(config: SessionConfig, responder: Responder) -> Session {
    let dialer = Dialer::new(|link| drop(tokio::spawn(pump(link))));
    let session = Session::open_in_memory(dialer, config, responder);
    session.ready().await.expect("the demo server answers");
    session
}

/// The configuration for each era: pinned to the older one, and left to find out.
fn eras() -> [SessionConfig; 2] {
    let mut modern = quick();
    modern.peer.versions = Versions::Auto;
    modern.peer.listen_for_lists = true;
    [quick(), modern]
}

#[tokio::test]
async fn everything_the_demo_offers_can_be_used_in_both_eras() {
    for config in eras() {
        let session = demo(config, Responder::Face).await;
        use_everything(&session).await;
        let findings = session.findings().findings;
        assert!(findings.iter().all(|finding| finding.level == Level::Note), "{findings:#?}");
    }
}

async fn use_everything(session: &Session) {
    let tools = session.list_tools().await.expect("tools");
    assert!(tools.valid().count() > 10 && tools.broken().count() == 0);
    assert!(session.list_resources().await.expect("resources").pages.len() > 1, "they come in pages");
    assert!(session.list_resource_templates().await.expect("templates").valid().count() >= 2);
    assert!(session.list_prompts().await.expect("prompts").valid().count() >= 2);
    let call = ToolCall::new("add").arguments(json!({ "a": 2, "b": 3 }));
    let sum = session.call_tool(call).await.expect("a sum");
    assert!(sum.get().expect("its shape").structured_content.is_some(), "{:?}", sum.raw());
    let readme = session.read_resource("demo://readme").await.expect("contents");
    assert!(readme.get().expect("its shape").contents[0].text.is_some());
    let greet = Map::from_iter([("name".to_owned(), Value::from("Ann"))]);
    let prompt = session.get_prompt("greet", &greet).await.expect("a prompt");
    assert!(prompt.raw().as_str().contains("Ann"));
    let reference = json!({ "type": "ref/prompt", "name": "greet" });
    let names = session.complete(&reference, "name", "", None).await.expect("names");
    assert!(!names.get().expect("its shape").values.is_empty());
    session.set_log_level(LogLevel::Debug).await.expect("set");
    if session.revision().is_some_and(|revision| !revision.is_modern()) {
        session.ping().await.expect("alive");
    }
    let refused = session.call_tool(ToolCall::new("refuse")).await.expect_err("a JSON-RPC error");
    assert_eq!(refused.code, FaultCode::ServerError);
    assert!(
        session.call_tool(ToolCall::new("fail")).await.expect("a result").get().expect("its shape").is_error
    );
    let everything = session.call_tool(ToolCall::new("all_content")).await.expect("content");
    let mut kinds: Vec<&str> =
        everything.get().expect("its shape").content.iter().map(|block| block.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, ["audio", "image", "resource", "resource_link", "text"]);
}

#[tokio::test]
async fn the_demo_reports_progress_and_can_be_cancelled_in_both_eras() {
    for mut config in eras() {
        config.peer.concurrency = 2;
        let session = demo(config, Responder::Face).await;
        progress_and_cancellation(&session).await;
    }
}

async fn progress_and_cancellation(session: &Session) {
    let slow = |seconds: f64| {
        let arguments = json!({ "seconds": seconds, "steps": 4 });
        ToolCall::new("slow").arguments(arguments).with_progress()
    };
    session.call_tool(slow(0.05)).await.expect("it ends");
    let view = session.view();
    assert_eq!(
        view.calls.iter().last().and_then(|call| call.progress.clone()).and_then(|p| p.total),
        Some(4.0)
    );
    let long = session.request(slow(600.0).into_request()).await;
    let is_slow = |call: &CallView| call.name.as_deref() == Some("slow") && call.end.is_none();
    until(session, |view| view.calls.iter().any(is_slow)).await;
    long.abort("not today").await;
    assert_eq!(long.result().await.expect_err("aborted").code, FaultCode::Cancelled);
    session.list_tools().await.expect("the session goes on");
}

#[tokio::test]
async fn the_demos_asks_are_answered_by_a_face_in_both_eras() {
    for config in eras() {
        answer_an_ask(&demo(config, Responder::Face).await).await;
    }
}

async fn answer_an_ask(session: &Session) {
    let call = session.call_tool(ToolCall::new("sample"));
    let answer = async {
        let view = until(session, |view| !view.asks.is_empty()).await;
        let (id, ask) = view.asks.into_iter().next().expect("there is one");
        assert_eq!(ask.method, "sampling/createMessage");
        let said =
            json!({ "role": "assistant", "model": "m", "content": { "type": "text", "text": "forty-two" } });
        session.answer(id, Answer::Result(Raw::of(&said))).await.expect("the session lives")
    };
    let (result, was_first) = tokio::join!(call, answer);
    assert!(was_first);
    assert!(text(&result.expect("an answer")).contains("forty-two"));
}

#[tokio::test]
async fn a_tool_that_appears_is_seen_at_once_in_both_eras() {
    for mut config in eras() {
        config.peer.auto_fetch = true;
        see_a_tool_appear(&demo(config, Responder::refuse()).await).await;
    }
}

async fn see_a_tool_appear(session: &Session) {
    let has_surprise = |view: &mcp_inspector_engine::core::view::View| {
        view.catalog
            .items(List::Tools)
            .iter()
            .any(|tool| tool.text_member("name").as_deref() == Some("surprise"))
    };
    until(session, |view| view.catalog.list(List::Prompts).is_some()).await;
    assert!(!has_surprise(&session.view()));
    session.call_tool(ToolCall::new("toggle_tool")).await.expect("an answer");
    until(session, has_surprise).await;
    session.call_tool(ToolCall::new("toggle_tool")).await.expect("an answer");
    until(session, |view| !has_surprise(view)).await;
}

#[tokio::test]
async fn a_link_in_memory_breaks_and_is_opened_again() {
    let mut links = 0;
    let dialer = Dialer::new(move |link| {
        links += 1;
        if links > 1 {
            drop(tokio::spawn(pump(link)));
        }
    });
    let mut config = quick();
    config.peer.retry.limit = Some(1);
    config.peer.retry.delays = mcp_inspector_engine::core::peer::config::Delays::Steps(vec![Duration::ZERO]);
    let session = Session::open_in_memory(dialer, config, Responder::Face);
    session.ready().await.expect("the second link works");
    assert_eq!(session.view().failures, 1);
    session.stop().await;
    assert_eq!(session.phase(), PhaseName::Closed);
}
