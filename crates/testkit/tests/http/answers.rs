//! Answers as JSON and as event streams, from servers that behave.

use crate::scene::{check_echo, posts, ready, ready_with, received, until, with_method};
use crate::support::{at, notes, quick, wait_for};
use mcp_inspector_engine::core::command::List;
use mcp_inspector_engine::core::entry::{EntryKind, Note};
use mcp_inspector_engine::core::peer::phase::PhaseName;
use mcp_inspector_engine::{FaultCode, Session, ToolCall};
use mcp_inspector_testkit::http::{HttpBehaviour, HttpServer};

#[tokio::test]
async fn answers_as_json_are_results() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    check_echo(&session, "grüße 🦀").await;
    let tools = session.list_tools().await.unwrap();
    assert!(tools.valid().any(|tool| tool.name == "echo"));
    let failed = session.call_tool(ToolCall::new("fail")).await.unwrap();
    assert!(failed.get().unwrap().is_error);
    let refused = session.call_tool(ToolCall::new("nowhere")).await.unwrap_err();
    assert_eq!((refused.code, refused.rpc_code()), (FaultCode::ServerError, Some(-32602)));
}

#[tokio::test]
async fn answers_as_event_streams_are_results() {
    let server = HttpServer::start(HttpBehaviour::Sse);
    let session = ready(&server).await;
    check_echo(&session, "grüße 🦀").await;
    let call = &posts(&server, "tools/call")[0];
    assert_eq!(call.header("Accept"), Some("application/json, text/event-stream"));
    assert_eq!(call.header("Content-Type"), Some("application/json"));
    let end = |kind: &EntryKind| matches!(kind, EntryKind::HttpEnd { error: None, bytes, .. } if *bytes > 0);
    wait_for(&session, end).await;
}

#[tokio::test]
async fn comments_on_a_stream_are_noted_and_the_answer_still_comes() {
    let server = HttpServer::start(HttpBehaviour::SlowSse);
    let session = ready(&server).await;
    check_echo(&session, "slowly").await;
    assert!(notes(&session).contains(&Note::SseComment { text: " keep-alive".into() }));
}

#[tokio::test]
async fn a_wrong_content_type_is_accepted_with_a_note() {
    let server = HttpServer::start(HttpBehaviour::WrongContentType);
    let session = ready(&server).await;
    check_echo(&session, "plain").await;
    let is_it = |note: &Note| matches!(note, Note::Transport { text } if text.contains("`text/plain`"));
    assert!(notes(&session).iter().any(is_it), "{:#?}", notes(&session));
}

#[tokio::test]
async fn the_servers_stream_is_opened_after_the_handshake() {
    let server = HttpServer::start(HttpBehaviour::Json);
    let session = ready(&server).await;
    wait_for(&session, |kind| matches!(kind, EntryKind::Http(http) if http.method == "GET")).await;
    let requests = server.requests();
    let order: Vec<String> = requests
        .iter()
        .map(|request| request.rpc_method().unwrap_or_else(|| request.method.clone()))
        .collect();
    assert_eq!(order, ["initialize", "notifications/initialized", "GET"]);
    assert_eq!(requests[2].header("Accept"), Some("text/event-stream"));
    assert_eq!(requests[2].header("Last-Event-ID"), None);
}

#[tokio::test]
async fn a_server_without_a_stream_of_its_own_is_noted_and_nothing_else() {
    let server = HttpServer::start(HttpBehaviour::NoGet);
    let session = ready(&server).await;
    wait_for(&session, |kind| *kind == EntryKind::Note(Note::NoServerStream { status: 405 })).await;
    check_echo(&session, "still here").await;
    assert_eq!(session.phase(), PhaseName::Ready);
    assert_eq!(with_method(&server, "GET").len(), 1, "it is not asked again");
    assert_eq!(notes(&session), [Note::NoServerStream { status: 405 }]);
}

#[tokio::test]
async fn notifications_on_the_servers_stream_reach_the_view_and_are_followed_up() {
    let server = HttpServer::start(HttpBehaviour::NotificationsOnGet);
    let mut config = quick();
    config.peer.auto_fetch = true;
    let session = ready_with(&server, config).await;
    let view = until(&session, |view| !view.logs.is_empty()).await;
    assert_eq!(view.logs[0].data.as_ref().unwrap().as_str(), "\"welcome\"");
    // Once for the connection, once for the change.
    let lists = |session: &Session| {
        let is_list = |kind: &EntryKind| match kind {
            EntryKind::Frame { frame, .. } => {
                frame.message().and_then(|message| message.method()) == Some("tools/list")
            }
            _ => false,
        };
        crate::support::entries(session).iter().filter(|entry| is_list(&entry.kind)).count()
    };
    until(&session, |view| lists(&session) == 2 && !view.catalog.items(List::Tools).is_empty()).await;
}

#[tokio::test]
async fn what_comes_after_the_answer_is_seen_and_an_open_stream_keeps_nobody_waiting() {
    let server = HttpServer::start(HttpBehaviour::SseStaysOpen);
    // The answer to initialize is such a stream, too.
    let session = ready(&server).await;
    for number in 0..3 {
        check_echo(&session, &format!("call {number}")).await;
    }
    until(&session, |view| view.logs.len() >= 4).await;
    let is_it =
        |note: &Note| matches!(note, Note::Transport { text } if text.contains("open after its answer"));
    wait_for(&session, |kind| matches!(kind, EntryKind::Note(note) if is_it(note))).await;
    assert_eq!(session.phase(), PhaseName::Ready);
}

#[tokio::test]
async fn a_ping_within_the_handshake_is_answered() {
    let server = HttpServer::start(HttpBehaviour::PingsInInitialize);
    let session = Session::open(at(&server.url()), quick());
    session.ready_within(crate::support::PATIENCE).await.unwrap();
    let answers = server.requests().into_iter().filter(|request| request.body.contains("\"early\"")).count();
    assert_eq!(answers, 1);
}

#[tokio::test]
async fn a_server_that_closes_on_get_is_noted_and_stays_connected() {
    let server = HttpServer::start(HttpBehaviour::GetCloses);
    let session = ready(&server).await;
    let is_it =
        |note: &Note| matches!(note, Note::Transport { text } if text.contains("own stream is not open"));
    wait_for(&session, |kind| matches!(kind, EntryKind::Note(note) if is_it(note))).await;
    check_echo(&session, "still here").await;
    assert_eq!(session.phase(), PhaseName::Ready);
}

#[tokio::test]
async fn frames_name_the_exchange_they_came_in() {
    let server = HttpServer::start(HttpBehaviour::Sse);
    let session = ready(&server).await;
    check_echo(&session, "where").await;
    let known: Vec<u64> = crate::scene::exchanges(&session).iter().map(|http| http.exchange).collect();
    let frames = received(&session);
    assert_eq!(frames.len(), 2);
    for (frame, exchange) in frames {
        assert!(known.contains(&exchange.unwrap()), "{frame:?}");
    }
    let mut numbers = known.clone();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), known.len(), "no number is used twice");
}
