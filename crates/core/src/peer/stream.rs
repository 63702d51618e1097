//! `subscriptions/listen`: one stream of news for everything we want to hear of.
//!
//! When what we want changes, a new stream is opened, and the old one is ended
//! once the new one is acknowledged, so that no news is missed. A stream that
//! ends is opened again after a while, and lists are fetched anew because nothing
//! that happened in between is told.

use super::Peer;
use super::effect::Effect;
use super::inbound::METHOD_NOT_FOUND;
use super::outbox::{Opening, Origin};
use super::phase::Phase;
use super::queue::Waiting;
use crate::command::{CallKey, List, Outcome};
use crate::entry::{EntryKind, Note};
use crate::era::meta;
use crate::fault::{Fault, FaultCode};
use crate::message::Reply;
use crate::method::has_capability;
use crate::raw::Raw;
use crate::stamp::At;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::Duration;

/// How long a stream may stay open without anyone looking after it.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How long to wait before a stream that ended is opened again, the first time.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);

/// How long a stream must have been open for its end to be no sign of trouble.
const LASTING: Duration = Duration::from_secs(30);

/// The members of the filter that stand for lists, and the capability of each.
const LISTS: [(&str, &str); 3] =
    [("toolsListChanged", "tools"), ("promptsListChanged", "prompts"), ("resourcesListChanged", "resources")];

/// What we want to hear of.
#[derive(Clone, Debug, Default, PartialEq)]
struct Filter {
    lists: Vec<&'static str>,
    resources: BTreeSet<String>,
}

/// A stream, asked for or open.
#[derive(Clone, Debug)]
struct Stream {
    id: i64,
    filter: Filter,
    /// Since when it is open, or was asked for.
    since: At,
}

/// A face's call that waits for the acknowledgement.
#[derive(Clone, Debug)]
struct Waiter {
    key: CallKey,
    method: &'static str,
    uri: String,
}

/// The streams of a connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Streams {
    open: Option<Stream>,
    asked: Option<Stream>,
    waiters: Vec<Waiter>,
    open_at: Option<At>,
    failures: u32,
    /// A stream ended; what happened since was not told.
    has_missed: bool,
    /// The server does not know the method: there is no use in asking again.
    is_refused: bool,
}

impl Streams {
    pub(super) fn deadline(&self) -> Option<At> {
        self.open_at
    }

    pub(super) fn is_idle(&self) -> bool {
        self.asked.is_none() && self.waiters.is_empty() && self.open_at.is_none()
    }

    fn is_ours(&self, id: i64) -> bool {
        [&self.open, &self.asked].into_iter().flatten().any(|stream| stream.id == id)
    }
}

impl Waiter {
    fn subscribes(&self) -> bool {
        self.method == "resources/subscribe"
    }

    /// Whether a stream with these resources is what it waits for.
    fn is_served_by(&self, resources: &BTreeSet<String>) -> bool {
        resources.contains(&self.uri) == self.subscribes()
    }
}

impl Filter {
    fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.resources.is_empty()
    }

    fn to_params(&self) -> Raw {
        let mut filter = json!({});
        for list in &self.lists {
            filter[*list] = json!(true);
        }
        if !self.resources.is_empty() {
            filter["resourceSubscriptions"] = json!(self.resources);
        }
        Raw::of(&json!({ "notifications": filter }))
    }

    /// What of it is missing in what the server granted.
    fn refused(&self, granted: Option<&Raw>) -> Vec<String> {
        let is_refused = |list: &&&str| {
            let member = granted.and_then(|granted| granted.member(list));
            member.is_none_or(|flag| flag.as_str() != "true")
        };
        let uris = granted.and_then(|granted| granted.member("resourceSubscriptions"));
        let uris: Vec<String> = uris.and_then(|uris| uris.read().ok()).unwrap_or_default();
        let lists = self.lists.iter().filter(is_refused).map(|list| (*list).to_owned());
        lists.chain(self.resources.iter().filter(|uri| !uris.contains(uri)).cloned()).collect()
    }
}

impl Peer {
    fn wanted(&self) -> Filter {
        let Some(server) = &self.server else { return Filter::default() };
        let has = |capability| has_capability(&server.capabilities, &[capability, "listChanged"]);
        let lists =
            LISTS.into_iter().filter(|(_, capability)| self.config.listen_for_lists && has(capability));
        Filter {
            lists: lists.map(|(member, _)| member).collect(),
            resources: self.listen.subscriptions().cloned().collect(),
        }
    }

    /// Opens the stream that is wanted now, if it is not the one that is open.
    pub(super) fn restream(&mut self, now: At, out: &mut Vec<Effect>) {
        // Whatever becomes of what is asked for now, this is looked at again.
        self.streams.open_at = None;
        if !matches!(self.phase, Phase::Ready { .. }) || !self.is_modern() || self.streams.asked.is_some() {
            return;
        }
        let filter = self.wanted();
        if self.streams.open.as_ref().is_some_and(|stream| stream.filter == filter) {
            return self.settle_streamed(now, &[], out);
        }
        if filter.is_empty() {
            self.end_stream(now, out);
            return self.settle_streamed(now, &[], out);
        }
        if self.streams.is_refused && self.streams.waiters.is_empty() {
            return;
        }
        let params = filter.to_params();
        let opening = Opening {
            origin: Origin::Listen,
            method: "subscriptions/listen".into(),
            params: Some(&params),
            progress: false,
            idle: self.config.request_timeout,
            total: None,
            strays: self.strays,
        };
        let id = self.open_call(now, opening, out);
        self.streams.asked = Some(Stream { id, filter, since: now });
    }

    /// A face subscribes or unsubscribes in the words of the legacy era.
    pub(super) fn subscribe_by_stream(
        &mut self,
        now: At,
        waiting: &Waiting,
        method: &'static str,
        uri: String,
        out: &mut Vec<Effect>,
    ) {
        if method == "resources/subscribe" {
            self.listen.subscribe(uri.clone());
        } else {
            self.listen.unsubscribe(&uri);
        }
        let waiter = Waiter { key: waiting.key, method, uri };
        // Of two opposite wishes the newer one counts.
        let is_outdated = |other: &Waiter| other.uri == waiter.uri && other.method != method;
        let (outdated, others) = std::mem::take(&mut self.streams.waiters).into_iter().partition(is_outdated);
        self.streams.waiters = others;
        let outdated: Vec<Waiter> = outdated;
        for other in outdated {
            let reason = format!("a later `{method}` of the same resource");
            self.settle_sent(other.key, None, other.method, Outcome::Cancelled { reason }, out);
        }
        self.streams.waiters.push(waiter);
        self.restream(now, out);
    }

    /// The server acknowledges a stream.
    pub(super) fn on_acknowledged(&mut self, now: At, params: Option<&Raw>, out: &mut Vec<Effect>) {
        let Some(id) = params.and_then(subscription_id) else { return };
        let Some(mut stream) = self.streams.asked.take_if(|stream| stream.id == id) else {
            let method = "notifications/subscriptions/acknowledged".to_owned();
            return out.push(Effect::Log(EntryKind::Note(Note::StraySubscription { method })));
        };
        stream.since = now;
        let granted = params.and_then(|params| params.member("notifications"));
        let refused = stream.filter.refused(granted.as_ref());
        self.end_stream(now, out);
        self.outbox.give_time(id, now, LONGEST);
        self.streams.open = Some(stream);
        self.streams.is_refused = false;
        let shown = refused.iter().map(|name| crate::brief::brief(name)).collect();
        out.push(Effect::Log(EntryKind::Note(Note::Listening { id, refused: shown })));
        if std::mem::take(&mut self.streams.has_missed) && self.config.auto_fetch {
            for list in List::ALL {
                self.refetch(list);
            }
            self.pump_background(now, out);
        }
        self.settle_streamed(now, &refused, out);
        // What is wanted may have changed while the server thought about it.
        self.restream(now, out);
    }

    /// Ends the calls of faces whose wish the open stream fulfils or refuses.
    fn settle_streamed(&mut self, now: At, refused: &[String], out: &mut Vec<Effect>) {
        let nothing = BTreeSet::new();
        let open = self.streams.open.as_ref().map_or(&nothing, |stream| &stream.filter.resources);
        let is_done = |waiter: &Waiter| waiter.is_served_by(open);
        let (done, waiting) = std::mem::take(&mut self.streams.waiters).into_iter().partition(is_done);
        self.streams.waiters = waiting;
        let done: Vec<Waiter> = done;
        if done.is_empty() {
            return;
        }
        for waiter in done {
            if waiter.subscribes() && refused.contains(&waiter.uri) {
                self.listen.unsubscribe(&waiter.uri);
                let message =
                    format!("the server does not grant news of {:?}", crate::brief::brief(&waiter.uri));
                let fault = Fault::new(FaultCode::CapabilityMissing, message)
                    .for_method("subscriptions/listen")
                    .with_hint("its acknowledgement in the log says what it grants");
                self.settle_sent(waiter.key, None, waiter.method, Outcome::Lost(fault), out);
            } else {
                let outcome = Outcome::Answered(Raw::empty_object());
                self.queue.ended(&outcome);
                out.push(Effect::Settle { key: waiter.key, outcome });
            }
        }
        self.pump(now, out);
    }

    /// The server answered `subscriptions/listen`: with an error, or to end the stream.
    pub(super) fn on_listen_reply(&mut self, now: At, id: i64, reply: &Reply, out: &mut Vec<Effect>) {
        match reply {
            Reply::Result(_) => self.stream_over(now, id, "the server ended it", None, out),
            Reply::Error(error) => {
                let outcome = Outcome::Refused(error.clone());
                // A server that keeps a stream open knows the method.
                self.streams.is_refused = error.code == Some(METHOD_NOT_FOUND) && self.streams.open.is_none();
                self.stream_over(now, id, &error.to_string(), Some(outcome), out);
            }
        }
    }

    /// A stream is over. Those who waited for it hear why.
    pub(super) fn stream_over(
        &mut self,
        now: At,
        id: i64,
        why: &str,
        outcome: Option<Outcome>,
        out: &mut Vec<Effect>,
    ) {
        if !self.streams.is_ours(id) {
            return;
        }
        let why = crate::brief::brief(why);
        out.push(Effect::Log(EntryKind::Note(Note::ListenEnded { id, why: why.clone() })));
        let asked = self.streams.asked.take_if(|stream| stream.id == id);
        let open = self.streams.open.take_if(|stream| stream.id == id);
        if open.is_some_and(|stream| now.since(stream.since) >= LASTING) {
            self.streams.failures = 0;
        }
        if let Some(asked) = asked {
            let outcome = outcome.unwrap_or_else(|| {
                Outcome::Lost(Fault::new(FaultCode::TransportError, why).for_method("subscriptions/listen"))
            });
            let is_meant = |waiter: &Waiter| waiter.is_served_by(&asked.filter.resources);
            let (meant, others) = std::mem::take(&mut self.streams.waiters).into_iter().partition(is_meant);
            self.streams.waiters = others;
            let meant: Vec<Waiter> = meant;
            for waiter in meant {
                let is_wanted = |other: &Waiter| other.subscribes() && other.uri == waiter.uri;
                if waiter.subscribes() && !self.streams.waiters.iter().any(is_wanted) {
                    self.listen.unsubscribe(&waiter.uri);
                }
                self.settle_sent(waiter.key, None, waiter.method, outcome.clone(), out);
            }
            self.pump(now, out);
        }
        self.streams.has_missed = true;
        if !self.streams.is_refused && !self.wanted().is_empty() {
            let pause = SHORTEST_PAUSE * (1 << self.streams.failures.min(5));
            self.streams.failures = self.streams.failures.saturating_add(1);
            self.streams.open_at = Some(now.plus(self.jitter.vary(pause, 0.2)));
        }
        // Whoever came while the server thought about it has not been asked for yet.
        if !self.streams.waiters.is_empty() {
            self.restream(now, out);
        }
    }

    /// The connection ended, and with it all streams. A subscription that was not granted is not
    /// made again with the next one: whoever wanted it hears that it failed.
    pub(super) fn end_streams(&mut self, fault: &Fault, out: &mut Vec<Effect>) {
        let streams = std::mem::take(&mut self.streams);
        let granted = streams.open.map(|stream| stream.filter.resources).unwrap_or_default();
        for waiter in streams.waiters {
            if waiter.subscribes() && !granted.contains(&waiter.uri) {
                self.listen.unsubscribe(&waiter.uri);
            }
            self.settle_sent(waiter.key, None, waiter.method, Outcome::Lost(fault.clone()), out);
        }
    }

    /// Opens streams whose time has come.
    pub(super) fn reopen_stream(&mut self, now: At, out: &mut Vec<Effect>) {
        if self.streams.open_at.is_some_and(|at| at <= now) {
            self.restream(now, out);
        }
    }

    /// We end the open stream.
    fn end_stream(&mut self, now: At, out: &mut Vec<Effect>) {
        if let Some(stream) = self.streams.open.take() {
            let note = Note::ListenEnded { id: stream.id, why: "no longer wanted".to_owned() };
            out.push(Effect::Log(EntryKind::Note(note)));
            self.tell_cancelled(stream.id, "no longer wanted", out);
            self.outbox.close(stream.id);
            self.bury(stream.id, now);
        }
    }

    /// A face no longer waits for its subscription. False when it did not.
    pub(super) fn abort_subscription(
        &mut self,
        now: At,
        key: CallKey,
        reason: &str,
        out: &mut Vec<Effect>,
    ) -> bool {
        let index = self.streams.waiters.iter().position(|waiter| waiter.key == key);
        let Some(waiter) = index.map(|index| self.streams.waiters.remove(index)) else { return false };
        if waiter.subscribes() {
            self.listen.unsubscribe(&waiter.uri);
        }
        let outcome = Outcome::Cancelled { reason: reason.to_owned() };
        self.settle_sent(key, None, waiter.method, outcome, out);
        self.pump(now, out);
        true
    }

    /// Notes news that belongs to no stream of ours. It is taken all the same.
    pub(super) fn judge_subscription(&self, method: &str, params: Option<&Raw>, out: &mut Vec<Effect>) {
        let is_ours = params.and_then(subscription_id).is_some_and(|id| self.streams.is_ours(id));
        if self.is_modern() && !is_ours {
            let method = method.to_owned();
            out.push(Effect::Log(EntryKind::Note(Note::StraySubscription { method })));
        }
    }
}

/// The stream that a notification belongs to. Our ids are numbers; a server that makes text of
/// them is understood.
fn subscription_id(params: &Raw) -> Option<i64> {
    let id = params.member("_meta")?.member(meta::SUBSCRIPTION_ID)?;
    id.read::<i64>().ok().or_else(|| id.read::<String>().ok()?.parse().ok())
}
