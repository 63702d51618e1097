//! Calls that end without an answer on the wire. One that was never sent has a row all the same, with what would have
//! been sent.

use super::row::{RowKind, RowStatus, Way};
use super::{Timeline, target};
use crate::command::{CallKey, OutcomeWord};
use crate::compose;
use crate::entry::{Entry, EntryKind};
use crate::message::RequestId;
use crate::raw::Raw;
use bytes::Bytes;

impl Timeline {
    /// Whether no request was sent for a call.
    pub(super) fn is_unsent(&self, call: Option<CallKey>) -> bool {
        call.and_then(|key| self.calls.by_key.get(&key)).is_none()
    }

    /// A call ended before it was sent.
    pub(super) fn unsent(&mut self, entry: &Entry) {
        let EntryKind::Ended { call, method, params, outcome, reason, .. } = &entry.kind else { return };
        let mut row = self.line(entry, RowKind::Call, method);
        let params = params.as_deref().and_then(|params| Raw::parse(params).ok());
        row.target = match target::of_call(method, params.as_ref()) {
            about if about.is_empty() => target::cut(reason).into(),
            about => self.shared(&about),
        };
        row.way = Some(Way::Out);
        row.status = Some(match outcome {
            OutcomeWord::Lost => RowStatus::NotSent,
            outcome => status_of(*outcome),
        });
        row.set_call(*call);
        self.push(row);
    }

    /// A call ended without an answer.
    pub(super) fn ended(
        &mut self,
        entry: &Entry,
        (call, id): (Option<CallKey>, Option<i64>),
        outcome: OutcomeWord,
    ) {
        let status = status_of(outcome);
        let sent = id.and_then(|id| self.call_row(&RequestId::Number(id)));
        let root = call.and_then(|key| self.calls.by_key.get(&key));
        if let Some(id) = id.map(RequestId::Number)
            && let Some(no) = self.calls.open.remove(&id)
        {
            self.calls.ended.insert(id, no);
        }
        for no in [sent, root.filter(|_| root != sent)].into_iter().flatten() {
            self.calls.rounds.remove(&no);
            self.tasks.left(no);
            self.settle(no, entry.at, status);
            if let Some(line) = self.rows.get_mut(no) {
                line.status = Some(status);
                if line.end_seq().is_none() {
                    line.set_end_seq(entry.seq);
                }
                if line.call().is_none() {
                    line.set_call(call);
                }
            }
        }
    }
}

fn status_of(outcome: OutcomeWord) -> RowStatus {
    match outcome {
        OutcomeWord::Answered => RowStatus::Ok,
        OutcomeWord::Refused => RowStatus::Error,
        OutcomeWord::Cancelled => RowStatus::Cancelled,
        OutcomeWord::Expired => RowStatus::Expired,
        OutcomeWord::Lost => RowStatus::Lost,
    }
}

/// The request that an entry says was never sent, as it would have been but for its id and what the protocol adds.
pub fn unsent_request(entry: &Entry) -> Option<Bytes> {
    let EntryKind::Ended { id: None, method, params: Some(params), .. } = &entry.kind else { return None };
    Some(compose::notification(method, Some(&Raw::parse(params).ok()?)))
}
