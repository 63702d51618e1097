//! A session's log: append-only, bounded, read by cursors.
//!
//! Frames and everything else have their own share of the room, so a flood on
//! stderr does not push out messages. What was pushed out is reported to readers
//! as a gap, never skipped in silence. The view is folded at every append, before
//! anything can be pushed out.
//!
//! This is the one place where the driver and the faces share a lock; it is held
//! for the time of one append or one page.

mod exchange;

use mcp_inspector_core::entry::{Entry, EntryKind};
use mcp_inspector_core::view::View;
use mcp_inspector_core::{At, Seq};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How much a log keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLimits {
    /// How many frames.
    pub messages: usize,
    /// How many other entries: stderr lines, HTTP exchanges, phases, notes.
    pub others: usize,
    /// How many bytes in all. At least one entry is always kept.
    pub bytes: usize,
}

impl Default for LogLimits {
    fn default() -> Self {
        LogLimits { messages: 1000, others: 1000, bytes: 64 * 1024 * 1024 }
    }
}

/// A session's log. Cloning gives another handle to the same log.
#[derive(Clone, Debug)]
pub struct Log {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    newest: watch::Sender<Newest>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Newest {
    seq: Seq,
    is_closed: bool,
}

#[derive(Debug)]
struct State {
    frames: VecDeque<Arc<Entry>>,
    others: VecDeque<Arc<Entry>>,
    bytes: usize,
    last: Seq,
    limits: LogLimits,
    view: View,
}

/// What a reader gets.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// An entry.
    Entry(Arc<Entry>),
    /// Entries that are no longer kept.
    Gap {
        /// The first of them.
        from: Seq,
        /// The last of them.
        to: Seq,
    },
}

impl Log {
    pub(crate) fn new(limits: LogLimits) -> Self {
        let state = State {
            frames: VecDeque::new(),
            others: VecDeque::new(),
            bytes: 0,
            last: Seq(0),
            limits,
            view: View::default(),
        };
        let newest = watch::Sender::new(Newest { seq: Seq(0), is_closed: false });
        Log { shared: Arc::new(Shared { state: Mutex::new(state), newest }) }
    }

    /// Appends an entry. Readers hear of it at the next [`Log::publish`].
    pub(crate) fn append(&self, at: At, kind: EntryKind) -> Seq {
        let mut state = self.state();
        let seq = state.last.next();
        state.push(Entry { seq, at, kind });
        seq
    }

    /// Appends an entry that already has its place, as when a recording is read.
    pub(crate) fn restore(&self, entry: Entry) {
        self.state().push(entry);
    }

    /// Wakes the readers.
    pub(crate) fn publish(&self) {
        let seq = self.last();
        self.shared.newest.send_if_modified(|newest| {
            let is_new = newest.seq != seq;
            newest.seq = seq;
            is_new
        });
    }

    /// Nothing will be appended any more.
    pub(crate) fn close(&self) {
        let seq = self.last();
        self.shared.newest.send_replace(Newest { seq, is_closed: true });
    }

    /// The place of the newest entry; 0 when there is none.
    pub fn last(&self) -> Seq {
        self.state().last
    }

    /// The bytes of memory that entries hold, about.
    pub fn held_bytes(&self) -> usize {
        self.state().bytes
    }

    /// How many entries there were that are no longer kept.
    pub fn dropped(&self) -> u64 {
        let state = self.state();
        let kept = state.frames.len() + state.others.len();
        state.last.0.saturating_sub(kept as u64)
    }

    /// The view as of the newest entry.
    pub fn view(&self) -> View {
        self.state().view.clone()
    }

    /// Looks at the view without copying it. Keep it short: the session waits.
    pub fn with_view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        look(&self.state().view)
    }

    /// At most `limit` items from `from` on, in order.
    pub fn page(&self, from: Seq, limit: usize) -> Vec<Item> {
        self.batch(from, limit, usize::MAX)
    }

    /// Like [`Log::page`], but nothing follows once the entries hold `bytes`.
    fn batch(&self, from: Seq, limit: usize, bytes: usize) -> Vec<Item> {
        let state = self.state();
        let mut held = 0;
        let mut next = from.max(Seq::FIRST);
        let mut frames = state.frames.range(start_of(&state.frames, next)..).peekable();
        let mut others = state.others.range(start_of(&state.others, next)..).peekable();
        let mut items = Vec::new();
        while items.len() < limit && held < bytes {
            let entry = match (frames.peek(), others.peek()) {
                (Some(frame), Some(other)) if frame.seq < other.seq => frames.next(),
                (_, Some(_)) => others.next(),
                (_, None) => frames.next(),
            };
            let Some(entry) = entry else { break };
            held += entry.size();
            if entry.seq > next {
                items.push(Item::Gap { from: next, to: Seq(entry.seq.0 - 1) });
            }
            next = entry.seq.next();
            items.push(Item::Entry(entry.clone()));
        }
        if items.is_empty() && state.last >= next {
            items.push(Item::Gap { from: next, to: state.last });
        }
        items
    }

    /// At most `limit` items from `from` back to the first, newest first.
    pub fn page_back(&self, from: Seq, limit: usize) -> Vec<Item> {
        let state = self.state();
        let mut next = from.min(state.last).0;
        let mut frames = state.frames.range(..start_of(&state.frames, Seq(next).next())).rev().peekable();
        let mut others = state.others.range(..start_of(&state.others, Seq(next).next())).rev().peekable();
        let mut items = Vec::new();
        while items.len() < limit && next > 0 {
            let entry = match (frames.peek(), others.peek()) {
                (Some(frame), Some(other)) if frame.seq > other.seq => frames.next(),
                (_, Some(_)) => others.next(),
                (_, None) => frames.next(),
            };
            let seq = entry.map_or(0, |entry| entry.seq.0);
            if seq < next {
                items.push(Item::Gap { from: Seq(seq + 1), to: Seq(next) });
            }
            items.extend(entry.map(|entry| Item::Entry(entry.clone())));
            next = seq.saturating_sub(1);
        }
        items
    }

    /// The entry at `seq`, if it is still kept.
    pub fn entry(&self, seq: Seq) -> Option<Arc<Entry>> {
        match self.page(seq, 1).into_iter().next()? {
            Item::Entry(entry) if entry.seq == seq => Some(entry),
            _ => None,
        }
    }

    /// A reader that starts at `from`.
    pub fn cursor(&self, from: Seq) -> Cursor {
        Cursor {
            log: self.clone(),
            newest: self.shared.newest.subscribe(),
            next: from.max(Seq::FIRST),
            ready: VecDeque::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A reader that panicked has not touched the entries; the log stays usable.
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn push(&mut self, entry: Entry) {
        self.last = entry.seq;
        self.view.apply(&entry);
        self.bytes += entry.size();
        let lane = if entry.is_frame() { &mut self.frames } else { &mut self.others };
        lane.push_back(Arc::new(entry));
        if self.frames.len() > self.limits.messages {
            self.drop_frame();
        }
        if self.others.len() > self.limits.others {
            self.drop_other();
        }
        while self.bytes > self.limits.bytes && self.frames.len() + self.others.len() > 1 {
            match (self.frames.front(), self.others.front()) {
                (Some(frame), Some(other)) if frame.seq < other.seq => self.drop_frame(),
                (Some(_), None) => self.drop_frame(),
                _ => self.drop_other(),
            }
        }
    }

    fn drop_frame(&mut self) {
        if let Some(entry) = self.frames.pop_front() {
            self.bytes -= entry.size();
        }
    }

    fn drop_other(&mut self) {
        if let Some(entry) = self.others.pop_front() {
            self.bytes -= entry.size();
        }
    }
}

fn start_of(lane: &VecDeque<Arc<Entry>>, from: Seq) -> usize {
    lane.partition_point(|entry| entry.seq < from)
}

/// How many entries a cursor takes out of the log at a time.
const PAGE: usize = 64;

/// How many bytes it takes at a time, or one entry: a reader that stands still keeps no more than
/// that from being forgotten.
const PAGE_BYTES: usize = 256 * 1024;

/// A reader's place in a log. A slow reader slows nobody: it finds gaps instead.
#[derive(Debug)]
pub struct Cursor {
    log: Log,
    newest: watch::Receiver<Newest>,
    next: Seq,
    ready: VecDeque<Item>,
}

impl Cursor {
    /// The next item; waits for one. `None` when the session is over and all is read.
    pub async fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.try_next() {
                return Some(item);
            }
            let newest = *self.newest.borrow_and_update();
            if let Some(item) = self.try_next() {
                return Some(item);
            }
            if newest.is_closed || self.newest.changed().await.is_err() {
                return self.try_next();
            }
        }
    }

    /// The next item, if there is one now.
    pub fn try_next(&mut self) -> Option<Item> {
        if self.ready.is_empty() {
            self.ready = self.log.batch(self.next, PAGE, PAGE_BYTES).into();
        }
        let item = self.ready.pop_front()?;
        self.next = match &item {
            Item::Entry(entry) => entry.seq.next(),
            Item::Gap { to, .. } => to.next(),
        };
        Some(item)
    }

    /// The place of the item that comes next.
    pub fn position(&self) -> Seq {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn limits(messages: usize, others: usize, bytes: usize) -> LogLimits {
        LogLimits { messages, others, bytes }
    }

    fn line(log: &Log, text: &str) {
        log.append(At::START, EntryKind::Stderr { line: text.to_owned() });
    }

    fn frame(log: &Log) {
        let frame = mcp_inspector_core::frame::Frame::read(bytes::Bytes::from_static(
            b"{\"jsonrpc\":\"2.0\",\"method\":\"m\"}",
        ));
        let direction = mcp_inspector_core::frame::Direction::Received;
        log.append(
            At::START,
            EntryKind::Frame { direction, frame, exchange: None, masked: false, call: None },
        );
    }

    #[test]
    fn stderr_does_not_push_out_messages_and_the_gap_is_told() {
        let log = Log::new(limits(10, 2, usize::MAX));
        frame(&log);
        for _ in 0..5 {
            line(&log, "x");
        }
        frame(&log);
        let seqs: Vec<String> = log
            .page(Seq(1), 100)
            .iter()
            .map(|item| match item {
                Item::Entry(entry) => entry.seq.to_string(),
                Item::Gap { from, to } => format!("{from}-{to}"),
            })
            .collect();
        assert_eq!(seqs, ["1", "2-4", "5", "6", "7"]);
        assert_eq!(log.dropped(), 3);
        assert!(log.entry(Seq(3)).is_none());
        assert_eq!(log.entry(Seq(5)).unwrap().seq, Seq(5));
    }

    #[test]
    fn the_byte_limit_holds_and_one_entry_is_always_kept() {
        let log = Log::new(limits(1000, 1000, 10_000));
        for _ in 0..100 {
            line(&log, &"x".repeat(1000));
        }
        assert!(log.held_bytes() <= 10_000);
        line(&log, &"x".repeat(50_000));
        assert!(log.entry(log.last()).is_some());
    }

    #[test]
    fn a_reader_that_stands_still_keeps_little_from_being_forgotten() {
        let log = Log::new(limits(1000, 1000, usize::MAX));
        for _ in 0..50 {
            line(&log, &"x".repeat(PAGE_BYTES / 4));
        }
        let mut cursor = log.cursor(Seq::FIRST);
        cursor.try_next();
        assert!(cursor.ready.len() < 4, "{} entries are kept", cursor.ready.len());
    }

    #[tokio::test]
    async fn a_cursor_waits_for_news_and_ends_with_the_session() {
        let log = Log::new(LogLimits::default());
        let mut cursor = log.cursor(Seq(1));
        let reader = tokio::spawn(async move {
            let mut seen = Vec::new();
            while let Some(item) = cursor.next().await {
                seen.push(item);
            }
            seen.len()
        });
        for _ in 0..200 {
            line(&log, "x");
            log.publish();
            tokio::task::yield_now().await;
        }
        log.close();
        assert_eq!(reader.await.unwrap(), 200);
    }

    proptest! {
        #[test]
        fn a_reader_accounts_for_every_entry_once(
            frames in proptest::collection::vec(any::<bool>(), 0..100),
            from in 1u64..120,
            messages in 1usize..20,
            others in 1usize..20,
        ) {
            let log = Log::new(limits(messages, others, usize::MAX));
            for is_frame in &frames {
                if *is_frame { frame(&log) } else { line(&log, "x") }
            }
            let mut next = from;
            let mut cursor = log.cursor(Seq(from));
            while let Some(item) = cursor.try_next() {
                match item {
                    Item::Entry(entry) => {
                        prop_assert_eq!(entry.seq.0, next);
                        next += 1;
                    }
                    Item::Gap { from, to } => {
                        prop_assert_eq!(from.0, next);
                        prop_assert!(to >= from);
                        next = to.0 + 1;
                    }
                }
            }
            prop_assert_eq!(next, from.max(frames.len() as u64 + 1));
        }

        #[test]
        fn pages_backwards_account_for_every_entry_once(
            frames in proptest::collection::vec(any::<bool>(), 0..100),
            from in 0u64..120,
            limit in 1usize..10,
            messages in 1usize..20,
            others in 1usize..20,
        ) {
            let log = Log::new(limits(messages, others, usize::MAX));
            for is_frame in &frames {
                if *is_frame { frame(&log) } else { line(&log, "x") }
            }
            let mut next = from.min(frames.len() as u64);
            while next > 0 {
                let items = log.page_back(Seq(next), limit);
                prop_assert!(!items.is_empty() && items.len() <= limit + 1);
                for item in items {
                    let (first, last) = match item {
                        Item::Entry(entry) => (entry.seq, entry.seq),
                        Item::Gap { from, to } => (from, to),
                    };
                    prop_assert_eq!(last.0, next);
                    prop_assert!(first <= last);
                    next = first.0 - 1;
                }
            }
            prop_assert!(log.page_back(Seq(0), limit).is_empty());
        }
    }
}
