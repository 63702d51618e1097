//! The task that drives a session: one loop, one place where things happen.
//!
//! It takes the next of command, link event and timer, appends what came to the
//! log, steps the machine and carries out its effects. It never waits for a face
//! or a link: replies go through one-shot channels, frames into bounded buffers.

mod alarm;
mod command;
mod mask;

use crate::clock::Clock;
use crate::link::{Events, Link, LinkEvent, Opener};
use crate::log::Log;
use crate::responder::Responder;
use crate::session::SessionConfig;
use crate::telemetry::Telemetry;
use alarm::Alarm;
pub(crate) use command::Command;
pub(crate) use mask::Mask;
use mcp_inspector_core::command::{CallKey, Outcome};
use mcp_inspector_core::entry::{AskChange, EntryKind, Note};
use mcp_inspector_core::frame::{Direction, Frame};
use mcp_inspector_core::peer::phase::{Phase, PhaseName};
use mcp_inspector_core::peer::{Ask, Effect, Input, Outgoing, Peer, Sending};
use mcp_inspector_core::redact::Redactor;
use mcp_inspector_core::{At, Raw};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot, watch};

/// How many commands are taken at once.
const BATCH: usize = 128;

/// Who waits for a call.
enum Waiter {
    Call(oneshot::Sender<Outcome>),
    List(oneshot::Sender<Result<Vec<Raw>, Outcome>>),
}

/// A link and the channel it speaks through.
struct OpenLink {
    epoch: u32,
    link: Box<dyn Link>,
    events: Events,
}

/// The task that drives a session.
pub(crate) struct Driver {
    pub(crate) peer: Peer,
    pub(crate) config: SessionConfig,
    pub(crate) opener: Opener,
    pub(crate) clock: Clock,
    pub(crate) log: Log,
    pub(crate) commands: mpsc::Receiver<Command>,
    pub(crate) phase: watch::Sender<Phase>,
    pub(crate) responder: Responder,
    mask: Mask,
    pub(crate) telemetry: Telemetry,
    pub(crate) exchanges: Arc<AtomicU64>,
    process: Arc<AtomicU32>,
    link: Option<OpenLink>,
    waiters: HashMap<CallKey, Waiter>,
    /// The call with whose answer the present frames come.
    beside: Option<CallKey>,
    effects: Vec<Effect>,
}

/// What a driver is made of.
pub(crate) struct Parts {
    pub(crate) config: SessionConfig,
    pub(crate) opener: Opener,
    pub(crate) clock: Clock,
    pub(crate) log: Log,
    pub(crate) commands: mpsc::Receiver<Command>,
    pub(crate) phase: watch::Sender<Phase>,
    pub(crate) responder: Responder,
    pub(crate) redactor: Redactor,
    pub(crate) client: u64,
    /// Where others see the process of the server; 0 while there is none.
    pub(crate) process: Arc<AtomicU32>,
}

impl Driver {
    pub(crate) fn new(parts: Parts) -> Self {
        Driver {
            peer: Peer::new(parts.config.peer.clone()),
            mask: Mask::new(parts.redactor).hiding_results(parts.config.hides_secrets),
            config: parts.config,
            opener: parts.opener,
            clock: parts.clock,
            log: parts.log,
            commands: parts.commands,
            phase: parts.phase,
            responder: parts.responder,
            telemetry: Telemetry::new(parts.client),
            exchanges: Arc::new(AtomicU64::new(1)),
            process: parts.process,
            link: None,
            waiters: HashMap::new(),
            beside: None,
            effects: Vec::new(),
        }
    }

    /// Begins to connect.
    pub(crate) fn connect(&mut self) {
        self.step(Input::Connect);
        self.log.publish();
    }

    /// Runs until every handle is gone and the connection is closed.
    pub(crate) async fn run(mut self) {
        let mut inbox = Vec::with_capacity(BATCH);
        let mut has_handles = true;
        let mut alarm = Alarm::new(self.clock);
        loop {
            alarm.set(self.peer.deadline());
            tokio::select! {
                count = self.commands.recv_many(&mut inbox, BATCH), if has_handles => {
                    if count == 0 {
                        has_handles = false;
                        self.step(Input::Stop);
                    }
                    for command in inbox.drain(..) {
                        self.command(command);
                    }
                }
                event = next_event(&mut self.link) => self.event(event),
                () = alarm.ring() => self.tick(),
            }
            if let Some(open) = &mut self.link {
                open.link.flush();
            }
            self.log.publish();
            if !has_handles && self.peer.phase().name() == PhaseName::Closed {
                break;
            }
        }
    }

    fn event(&mut self, event: Option<LinkEvent>) {
        let now = self.clock.now();
        let Some(epoch) = self.link.as_ref().map(|open| open.epoch) else { return };
        match event {
            Some(LinkEvent::Frames { frames, exchange, beside }) => {
                self.beside = beside.and_then(|id| self.peer.call_of(id));
                for frame in frames {
                    self.frame(now, epoch, frame, exchange);
                }
                self.beside = None;
            }
            Some(LinkEvent::Up(kind)) => self.step(Input::LinkUp { epoch, kind }),
            Some(LinkEvent::Stderr(lines)) => {
                for line in lines {
                    self.append(now, EntryKind::Stderr { line });
                }
            }
            Some(LinkEvent::Http(exchange)) => self.append(now, EntryKind::Http(exchange)),
            Some(LinkEvent::HttpEnd { exchange, bytes, duration_ms, duration_us, error }) => {
                self.append(now, EntryKind::HttpEnd { exchange, bytes, duration_ms, duration_us, error });
            }
            Some(LinkEvent::Auth(step)) => self.append(now, EntryKind::Auth(step)),
            Some(LinkEvent::Secret(secret)) => self.mask.learn(&secret),
            Some(LinkEvent::Hold) => self.step(Input::Hold { epoch }),
            Some(LinkEvent::Release) => self.step(Input::Release { epoch }),
            Some(LinkEvent::Note(note)) => self.append(now, EntryKind::Note(note)),
            Some(LinkEvent::Oversize { length, head }) => {
                self.step(Input::Oversize { epoch, length, head });
            }
            Some(LinkEvent::Undelivered { sending, fault }) => {
                self.step(Input::Undelivered { epoch, sending, fault: self.mask.apply(fault) });
            }
            Some(LinkEvent::Down(fault)) => {
                self.step(Input::LinkDown { epoch, fault: self.mask.apply(fault) });
            }
            Some(LinkEvent::Closed) | None => {
                self.link = None;
                self.process.store(0, Ordering::Relaxed);
                self.step(Input::LinkClosed { epoch });
            }
        }
    }

    /// The entry comes first; what the machine makes of the frame comes after it.
    fn frame(&mut self, now: At, epoch: u32, frame: Frame, exchange: Option<u64>) {
        let mut effects = std::mem::take(&mut self.effects);
        self.peer.step(now, Input::Frame { epoch, frame: &frame }, &mut effects);
        self.responder.hear(&frame);
        self.append_frame(now, Direction::Received, frame, (exchange, self.beside));
        self.carry_out(now, effects);
    }

    fn tick(&mut self) {
        let phase = self.peer.phase().name();
        let was_closing = phase == PhaseName::Closing;
        if let (PhaseName::Starting | PhaseName::Initializing, Some(open)) = (phase, &self.link)
            && let Some(what) = open.link.waits()
        {
            self.step(Input::Waits { epoch: open.epoch, what });
        }
        self.step(Input::Tick);
        if was_closing
            && self.peer.phase().name() == PhaseName::Closed
            && let Some(open) = &mut self.link
        {
            // Whoever waited for the stop may block this thread or end the program next.
            open.link.abandon();
        }
    }

    fn step(&mut self, input: Input<'_>) {
        let now = self.clock.now();
        let mut effects = std::mem::take(&mut self.effects);
        self.peer.step(now, input, &mut effects);
        self.carry_out(now, effects);
    }

    fn carry_out(&mut self, now: At, mut effects: Vec<Effect>) {
        // Answering is a step of its own, and must not overtake the effects of this one.
        let mut asks = Vec::new();
        for effect in effects.drain(..) {
            match effect {
                Effect::Send(outgoing) => self.send(now, outgoing),
                Effect::Settle { key, outcome } => {
                    let outcome = self.mask.outcome(outcome);
                    match self.waiters.remove(&key) {
                        // Whoever asked may have lost interest.
                        Some(Waiter::Call(reply)) => drop(reply.send(outcome)),
                        Some(Waiter::List(reply)) => drop(reply.send(Err(outcome))),
                        None => {}
                    }
                }
                Effect::Listed { key, pages } => {
                    if let Some(Waiter::List(reply)) = self.waiters.remove(&key) {
                        let pages = pages.into_iter().map(|page| self.mask.result(page));
                        let _ = reply.send(Ok(pages.collect()));
                    }
                }
                Effect::Log(kind) => {
                    if let EntryKind::Ask(AskChange::Ended { id, how }) = &kind {
                        self.responder.ask_ended(*id, *how);
                    }
                    self.append(now, kind);
                }
                Effect::Ask(ask) => asks.push(Ask { beside: self.beside, ..ask }),
                Effect::Open { epoch } => {
                    let (link, events) = self.opener.open(&self.config, &self.exchanges);
                    self.process.store(link.process().unwrap_or(0), Ordering::Relaxed);
                    self.link = Some(OpenLink { epoch, link, events });
                }
                Effect::Close { epoch } => {
                    if let Some(open) = self.link.as_mut().filter(|open| open.epoch == epoch) {
                        open.link.close();
                    } else {
                        self.step(Input::LinkClosed { epoch });
                    }
                }
                Effect::Forget { epoch, id } => {
                    if let Some(open) = self.link.as_mut().filter(|open| open.epoch == epoch) {
                        open.link.forget(id);
                    }
                }
                Effect::Negotiated { epoch, revision } => {
                    if let Some(open) = self.link.as_mut().filter(|open| open.epoch == epoch) {
                        open.link.negotiated(revision);
                    }
                }
            }
        }
        // Kept for the next step; steps within steps make their own.
        if effects.capacity() > self.effects.capacity() {
            self.effects = effects;
        }
        for ask in asks {
            // The answer to another one may have ended it.
            if self.peer.has_ask(ask.id)
                && let Some((answer, by)) = self.responder.decide(&ask, || self.peer.tool_of(&ask))
            {
                let note = Note::AskDecided { id: ask.id, by, late: false };
                self.append(self.clock.now(), EntryKind::Note(note));
                self.step(Input::Answer { ask: ask.id, answer });
            }
        }
        self.tell_phase();
    }

    fn send(&mut self, now: At, outgoing: Outgoing) {
        let Some(open) = self.link.as_mut().filter(|open| open.epoch == outgoing.epoch) else { return };
        if open.link.send(&outgoing).is_err() {
            return self.step(Input::Busy(outgoing));
        }
        if let Sending::Request { id, method } = &outgoing.sending {
            self.telemetry.request_sent(*id, method, now);
        }
        self.append_frame(now, Direction::Sent, Frame::read(outgoing.bytes), (None, outgoing.call));
    }

    /// Entries can repeat what the server said, and with it a secret, in any of their texts.
    fn append(&mut self, now: At, kind: EntryKind) {
        let kind = self.mask.apply(kind);
        self.telemetry.logged(&kind);
        self.log.append(now, kind);
    }

    /// `travel` is the exchange a frame came in, and the call it was sent for or beside which it came.
    fn append_frame(
        &mut self,
        now: At,
        direction: Direction,
        frame: Frame,
        travel: (Option<u64>, Option<CallKey>),
    ) {
        let (frame, masked) = self.mask.frame(frame);
        let (exchange, call) = travel;
        if direction == Direction::Received {
            self.telemetry.received(&frame, now);
        }
        self.log.append(now, EntryKind::Frame { direction, frame, exchange, masked, call });
    }

    fn tell_phase(&self) {
        let phase = self.mask.phase(self.peer.phase());
        self.phase.send_if_modified(|told| {
            let is_new = *told != *phase;
            if is_new {
                told.clone_from(&phase);
            }
            is_new
        });
    }
}

impl Drop for Driver {
    /// Whoever still holds the session must hear of the end, also when it is the runtime's.
    fn drop(&mut self) {
        if self.peer.phase().name() != PhaseName::Closed {
            self.phase.send_replace(Phase::Closed { fault: None });
        }
        self.log.close();
    }
}

async fn next_event(link: &mut Option<OpenLink>) -> Option<LinkEvent> {
    match link {
        Some(open) => open.events.recv().await,
        None => std::future::pending().await,
    }
}
