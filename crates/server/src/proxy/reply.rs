//! Answers of the proxy as HTTP: one JSON object, or a stream of events.

use super::exchange::{Ended, Exchange, Step};
use super::upstream::Upstream;
use super::{dialect, inputs};
use crate::problem::{self, Problem};
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::{BufMut, Bytes, BytesMut};
use futures_util::stream;
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::message::{RequestId, RpcError};
use mcp_inspector_engine::{Fault, FaultCode, Raw};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// After how long a client that waits is told that the answer will be a stream: some give up on an
/// answer that does not begin.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a stream on which nothing happens says that it lives.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// JSON-RPC: it is not the caller's fault.
const INTERNAL_ERROR: i64 = -32603;

/// How a client wants its answer.
#[derive(Clone, Debug)]
pub(super) struct Manner {
    /// The id of its request.
    pub(super) id: RequestId,
    /// The method it calls.
    pub(super) method: Arc<str>,
    /// Whether it takes streams of events: every MCP client does, a plain POST does not.
    pub(super) streams: bool,
    /// Whether it speaks without a handshake.
    pub(super) is_modern: bool,
    /// Where help is found.
    pub(super) base: Arc<str>,
}

impl Manner {
    /// The last message of a call, and the status if it goes alone; none when there is none.
    fn last(&self, upstream: &Upstream, ended: Ended) -> Option<(StatusCode, Bytes)> {
        match ended {
            Ended::Result(result) => Some(self.result(upstream, &result)),
            Ended::Error(error) => Some(self.error(&error)),
            Ended::Fault(fault) => Some(self.error(&self.told(upstream, fault))),
            Ended::Cancelled => None,
        }
    }

    fn result(&self, upstream: &Upstream, result: &Raw) -> (StatusCode, Bytes) {
        if self.is_modern && !upstream.is_modern() {
            let result = dialect::completed(&self.method, result);
            return (StatusCode::OK, compose::result(&self.id, &result));
        }
        (StatusCode::OK, compose::result(&self.id, result))
    }

    fn error(&self, error: &RpcError) -> (StatusCode, Bytes) {
        let status = if self.is_modern { dialect::status_of(error) } else { 200 };
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
        (status, compose::error(&self.id, error))
    }

    /// A fault of ours in the words of JSON-RPC.
    fn told(&self, upstream: &Upstream, fault: Fault) -> RpcError {
        let message = fault.message.clone();
        let problem = about(upstream, fault);
        let mut body = problem.body(&self.base);
        dialect::error(INTERNAL_ERROR, &message, Some(body["error"].take()))
    }

    /// Answers with what is known already.
    pub(super) fn at_once(&self, upstream: &Upstream, ended: Ended) -> Response {
        if let (Ended::Fault(fault), false) = (&ended, self.streams) {
            return about(upstream, fault.clone()).into_response();
        }
        let own = if let Ended::Fault(fault) = &ended { Some(fault.code) } else { None };
        match self.last(upstream, ended) {
            Some((status, body)) => {
                let mut response = json(status, body);
                if let Some(code) = own {
                    problem::mark(response.headers_mut(), code);
                }
                response
            }
            None if self.streams => events(Body::empty()),
            None => {
                about(upstream, Fault::new(FaultCode::Cancelled, "the call was cancelled")).into_response()
            }
        }
    }

    /// Answers with what becomes of a call: alone if nothing happens before the answer.
    pub(super) async fn follow(self, upstream: Arc<Upstream>, mut exchange: Exchange) -> Response {
        let first = if self.streams {
            match tokio::time::timeout(PATIENCE, exchange.next()).await {
                Ok(step) => step,
                Err(_) => return self.stream(upstream, exchange, None),
            }
        } else {
            self.only_end(&mut exchange).await
        };
        match first {
            Step::End(ended) => self.at_once(&upstream, ended),
            Step::Ask(ask) => {
                let result = inputs::required(&upstream, exchange, &self.method, vec![ask]);
                json(StatusCode::OK, compose::result(&self.id, &result))
            }
            Step::Message(message) => self.stream(upstream, exchange, Some(message)),
        }
    }

    /// For clients that take the answer only.
    async fn only_end(&self, exchange: &mut Exchange) -> Step {
        loop {
            match exchange.next().await {
                Step::Message(_) => {}
                step => return step,
            }
        }
    }

    fn stream(self, upstream: Arc<Upstream>, exchange: Exchange, first: Option<Bytes>) -> Response {
        let first = first.map(|message| event(&message));
        let state = Some((self, upstream, exchange, first));
        let stream = stream::unfold(state, |state| async move {
            let (manner, upstream, mut exchange, mut first) = state?;
            if let Some(first) = first.take() {
                return Some((Ok::<_, Infallible>(first), Some((manner, upstream, exchange, None))));
            }
            match tokio::time::timeout(KEEP_ALIVE, exchange.next()).await {
                Err(_) => Some((Ok(keep_alive()), Some((manner, upstream, exchange, None)))),
                Ok(Step::Message(message)) => {
                    Some((Ok(event(&message)), Some((manner, upstream, exchange, None))))
                }
                Ok(Step::Ask(ask)) => {
                    let result = inputs::required(&upstream, exchange, &manner.method, vec![ask]);
                    Some((Ok(event(&compose::result(&manner.id, &result))), None))
                }
                Ok(Step::End(ended)) => {
                    let (_, message) = manner.last(&upstream, ended)?;
                    Some((Ok(event(&message)), None))
                }
            }
        });
        events(Body::from_stream(stream))
    }
}

/// A fault of the server, as the API tells it.
pub(super) fn about(upstream: &Upstream, fault: Fault) -> Problem {
    Problem::from(fault).of_server(upstream.id(), Some(upstream.name().to_owned()))
}

/// Whether a client takes streams of events.
pub(super) fn takes_streams(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT).iter().any(|value| {
        value.to_str().is_ok_and(|accept| accept.to_ascii_lowercase().contains("text/event-stream"))
    })
}

/// One JSON object.
pub(super) fn json(status: StatusCode, body: Bytes) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// A stream of events.
pub(super) fn events(body: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE.as_str(), "text/event-stream"),
        (header::CACHE_CONTROL.as_str(), "no-cache, no-store"),
        ("x-accel-buffering", "no"),
    ];
    (headers, body).into_response()
}

/// A message as an event. JSON may have line breaks between its tokens; each line is one of the
/// event's.
pub(super) fn event(message: &[u8]) -> Bytes {
    let mut text = BytesMut::with_capacity(message.len() + 32);
    text.put_slice(b"event: message\n");
    for line in message.split(|byte| matches!(byte, b'\n' | b'\r')) {
        if !line.is_empty() {
            text.put_slice(b"data: ");
            text.put_slice(line);
            text.put_u8(b'\n');
        }
    }
    text.put_u8(b'\n');
    text.freeze()
}

/// What a stream says when there is nothing to say.
pub(super) fn keep_alive() -> Bytes {
    Bytes::from_static(b": keep-alive\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_with_line_breaks_is_one_event() {
        assert_eq!(&event(b"{\"a\":\r\n1}")[..], b"event: message\ndata: {\"a\":\ndata: 1}\n\n");
    }
}
