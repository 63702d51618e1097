//! The life of a call: queued, sent, and ended exactly once.

use super::Peer;
use super::background::Chore;
use super::effect::{Effect, LinkKind, Sending};
use super::outbox::{InFlight, Known, Opening, Origin};
use super::phase::{Phase, PhaseName};
use super::queue::{Waiting, Work};
use crate::brief::brief;
use crate::command::{CallKey, Outcome};
use crate::compose;
use crate::entry::{EntryKind, Note};
use crate::fault::{Fault, FaultCode};
use crate::message::{Reply, RequestId};
use crate::method::Unfit;
use crate::raw::Raw;
use crate::stamp::At;
use serde_json::json;

impl Peer {
    /// A face wants something.
    pub(super) fn enqueue(&mut self, now: At, waiting: Waiting, out: &mut Vec<Effect>) {
        let refusal = match &self.phase {
            Phase::Starting { .. } | Phase::Initializing { .. } | Phase::Ready { .. } => None,
            Phase::Backoff { until, fault } => Some(
                Fault::new(
                    FaultCode::NotConnected,
                    format!("not connected: {fault}; next attempt in {} ms", until.since(now).as_millis()),
                )
                .with_hint("wait until the session is ready, or reconnect now"),
            ),
            Phase::Closing { .. } => Some(shutdown()),
            Phase::Closed { fault } => Some(fault.clone().unwrap_or_else(|| {
                Fault::new(FaultCode::NotConnected, "not connected")
                    .with_hint("the session was stopped: reconnect first")
            })),
        };
        if let Some(fault) = refusal {
            self.settle_unsent(&waiting, Outcome::Lost(fault), out);
            return;
        }
        if let Err(waiting) = self.queue.push(waiting) {
            let fault = Fault::new(FaultCode::QueueFull, "too many calls are waiting")
                .with_hint("wait for some to end, or allow more of them at once");
            self.settle_unsent(&waiting, Outcome::Lost(fault), out);
            return;
        }
        self.pump(now, out);
    }

    /// Sends what may be sent.
    pub(super) fn pump(&mut self, now: At, out: &mut Vec<Effect>) {
        while matches!(self.phase, Phase::Ready { .. }) {
            let Some(waiting) = self.queue.pop() else { return };
            if self.stand_in(now, &waiting, out) || self.answer_from_cache(now, &waiting, out) {
                continue;
            }
            if let Some(fault) = self.refusal(&waiting.work) {
                self.queue.released();
                self.settle_unsent(&waiting, Outcome::Lost(fault), out);
                continue;
            }
            self.start(now, waiting, out);
        }
    }

    pub(super) fn start(&mut self, now: At, waiting: Waiting, out: &mut Vec<Effect>) {
        match &waiting.work {
            Work::Call { request, inputs, .. } => {
                let options = request.options.clone();
                let method = request.method.clone();
                let params = match inputs {
                    Some(inputs) => Some(inputs.add_to(request.params.as_ref())),
                    // Where the server decides what becomes a task, there is nothing to ask for.
                    None if self.is_modern()
                        && !options.forced
                        && super::tasks::wants_task(&waiting.work) =>
                    {
                        request.params.as_ref().map(|params| compose::without_member(params, "task"))
                    }
                    None => request.params.clone(),
                };
                let opening = Opening {
                    origin: Origin::Face(waiting),
                    method,
                    params: params.as_ref(),
                    progress: options.progress,
                    idle: options.timeout.unwrap_or(self.config.request_timeout),
                    // A caller who asks for more time than the limit means it.
                    total: options.total.or_else(|| {
                        let total = self.config.max_total_timeout?;
                        Some(total.max(options.timeout.unwrap_or_default()))
                    }),
                    strays: self.strays,
                };
                self.open_call(now, opening, out);
            }
            Work::List { list, options } => {
                let first = options.meta.as_ref().map(|meta| Raw::of(&json!({ "_meta": meta })));
                let walk = self.walks.begin(now, *list, Some(waiting.key), options.clone());
                self.open_page(now, walk, list.method(), first.as_ref(), out);
            }
        }
    }

    /// A response came.
    pub(super) fn on_response(
        &mut self,
        now: At,
        id: Option<&RequestId>,
        reply: &Reply,
        out: &mut Vec<Effect>,
    ) {
        let mut note = |note| out.push(Effect::Log(EntryKind::Note(note)));
        let Some(id) = id else {
            self.strays += 1;
            return note(Note::UnattributedAnswer);
        };
        // Who sent a request byte by byte has its answer in the log, and nobody else waits for it.
        let is_ours =
            matches!(id, RequestId::Number(number) if self.outbox.known(*number) == Known::InFlight);
        if !is_ours && self.raw_requests.take(id) {
            return;
        }
        let number = match id {
            RequestId::Number(number) => *number,
            RequestId::Text(text) => match text.parse::<i64>() {
                Ok(number) if self.outbox.known(number) == Known::InFlight => {
                    note(Note::IdTypeChanged { id: id.brief() });
                    number
                }
                _ => {
                    self.strays += 1;
                    return note(Note::UnknownAnswer { id: id.brief() });
                }
            },
            RequestId::Odd(_) => {
                self.strays += 1;
                return note(Note::UnattributedAnswer);
            }
        };
        match self.outbox.known(number) {
            Known::InFlight => {}
            Known::Ended if self.tombstones.take(number, now) => {
                return note(Note::LateAnswer { id: number });
            }
            Known::Ended => return note(Note::DuplicateAnswer { id: number }),
            Known::Never => {
                self.strays += 1;
                return note(Note::UnknownAnswer { id: id.brief() });
            }
        }
        if let Some(call) = self.outbox.close(number) {
            // A server can answer what it has not been sent.
            self.unsend(number);
            self.answered(now, number, call, reply, out);
        }
    }

    fn answered(&mut self, now: At, id: i64, mut call: InFlight, reply: &Reply, out: &mut Vec<Effect>) {
        match std::mem::replace(&mut call.origin, Origin::Ignored) {
            Origin::Discover => self.on_discover_reply(now, reply, out),
            Origin::Initialize => self.on_initialize_reply(now, reply, out),
            Origin::Listen => self.on_listen_reply(now, id, reply, out),
            Origin::Task { key, step } => self.on_task_reply(now, key, step, reply, out),
            Origin::Ping | Origin::Ignored => {}
            Origin::Face(waiting) => self.face_answered(now, id, &call, waiting, reply, out),
            Origin::Page { walk } => match reply {
                Reply::Result(result) => self.on_page(now, walk, result, out),
                Reply::Error(error) => self.end_walk(now, walk, Outcome::Refused(error.clone()), out),
            },
            Origin::Background => {
                self.chore_ended(now, &call.method, failure(reply), out);
            }
            Origin::Reread { uri } => {
                if self.listen.read(&uri) {
                    self.background.add(Chore::Reread(uri));
                }
                self.chore_ended(now, &call.method, failure(reply), out);
            }
        }
    }

    pub(super) fn remember_subscription(&mut self, method: &str, params: Option<&Raw>) {
        let uri = || params.and_then(|params| params.text_member("uri"));
        match method {
            "resources/subscribe" => {
                if let Some(uri) = uri() {
                    self.listen.subscribe(uri);
                }
            }
            "resources/unsubscribe" => {
                if let Some(uri) = uri() {
                    self.listen.unsubscribe(&uri);
                }
            }
            _ => {}
        }
    }

    /// A call in flight ends without an answer.
    pub(super) fn abandon(
        &mut self,
        now: At,
        id: i64,
        call: InFlight,
        outcome: Outcome,
        out: &mut Vec<Effect>,
    ) {
        self.bury(id, now);
        match call.origin {
            Origin::Face(waiting) => {
                self.settle_sent(waiting.key, Some(id), &call.method, outcome, out);
                self.pump(now, out);
            }
            Origin::Page { walk } => self.end_walk(now, walk, outcome, out),
            Origin::Ping => out.push(Effect::Log(EntryKind::Note(Note::PingUnanswered))),
            Origin::Background => {
                self.chore_ended(now, &call.method, Some(reason_of(&outcome)), out);
            }
            Origin::Reread { uri } => {
                if self.listen.read(&uri) {
                    self.background.add(Chore::Reread(uri));
                }
                self.chore_ended(now, &call.method, Some(reason_of(&outcome)), out);
            }
            Origin::Initialize => {
                if let Outcome::Lost(fault) | Outcome::Expired(fault) = outcome {
                    self.handshake_failed(now, fault, out);
                }
            }
            Origin::Discover => {
                let fault = match outcome {
                    Outcome::Lost(fault) | Outcome::Expired(fault) => fault,
                    // The server took our question back: it does not want to answer it.
                    _ => {
                        Fault::new(FaultCode::InvalidResponse, "the server did not answer `server/discover`")
                    }
                };
                self.on_discover_lost(now, fault, out);
            }
            Origin::Listen => self.stream_over(now, id, &reason_of(&outcome), Some(outcome), out),
            Origin::Task { key, step } => self.on_task_missed(now, key, step, outcome, out),
            Origin::Ignored => {}
        }
    }

    /// Remembers the id of a call that ended too early, and does not send it if it has not been yet.
    pub(super) fn bury(&mut self, id: i64, now: At) {
        self.tombstones.insert(id, now);
        self.next_sweep.get_or_insert(now.plus(self.config.tombstone_sweep));
        self.unsend(id);
    }

    /// Forgets calls of our own, whose answers would come too late.
    pub(super) fn drop_call_of(&mut self, now: At, fits: impl Fn(&Origin) -> bool, out: &mut Vec<Effect>) {
        for id in self.outbox.ids_where(fits) {
            let Some(call) = self.outbox.close(id) else { continue };
            self.bury(id, now);
            let outcome = Outcome::Cancelled { reason: "its answer is not needed any more".to_owned() };
            log_end((None, Some(id), &call.method), None, &outcome, out);
            if self.kind == LinkKind::Http {
                out.push(Effect::Forget { epoch: self.epoch, id });
            }
        }
    }

    /// Tells the server that nobody waits for this any more.
    pub(super) fn tell_cancelled(&self, id: i64, reason: &str, out: &mut Vec<Effect>) {
        if self.kind == LinkKind::Http && self.is_modern() {
            return out.push(Effect::Forget { epoch: self.epoch, id });
        }
        let method = "notifications/cancelled";
        let params = Raw::of(&json!({ "requestId": id, "reason": reason }));
        let sending = Sending::Notification { method: method.into() };
        self.send(compose::notification(method, Some(&params)), sending, out);
    }

    /// Ends the calls whose time is up.
    pub(super) fn expire_calls(&mut self, now: At, out: &mut Vec<Effect>) {
        for (id, call) in self.outbox.expired(now) {
            let elapsed = now.since(call.sent_at);
            let strays = self.strays - call.strays_before;
            let fault = timed_out(&call, u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX), now, strays);
            if !matches!(call.origin, Origin::Initialize | Origin::Discover) {
                self.tell_cancelled(id, "timed out", out);
            }
            self.abandon(now, id, call, Outcome::Expired(fault), out);
        }
    }

    /// Takes back a call that still waits.
    pub(super) fn cancel(&mut self, key: CallKey, out: &mut Vec<Effect>) {
        if let Some(waiting) = self.queue.remove(key) {
            let outcome = Outcome::Cancelled { reason: "taken back before it was sent".to_owned() };
            self.settle_unsent(&waiting, outcome, out);
        }
    }

    /// Ends a call, waiting or in flight.
    pub(super) fn abort(&mut self, now: At, key: CallKey, reason: String, out: &mut Vec<Effect>) {
        if let Some(waiting) = self.queue.remove(key) {
            return self.settle_unsent(&waiting, Outcome::Cancelled { reason }, out);
        }
        if self.give_up(now, key, Outcome::Cancelled { reason: reason.clone() }, out)
            || self.abort_subscription(now, key, &reason, out)
        {
            return;
        }
        if let Some(index) = self.mismatched.iter().position(|(_, waiting)| waiting.key == key) {
            let (id, waiting) = self.mismatched.remove(index);
            self.settle_sent(key, Some(id), waiting.work.method(), Outcome::Cancelled { reason }, out);
            return self.pump(now, out);
        }
        let id = self
            .outbox
            .id_of(key)
            .or_else(|| self.walks.of_call(key).and_then(|walk| self.outbox.page_of(walk)));
        if let Some(id) = id
            && let Some(call) = self.outbox.close(id)
        {
            self.tell_cancelled(id, &reason, out);
            self.abandon(now, id, call, Outcome::Cancelled { reason }, out);
        }
    }

    /// The link could not deliver a frame.
    pub(super) fn undelivered(&mut self, now: At, sending: &Sending, fault: Fault, out: &mut Vec<Effect>) {
        let Sending::Request { id, .. } = sending else {
            let reason = fault.message.clone();
            out.push(Effect::Log(EntryKind::Note(Note::NotSent { what: sending.words(), reason })));
            return;
        };
        let Some(mut call) = self.outbox.close(*id) else { return };
        if fault.code == FaultCode::SessionExpired && self.phase.name() == PhaseName::Ready {
            out.push(Effect::Log(EntryKind::Note(Note::SessionExpired)));
            self.bury(*id, now);
            // Everything else, lists too, ends with the connection below.
            if let Origin::Face(waiting) = &mut call.origin {
                if let Work::Call { resent, .. } = &mut waiting.work
                    && !std::mem::replace(resent, true)
                {
                    self.queue.released();
                    self.queue.push_front(waiting.clone());
                } else {
                    let key = waiting.key;
                    self.settle_sent(key, Some(*id), &call.method, Outcome::Lost(fault.clone()), out);
                }
            }
            self.fail_keeping_queue(now, &fault, out);
            return;
        }
        // An error with a broken id still answers the request it was posted for.
        let is_answer =
            self.is_modern() && matches!(fault.code, FaultCode::HttpStatus | FaultCode::InvalidResponse);
        if is_answer && let Some(error) = &fault.details.rpc {
            return self.answered(now, *id, call, &Reply::Error(error.clone()), out);
        }
        self.abandon(now, *id, call, Outcome::Lost(fault), out);
    }

    /// A running call ends.
    pub(super) fn settle_sent(
        &mut self,
        key: CallKey,
        id: Option<i64>,
        method: &str,
        outcome: Outcome,
        out: &mut Vec<Effect>,
    ) {
        self.queue.ended(&outcome);
        log_end((Some(key), id, method), None, &outcome, out);
        out.push(Effect::Settle { key, outcome });
    }

    /// A call ends that had given its place in the queue back.
    pub(super) fn settle_resting(
        &mut self,
        key: CallKey,
        id: i64,
        method: &str,
        outcome: Outcome,
        out: &mut Vec<Effect>,
    ) {
        self.queue.count(outcome.word());
        log_end((Some(key), Some(id), method), None, &outcome, out);
        out.push(Effect::Settle { key, outcome });
    }

    /// A call ends that was never sent.
    pub(super) fn settle_unsent(&mut self, waiting: &Waiting, outcome: Outcome, out: &mut Vec<Effect>) {
        self.queue.count(outcome.word());
        let Waiting { key, work } = waiting;
        log_end((Some(*key), None, work.method()), work.params(), &outcome, out);
        out.push(Effect::Settle { key: *key, outcome });
    }
}

/// An entry for an outcome that leaves no frame behind. A call that was never sent left none either: its parameters are in
/// no other entry.
fn log_end(
    (call, id, method): (Option<CallKey>, Option<i64>, &str),
    unsent: Option<&Raw>,
    outcome: &Outcome,
    out: &mut Vec<Effect>,
) {
    if matches!(outcome, Outcome::Answered(_) | Outcome::Refused(_)) {
        return;
    }
    let (method, word, reason) = (method.to_owned(), outcome.word(), reason_of(outcome));
    let params = unsent.map(ToString::to_string);
    out.push(Effect::Log(EntryKind::Ended { call, id, method, params, outcome: word, reason }));
}

pub(super) fn reason_of(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(_) => String::new(),
        Outcome::Refused(error) => brief(&error.to_string()),
        Outcome::Cancelled { reason } => brief(reason),
        Outcome::Expired(fault) | Outcome::Lost(fault) => brief(&fault.message),
    }
}

fn failure(reply: &Reply) -> Option<String> {
    match reply {
        Reply::Result(_) => None,
        Reply::Error(error) => Some(brief(&error.to_string())),
    }
}

pub(super) fn shutdown() -> Fault {
    Fault::new(FaultCode::Shutdown, "the session is stopping")
}

/// A method that cannot be called on this server.
pub(super) fn not_fit(method: &str, unfit: Unfit) -> Fault {
    match unfit {
        Unfit::Capability(capability) => lacking(method, capability),
        Unfit::Revision(revision) => {
            Fault::new(FaultCode::CapabilityMissing, format!("`{method}` does not exist in {revision}"))
                .for_method(method)
                .with_hint(
                    "connect with another revision, or force the call to see how the server refuses it",
                )
        }
    }
}

pub(super) fn lacking(method: &str, capability: String) -> Fault {
    let mut fault = Fault::new(
        FaultCode::CapabilityMissing,
        format!("the server does not advertise `{capability}`, which `{method}` needs"),
    )
    .for_method(method)
    .with_hint("add the capability to what the server advertises, or force the call");
    fault.details.capability = Some(capability);
    fault
}

fn timed_out(call: &InFlight, elapsed: u64, now: At, strays: u64) -> Fault {
    let total = call.total_that_ran_out(now).filter(|_| !call.is_silent(now));
    let message = match total {
        Some(total) => format!("`{}` took longer than {} ms in all", call.method, total.as_millis()),
        None => format!("`{}` was not answered within {} ms", call.method, call.idle.as_millis()),
    };
    let mut fault = Fault::new(FaultCode::RequestTimeout, message).for_method(&call.method);
    fault.details.elapsed = Some(elapsed);
    fault.with_hint(if strays > 0 {
        format!(
            "while it waited the server sent {strays} answer(s) that belong to no request: \
             compare their ids with the request's in the log"
        )
    } else if total.is_some() {
        "the server kept reporting progress; raise the timeout if the work takes longer".to_owned()
    } else {
        "the server received the request but said nothing; raise the timeout if the work takes longer, \
         or look at stderr and at lines that are not JSON-RPC in the log"
            .to_owned()
    })
}
