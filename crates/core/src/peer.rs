//! Our side of the protocol: a machine without I/O, clock or threads.
//!
//! The driver tells it what happened with [`Peer::step`] and carries out the
//! [`Effect`]s in order. It calls again with [`Input::Tick`] no later than
//! [`Peer::deadline`]. Same inputs and same seed give the same effects.
//!
//! The parts: `phase` (where we stand), `probe` and `handshake` (getting to know
//! the server), `queue` (calls that wait), `outbox` (calls in flight), `results`
//! (what answers mean), `sending` (frames on their way out), `rounds` (results that ask for input), `tasks`,
//! `tombstones` (calls that ended too early), `backoff`, `asks` (what the server
//! wants), `pages` (lists), `listen` and `stream` (subscriptions), `cache`,
//! `tool_headers`, `background` (work of our own). This file routes.

mod asks;
mod background;
mod backoff;
mod cache;
mod calls;
pub mod config;
mod effect;
mod following;
mod handshake;
mod hold;
mod inbound;
mod listen;
mod outbox;
mod pages;
pub mod phase;
mod probe;
mod queue;
mod raw_requests;
mod results;
mod rounds;
mod sending;
mod stream;
mod tasks;
pub mod terms;
#[cfg(test)]
mod tests;
mod tombstones;
mod tool_headers;

pub use asks::Ask;
pub use effect::{Effect, Input, LinkKind, Outgoing, Sending, Waits};

use crate::command::{AskId, Outcome, QueueStatus};
use crate::entry::{AskEnd, EntryKind, Note};
use crate::era::Era;
use crate::fault::{Fault, FaultCode, HttpStep};
use crate::raw::Raw;
use crate::stamp::At;
use asks::Asks;
use background::Background;
use backoff::{Backoff, Jitter};
use cache::Cache;
use config::PeerConfig;
use following::Following;
use handshake::{Handshake, Server};
use listen::Listen;
use outbox::{Opening, Origin, Outbox};
use pages::Walks;
use phase::{Phase, PhaseChange, PhaseName, Trigger};
use probe::Probe;
use queue::{Queue, Waiting, Work};
use raw_requests::RawRequests;
use rounds::Rounds;
use stream::Streams;
use terms::Terms;
use tombstones::Tombstones;
use tool_headers::ToolHeaders;

/// Our side of the protocol.
#[derive(Clone, Debug)]
pub struct Peer {
    config: PeerConfig,
    /// The terms of the next connection, when they were chosen since this one began.
    next_terms: Option<Terms>,
    /// The roots to show once roots are offered again.
    spare_roots: Vec<config::Root>,
    phase: Phase,
    /// The number of the link at hand; grows with every attempt.
    epoch: u32,
    kind: LinkKind,
    server: Option<Server>,
    /// The era the server turned out to belong to, for the next connection.
    known: Option<Era>,
    /// The server process ends when it is asked for its era.
    quits_on_probe: bool,
    /// The server process ended after it was both asked and greeted: it is only asked next time.
    waits_for_probe: bool,
    /// Why the server refused to be greeted, while it is still being asked.
    refused_with: Option<Fault>,
    /// The first thing on the link that is no message.
    first_junk: Option<String>,
    /// What the link waited for when it was last told.
    waits: Option<Waits>,
    /// The handshake is tried although nothing is known about the era.
    is_guessing: bool,
    probe: Option<Probe>,
    handshake: Option<Handshake>,
    /// What every request says about itself when it stands alone.
    envelope: Vec<(&'static str, Raw)>,
    queue: Queue,
    outbox: Outbox,
    tombstones: Tombstones,
    raw_requests: RawRequests,
    next_sweep: Option<At>,
    backoff: Backoff,
    jitter: Jitter,
    asks: Asks,
    walks: Walks,
    listen: Listen,
    streams: Streams,
    rounds: Rounds,
    following: Following,
    tool_headers: ToolHeaders,
    /// Calls whose headers did not fit, until the tools are listed anew.
    mismatched: Vec<(i64, Waiting)>,
    cache: Cache,
    background: Background,
    next_ping: Option<At>,
    send_retries: Vec<(At, Outgoing)>,
    /// Answers that belonged to no call.
    strays: u64,
    /// Since when the clocks of calls and handshake stand still.
    held_since: Option<At>,
    /// Since when the server waits for an answer that it asked for by itself.
    asked_since: Option<At>,
}

/// What the machine holds; all zero when nothing is going on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Calls in flight.
    pub in_flight: usize,
    /// Calls that wait.
    pub waiting: usize,
    /// Ids of calls that ended too early.
    pub tombstones: usize,
    /// Asks, lists, own work and frames that wait for a busy link.
    pub other: usize,
}

impl Peer {
    /// A machine that is not connected.
    pub fn new(config: PeerConfig) -> Self {
        Peer {
            next_terms: None,
            spare_roots: Vec::new(),
            phase: Phase::Closed { fault: None },
            epoch: 0,
            kind: LinkKind::default(),
            server: None,
            known: None,
            quits_on_probe: false,
            waits_for_probe: false,
            refused_with: None,
            first_junk: None,
            waits: None,
            is_guessing: false,
            probe: None,
            handshake: None,
            envelope: Vec::new(),
            queue: Queue::new(config.concurrency, config.queue_limit),
            outbox: Outbox::new(),
            tombstones: Tombstones::new(config.tombstone_ttl()),
            raw_requests: RawRequests::default(),
            next_sweep: None,
            backoff: Backoff::new(config.retry.clone()),
            jitter: Jitter::seeded(config.seed),
            asks: Asks::default(),
            walks: Walks::default(),
            listen: Listen::default(),
            streams: Streams::default(),
            rounds: Rounds::default(),
            following: Following::default(),
            tool_headers: ToolHeaders::default(),
            mismatched: Vec::new(),
            cache: Cache::default(),
            background: Background::default(),
            next_ping: None,
            send_retries: Vec::new(),
            strays: 0,
            held_since: None,
            asked_since: None,
            config,
        }
    }

    /// Takes in what happened and appends what to do about it.
    pub fn step(&mut self, now: At, input: Input<'_>, out: &mut Vec<Effect>) {
        match input {
            Input::Frame { epoch, frame } if self.is_live(epoch) => self.on_frame(now, frame, out),
            Input::Call { key, request } => {
                let work = Work::Call { request, resent: false, rounds: 0, inputs: None };
                self.enqueue(now, Waiting { key, work }, out);
            }
            Input::List { key, list, options } => {
                self.enqueue(now, Waiting { key, work: Work::List { list, options } }, out);
            }
            Input::Tick => self.tick(now, out),
            Input::Waits { epoch, what } if epoch == self.epoch => self.waits = Some(what),
            Input::Connect => self.connect(now, out),
            Input::Stop => self.stop(now, out),
            Input::LinkUp { epoch, kind } if epoch == self.epoch => {
                if let Phase::Starting { deadline } = self.phase {
                    self.kind = kind;
                    self.enter(Trigger::LinkUp, Phase::Initializing { deadline }, None, out);
                    self.begin(now, out);
                }
            }
            Input::LinkDown { epoch, fault } if epoch == self.epoch => {
                if !self.restart_after_quit(now, &fault, out) {
                    self.fail(now, Trigger::LinkLost, &fault, out);
                }
            }
            Input::LinkClosed { epoch } if epoch == self.epoch => {
                if let Phase::Closing { .. } = self.phase {
                    self.enter(Trigger::CleanedUp, Phase::Closed { fault: None }, None, out);
                }
            }
            Input::Oversize { epoch, length, head } if self.is_live(epoch) => {
                self.on_oversize(now, length, head, out);
            }
            Input::Busy(outgoing) => self.on_busy(now, outgoing, out),
            Input::Undelivered { epoch, sending, fault } if self.is_live(epoch) => {
                self.undelivered(now, &sending, fault, out);
            }
            Input::Cancel { key } => self.cancel(key, out),
            Input::Abort { key, reason } => self.abort(now, key, reason, out),
            Input::Notify { method, params } => self.notify(method, params.as_ref(), out),
            Input::SendRaw { bytes } => self.send_raw(bytes, out),
            Input::Answer { ask, answer } => self.answer(now, ask, &answer, out),
            Input::SetRoots { roots } => self.set_roots(roots, out),
            Input::SetTerms { terms } => self.next_terms = Some(terms),
            Input::Hold { epoch } if self.is_live(epoch) => self.hold(now),
            Input::Release { epoch } if epoch == self.epoch => self.release(now),
            // News of a link that was given up.
            Input::Frame { .. }
            | Input::Waits { .. }
            | Input::LinkUp { .. }
            | Input::LinkDown { .. }
            | Input::LinkClosed { .. }
            | Input::Oversize { .. }
            | Input::Undelivered { .. }
            | Input::Hold { .. }
            | Input::Release { .. } => {}
        }
        self.mind_asks(now);
    }

    /// When [`Input::Tick`] is wanted at the latest.
    pub fn deadline(&self) -> Option<At> {
        let sweep = if self.tombstones.is_empty() { None } else { self.next_sweep };
        let retry = self.send_retries.iter().map(|(at, _)| *at).min();
        let ping = if matches!(self.phase, Phase::Ready { .. }) { self.next_ping } else { None };
        let (probe, phase, calls) = if self.is_held() {
            (None, self.phase.deadline().filter(|_| !self.phase.is_connecting()), None)
        } else {
            let probe = self.probe.as_ref().and_then(|probe| probe.fall_back_at);
            let calls = self.outbox.deadline().filter(|_| self.asked_since.is_none());
            (probe, self.phase.deadline(), calls)
        };
        let calls = [calls, self.rounds.deadline(), self.following.deadline()];
        let own = [phase, self.asks.deadline(), self.streams.deadline(), probe];
        let more = [ping, sweep, retry];
        calls.into_iter().chain(own).chain(more).flatten().min()
    }

    /// Where the session stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The number of the link at hand.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The server's capabilities, once they are known.
    pub fn capabilities(&self) -> Option<&Raw> {
        self.server.as_ref().map(|server| &server.capabilities)
    }

    /// How many calls stand where.
    pub fn queue_status(&self) -> QueueStatus {
        self.queue.status()
    }

    /// Whether an ask still waits for an answer.
    pub fn has_ask(&self, id: AskId) -> bool {
        self.asks.contains(id)
    }

    /// The roots servers are shown.
    pub fn roots(&self) -> &[config::Root] {
        self.config.offer.roots.as_deref().unwrap_or_default()
    }

    /// What the machine holds.
    pub fn held(&self) -> Held {
        Held {
            in_flight: self.outbox.len(),
            waiting: self.queue.status().pending,
            tombstones: self.tombstones.len(),
            other: usize::from(!self.asks.is_empty())
                + usize::from(!self.walks.is_empty())
                + usize::from(!self.background.is_idle())
                + usize::from(!self.streams.is_idle())
                + self.rounds.len()
                + self.following.len()
                + self.mismatched.len()
                + self.send_retries.len(),
        }
    }

    fn is_live(&self, epoch: u32) -> bool {
        epoch == self.epoch
            && matches!(self.phase, Phase::Starting { .. } | Phase::Initializing { .. } | Phase::Ready { .. })
    }

    /// The only way from one phase to another.
    fn enter(&mut self, trigger: Trigger, to: Phase, fault: Option<&Fault>, out: &mut Vec<Effect>) {
        let from = self.phase.name();
        debug_assert_eq!(phase::after(from, trigger), Some(to.name()), "{from} by {trigger:?}");
        out.push(Effect::Log(EntryKind::Phase(PhaseChange {
            from,
            to: to.name(),
            trigger,
            failures: self.backoff.failures(),
            fault: fault.cloned().map(Box::new),
        })));
        self.phase = to;
    }

    fn connect(&mut self, now: At, out: &mut Vec<Effect>) {
        match self.phase {
            Phase::Closed { .. } => {
                // Whoever connects anew may have put another server there.
                self.known = None;
                self.quits_on_probe = false;
                self.backoff.reset();
                self.open_link(now, Trigger::Connect, out);
            }
            Phase::Backoff { .. } => self.open_link(now, Trigger::Retry, out),
            _ => {}
        }
    }

    fn open_link(&mut self, now: At, trigger: Trigger, out: &mut Vec<Effect>) {
        self.epoch += 1;
        self.adopt_terms();
        self.held_since = None;
        self.first_junk = None;
        self.waits = None;
        let deadline = now.plus(self.config.init_timeout);
        self.enter(trigger, Phase::Starting { deadline }, None, out);
        out.push(Effect::Open { epoch: self.epoch });
    }

    /// Fail-fast: whatever the server does, everything ends now and the link within the grace.
    fn stop(&mut self, now: At, out: &mut Vec<Effect>) {
        if phase::after(self.phase.name(), Trigger::Stop).is_none() {
            return;
        }
        let had_link = !matches!(self.phase, Phase::Backoff { .. });
        self.end_everything(now, &calls::shutdown(), out);
        self.end_waiting(&calls::shutdown(), out);
        let until = now.plus(self.config.stop_grace);
        self.enter(Trigger::Stop, Phase::Closing { until }, None, out);
        if had_link {
            out.push(Effect::Close { epoch: self.epoch });
        } else {
            self.enter(Trigger::CleanedUp, Phase::Closed { fault: None }, None, out);
        }
    }

    /// The connection failed: end what depends on it, then wait or give up.
    fn fail(&mut self, now: At, trigger: Trigger, fault: &Fault, out: &mut Vec<Effect>) {
        if phase::after(self.phase.name(), trigger).is_some() {
            self.end_waiting(fault, out);
            self.fail_with(now, trigger, fault, out);
        }
    }

    /// The server forgot our session. Calls that wait can be made in the next one.
    fn fail_keeping_queue(&mut self, now: At, fault: &Fault, out: &mut Vec<Effect>) {
        if phase::after(self.phase.name(), Trigger::LinkLost).is_some() {
            self.fail_with(now, Trigger::LinkLost, fault, out);
        }
    }

    fn fail_with(&mut self, now: At, trigger: Trigger, fault: &Fault, out: &mut Vec<Effect>) {
        if let Phase::Ready { since } = self.phase {
            self.backoff.was_ready(since, now);
        } else {
            self.waits_for_probe = false;
            // A server that lives and refuses the handshake did not quit because it was asked.
            self.quits_on_probe &= trigger != Trigger::Refused;
            if !self.quits_on_probe {
                self.known = None;
            }
        }
        out.push(Effect::Close { epoch: self.epoch });
        self.end_everything(now, fault, out);
        let is_first = self.backoff.failures() == 0;
        let delay = self.backoff.fail(&mut self.jitter).filter(|_| fault.code.is_retryable());
        // A forgotten session says nothing against the server: the first time it is renewed at once.
        let delay = delay.map(|delay| {
            if is_first && fault.code == FaultCode::SessionExpired {
                std::time::Duration::ZERO
            } else {
                delay
            }
        });
        let until = now.plus(delay.unwrap_or_default());
        self.enter(trigger, Phase::Backoff { until, fault: fault.clone() }, Some(fault), out);
        if delay.is_none() {
            self.end_waiting(fault, out);
            self.enter(Trigger::GiveUp, Phase::Closed { fault: Some(fault.clone()) }, Some(fault), out);
        }
    }

    /// Ends every call in flight, every list, every ask and all own work.
    fn end_everything(&mut self, now: At, fault: &Fault, out: &mut Vec<Effect>) {
        self.server = None;
        self.probe = None;
        self.is_guessing = false;
        self.refused_with = None;
        self.handshake = None;
        self.cache.clear();
        self.tool_headers = ToolHeaders::default();
        self.next_ping = None;
        self.send_retries.clear();
        self.background.clear();
        self.listen.disconnected();
        for (id, call) in self.outbox.drain() {
            self.tombstones.insert(id, now);
            if let Origin::Face(waiting) = call.origin {
                self.settle_sent(waiting.key, Some(id), &call.method, Outcome::Lost(fault.clone()), out);
            }
        }
        let mismatched = std::mem::take(&mut self.mismatched);
        for (id, waiting) in self.rounds.drain().into_iter().chain(mismatched) {
            let method = waiting.work.method();
            self.settle_sent(waiting.key, Some(id), method, Outcome::Lost(fault.clone()), out);
        }
        for (id, waiting) in self.following.drain() {
            let method = waiting.work.method();
            self.settle_resting(waiting.key, id, method, Outcome::Lost(fault.clone()), out);
        }
        self.end_streams(fault, out);
        for walk in self.walks.drain() {
            if let Some(key) = walk.for_call {
                self.settle_sent(key, None, walk.list.method(), Outcome::Lost(fault.clone()), out);
            }
        }
        for ask in self.asks.drain() {
            out.push(inbound::ask_ended(ask.id, AskEnd::Lost));
        }
        self.next_sweep.get_or_insert(now.plus(self.config.tombstone_sweep));
    }

    fn end_waiting(&mut self, fault: &Fault, out: &mut Vec<Effect>) {
        for waiting in self.queue.drain() {
            self.settle_unsent(&waiting, Outcome::Lost(fault.clone()), out);
        }
    }

    fn on_oversize(&mut self, now: At, length: u64, head: String, out: &mut Vec<Effect>) {
        let limit = self.config.max_frame_bytes as u64;
        out.push(Effect::Log(EntryKind::Note(Note::Oversize { length, limit, head })));
        let fault = Fault::new(
            FaultCode::FrameTooLarge,
            format!("the server sent a frame of {length} bytes; the limit is {limit}"),
        )
        .with_hint(
            "send large data in pieces or as a resource, or raise the limit with `--max-message-size`",
        );
        self.fail(now, Trigger::Oversize, &fault, out);
    }

    fn tick(&mut self, now: At, out: &mut Vec<Effect>) {
        match &self.phase {
            Phase::Starting { deadline } | Phase::Initializing { deadline }
                if *deadline <= now && !self.is_held() =>
            {
                let fault = self.refused_with.take().unwrap_or_else(|| self.connect_timeout());
                self.fail(now, Trigger::TimedOut, &fault, out);
            }
            Phase::Backoff { until, .. } if *until <= now => self.open_link(now, Trigger::Retry, out),
            Phase::Closing { until } if *until <= now => {
                self.enter(Trigger::CleanedUp, Phase::Closed { fault: None }, None, out);
            }
            _ => {}
        }
        if !self.is_held() {
            self.expire_probe(now, out);
            if self.asked_since.is_none() {
                self.expire_calls(now, out);
            }
        }
        self.expire_asks(now, out);
        self.resume_rounds(now, out);
        self.look_at_tasks(now, out);
        self.reopen_stream(now, out);
        self.ping(now, out);
        if self.next_sweep.is_none_or(|sweep| sweep <= now) {
            self.tombstones.sweep(now);
            self.next_sweep = Some(now.plus(self.config.tombstone_sweep));
        }
        if self.send_retries.iter().any(|(at, _)| *at <= now) {
            let (due, later) = self.send_retries.drain(..).partition(|(at, _)| *at <= now);
            self.send_retries = later;
            let due: Vec<(At, Outgoing)> = due;
            out.extend(due.into_iter().map(|(_, outgoing)| Effect::Send(outgoing)));
        }
    }

    fn connect_timeout(&self) -> Fault {
        let millis = u64::try_from(self.config.init_timeout.as_millis()).unwrap_or(u64::MAX);
        let is_open = self.phase.name() != PhaseName::Starting;
        let what = match &self.handshake {
            _ if !is_open => "the connection was not open",
            Some(_) => "the server did not answer `initialize`",
            None => "the server did not answer `server/discover`",
        };
        let http_step = match self.waits {
            Some(Waits::Http(step)) => Some(step),
            _ => None,
        };
        let hint = match self.kind {
            _ if http_step == Some(HttpStep::Name) => {
                "the name of its host is still being looked up: check the network"
            }
            _ if http_step == Some(HttpStep::Connection) => {
                "there is no connection yet: check host and port, and whether something in between swallows it"
            }
            _ if !is_open => "check that the server is running and reachable",
            LinkKind::Http | LinkKind::Sse => {
                "does it speak MCP at this address? it must answer a POST there, as JSON or as an event stream"
            }
            LinkKind::Pipe => {
                "does it speak MCP on this transport? a server on stdio must answer on stdout, \
                 one JSON message per line"
            }
        };
        // What was printed where only messages belong is often why.
        let hint = match &self.first_junk {
            Some(junk) => format!("it wrote `{junk}` to stdout, where only messages belong; {hint}"),
            None => hint.to_owned(),
        };
        let mut fault = Fault::new(FaultCode::ConnectionTimeout, format!("{what} within {millis} ms"));
        fault.details.elapsed = Some(millis);
        fault.details.is_running = (is_open && self.kind == LinkKind::Pipe).then_some(true);
        fault.details.http_step = http_step;
        fault.details.pid = match self.waits {
            Some(Waits::Process(pid)) => Some(pid),
            _ => None,
        };
        fault.with_hint(hint)
    }

    fn ping(&mut self, now: At, out: &mut Vec<Effect>) {
        let (Phase::Ready { .. }, Some(due)) = (&self.phase, self.next_ping) else { return };
        if due > now {
            return;
        }
        self.next_ping = self.config.ping_interval.map(|interval| now.plus(interval));
        let opening = Opening {
            origin: Origin::Ping,
            method: "ping".into(),
            params: None,
            progress: false,
            idle: self.config.request_timeout,
            total: None,
            strays: self.strays,
        };
        self.open_call(now, opening, out);
    }

    /// The roots we show to servers change, and a server that was offered roots hears of it.
    fn set_roots(&mut self, roots: Vec<config::Root>, out: &mut Vec<Effect>) {
        self.config.offer.roots = Some(roots);
        if let Some(server) = self.server.as_ref().filter(|server| server.revision.is_modern()) {
            let has_logging = crate::method::has_capability(&server.capabilities, &["logging"]);
            self.write_envelope(server.revision, has_logging);
        }
        // A server that was not offered roots at the handshake has nothing to forget.
        let was_offered = self.server.as_ref().is_some_and(|server| server.knows_roots);
        if was_offered && matches!(self.phase, Phase::Ready { .. }) {
            self.notify("notifications/roots/list_changed".into(), None, out);
        }
    }
}
