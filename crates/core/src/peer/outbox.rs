//! Calls we have sent and not yet seen answered.
//!
//! The outbox is the only place that hands out JSON-RPC ids, and the only place
//! that decides that a sent call is over. Whatever goes in comes out exactly
//! once, by [`Outbox::close`], [`Outbox::expired`] or [`Outbox::drain`].
//!
//! No I/O, no clock. Not here: requests the server makes of us (`asks.rs`).

use super::following::Step;
use super::queue::Waiting;
use crate::command::CallKey;
use crate::compose;
use crate::raw::Raw;
use crate::stamp::At;
use bytes::Bytes;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Who wanted the call.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// A face; kept whole so that it can be sent again to a new session.
    Face(Waiting),
    /// The question about the server's era.
    Discover,
    /// The handshake.
    Initialize,
    /// A stream of subscriptions.
    Listen,
    /// Something about the task that a face's call became.
    Task { key: CallKey, step: Step },
    /// Nobody waits for the answer.
    Ignored,
    /// One page of a list.
    Page { walk: u64 },
    /// The ping loop.
    Ping,
    /// Work of our own whose failure is only noted: log level, renewed subscriptions.
    Background,
    /// Reading an updated resource again.
    Reread { uri: String },
}

/// A call in flight.
#[derive(Clone, Debug)]
pub(super) struct InFlight {
    pub(super) origin: Origin,
    pub(super) method: Arc<str>,
    pub(super) params: Option<Raw>,
    pub(super) sent_at: At,
    /// How long the server may stay silent.
    pub(super) idle: Duration,
    idle_until: At,
    total_until: Option<At>,
    /// How many stray answers had come when it was sent.
    pub(super) strays_before: u64,
    /// The caller's own progress token; ours is the id.
    token: Option<Raw>,
}

/// What to send, and under which limits.
pub(super) struct Opening<'a> {
    pub(super) origin: Origin,
    pub(super) method: Arc<str>,
    pub(super) params: Option<&'a Raw>,
    pub(super) progress: bool,
    pub(super) idle: Duration,
    pub(super) total: Option<Duration>,
    pub(super) strays: u64,
}

/// How an answer's id relates to our calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    InFlight,
    Ended,
    Never,
}

/// Calls in flight, by id.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    calls: HashMap<i64, InFlight>,
    next_id: i64,
    /// No call in flight expires before this. Kept low rather than exact: finding the exact time
    /// after every answer would cost more than waking up once too often.
    earliest: Option<At>,
}

impl Outbox {
    pub(super) fn new() -> Self {
        Outbox { calls: HashMap::new(), next_id: 1, earliest: None }
    }

    /// Opens a call: gives it an id and the bytes to send.
    pub(super) fn open(&mut self, now: At, opening: Opening<'_>, meta: compose::Meta<'_>) -> (i64, Bytes) {
        let id = self.next_id;
        self.next_id += 1;
        let bytes = compose::request(id, &opening.method, opening.params, opening.progress, meta);
        let call = InFlight {
            origin: opening.origin,
            method: opening.method,
            params: opening.params.cloned(),
            sent_at: now,
            idle: opening.idle,
            idle_until: now.plus(opening.idle),
            total_until: opening.total.map(|total| now.plus(total)),
            strays_before: opening.strays,
            token: opening.params.and_then(compose::progress_token),
        };
        let due = call.due();
        self.earliest = Some(self.earliest.map_or(due, |earliest| earliest.min(due)));
        self.calls.insert(id, call);
        (id, bytes)
    }

    /// How `id` relates to our calls.
    pub(super) fn known(&self, id: i64) -> Known {
        if self.calls.contains_key(&id) {
            Known::InFlight
        } else if (1..self.next_id).contains(&id) {
            Known::Ended
        } else {
            Known::Never
        }
    }

    /// Ends a call.
    pub(super) fn close(&mut self, id: i64) -> Option<InFlight> {
        let call = self.calls.remove(&id);
        if self.calls.is_empty() {
            self.earliest = None;
        }
        call
    }

    /// Ends every call.
    pub(super) fn drain(&mut self) -> Vec<(i64, InFlight)> {
        self.earliest = None;
        let mut calls: Vec<_> = self.calls.drain().collect();
        calls.sort_unstable_by_key(|(id, _)| *id);
        calls
    }

    /// Ends the calls whose time is up.
    pub(super) fn expired(&mut self, now: At) -> Vec<(i64, InFlight)> {
        if self.earliest.is_none_or(|earliest| now < earliest) {
            return Vec::new();
        }
        let mut ids: Vec<i64> =
            self.calls.iter().filter(|(_, call)| call.due() <= now).map(|(id, _)| *id).collect();
        ids.sort_unstable();
        let ended = ids.into_iter().filter_map(|id| self.calls.remove(&id).map(|call| (id, call))).collect();
        self.earliest = self.calls.values().map(InFlight::due).min();
        ended
    }

    /// The server made progress on a call: its clock starts anew. False when it is not in flight.
    pub(super) fn progress(&mut self, token: &Raw, now: At, resets: bool) -> bool {
        let by_id = token.read::<i64>().ok().filter(|id| self.calls.contains_key(id));
        let by_token = || {
            let own = |(_, call): &(&i64, &InFlight)| call.token.as_ref() == Some(token);
            self.calls.iter().find(own).map(|(id, _)| *id)
        };
        let id = by_id.or_else(by_token);
        match id.and_then(|id| self.calls.get_mut(&id)) {
            Some(call) => {
                if resets {
                    call.idle_until = now.plus(call.idle);
                }
                true
            }
            None => false,
        }
    }

    /// Gives a call more time than it was opened with.
    pub(super) fn give_time(&mut self, id: i64, now: At, idle: Duration) {
        if let Some(call) = self.calls.get_mut(&id) {
            call.idle = idle;
            call.idle_until = now.plus(idle);
        }
    }

    /// Gives every call more time: some that has passed does not count.
    pub(super) fn give_all_time(&mut self, more: Duration) {
        for call in self.calls.values_mut() {
            call.idle_until = call.idle_until.plus(more);
            call.total_until = call.total_until.map(|until| until.plus(more));
        }
        self.earliest = self.earliest.map(|earliest| earliest.plus(more));
    }

    /// The ids of the calls whose origin fits.
    pub(super) fn ids_where(&self, fits: impl Fn(&Origin) -> bool) -> Vec<i64> {
        let mut ids: Vec<i64> =
            self.calls.iter().filter(|(_, call)| fits(&call.origin)).map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids
    }

    /// The id of the face's call with this key.
    pub(super) fn id_of(&self, key: CallKey) -> Option<i64> {
        self.calls
            .iter()
            .find(|(_, call)| matches!(&call.origin, Origin::Face(waiting) if waiting.key == key))
            .map(|(id, _)| *id)
    }

    /// The key of the face's call with this id.
    pub(super) fn key_of(&self, id: i64) -> Option<CallKey> {
        match &self.calls.get(&id)?.origin {
            Origin::Face(waiting) => Some(waiting.key),
            _ => None,
        }
    }

    /// The calls of faces.
    pub(super) fn of_faces(&self) -> impl Iterator<Item = &Waiting> {
        self.calls.values().filter_map(|call| match &call.origin {
            Origin::Face(waiting) => Some(waiting),
            _ => None,
        })
    }

    /// The ids of the pages of a list that is being fetched.
    pub(super) fn page_of(&self, walk: u64) -> Option<i64> {
        self.calls
            .iter()
            .find(|(_, call)| matches!(call.origin, Origin::Page { walk: of } if of == walk))
            .map(|(id, _)| *id)
    }

    pub(super) fn deadline(&self) -> Option<At> {
        self.earliest
    }

    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }
}

impl InFlight {
    fn due(&self) -> At {
        self.total_until.map_or(self.idle_until, |total| total.min(self.idle_until))
    }

    /// Whether nothing was heard of it for as long as that may last.
    pub(super) fn is_silent(&self, now: At) -> bool {
        self.idle_until <= now
    }

    /// The absolute limit, if that is what ran out.
    pub(super) fn total_that_ran_out(&self, now: At) -> Option<Duration> {
        self.total_until.filter(|total| *total <= now).map(|total| total.since(self.sent_at))
    }
}
