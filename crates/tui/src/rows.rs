//! Rows of the timeline behind a filter, and where someone stands among them.
//!
//! Only what is on the screen is ever made into rows. What the filter lets through is found out again when
//! something happened, and not when someone moves.

use crate::list::Place;
use mcp_inspector_engine::core::query::Query;
use mcp_inspector_engine::core::timeline::{Row, Shown, Timeline, Window, body};
use mcp_inspector_engine::{Log, Seq};

/// The rows that a filter lets through.
#[derive(Debug)]
pub(crate) struct Rows {
    /// What is never let through or always wanted, whatever is typed.
    base: &'static str,
    filter: String,
    query: Query,
    /// Why the filter cannot be read.
    flaw: Option<String>,
    /// Rows that somebody folded, or opened where they were folded by themselves.
    switched: Vec<Seq>,
    pub(crate) place: Place,
    /// Whether the newest row is selected as rows come.
    pub(crate) follows: bool,
    /// The row that is selected, to find it again; and which of the findings about it.
    at: Option<(Seq, Option<u32>)>,
    shown: Option<(u64, Shown)>,
    length: usize,
    /// How many there would be without a filter, where not every row is one of them.
    whole: usize,
    /// How high it was drawn last.
    pub(crate) height: usize,
    /// How many rows were made of the timeline.
    #[cfg(test)]
    pub(crate) made: std::cell::Cell<usize>,
    /// How often it was found out what the filter lets through.
    #[cfg(test)]
    pub(crate) found_out: usize,
}

impl Rows {
    pub(crate) fn new(base: &'static str) -> Self {
        let mut rows = Rows {
            base,
            filter: String::new(),
            query: Query::default(),
            flaw: None,
            switched: Vec::new(),
            place: Place::default(),
            follows: true,
            at: None,
            shown: None,
            length: 0,
            whole: 0,
            height: 10,
            #[cfg(test)]
            made: std::cell::Cell::default(),
            #[cfg(test)]
            found_out: 0,
        };
        rows.set_filter("");
        rows
    }

    pub(crate) fn filter(&self) -> &str {
        &self.filter
    }

    /// Whether something is typed that may leave rows out.
    pub(crate) fn is_narrowed(&self) -> bool {
        !self.filter.trim().is_empty()
    }

    /// How many rows there are with those that the filter leaves out. Rows that are folded are not left out.
    pub(crate) fn of(&self, timeline: &Timeline) -> usize {
        if self.base.is_empty() { timeline.len() } else { self.whole }
    }

    pub(crate) fn flaw(&self) -> Option<&str> {
        self.flaw.as_deref()
    }

    /// Whether the filter looks into messages, which are not kept as long as their rows.
    pub(crate) fn reads_messages(&self) -> bool {
        self.query.reads_bodies()
    }

    /// Changes the filter. While one cannot be read the last good one stays, and it is said so.
    pub(crate) fn set_filter(&mut self, filter: &str) {
        filter.clone_into(&mut self.filter);
        match Query::parse(&format!("{} {filter}", self.base)) {
            Ok(query) => (self.query, self.flaw) = (query, None),
            Err(flaw) => {
                self.flaw = Some(flaw.to_string());
                return;
            }
        }
        self.shown = None;
    }

    /// Folds the selected row, or the one it is in.
    pub(crate) fn fold(&mut self, timeline: &Timeline) {
        let Some(row) = self.selected(timeline) else { return };
        let seq = if row.children > 0 && !row.is_folded { Some(row.seq) } else { row.parent };
        // What a row is in that is not shown could not be opened again.
        let is_there =
            |seq: &Seq| self.shown.as_ref().is_some_and(|(_, shown)| timeline.place(shown, *seq).is_some());
        if let Some(seq) = seq.filter(is_there) {
            self.switch(seq);
            self.at = Some((seq, None));
            self.follows = false;
            self.shown = None;
        }
    }

    /// Opens the selected row; false when there is nothing to open.
    pub(crate) fn unfold(&mut self, timeline: &Timeline) -> bool {
        let row = self.selected(timeline).filter(|row| row.is_folded);
        if let Some(row) = &row {
            self.switch(row.seq);
            self.shown = None;
        }
        row.is_some()
    }

    fn switch(&mut self, seq: Seq) {
        match self.switched.iter().position(|one| *one == seq) {
            Some(place) => drop(self.switched.swap_remove(place)),
            None => self.switched.push(seq),
        }
    }

    /// Finds out what the filter lets through, if something happened since. Whoever stands on a row stays there.
    pub(crate) fn refresh(&mut self, timeline: &Timeline, revision: u64, log: Option<&Log>) {
        if self.shown.as_ref().is_some_and(|(known, _)| *known == revision) {
            return;
        }
        let body_of = |seq: Seq| log.and_then(|log| log.entry(seq)).map(|entry| body(&entry));
        let shown = timeline.shown(&self.query, &self.switched, &body_of);
        #[cfg(test)]
        {
            self.found_out += 1;
        }
        self.length = timeline.cut(&shown, 0, 0).matched;
        self.whole = match Query::parse(self.base) {
            Ok(base) if self.is_narrowed() && !self.base.is_empty() => {
                let all = timeline.shown(&base, &self.switched, &body_of);
                timeline.cut(&all, 0, 0).matched
            }
            _ => self.length,
        };
        if self.follows {
            self.place.selected = self.newest(timeline, &shown);
        } else if let Some(place) = self.at.and_then(|at| place_of(timeline, &shown, at)) {
            self.place.selected = place;
        }
        self.shown = Some((revision, shown));
        self.place.settle(self.length, self.height);
    }

    /// The rows are those of something else now.
    pub(crate) fn forget(&mut self) {
        self.shown = None;
        self.switched.clear();
        (self.at, self.follows, self.length, self.whole) = (None, true, 0, 0);
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The rows to draw in `height` lines.
    pub(crate) fn window(&mut self, timeline: &Timeline, height: usize) -> Option<Window> {
        self.height = height;
        self.place.settle(self.length, height);
        let (_, shown) = self.shown.as_ref()?;
        let from = i64::try_from(self.place.top).unwrap_or(i64::MAX);
        Some(self.cut(timeline, shown, from, height))
    }

    /// The row that is selected.
    pub(crate) fn selected(&self, timeline: &Timeline) -> Option<Row> {
        let (_, shown) = self.shown.as_ref()?;
        let from = i64::try_from(self.place.selected).ok()?;
        self.cut(timeline, shown, from, 1).rows.into_iter().next()
    }

    /// Moves by some rows. Whoever goes to the end follows what comes.
    pub(crate) fn step(&mut self, by: isize, timeline: &Timeline) {
        self.place.step(by, self.length);
        self.moved(timeline);
    }

    pub(crate) fn go(&mut self, to: usize, timeline: &Timeline) {
        self.place.go(to, self.length);
        self.moved(timeline);
    }

    /// Goes to the row of an entry; false when it is not let through.
    pub(crate) fn go_to(&mut self, seq: Seq, timeline: &Timeline) -> bool {
        let place = self.shown.as_ref().and_then(|(_, shown)| timeline.place(shown, seq));
        if let Some(place) = place {
            self.go(place, timeline);
        }
        place.is_some()
    }

    fn moved(&mut self, timeline: &Timeline) {
        let newest = self.shown.as_ref().map(|(_, shown)| self.newest(timeline, shown));
        self.follows = newest.is_none_or(|newest| newest == self.place.selected);
        self.at = self.selected(timeline).map(|row| (row.seq, row.finding));
    }

    /// Follows what comes, or stands still.
    pub(crate) fn toggle_follow(&mut self, timeline: &Timeline) {
        self.follows = !self.follows;
        if let Some((_, shown)) = self.shown.as_ref().filter(|_| self.follows) {
            self.place.selected = self.newest(timeline, shown);
        }
        self.at = self.selected(timeline).map(|row| (row.seq, row.finding));
    }

    /// The newest row. What is found out about a call comes below it later, and must not take its place, and
    /// neither must the pings that keep a connection alive.
    fn newest(&self, timeline: &Timeline, shown: &Shown) -> usize {
        let from = self.length.saturating_sub(PAST);
        let rows = self.cut(timeline, shown, i64::try_from(from).unwrap_or(i64::MAX), PAST).rows;
        let place = rows.iter().rposition(|row| row.finding.is_none() && !is_keep_alive(row));
        place.map_or(self.length.saturating_sub(1), |place| from + place)
    }

    /// Makes some of the rows.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "it counts the rows in tests"))]
    fn cut(&self, timeline: &Timeline, shown: &Shown, from: i64, count: usize) -> Window {
        let window = timeline.cut(shown, from, count);
        #[cfg(test)]
        self.made.set(self.made.get() + window.rows.len());
        window
    }
}

/// Whether a row is about a ping that nobody asked for, and nobody wrote by hand: our own ids are numbers.
fn is_keep_alive(row: &Row) -> bool {
    let has_number = row.id.as_ref().is_some_and(|id| id.parse::<i64>().is_ok());
    row.call.is_none() && &*row.method == "ping" && has_number
}

/// How many findings and pings are looked past for what they are about, or came after.
const PAST: usize = 16;

/// Where a row is. A finding that is no longer found leaves the row that it was about.
fn place_of(timeline: &Timeline, shown: &Shown, (seq, finding): (Seq, Option<u32>)) -> Option<usize> {
    let found = finding.and_then(|which| timeline.place_of_finding(shown, seq, which));
    found.or_else(|| timeline.place(shown, seq))
}
