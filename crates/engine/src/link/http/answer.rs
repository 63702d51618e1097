//! What comes back for a POST, and what it means for the frame that was posted.

use super::client::is_unreachable;
use super::exchange::{Answer, Body, Wire, content_type};
use super::stream::{EventStream, StreamState, is_for};
use super::{LinkEvent, invalid};
use bytes::Bytes;
use mcp_inspector_core::auth::challenge::Demand;
use mcp_inspector_core::brief::cut;
use mcp_inspector_core::codec::sse::{SseItem, SseParser};
use mcp_inspector_core::entry::Note;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::frame::Frame;
use mcp_inspector_core::message::{Message, Reply, RpcError};
use mcp_inspector_core::peer::{Outgoing, Sending};

/// How often in a row a broken stream is taken up again without anything new coming.
const RESUMPTIONS: u32 = 5;

/// How long a list of encodings is told.
const LONGEST_ENCODING: usize = 100;

/// Why a frame was not delivered or not answered.
pub(super) struct Refusal {
    pub(super) fault: Fault,
    /// The link itself is of no use any more.
    is_down: bool,
    /// The server understood the request as JSON-RPC.
    pub(super) is_json_rpc: bool,
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Refusal { is_down: is_unreachable(&fault), fault, is_json_rpc: false }
    }
}

/// Posts a frame and reports whatever goes wrong.
pub(super) async fn deliver(wire: &Wire, outgoing: &Outgoing) {
    if let Err(refusal) = post(wire, outgoing).await {
        report(wire, outgoing, refusal).await;
    }
}

pub(super) async fn report(wire: &Wire, outgoing: &Outgoing, refusal: Refusal) {
    if refusal.fault.code == FaultCode::SessionExpired {
        wire.forget_to_end_session();
    }
    let event = if refusal.is_down {
        LinkEvent::Down(refusal.fault)
    } else {
        LinkEvent::Undelivered { sending: outgoing.sending.clone(), fault: refusal.fault }
    };
    wire.tell(event).await;
}

/// Posts a frame and passes on what comes back.
pub(super) async fn post(wire: &Wire, outgoing: &Outgoing) -> Result<(), Refusal> {
    let answer = wire.post(&outgoing.bytes, outgoing.headers.as_deref()).await?;
    let status = answer.response.status();
    if !status.is_success() {
        return Err(refused(wire, answer, outgoing).await);
    }
    if matches!(&outgoing.sending, Sending::Request { method, .. } if &**method == "initialize") {
        wire.remember_session(&answer.response);
    }
    if wire.is_legacy() {
        // The answer comes on the server's stream; this is only a receipt.
        wire.discard(answer).await;
        return Ok(());
    }
    // What is packed has no events that could be read; as a whole it is told what it is.
    let is_stream =
        content_type(&answer.response) == "text/event-stream" && content_encoding(&answer.response).is_none();
    match request_id(outgoing) {
        Some(id) if is_stream => streamed(wire, answer, id, outgoing.headers.is_some()).await,
        Some(id) => whole(wire, answer, id).await,
        None if is_stream => {
            // A raw frame may be a request whose id only the user knows. To anything else there
            // is no answer to wait for.
            let mut state = StreamState::default();
            state.is_answered = !matches!(outgoing.sending, Sending::Raw);
            EventStream::begin(wire, answer).await.read(wire, &mut state).await;
            Ok(())
        }
        None => {
            let body = wire.body(answer).await?;
            hand_over_messages(wire, body).await;
            Ok(())
        }
    }
}

fn request_id(outgoing: &Outgoing) -> Option<i64> {
    match outgoing.sending {
        Sending::Request { id, .. } => Some(id),
        _ => None,
    }
}

/// Many servers say "Accepted" where they should say nothing. That stays with the exchange.
async fn hand_over_messages(wire: &Wire, body: Body) {
    let frame = Frame::read(body.text);
    if frame.messages().next().is_some() {
        wire.tell(LinkEvent::Frames { frames: vec![frame], exchange: Some(body.exchange), beside: None })
            .await;
    }
}

/// Whether what came is for people with a browser.
fn is_page(media: &str) -> bool {
    media == "text/html" || media == "application/xhtml+xml"
}

/// An answer in one piece.
async fn whole(wire: &Wire, answer: Answer, id: i64) -> Result<(), Refusal> {
    let status = answer.response.status().as_u16();
    let media = content_type(&answer.response);
    let packed = content_encoding(&answer.response);
    let body = wire.body(answer).await?;
    if body.text.is_empty() {
        let message = format!("the server answered HTTP {status} without a body to a request");
        return Err(invalid(message, status)
            .with_hint("a request is answered with JSON or an event stream")
            .into());
    }
    let frame = Frame::read(body.text.clone());
    let is_answer = answers(&frame, id);
    let is_junk = frame.messages().next().is_none();
    wire.tell(LinkEvent::Frames { frames: vec![frame], exchange: Some(body.exchange), beside: None }).await;
    if is_answer {
        if media != "application/json" {
            let text = format!("the answer came as `{media}` instead of `application/json`");
            wire.note(Note::Transport { text }).await;
        }
        return Ok(());
    }
    let what = if is_junk { "something that is not a JSON-RPC message" } else { "no answer to the request" };
    let message = format!("the server answered HTTP {status} with {what} (`{media}`)");
    let mut fault = match packed.filter(|_| is_junk) {
        Some(packed) => invalid(format!("{message}, packed as `content-encoding: {packed}`"), status)
            .with_hint("nobody asked for it: have the server, or the proxy before it, send bodies unpacked where no `Accept-Encoding` came"),
        None if is_page(&media) => invalid(message, status)
            .with_hint("that is a web page and no MCP: is the URL that of the endpoint? It often ends in /mcp"),
        None => invalid(message, status)
            .with_hint("the body must be the JSON-RPC response to the request that was posted"),
    };
    // An error that names no request is about the one it was posted for.
    fault.details.rpc = rpc_error(&body).filter(|_| !is_junk);
    fault.details.http_body = Some(body.head);
    fault.details.http_content_type = Some(media).filter(|media| !media.is_empty());
    Err(fault.into())
}

/// How a body was packed, which nobody asked for; none where it is as it should be.
fn content_encoding(response: &reqwest::Response) -> Option<String> {
    let encoding = response.headers().get("content-encoding")?.to_str().ok()?.trim();
    let encoding = cut(encoding, LONGEST_ENCODING).to_ascii_lowercase();
    (!encoding.is_empty() && encoding != "identity").then_some(encoding)
}

fn answers(frame: &Frame, request: i64) -> bool {
    frame.messages().any(|parsed| match &parsed.message {
        Message::Response { id: Some(id), .. } => is_for(id, Some(request)),
        _ => false,
    })
}

/// An answer as a stream, taken up again as long as the server makes that possible.
/// A request that stands alone has one stream, and is lost with it.
async fn streamed(wire: &Wire, answer: Answer, id: i64, stands_alone: bool) -> Result<(), Refusal> {
    let status = answer.response.status().as_u16();
    let mut state = StreamState::for_request(Some(id));
    EventStream::begin(wire, answer).await.read(wire, &mut state).await;
    if stands_alone && !state.is_answered && !state.is_oversize {
        let mut fault = cut_off("; in this revision it cannot be resumed");
        // A stream that the server ended by itself is its answer, although not one to the request.
        fault.details.http_status = (!state.is_broken).then_some(status);
        return Err(fault.into());
    }
    let mut attempts = 0;
    while !state.is_answered && !state.is_oversize {
        let Some(last) = state.last_event_id.clone() else { return Err(cut_off("").into()) };
        attempts += 1;
        if attempts > RESUMPTIONS {
            let how = format!(", and {RESUMPTIONS} attempts to resume it brought nothing");
            return Err(cut_off(&how).into());
        }
        tokio::time::sleep(state.retry_after_failures(attempts)).await;
        let answer = match wire.get(Some(&last)).await {
            Ok(answer) => answer,
            Err(fault) if is_unreachable(&fault) => return Err(fault.into()),
            Err(_) => continue,
        };
        let is_stream = content_type(&answer.response) == "text/event-stream";
        if !answer.response.status().is_success() || !is_stream {
            let status = answer.response.status().as_u16();
            wire.discard(answer).await;
            return Err(cut_off(&format!(", and resuming it gave HTTP {status}")).into());
        }
        wire.note(Note::StreamResumed { last_event_id: last.clone(), id: Some(id) }).await;
        let seen = state.frames;
        EventStream::begin(wire, answer).await.read(wire, &mut state).await;
        // A server may end the stream again and again so that we poll. What counts is news.
        if state.frames > seen || state.last_event_id.as_ref() != Some(&last) {
            attempts = 0;
        }
    }
    Ok(())
}

fn cut_off(how: &str) -> Fault {
    Fault::new(FaultCode::TransportError, format!("the event stream ended before the answer came{how}"))
        .with_hint("the server, or a proxy before it, closed the stream too early")
}

/// What a status that is not a success means.
async fn refused(wire: &Wire, answer: Answer, outgoing: &Outgoing) -> Refusal {
    let status = answer.response.status().as_u16();
    let had_session = answer.had_session;
    let header = |name| answer.response.headers().get(name).and_then(|value| value.to_str().ok());
    let retry_after = header("retry-after").and_then(|value| value.parse().ok());
    let wants_login = header("www-authenticate").is_some();
    let challenges = answer.response.headers().get_all("www-authenticate").iter();
    let demand = Demand::of(challenges.filter_map(|value| value.to_str().ok()));
    let url = answer.exchange.url.clone();
    let media = content_type(&answer.response);
    let body = match wire.body(answer).await {
        Ok(body) => body,
        Err(fault) => return fault.into(),
    };
    let (code, hint) = meaning(status, had_session, wants_login, wire.has_credentials());
    let hint = exact_hint(status, &demand, retry_after).unwrap_or_else(|| hint.to_owned());
    let mut fault = Fault::new(code, format!("{url} answered HTTP {status}")).with_hint(hint);
    fault.details.http_status = Some(status);
    fault.details.retry_after = retry_after;
    if !body.head.is_empty() {
        fault.details.http_body = Some(body.head.clone());
        fault.details.http_content_type = Some(media).filter(|media| !media.is_empty());
    }
    // The body counts more than the status: a JSON-RPC error is the server's own word.
    let mut is_json_rpc = false;
    if let Some(error) = rpc_error(&body) {
        is_json_rpc = true;
        let frame = Frame::read(body.text.clone());
        // Statuses with a meaning of their own are not turned into an answer to the call.
        let is_attributed = request_id(outgoing).is_some_and(|id| answers(&frame, id))
            && code == FaultCode::HttpStatus
            && !(status == 403 && asks_for_era(outgoing));
        if is_attributed {
            wire.tell(LinkEvent::Frames { frames: vec![frame], exchange: Some(body.exchange), beside: None })
                .await;
        }
        fault.message = format!("{}: {error}", fault.message);
        fault.details.rpc = Some(error);
    }
    Refusal { fault, is_down: false, is_json_rpc }
}

/// Whoever is not let in hears nothing about the server's era, whatever the body says.
fn asks_for_era(outgoing: &Outgoing) -> bool {
    matches!(&outgoing.sending, Sending::Request { method, .. } if &**method == "server/discover")
}

/// The error that a body is, or that its first event is.
fn rpc_error(body: &Body) -> Option<RpcError> {
    let text = if body.is_stream { first_event(&body.text)? } else { body.text.clone() };
    match Frame::read(text).message()? {
        Message::Response { reply: Reply::Error(error), .. } => Some(error.clone()),
        _ => None,
    }
}

fn first_event(text: &[u8]) -> Option<Bytes> {
    let mut items = Vec::new();
    let mut parser = SseParser::new(text.len());
    parser.push(text, &mut items);
    parser.finish(&mut items);
    items.into_iter().find_map(|item| match item {
        SseItem::Event(event) => event.data.filter(|data| !data.is_empty()),
        _ => None,
    })
}

/// What to do, when the server says exactly what it wants.
fn exact_hint(status: u16, demand: &Demand, retry_after: Option<u64>) -> Option<String> {
    match status {
        403 if demand.wants_more_scope() => {
            let scope = demand.scope.as_ref()?;
            Some(format!(
                "the token lacks a scope: the server wants `{scope}` for this; give it a token with that"
            ))
        }
        429 => Some(format!("wait {} s, then try again", retry_after?)),
        _ => None,
    }
}

fn meaning(
    status: u16,
    had_session: bool,
    wants_login: bool,
    has_credentials: bool,
) -> (FaultCode, &'static str) {
    match status {
        401 if has_credentials => {
            (FaultCode::AuthenticationFailed, "the server refuses the Authorization header that it was given")
        }
        401 => (FaultCode::AuthenticationFailed, "the server wants a login: give it an Authorization header"),
        403 if wants_login => (FaultCode::AuthenticationFailed, "the login does not allow this"),
        403 => (
            FaultCode::HttpStatus,
            "the server refuses the request: it may check Host or Origin, or an address list",
        ),
        404 if had_session => (FaultCode::SessionExpired, "the server no longer knows the session"),
        404 => (FaultCode::HttpStatus, "nothing is served at this path; many servers use /mcp or /sse"),
        405 => {
            (FaultCode::HttpStatus, "the path does not take POST; an HTTP+SSE server often listens at /sse")
        }
        406 => (
            FaultCode::HttpStatus,
            "the server does not accept our Accept header, which names both JSON and SSE",
        ),
        429 => (FaultCode::RateLimited, "wait, then try again"),
        501 => (FaultCode::HttpStatus, "the server does not know POST: this is not an MCP endpoint"),
        500..=599 => (FaultCode::HttpStatus, "the server failed; its own log says why"),
        _ => (FaultCode::HttpStatus, "the body of the answer may say why"),
    }
}
