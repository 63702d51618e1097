//! The rows of a session as the backend keeps them: folded when someone looks, with what the last filters let
//! through, and with the marks that people leave.

use super::body_of;
use crate::sessions::held::Held;
use mcp_inspector_engine::core::query::Query;
use mcp_inspector_engine::core::timeline::{Row, Shown, Timeline};
use mcp_inspector_engine::{Finding, Item, Log, Seq};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// For how many filters it is kept what they let through: the tabs that look on seldom have more.
const FILTERS: usize = 3;

/// How many entries are folded in before others get their turn at the log.
const STRIDE: usize = 4096;

/// The rows of a session's log, as far as someone has looked.
#[derive(Debug, Default)]
pub(crate) struct Folded {
    state: Mutex<State>,
    /// How often someone pinned a row or changed the script: the log does not tell of that.
    marks: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    timeline: Timeline,
    /// The next entry to fold in.
    next: Seq,
    /// What was found when the rules were checked last.
    findings: Vec<Finding>,
    /// Goes up whenever a row may have changed.
    revision: u64,
    /// What the last filters let through, the newest first.
    kept: Vec<Kept>,
}

/// What a filter let through, as long as no row changes.
#[derive(Debug)]
struct Kept {
    query: Query,
    folded: Vec<Seq>,
    revision: u64,
    shown: Shown,
}

impl Default for State {
    fn default() -> Self {
        let timeline = Timeline::default();
        State { timeline, next: Seq::FIRST, findings: Vec::new(), revision: 0, kept: Vec::new() }
    }
}

impl State {
    fn catch_up(&mut self, log: &Log) {
        loop {
            let page = log.page(self.next, STRIDE);
            if page.is_empty() {
                return;
            }
            self.revision += 1;
            for item in page {
                match item {
                    Item::Entry(entry) => {
                        self.timeline.apply(&entry);
                        self.next = entry.seq.next();
                    }
                    // The log itself tells how much it no longer has.
                    Item::Gap { to, .. } => self.next = to.next(),
                }
            }
        }
    }
}

/// A timeline that does not change.
pub(super) struct Standing<'a>(MutexGuard<'a, State>);

impl Standing<'_> {
    /// Looks at the rows that a filter lets through.
    pub(super) fn look_through<T>(
        &mut self,
        held: &Held,
        look: (&Query, &[Seq]),
        ask: impl FnOnce(&Timeline, &Shown) -> T,
    ) -> T {
        let State { timeline, kept, revision, .. } = &mut *self.0;
        let shown = shown((timeline, kept, *revision), held, look);
        ask(timeline, shown)
    }
}

/// What a filter lets through. It is kept until something happens, so that whoever moves through a long timeline pays for
/// the filter once.
fn shown<'a>(
    (timeline, kept, revision): (&Timeline, &'a mut Vec<Kept>, u64),
    held: &Held,
    (query, folded): (&Query, &[Seq]),
) -> &'a Shown {
    let is_same = |one: &Kept| one.query == *query && one.folded == folded && one.revision == revision;
    let at = kept.iter().position(is_same).unwrap_or_else(|| {
        kept.retain(|one| one.revision == revision);
        kept.truncate(FILTERS - 1);
        let shown = timeline.shown(query, folded, &body_of(held));
        let (query, folded) = (query.clone(), folded.to_vec());
        kept.insert(0, Kept { query, folded, revision, shown });
        0
    });
    &kept[at].shown
}

impl Folded {
    /// Hears of pins and of changes of the script.
    pub(in crate::sessions) fn marks(&self) -> watch::Receiver<u64> {
        self.marks.subscribe()
    }

    /// How often someone pinned a row or changed the script so far.
    pub(super) fn marks_now(&self) -> u64 {
        *self.marks.borrow()
    }

    /// Tells that someone pinned a row or changed the script.
    pub(in crate::sessions) fn mark(&self) {
        self.marks.send_modify(|marks| *marks += 1);
    }

    /// Looks at the timeline with everything in it that the log has by now.
    pub(super) fn look<T>(&self, log: &Log, ask: impl FnOnce(&Timeline) -> T) -> T {
        // Whoever panicked has folded in whole entries or none.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.catch_up(log);
        ask(&state.timeline)
    }

    /// Looks at the rows that a filter lets through.
    pub(super) fn look_through<T>(
        &self,
        held: &Held,
        look: (&Query, &[Seq]),
        ask: impl FnOnce(&Timeline, &Shown) -> T,
    ) -> T {
        self.hold(held).look_through(held, look, ask)
    }

    /// Keeps the timeline as it is, with everything in it that the log has by now, for as long as what is given is
    /// kept. Whoever holds several takes them in the order in which their sessions were opened.
    pub(super) fn hold(&self, held: &Held) -> Standing<'_> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.catch_up(held.session.log());
        Standing(state)
    }

    /// Pins a row, or takes the pin away; `most` are allowed. Gives what is pinned then.
    pub(super) fn pin(&self, log: &Log, seq: Seq, is_pinned: bool, most: usize) -> Pinning {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.catch_up(log);
        let before = state.timeline.pinned();
        if is_pinned && before.len() >= most {
            return Pinning::TooMany;
        }
        if !state.timeline.pin(seq, is_pinned) {
            return Pinning::NoSuchRow;
        }
        state.revision += 1;
        let rows = state.timeline.pinned();
        if rows.len() != before.len() {
            self.mark();
        }
        Pinning::Done(rows)
    }

    /// What was found about a row when the rules were checked last.
    pub(super) fn findings_about(&self, row: &Row) -> Vec<Finding> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_about = |finding: &&Finding| finding.seq == row.seq || Some(finding.seq) == row.end_seq;
        state.findings.iter().filter(is_about).cloned().collect()
    }

    /// Marks the rows about which there are findings.
    pub(in crate::sessions) fn judge(&self, log: &Log, findings: &[Finding]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.catch_up(log);
        state.timeline.judge(findings);
        state.findings = findings.to_vec();
        state.revision += 1;
    }
}

/// What became of a wish to pin a row.
pub(super) enum Pinning {
    Done(Vec<Row>),
    NoSuchRow,
    TooMany,
}
