//! What the server wants of us. Who is waited for meanwhile is in `waits.rs`.

use super::row::{RowKind, RowStatus, Way};
use super::store::{Line, No, Rows};
use super::{Timeline, target};
use crate::command::AskId;
use crate::entry::{AskChange, AskEnd, Entry};
use crate::message::RequestId;
use crate::raw::Raw;
use std::collections::{HashMap, HashSet};

/// How many questions of one result are looked at.
const MOST_QUESTIONS: usize = 64;

/// How to find the rows of asks.
#[derive(Clone, Debug, Default)]
pub(super) struct Asks {
    /// Requests of the server that are not answered, by their id on the wire.
    pub(super) open: HashMap<RequestId, No>,
    pub(super) by_id: HashMap<AskId, No>,
    /// What the questions of the last result are about, by their names.
    questions: HashMap<String, String>,
    /// Those that came outside of any exchange of a call, while not just one call was in flight: any of these may be what
    /// they are for.
    of_any_call: HashSet<No>,
}

impl Asks {
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.questions.clear();
        self.of_any_call.clear();
    }

    /// Nothing tells for which call the ask at `no` is.
    pub(super) fn is_of_any_call(&mut self, no: No) {
        self.of_any_call.insert(no);
    }

    pub(super) fn sweep(&mut self, rows: &Rows, slack: usize) {
        let is_there = |no: &No| rows.get(*no).is_some_and(Line::is_pending);
        if self.open.len() > slack {
            self.open.retain(|_, no| is_there(no));
        }
        if self.by_id.len() > slack {
            self.by_id.retain(|_, no| is_there(no));
        }
        if self.of_any_call.len() > slack {
            self.of_any_call.retain(is_there);
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
                    self.waits.begin(&self.rows, no, entry.at);
                    if self.asks.of_any_call.contains(&no) {
                        self.all_calls_wait(no);
                    }
                }
            }
            AskChange::Ended { id, how } => {
                let Some(no) = self.asks.by_id.remove(id) else { return };
                self.asks.of_any_call.remove(&no);
                self.waits.end(&mut self.rows, no, entry.at);
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
