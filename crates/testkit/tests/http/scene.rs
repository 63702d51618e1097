//! What the themes share: sessions with the kit's servers, calls, and what both sides saw.

use crate::support::{PATIENCE, at, entries, quick};
use mcp_inspector_engine::core::entry::{EntryKind, HttpExchange};
use mcp_inspector_engine::core::frame::{Direction, Frame};
use mcp_inspector_engine::core::target::{Http, Target, Transport};
use mcp_inspector_engine::core::view::View;
use mcp_inspector_engine::{Fault, Session, SessionConfig, ToolCall};
use mcp_inspector_testkit::http::{HttpServer, SeenRequest};
use serde_json::json;

/// A session with a server of the kit, connected.
pub(crate) async fn ready(server: &HttpServer) -> Session {
    ready_with(server, quick()).await
}

/// A session with a server of the kit and a configuration, connected.
pub(crate) async fn ready_with(server: &HttpServer, config: SessionConfig) -> Session {
    Session::connect(at(&server.url()), config).await.expect("the server can be connected to")
}

/// The fault of a session that never becomes ready.
pub(crate) async fn fault_of(target: Target) -> (Session, Fault) {
    let session = Session::open(target, quick());
    let ready = tokio::time::timeout(PATIENCE, session.ready()).await.expect("connecting does not hang");
    (session, ready.expect_err("the server cannot be connected to"))
}

/// A URL with more to it.
pub(crate) fn target(url: &str, configure: impl FnOnce(&mut Http)) -> Target {
    let mut target = at(url);
    if let Transport::Http(http) = &mut target.transport {
        configure(http);
    }
    target
}

/// A call of the tool `echo`.
pub(crate) fn echo(text: &str) -> ToolCall {
    ToolCall::new("echo").arguments(json!({ "text": text }))
}

/// Calls `echo` and checks that the text comes back.
pub(crate) async fn check_echo(session: &Session, said: &str) {
    let result = session.call_tool(echo(said)).await.expect("the server echoes");
    assert_eq!(result.get().expect("the result has its shape").text(), said);
}

/// The fault of a call of `echo` that does not work.
pub(crate) async fn failing_echo(session: &Session) -> Fault {
    session.call_tool(echo("hello")).await.expect_err("the call cannot work")
}

/// The advice of a fault.
pub(crate) fn hint(fault: &Fault) -> &str {
    fault.hint.as_deref().expect("there is a hint")
}

/// The HTTP exchanges in the log.
pub(crate) fn exchanges(session: &Session) -> Vec<HttpExchange> {
    let exchange = |kind: &EntryKind| {
        if let EntryKind::Http(exchange) = kind { Some(HttpExchange::clone(exchange)) } else { None }
    };
    entries(session).iter().filter_map(|entry| exchange(&entry.kind)).collect()
}

/// The frames the server sent, with their exchanges.
pub(crate) fn received(session: &Session) -> Vec<(Frame, Option<u64>)> {
    let frame = |kind: &EntryKind| match kind {
        EntryKind::Frame { direction: Direction::Received, frame, exchange, .. } => {
            Some((frame.clone(), *exchange))
        }
        _ => None,
    };
    entries(session).iter().filter_map(|entry| frame(&entry.kind)).collect()
}

/// The requests with a JSON-RPC method that a server has seen.
pub(crate) fn posts(server: &HttpServer, rpc_method: &str) -> Vec<SeenRequest> {
    let wanted = |request: &SeenRequest| request.rpc_method().as_deref() == Some(rpc_method);
    server.requests().into_iter().filter(wanted).collect()
}

/// The requests with an HTTP method that a server has seen.
pub(crate) fn with_method(server: &HttpServer, method: &str) -> Vec<SeenRequest> {
    server.requests().into_iter().filter(|request| request.method == method).collect()
}

/// Waits until the server has seen what it should. Needs a runtime of several threads.
pub(crate) fn wait_until_seen(server: &HttpServer, done: impl Fn(&[SeenRequest]) -> bool) {
    let seen = tokio::task::block_in_place(|| server.wait_for(done, PATIENCE));
    assert!(seen, "the server never saw it: {:#?}", server.requests());
}

/// Waits until the view fits.
pub(crate) async fn until(session: &Session, fits: impl Fn(&View) -> bool) -> View {
    let mut news = session.entries_from(session.log().last());
    let wait = async {
        loop {
            let view = session.view();
            if fits(&view) {
                return view;
            }
            assert!(news.next().await.is_some(), "the session ended: {view:#?}");
        }
    };
    let Ok(view) = tokio::time::timeout(PATIENCE, wait).await else {
        panic!("the view never fitted: {:#?}", session.view());
    };
    view
}
