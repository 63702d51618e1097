//! How the connection stands at one moment: requests in flight, what both sides said they can do, HTTP exchanges.

use super::super::event::{Call, Head, Posted};
use crate::entry::HttpExchange;
use crate::era::{Era, Revision};
use crate::message::{Reply, RequestId};
use crate::method::has_capability;
use crate::raw::Raw;
use crate::stamp::At;
use std::collections::{HashMap, VecDeque};

/// How many requests, exchanges and ended requests are remembered, each.
const REMEMBERED: usize = 4096;

/// How the connection stands.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Context {
    /// Requests of ours in flight.
    pub(super) calls: HashMap<RequestId, Call>,
    ended: HashMap<RequestId, Ended>,
    ended_order: VecDeque<RequestId>,
    /// The last request with each progress token, in flight or answered.
    tokens: HashMap<Raw, RequestId>,
    /// What `initialize` agreed on.
    pub(crate) session: Option<Session>,
    /// The result of `server/discover`.
    pub(super) discovered: Option<Raw>,
    /// The server has shown that it speaks 2026-07-28.
    pub(crate) is_modern: bool,
    /// Everything since the connection began was seen.
    pub(crate) is_whole: bool,
    /// We sent something that is no message, to which a server may answer anything.
    pub(crate) has_sent_junk: bool,
    /// The handshake was answered by the POST that carried it.
    pub(crate) is_streamable: bool,
    heads: HashMap<u64, Head>,
    head_order: VecDeque<u64>,
    pub(super) unposted: VecDeque<Unposted>,
}

/// What `initialize` agreed on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Session {
    /// The revision in force, when it is known.
    pub(crate) revision: Option<Revision>,
    /// What the server said it can do.
    pub(crate) server: Option<Raw>,
    /// What we said we can do.
    pub(crate) client: Option<Raw>,
    /// When we said that the handshake is done.
    pub(crate) initialized: Option<At>,
}

/// A request that has been answered.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    pub(crate) revision: Option<Revision>,
    pub(crate) token: Option<Raw>,
    pub(crate) method: String,
    /// It asked for a task (2025-11-25), which lives on after the answer.
    pub(crate) is_task: bool,
    /// When its answer came.
    pub(crate) at: At,
}

/// A frame we sent whose POST is not known yet.
pub(super) struct Unposted {
    pub(super) bytes: u64,
    pub(super) kind: Posted,
    pub(super) call: Option<RequestId>,
    pub(super) masked: bool,
}

impl Default for Context {
    fn default() -> Self {
        Context {
            calls: HashMap::new(),
            ended: HashMap::new(),
            ended_order: VecDeque::new(),
            tokens: HashMap::new(),
            session: None,
            discovered: None,
            is_modern: false,
            is_whole: true,
            has_sent_junk: false,
            is_streamable: false,
            heads: HashMap::new(),
            head_order: VecDeque::new(),
            unposted: VecDeque::new(),
        }
    }
}

impl Context {
    /// The request in flight with this id.
    pub(crate) fn call(&self, id: &RequestId) -> Option<&Call> {
        self.calls.get(id)
    }

    /// All requests in flight, in no order.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Call> {
        self.calls.values()
    }

    /// The answered request with this id.
    pub(crate) fn ended_call(&self, id: &RequestId) -> Option<&Ended> {
        self.ended.get(id)
    }

    /// The request in flight that has this progress token.
    pub(crate) fn call_with_token(&self, token: &Raw) -> Option<&Call> {
        self.calls.get(self.tokens.get(token)?)
    }

    /// The answered request that had this progress token.
    pub(crate) fn ended_with_token(&self, token: &Raw) -> Option<&Ended> {
        self.ended.get(self.tokens.get(token)?)
    }

    /// The HTTP exchange with this number.
    pub(crate) fn head(&self, exchange: u64) -> Option<&Head> {
        self.heads.get(&exchange)
    }

    /// Whether the server said, for `revision`, that it has the capability at `path`; none when
    /// what it said was not seen.
    pub(crate) fn server_has(&self, revision: Revision, path: &[&str]) -> Option<bool> {
        let capabilities = match revision.era() {
            Era::Legacy => self.session.as_ref()?.server.clone()?,
            Era::Modern => self.discovered.as_ref()?.member("capabilities")?,
        };
        capabilities.is_object().then(|| has_capability(&capabilities, path))
    }

    /// The result of `server/discover`, when one was seen.
    pub(crate) fn discovered(&self) -> Option<&Raw> {
        self.discovered.as_ref()
    }

    /// The revision of messages that belong to no request: known when the connection has only
    /// seen one era.
    pub(crate) fn ambient(&self) -> Option<Revision> {
        match (&self.session, self.is_modern) {
            (Some(session), false) => session.revision,
            (None, true) if !self.is_initializing() => Some(Revision::R2026_07_28),
            _ => None,
        }
    }

    /// Whether `initialize` is in flight.
    fn is_initializing(&self) -> bool {
        self.calls.values().any(|call| call.method == "initialize")
    }

    /// The revision of messages in an HTTP exchange, or of those outside of any.
    pub(super) fn revision_in(&self, exchange: Option<u64>) -> Option<Revision> {
        match exchange.and_then(|exchange| self.heads.get(&exchange)) {
            Some(head) if head.is_get => self.session.as_ref().and_then(|session| session.revision),
            Some(head) if head.revision.is_some() => head.revision,
            _ => self.ambient(),
        }
    }

    /// The request that the exchange carried, when that is certain.
    pub(super) fn call_in(&self, exchange: Option<u64>) -> Option<&RequestId> {
        self.heads.get(&exchange?)?.call.as_ref()
    }

    pub(super) fn has_ended(&self, id: &RequestId) -> bool {
        self.ended.contains_key(id)
    }

    /// Whether a request in flight names its own version while the server may be a legacy one.
    pub(super) fn has_unproven_call(&self) -> bool {
        !self.is_modern && self.calls.values().any(Call::is_modern)
    }

    /// Something was not seen. A frame that was dropped from the log takes nothing else with
    /// it; entries lost on the way to a recording may have been anything.
    pub(super) fn forget(&mut self, keeps_revision: bool) {
        let revision = self.session.as_ref().and_then(|session| session.revision);
        let is_streamable = self.is_streamable;
        *self = Context { is_whole: false, is_streamable, ..Context::default() };
        if let Some(revision) = revision.filter(|_| keeps_revision) {
            self.negotiated(revision);
        }
    }

    /// The connection is gone, and with it whatever was in flight.
    pub(super) fn lose_calls(&mut self) {
        self.calls.clear();
        self.unposted.clear();
    }

    pub(super) fn negotiated(&mut self, revision: Revision) {
        if revision.era() == Era::Legacy {
            self.session.get_or_insert_default().revision = Some(revision);
        }
    }

    /// `initialize` was answered.
    pub(super) fn initialized(&mut self, call: &mut Call, reply: &Reply, exchange: Option<u64>) {
        let legacy = |name: String| Revision::named(&name).filter(|named| named.era() == Era::Legacy);
        let requested = call.text("protocolVersion").and_then(legacy);
        let Reply::Result(result) = reply else {
            call.revision = requested;
            return;
        };
        let revision = result.text_member("protocolVersion").and_then(legacy).or(requested);
        call.revision = revision;
        self.session = Some(Session {
            revision,
            server: result.member("capabilities"),
            client: call.param("capabilities"),
            initialized: None,
        });
        if let Some(head) = exchange.and_then(|exchange| self.heads.get(&exchange)) {
            self.is_streamable = head.is_post;
        }
    }

    /// A request of ours goes out.
    pub(super) fn called(&mut self, mut call: Call) {
        if self.calls.len() >= REMEMBERED {
            self.is_whole = false;
            return;
        }
        let is_known = self.calls.contains_key(&call.id) || self.ended.contains_key(&call.id);
        call.is_ambiguous |= is_known;
        if let Some(token) = &call.token {
            self.tokens.insert(token.clone(), call.id.clone());
        }
        self.calls.insert(call.id.clone(), call);
    }

    /// We no longer wait for the answer to `id`.
    pub(super) fn give_up(&mut self, id: &RequestId) {
        if let Some(call) = self.calls.get_mut(id) {
            call.is_given_up = true;
        }
    }

    pub(super) fn ended(&mut self, call: &Call, at: At) {
        let ended = Ended {
            revision: call.revision,
            token: call.token.clone(),
            method: call.method.clone(),
            is_task: call.param("task").is_some(),
            at,
        };
        if self.ended.insert(call.id.clone(), ended).is_none() {
            self.ended_order.push_back(call.id.clone());
        }
        if self.ended_order.len() > REMEMBERED
            && let Some(oldest) = self.ended_order.pop_front()
        {
            let token = self.ended.remove(&oldest).and_then(|ended| ended.token);
            if let Some(token) = token.filter(|token| self.tokens.get(token) == Some(&oldest)) {
                self.tokens.remove(&token);
            }
            self.is_whole = false;
        }
    }

    /// The request `id` was answered in the exchange, which therefore carried it.
    pub(super) fn answered_in(&mut self, exchange: Option<u64>, id: &RequestId) {
        self.unposted.retain(|frame| frame.call.as_ref() != Some(id));
        let head = exchange.and_then(|exchange| self.heads.get_mut(&exchange));
        if let Some(head) = head.filter(|head| head.is_post) {
            head.call = Some(id.clone());
            head.posted = Some(Posted::Request);
            head.is_answered = true;
        }
    }

    /// What is known about an exchange when its head comes.
    pub(super) fn head_of(&mut self, exchange: &HttpExchange) -> Head {
        let request = |name: &str| header(&exchange.request_headers, name);
        let media = header(&exchange.response_headers, "content-type").unwrap_or_default();
        let mut head = Head {
            exchange: exchange.exchange,
            is_post: exchange.method == "POST",
            is_get: exchange.method == "GET",
            is_resumption: request("last-event-id").is_some(),
            status: exchange.status,
            media: media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase(),
            revision: request("mcp-protocol-version").and_then(Revision::named),
            ..Head::default()
        };
        if head.is_post {
            self.match_post(&mut head, exchange.request_bytes);
        }
        head
    }

    /// Which of the frames we sent the POST carried: the one of that length, if there is but one.
    fn match_post(&mut self, head: &mut Head, bytes: u64) {
        if self.unposted.iter().any(|frame| frame.masked) {
            return;
        }
        let fits = |frame: &&Unposted| frame.bytes == bytes;
        let mut fitting = self.unposted.iter().filter(fits);
        let Some(first) = fitting.next() else { return };
        let (kind, call) = (first.kind, first.call.clone());
        let (rest, others) = (fitting.clone().count(), fitting.any(|frame| frame.kind != kind));
        if others {
            return;
        }
        head.posted = Some(kind);
        head.call = call.filter(|_| rest == 0);
        // Redirects and logins send the same frame again.
        let is_final = !matches!(head.status, Some(300..=399 | 401 | 403));
        if is_final
            && (rest == 0 || kind == Posted::Other)
            && let Some(at) = self.unposted.iter().position(|frame| frame.bytes == bytes)
        {
            self.unposted.remove(at);
        }
    }

    pub(super) fn keep_head(&mut self, head: Head) {
        self.head_order.push_back(head.exchange);
        self.heads.insert(head.exchange, head);
        if self.head_order.len() > REMEMBERED
            && let Some(oldest) = self.head_order.pop_front()
        {
            self.heads.remove(&oldest);
        }
    }

    pub(super) fn keep_unposted(&mut self, frame: Unposted) {
        self.unposted.push_back(frame);
        if self.unposted.len() > REMEMBERED {
            self.unposted.pop_front();
        }
    }
}

/// The last value of the header `name`.
pub(crate) fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().rev().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}
