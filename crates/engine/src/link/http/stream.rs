//! Events of one HTTP answer, read to their end.

use super::connecting::micros;
use super::exchange::{Answer, Wire, millis};
use super::{LinkEvent, client};
use bytes::Bytes;
use mcp_inspector_core::codec::OVERSIZE_HEAD;
use mcp_inspector_core::codec::sse::{SseEvent, SseItem, SseParser};
use mcp_inspector_core::entry::Note;
use mcp_inspector_core::frame::{EventHead, Frame};
use mcp_inspector_core::message::{Message, RequestId};
use reqwest::Response;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// How long to wait before a broken stream is taken up again, unless the server says otherwise.
const RETRY: Duration = Duration::from_secs(1);

/// The shortest wait that a server may ask for: without one it could keep us busy.
const SHORTEST_RETRY: Duration = Duration::from_millis(100);

/// The longest wait that a server may ask for.
const LONGEST_RETRY: Duration = Duration::from_secs(60);

/// How long a stream is read on after its answer came.
const LINGER: Duration = Duration::from_secs(2);

/// What a stream has told so far, over all its connections.
#[derive(Debug, Default)]
pub(super) struct StreamState {
    /// The request whose answer ends the stream.
    pub(super) waits_for: Option<i64>,
    pub(super) is_answered: bool,
    pub(super) last_event_id: Option<String>,
    retry: Option<u64>,
    /// A frame was over the limit; the link is about to be closed.
    pub(super) is_oversize: bool,
    /// The connection broke; the server did not end the stream.
    pub(super) is_broken: bool,
    /// How many frames came.
    pub(super) frames: u64,
}

impl StreamState {
    pub(super) fn for_request(id: Option<i64>) -> Self {
        StreamState { waits_for: id, ..StreamState::default() }
    }

    pub(super) fn retry_after(&self) -> Duration {
        self.retry.map_or(RETRY, Duration::from_millis).clamp(SHORTEST_RETRY, LONGEST_RETRY)
    }

    /// How long to wait after so many fruitless attempts in a row. A server that asks for no
    /// pause at all gets one as soon as the attempts turn out to be fruitless.
    pub(super) fn retry_after_failures(&self, failures: u32) -> Duration {
        match failures {
            0 | 1 => self.retry_after(),
            _ => (self.retry_after().max(RETRY) * failures).min(LONGEST_RETRY),
        }
    }
}

/// An answer that streams.
pub(super) struct EventStream {
    response: Response,
    exchange: u64,
    started: Instant,
    bytes: u64,
    parser: SseParser,
    items: std::collections::VecDeque<SseItem>,
    error: Option<String>,
    is_over: bool,
}

impl EventStream {
    /// Logs the head of the exchange and begins to read.
    pub(super) async fn begin(wire: &Wire, answer: Answer) -> Self {
        let stream = EventStream {
            exchange: answer.exchange.exchange,
            started: answer.started,
            response: answer.response,
            bytes: 0,
            parser: SseParser::new(wire.limit),
            items: std::collections::VecDeque::new(),
            error: None,
            is_over: false,
        };
        wire.tell(LinkEvent::Http(Box::new(answer.exchange))).await;
        stream
    }

    /// The next item; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<SseItem> {
        let mut found = Vec::new();
        while self.items.is_empty() {
            if self.is_over {
                return None;
            }
            match self.response.chunk().await {
                Ok(Some(chunk)) => {
                    self.bytes += chunk.len() as u64;
                    self.parser.push(&chunk, &mut found);
                    if self.parser.is_over_limit() {
                        self.is_over = true;
                        self.parser.finish(&mut found);
                    }
                }
                Ok(None) => {
                    self.is_over = true;
                    self.parser.finish(&mut found);
                }
                Err(error) => {
                    self.error = Some(client::words(&error.without_url()));
                    self.is_over = true;
                    self.parser.finish(&mut found);
                }
            }
            self.items.extend(found.drain(..));
        }
        self.items.pop_front()
    }

    /// Reads the whole answer. What a server says after the response is passed on too, but a
    /// stream that it then keeps open is closed: nobody waits for it.
    pub(super) async fn read(mut self, wire: &Wire, state: &mut StreamState) {
        self.pump(wire, state).await;
        if state.is_answered && !self.is_over && timeout(LINGER, self.pump(wire, state)).await.is_err() {
            let text = "the server kept the stream open after its answer; it was closed".to_owned();
            wire.note(Note::Transport { text }).await;
        }
        state.is_broken = self.error.is_some();
        self.end(wire).await;
    }

    /// Passes everything on until the answer or the end, whichever is first. Frames that came
    /// together are handed over together.
    pub(super) async fn pump(&mut self, wire: &Wire, state: &mut StreamState) {
        let was_answered = state.is_answered;
        while let Some(item) = self.next().await {
            let mut frames = Vec::new();
            let mut item = Some(item);
            while let Some(next) = item {
                if let Some(frame) = self.take(wire, state, next).await {
                    frames.push(frame);
                }
                item = self.items.pop_front();
            }
            state.frames += frames.len() as u64;
            let (exchange, beside) = (Some(self.exchange), state.waits_for);
            if !frames.is_empty() && !wire.tell(LinkEvent::Frames { frames, exchange, beside }).await {
                return;
            }
            if state.is_answered && !was_answered {
                return;
            }
        }
    }

    pub(super) async fn take(&self, wire: &Wire, state: &mut StreamState, item: SseItem) -> Option<Frame> {
        match item {
            SseItem::Event(event) => return state.event(event),
            SseItem::Comment(text) => {
                let text = String::from_utf8_lossy(&text).into_owned();
                wire.note(Note::SseComment { text }).await;
            }
            SseItem::UnknownField(text) => {
                let text = String::from_utf8_lossy(&text).into_owned();
                wire.note(Note::SseUnknownField { text }).await;
            }
            SseItem::Torn(rest) => {
                let head = String::from_utf8_lossy(&rest[..rest.len().min(OVERSIZE_HEAD)]).into_owned();
                wire.note(Note::Torn { head, length: rest.len() as u64 }).await;
            }
            SseItem::Oversize { length, head } => {
                state.is_oversize = true;
                let head = String::from_utf8_lossy(&head).into_owned();
                wire.tell(LinkEvent::Oversize { length, head }).await;
            }
        }
        None
    }

    /// Logs the end of the exchange.
    pub(super) async fn end(self, wire: &Wire) {
        let took = self.started.elapsed();
        let (exchange, bytes, error) = (self.exchange, self.bytes, self.error);
        let (duration_ms, duration_us) = (millis(took), Some(micros(took)));
        wire.tell(LinkEvent::HttpEnd { exchange, bytes, duration_ms, duration_us, error }).await;
    }
}

impl StreamState {
    /// Takes note of what an event says about the stream and returns its frame, if it has one.
    fn event(&mut self, event: SseEvent) -> Option<Frame> {
        let head = EventHead { name: event.name, id: event.id.clone(), retry: event.retry };
        if let Some(id) = event.id {
            // An empty id takes back the one before.
            self.last_event_id = Some(id).filter(|id| !id.is_empty());
        }
        if event.retry.is_some() {
            self.retry = event.retry;
        }
        // An event without data primes the stream: only its id and retry count.
        let data = event.data.filter(|data: &Bytes| !data.is_empty())?;
        let frame = Frame::read(data).in_event(head);
        for parsed in frame.messages() {
            if let Message::Response { id: Some(id), .. } = &parsed.message {
                self.is_answered |= is_for(id, self.waits_for);
            }
        }
        Some(frame)
    }
}

/// Whether a response with this id answers the request, however the id is spelled.
pub(super) fn is_for(id: &RequestId, request: Option<i64>) -> bool {
    match (id, request) {
        (RequestId::Number(id), Some(request)) => *id == request,
        (RequestId::Text(id), Some(request)) => id.parse() == Ok(request),
        _ => false,
    }
}
