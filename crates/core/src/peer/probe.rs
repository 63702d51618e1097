//! How a session finds out which era a server belongs to, and begins to speak
//! with one that needs no handshake.
//!
//! `server/discover` is asked, once more if the server refuses our revision and
//! names one we speak. What becomes of it is read by the table in `crate::probe`;
//! a server of the legacy era is then greeted with `initialize` (`handshake.rs`).
//! A server that says nothing is greeted after a while
//! ([`PeerConfig`](super::config::PeerConfig) has the times), and the question stays
//! open: a modern server that is slow to start still answers it.

use super::Peer;
use super::effect::{Effect, LinkKind};
use super::handshake::Server;
use super::outbox::{Opening, Origin};
use super::phase::{Phase, Trigger};
use crate::brief::brief;
use crate::entry::{EntryKind, Note};
use crate::era::{Era, Revision, Versions, meta};
use crate::fault::{Fault, FaultCode};
use crate::message::{Reply, RpcError};
use crate::method::has_capability;
use crate::probe::{Sign, UNSUPPORTED_VERSION, Verdict};
use crate::raw::Raw;
use crate::stamp::At;
use std::time::Duration;

/// How many names of revisions a server may list.
const MOST_VERSIONS: usize = 64;

/// A question under way.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// When the handshake is tried without an answer.
    pub(super) fall_back_at: Option<At>,
    /// It was asked again after the server refused our revision.
    is_second: bool,
}

impl Peer {
    /// The link is open: begins to get to know the server.
    pub(super) fn begin(&mut self, now: At, out: &mut Vec<Effect>) {
        match (self.config.versions, self.kind) {
            (Versions::Pinned(revision), LinkKind::Sse) if revision.is_modern() => {
                let message = format!("{revision} cannot be spoken over HTTP+SSE");
                let fault = Fault::new(FaultCode::ProtocolVersionMismatch, message)
                    .with_hint("use Streamable HTTP, or an older revision");
                self.fail(now, Trigger::Refused, &fault, out);
            }
            (Versions::Pinned(revision), _) if revision.is_modern() => self.discover(now, false, out),
            (Versions::Auto, LinkKind::Pipe | LinkKind::Http) if self.known != Some(Era::Legacy) => {
                self.discover(now, false, out);
            }
            _ => self.begin_handshake(now, self.config.versions.offered(), out),
        }
    }

    fn discover(&mut self, now: At, is_second: bool, out: &mut Vec<Effect>) {
        self.write_envelope(Revision::NEWEST, false);
        let patience = self.probe_patience();
        // A server that is known to answer, or that may have ended because it was greeted, is not
        // greeted while it thinks.
        let may_greet = self.config.versions == Versions::Auto
            && self.known != Some(Era::Modern)
            && !self.waits_for_probe;
        let fall_back_at = may_greet.then(|| now.plus(patience));
        self.probe = Some(Probe { fall_back_at, is_second });
        let opening = Opening {
            origin: Origin::Discover,
            method: "server/discover".into(),
            params: None,
            progress: false,
            // The phase's own deadline ends it.
            idle: self.config.init_timeout * 2,
            total: None,
            strays: self.strays,
        };
        self.open_call(now, opening, out);
    }

    /// What every request says about itself when it stands alone.
    pub(super) fn write_envelope(&mut self, revision: Revision, has_logging: bool) {
        let level = self.config.log_level.or(self.config.quiet_log_level).filter(|_| has_logging);
        let mut envelope = vec![
            (meta::PROTOCOL_VERSION, Raw::of(revision.as_str())),
            (meta::CLIENT_INFO, Raw::of(&self.config.client)),
            (meta::CLIENT_CAPABILITIES, Raw::of(&self.config.offer.to_capabilities(revision))),
        ];
        envelope.extend(level.map(|level| (meta::LOG_LEVEL, Raw::of(&level))));
        self.envelope = envelope;
    }

    /// `server/discover` was answered.
    pub(super) fn on_discover_reply(&mut self, now: At, reply: &Reply, out: &mut Vec<Effect>) {
        let Some(probe) = self.probe.take() else { return };
        let sign = match reply {
            Reply::Result(result) => match supported(Some(result), "supportedVersions") {
                Some(supported) => Sign::Discovered { supported },
                None => Sign::OtherResult,
            },
            Reply::Error(error) => refusal(error),
        };
        note_sign(&sign, out);
        // The handshake was already begun: only a modern answer changes anything now.
        if self.handshake.is_some() {
            if let (Sign::Discovered { supported }, Reply::Result(result)) = (&sign, reply)
                && let Some(revision) = newest(supported).filter(|revision| revision.is_modern())
            {
                self.drop_call_of(now, |origin| matches!(origin, Origin::Initialize), out);
                self.handshake = None;
                self.become_modern(now, revision, result, out);
            }
            return;
        }
        let error = match reply {
            Reply::Error(error) => Some(error),
            Reply::Result(_) => None,
        };
        match (&sign, newest(sign.supported())) {
            (Sign::Discovered { .. }, Some(revision)) if revision.is_modern() => {
                if let Reply::Result(result) = reply {
                    self.become_modern(now, revision, result, out);
                }
            }
            (Sign::VersionRefused { .. }, Some(revision)) if revision.is_modern() && !probe.is_second => {
                self.discover(now, true, out);
            }
            (Sign::Discovered { .. } | Sign::VersionRefused { .. }, Some(revision))
                if self.config.versions == Versions::Auto && !revision.is_modern() =>
            {
                self.begin_handshake(now, revision, out);
            }
            (Sign::Discovered { supported } | Sign::VersionRefused { supported }, _) => {
                let fault = no_common_version(supported, error);
                self.fail(now, Trigger::Refused, &fault, out);
            }
            _ => {
                let fault = error.map_or_else(no_versions, refused);
                self.follow_verdict(now, sign.verdict(), fault, out);
            }
        }
    }

    /// `server/discover` could not be delivered, or was answered with something else than a message.
    pub(super) fn on_discover_lost(&mut self, now: At, fault: Fault, out: &mut Vec<Effect>) {
        let details = &fault.details;
        let sign = match (details.http_status, &details.rpc) {
            (Some(status @ (401 | 403)), _) => Sign::Status { status },
            (_, Some(error)) => {
                let reply = Reply::Error(error.clone());
                return self.on_discover_reply(now, &reply, out);
            }
            (Some(status), None) if (200..300).contains(&status) => Sign::NotJsonRpc,
            (Some(status), None) => Sign::Status { status },
            (None, None) if fault.code == FaultCode::InvalidResponse => Sign::NotJsonRpc,
            (None, None) => Sign::Unreachable,
        };
        self.probe = None;
        note_sign(&sign, out);
        // A handshake that is under way says more.
        if self.handshake.is_none() {
            self.is_guessing = sign == Sign::NotJsonRpc;
            self.follow_verdict(now, sign.verdict(), fault, out);
        }
    }

    fn follow_verdict(&mut self, now: At, verdict: Verdict, fault: Fault, out: &mut Vec<Effect>) {
        let is_free = self.config.versions == Versions::Auto;
        match verdict {
            Verdict::Legacy | Verdict::Unknown if is_free => {
                self.is_guessing |= verdict == Verdict::Unknown;
                self.begin_handshake(now, Revision::NEWEST_LEGACY, out);
            }
            Verdict::Legacy => {
                let fault = fault
                    .with_hint("the server does not speak 2026-07-28: choose `auto` or an older revision");
                self.fail(now, Trigger::Refused, &fault, out);
            }
            _ => self.fail(now, Trigger::Refused, &fault, out),
        }
    }

    /// Time passed while the question was open.
    pub(super) fn expire_probe(&mut self, now: At, out: &mut Vec<Effect>) {
        let Some(probe) = &mut self.probe else { return };
        if probe.fall_back_at.is_none_or(|at| now < at) {
            return;
        }
        probe.fall_back_at = None;
        let after_ms = u64::try_from(self.probe_patience().as_millis()).unwrap_or(u64::MAX);
        self.is_guessing = self.kind == LinkKind::Http;
        let sign = if self.is_guessing { Sign::Slow { after_ms } } else { Sign::Silent { after_ms } };
        note_sign(&sign, out);
        self.begin_handshake(now, Revision::NEWEST_LEGACY, out);
    }

    fn probe_patience(&self) -> Duration {
        if self.kind == LinkKind::Http { self.config.http_probe_timeout } else { self.config.probe_timeout }
    }

    /// The server process ended while the question was open: some older servers do that. It is
    /// started again and greeted the older way. False when that is not what happened.
    pub(super) fn restart_after_quit(&mut self, now: At, fault: &Fault, out: &mut Vec<Effect>) -> bool {
        let Phase::Initializing { deadline } = self.phase else { return false };
        let is_free = self.config.versions == Versions::Auto && self.kind == LinkKind::Pipe;
        if self.probe.is_none() || !is_free || now >= deadline {
            return false;
        }
        note_sign(&Sign::Quit, out);
        // If it was greeted as well, nobody knows which of the two ended it: next time it is only asked.
        if self.handshake.is_some() {
            self.waits_for_probe = true;
        } else {
            self.known = Some(Era::Legacy);
            self.quits_on_probe = true;
        }
        out.push(Effect::Close { epoch: self.epoch });
        self.end_everything(now, fault, out);
        self.epoch += 1;
        self.enter(Trigger::Restart, Phase::Starting { deadline }, None, out);
        out.push(Effect::Open { epoch: self.epoch });
        true
    }

    fn become_modern(&mut self, now: At, revision: Revision, result: &Raw, out: &mut Vec<Effect>) {
        let capabilities = match result.member("capabilities").filter(Raw::is_object) {
            Some(capabilities) => capabilities.detached(),
            None => Raw::empty_object(),
        };
        self.known = Some(Era::Modern);
        self.write_envelope(revision, has_capability(&capabilities, &["logging"]));
        self.become_ready(now, Server { revision, capabilities, knows_roots: false }, out);
    }

    /// Whether requests stand alone on this connection.
    pub(super) fn is_modern(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.revision.is_modern())
    }
}

fn note_sign(sign: &Sign, out: &mut Vec<Effect>) {
    let verdict = sign.verdict();
    out.push(Effect::Log(EntryKind::Note(Note::Probe { sign: sign.clone(), verdict })));
}

/// How an error reads as a sign.
fn refusal(error: &RpcError) -> Sign {
    match error.code {
        Some(UNSUPPORTED_VERSION) => match supported(error.data.as_ref(), "supported") {
            Some(supported) => Sign::VersionRefused { supported },
            None => Sign::Refused { code: UNSUPPORTED_VERSION },
        },
        code => Sign::Refused { code: code.unwrap_or_default() },
    }
}

/// A list of names, if `member` is one.
pub(super) fn supported(object: Option<&Raw>, member: &str) -> Option<Vec<String>> {
    let names: Vec<String> = object?.member(member)?.read().ok()?;
    Some(names.iter().take(MOST_VERSIONS).map(|name| brief(name)).collect())
}

/// The newest of these revisions that we speak.
pub(super) fn newest(names: &[String]) -> Option<Revision> {
    names.iter().filter_map(|name| Revision::named(name)).max()
}

fn refused(error: &RpcError) -> Fault {
    let mut fault = Fault::refused("server/discover", error.clone());
    fault.code = FaultCode::ProtocolError;
    fault
}

fn no_versions() -> Fault {
    Fault::new(FaultCode::InvalidResponse, "the result of `server/discover` has no list `supportedVersions`")
        .for_method("server/discover")
}

fn no_common_version(supported: &[String], error: Option<&RpcError>) -> Fault {
    let named = if supported.is_empty() { "none".to_owned() } else { supported.join(", ") };
    let known: Vec<&str> = Revision::ALL.iter().map(|revision| revision.as_str()).collect();
    let message = match newest(supported).filter(|revision| revision.is_modern()) {
        Some(revision) => format!("the server refuses {revision} and names it as one that it speaks"),
        None => format!("there is no revision that both sides may speak; the server names {named}"),
    };
    let mut fault =
        Fault::new(FaultCode::ProtocolVersionMismatch, message).for_method("server/discover").with_hint(
            format!("this client speaks {}; a pinned revision rules out the others", known.join(", ")),
        );
    fault.details.rpc = error.cloned();
    fault
}
