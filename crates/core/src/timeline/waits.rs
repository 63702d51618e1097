//! Who else than the server is waited for, and for which rows that counts: a person who answers an ask, logs in or
//! decides about what an app wants, or a rule that answers for one.
//!
//! The time counts for what waits and for everything it is nested in, as long as that lasts; where nothing tells what it
//! is nested in, for all that could be. Several waits at the same time count once.

use super::row::RowKind;
use super::store::{Line, No, Rows};
use super::{Timeline, nanos};
use crate::peer::phase::PhaseName;
use crate::stamp::At;
use std::collections::HashMap;

/// Everything that is waited for.
#[derive(Clone, Debug)]
pub(super) struct Waits {
    people: Stretches,
    rules: Stretches,
}

/// Whose time it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Person,
    Rule,
}

/// Stretches of time in which somebody is waited for.
#[derive(Clone, Debug)]
struct Stretches {
    whose: Whose,
    /// Rows that wait for somebody: since when, and the rows for which that counts.
    causes: HashMap<No, (At, Vec<No>)>,
    /// Rows for which waits count: how many, and since when.
    counted: HashMap<No, (u32, At)>,
}

impl Stretches {
    fn of(whose: Whose) -> Self {
        Stretches { whose, causes: HashMap::new(), counted: HashMap::new() }
    }

    fn begin(&mut self, rows: &Rows, cause: No, at: At) {
        self.causes.insert(cause, (at, Vec::new()));
        self.spread(rows, cause);
    }

    /// Counts a wait for everything that its row is nested in and that lasts.
    fn spread(&mut self, rows: &Rows, cause: No) {
        let mut next = Some(cause);
        while let Some(line) = next.and_then(|no| rows.get(no)) {
            if line.is_pending() {
                self.count(cause, line);
            }
            next = line.parent();
        }
    }

    /// Counts a wait for a row, from where both are there.
    fn count(&mut self, cause: No, line: &Line) {
        let Some((since, all)) = self.causes.get_mut(&cause) else { return };
        if all.contains(&line.no) {
            return;
        }
        all.push(line.no);
        let since = (*since).max(line.at);
        let (waits, from) = self.counted.entry(line.no).or_insert((0, since));
        *waits += 1;
        *from = (*from).min(since);
    }

    fn end(&mut self, rows: &mut Rows, cause: No, at: At) {
        let Some((_, all)) = self.causes.remove(&cause) else { return };
        for no in all {
            if let Some((waits, _)) = self.counted.get_mut(&no) {
                *waits -= 1;
                if *waits == 0 {
                    self.over(rows, no, at);
                }
            }
        }
    }

    /// A row is over, and with it the waits that count for it.
    fn over(&mut self, rows: &mut Rows, no: No, at: At) {
        if let Some((_, since)) = self.counted.remove(&no)
            && let Some(line) = rows.get_mut(no)
        {
            match self.whose {
                Whose::Person => line.human_ns += nanos(since, at),
                Whose::Rule => line.rule_ns += nanos(since, at),
            }
        }
    }

    /// Nobody was waited for after all: since when it was thought so, and the rows for which it counted.
    fn take_back(&mut self, cause: No) -> Option<(At, Vec<No>)> {
        let (since, all) = self.causes.remove(&cause)?;
        for no in &all {
            if let Some((waits, _)) = self.counted.get_mut(no) {
                *waits -= 1;
                if *waits == 0 {
                    self.counted.remove(no);
                }
            }
        }
        Some((since, all))
    }

    fn clear(&mut self) {
        self.causes.clear();
        self.counted.clear();
    }

    fn sweep(&mut self, rows: &Rows, slack: usize) {
        if self.causes.len() > slack || self.counted.len() > slack {
            let is_there = |no: &No| rows.get(*no).is_some_and(Line::is_pending);
            self.causes.retain(|no, _| is_there(no));
            self.counted.retain(|no, _| is_there(no));
        }
    }
}

impl Default for Waits {
    fn default() -> Self {
        Waits { people: Stretches::of(Whose::Person), rules: Stretches::of(Whose::Rule) }
    }
}

impl Waits {
    /// The row at `cause` waits for a person.
    pub(super) fn begin(&mut self, rows: &Rows, cause: No, at: At) {
        self.people.begin(rows, cause, at);
    }

    /// It shows what the row at `cause` is nested in.
    pub(super) fn spread(&mut self, rows: &Rows, cause: No) {
        self.people.spread(rows, cause);
    }

    /// The row at `cause` waits for nobody any more.
    pub(super) fn end(&mut self, rows: &mut Rows, cause: No, at: At) {
        self.people.end(rows, cause, at);
        self.rules.end(rows, cause, at);
    }

    /// A rule decides about what the row at `cause` waits for. A person was waited for until then only where the ask was
    /// left to one.
    pub(super) fn decided(&mut self, rows: &mut Rows, cause: No, at: At, was_left_to_person: bool) {
        let (since, all) = if was_left_to_person {
            let all = self.people.causes.get(&cause).map(|(_, all)| all.clone()).unwrap_or_default();
            self.people.end(rows, cause, at);
            (at, all)
        } else {
            self.people.take_back(cause).unwrap_or((at, Vec::new()))
        };
        self.rules.causes.insert(cause, (since, Vec::new()));
        for line in all.into_iter().filter_map(|no| rows.get(no)) {
            self.rules.count(cause, line);
        }
    }

    /// A row is over, and with it the waits that count for it.
    pub(super) fn over(&mut self, rows: &mut Rows, no: No, at: At) {
        self.people.over(rows, no, at);
        self.rules.over(rows, no, at);
    }

    /// The connection is gone, and with it everything that waited.
    pub(super) fn clear(&mut self) {
        self.people.clear();
        self.rules.clear();
    }

    pub(super) fn sweep(&mut self, rows: &Rows, slack: usize) {
        self.people.sweep(rows, slack);
        self.rules.sweep(rows, slack);
    }
}

impl Timeline {
    /// Counts the wait of the row at `cause` for every call in flight: any of them may be what it is waited for.
    pub(super) fn all_calls_wait(&mut self, cause: No) {
        for line in self.pending.iter().filter_map(|no| self.rows.get(*no)) {
            if line.kind == RowKind::Call && !self.is_stream(line.no) {
                self.waits.people.count(cause, line);
            }
        }
    }

    /// Counts the wait of the row at `cause` for connecting, while that lasts.
    pub(super) fn connecting_waits(&mut self, cause: No) {
        let connecting = [PhaseName::Starting, PhaseName::Initializing];
        if let Some(line) = self.phase.and_then(|no| self.rows.get(no))
            && connecting.iter().any(|phase| *line.method == *phase.as_str())
        {
            self.waits.people.count(cause, line);
        }
    }

    /// A request was sent. Until somebody has logged in it waits for that like all others.
    pub(super) fn waits_for_login(&mut self, no: No) {
        if let Some(login) = self.logins.waiting()
            && let Some(line) = self.rows.get(no).filter(|_| !self.is_stream(no))
        {
            self.waits.people.count(login, line);
        }
    }
}
