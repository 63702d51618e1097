//! What the server wants of us: what waits, and what became of what no longer does.

use super::View;
use crate::command::AskId;
use crate::entry::{AskChange, AskEnd, Decision};
use crate::message::RequestId;
use crate::raw::Raw;
use crate::stamp::{At, Seq};

/// How many asks that ended are kept.
pub const ENDED_KEPT: usize = 20;

/// Something the server wants of us.
#[derive(Clone, Debug, PartialEq)]
pub struct AskView {
    /// The frame that asks.
    pub seq: Option<Seq>,
    /// Its id on the wire.
    pub request: RequestId,
    /// What is wanted.
    pub method: String,
    /// The parameters.
    pub params: Option<Raw>,
    /// The id of the call whose result asks for it; none when the server asks by itself.
    pub call: Option<i64>,
    /// When it came.
    pub at: At,
    /// When it expires.
    pub expires: At,
    /// What decided about it, when that was no face.
    pub decided_by: Option<Decision>,
}

/// Something the server wanted of us.
#[derive(Clone, Debug, PartialEq)]
pub struct EndedAsk {
    /// Its handle.
    pub id: AskId,
    /// The frame that asked.
    pub seq: Option<Seq>,
    /// What was wanted.
    pub method: String,
    /// When it ended.
    pub at: At,
    /// How.
    pub how: AskEnd,
    /// What decided about it, when that was no face.
    pub decided_by: Option<Decision>,
}

impl View {
    pub(super) fn ask(&mut self, at: At, change: &AskChange) {
        match change {
            AskChange::Opened { id, request, method, call, expires } => {
                let (seq, params) = self.incoming.remove(request).unzip();
                let ask = AskView {
                    seq,
                    request: request.clone(),
                    method: method.clone(),
                    params: params.flatten().map(|params| params.detached()),
                    call: *call,
                    at,
                    expires: *expires,
                    decided_by: None,
                };
                self.asks.insert(*id, ask);
            }
            AskChange::Ended { id, how } => {
                let Some(ask) = self.asks.remove(id) else { return };
                if self.ended_asks.len() >= ENDED_KEPT {
                    self.ended_asks.pop_front();
                }
                let AskView { seq, method, decided_by, .. } = ask;
                self.ended_asks.push_back(EndedAsk { id: *id, seq, method, at, how: *how, decided_by });
            }
        }
    }

    pub(super) fn ask_decided(&mut self, id: AskId, by: &Decision) {
        if let Some(ask) = self.asks.get_mut(&id) {
            ask.decided_by = Some(by.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Entry, EntryKind, Note};

    #[test]
    fn the_newest_asks_that_ended_are_kept_with_what_decided() {
        let mut view = View::default();
        let mut apply = |seq: u64, kind| view.apply(&Entry { seq: Seq(seq), at: At::START, kind });
        for number in 1..=30 {
            let id = AskId(number);
            let opened = AskChange::Opened {
                id,
                request: RequestId::Number(7),
                method: "roots/list".into(),
                call: None,
                expires: At::START,
            };
            apply(3 * number, EntryKind::Ask(opened));
            if number == 30 {
                let by = Decision::Rule { number: 2 };
                apply(3 * number + 1, EntryKind::Note(Note::AskDecided { id, by, late: false }));
            }
            apply(3 * number + 2, EntryKind::Ask(AskChange::Ended { id, how: AskEnd::Answered }));
        }
        assert!(view.asks.is_empty());
        let ids: Vec<u64> = view.ended_asks.iter().map(|ask| ask.id.0).collect();
        assert_eq!(ids, (11..=30).collect::<Vec<u64>>());
        assert_eq!(view.ended_asks[19].decided_by, Some(Decision::Rule { number: 2 }));
        assert_eq!((view.ended_asks[18].how, &view.ended_asks[18].decided_by), (AskEnd::Answered, &None));
    }
}
