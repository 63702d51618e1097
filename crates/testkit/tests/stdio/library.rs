//! Every method of a session against the kit's server, and listening for notifications.

use crate::scene::{check_echo, echo, methods_sent, ready, ready_with, text, until};
use crate::support::{PATIENCE, quick, wait_for};
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::era::Revision;
use mcp_inspector_engine::core::frame::Direction;
use mcp_inspector_engine::core::peer::config::LogLevel;
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::session::Notice;
use mcp_inspector_engine::{FaultCode, LogLimits, Raw, Session, SessionConfig, ToolCall};
use serde_json::{Map, Value, json};
use std::time::Duration;
use tokio::sync::mpsc;

async fn next<T>(channel: &mut mpsc::UnboundedReceiver<T>) -> T {
    let next = tokio::time::timeout(PATIENCE, channel.recv()).await;
    next.expect("something comes").expect("the other end lives")
}

#[tokio::test]
async fn tools_resources_and_prompts_are_listed_with_their_types() {
    let session = ready(&["well-behaved"]).await;
    let tools = session.list_tools().await.expect("tools");
    let echo = tools.valid().next().expect("a tool");
    assert_eq!((echo.name.as_str(), &echo.input_schema["required"]), ("echo", &json!(["text"])));
    let resources = session.list_resources().await.expect("resources");
    assert_eq!(resources.valid().next().expect("one").uri, "test://counter");
    let templates = session.list_resource_templates().await.expect("templates");
    assert_eq!(templates.valid().next().expect("one").uri_template, "test://item/{name}");
    let prompts = session.list_prompts().await.expect("prompts");
    assert!(prompts.valid().next().expect("one").arguments[0].required);
}

#[tokio::test]
async fn every_kind_of_call_gets_its_typed_result() {
    let session = ready(&["well-behaved"]).await;
    check_echo(&session, "hello").await;
    let item = session.read_resource("test://item/7").await.expect("contents");
    assert_eq!(item.get().expect("its shape").contents[0].text.as_deref(), Some("item 7"));
    let arguments = Map::from_iter([("name".to_owned(), Value::from("Ann"))]);
    let prompt = session.get_prompt("greet", &arguments).await.expect("a prompt");
    assert_eq!(prompt.get().expect("its shape").messages[0].content.text(), Some("Hello, Ann!"));
    let reference = json!({ "type": "ref/prompt", "name": "greet" });
    let completion = session.complete(&reference, "name", "a", Some(&Map::new())).await.expect("values");
    assert_eq!(completion.get().expect("its shape").values, ["alice", "anna"]);
    session.subscribe_resource("test://counter").await.expect("subscribed");
    session.unsubscribe_resource("test://counter").await.expect("unsubscribed");
    session.set_log_level(LogLevel::Warning).await.expect("set");
    session.ping().await.expect("alive");
    let fault = session.create_message(&json!({ "messages": [] })).await.expect_err("servers do not sample");
    assert_eq!(fault.rpc_code(), Some(-32601));
    let raw = session.call("vendor/method", Some(Raw::empty_object())).await.expect_err("unknown");
    assert_eq!(raw.rpc_code(), Some(-32601), "methods outside the table are sent as they are");
}

#[tokio::test]
async fn what_is_wrong_with_a_call_comes_back_whole() {
    let session = ready(&["well-behaved"]).await;
    let fault = session.read_resource("test://nothing").await.expect_err("not there");
    assert_eq!((fault.code, fault.rpc_code()), (FaultCode::ServerError, Some(-32002)));
    assert_eq!(fault.details.method.as_deref(), Some("resources/read"));
    let fault = session.get_prompt("greet", &Map::new()).await.expect_err("an argument is missing");
    assert_eq!(fault.rpc_code(), Some(-32602));
    assert_eq!(fault.to_json()["category"], "server");
}

#[tokio::test]
async fn what_a_session_knows_about_its_server_can_be_asked() {
    let session = ready(&["well-behaved"]).await;
    assert_eq!(session.name(), "testkit-server");
    assert!(!session.is_read_only() && session.opened_unix_ms() > 0);
    assert_eq!(session.phase(), PhaseName::Ready);
    assert_eq!(session.revision(), Some(Revision::R2025_11_25));
    let info = session.server_info().expect("it said so");
    assert_eq!(info.text_member("name").as_deref(), Some("testkit"));
    assert!(session.server_capabilities().expect("it said so").member("tools").is_some());
    assert!(session.instructions().is_some_and(|text| text.contains("東京")));
    assert!(session.reached(PhaseName::Ready).await);
}

#[tokio::test]
async fn a_session_is_ready_in_time_or_says_why_not() {
    let session =
        Session::open(crate::programs::testkit(&["slow-start", "200"]), SessionConfig::client_library());
    session.ready_within(PATIENCE).await.expect("it becomes ready");
    check_echo(&session, "ready").await;
    let session = Session::open(crate::programs::testkit(&["never-answers"]), quick());
    let fault = session.ready_within(Duration::from_millis(50)).await.expect_err("it does not");
    assert_eq!(fault.code, FaultCode::ConnectionTimeout);
    assert_eq!(fault.message, "the session was not ready within 50 ms");
}

#[tokio::test]
async fn the_timeouts_of_a_target_win_over_the_sessions() {
    let mut target = crate::programs::testkit(&["never-answers"]);
    target.timeouts.connection = Some(Duration::from_millis(150));
    let fault = crate::scene::fault_of(&Session::open(target, quick())).await;
    assert_eq!(fault.message, "the server did not answer `initialize` within 150 ms");
    let mut target = crate::programs::testkit(&["initialize-only"]);
    target.timeouts.request = Some(Duration::from_millis(50));
    let session = Session::connect(target, quick()).await.expect("it says hello");
    assert_eq!(session.ping().await.expect_err("silence").code, FaultCode::RequestTimeout);
}

#[tokio::test]
async fn notifications_and_exact_bytes_are_sent_as_they_are() {
    let session = ready(&["well-behaved"]).await;
    let params = Raw::parse(r#"{"n":1.0}"#).expect("JSON");
    session.notify("notifications/vendor", Some(params)).await.expect("the session lives");
    session.send_raw(r#"{"jsonrpc":"2.0","id":"mine","method":"ping"}"#).await.expect("the session lives");
    session.send_raw("this is not JSON").await.expect("the session lives");
    let is_refusal = |kind: &EntryKind| match kind {
        EntryKind::Frame { direction: Direction::Received, frame, .. } => {
            String::from_utf8_lossy(frame.bytes()).contains("-32700")
        }
        _ => false,
    };
    wait_for(&session, is_refusal).await;
    let sent = crate::scene::sent(&session);
    assert_eq!(
        &sent[2].bytes()[..],
        br#"{"jsonrpc":"2.0","method":"notifications/vendor","params":{"n":1.0}}"#
    );
    assert_eq!(&sent[4].bytes()[..], b"this is not JSON");
    let answered = session.view().calls.iter().any(|call| call.method == "ping" && call.end.is_some());
    assert!(answered, "the view shows calls made by hand as well");
}

#[tokio::test]
async fn what_cannot_be_sent_now_is_noted() {
    let session = ready(&["well-behaved"]).await;
    session.stop().await;
    session.notify("notifications/vendor", None).await.expect("the session lives");
    let is_note = |kind: &EntryKind| matches!(kind, EntryKind::Note(Note::NotSent { .. }));
    let note = wait_for(&session, is_note).await;
    let reason = "not connected (closed)".to_owned();
    let what = "`notifications/vendor`".to_owned();
    assert_eq!(note.kind, EntryKind::Note(Note::NotSent { what, reason }));
}

#[tokio::test]
async fn arguments_meta_and_timeout_of_a_call_are_sent() {
    let session = ready(&["well-behaved"]).await;
    let call = echo("hi").meta(json!({ "trace": "t-1" })).with_progress().timeout(PATIENCE);
    assert_eq!(text(&session.call_tool(call).await.expect("an answer")), "hi");
    let frames = crate::scene::sent(&session);
    let call = frames.last().and_then(|frame| frame.message()).expect("the call");
    let params = call.params().expect("parameters").to_value();
    assert_eq!(params["_meta"], json!({ "trace": "t-1", "progressToken": 2 }));
}

#[tokio::test]
async fn a_handler_hears_every_notification_even_after_it_panicked() {
    let session = ready(&["flood-notifications", "3"]).await;
    let (tell, mut heard) = mpsc::unbounded_channel();
    let handler = session.on_notification(move |method, params| {
        let data = params.and_then(|params| params.text_member("data")).unwrap_or_default();
        tell.send((method.to_owned(), data.clone())).expect("the test listens");
        assert_ne!(data, "flood 1", "a handler that panics");
    });
    check_echo(&session, "flooded").await;
    for number in 0..3 {
        let expected = ("notifications/message".to_owned(), format!("flood {number}"));
        assert_eq!(next(&mut heard).await, expected);
    }
    drop(handler);
    check_echo(&session, "unheard").await;
    assert!(heard.recv().await.is_none(), "a handler that is dropped hears nothing");
}

#[tokio::test]
async fn progress_is_heard_by_its_own_handler() {
    let session = ready(&["progress", "3", "1"]).await;
    let (tell, mut heard) = mpsc::unbounded_channel();
    let _handler = session.on_progress(move |params| {
        let _ = tell.send(params.to_value()["progress"].clone());
    });
    session.call_tool(echo("x").with_progress()).await.expect("an answer");
    for step in 1..=3 {
        assert_eq!(next(&mut heard).await, json!(step));
    }
}

#[tokio::test]
async fn a_listener_that_falls_behind_is_told() {
    let mut config = quick();
    config.log = LogLimits { messages: 10, others: 10, bytes: usize::MAX };
    let session = ready_with(&["flood-notifications", "500"], config).await;
    let mut notices = session.notifications();
    check_echo(&session, "flooded").await;
    let Some(Notice::Missed { entries }) = notices.next().await else { panic!("much was missed") };
    assert!(entries > 400, "{entries}");
    let Some(Notice::Notification { method, .. }) = notices.next().await else { panic!("some are left") };
    assert_eq!(method, "notifications/message");
}

#[tokio::test]
async fn log_messages_are_kept_with_level_logger_data_and_time() {
    let session = ready(&["flood-notifications", "2"]).await;
    check_echo(&session, "flooded").await;
    let view = until(&session, |view| view.logs.len() == 2).await;
    let line = &view.logs[1];
    assert_eq!((line.level.as_str(), line.logger.as_deref()), ("info", Some("testkit")));
    assert_eq!(line.data.as_ref().map(Raw::as_str), Some(r#""flood 1""#));
    assert!(line.at >= view.logs[0].at);
    assert!(line.seq > view.logs[0].seq);
}

#[tokio::test]
async fn the_log_level_can_be_set_on_connect() {
    let mut config = quick();
    config.peer.log_level = Some(LogLevel::Debug);
    let session = ready_with(&["well-behaved"], config).await;
    until(&session, |view| {
        view.calls.iter().any(|call| call.method == "logging/setLevel" && call.end.is_some())
    })
    .await;
    assert_eq!(methods_sent(&session)[2], "logging/setLevel");
}

#[tokio::test]
async fn pings_go_on_while_the_session_is_ready() {
    let mut config = quick();
    config.peer.ping_interval = Some(Duration::from_millis(20));
    let session = ready_with(&["well-behaved"], config).await;
    let pings = |view: &mcp_inspector_engine::core::view::View| {
        view.calls.iter().filter(|call| call.method == "ping" && call.end.is_some()).count()
    };
    until(&session, |view| pings(view) >= 3).await;
    session.call_tool(ToolCall::new("fail")).await.expect("calls work beside them");
}
