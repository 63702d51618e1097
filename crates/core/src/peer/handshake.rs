//! How both sides get to know each other in the legacy era.
//!
//! `initialize`, a check of the revision the server answers with, and
//! `notifications/initialized`. A server that refuses our revision but names its
//! own gets one more try with the newest of those that we speak.

use super::Peer;
use super::effect::{Effect, Sending};
use super::outbox::{Opening, Origin};
use super::phase::{Phase, Trigger};
use super::probe::{newest, supported};
use crate::entry::{EntryKind, Note};
use crate::era::{Era, Revision};
use crate::fault::{Fault, FaultCode};
use crate::message::{Reply, RpcError};
use crate::raw::Raw;
use crate::stamp::At;
use serde_json::json;

/// What the handshake brought to light.
#[derive(Clone, Debug)]
pub(super) struct Server {
    pub(super) revision: Revision,
    pub(super) capabilities: Raw,
    /// Whether the handshake offered it roots.
    pub(super) knows_roots: bool,
}

/// A handshake under way.
#[derive(Clone, Debug)]
pub(super) struct Handshake {
    offered: Revision,
    offers_roots: bool,
    /// A second offer, after the server named what it speaks.
    is_second: bool,
}

impl Peer {
    pub(super) fn begin_handshake(&mut self, now: At, offered: Revision, out: &mut Vec<Effect>) {
        let offers_roots = self.config.offer.roots.is_some();
        let first = Handshake { offered, offers_roots, is_second: false };
        self.offer(now, first, out);
    }

    fn offer(&mut self, now: At, handshake: Handshake, out: &mut Vec<Effect>) {
        let params = Raw::of(&json!({
            "protocolVersion": handshake.offered.as_str(),
            "capabilities": self.config.offer.to_capabilities(handshake.offered),
            "clientInfo": self.config.client,
        }));
        self.handshake = Some(handshake);
        let opening = Opening {
            origin: Origin::Initialize,
            method: "initialize".into(),
            params: Some(&params),
            progress: false,
            // The phase's own deadline ends the handshake.
            idle: self.config.init_timeout * 2,
            total: None,
            strays: self.strays,
        };
        self.open_call(now, opening, out);
    }

    /// `initialize` was answered.
    pub(super) fn on_initialize_reply(&mut self, now: At, reply: &Reply, out: &mut Vec<Effect>) {
        let Some(handshake) = self.handshake.take() else { return };
        match reply {
            Reply::Error(error) => match other_revision(&handshake, error) {
                Some(offered) => self.offer(now, Handshake { offered, is_second: true, ..handshake }, out),
                None => self.handshake_failed(now, refused(error), out),
            },
            Reply::Result(result) => match judge(result, &handshake, out) {
                Ok(server) => {
                    // A question of the newer era may still be open.
                    self.probe = None;
                    self.drop_call_of(now, |origin| matches!(origin, Origin::Discover), out);
                    self.known = (!self.is_guessing).then_some(Era::Legacy);
                    self.become_ready(now, server, out);
                }
                Err(fault) => self.handshake_failed(now, fault, out),
            },
        }
    }

    /// The handshake led nowhere. While the server may still say that it needs none, that is waited for.
    pub(super) fn handshake_failed(&mut self, now: At, fault: Fault, out: &mut Vec<Effect>) {
        self.handshake = None;
        if self.probe.is_some() {
            self.refused_with = Some(fault);
        } else {
            self.fail(now, Trigger::Refused, &fault, out);
        }
    }

    pub(super) fn become_ready(&mut self, now: At, server: Server, out: &mut Vec<Effect>) {
        let revision = server.revision;
        self.server = Some(server);
        out.push(Effect::Negotiated { epoch: self.epoch, revision });
        out.push(Effect::Log(EntryKind::Negotiated { revision }));
        if !revision.is_modern() {
            let initialized = Sending::Notification { method: "notifications/initialized".into() };
            self.send(crate::compose::notification("notifications/initialized", None), initialized, out);
        }
        self.enter(Trigger::HandshakeDone, Phase::Ready { since: now }, None, out);
        // There is no ping where there is no session to keep alive.
        let interval = self.config.ping_interval.filter(|_| !revision.is_modern());
        self.next_ping = interval.map(|interval| now.plus(interval));
        self.plan_background_after_handshake();
        self.restream(now, out);
        self.pump(now, out);
        self.pump_background(now, out);
    }
}

/// Reads the answer to `initialize`.
fn judge(result: &Raw, handshake: &Handshake, out: &mut Vec<Effect>) -> Result<Server, Fault> {
    if !result.is_object() {
        return Err(Fault::new(FaultCode::InvalidResponse, "the result of `initialize` is not an object")
            .for_method("initialize"));
    }
    let mut note = |note| out.push(Effect::Log(EntryKind::Note(note)));
    let missing = |what: &str| Note::IncompleteHandshake { missing: what.to_owned() };
    let named = result.text_member("protocolVersion");
    let revision = match named.as_deref().map(Revision::named) {
        Some(Some(revision)) if revision.era() == Era::Legacy => revision,
        Some(None) => return Err(unknown_revision(named.as_deref().unwrap_or_default())),
        Some(Some(_)) => {
            let named = named.unwrap_or_default();
            let used = handshake.offered;
            note(Note::OddRevision { named, used });
            used
        }
        None => {
            note(missing("`protocolVersion`"));
            handshake.offered
        }
    };
    let capabilities = match result.member("capabilities").filter(Raw::is_object) {
        Some(capabilities) => capabilities.detached(),
        None => {
            note(missing("`capabilities`"));
            Raw::empty_object()
        }
    };
    if result.member("serverInfo").is_none_or(|info| !info.is_object()) {
        note(missing("`serverInfo`"));
    }
    Ok(Server { revision, capabilities, knows_roots: handshake.offers_roots })
}

/// The newest revision that a refusing server says it speaks, and that we have not offered.
fn other_revision(handshake: &Handshake, error: &RpcError) -> Option<Revision> {
    if handshake.is_second {
        return None;
    }
    supported(error.data.as_ref(), "supported")?
        .iter()
        .filter_map(|name| Revision::named(name))
        .filter(|revision| revision.era() == Era::Legacy && *revision != handshake.offered)
        .max()
}

fn refused(error: &RpcError) -> Fault {
    let mut fault = Fault::refused("initialize", error.clone());
    fault.code = if error.data.as_ref().is_some_and(|data| data.member("supported").is_some()) {
        FaultCode::ProtocolVersionMismatch
    } else {
        FaultCode::ProtocolError
    };
    let names = supported(error.data.as_ref(), "supported").unwrap_or_default();
    if newest(&names).is_some_and(Revision::is_modern) {
        return fault.with_hint("the server speaks a revision without a handshake: choose `auto`");
    }
    fault.with_hint("the server refused the handshake; its message and data say why")
}

fn unknown_revision(named: &str) -> Fault {
    let known: Vec<&str> = Revision::ALL.iter().map(|revision| revision.as_str()).collect();
    Fault::new(
        FaultCode::ProtocolVersionMismatch,
        format!("the server answered with protocol version {named:?}, which does not exist"),
    )
    .for_method("initialize")
    .with_hint(format!("`protocolVersion` must be one of {}", known.join(", ")))
}
