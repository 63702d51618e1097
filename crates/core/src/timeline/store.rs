//! Rows as they are kept: compact, in the order of their numbers.
//!
//! A number names a row for as long as it is kept and is never used again, so a number that was kept
//! too long finds nothing. Rows are dropped at the front; a few that are still needed stay there.

use super::row::{RowKind, RowStatus, Way};
use crate::command::CallKey;
use crate::message::RequestId;
use crate::peer::config::LogLevel;
use crate::query::{Facts, WireId};
use crate::stamp::{At, Seq};
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct No(pub(super) u64);

impl No {
    /// The number of what is no row of its own.
    pub(super) const NONE: No = No(u64::MAX);
}

/// A row as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) no: No,
    pub(super) seq: Seq,
    pub(super) at: At,
    pub(super) kind: RowKind,
    pub(super) way: Option<Way>,
    pub(super) status: Option<RowStatus>,
    pub(super) level: Option<LogLevel>,
    pub(super) findings: u32,
    pub(super) is_pinned: bool,
    pub(super) is_resumed: bool,
    pub(super) ping: Ping,
    pub(super) method: Arc<str>,
    pub(super) target: Arc<str>,
    pub(super) code: Option<i64>,
    pub(super) human_ns: u64,
    pub(super) rule_ns: u64,
    pub(super) bytes: u64,
    id: Id,
    end_seq: Maybe,
    duration: Maybe,
    network: Maybe,
    parent: Maybe,
    call: Maybe,
}

/// Whether a row is a ping that keeps the connection alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ping {
    /// It is something else.
    Not,
    /// It is one.
    One,
    /// It is one, and those that followed are nested in it.
    First,
}

/// A number that may be missing, in eight bytes and not in sixteen: there are many rows. The largest
/// number stands for none; it would be 584 years, or as many bytes as no machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Maybe(u64);

impl Maybe {
    const NONE: Maybe = Maybe(u64::MAX);

    fn of(value: Option<u64>) -> Self {
        value.map_or(Maybe::NONE, Maybe)
    }

    fn get(self) -> Option<u64> {
        (self != Maybe::NONE).then_some(self.0)
    }
}

#[derive(Clone, Debug)]
enum Id {
    None,
    Number(i64),
    Text(Box<str>),
}

impl Line {
    pub(super) fn new(seq: Seq, at: At, kind: RowKind, words: (Arc<str>, Arc<str>)) -> Self {
        Line {
            no: No(0),
            seq,
            at,
            kind,
            way: None,
            status: None,
            level: None,
            findings: 0,
            is_pinned: false,
            is_resumed: false,
            ping: Ping::Not,
            method: words.0,
            target: words.1,
            code: None,
            human_ns: 0,
            rule_ns: 0,
            bytes: 0,
            id: Id::None,
            end_seq: Maybe::NONE,
            duration: Maybe::NONE,
            network: Maybe::NONE,
            parent: Maybe::NONE,
            call: Maybe::NONE,
        }
    }

    pub(super) fn end_seq(&self) -> Option<Seq> {
        self.end_seq.get().map(Seq)
    }

    pub(super) fn duration_ns(&self) -> Option<u64> {
        self.duration.get()
    }

    pub(super) fn network_ns(&self) -> Option<u64> {
        self.network.get()
    }

    pub(super) fn parent(&self) -> Option<No> {
        self.parent.get().map(No)
    }

    pub(super) fn call(&self) -> Option<CallKey> {
        self.call.get().map(CallKey)
    }

    pub(super) fn is_pending(&self) -> bool {
        self.status == Some(RowStatus::Pending)
    }

    /// Whether it is a call of a tool, whose result can say that the tool failed.
    pub(super) fn is_tool_call(&self) -> bool {
        self.kind == RowKind::Call && &*self.method == "tools/call"
    }

    pub(super) fn set_end_seq(&mut self, seq: Seq) {
        self.end_seq = Maybe(seq.0);
    }

    pub(super) fn set_duration(&mut self, nanos: Option<u64>) {
        self.duration = Maybe::of(nanos);
    }

    pub(super) fn set_network(&mut self, nanos: u64) {
        self.network = Maybe(nanos);
    }

    pub(super) fn set_parent(&mut self, parent: Option<No>) {
        self.parent = Maybe::of(parent.map(|no| no.0));
    }

    pub(super) fn set_call(&mut self, call: Option<CallKey>) {
        self.call = Maybe::of(call.map(|key| key.0));
    }

    pub(super) fn set_id(&mut self, id: &RequestId) {
        self.id = match id {
            RequestId::Number(number) => Id::Number(*number),
            RequestId::Text(text) => Id::Text(super::target::cut(text).into()),
            RequestId::Odd(raw) => Id::Text(super::target::cut(raw.as_str()).into()),
        };
    }

    pub(super) fn id(&self) -> WireId<'_> {
        match &self.id {
            Id::None => WireId::None,
            Id::Number(number) => WireId::Number(*number),
            Id::Text(text) => WireId::Text(text),
        }
    }

    pub(super) fn facts(&self) -> Facts<'_> {
        Facts {
            kind: self.kind,
            way: self.way,
            method: &self.method,
            target: &self.target,
            status: self.status,
            code: self.code,
            at_ns: self.at.nanos(),
            duration_ns: self.duration_ns(),
            bytes: self.bytes,
            id: self.id(),
            call: self.call(),
            level: self.level,
            findings: self.findings,
            is_pinned: self.is_pinned,
        }
    }
}

/// All rows that are kept.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    lines: VecDeque<Line>,
    next: u64,
    /// How many rows are no longer kept.
    pub(super) dropped: u64,
    limit: usize,
}

impl Rows {
    pub(super) fn new(limit: usize) -> Self {
        Rows { lines: VecDeque::new(), next: 0, dropped: 0, limit: limit.max(1) }
    }

    pub(super) fn push(&mut self, mut line: Line) -> No {
        if self.lines.len() >= self.limit {
            self.lines.pop_front();
            self.dropped += 1;
        }
        if self.lines.len() == self.lines.capacity() {
            // Doubling would leave up to half of the memory unused.
            self.lines.reserve_exact((self.lines.len() / 8).max(64));
        }
        let no = No(self.next);
        line.no = no;
        self.next += 1;
        self.lines.push_back(line);
        no
    }

    pub(super) fn get(&self, no: No) -> Option<&Line> {
        self.lines.get(self.index(no)?)
    }

    pub(super) fn get_mut(&mut self, no: No) -> Option<&mut Line> {
        let index = self.index(no)?;
        self.lines.get_mut(index)
    }

    /// Where a row stands. Numbers are dense but for the few rows that were left at the front, so
    /// counting from the back nearly always finds it.
    pub(super) fn index(&self, no: No) -> Option<usize> {
        let back = usize::try_from(self.next.checked_sub(no.0)?).ok()?;
        if let Some(index) = self.lines.len().checked_sub(back)
            && self.lines.get(index).is_some_and(|line| line.no == no)
        {
            return Some(index);
        }
        self.lines.binary_search_by_key(&no, |line| line.no).ok()
    }

    pub(super) fn at(&self, index: usize) -> &Line {
        &self.lines[index]
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.lines.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Line> {
        self.lines.iter_mut()
    }

    /// The first row that began with the entry `seq`.
    pub(super) fn beginning_at(&self, seq: Seq) -> Option<&Line> {
        let index = self.lines.partition_point(|line| line.seq < seq);
        self.lines.get(index).filter(|line| line.seq == seq)
    }

    /// Drops the rows that began before `before`, except those that are not over and those whose
    /// answer is still there: of these the answer is what is left.
    pub(super) fn forget(&mut self, before: Seq) {
        let mut kept = Vec::new();
        while self.lines.front().is_some_and(|line| line.seq < before)
            && let Some(mut line) = self.lines.pop_front()
        {
            if line.is_pending() {
                kept.push(line);
            } else if line.end_seq().is_some_and(|end| end >= before) {
                line.kind = if line.kind == RowKind::Call { RowKind::Answer } else { line.kind };
                kept.push(line);
            } else {
                self.dropped += 1;
            }
        }
        for line in kept.into_iter().rev() {
            self.lines.push_front(line);
        }
    }
}
