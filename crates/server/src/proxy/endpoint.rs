//! `/mcp`: an MCP endpoint in front of any configured server.
//!
//! POST takes one message: from a client with a session (it began with `initialize`), from one
//! without (2026-07-28), or a plain request without any handshake. GET is the stream of a client with
//! a session, DELETE ends it.

use super::calls::Incoming;
use super::desk::Claim;
use super::exchange::Recorded;
use super::reply::{self, about, event, events, keep_alive, takes_streams};
use super::upstream::Upstream;
use super::{batch, dialect};
use crate::Backend;
use crate::history::End;
use crate::openapi::ProxyProblems;
use crate::problem::{BytesBody, Problem, QueryOf};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use mcp_inspector_engine::core::frame::{Content, Frame};
use mcp_inspector_engine::core::message::{Message, Parsed, Reply, RequestId};
use mcp_inspector_engine::{Answer, AskId, FaultCode, Raw};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use utoipa::IntoParams;

/// The header that names a client's session.
pub(super) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// Which server is meant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// The id or the name of the server's configuration; `demo` is always there
    #[serde(default)]
    #[param(required = true)]
    server_id: Option<String>,
}

impl Which {
    fn name(&self) -> Result<&str, Problem> {
        self.server_id.as_deref().filter(|id| !id.is_empty()).ok_or_else(|| {
            Problem::invalid_request("the query parameter `serverId` is missing")
                .with_hint("add `?serverId=` and the id or name of a configured server")
        })
    }
}

/// A message for a server
///
/// Any JSON-RPC message of MCP. A request without a handshake is answered with one JSON object.
/// Clients that accept `text/event-stream` may be answered with a stream of messages.
#[utoipa::path(
    post,
    operation_id = "sendMessage",
    path = "/mcp",
    tag = "proxy",
    params(Which),
    request_body(content = serde_json::Value, description = "One JSON-RPC message"),
    responses(
        (status = 200, description = "The answer", content(
            (serde_json::Value = "application/json"), (String = "text/event-stream"))),
        (status = 202, description = "The notification or answer was taken"),
        ProxyProblems,
    )
)]
pub(super) async fn post(
    State(backend): State<Backend>,
    QueryOf(which): QueryOf<Which>,
    headers: HeaderMap,
    BytesBody(body): BytesBody,
) -> Result<Response, Problem> {
    let name = which.name()?;
    let is_json = headers.get(header::CONTENT_TYPE).is_none_or(|value| {
        value
            .to_str()
            .is_ok_and(|text| text.trim_start().to_ascii_lowercase().starts_with("application/json"))
    });
    if !is_json {
        return Err(Problem::invalid_request("the body must be JSON: send `Content-Type: application/json`"));
    }
    // Requests for servers that do not exist are refused before their bodies are looked at.
    let upstream = backend.proxy().upstream(&backend, name)?;
    let frame = Frame::read(body);
    match frame.content() {
        Content::Message(parsed) => message(&backend, &upstream, &headers, parsed).await,
        Content::Batch(members) => batch::answer(&backend, &upstream, &headers, members).await,
        Content::Junk(junk) => {
            Err(Problem::invalid_request(format!("the body is not a JSON-RPC message: {junk}")))
        }
    }
}

pub(super) async fn message(
    backend: &Backend,
    upstream: &Arc<Upstream>,
    headers: &HeaderMap,
    parsed: &Parsed,
) -> Result<Response, Problem> {
    if let Some(flaw) = parsed.flaws.first() {
        return Err(Problem::invalid_request(format!("the body is not a JSON-RPC 2.0 message: {flaw}")));
    }
    match &parsed.message {
        Message::Request { id, method, params } => {
            let incoming = Incoming { backend, upstream, headers, id, method, params: params.as_ref() };
            incoming.answer().await
        }
        Message::Notification { method, params } => {
            notification(upstream, headers, method, params.as_ref()).await
        }
        Message::Response { id, reply } => response(upstream, headers, id.as_ref(), reply).await,
    }
}

/// A client tells something.
async fn notification(
    upstream: &Arc<Upstream>,
    headers: &HeaderMap,
    method: &str,
    params: Option<&Raw>,
) -> Result<Response, Problem> {
    let client = session_of(upstream, headers)?;
    match method {
        // The server was told when we connected.
        "notifications/initialized" => {}
        "notifications/cancelled" => {
            let id = params.and_then(|params| params.member("requestId"));
            if let (Some(key), Some(id)) = (client, id.and_then(|id| id.read::<RequestId>().ok())) {
                // One that has ended meanwhile cannot be cancelled, and need not be.
                upstream.desk().cancel(&key, &id);
            }
        }
        _ => {
            upstream.wake().await.map_err(|fault| about(upstream, fault))?;
            let sent = upstream.session().notify(method, params.cloned()).await;
            sent.map_err(|fault| about(upstream, fault))?;
        }
    }
    Ok(StatusCode::ACCEPTED.into_response())
}

/// A client answers what the server asked.
async fn response(
    upstream: &Arc<Upstream>,
    headers: &HeaderMap,
    id: Option<&RequestId>,
    reply: &Reply,
) -> Result<Response, Problem> {
    let key = session_of(upstream, headers)?.ok_or_else(|| {
        Problem::invalid_request("only a client with a session can answer: `Mcp-Session-Id` is missing")
    })?;
    let ask = match id {
        Some(RequestId::Number(number)) => u64::try_from(*number).ok().map(AskId),
        _ => None,
    };
    let answer = match reply {
        Reply::Result(result) => Answer::Result(result.clone()),
        Reply::Error(error) => Answer::Error(error.clone()),
    };
    // An answer to what is no longer asked is late, and no error.
    if let Some(Claim::Own(ask)) = ask.map(|ask| upstream.desk().claim(&key, ask)) {
        let taken = upstream.session().answer(ask, answer).await;
        taken.map_err(|fault| about(upstream, fault))?;
    }
    Ok(StatusCode::ACCEPTED.into_response())
}

/// The client's session, if it names one; an error when it is not known.
pub(super) fn session_of(upstream: &Upstream, headers: &HeaderMap) -> Result<Option<Arc<str>>, Problem> {
    let Some(value) = headers.get(SESSION) else { return Ok(None) };
    let known = value.to_str().ok().and_then(|key| upstream.desk().client(key));
    known.map(|(key, ..)| Some(key)).ok_or_else(|| unknown_session(upstream))
}

fn unknown_session(upstream: &Upstream) -> Problem {
    Problem::new(FaultCode::SessionNotFound, "there is no session with this `Mcp-Session-Id`")
        .with_hint("begin a new one with `initialize`: it ended, or the backend was started again")
        .of_server(upstream.id(), Some(upstream.name().to_owned()))
}

/// The stream of a client with a session
///
/// What the server says by itself: notifications and requests to the client.
#[utoipa::path(
    get,
    operation_id = "listen",
    path = "/mcp",
    tag = "proxy",
    params(Which, ("Mcp-Session-Id" = Option<String>, Header, description = "The client's session")),
    responses(
        (status = 200, description = "Server-sent events", content_type = "text/event-stream", body = String),
        ProxyProblems,
    )
)]
pub(super) async fn get(
    State(backend): State<Backend>,
    QueryOf(which): QueryOf<Which>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let upstream = backend.proxy().upstream(&backend, which.name()?)?;
    let Some(key) = session_of(&upstream, &headers)? else {
        return Ok(no_stream());
    };
    if !takes_streams(&headers) {
        return Err(Problem::invalid_request("the answer is a stream: send `Accept: text/event-stream`"));
    }
    upstream.wake().await.map_err(|fault| about(&upstream, fault))?;
    let (number, messages) = upstream.desk().open_stream(&key).ok_or_else(|| unknown_session(&upstream))?;
    let open = Open { upstream, key, number };
    let stream = stream::unfold((open, messages, true), |(open, mut messages, is_first)| async move {
        if is_first {
            // Something at once, so that the client knows that it is heard.
            return Some((Ok::<_, Infallible>(keep_alive()), (open, messages, false)));
        }
        let bytes = match tokio::time::timeout(reply::KEEP_ALIVE, messages.recv()).await {
            Err(_) => keep_alive(),
            Ok(message) => event(&message?),
        };
        Some((Ok(bytes), (open, messages, false)))
    });
    Ok(events(Body::from_stream(backend.until_closing(stream))))
}

/// A stream that is open; it is closed when this is dropped.
struct Open {
    upstream: Arc<Upstream>,
    key: Arc<str>,
    number: u64,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.upstream.desk().close_stream(&self.key, self.number);
    }
}

/// The end of a client's session
#[utoipa::path(
    delete,
    operation_id = "endSession",
    path = "/mcp",
    tag = "proxy",
    params(Which, ("Mcp-Session-Id" = Option<String>, Header, description = "The client's session")),
    responses(
        (status = 204, description = "The session has ended"),
        ProxyProblems,
    )
)]
pub(super) async fn delete(
    State(backend): State<Backend>,
    QueryOf(which): QueryOf<Which>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let upstream = backend.proxy().upstream(&backend, which.name()?)?;
    let Some(key) = session_of(&upstream, &headers)? else {
        return Ok(no_stream());
    };
    let (orphans, asks) = upstream.desk().leave(&key).ok_or_else(|| unknown_session(&upstream))?;
    upstream.unsubscribe(orphans);
    upstream.refuse(asks, "the client that was asked has left");
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Without a session there is neither a stream nor anything to end.
fn no_stream() -> Response {
    let mut response =
        Problem::invalid_request("without `Mcp-Session-Id` only POST is possible").into_response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("POST"));
    response
}

/// Writes a request that the proxy answers itself to the history.
pub(super) fn recorded(upstream: &Upstream, method: &str, params: Option<&Raw>, result: &Raw) {
    Recorded::begin(upstream, method, params).end(upstream, End::Result(result));
}

/// The revision in the header, or why it makes no sense.
pub(super) fn revision_of(headers: &HeaderMap) -> Result<Option<mcp_inspector_engine::Revision>, Problem> {
    dialect::header_revision(headers).map_err(Problem::invalid_request)
}
