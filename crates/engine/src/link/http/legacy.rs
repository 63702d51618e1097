//! HTTP+SSE, the transport of 2024-11-05: one stream for everything the server
//! says, whose first event names the URL to which frames are posted.

use super::LinkEvent;
use super::exchange::{Wire, content_type};
use super::stream::{EventStream, StreamState};
use mcp_inspector_core::codec::sse::SseItem;
use mcp_inspector_core::fault::{Fault, FaultCode};
use mcp_inspector_core::redact::redact_url;
use std::sync::Arc;

/// Opens the stream and waits for the endpoint. The rest of the stream is for [`read`].
pub(super) async fn connect(wire: &Wire) -> Result<EventStream, Fault> {
    let answer = wire.get(None).await?;
    let status = answer.response.status();
    let media = content_type(&answer.response);
    if !status.is_success() || media != "text/event-stream" {
        // A stream may have no end; what is not one is read for what it says.
        let head = if media == "text/event-stream" {
            wire.discard(answer).await;
            None
        } else {
            wire.body(answer).await.ok().map(|body| body.head).filter(|head| !head.is_empty())
        };
        let kind = match (media.is_empty(), &head) {
            (false, _) => format!("`{media}`"),
            (true, Some(_)) => "a body without a content type".to_owned(),
            (true, None) => "nothing".to_owned(),
        };
        let message = format!("GET answered HTTP {status} with {kind} instead of an event stream");
        let mut fault = Fault::new(FaultCode::HttpStatus, message)
            .with_hint("an HTTP+SSE server answers GET with `text/event-stream`; many listen at /sse");
        fault.details.http_status = Some(status.as_u16());
        if head.is_some() {
            fault.details.http_body = head;
            fault.details.http_content_type = Some(media).filter(|media| !media.is_empty());
        }
        return Err(fault);
    }
    let mut stream = EventStream::begin(wire, answer).await;
    let endpoint = match first_event(wire, &mut stream).await {
        Ok(endpoint) => endpoint,
        Err(fault) => {
            stream.end(wire).await;
            return Err(fault);
        }
    };
    let base = wire.stream_url();
    let resolved = base.join(&endpoint).ok().filter(|url| url.origin() == base.origin());
    let Some(post_url) = resolved else {
        stream.end(wire).await;
        let shown = redact_url(&endpoint).into_owned();
        let message = format!("the endpoint `{shown}` is not at the origin of {}", redact_url(base.as_str()));
        return Err(Fault::new(FaultCode::ProtocolError, message)
            .with_hint("the `endpoint` event must name a URL of the same origin; nothing was sent there"));
    };
    wire.become_legacy(post_url);
    Ok(stream)
}

/// Passes on what the server says. The connection ends with the stream.
pub(super) async fn read(wire: Arc<Wire>, mut stream: EventStream) {
    let mut state = StreamState::default();
    stream.pump(&wire, &mut state).await;
    stream.end(&wire).await;
    if !state.is_oversize {
        let fault = Fault::new(FaultCode::TransportError, "the server ended its event stream")
            .with_hint("over HTTP+SSE that ends the connection");
        wire.tell(LinkEvent::Down(fault)).await;
    }
}

async fn first_event(wire: &Wire, stream: &mut EventStream) -> Result<String, Fault> {
    let fault = |message: String| {
        Fault::new(FaultCode::ProtocolError, message)
            .with_hint("the first event of an HTTP+SSE stream is `endpoint`, with the URL to post to")
    };
    loop {
        match stream.next().await {
            Some(SseItem::Event(event)) => {
                let text =
                    event.data.as_deref().map(String::from_utf8_lossy).unwrap_or_default().into_owned();
                return match event.name.as_deref() {
                    Some("endpoint") if !text.is_empty() => Ok(text),
                    name => Err(fault(format!("the first event is `{}`", name.unwrap_or("message")))),
                };
            }
            Some(other) => drop(stream.take(wire, &mut StreamState::default(), other).await),
            None => return Err(fault("the event stream ended before its first event".to_owned())),
        }
    }
}
