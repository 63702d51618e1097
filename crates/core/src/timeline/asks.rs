//! What the server wants of us, and how long a person was waited for.
//!
//! Time with a person counts for the ask and for everything it is nested in, as long as that lasts.
//! Two asks at the same time count once.

use super::row::{RowKind, RowStatus, Way};
use super::store::{Line, No, Rows};
use super::{Timeline, nanos, target};
use crate::command::AskId;
use crate::entry::{AskChange, AskEnd, Entry};
use crate::message::RequestId;
use crate::raw::Raw;
use crate::stamp::At;
use std::collections::HashMap;

/// How many questions of one result are looked at.
const MOST_QUESTIONS: usize = 64;

/// How to find the rows of asks, and who waits for a person.
#[derive(Clone, Debug, Default)]
pub(super) struct Asks {
    /// Requests of the server that are not answered, by their id on the wire.
    pub(super) open: HashMap<RequestId, No>,
    by_id: HashMap<AskId, No>,
    /// What the questions of the last result are about, by their names.
    questions: HashMap<String, String>,
    /// Asks that wait for a person: since when, and the rows for which that counts.
    people: HashMap<No, (At, Vec<No>)>,
    /// Rows that wait for people: for how many, and since when.
    waits: HashMap<No, (u32, At)>,
}

impl Asks {
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.questions.clear();
    }

    /// A person is waited for.
    fn begin(&mut self, rows: &Rows, ask: No, at: At) {
        self.people.insert(ask, (at, Vec::new()));
        self.spread(rows, ask);
    }

    /// Counts the waiting for everything the ask is nested in and that lasts.
    pub(super) fn spread(&mut self, rows: &Rows, ask: No) {
        let Some((since, counted)) = self.people.get_mut(&ask) else { return };
        let mut next = Some(ask);
        while let Some(line) = next.and_then(|no| rows.get(no)) {
            if line.is_pending() && !counted.contains(&line.no) {
                counted.push(line.no);
                let (people, from) = self.waits.entry(line.no).or_insert((0, *since));
                *people += 1;
                *from = (*from).min(*since);
            }
            next = line.parent();
        }
    }

    /// A person is no longer waited for.
    fn end(&mut self, rows: &mut Rows, ask: No, at: At) {
        let Some((_, counted)) = self.people.remove(&ask) else { return };
        for no in counted {
            if let Some((people, _)) = self.waits.get_mut(&no) {
                *people -= 1;
                if *people == 0 {
                    self.over(rows, no, at);
                }
            }
        }
    }

    /// A row is over, and with it the waiting that counts for it.
    pub(super) fn over(&mut self, rows: &mut Rows, no: No, at: At) {
        if let Some((_, since)) = self.waits.remove(&no)
            && let Some(line) = rows.get_mut(no)
        {
            line.human_ns += nanos(since, at);
        }
    }

    pub(super) fn sweep(&mut self, rows: &Rows, slack: usize) {
        let is_there = |no: &No| rows.get(*no).is_some_and(Line::is_pending);
        if self.open.len() > slack {
            self.open.retain(|_, no| is_there(no));
        }
        if self.by_id.len() > slack {
            self.by_id.retain(|_, no| is_there(no));
        }
        if self.people.len() > slack || self.waits.len() > slack {
            self.people.retain(|no, _| is_there(no));
            self.waits.retain(|no, _| is_there(no));
        }
    }

    /// Remembers what the questions of a result are about: they become asks right after it.
    pub(super) fn remember_questions(&mut self, result: &Raw) {
        self.questions.clear();
        if memchr::memmem::find(result.bytes(), b"\"inputRequests\"").is_none() {
            return;
        }
        let requests = result.member("inputRequests").and_then(|requests| requests.members());
        for (name, request) in requests.unwrap_or_default().into_iter().take(MOST_QUESTIONS) {
            let method = request.text_member("method").unwrap_or_default();
            let about = target::of_ask(&method, request.member("params").as_ref());
            self.questions.insert(name, about);
        }
    }
}

impl Timeline {
    pub(super) fn ask(&mut self, entry: &Entry, change: &AskChange) {
        match change {
            AskChange::Opened { id, request, method, call, .. } => {
                let no = match call {
                    Some(call) => self.question(entry, request, method, *call),
                    None => match self.asks.open.get(request) {
                        Some(no) => *no,
                        None => return,
                    },
                };
                self.asks.by_id.insert(*id, no);
                if matches!(method.as_str(), "sampling/createMessage" | "elicitation/create") {
                    self.asks.begin(&self.rows, no, entry.at);
                }
            }
            AskChange::Ended { id, how } => {
                let Some(no) = self.asks.by_id.remove(id) else { return };
                self.asks.end(&mut self.rows, no, entry.at);
                let status = match how {
                    AskEnd::Answered => RowStatus::Ok,
                    AskEnd::Expired => RowStatus::Expired,
                    AskEnd::Withdrawn => RowStatus::Cancelled,
                    AskEnd::Lost => RowStatus::Lost,
                };
                self.settle(no, entry.at, status);
                let Some(line) = self.rows.get_mut(no) else { return };
                // The server was told of the end by an error; that it expired says more.
                if *how != AskEnd::Answered {
                    line.status = Some(status);
                }
                if line.end_seq().is_none() {
                    line.set_end_seq(entry.seq);
                }
            }
        }
    }

    /// A question in the result of a call.
    fn question(&mut self, entry: &Entry, request: &RequestId, method: &str, call: i64) -> No {
        let asking = self.call_row(&RequestId::Number(call));
        let key = asking.and_then(|no| self.rows.get(no)).and_then(Line::call);
        let root = key.and_then(|key| self.calls.by_key.get(&key)).or(asking);
        let mut row = self.line(entry, RowKind::Ask, method);
        if let RequestId::Text(name) = request
            && let Some(about) = self.asks.questions.remove(name)
        {
            row.target = about.into();
        }
        row.way = Some(Way::In);
        row.status = Some(RowStatus::Pending);
        row.set_id(request);
        row.set_parent(root);
        self.push(row)
    }
}
