//! A request of a client, answered in the words of its era.

use super::abilities::Abilities;
use super::desk::{Call, ClientKey, Event, QUEUE};
use super::endpoint::{SESSION, recorded, revision_of, session_of};
use super::exchange::{Ended, Exchange, Opening, Recorded, WhenLeft};
use super::inputs::{self, Brought};
use super::reply::{Manner, takes_streams};
use super::upstream::Upstream;
use super::{dialect, listen};
use crate::Backend;
use crate::history::End;
use crate::problem::Problem;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use mcp_inspector_engine::core::compose;
use mcp_inspector_engine::core::message::RequestId;
use mcp_inspector_engine::{FaultCode, LogLevel, Outcome, Raw};
use serde_json::json;
use std::sync::Arc;
use tokio::sync::{Notify, mpsc};

/// JSON-RPC: no such method.
const METHOD_NOT_FOUND: i64 = -32601;

/// Methods that only exist with a handshake.
const LEGACY: [&str; 5] =
    ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

/// Methods before whose answer a server may ask something. The newer era answers no other with a wish
/// for input, and in the older one a call of another is not what the server asks for.
const ASKING: [&str; 4] = ["tools/call", "prompts/get", "resources/read", "tasks/result"];

/// A request of a client.
pub(super) struct Incoming<'a> {
    pub(super) backend: &'a Backend,
    pub(super) upstream: &'a Arc<Upstream>,
    pub(super) headers: &'a HeaderMap,
    pub(super) id: &'a RequestId,
    pub(super) method: &'a str,
    pub(super) params: Option<&'a Raw>,
}

impl Incoming<'_> {
    /// Answers it.
    pub(super) async fn answer(self) -> Result<Response, Problem> {
        let header = revision_of(self.headers)?;
        if dialect::is_modern(self.params, header) {
            return self.modern().await;
        }
        if self.method == "initialize" {
            return Ok(self.initialize().await);
        }
        match session_of(self.upstream, self.headers)? {
            Some(key) => Ok(self.in_session(key).await),
            None => Ok(self.alone().await),
        }
    }

    fn manner(&self, is_modern: bool) -> Manner {
        Manner {
            id: self.id.clone(),
            method: self.method.into(),
            streams: takes_streams(self.headers),
            is_modern,
            base: self.backend.base().into(),
        }
    }

    /// A client begins a session.
    async fn initialize(self) -> Response {
        let manner = self.manner(false);
        let request = Recorded::begin(self.upstream, self.method, self.params);
        let wanted = self.params.and_then(|params| params.text_member("protocolVersion"));
        let capabilities = self.params.and_then(|params| params.member("capabilities"));
        let revision = dialect::negotiated(wanted.as_deref());
        let key: ClientKey = uuid::Uuid::new_v4().to_string().into();
        // Before the server is there: it may ask something as soon as it is.
        self.upstream.desk().join(&key, Abilities::of(capabilities.as_ref()), revision);
        if let Err(fault) = self.upstream.ready().await {
            self.upstream.desk().leave(&key);
            request.end(self.upstream, End::Fault(&fault));
            return manner.at_once(self.upstream, Ended::Fault(fault));
        }
        let result = dialect::initialized(self.upstream, revision);
        request.end(self.upstream, End::Result(&result));
        let mut response = manner.at_once(self.upstream, Ended::Result(result));
        if let Ok(value) = HeaderValue::from_str(&key) {
            response.headers_mut().insert(SESSION, value);
        }
        response
    }

    /// A request of a client with a session.
    async fn in_session(self, key: ClientKey) -> Response {
        match self.method {
            "ping" if self.upstream.is_modern() => return self.done(&Raw::empty_object()),
            "logging/setLevel" => {
                let level = self.params.and_then(|params| params.member("level"));
                if let Some(level) = level.and_then(|level| level.read::<LogLevel>().ok()) {
                    return self.set_level(&key, level).await;
                }
            }
            "resources/subscribe" => {
                if let Some(uri) = self.params.and_then(|params| params.text_member("uri")) {
                    return self.subscribe(&key, &uri).await;
                }
            }
            "resources/unsubscribe" => {
                if let Some(uri) = self.params.and_then(|params| params.text_member("uri")) {
                    return self.unsubscribe(&key, &uri).await;
                }
            }
            _ => {}
        }
        let abilities =
            self.upstream.desk().client(&key).map(|(_, abilities, _)| abilities).unwrap_or_default();
        self.forward(Some(key), abilities, None, false, WhenLeft::GoOn).await
    }

    /// A request without any handshake. Nothing can be asked of whoever made it.
    async fn alone(self) -> Response {
        if self.method == "ping" && self.upstream.is_modern() {
            return self.done(&Raw::empty_object());
        }
        self.forward(None, Abilities::default(), None, false, WhenLeft::Abort).await
    }

    /// A request that stands alone, as 2026-07-28 has it.
    async fn modern(self) -> Result<Response, Problem> {
        let manner = self.manner(true);
        let envelope = match dialect::envelope(self.method, self.params, self.headers) {
            Ok(envelope) => envelope,
            Err(error) => {
                Recorded::begin(self.upstream, self.method, self.params)
                    .end(self.upstream, End::Error(&error));
                let mut response = manner.at_once(self.upstream, Ended::Error(error));
                *response.status_mut() = axum::http::StatusCode::BAD_REQUEST;
                return Ok(response);
            }
        };
        if LEGACY.contains(&self.method) {
            let message = format!("Method not found: `{}` does not exist in 2026-07-28", self.method);
            let error = dialect::error(METHOD_NOT_FOUND, &message, None);
            Recorded::begin(self.upstream, self.method, self.params).end(self.upstream, End::Error(&error));
            return Ok(manner.at_once(self.upstream, Ended::Error(error)));
        }
        // What the server is decides how it is spoken to.
        if let Err(fault) = self.upstream.ready().await {
            Recorded::begin(self.upstream, self.method, self.params).end(self.upstream, End::Fault(&fault));
            return Ok(manner.at_once(self.upstream, Ended::Fault(fault)));
        }
        match self.method {
            "server/discover" if !self.upstream.is_modern() => {
                let result = dialect::discovered(self.upstream);
                recorded(self.upstream, self.method, self.params, &result);
                return Ok(manner.at_once(self.upstream, Ended::Result(result)));
            }
            "subscriptions/listen" => {
                return Ok(listen::open(self.backend, self.upstream, &manner, self.params).await);
            }
            _ => {}
        }
        if let Some(level) = envelope.level.filter(|_| !self.upstream.is_modern()) {
            self.upstream.log_from(level).await;
        }
        Ok(self.forward(None, envelope.abilities, envelope.level, true, WhenLeft::Abort).await)
    }

    /// Passes the request on to the server.
    async fn forward(
        self,
        client: Option<ClientKey>,
        abilities: Abilities,
        level: Option<LogLevel>,
        is_modern: bool,
        when_left: WhenLeft,
    ) -> Response {
        let manner = self.manner(is_modern);
        if let Err(fault) = self.upstream.wake().await {
            Recorded::begin(self.upstream, self.method, self.params).end(self.upstream, End::Fault(&fault));
            return manner.at_once(self.upstream, Ended::Fault(fault));
        }
        let (sender, receiver) = mpsc::channel::<Event>(QUEUE);
        // A client that is asked by results can be asked in any answer.
        let hears = manner.streams || is_modern;
        let abilities = if ASKING.contains(&self.method) { abilities } else { Abilities::default() };
        let call = Call {
            client,
            id: self.id.clone(),
            abilities,
            events: hears.then_some(sender),
            token: self.params.and_then(compose::progress_token),
            level,
            is_modern,
            cancelled: Arc::new(Notify::new()),
        };
        if is_modern
            && !self.upstream.is_modern()
            && let Some(brought) = Brought::read(self.params)
        {
            return self.bring(manner, &brought, call).await;
        }
        let opening = Opening {
            call,
            method: manner.method.clone(),
            params: self.params.cloned(),
            when_left,
            verbatim: is_modern,
            events: hears.then_some(receiver),
        };
        let exchange = Exchange::begin(self.upstream, opening).await;
        manner.follow(self.upstream.clone(), exchange).await
    }

    /// A client comes back with the input that a call waits for.
    async fn bring(self, manner: Manner, brought: &Brought, call: Call) -> Response {
        let Some(mut waiting) = self.upstream.parked().take(&brought.state, self.method) else {
            let message = "`requestState` stands for no call that waits: it has ended, or is another's";
            let error = dialect::error(dialect::INVALID_PARAMS, message, None);
            Recorded::begin(self.upstream, self.method, self.params).end(self.upstream, End::Error(&error));
            return manner.at_once(self.upstream, Ended::Error(error));
        };
        let open = brought.answer(self.upstream, waiting.asks).await;
        if !open.is_empty() {
            let result = inputs::required(self.upstream, waiting.exchange, &manner.method, open);
            return manner.at_once(self.upstream, Ended::Result(result));
        }
        waiting.exchange.resume(self.id.clone(), call);
        manner.follow(self.upstream.clone(), waiting.exchange).await
    }

    async fn set_level(self, key: &ClientKey, level: LogLevel) -> Response {
        let least = self.upstream.desk().set_level(key, level);
        let params = Raw::of(&json!({ "level": least }));
        let response = self.by_ourselves(params).await;
        self.upstream.logs_from(least);
        response
    }

    async fn subscribe(self, key: &ClientKey, uri: &str) -> Response {
        if !self.upstream.desk().subscribe(key, uri) {
            return self.done(&Raw::empty_object());
        }
        let (upstream, params) = (self.upstream.clone(), Raw::of(&json!({ "uri": uri })));
        let (response, is_granted) = self.asked(params).await;
        if !is_granted {
            upstream.desk().unsubscribe(key, uri);
        }
        response
    }

    async fn unsubscribe(self, key: &ClientKey, uri: &str) -> Response {
        if self.upstream.desk().unsubscribe(key, uri) {
            return self.by_ourselves(Raw::of(&json!({ "uri": uri }))).await;
        }
        self.done(&Raw::empty_object())
    }

    /// Answers without asking the server.
    fn done(&self, result: &Raw) -> Response {
        recorded(self.upstream, self.method, self.params, result);
        self.manner(false).at_once(self.upstream, Ended::Result(result.clone()))
    }

    async fn by_ourselves(&self, params: Raw) -> Response {
        self.asked(params).await.0
    }

    /// Asks the server for all its clients, in the words of its era; whether it said yes.
    async fn asked(&self, params: Raw) -> (Response, bool) {
        let request = Recorded::begin(self.upstream, self.method, self.params);
        let outcome = match self.upstream.wake().await {
            Ok(()) => self.upstream.ask(self.method, Some(params)).await,
            Err(fault) => Outcome::Lost(fault),
        };
        let ended = match outcome {
            Outcome::Answered(result) => {
                request.end(self.upstream, End::Result(&result));
                Ended::Result(result)
            }
            // What the server does not offer is refused in the words in which it would do so itself.
            Outcome::Lost(fault) if fault.code == FaultCode::CapabilityMissing => {
                let error = dialect::error(METHOD_NOT_FOUND, &fault.message, None);
                request.end(self.upstream, End::Error(&error));
                Ended::Error(error)
            }
            Outcome::Refused(error) => {
                request.end(self.upstream, End::Error(&error));
                Ended::Error(error)
            }
            Outcome::Lost(fault) | Outcome::Expired(fault) => {
                request.end(self.upstream, End::Fault(&fault));
                Ended::Fault(fault)
            }
            Outcome::Cancelled { .. } => Ended::Cancelled,
        };
        let is_granted = matches!(ended, Ended::Result(_));
        (self.manner(false).at_once(self.upstream, ended), is_granted)
    }
}
