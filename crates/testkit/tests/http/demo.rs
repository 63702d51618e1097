//! The demo server over HTTP: everything MCP has to show, in both directions.

use crate::scene::until;
use crate::support::{at, quick};
use mcp_inspector_demo::HttpDemo;
use mcp_inspector_engine::core::command::List;
use mcp_inspector_engine::core::peer::config::{LogLevel, Root};
use mcp_inspector_engine::core::view::View;
use mcp_inspector_engine::responder::{Responder, Rules};
use mcp_inspector_engine::{Session, ToolCall};
use serde_json::json;
use tokio::sync::oneshot;

/// The demo, running until this is dropped.
struct Demo {
    url: String,
    _stop: oneshot::Sender<()>,
}

async fn demo() -> Demo {
    let demo = HttpDemo::bind(0).await.expect("there is a free port");
    let url = demo.url();
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn(demo.serve_until(async {
        let _ = stopped.await;
    }));
    Demo { url, _stop: stop }
}

async fn session(demo: &Demo) -> Session {
    let mut config = quick();
    config.peer.auto_fetch = true;
    config.peer.offer.roots = Some(vec![Root { uri: "file:///work".into(), name: Some("work".into()) }]);
    let rules = r#"{ "rules": [
        { "method": "elicitation/create", "accept": "defaults" },
        { "method": "sampling/createMessage", "result": {
            "role": "assistant", "model": "parrot", "content": { "type": "text", "text": "Hello!" } } }
    ] }"#;
    let responder = Responder::Rules(Rules::read(rules).expect("these are rules"));
    let session = Session::open_with(at(&demo.url), config, responder);
    session.ready().await.expect("the demo can be connected to");
    session
}

async fn text_of(session: &Session, call: ToolCall) -> String {
    let result = session.call_tool(call).await.expect("the tool answers");
    let result = result.get().expect("the result has its shape");
    assert!(!result.is_error, "{}", result.text());
    result.text()
}

fn has_tool(view: &View, name: &str) -> bool {
    view.catalog.items(List::Tools).iter().any(|tool| tool.text_member("name").as_deref() == Some(name))
}

#[tokio::test]
async fn progress_and_logs_come_while_the_call_runs() {
    let demo = demo().await;
    let session = session(&demo).await;
    let slow = ToolCall::new("slow").arguments(json!({ "seconds": 0.2, "steps": 4 })).with_progress();
    let said = text_of(&session, slow).await;
    assert_eq!(said, "done in 0.2 seconds and 4 steps");
    let view = session.view();
    let progress = view.calls.iter().filter_map(|call| call.progress.clone()).next_back().unwrap();
    assert_eq!((progress.progress, progress.total), (4.0, Some(4.0)));
    session.set_log_level(LogLevel::Info).await.unwrap();
    let log = ToolCall::new("log").arguments(json!({ "message": "over HTTP", "count": 3 }));
    assert_eq!(text_of(&session, log).await, "sent 3 of 3");
    let view = until(&session, |view| view.logs.len() >= 3).await;
    assert!(view.logs[0].data.as_ref().unwrap().as_str().contains("over HTTP"));
}

#[tokio::test]
async fn what_the_server_asks_is_answered() {
    let demo = demo().await;
    let session = session(&demo).await;
    let sampled = text_of(&session, ToolCall::new("sample")).await;
    assert!(sampled.contains("parrot") && sampled.contains("Hello!"), "{sampled}");
    let elicited = session.call_tool(ToolCall::new("elicit")).await.unwrap();
    assert!(!elicited.get().unwrap().is_error, "{}", elicited.raw());
    let roots = text_of(&session, ToolCall::new("roots")).await;
    assert!(roots.contains("file:///work"), "{roots}");
    assert!(session.view().asks.is_empty());
}

#[tokio::test]
async fn a_touched_resource_is_news_to_its_subscriber_and_read_again() {
    let demo = demo().await;
    let session = session(&demo).await;
    let uri = session.list_resources().await.unwrap();
    let uri = uri.valid().map(|resource| resource.uri.clone()).find(|uri| uri.contains("clock")).unwrap();
    session.subscribe_resource(&uri).await.unwrap();
    text_of(&session, ToolCall::new("touch").arguments(json!({ "uri": uri }))).await;
    until(&session, |view| view.updates.contains_key(&uri)).await;
    let is_read =
        |view: &View| view.calls.iter().any(|call| call.method == "resources/read" && call.end.is_some());
    until(&session, is_read).await;
}

#[tokio::test]
async fn a_changed_list_is_fetched_again() {
    let demo = demo().await;
    let session = session(&demo).await;
    until(&session, |view| has_tool(view, "toggle_tool")).await;
    assert!(!has_tool(&session.view(), "surprise"));
    text_of(&session, ToolCall::new("toggle_tool")).await;
    until(&session, |view| has_tool(view, "surprise")).await;
    assert_eq!(text_of(&session, ToolCall::new("surprise")).await, "surprise!");
    text_of(&session, ToolCall::new("toggle_tool")).await;
    until(&session, |view| has_tool(view, "toggle_tool") && !has_tool(view, "surprise")).await;
    session.stop().await;
}
