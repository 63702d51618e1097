//! Server-sent events: how they are written, and streamed no faster than they are taken.
//!
//! A stream is asked for its next piece only when the socket takes more, so whoever reads slowly
//! holds one piece and no more.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use std::convert::Infallible;
use std::time::Duration;

/// How often something is sent when there is nothing to say, so that both ends notice a dead one.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// What is sent when there is nothing to say.
pub(super) const COMMENT: &[u8] = b": still here\n\n";

/// The first thing to send: after how many milliseconds to come back when the connection breaks.
pub(super) const RETRY: &[u8] = b"retry: 1000\n\n";

/// How many bytes of events go out together at most, or one event.
pub(super) const PIECE: usize = 64 * 1024;

/// Something that is streamed piece by piece.
pub(super) trait Feed: Send + 'static {
    /// The next piece; `None` at the end.
    fn next_piece(&mut self) -> impl Future<Output = Option<Vec<u8>>> + Send;
}

/// Writes one event. `data` is JSON, which has no line breaks of its own.
pub(super) fn push_event(text: &mut Vec<u8>, id: Option<u64>, event: &str, data: &[u8]) {
    if let Some(id) = id {
        text.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    text.extend_from_slice(format!("event: {event}\ndata: ").as_bytes());
    text.extend_from_slice(data);
    text.extend_from_slice(b"\n\n");
}

/// The pieces of a feed as a body.
pub(super) fn body(feed: impl Feed) -> Body {
    let pieces = stream::unfold(feed, async |mut feed| {
        let piece = feed.next_piece().await?;
        // Many that take all they can get must not keep the others from their turn.
        tokio::task::yield_now().await;
        Some((Ok::<_, Infallible>(Bytes::from(piece)), feed))
    });
    Body::from_stream(pieces)
}

/// The pieces of a feed as events.
pub(super) fn events(feed: impl Feed) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, body(feed)).into_response()
}
