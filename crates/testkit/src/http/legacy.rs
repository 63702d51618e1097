//! The older transport: one stream for everything that goes to the client.

use super::behaviour::HttpBehaviour;
use super::hub::Hub;
use super::reply::{After, Reply};
use super::request::SeenRequest;
use super::streamable::{follow_outbox, take_over};
use crate::mcp::text_of;
use std::io;

pub(super) fn reply(hub: &Hub, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    match (request.method.as_str(), request.bare_path()) {
        ("GET", "/sse") => stream(hub, reply),
        ("POST", "/messages") => message(hub, request, reply),
        (_, path) => {
            reply.header("Allow", if path == "/sse" { "GET" } else { "POST" });
            reply.whole(405, "text/plain", "Method Not Allowed")
        }
    }
}

fn stream(hub: &Hub, reply: &mut Reply) -> io::Result<After> {
    let mine = take_over(hub);
    reply.open_stream()?;
    match &hub.behaviour {
        HttpBehaviour::LegacySseForeignEndpoint { endpoint } => {
            reply.part(&format!("event: endpoint\ndata: {endpoint}\n\n"))?;
        }
        HttpBehaviour::LegacySseNoEndpoint => reply.part(": welcome\n\n")?,
        _ => reply.part("event: endpoint\ndata: /messages?session=1\n\n")?,
    }
    follow_outbox(hub, mine, reply)
}

fn message(hub: &Hub, request: &SeenRequest, reply: &mut Reply) -> io::Result<After> {
    let Some(message) = request.json() else {
        return reply.whole(400, "text/plain", "Not JSON");
    };
    reply.whole(202, "text/plain", "Accepted")?;
    hub.with(|state| {
        let (Some(id), method) = (message.get("id"), text_of(&message, "method")) else {
            return;
        };
        if !method.is_empty() {
            let answer = state.mcp.answer(method, &message["params"]);
            state.outbox.extend(answer.into_response(id));
        }
    });
    Ok(After::Keep)
}
