//! Frames on their way out: what a request says about itself, what is offered again to a busy link,
//! and what a face sends as it is.

use super::Peer;
use super::effect::{Effect, LinkKind, Outgoing, Sending};
use super::outbox::{Known, Opening, Origin};
use super::phase::PhaseName;
use crate::command::CallKey;
use crate::entry::{EntryKind, Note};
use crate::era::Revision;
use crate::fault::{Fault, FaultCode};
use crate::frame::Frame;
use crate::message::Message;
use crate::mirror;
use crate::raw::Raw;
use crate::stamp::At;
use bytes::Bytes;
use std::sync::Arc;

/// How many frames may wait for a busy link at once.
const SEND_RETRIES: usize = 1024;

impl Peer {
    /// Gives a call its id and sends it.
    pub(super) fn open_call(&mut self, now: At, opening: Opening<'_>, out: &mut Vec<Effect>) -> i64 {
        let method = opening.method.clone();
        let call = self.call_behind(&opening.origin);
        let stands_alone = matches!(opening.origin, Origin::Discover) || self.is_modern();
        let headers = if stands_alone { self.headers(&method, opening.params) } else { None };
        let meta = if stands_alone { self.envelope.as_slice() } else { &[] };
        let (id, bytes) = self.outbox.open(now, opening, meta);
        let sending = Sending::Request { id, method };
        out.push(Effect::Send(Outgoing { epoch: self.epoch, bytes, sending, refusals: 0, headers, call }));
        id
    }

    /// The call of a face for which a request is made.
    fn call_behind(&self, origin: &Origin) -> Option<CallKey> {
        match origin {
            Origin::Face(waiting) => Some(waiting.key),
            Origin::Task { key, .. } => Some(*key),
            Origin::Page { walk } => self.walks.call_of(*walk),
            _ => None,
        }
    }

    /// The headers of a request that stands alone, where there are headers.
    pub(super) fn headers(&self, method: &str, params: Option<&Raw>) -> Option<Arc<[(String, String)]>> {
        if self.kind != LinkKind::Http {
            return None;
        }
        let revision = self.server.as_ref().map_or(Revision::NEWEST, |server| server.revision);
        let arguments = if method == "tools/call" { self.tool_headers.of_call(params) } else { &[] };
        Some(mirror::headers(revision, method, params, arguments).into())
    }

    pub(super) fn send(&self, bytes: Bytes, sending: Sending, out: &mut Vec<Effect>) {
        let (epoch, headers, call) = (self.epoch, None, None);
        out.push(Effect::Send(Outgoing { epoch, bytes, sending, refusals: 0, headers, call }));
    }

    /// Does not send a request that is over and still waits for a busy link.
    pub(super) fn unsend(&mut self, id: i64) {
        self.send_retries
            .retain(|(_, outgoing)| !matches!(outgoing.sending, Sending::Request { id: of, .. } if of == id));
    }

    /// The link is full. A frame is offered a few times, then given up.
    pub(super) fn on_busy(&mut self, now: At, mut outgoing: Outgoing, out: &mut Vec<Effect>) {
        let has_ended = match &outgoing.sending {
            Sending::Request { id, .. } => self.outbox.known(*id) != Known::InFlight,
            _ => false,
        };
        if has_ended || !self.is_live(outgoing.epoch) {
            return;
        }
        outgoing.refusals += 1;
        let attempts = self.config.send_attempts;
        if outgoing.refusals >= attempts || self.send_retries.len() >= SEND_RETRIES {
            let fault = Fault::new(
                FaultCode::Backpressure,
                format!("the transport was busy {} times in a row", outgoing.refusals),
            )
            .with_hint("the server does not read its input: it may be stuck or busy");
            return self.undelivered(now, &outgoing.sending, fault, out);
        }
        out.push(Effect::Log(EntryKind::Note(Note::SendRetry { attempt: outgoing.refusals })));
        let delay = self.jitter.vary(self.config.send_delay, self.config.send_jitter);
        self.send_retries.push((now.plus(delay), outgoing));
    }

    pub(super) fn notify(&mut self, method: Arc<str>, params: Option<&Raw>, out: &mut Vec<Effect>) {
        let bytes = crate::compose::notification(&method, params);
        self.send_if_open(bytes, Sending::Notification { method }, out);
    }

    /// Exact bytes. If they are a request that stands alone, the headers say what they say.
    pub(super) fn send_raw(&mut self, bytes: Bytes, out: &mut Vec<Effect>) {
        let from = out.len();
        self.send_if_open(bytes, Sending::Raw, out);
        if let Some(Effect::Send(outgoing)) = out.get_mut(from)
            && let Some(Message::Request { id, method, params, .. }) =
                Frame::read(outgoing.bytes.clone()).message()
        {
            self.raw_requests.insert(id.clone());
            if self.is_modern() {
                outgoing.headers = self.headers(method, params.as_ref());
            }
        }
    }

    pub(super) fn send_if_open(&mut self, bytes: Bytes, sending: Sending, out: &mut Vec<Effect>) {
        if self.is_live(self.epoch) && self.phase.name() != PhaseName::Starting {
            return self.send(bytes, sending, out);
        }
        let reason = format!("not connected ({})", self.phase.name());
        out.push(Effect::Log(EntryKind::Note(Note::NotSent { what: sending.words(), reason })));
    }
}
