//! One HTTP request and the head of its answer, each an entry of the log.

use super::connecting::{self, Progress};
use super::{LinkEvent, client, redirect};
use crate::auth::Authorizer;
use bytes::Bytes;
use mcp_inspector_core::entry::{HttpExchange, Note};
use mcp_inspector_core::era::Revision;
use mcp_inspector_core::fault::{Fault, FaultCode, HttpStep};
use mcp_inspector_core::redact::{redact_header, redact_url};
use mcp_inspector_core::target::Http;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Response, Url};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How many redirects are followed for one request.
const REDIRECTS: usize = 3;

/// After how long a request without an answer is logged as it stands.
const SLOW: Duration = Duration::from_secs(1);

/// How much of the name of a media type is looked at.
const LONGEST_TYPE: usize = 128;

/// How much of a body that is not a frame is shown.
const BODY_HEAD: usize = 2000;

/// What all requests of a link share.
pub(super) struct Wire {
    client: Client,
    pub(super) authorizer: Option<Arc<Authorizer>>,
    custom: HeaderMap,
    pub(super) limit: usize,
    pub(super) events: mpsc::Sender<LinkEvent>,
    exchanges: Arc<AtomicU64>,
    state: Mutex<WireState>,
    stream_url: Url,
    /// What its newest request waits for.
    pub(super) progress: Progress,
}

struct WireState {
    /// Where frames are posted; changes when a server turns out to speak HTTP+SSE.
    post_url: Url,
    is_legacy: bool,
    session: Option<String>,
    /// The server does not know the session any more.
    is_expired: bool,
    revision: Option<Revision>,
}

/// A request to make, but for its headers.
pub(super) struct Outgoing<'a> {
    pub(super) method: Method,
    pub(super) url: Url,
    body: Option<&'a Bytes>,
    had_session: bool,
}

/// An answer whose body is still to be read.
pub(super) struct Answer {
    pub(super) response: Response,
    pub(super) exchange: HttpExchange,
    pub(super) started: Instant,
    pub(super) had_session: bool,
}

impl Wire {
    pub(super) fn new(
        http: &Http,
        authorizer: Option<Arc<Authorizer>>,
        limit: usize,
        events: mpsc::Sender<LinkEvent>,
        exchanges: Arc<AtomicU64>,
    ) -> Result<Self, Box<Fault>> {
        let bad = |message: String| Box::new(Fault::new(FaultCode::InvalidConfig, message));
        let shown = redact_url(&http.url).into_owned();
        let url = Url::parse(&http.url).map_err(|error| bad(format!("`{shown}` is not a URL: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(bad(format!("`{shown}` is neither http nor https")));
        }
        let mut custom = HeaderMap::new();
        for (name, value) in &http.headers {
            let header =
                HeaderName::try_from(name).map_err(|_| bad(format!("`{name}` is not a header name")))?;
            let value = HeaderValue::try_from(value).map_err(|_| {
                bad(format!("the value of the header `{name}` has characters no header may have"))
            })?;
            custom.append(header, value);
        }
        let state = WireState {
            post_url: url.clone(),
            is_legacy: false,
            session: None,
            is_expired: false,
            revision: None,
        };
        let client = client::build(http, &url)?;
        let state = Mutex::new(state);
        let progress = Progress::default();
        Ok(Wire { client, authorizer, custom, limit, events, exchanges, state, stream_url: url, progress })
    }

    /// Tells the driver, and waits until there is room. False when nobody listens any more.
    pub(super) async fn tell(&self, event: LinkEvent) -> bool {
        self.events.send(event).await.is_ok()
    }

    pub(super) async fn note(&self, note: Note) {
        self.tell(LinkEvent::Note(note)).await;
    }

    pub(super) fn set_revision(&self, revision: Revision) {
        self.state().revision = Some(revision);
    }

    pub(super) fn become_legacy(&self, post_url: Url) {
        let mut state = self.state();
        state.is_legacy = true;
        state.post_url = post_url;
    }

    /// Whether the user gave credentials of their own.
    pub(super) fn has_credentials(&self) -> bool {
        self.custom.contains_key(reqwest::header::AUTHORIZATION)
    }

    pub(super) fn is_legacy(&self) -> bool {
        self.state().is_legacy
    }

    /// The session that the server should be told to end.
    pub(super) fn session_to_end(&self) -> Option<String> {
        let mut state = self.state();
        state.session.take().filter(|_| !state.is_expired)
    }

    /// A session that the server does not know any more needs no end. Its id still goes with
    /// what is sent: that is how others find out, too.
    pub(super) fn forget_to_end_session(&self) {
        self.state().is_expired = true;
    }

    pub(super) fn stream_url(&self) -> &Url {
        &self.stream_url
    }

    /// Keeps the session id that the server gave with the answer to `initialize`.
    pub(super) fn remember_session(&self, response: &Response) {
        if let Some(id) = response.headers().get("mcp-session-id").and_then(|id| id.to_str().ok()) {
            self.state().session = Some(id.to_owned());
        }
    }

    /// Posts a frame. `own` are the headers of a request that stands alone: it has no part in a
    /// session.
    pub(super) async fn post(&self, body: &Bytes, own: Option<&[(String, String)]>) -> Result<Answer, Fault> {
        let url = self.state().post_url.clone();
        let mut headers = HeaderMap::new();
        for (name, value) in own.unwrap_or_default() {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                headers.append(name, value);
            }
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        self.request(Method::POST, url, headers, Some(body), own.is_some()).await
    }

    pub(super) async fn get(&self, last_event_id: Option<&str>) -> Result<Answer, Fault> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(id) = last_event_id.and_then(|id| HeaderValue::from_bytes(id.as_bytes()).ok()) {
            headers.insert("last-event-id", id);
        }
        self.request(Method::GET, self.stream_url.clone(), headers, None, false).await
    }

    /// Ends the session on the server.
    pub(super) async fn delete(&self, session: &str) {
        let mut headers = HeaderMap::new();
        if let Ok(id) = HeaderValue::from_str(session) {
            headers.insert("mcp-session-id", id);
        }
        let url = self.stream_url.clone();
        if let Ok(answer) = self.request(Method::DELETE, url, headers, None, false).await {
            self.discard(answer).await;
        }
    }

    async fn request(
        &self,
        method: Method,
        url: Url,
        mut headers: HeaderMap,
        body: Option<&Bytes>,
        stands_alone: bool,
    ) -> Result<Answer, Fault> {
        let had_session = !stands_alone && self.add_state_headers(&mut headers);
        // What the user gives wins, also over our own; a name may be given more than once.
        for name in self.custom.keys() {
            headers.remove(name);
        }
        for (name, value) in &self.custom {
            headers.append(name, value.clone());
        }
        // The session is ended as well as it can be; nobody is asked to log in for that.
        let may_log_in = method != Method::DELETE;
        self.let_in(&Outgoing { method, url, body, had_session }, headers, may_log_in).await
    }

    /// Makes a request, and follows redirects that stay where they are.
    pub(super) async fn follow(&self, request: &Outgoing<'_>, headers: &HeaderMap) -> Result<Answer, Fault> {
        let mut url = request.url.clone();
        for _ in 0..=REDIRECTS {
            let answer = self.once(request, &url, headers).await?;
            let Some(location) = redirect::target(&answer.response, &url) else { return Ok(answer) };
            let status = answer.response.status();
            let is_followed = matches!(status.as_u16(), 307 | 308) && location.origin() == url.origin();
            let shown = redact_url(location.as_str()).into_owned();
            self.discard(answer).await;
            if !is_followed {
                return Err(redirect::refused(status, &shown, &url));
            }
            self.note(Note::RedirectFollowed { location: shown }).await;
            url = location;
        }
        Err(Fault::new(FaultCode::Redirected, format!("{} redirects in circles", redact_url(url.as_str()))))
    }

    fn add_state_headers(&self, headers: &mut HeaderMap) -> bool {
        let state = self.state();
        if let Some(id) = state.session.as_deref().and_then(|id| HeaderValue::from_str(id).ok()) {
            headers.insert("mcp-session-id", id);
        }
        if let Some(revision) = state.revision.filter(|revision| revision.has_version_header())
            && !state.is_legacy
        {
            headers.insert("mcp-protocol-version", HeaderValue::from_static(revision.as_str()));
        }
        headers.contains_key("mcp-session-id")
    }

    async fn once(&self, request: &Outgoing<'_>, url: &Url, headers: &HeaderMap) -> Result<Answer, Fault> {
        let Outgoing { method, body, had_session, .. } = request;
        let started = Instant::now();
        let shown = redact_url(url.as_str()).into_owned();
        let mut exchange = HttpExchange {
            exchange: self.exchanges.fetch_add(1, Ordering::Relaxed),
            method: method.to_string(),
            url: shown.clone(),
            request_headers: shown_headers(headers),
            request_bytes: body.map_or(0, |body| body.len() as u64),
            waited_us: connecting::waited().map(connecting::micros),
            ..HttpExchange::default()
        };
        let mut request = self.client.request(method.clone(), url.clone()).headers(headers.clone());
        if let Some(body) = body {
            request = request.body(Bytes::clone(body));
        }
        let sending = connecting::timed(self.progress.clone(), request.send());
        tokio::pin!(sending);
        let (sent, waited) = match tokio::time::timeout(SLOW, &mut sending).await {
            Ok(sent) => sent,
            Err(_) => {
                // Whoever looks at a hanging call wants to see its request now, not in the end.
                let error = Some(format!("no answer after {} ms; waiting on", SLOW.as_millis()));
                let mut waiting = HttpExchange { error, ..exchange.clone() };
                head_at(&mut waiting, started.elapsed());
                self.tell(LinkEvent::Http(Box::new(waiting))).await;
                sending.await
            }
        };
        exchange.connect_us = waited.map(connecting::micros);
        match sent {
            Ok(response) => {
                self.progress.at(HttpStep::Message);
                exchange.status = Some(response.status().as_u16());
                exchange.version = Some(format!("{:?}", response.version()));
                exchange.response_headers = shown_headers(response.headers());
                head_at(&mut exchange, started.elapsed());
                Ok(Answer { response, exchange, started, had_session: *had_session })
            }
            Err(error) => {
                let error = error.without_url();
                let mut fault = client::fault(&error, &shown);
                fault.details.http_step = self.progress.now();
                head_at(&mut exchange, started.elapsed());
                exchange.error = Some(client::words(&error));
                self.tell(LinkEvent::Http(Box::new(exchange))).await;
                Err(fault)
            }
        }
    }

    /// Reads a body that is not a stream. The entry of the exchange is written here.
    pub(super) async fn body(&self, answer: Answer) -> Result<Body, Fault> {
        let Answer { mut response, mut exchange, started, .. } = answer;
        let begun = Instant::now();
        let mut text = Vec::new();
        let mut length = 0u64;
        // Of the whole body; the response itself only knows what is left of it.
        let announced = response.content_length();
        let ended = loop {
            match response.chunk().await {
                Ok(Some(chunk)) => {
                    length += chunk.len() as u64;
                    if text.len() + chunk.len() <= self.limit {
                        text.extend_from_slice(&chunk);
                    } else {
                        // Only the size is of interest from here on, and not for ever.
                        text.truncate(BODY_HEAD);
                        length = announced.unwrap_or(length);
                        break Err(BodyError::TooLarge);
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(BodyError::Broken(error.without_url())),
            }
        };
        exchange.total_ms = Some(millis(started.elapsed()));
        exchange.body_us = Some(connecting::micros(begun.elapsed()));
        exchange.response_bytes = Some(length);
        let url = exchange.url.clone();
        let number = exchange.exchange;
        let head = String::from_utf8_lossy(&text[..text.len().min(BODY_HEAD)]).into_owned();
        let is_success = exchange.status.is_some_and(|status| (200..300).contains(&status));
        let is_frame = is_success && content_type(&response) == "application/json";
        let is_stream = content_type(&response) == "text/event-stream";
        if !head.is_empty() && !is_frame {
            exchange.body_head = Some(head.clone());
        }
        if let Err(BodyError::Broken(error)) = &ended {
            exchange.error = Some(client::words(error));
        }
        self.tell(LinkEvent::Http(Box::new(exchange))).await;
        match ended {
            Ok(()) => Ok(Body { text: Bytes::from(text), is_stream, head, exchange: number }),
            Err(BodyError::Broken(error)) => Err(client::fault(&error, &url)),
            Err(BodyError::TooLarge) => {
                self.tell(LinkEvent::Oversize { length, head }).await;
                Err(Fault::new(FaultCode::FrameTooLarge, format!("the body has {length} bytes")))
            }
        }
    }

    /// Reads a body nobody wants, so that its exchange is logged.
    pub(super) async fn discard(&self, answer: Answer) {
        let _ = self.body(answer).await;
    }

    fn state(&self) -> MutexGuard<'_, WireState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body that was read whole.
pub(super) struct Body {
    pub(super) text: Bytes,
    /// It is an event stream.
    pub(super) is_stream: bool,
    pub(super) head: String,
    pub(super) exchange: u64,
}

enum BodyError {
    TooLarge,
    Broken(reqwest::Error),
}

/// The media type of a body, without its parameters.
pub(super) fn content_type(response: &Response) -> String {
    let value =
        response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media = value.split(';').next().unwrap_or_default().trim();
    // Headers are ASCII here; no type that anybody knows is longer.
    media.get(..media.len().min(LONGEST_TYPE)).unwrap_or_default().to_ascii_lowercase()
}

/// The head of the answer came.
fn head_at(exchange: &mut HttpExchange, passed: Duration) {
    exchange.head_ms = millis(passed);
    exchange.head_us = Some(connecting::micros(passed));
}

pub(super) fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

fn shown_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let shown = |name: &HeaderName, value: &HeaderValue| {
        let value = String::from_utf8_lossy(value.as_bytes());
        (name.to_string(), redact_header(name.as_str(), &value).into_owned())
    };
    headers.iter().map(|(name, value)| shown(name, value)).collect()
}
