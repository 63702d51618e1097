//! Streamable HTTP: POST, GET and DELETE on one path, with a session.

use super::behaviour::HttpBehaviour;
use super::hub::{Hub, State};
use super::reply::{After, JSON, Reply};
use super::request::SeenRequest;
use super::spoil::is_handshake;
use crate::mcp::text_of;
use crate::rpc::{self, Answer};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

const SESSION: &str = "Mcp-Session-Id";

/// The id of the only session that can expire.
const FIRST_SESSION: &str = "session-1";

pub(super) fn reply(hub: &Hub, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let method = request.method.as_str();
    if matches!(method, "GET" | "DELETE")
        && let Some(code) = session_fault(hub, request)
    {
        return session_refused(reply, code);
    }
    match method {
        "POST" => post(hub, request, reply),
        "GET" if hub.behaviour == HttpBehaviour::NoGet => {
            reply.header("Allow", "POST, DELETE");
            reply.empty(405)
        }
        "GET" if hub.behaviour == HttpBehaviour::GetCloses => Ok(After::Close),
        "GET" => get(hub, request, reply),
        "DELETE" => {
            let ended = request.header(SESSION);
            hub.with(|state| state.sessions.retain(|id| Some(id.as_str()) != ended));
            reply.empty(200)
        }
        _ => {
            reply.header("Allow", "GET, POST, DELETE");
            reply.empty(405)
        }
    }
}

fn post(hub: &Hub, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let Some(message) = request.json() else {
        let error = Answer::error(-32700, "Parse error").into_response(&Value::Null);
        return reply.whole(400, JSON, &error.unwrap_or_default().to_string());
    };
    let method = text_of(&message, "method");
    let without_session = match method {
        "initialize" => true,
        "server/discover" => hub.behaviour != HttpBehaviour::RefusesWithoutSession,
        _ => false,
    };
    if !without_session && let Some(code) = session_fault(hub, request) {
        return session_refused(reply, code);
    }
    match message.get("id") {
        Some(id) if !method.is_empty() => answer(hub, request, reply, id, method, &message["params"]),
        Some(_) => {
            hub.with(|state| state.client_answers.push(message.clone()));
            reply.empty(202)
        }
        None => {
            if method == "notifications/initialized" && hub.behaviour == HttpBehaviour::NotificationsOnGet {
                let changed = rpc::notification("notifications/tools/list_changed", Value::Null);
                hub.with(|state| state.outbox.extend([rpc::log("welcome"), changed]));
            }
            if let HttpBehaviour::SlowToAccept { ms } = hub.behaviour {
                thread::sleep(Duration::from_millis(ms));
            }
            reply.empty(202)
        }
    }
}

fn answer(
    hub: &Hub,
    request: &SeenRequest,
    reply: &mut Reply,
    id: &Value,
    method: &str,
    params: &Value,
) -> io::Result<After> {
    let answer = hub.with(|state| {
        if method == "initialize" {
            reply.header(SESSION, &begin_session(state));
        }
        state.calls_answered += usize::from(method == "tools/call");
        state.mcp.answer(method, params)
    });
    let Some(response) = answer.into_response(id) else {
        hub.wait_for_the_end();
        return Ok(After::Close);
    };
    let is_call = method == "tools/call";
    match &hub.behaviour {
        HttpBehaviour::SseCutMidEvent if is_call => cut_in_the_middle(reply, &response),
        HttpBehaviour::SseResumable { retry_ms } if is_call => promise(hub, reply, response, *retry_ms),
        HttpBehaviour::SseBrokenPromise { retry_ms } if is_call => promise(hub, reply, response, *retry_ms),
        HttpBehaviour::AsksOverSse if is_call => ask_first(hub, reply, id),
        HttpBehaviour::SseFlood { messages, bytes } if is_call => {
            reply.open_stream()?;
            let log = rpc::log(&"x".repeat(*bytes));
            (0..*messages).try_for_each(|_| reply.message(&log))?;
            reply.message(&response)?;
            reply.close_stream()
        }
        HttpBehaviour::PingsInInitialize if method == "initialize" => {
            reply.open_stream()?;
            reply.message(&rpc::request("early", "ping", &json!({})))?;
            let Some(_) = client_answer(hub, "early") else { return Ok(After::Close) };
            reply.message(&response)?;
            reply.close_stream()
        }
        HttpBehaviour::SseStaysOpen => {
            reply.open_stream()?;
            reply.message(&response)?;
            reply.message(&rpc::log("after the answer"))?;
            hub.wait_for_the_end();
            Ok(After::Close)
        }
        HttpBehaviour::HugeBody { bytes } if is_call => huge(reply, id, *bytes),
        HttpBehaviour::Sse
        | HttpBehaviour::SseCutMidEvent
        | HttpBehaviour::SseResumable { .. }
        | HttpBehaviour::AsksOverSse => {
            reply.open_stream()?;
            reply.message(&response)?;
            reply.close_stream()
        }
        HttpBehaviour::SlowSse => {
            reply.open_stream()?;
            reply.part(": keep-alive\n\n")?;
            thread::sleep(Duration::from_millis(50));
            reply.message(&response)?;
            reply.close_stream()
        }
        HttpBehaviour::SlowAnswer { ms } if is_call => {
            thread::sleep(Duration::from_millis(*ms));
            reply.whole(200, JSON, &response.to_string())
        }
        HttpBehaviour::SlowBody { ms } if is_call => {
            let body = response.to_string();
            let (begin, rest) = body.as_bytes().split_at(body.len() / 2);
            reply.head(200, JSON, body.len())?;
            reply.stream.write_all(begin)?;
            thread::sleep(Duration::from_millis(*ms));
            reply.stream.write_all(rest)?;
            Ok(After::Keep)
        }
        HttpBehaviour::WrongContentType if !(hub.after_handshake && is_handshake(request)) => {
            reply.whole(200, "text/plain", &response.to_string())
        }
        _ => reply.whole(200, JSON, &response.to_string()),
    }
}

fn cut_in_the_middle(reply: &mut Reply, response: &Value) -> io::Result<After> {
    let event = format!("event: message\ndata: {response}\n\n");
    let mut middle = event.len() / 2;
    while !event.is_char_boundary(middle) {
        middle += 1;
    }
    reply.open_stream()?;
    reply.part(&event[..middle])?;
    Ok(After::Close)
}

/// Ends the stream before the response, which then waits for a GET.
fn promise(hub: &Hub, reply: &mut Reply, response: Value, retry_ms: u64) -> io::Result<After> {
    let event = hub.with(|state| {
        let event = format!("event-{}", state.resumable.len() + 1);
        state.resumable.insert(event.clone(), response);
        event
    });
    reply.open_stream()?;
    reply.part(&format!("id: {event}\nretry: {retry_ms}\ndata:\n\n"))?;
    reply.close_stream()
}

fn ask_first(hub: &Hub, reply: &mut Reply, call: &Value) -> io::Result<After> {
    let id = hub.with(|state| {
        state.asks += 1;
        format!("ask-{}", state.asks)
    });
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "title": "Name" } },
        "required": ["name"],
    });
    let params = json!({ "message": "Who are you?", "requestedSchema": schema });
    reply.open_stream()?;
    reply.message(&rpc::request(&id, "elicitation/create", &params))?;
    let Some(answered) = client_answer(hub, &id) else {
        return Ok(After::Close);
    };
    if let Some(response) = Answer::text(&answered.to_string()).into_response(call) {
        reply.message(&response)?;
    }
    reply.close_stream()
}

/// Waits for the client's answer to a request; `None` when the server stops first.
fn client_answer(hub: &Hub, id: &str) -> Option<Value> {
    hub.wait_until(|state| {
        let mut answers = state.client_answers.iter();
        answers.find(|answer| answer["id"] == id).cloned()
    })
}

fn huge(reply: &mut Reply, id: &Value, bytes: usize) -> io::Result<After> {
    let (before, after) = rpc::around_text(id);
    let filler = bytes.saturating_sub(before.len() + after.len());
    reply.head(200, JSON, before.len() + filler + after.len())?;
    let mut output = io::BufWriter::new(reply.stream);
    output.write_all(before.as_bytes())?;
    io::copy(&mut io::Read::take(io::repeat(b'x'), filler as u64), &mut output)?;
    output.write_all(after.as_bytes())?;
    output.flush()?;
    Ok(After::Keep)
}

fn get(hub: &Hub, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let resumed = request.header("Last-Event-ID");
    if resumed.is_some() && matches!(hub.behaviour, HttpBehaviour::SseBrokenPromise { .. }) {
        return reply.whole(400, "text/plain", "No such event");
    }
    if hub.behaviour == HttpBehaviour::GetEndsAtOnce {
        reply.open_stream()?;
        reply.part("retry: 0\n\n")?;
        return reply.close_stream();
    }
    if let Some(event) = resumed
        && let Some(response) = hub.with(|state| state.resumable.get(event).cloned())
    {
        reply.open_stream()?;
        reply.part(&format!("id: {event}-answer\nevent: message\ndata: {response}\n\n"))?;
        return reply.close_stream();
    }
    let mine = take_over(hub);
    reply.open_stream()?;
    follow_outbox(hub, mine, reply)
}

/// Makes the stream that is about to be opened the one that gets messages. Before anything of it is seen: whoever
/// opens another one afterwards has the newer one.
pub(super) fn take_over(hub: &Hub) -> u64 {
    hub.with(|state| {
        state.streams_opened += 1;
        state.streams_opened
    })
}

/// Sends what comes into the outbox, until the server stops or a newer stream takes over.
pub(super) fn follow_outbox(hub: &Hub, mine: u64, reply: &mut Reply) -> io::Result<After> {
    loop {
        let next = hub.wait_until(|state| {
            if state.streams_opened == mine { state.outbox.pop_front().map(Some) } else { Some(None) }
        });
        match next.flatten() {
            Some(message) => reply.message(&message)?,
            None => return reply.close_stream(),
        }
    }
}

fn begin_session(state: &mut State) -> String {
    state.sessions_begun += 1;
    let id = format!("session-{}", state.sessions_begun);
    state.sessions.push(id.clone());
    id
}

/// The status for a request whose session is missing or not known.
fn session_fault(hub: &Hub, request: &SeenRequest) -> Option<u16> {
    let Some(id) = request.header(SESSION) else {
        return Some(400);
    };
    hub.with(|state| {
        let known = state.sessions.iter().any(|session| session == id);
        let expired = match hub.behaviour {
            HttpBehaviour::SessionExpires { after_calls } => {
                id == FIRST_SESSION && state.calls_answered >= after_calls && !is_handshake(request)
            }
            _ => false,
        };
        (!known || expired).then_some(404)
    })
}

fn session_refused(reply: &mut Reply, code: u16) -> io::Result<After> {
    let message = match code {
        404 => "Session not found",
        _ => "Bad Request: no session",
    };
    let error = Answer::error(-32000, message).into_response(&Value::Null);
    reply.whole(code, JSON, &error.unwrap_or_default().to_string())
}
