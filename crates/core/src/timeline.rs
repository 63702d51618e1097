//! Everything that happened in a session as rows on one time axis. [`Timeline::apply`] takes one entry at a time and nothing else, as the view does. A request and its
//! answer are one row; what was caused by a call is nested in its row. Rows have no bodies, so very
//! many of them fit into little memory.
//!
//! Here are the rows that need no pairing; messages, HTTP exchanges and windows have files of their own.

mod answers;
mod apps;
mod asks;
mod braid;
mod counts;
mod ends;
mod exchanges;
mod findings;
mod logins;
mod messages;
mod notes;
mod overview;
mod pings;
mod pins;
mod probe;
mod recent;
mod row;
mod store;
mod target;
mod tasks;
mod waits;
mod window;
mod words;

pub use answers::{Answer, CallStory, EntryOf};
pub use braid::{Braid, Strand};
pub use counts::Counts;
pub use ends::unsent_request;
pub use overview::Overview;
pub use row::{Row, RowKind, RowStatus, Taker, Way};
pub use window::{BodyOf, Shown, Window};

use crate::command::CallKey;
use crate::entry::{Entry, EntryKind, fine};
use crate::frame::Direction;
use crate::message::RequestId;
use crate::peer::phase::{PhaseChange, PhaseName};
use crate::stamp::{At, Seq};
use apps::Apps;
use asks::Asks;
use bytes::Bytes;
use exchanges::Exchanges;
use findings::Found;
use logins::Logins;
use recent::Recent;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use store::{Line, No, Ping, Rows};
use tasks::Tasks;
use waits::Waits;
use words::Words;

/// How many rows are kept unless something else is asked for.
pub const KEPT: usize = 200_000;

/// Everything that happened, as rows.
#[derive(Clone, Debug)]
pub struct Timeline {
    rows: Rows,
    /// What was found when the rules were checked last.
    found: Vec<Found>,
    words: Words,
    /// Rows that are not over.
    pending: BTreeSet<No>,
    calls: Calls,
    tasks: Tasks,
    asks: Asks,
    waits: Waits,
    apps: Apps,
    exchanges: Exchanges,
    logins: Logins,
    /// The row of the last phase.
    phase: Option<No>,
    /// The row of the last message that came: remarks about it follow.
    heard: Option<No>,
    /// The rows in which pings and comments that keep the connection alive are nested, for as long as nothing else happens.
    pings: Vec<No>,
    last: Seq,
}

/// How to find the rows of calls.
#[derive(Clone, Debug, Default)]
struct Calls {
    /// Those in flight, by their id on the wire.
    open: HashMap<RequestId, No>,
    /// Those that have ended.
    ended: Recent<RequestId>,
    /// The first request that was sent for a face's call.
    by_key: Recent<CallKey>,
    /// By their progress token, as JSON text.
    tokens: Recent<String>,
    /// Those that became tasks, by the task's name.
    tasks: Recent<String>,
    /// Those whose answer asked for input: they are not over.
    rounds: BTreeSet<No>,
}

impl Default for Timeline {
    fn default() -> Self {
        Timeline::new(KEPT)
    }
}

impl Timeline {
    /// A timeline that keeps at most `limit` rows.
    pub fn new(limit: usize) -> Self {
        Timeline {
            rows: Rows::new(limit),
            found: Vec::new(),
            words: Words::default(),
            pending: BTreeSet::new(),
            calls: Calls::default(),
            tasks: Tasks::default(),
            asks: Asks::default(),
            waits: Waits::default(),
            apps: Apps::default(),
            exchanges: Exchanges::default(),
            logins: Logins::default(),
            phase: None,
            heard: None,
            pings: Vec::new(),
            last: Seq(0),
        }
    }

    /// The fold of many entries.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut timeline = Timeline::default();
        for entry in entries {
            timeline.apply(entry);
        }
        timeline
    }

    /// The last entry that was folded in.
    pub fn last_seq(&self) -> Seq {
        self.last
    }

    /// How many rows are no longer kept.
    pub fn dropped(&self) -> u64 {
        self.rows.dropped
    }

    /// How many rows there are, without those of findings.
    pub fn len(&self) -> usize {
        self.rows.len() + self.found.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Folds in the next entry.
    pub fn apply(&mut self, entry: &Entry) {
        self.last = entry.seq;
        match &entry.kind {
            EntryKind::Frame { direction: Direction::Sent, frame, call, .. } => {
                self.sent(entry, frame, *call);
            }
            EntryKind::Frame { direction: Direction::Received, frame, exchange, call, .. } => {
                self.received(entry, frame, *exchange, *call);
            }
            EntryKind::Stderr { line } => {
                let mut row = self.line(entry, RowKind::Stderr, "stderr");
                row.target = target::cut(line).into();
                row.way = Some(Way::In);
                row.bytes = line.len() as u64;
                self.push(row);
            }
            EntryKind::Http(exchange) => self.http(entry, exchange),
            EntryKind::HttpEnd { exchange, bytes, duration_ms, duration_us, error } => {
                self.http_end(entry, *exchange, *bytes, fine(*duration_us, *duration_ms), error.is_some());
            }
            EntryKind::Phase(change) => self.phase(entry, change),
            EntryKind::Negotiated { revision } => {
                let mut row = self.line(entry, RowKind::Lifecycle, "negotiated");
                row.target = self.words.shared(revision.as_str());
                self.push(row);
            }
            EntryKind::Ended { call, id: None, .. } if self.is_unsent(*call) => self.unsent(entry),
            EntryKind::Ended { call, id, outcome, .. } => self.ended(entry, (*call, *id), *outcome),
            EntryKind::Ask(change) => self.ask(entry, change),
            EntryKind::Auth(step) => self.auth(entry, step),
            EntryKind::App { frame, call, .. } => self.app(entry, frame, *call),
            EntryKind::Note(note) => self.note(entry, note),
        }
        self.sweep();
    }

    /// The entries before `before` are gone: drops the rows that were made of them alone. A call whose
    /// answer is still there stays as an answer, and what is not over stays as it is.
    pub fn forget(&mut self, before: Seq) {
        self.rows.forget(before);
        self.sweep();
    }

    fn phase(&mut self, entry: &Entry, change: &PhaseChange) {
        if let Some(before) = self.phase.and_then(|no| self.rows.get_mut(no))
            && *before.method != *PhaseName::Ready.as_str()
        {
            before.set_duration(Some(nanos(before.at, entry.at)));
            let no = before.no;
            self.waits.over(&mut self.rows, no, entry.at);
        }
        let mut row = self.line(entry, RowKind::Lifecycle, change.to.as_str());
        let is_bad = change.fault.is_some() || change.to == PhaseName::Backoff;
        row.status = match change.to {
            _ if is_bad => Some(RowStatus::Error),
            PhaseName::Ready => Some(RowStatus::Ok),
            _ => None,
        };
        row.target = match &change.fault {
            Some(fault) => target::cut(&fault.message).into(),
            None => self.words.shared(notes::trigger(change.trigger)),
        };
        self.phase = Some(self.push(row));
        // A process that is started again did not go through a wait; what it was asked is lost all the same.
        let is_restart = (change.from, change.to) == (PhaseName::Initializing, PhaseName::Starting);
        if is_restart || matches!(change.to, PhaseName::Backoff | PhaseName::Closed) {
            for no in std::mem::take(&mut self.pending) {
                let is_stream = self.rows.get(no).is_some_and(|line| line.kind == RowKind::Http);
                // A stream that we closed ourselves ended as it should.
                let status = if is_stream && !is_bad { RowStatus::Ok } else { RowStatus::Lost };
                self.settle(no, entry.at, status);
            }
            self.calls.rounds.clear();
            self.tasks.clear();
            self.waits.clear();
            self.logins.clear();
        }
        if change.to == PhaseName::Starting {
            self.calls.open.clear();
            self.calls.tokens.clear();
            self.asks.clear();
            self.exchanges.clear();
        }
    }

    /// The row of a request of ours, in flight or ended not long ago.
    fn call_row(&self, id: &RequestId) -> Option<No> {
        self.calls.open.get(id).copied().or_else(|| self.calls.ended.get(id))
    }

    /// Ends a row that is not over.
    fn settle(&mut self, no: No, at: At, status: RowStatus) {
        self.pending.remove(&no);
        let Some(line) = self.rows.get_mut(no) else { return };
        if !line.is_pending() {
            return;
        }
        line.status = Some(status);
        line.set_duration(Some(nanos(line.at, at)));
        self.waits.over(&mut self.rows, no, at);
        if status != RowStatus::Ok {
            self.show_ping(no);
        }
    }

    /// A call that seemed to be over goes on: its answer asks for input.
    fn resume(&mut self, no: No) {
        let root = self.rows.get(no).and_then(Line::call).and_then(|key| self.calls.by_key.get(&key));
        let no = root.unwrap_or(no);
        self.goes_on(no);
        if self.rows.get(no).is_some() {
            self.calls.rounds.insert(no);
        }
    }

    fn line(&mut self, entry: &Entry, kind: RowKind, method: &str) -> Line {
        let method = self.words.shared(&target::cut(method));
        Line::new(entry.seq, entry.at, kind, (method, self.words.shared("")))
    }

    fn shared(&mut self, text: &str) -> Arc<str> {
        self.words.shared(text)
    }

    fn push(&mut self, line: Line) -> No {
        let is_pending = line.is_pending();
        if line.ping == Ping::Not && line.kind != RowKind::Http {
            self.pings.clear();
        }
        let no = self.rows.push(line);
        if is_pending {
            self.pending.insert(no);
        }
        no
    }

    /// Lets go of what was remembered about rows that are gone. Rare, so that its cost does not count.
    fn sweep(&mut self) {
        const SLACK: usize = 1024;
        let rows = &self.rows;
        if self.pending.len() > rows.len() + SLACK {
            self.pending.retain(|no| rows.index(*no).is_some());
        }
        if self.calls.open.len() > 2 * self.pending.len() + SLACK {
            self.calls.open.retain(|_, no| rows.get(*no).is_some_and(Line::is_pending));
        }
        self.asks.sweep(&self.rows, SLACK);
        self.waits.sweep(&self.rows, SLACK);
    }
}

/// What a filter that looks for text looks at.
pub fn body(entry: &Entry) -> Bytes {
    match &entry.kind {
        EntryKind::Frame { frame, .. } | EntryKind::App { frame, .. } => frame.bytes().clone(),
        EntryKind::Stderr { line } => Bytes::copy_from_slice(line.as_bytes()),
        // What is no frame is small, and found by what it is written as.
        other => Bytes::from(serde_json::to_vec(other).unwrap_or_default()),
    }
}

/// Nanoseconds from one moment to another.
fn nanos(from: At, to: At) -> u64 {
    to.nanos().saturating_sub(from.nanos())
}

#[cfg(test)]
mod tests;
